"""Suggestions for a new evening, based on the last one, and the sheet style of a club."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db.models import Count, Q

from dokoclub.clubs.models import Club, Player, RulesVersion
from dokoclub.clubs.selectors import current_rules
from dokoclub.evenings import hooks
from dokoclub.evenings.domain.opening import usual_length
from dokoclub.evenings.models import Evening, Seat, SheetStyle
from dokoclub.evenings.models.evening import date_of_play
from scoring.terms import TABLE_SIZES

LOOKED_BACK = 5  # evenings, to find the most frequent players


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """The defaults of a new evening.

    `players`: preselected, in seat order; `others`: everybody else in the club, the most frequent first.
    """

    players: tuple[Player, ...]
    others: tuple[Player, ...]
    first_dealer: Player | None
    rules: RulesVersion
    place: str
    stake: Decimal | int
    club_evening: bool
    length_kind: str
    length: int | None
    last: Evening | None
    day: date | None = None  # if it is not today


def suggest_start(club: Club) -> Suggestion:
    """Return the suggestion for a new evening.

    Six queries: last evenings, the last one's sheets and players, the people of the club, its rules, its stake.
    """
    usual = Evening.objects.not_deleted().filter(club=club)
    for unusual in hooks.unusual_evenings:
        usual = usual.exclude(pk__in=unusual())
    recent = list(usual[:LOOKED_BACK])
    last = recent[0] if recent else None
    seats = _last_seats(last) if last else []
    sheets = list(dict.fromkeys(seat.sheet for seat in seats))
    rules = current_rules(club)
    here = {
        str(player.pk): player
        for player in club.players.active()
        .annotate(times=Count("seats__sheet__evening", filter=Q(seats__sheet__evening__in=recent), distinct=True))
        .order_by("-times", "guest", "folded_name", "pk")
    }
    chosen = _chosen(here, seats)
    kind, length = (sheets[0].length_kind, sheets[0].length) if sheets else usual_length(rules.parsed)
    return Suggestion(
        players=chosen,
        others=tuple(player for player in here.values() if player not in chosen),
        first_dealer=here.get(str(sheets[0].first_dealer_id)) if sheets else None,
        rules=rules,
        place=last.place if last else "",
        stake=_stake(club, last),
        club_evening=last.club_evening if last else True,
        length_kind=kind,
        length=length,
        last=last,
    )


def suggest_arrivals(club: Club, number: int) -> Suggestion:
    """Return the suggestion with the people seated who come to the date of that number (hooks.arrivals).

    It costs the queries of `suggest_start` and of the hooks.
    """
    found = suggest_start(club)
    for arrivals in hooks.arrivals:
        coming = arrivals(club, number)
        if coming is not None:
            return _arrived(found, coming)
    return found


def _arrived(found: Suggestion, coming: hooks.Arrivals) -> Suggestion:
    here = {player.pk: player for player in (*found.players, *found.others)}
    players = tuple(here[pk] for pk in coming.players if pk in here)
    return replace(
        found,
        players=players,
        others=tuple(player for player in here.values() if player not in players),
        place=coming.place or found.place,
        club_evening=coming.club_evening,
        day=coming.day if coming.day < date_of_play() else None,
    )


def _stake(club: Club, last: Evening | None) -> Decimal | int:
    """Return the stake that the club chose for its money (hooks.usual_stake), else that of the last evening."""
    for usual_stake in hooks.usual_stake:
        stake = usual_stake(club)
        if stake is not None:
            return stake
    return last.stake if last else 0


def _last_seats(last: Evening) -> list[Seat]:
    """Return the final seats on each of its sheets, with the sheet. One query."""
    seats = Seat.objects.taken().filter(sheet__evening=last).select_related("sheet")
    return list(seats.order_by("sheet__round", "sheet", "place"))


def _chosen(here: dict[str, Player], seats: list[Seat]) -> tuple[Player, ...]:
    """Return the final players of each table of the last evening.

    For a first evening, return everybody if they fit one table. They are in the order in which they were added: people
    add their friends by going round the table.
    """
    last = {seat.sheet.table: seat.sheet_id for seat in seats}
    at_end = [seat for seat in seats if last[seat.sheet.table] == seat.sheet_id]
    at_end.sort(key=lambda seat: seat.sheet.table)
    seated = dict.fromkeys(str(seat.player_id) for seat in at_end)
    chosen = tuple(here[player] for player in seated if player in here and here[player].active)
    if seats:
        return chosen
    playing = sorted((player for player in here.values() if player.active), key=lambda player: player.pk)
    return tuple(playing) if len(playing) in TABLE_SIZES else ()


def get_style(club: Club) -> SheetStyle:
    """Return the club's sheet style, or the defaults. One query, none if the club was loaded by entering it."""
    return getattr(club, "sheet_style", None) or SheetStyle(club_id=club.pk)
