"""How a club's rows are written: one writer at a time in a club, and always in somebody's name."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import models, transaction

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import end_link_sign_ins, end_sign_ins_by, void_login_links
from dokoclub.clubs.models import Club, IsMoving, Membership, Player, SentForm
from dokoclub.core.errors import Reused
from dokoclub.ui.forms import is_from_browser


def lock_club(club: Club) -> Club:
    """The club as it is now, held until the transaction ends: who else writes in it, waits.

    Raises IsMoving where nothing is to be written in it any more.
    """
    held = hold_club(club)
    if held.is_moving:
        raise IsMoving(held)
    return held


def hold_club(club: Club) -> Club:
    """The same, for what may also happen to a club that moves to another install."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def save_row(row: Club | Membership | Player, *, by: Account | None) -> None:
    """Save, noting in the history who did it (None: the install itself)."""
    is_new = row._state.adding
    row._history_user = by  # type: ignore[union-attr]
    row.save()
    if isinstance(row, Membership):
        _end_links(row, is_new=is_new)


def _end_links(membership: Membership, *, is_new: bool) -> None:
    """Login links were right for the clubs of that moment, and so was looking in by an owner's link."""
    void_login_links(membership.account)
    if is_new:
        end_link_sign_ins(membership.account)
    if not membership.owner:
        end_sign_ins_by(membership.account)


@transaction.atomic
def refuse_other_content(key: UUID, *content: object) -> None:
    """Note in the caller's transaction what a form with this key asks for. Two queries.

    `content` is compared by value; models by their primary key. Raises Reused where the key has asked for something
    else before. Keys that no browser made are not noted.
    """
    if not is_from_browser(key):
        return
    digest = sha256(json.dumps(content, default=_plain, sort_keys=True).encode()).hexdigest()
    sent, _is_new = SentForm.objects.get_or_create(key=key, defaults={"digest": digest})
    if sent.digest != digest:
        raise Reused(key)


def _plain(value: Any) -> Any:
    """Return something that JSON can say."""
    if isinstance(value, models.Model):
        return value.pk
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return str(value)


def purge_sent_forms() -> int:
    return SentForm.objects.to_purge().delete()[0]
