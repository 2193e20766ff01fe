"""Writing of club rows: one writer per club at a time, with the user in the history; and keys of sent forms."""

import json
from dataclasses import is_dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import models, transaction

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import end_link_sign_ins, end_sign_ins_by, void_login_links
from dokoclub.clubs.models import Club, IsMoving, Membership, Player, SentForm
from dokoclub.core.http import Reused
from dokoclub.ui.forms import is_from_browser


def lock_club(club: Club) -> Club:
    """Lock the club until the transaction ends and return its current state; other writers wait.

    Raises IsMoving if the club is read-only.
    """
    held = hold_club(club)
    if held.is_moving:
        raise IsMoving(held)
    return held


def hold_club(club: Club) -> Club:
    """Lock the club even if it is moving to another install."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def save_row(row: Club | Membership | Player, *, by: Account | None) -> None:
    """Save a row with its user in the history (None: the install itself)."""
    is_new = row._state.adding
    row._history_user = by  # type: ignore[union-attr]
    row.save()
    if isinstance(row, Membership):
        _end_links(row, is_new=is_new)


def _end_links(membership: Membership, *, is_new: bool) -> None:
    """Void login links and sign-ins by an owner's link, which were valid for the former clubs and rights."""
    void_login_links(membership.account)
    if is_new:
        end_link_sign_ins(membership.account)
    if not membership.owner:
        end_sign_ins_by(membership.account)


@transaction.atomic
def refuse_other_content(key: UUID, *content: object) -> None:
    """Record the content of a form with this key in the caller's transaction. Two queries.

    `content` is compared by value; models by their primary key. Raises Reused if the key was used with other
    content. Keys not made by a browser are ignored.
    """
    if not is_from_browser(key):
        return
    digest = sha256(json.dumps(content, default=_plain, sort_keys=True).encode()).hexdigest()
    sent, _is_new = SentForm.objects.get_or_create(key=key, defaults={"digest": digest})
    if sent.digest != digest:
        raise Reused(key)


def _plain(value: Any) -> Any:
    """Convert a value to one that JSON can represent."""
    if isinstance(value, models.Model):
        return value.pk
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return str(value)


def purge_sent_forms() -> int:
    return SentForm.objects.to_purge().delete()[0]
