"""Make the short code that stands for a link, use it up, and end it."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.screens.models import CODE_LASTS, Code, Kind, random_seed

TRIES: Final = 20  # to find a code that nobody else has: of a million, a few are taken


@transaction.atomic
def give_code(kind: Kind, subject: int, token: str, *, by: Account | None, most_uses: int | None = None) -> Code:
    """Make six signs that open the link of `token`; the earlier code of the same kind and subject ends.

    `most_uses`: how many uses of its invitation the code allows in all.
    """
    now = timezone.now()
    Code.objects.filter(until__lte=now).delete()
    for _try in range(TRIES):
        code = Code(kind=kind, seed=random_seed())
        code.seal(token)
        if not Code.objects.filter(hash=code.hash).exists():
            break
    code.subject, code.made_by, code.most_uses = subject, by, most_uses
    code.made_at, code.until = now, now + CODE_LASTS[kind]
    held = Code.objects.select_for_update(of=("self",), no_key=True).filter(kind=kind, subject=subject)
    if earlier := held.first():
        code.pk = earlier.pk
        code.save(force_update=True)
        return code
    made = {
        field.attname: getattr(code, field.attname) for field in Code._meta.concrete_fields if field.attname != "id"
    }
    return Code.objects.get_or_create(kind=kind, subject=subject, defaults=made)[0]  # somebody may be faster


def end_code(kind: Kind, subject: int) -> None:
    """The code opens nothing any more. The second time changes nothing."""
    Code.objects.filter(kind=kind, subject=subject).delete()


def use_code(code: Code, key: str) -> bool:
    """Use up a code of one use. Return False where another form was faster; the same form sent again gets True."""
    if code.kind != Kind.WRITE:
        return True
    held = Code.objects.open().filter(pk=code.pk, hash=code.hash)
    return held.filter(used_key="").update(used_key=key) == 1 or held.filter(used_key=key).exists()


def purge_codes() -> int:
    """Remove codes that have ended; return how many. Hooked into purges."""
    return Code.objects.filter(until__lt=timezone.now() - timedelta(days=1)).delete()[0]
