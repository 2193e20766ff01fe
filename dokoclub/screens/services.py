"""Services of screens: make and end links, choose scenes, and make, use up and end codes."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.locks import lock_club
from dokoclub.evenings.services.evenings import make_secret_link, revoke_secret_link
from dokoclub.screens.access import Target
from dokoclub.screens.models import CODE_LASTS, Code, LinkKind, ScreenLink, random_seed
from dokoclub.screens.selectors import find_screen
from dokoclub.standings.services.league import make_league_link
from dokoclub.tournaments.services.founding import make_link

TRIES: Final = 20  # to find an unused code: of a million, a few are taken


@transaction.atomic
def give_code(kind: LinkKind, subject: int, token: str, *, by: Account | None, most_uses: int | None = None) -> Code:
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
    return Code.objects.get_or_create(kind=kind, subject=subject, defaults=made)[0]  # Another request may be faster.


def end_code(kind: LinkKind, subject: int) -> None:
    """End a code. The second time changes nothing."""
    Code.objects.filter(kind=kind, subject=subject).delete()


def use_code(code: Code, key: str) -> bool:
    """Use up a code of one use. Return False if another form was faster; the same form sent again gets True."""
    if code.kind != LinkKind.WRITE:
        return True
    held = Code.objects.open().filter(pk=code.pk, hash=code.hash)
    return held.filter(used_key="").update(used_key=key) == 1 or held.filter(used_key=key).exists()


def purge_codes() -> int:
    """Remove codes that have ended; return their number. Hooked into purges."""
    return Code.objects.filter(until__lt=timezone.now() - timedelta(days=1)).delete()[0]


def make_screen(target: Target, *, by: Account) -> ScreenLink:
    """Make the link, and the one by which phones read along. Return the active ones, if any.

    Raises ValidationError if its subject is too long ago.
    """
    if not _unsaved(target, by).is_open:
        raise ValidationError(_("Too long ago: its links have expired."))
    _open_for_phones(target, by)  # It locks the evening, so it runs before the club is locked.
    return _make(target, by)


@transaction.atomic
def _make(target: Target, by: Account) -> ScreenLink:
    lock_club(target.club)
    held = find_screen(*target)
    if held is not None:
        return held
    made = _unsaved(target, by)
    made.save()
    return made


def _unsaved(target: Target, by: Account) -> ScreenLink:
    return ScreenLink(club=target.club, evening=target.evening, tournament=target.tournament, made_by=by)


def _open_for_phones(target: Target, by: Account) -> None:
    if target.evening is not None:
        make_secret_link(target.evening, by=by)
    elif target.tournament is not None:
        make_link(target.tournament, by=by)
    else:
        make_league_link(target.club, by=by)


def choose_scene(link: ScreenLink, scene: str, *, light: bool) -> None:
    """Choose the scene; every screen with the link follows."""
    ScreenLink.objects.filter(pk=link.pk).update(scene=scene, light=light)


def end_screen(link: ScreenLink) -> None:
    """End a screen's link. The second time changes nothing. Phones that read along continue by their own link."""
    revoke_secret_link(link)
    end_code(LinkKind.SCREEN, link.pk)
