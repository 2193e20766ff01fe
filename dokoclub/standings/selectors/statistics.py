"""Everything that statistics are made of: the games of a period, counted in one pass, and everybody's evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, TypeAlias

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.words.games import own_names
from dokoclub.evenings.ledger import attribution, facts
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.standings.models.periods import Period
from dokoclub.standings.selectors import records
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, played_games
from scoring.league.deeds import Counts
from scoring.league.records import Evening as OnEvening
from scoring.league.statistics import OfPlayer, Statistics, count_statistics
from scoring.rules.rules import Rules

Json: TypeAlias = dict[str, Any]
Written: TypeAlias = tuple[int | None, Json, Json]  # number, facts, attribution

NO_GAME: Final = "penalty"  # says nothing about any game, nor why there was none
COUNTERS: Final = ("games", "decided", "scores", "balance")


@dataclass(frozen=True)
class Counted:
    """A period of a club. Points are those of the column that ranks, without the league's corrections."""

    period: Period
    ranked_by: str  # scores or balance
    players: Mapping[int, Player]  # everybody who ever played in the club
    statistics: Statistics
    evenings: Mapping[int, tuple[OnEvening, ...]]  # by player, the oldest first
    extra_names: Mapping[str, str]  # of the club's own extras, and where the rules call one otherwise
    by_hand: int  # games that count in points only
    redeals: Mapping[str | None, int]  # how often cards were dealt again, by reason; None: nobody wrote one down

    def of(self, player: Player) -> OfPlayer:
        """What was counted for one player; nothing at all for who did not play."""
        return self.statistics.players.get(str(player.pk)) or OfPlayer()

    def player(self, key: str) -> Player:
        """Whom `scoring` knows under that name."""
        return self.players[int(key)]

    def points(self, counts: Counts) -> int:
        return counts.balance if self.ranked_by == "balance" else counts.scores

    def attended(self, player: Player) -> int:
        """Evenings with at least one game."""
        return sum(one.attended for one in self.evenings.get(player.pk, ()))

    @cached_property
    def held(self) -> list[tuple[date, int]]:
        """The evenings on which anybody played, by day and number, the oldest first."""
        return sorted({(one.day, one.evening) for mine in self.evenings.values() for one in mine if one.attended})


def count_games(club: Club, period: Period, ranked_by: str, only: Player | None = None) -> Counted:
    """Four queries, whatever the number of evenings, games and players.

    `only`: count the games of the sheets on which this player sat, which is all that his own statistics need.
    """
    sheets, rows = _sheets(club, period, only), _rows(club, period, only)
    rules = {sheet.pk: sheet.parsed for sheet in sheets}
    return Counted(
        period=period,
        ranked_by=ranked_by,
        players=club.players.in_bulk(),
        statistics=count_statistics(_games(sheets, rows, ranked_by)),
        evenings=records.fetch_played(club, period.first, period.last, COUNTERS).evenings,
        extra_names=_extra_names(rules.values()),
        by_hand=sum(stored["kind"] == "manual" for written in rows.values() for _, stored, _ in written),
        redeals=_redeals(rows),
    )


def _extra_names(rules: Collection[Rules]) -> dict[str, str]:
    """The club's own extras; what the registry knows is called otherwise only where every sheet called it so."""
    everywhere = set.intersection(*({*own_names(of_sheet)} for of_sheet in rules)) if rules else set()
    names = {key: name for of_sheet in rules for key, name in own_names(of_sheet).items()}
    return {key: name for key, name in names.items() if key in everywhere or key not in EXTRAS}


def _redeals(rows: Mapping[int, list[Written]]) -> Counter[str | None]:
    every = (stored for written in rows.values() for _, stored, _ in written)
    return Counter(stored.get("reason") for stored in every if stored["kind"] == "redeal")


def _games(sheets: Iterable[Sheet], rows: Mapping[int, list[Written]], ranked_by: str) -> Iterator[Played]:
    for sheet in sheets:
        scorer = sheet.scorer
        noted = (_noted(row, scorer.rules) for row in rows.get(sheet.pk, ()))
        place = Place(sheet.evening_id, sheet.evening.date, sheet.pk)
        yield from played_games(scorer, len(sheet.players), noted, place, ranked_by=ranked_by)


def _sheets(club: Club, period: Period, only: Player | None) -> list[Sheet]:
    """In the order in which they were played. One query."""
    return list(
        Sheet.objects.alive()
        .filter(evening__club=club, evening__date__range=(period.first, period.last), **_of("", only))
        .select_related("evening")
        .only("rules", "players", "round", "evening__date")
        .order_by("evening__date", "evening", "round", "pk")
    )


def _rows(club: Club, period: Period, only: Player | None) -> Mapping[int, list[Written]]:
    """What was written on each sheet, struck rows left out. One query."""
    found: dict[int, list[Written]] = {}
    entries = (
        Entry.objects.counted()
        .filter(
            sheet__evening__club=club,
            sheet__evening__date__range=(period.first, period.last),
            sheet__evening__deleted_at=None,
            **_of("sheet__", only),
        )
        .exclude(kind=NO_GAME)
        .order_by("sheet", "position")
        .values_list("sheet", "number", "facts", "attribution")
    )
    for sheet, number, stored, ascribed in entries.iterator():
        found.setdefault(sheet, []).append((number, stored, ascribed))
    return found


def _of(path: str, player: Player | None) -> dict[str, Player]:
    """Sheets on which somebody sat: everybody who ever did has a result there."""
    return {f"{path}results__player": player} if player else {}


def _noted(written: Written, rules: Rules) -> Noted:
    number, stored, ascribed = written
    row = facts.load_row(stored, rules)
    if not isinstance(row, Game) or not (ascribed or row.is_solo):
        return Noted(row, number)
    known = attribution.read_attribution(ascribed, row)
    return Noted(row, number, *known)
