"""Live settlement of evenings from their current results, with a cache per process.

Nothing here is stored in the database; every amount comes from `scoring`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Count, Q, Sum

from dokoclub.clubs.models import Club, MonthVersion, Player
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.clubs.selectors import active_players
from dokoclub.dates.selectors.answers import Excuses, get_excuses
from dokoclub.evenings.models import Evening, PlayerMerge, Result, Sheet
from dokoclub.settlement.models import ClubMoney, EveningMoney, TransferKind
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.open_transfers import OpenLine
from scoring.money.methods import MoneyRules, Total
from scoring.money.settlement import NO_EXCUSES, Settlement, settle_tables
from scoring.money.shares import Listing

Made = TypeVar("Made")

_MOST_REMEMBERED: Final = 10_000  # months and evenings in a process, of a few short lines each
_REMEMBERED: Final[dict[Hashable, tuple[Any, tuple[Any, ...]]]] = {}  # by evening, by club and month, and by club


class LiveList(NamedTuple):
    """One list of an evening, with its kind and place once it is frozen."""

    kind: TransferKind
    place: int  # among those of its kind, from 0
    sheet: Sheet | None  # the table, if each table settles on its own
    listing: Listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """An evening with its money: `rules` as they hold for it, `tables` in the order of `settlement.lists` by table."""

    evening: Evening
    money: EveningMoney | None
    chosen: MoneyRules  # chosen by the evening or its club
    rules: MoneyRules  # the same with the stake of the evening
    sheets: tuple[Sheet, ...]  # empty if nothing was written all evening
    tables: tuple[tuple[Total, ...], ...]  # of these sheets
    expected: tuple[int, ...]  # active members, no guests
    excused: frozenset[int]
    excuses: Excuses  # cancellations, if they affect the cost
    settlement: Settlement

    @property
    def currency(self) -> str:
        """Return the currency of the evening, even if the club has another by now."""
        return self.money.currency if self.money else self.evening.club.currency

    @property
    def is_frozen(self) -> bool:
        return self.money is not None and self.money.frozen_at is not None

    @property
    def lists(self) -> list[LiveList]:
        """List the lists of points, one for the evening or one for each table; then the flat amounts.

        A list may be empty.
        """
        sheets = self.sheets if self.rules.scope == "table" else (None,)
        of_points = enumerate(zip(sheets, self.settlement.lists, strict=True))
        return [
            *(LiveList(TransferKind.POINTS, place, sheet, listing) for place, (sheet, listing) in of_points),
            LiveList(TransferKind.FLAT, 0, None, self.settlement.flat),
        ]

    @property
    def seats(self) -> list[int]:
        """List all players who sat at a table, in seat order."""
        return list(dict.fromkeys(total.player for table in self.tables for total in table))

    @property
    def absent(self) -> list[int]:
        """List the players who were expected and did not come, excused or not."""
        present = set(self.seats)
        return [player for player in self.expected if player not in present]


def settle_live(evening: Evening) -> Live:
    """Settle an evening by its current results.

    Six queries at most: sheets, results, active members, its money, the club's, merged players. Three more if the
    cost of absence depends on answers.
    """
    club = evening.club
    money = EveningMoney.objects.select_related("frozen_by").filter(evening=evening).first()
    club_rules = money_rules.get_money_rules(ClubMoney.objects.filter(club=club).first())
    excuses = excuses_that_cost(club, [(evening, money)], club_rules)
    return _settle_all(club, {evening: money}, club_rules, active_members(club), excuses)[0]


def _settle_all(
    club: Club,
    evenings: Mapping[Evening, EveningMoney | None],
    club_rules: MoneyRules,
    members: Sequence[int],
    excuses: Mapping[int, Excuses],
) -> list[Live]:
    """Settle several evenings of one club. Two queries; one more if the money of any of them names former members."""
    sheets = list(Sheet.objects.filter(evening__in=list(evenings)).order_by("evening", "round", "pk"))
    results = Result.objects.filter(sheet__in=sheets).order_by("sheet", "pk")
    of_evening = {pk: list(some) for pk, some in groupby(sheets, key=lambda sheet: sheet.evening_id)}
    by_sheet = {pk: list(some) for pk, some in groupby(results, key=lambda result: result.sheet_id)}
    named = {player for money in evenings.values() if money for player in [*(money.expected or ()), *money.excused]}
    kept = map_merged_players(club) if named - set(members) else {}
    return [
        _live(
            evening,
            money,
            of_evening.get(evening.pk, []),
            by_sheet,
            club_rules=club_rules,
            members=members,
            kept=kept,
            excuses=excuses.get(evening.pk, {}),
        )
        for evening, money in evenings.items()
    ]


def active_members(club: Club) -> list[int]:
    """List the players expected at a club evening: no guests. One query."""
    found = Player.objects.active().playing().filter(club=club, guest=False).order_by("pk")
    return list(found.values_list("pk", flat=True))


def _members_of_page(club: Club) -> list[int]:
    """List the active members from the players of the page. One query, shared by a whole page."""
    return sorted(player.pk for player in active_players(club) if player.active and not player.guest)


def map_merged_players(club: Club) -> Mapping[int, int]:
    """Return the current player of each merged player."""
    return dict(PlayerMerge.objects.active().filter(club=club).values_list("merged", "kept"))


def _live(
    evening: Evening,
    money: EveningMoney | None,
    sheets: Sequence[Sheet],
    results: Mapping[int, Sequence[Result]],
    *,
    club_rules: MoneyRules,
    members: Sequence[int],
    kept: Mapping[int, int],
    excuses: Excuses,
) -> Live:
    chosen = money_rules.get_rules(money, club_rules)
    rules = money_rules.in_force(chosen, evening.stake)
    if not any(_is_written(sheet, results.get(sheet.pk, ())) for sheet in sheets):
        sheets = ()
    tables = tuple(tuple(_totals(sheet, results.get(sheet.pk, ()))) for sheet in sheets)
    known = money.expected if money and money.expected is not None else members
    expected = _now(known, kept) if evening.club_evening and tables else ()
    excused = frozenset(_now(money.excused if money else (), kept))
    present = {total.player for table in tables for total in table}
    absent = [player for player in expected if player not in present]
    return Live(
        evening=evening,
        money=money,
        chosen=chosen,
        rules=rules,
        sheets=tuple(sheets),
        tables=tables,
        expected=expected,
        excused=excused,
        excuses=excuses,
        settlement=settle_by_rules(tables, rules, absent, excused, excuses),
    )


def settle_by_rules(
    tables: Sequence[Sequence[Total]],
    rules: MoneyRules,
    absent: Iterable[int],
    excused: frozenset[int],
    excuses: Excuses = NO_EXCUSES,
) -> Settlement:
    """Settle by the rules that hold for the evening."""
    return settle_tables(tables, rules, [player for player in absent if player not in excused], excuses)


def excuses_that_cost(
    club: Club, evenings: Iterable[tuple[Evening, EveningMoney | None]], club_rules: MoneyRules
) -> Mapping[int, Excuses]:
    """Return the answers by evening, where the cost of absence depends on them.

    Three queries, none if no evening needs answers.
    """
    asking = [evening for evening, money in evenings if _rests_on_answers(money_rules.get_rules(money, club_rules))]
    return get_excuses(club, asking) if asking else {}


def _rests_on_answers(rules: MoneyRules) -> bool:
    return rules.absent_by == "answers" and rules.method != "none"


def _is_written(sheet: Sheet, results: Iterable[Result]) -> bool:
    """Return whether anything was written; an evening without an event costs nothing."""
    return sheet.games > 0 or any(result.scores or result.balance for result in results)


def _totals(sheet: Sheet, results: Iterable[Result]) -> list[Total]:
    """Yield the totals in seat order, then latecomers in the order of arrival."""
    place = {int(player): index for index, player in enumerate(sheet.players)}
    ordered = sorted(results, key=lambda result: (place.get(result.player_id, len(place)), result.pk))
    return [
        Total(
            result.player_id,
            result.balance,
            result.games,
            lost=result.counts.get("lost", 0),
            solos_lost=result.counts.get("solos_lost", 0),
            summed=result.summed,
            minus=result.counts.get("minus", 0),
        )
        for result in ordered
    ]


def _now(players: Iterable[int], kept: Mapping[int, int]) -> tuple[int, ...]:
    """Replace merged players by their current ids, each once."""
    return tuple(dict.fromkeys(find_merged_into(player, kept) for player in players))


def find_merged_into(player: int, kept: Mapping[int, int]) -> int:
    while player in kept:
        player = kept[player]
    return player


def live_lines(club: Club) -> Iterator[OpenLine]:
    """Yield the open transfers of closed evenings, the oldest evening first.

    Nine queries at most, one if nothing has changed since this process last asked. Months without a new event are not
    read again as long as nobody paid anything either.
    """
    states = _states_of_months(club)
    known = {
        month: lines for month, state in states.items() if (lines := _remembered((club.pk, month), state)) is not None
    }
    missing = sorted(states.keys() - known.keys())
    if missing or not states:
        first = date.fromisoformat(f"{missing[0]}-01") if missing else date.min
        found: dict[str, list[OpenLine]] = {month: [] for month in states if month >= f"{first:%Y-%m}"}
        for line in _lines_since(club, first):
            found.setdefault(f"{line.day:%Y-%m}", []).append(line)
        known |= {month: tuple(lines) for month, lines in found.items()}
        _remember({(club.pk, month): (states[month], known[month]) for month in found if month in states})
    for month in sorted(known):
        yield from known[month]


def _states_of_months(club: Club) -> dict[str, str]:
    """Return the version token of each month's lines. Empty if changes may not be visible yet. One query.

    Read the tokens here: those loaded with the club date from before this request's writes. Where the people have
    changed since then, the players of this page may be from before that change.
    """
    if connection.in_atomic_block:
        return {}
    words = MonthVersion.objects.filter(club=club, club__version__people=get_people_version(club))
    read = words.values_list("month", "word", "club__version__people", "club__version__money")
    return {month: f"{people} {money} {word}" for month, word, people, money in read}


def _lines_since(club: Club, first: date) -> Iterator[OpenLine]:
    """Yield the lines since a day. Eight queries at most, one if no evening has changed."""
    waiting = _waiting(club, first)
    if not waiting:
        return
    of_club = money_rules.get_money_rules(getattr(club, "money", None))
    evenings = [evening for evening in waiting if _is_for_money(evening, of_club)]
    answers = excuses_that_cost(club, [(one, _find_money(one)) for one in evenings], of_club)
    states = _states(club, of_club, evenings, answers)
    known = {pk: lines for pk, state in states.items() if (lines := _remembered(pk, state)) is not None}
    missing = {evening: _find_money(evening) for evening in evenings if evening.pk not in known}
    for found in _settle_all(club, missing, of_club, _members_of_page(club), answers) if missing else ():
        known[found.evening.pk] = tuple(_lines(found))
    _remember({pk: (state, known[pk]) for pk, state in states.items()})
    for evening in evenings:
        yield from known[evening.pk]


def _waiting(club: Club, first: date) -> list[Evening]:
    """List the unfrozen closed evenings from that day on, with the versions of their sheets. One query."""
    closed = Evening.objects.not_deleted().filter(club=club, closed_at__isnull=False, date__gte=first)
    waiting = closed.filter(Q(money=None) | Q(money__frozen_at=None)).select_related("money")
    written = waiting.annotate(written=Sum("sheets__version"), tables=Count("sheets"))
    return list(written.order_by("date", "pk"))


def _is_for_money(evening: Evening, of_club: MoneyRules) -> bool:
    """Return whether the evening costs anything; hundreds of evenings without money are skipped."""
    return money_rules.in_force(money_rules.get_rules(_find_money(evening), of_club), evening.stake).method != "none"


def _find_money(evening: Evening) -> EveningMoney | None:
    return getattr(evening, "money", None)


def _states(
    club: Club, of_club: MoneyRules, evenings: Iterable[Evening], answers: Mapping[int, object]
) -> dict[int, str]:
    """Return the version token of each evening's lines.

    Empty if changes may not be visible yet: then nothing is cached.
    """
    people = get_people_version(club)
    if not people or connection.in_atomic_block:
        return {}
    return {evening.pk: f"{people} {of_club} {_get_state(evening)} {answers.get(evening.pk)}" for evening in evenings}


def _get_state(evening: Any) -> str:
    money = _find_money(evening)
    chosen = f"{money.rules} {money.expected} {money.excused}" if money else ""
    return f"{evening.version} {evening.written} {evening.tables} {chosen}"


def worked_out(club: Club, lines: tuple[OpenLine, ...], work: Callable[[], tuple[Made, ...]]) -> tuple[Made, ...]:
    """Return a value computed from a club's open lines alone; compute it once for the same lines."""
    found: tuple[Made, ...] | None = _remembered(("of", club.pk), lines)
    if found is None:
        found = work()
        _remember({("of", club.pk): (lines, found)})
    return found


def _remembered(place: Hashable, state: object) -> tuple[Any, ...] | None:
    found = _REMEMBERED.get(place)
    return found[1] if found and found[0] == state else None


def _remember(some: Mapping[Any, tuple[Any, tuple[Any, ...]]]) -> None:
    if len(_REMEMBERED) + len(some) > _MOST_REMEMBERED:
        _REMEMBERED.clear()
    _REMEMBERED.update(some)


def _lines(found: Live) -> Iterator[OpenLine]:
    for kind, place, _, listing in found.lists:
        for transfer in listing.transfers:
            yield OpenLine(
                day=found.evening.date,
                evening=found.evening.pk,
                kind=kind.value,
                correction=0,
                place=place,
                owed=transfer,
                currency=found.currency,
                row=None,
            )
