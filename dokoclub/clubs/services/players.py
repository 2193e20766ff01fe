"""The club's players: add, change, leave, return."""

from __future__ import annotations

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
from dokoclub.core.errors import Reused
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
    """A player of the club. The same key with the same name returns the player it added.

    Raises ValidationError as `enter` does, Reused when the key added somebody else.
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
    """Players of the club, all of them or nobody. Sent again with the same key, nobody is added twice.

    Raises ValidationError with a sentence for each name that does not go, Reused when the key added another list.
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
    guest: bool,
    active: bool,
    notes: str,
    tint: int | None = None,
    monogram: str | None = None,
    by: Account,
) -> None:
    """`tint`, `monogram`: None as they are. "" is the first letter of the name; letters that were left as they were
    follow a new name.

    Raises ValidationError as `enter` does."""
    lock_club(player.club)
    player.refresh_from_db()
    refuse_erased(player)
    tell_of_fewer(player, stays=active and not guest)
    monogram = player.monogram if monogram is None else monogram
    is_renamed = (name, short_name) != (player.name, player.short_name)
    if name != player.name and monogram == player.monogram:
        monogram = free_monogram(name, {card.monogram for card in cards_present(player.club, besides=player)})
    player.name, player.short_name, player.guest, player.notes = name, short_name, guest, notes
    player.tint, player.monogram = tint or player.tint, monogram
    player.active = active and player.left_at is None
    refuse_unreadable(player)
    if player.left_at is None and is_renamed:
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
    deal_cards(player.club, [player])
    save_row(player, by=by)


def enter_once(player: Player, *, by: Account) -> Player:
    """The same key with the same name returns the player it added. Raises as `enter_player` does, and Reused."""
    added = Player.objects.filter(key=player.key).first()
    if added is None:
        enter_player(player, by=by)
        return player
    if added.club_id != player.club_id or added.name != clean_line(player.name):
        raise Reused
    return added


def enter_first_players(players: Sequence[Player], *, by: Account) -> None:
    """Of a club in which nobody is entered yet. Raises ValidationError as `enter_player` does."""
    for index, player in enumerate(players):
        refuse_unreadable(player)
        if fold_name(player.name) in (fold_name(other.name) for other in players[:index]):
            raise ValidationError({"name": _("%(name)s is already called that.") % {"name": player.name}})
    if players:
        deal_cards(players[0].club, players)
    for player in players:
        save_row(player, by=by)


def enter_guests(club: Club, names: Sequence[str], *, by: Account) -> list[Player]:
    """Under names that nobody who is present has: whoever holds the club has looked. Three statements for a hundred.

    Raises ValidationError for a name that no form would take.
    """
    players = [Player(club=club, name=name, guest=True, folded_name=fold_case(name)) for name in names]
    for player in players:
        refuse_unreadable(player)
    deal_cards(club, players)
    return list(bulk_create_with_history(players, Player, batch_size=100, default_user=by))


def deal_cards(club: Club, players: Iterable[Player]) -> None:
    """To those who come in, one after the other, what nobody present has. One query."""
    there = cards_present(club)
    for player in players:
        player.tint = next_tint(card.tint for card in there)
        player.monogram = free_monogram(player.name, {card.monogram for card in there})
        there.append(player.card)


def cards_present(club: Club, *, besides: Player | None = None) -> list[Card]:
    """Of those who are in the club. One query."""
    others = club.players.active().exclude(pk=besides.pk) if besides else club.players.active()
    return [get_card(*card) for card in others.values_list("name", "tint", "monogram")]


def tell_of_fewer(player: Player, *, stays: bool = False) -> None:
    """Before one who is an active member, as `player` was read, is none any more."""
    if player.active and not player.guest and not stays:
        for note in hooks.before_fewer:
            note(player.club)


def see_off(player: Player, *, by: Account) -> None:
    if player.left_at is None:
        tell_of_fewer(player)
        player.left_at, player.active = timezone.now(), False
        save_row(player, by=by)
        player.claims.all().delete()


def come_back(player: Player, *, by: Account) -> None:
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
        raise ValidationError(_("This player was erased; that cannot be undone."))
