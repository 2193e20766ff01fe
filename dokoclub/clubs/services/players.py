"""The club's players: add, change, leave, return."""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club, save_row
from dokoclub.look.names import fold_name
from dokoclub.look.refusals import Reused

TYPED: Final = frozenset({"name", "short_name", "notes"})


@transaction.atomic
def add_player(
    club: Club,
    *,
    name: str,
    short_name: str,
    guest: bool,
    active: bool,
    notes: str,
    by: Account,
    key: UUID | None = None,
    account: Account | None = None,
) -> Player:
    """A player of the club. The same key with the same name returns the player it added.

    Raises ValidationError as `enter` does, Reused when the key added somebody else.
    """
    club = lock_club(club)
    if key is not None and (added := Player.objects.filter(key=key).first()):
        if added.club_id != club.pk or added.name != name:
            raise Reused
        return added
    player = Player(
        club=club,
        name=name,
        short_name=short_name,
        guest=guest,
        active=active,
        notes=notes,
        key=key or uuid4(),
        account=account,
    )
    enter_player(player, by=by)
    return player


@transaction.atomic
def change_player(
    player: Player, *, name: str, short_name: str, guest: bool, active: bool, notes: str, by: Account
) -> None:
    """Raises ValidationError as `enter` does."""
    lock_club(player.club)
    player.refresh_from_db()
    refuse_erased(player)
    player.name, player.short_name, player.guest, player.notes = name, short_name, guest, notes
    player.active = active and player.left_at is None
    refuse_unreadable(player)
    if player.left_at is None:
        refuse_taken_names(player)
    save_row(player, by=by)


@transaction.atomic
def let_leave(player: Player, *, by: Account) -> None:
    """Gone from the proposals, still in the history. The second time changes nothing."""
    lock_club(player.club)
    player.refresh_from_db()
    see_off(player, by=by)


@transaction.atomic
def let_return(player: Player, *, by: Account) -> None:
    """Undo `let_leave`. Raises ValidationError where the name, or the account, now belongs to somebody present."""
    lock_club(player.club)
    player.refresh_from_db()
    come_back(player, by=by)


# Without the lock, for services that hold the club already:


def enter_player(player: Player, *, by: Account) -> None:
    """Raises ValidationError for a name that no form would take, and where somebody present is called so already."""
    refuse_unreadable(player)
    refuse_taken_names(player)
    save_row(player, by=by)


def see_off(player: Player, *, by: Account) -> None:
    if player.left_at is None:
        player.left_at, player.active = timezone.now(), False
        save_row(player, by=by)


def come_back(player: Player, *, by: Account) -> None:
    refuse_erased(player)
    if player.left_at is None:
        return
    for may_return in hooks.return_player:
        may_return(player)
    refuse_taken_names(player)
    if player.account and (other := player.club.players.present().filter(account=player.account).first()):
        raise ValidationError(
            _("%(account)s already plays here as %(name)s.") % {"account": player.account, "name": other.name}
        )
    player.left_at, player.active = None, True
    save_row(player, by=by)


def refuse_unreadable(player: Player) -> None:
    """What somebody typed, whichever door it came through; all else is ours, and the database looks after it."""
    ours = {field.name for field in Player._meta.fields} - TYPED
    player.full_clean(exclude=ours, validate_unique=False, validate_constraints=False)


def refuse_taken_names(player: Player) -> None:
    """Two who are present cannot stand on a sheet under the same word, be it name or short name."""
    problems = {}
    words = {
        fold_name(word): other
        for other in player.club.players.present().exclude(pk=player.pk)
        for word in (other.name, other.short_name)
        if word
    }
    for field in ("name", "short_name"):
        other = words.get(fold_name(getattr(player, field)))
        if other is not None:
            problems[field] = _("%(name)s is already called that.") % {"name": other.name}
    if problems:
        raise ValidationError(problems)


def refuse_erased(player: Player) -> None:
    if player.is_erased:
        raise ValidationError(_("This player was erased; that cannot be undone."))
