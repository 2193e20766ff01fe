"""Counting of statistics and ratings: the games of an evening in one pass, attendance, and rated members."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.texts.games import format_names, list_names
from dokoclub.evenings.models import Entry, Posting, Result, Sheet
from dokoclub.standings.models import HiddenRating
from dokoclub.standings.models.periods import Period
from dokoclub.standings.selectors import records
from dokoclub.standings.selectors.people import resolve_aliases
from scoring.contract import attribution
from scoring.contract.legacy_rows import load_row
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, played_games
from scoring.game.score import Scorer
from scoring.league.attendance import Attendance, Course, OneEvening, compute_attendance, get_course
from scoring.league.counters import OF_SUMS
from scoring.league.rated import Rated, rate_games
from scoring.league.statistics import OfPlayer, Statistics, count_statistics
from scoring.league.sums import Sums
from scoring.rules.rules import Rules

Json: TypeAlias = dict[str, Any]
Written: TypeAlias = tuple[int | None, Json, Json]  # number, facts, attribution

NO_GAME: Final = "penalty"  # A penalty is neither a game nor a redeal.
OTHER_POINTS: Final = frozenset({"manual", "sums", NO_GAME})  # that a winner of the evening may owe to no game
COUNTERS: Final = ("games", "decided", "scores", "balance", "summed", *OF_SUMS)


@dataclass(frozen=True)
class Counted:
    """The statistics of a club's period. Points are those of the ranking column, without the league's corrections."""

    period: Period
    players: Mapping[int, Player]  # everybody who ever played in the club
    sums: Sums

    @property
    def statistics(self) -> Statistics:
        return self.sums.counted

    @property
    def attendance(self) -> Mapping[int, Attendance]:
        """Return the attendance of all who sat at a table, by player."""
        return self.sums.attendance

    @property
    def course(self) -> Course:
        return self.sums.course

    @property
    def held(self) -> int:
        """Return the number of evenings with a game."""
        return self.sums.held

    def of(self, player: Player) -> OfPlayer:
        """Return the statistics of one player; empty ones if they did not play."""
        return self.statistics.players.get(str(player.pk)) or OfPlayer()

    def attended(self, player: Player) -> Attendance:
        return self.attendance.get(player.pk) or Attendance()

    def player(self, key: str) -> Player:
        """Return the player with this key of `scoring`."""
        return self.players[int(key)]

    @cached_property
    def extra_names(self) -> Mapping[str, str]:
        """Return the names of the club's extras; a known extra has another name only if every sheet used that name."""
        names = self.sums.names
        everywhere = {key for key, _, _ in names.all or ()}
        return format_names(name for key, name in names.any.items() if key in everywhere or key not in EXTRAS)


class OnEvening(NamedTuple):
    """An evening with sheets."""

    number: int
    day: date
    is_open: bool
    sheets: tuple[tuple[int, int], ...]  # id and version of each


def list_evenings(club: Club, first: date, last: date, *, of: Player | None = None) -> list[OnEvening]:
    """List the evenings, the oldest first; `of`: only those of that player. One query."""
    sheets = Sheet.objects.not_deleted().filter(evening__club=club, evening__date__range=(first, last))
    if of is not None:
        own = Result.objects.filter(player=of, sheet__evening__date__range=(first, last)).values("sheet__evening")
        sheets = sheets.filter(evening__in=own)
    rows = sheets.order_by("evening__date", "evening", "pk").values_list(
        "evening", "evening__date", "evening__closed_at", "pk", "version"
    )
    found: dict[int, OnEvening] = {}
    for number, day, closed_at, sheet, version in rows:
        one = found.get(number) or OnEvening(number, day, closed_at is None, ())
        found[number] = one._replace(sheets=(*one.sheets, (sheet, version)))
    return list(found.values())


def list_points(player: Player, evenings: Iterable[int], ranked_by: str) -> list[int]:
    """List a player's points by game and penalty of these evenings, in the order of play. One query."""
    found = Posting.objects.filter(player=player, entry__sheet__evening__in=evenings)
    evening, sheet = "entry__sheet__evening", "entry__sheet"
    ordered = found.order_by(f"{evening}__date", evening, f"{sheet}__round", sheet, "entry__position")
    return list(ordered.values_list(ranked_by, flat=True))


def count_evenings(evenings: Iterable[OnEvening], ranked_by: str) -> dict[int, Sums]:
    """Count the games of each of these evenings, by its id. Two queries for any number of evenings."""
    wanted = {one.number: one.day for one in evenings}
    sheets, rows = fetch_sheets(wanted), fetch_rows(wanted)
    return {number: _count(sheets.get(number, []), day, rows, ranked_by) for number, day in wanted.items()}


def _count(sheets: Collection[Sheet], day: date, rows: Mapping[int, list[Written]], ranked_by: str) -> Sums:
    """Count the games of one evening."""
    kinds = {stored["kind"] for sheet in sheets for _, stored, _ in rows.get(sheet.pk, ())}
    games = _games(sheets, day, rows, ranked_by)
    sums = Sums(counted=count_statistics(games, decided_by_games=kinds.isdisjoint(OTHER_POINTS)))
    for sheet in sheets:
        sums.names.add(list_names(sheet.parsed))
        for _, stored, _ in rows.get(sheet.pk, ()):
            if stored["kind"] == "manual":
                sums.by_hand += 1
            elif stored["kind"] == "redeal":
                sums.redeals[stored.get("reason")] += 1
    return sums


def sum_evenings(club: Club, first: date, last: date, ranked_by: str) -> Sums:
    """Sum up everybody's evenings between these days without any games. One query."""
    played = records.fetch_played(club, first, last, COUNTERS).evenings
    by_balance = ranked_by == "balance"
    evenings = {
        player: tuple(
            OneEvening(
                one.evening,
                one.day,
                one.counts.games,
                one.counts.decided,
                one.counts.balance if by_balance else one.counts.scores,
                one.counts.summed,
                one.counts.summed_balance if by_balance else one.counts.summed_scores,
            )
            for one in mine
        )
        for player, mine in played.items()
    }
    return Sums(
        attendance={player: compute_attendance(mine) for player, mine in evenings.items()},
        course=get_course(evenings),
        held=len({one.evening for mine in evenings.values() for one in mine if one.attended}),
    )


def _games(sheets: Iterable[Sheet], day: date, rows: Mapping[int, list[Written]], ranked_by: str) -> Iterator[Played]:
    for sheet in sheets:
        scorer = sheet.scorer
        noted = (_noted(row, scorer.rules) for row in rows.get(sheet.pk, ()) if row[1]["kind"] != NO_GAME)
        place = Place(sheet.evening_id, day, sheet.pk)
        yield from played_games(scorer, len(sheet.players), noted, place, ranked_by=ranked_by)


def fetch_sheets(evenings: Collection[int]) -> Mapping[int, list[Sheet]]:
    """Return the sheets by evening, in the order of play. One query."""
    found: dict[int, list[Sheet]] = {}
    sheets = Sheet.objects.filter(evening__in=evenings).order_by("evening", "round", "pk")
    for sheet in sheets.only("rules", "players", "round", "evening"):
        found.setdefault(sheet.evening_id, []).append(sheet)
    return found


def fetch_rows(evenings: Collection[int]) -> Mapping[int, list[Written]]:
    """Return the entries of each sheet, without struck ones. One query."""
    found: dict[int, list[Written]] = {}
    entries = (
        Entry.objects.counted()
        .filter(sheet__evening__in=evenings)
        .order_by("sheet", "position")
        .values_list("sheet", "number", "facts", "attribution")
    )
    for sheet, number, stored, ascribed in entries.iterator():
        found.setdefault(sheet, []).append((number, stored, ascribed))
    return found


def _noted(written: Written, rules: Rules) -> Noted:
    number, stored, ascribed = written
    row = load_row(stored, rules)
    if not isinstance(row, Game) or not (ascribed or row.is_solo):
        return Noted(row, number)
    known = attribution.read_attribution(ascribed, row)
    return Noted(row, number, *known)


class Member(NamedTuple):
    """A member of the club, not a guest."""

    player: Player
    is_hidden: bool

    @property
    def key(self) -> str:
        """Return the key of the player in `scoring`."""
        return str(self.player.pk)


def rated_members(club: Club) -> list[Member]:
    """List the members by name, hidden ones too. Three queries."""
    hidden = hidden_players(club)
    members = club.players.active().filter(guest=False).order_by("folded_name", "pk")
    return [Member(player, player.pk in hidden) for player in members]


def hidden_players(club: Club) -> frozenset[int]:
    """Return the players that hide their number, as merged by now. Two queries."""
    aliases = resolve_aliases(club)
    hidden = HiddenRating.objects.filter(player__club=club).values_list("player", flat=True)
    return frozenset(aliases.get(player, player) for player in hidden)


def own_player(club: Club, account: Account) -> Player | None:
    """Return the account's current player in the club. One query."""
    return club.players.active().filter(account=account).first()


def rate_evenings(evenings: Iterable[OnEvening]) -> dict[int, Rated]:
    """Rate the games of each of these evenings, by its id. Two queries for any number of evenings."""
    wanted = {one.number: one.day for one in evenings}
    sheets, rows = fetch_sheets(wanted), fetch_rows(wanted)
    return {number: rate_games(day, _scored(sheets.get(number, []), rows)) for number, day in wanted.items()}


def _scored(sheets: Sequence[Sheet], rows: Mapping[int, list[Written]]) -> Iterator[tuple[Scorer, list[Game]]]:
    """Yield only the games with parties: rows by hand have none."""
    for sheet in sheets:
        scorer = sheet.scorer
        found = (load_row(stored, scorer.rules) for _, stored, _ in rows.get(sheet.pk, ()))
        yield scorer, [row for row in found if isinstance(row, Game)]
