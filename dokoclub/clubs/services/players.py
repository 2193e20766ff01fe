"""Services for a club's players: add, change, leave, return, and their cards."""

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club, refuse_other_content, save_row
from dokoclub.core.http import Reused
from dokoclub.ui.cards import Card, free_monogram, get_card, next_tint
from scoring.text import clean_line, fold_case, fold_name

TYPED: Final = frozenset({"name", "short_name", "notes", "tint", "monogram"})


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
    """Add a player. The same key with the same name returns the player it added.

    Raises ValidationError as `enter_player` does, Reused if the key added somebody else.
    """
    player = Player(
        club=lock_club(club),
        name=name,
        short_name=short_name,
        guest=guest,
        active=active,
        notes=notes,
        key=key or uuid4(),
        account=account,
    )
    if key is not None:
        refuse_other_content(key, club, name, short_name, guest, active, notes)
        return enter_once(player, by=by)
    enter_player(player, by=by)
    return player


@transaction.atomic
def add_players(club: Club, names: Sequence[str], *, guest: bool, key: UUID, by: Account) -> list[Player]:
    """Add several players, all or none. Sent again with the same key, nobody is added twice.

    Raises ValidationError with a sentence for each invalid name, Reused if the key added another list.
    """
    club = lock_club(club)
    refuse_other_content(key, club, names, guest)
    problems: list[str] = []
    added = []
    for name in names:
        player = Player(club=club, name=name, guest=guest, key=uuid5(key, name))
        try:
            added.append(enter_once(player, by=by))
        except ValidationError as refused:
            problems += [_("%(name)s: %(problem)s") % {"name": name, "problem": text} for text in refused.messages]
    if problems:
        raise ValidationError({"names": problems})
    return added


@transaction.atomic
def change_player(
    player: Player,
    *,
    name: str,
    short_name: str,
    guest: bool | None = None,
    active: bool | None = None,
    notes: str | None = None,
    tint: int | None = None,
    monogram: str | None = None,
    by: Account,
) -> None:
    """Change a player; None keeps what there is. `monogram`: "" is the first letter of the name.

    An unchanged monogram follows a new name. Raises ValidationError as `enter_player` does.
    """
    lock_club(player.club)
    player.refresh_from_db()
    refuse_erased(player)
    guest = player.guest if guest is None else guest
    active = player.active if active is None else active
    run_before_fewer(player, stays=active and not guest)
    monogram = player.monogram if monogram is None else monogram
    is_renamed = (name, short_name) != (player.name, player.short_name)
    if name != player.name and monogram == player.monogram:
        monogram = free_monogram(name, {card.monogram for card in active_cards(player.club, besides=player)})
    player.name, player.short_name, player.guest = name, short_name, guest
    player.notes = player.notes if notes is None else notes
    player.tint, player.monogram = tint or player.tint, monogram
    player.active = active and player.left_at is None
    refuse_unreadable(player)
    if player.left_at is None and is_renamed:
        refuse_taken_names(player)
    save_row(player, by=by)


@transaction.atomic
def let_leave(player: Player, *, by: Account) -> None:
    """Mark a player as left: no longer proposed, still in the history. A second call changes nothing."""
    lock_club(player.club)
    player.refresh_from_db()
    see_off(player, by=by)


@transaction.atomic
def let_return(player: Player, *, by: Account, as_before: bool = False) -> None:
    """Undo `let_leave`. The player plays again; `as_before`: only if they did.

    Raises ValidationError if the name or the account now belongs to a present player.
    """
    lock_club(player.club)
    player.refresh_from_db()
    before = player.history.filter(left_at=None).first() if as_before else None
    come_back(player, by=by, active=before is None or before.active)


# Without the lock, for services that have already locked the club:


def enter_player(player: Player, *, by: Account) -> None:
    """Save a new player. Raises ValidationError for an invalid name, and for a name in use by a present player."""
    refuse_unreadable(player)
    refuse_taken_names(player)
    deal_cards(player.club, [player])
    save_row(player, by=by)


def enter_once(player: Player, *, by: Account) -> Player:
    """Add a player once per key and name. Raises as `enter_player` does, and Reused."""
    added = Player.objects.filter(key=player.key).first()
    if added is None:
        enter_player(player, by=by)
        return player
    if added.club_id != player.club_id or added.name != clean_line(player.name):
        raise Reused
    return added


def enter_first_players(players: Sequence[Player], *, by: Account) -> None:
    """Save the first players of a new club. Raises ValidationError as `enter_player` does."""
    for index, player in enumerate(players):
        refuse_unreadable(player)
        if fold_name(player.name) in (fold_name(other.name) for other in players[:index]):
            raise ValidationError({"name": _("%(name)s is already called that.") % {"name": player.name}})
    if players:
        deal_cards(players[0].club, players)
    for player in players:
        save_row(player, by=by)


def enter_guests(club: Club, names: Sequence[str], *, by: Account) -> list[Player]:
    """Add guests under free names; the caller has locked the club and checked them. Three statements for a hundred.

    Raises ValidationError for a name that no form would accept.
    """
    players = [Player(club=club, name=name, guest=True, folded_name=fold_case(name)) for name in names]
    for player in players:
        refuse_unreadable(player)
    deal_cards(club, players)
    return list(bulk_create_with_history(players, Player, batch_size=100, default_user=by))


def deal_cards(club: Club, players: Iterable[Player]) -> None:
    """Deal each new player a card that no present player has. One query."""
    there = active_cards(club)
    for player in players:
        player.tint = next_tint(card.tint for card in there)
        player.monogram = free_monogram(player.name, {card.monogram for card in there})
        there.append(player.card)


def active_cards(club: Club, *, besides: Player | None = None) -> list[Card]:
    """List the cards of present players. One query."""
    others = club.players.active().exclude(pk=besides.pk) if besides else club.players.active()
    return [get_card(*card) for card in others.values_list("name", "tint", "monogram")]


def run_before_fewer(player: Player, *, stays: bool = False) -> None:
    """Run the hooks before an active member stops being one; `player` is the state before the change."""
    if player.active and not player.guest and not stays:
        for note in hooks.before_fewer:
            note(player.club)


def see_off(player: Player, *, by: Account) -> None:
    if player.left_at is None:
        run_before_fewer(player)
        player.left_at, player.active = timezone.now(), False
        save_row(player, by=by)
        player.claims.all().delete()


def come_back(player: Player, *, by: Account, active: bool = True) -> None:
    refuse_erased(player)
    if player.left_at is None:
        return
    for may_return in hooks.return_player:
        may_return(player)
    refuse_taken_names(player)
    if player.account and (other := player.club.players.active().filter(account=player.account).first()):
        raise ValidationError(
            _("%(account)s already plays here as %(name)s.") % {"account": player.account, "name": other.name}
        )
    player.left_at, player.active = None, active
    save_row(player, by=by)


def refuse_unreadable(player: Player) -> None:
    """Validate all typed fields; the other fields are ours, and the database checks them."""
    ours = {field.name for field in Player._meta.fields} - TYPED
    player.full_clean(exclude=ours, validate_unique=False, validate_constraints=False)


def refuse_taken_names(player: Player) -> None:
    """Refuse names and short names in use by another present player, since they share the sheet's columns."""
    problems = {}
    words = {
        fold_name(word): other
        for other in player.club.players.active().exclude(pk=player.pk)
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
        raise ValidationError(_("This player was erased for good."))
