"""Evenings of a club, and the page of an evening with its tables and its ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, TypeAlias

from django.db.models import Count, Manager, Max, Q, QuerySet, Sum

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import read_once
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Evening, Result, Seat, Sheet, SheetStyle
from dokoclub.evenings.models.link import AnyLink
from dokoclub.evenings.selectors.starting import get_style
from dokoclub.evenings.texts import short_names
from scoring.game.pflichtsolo import games_in_list

WIDEST_STRIP: Final = 7  # columns of names

Ranks: TypeAlias = Mapping[int, int | None]  # by player; None: takes part without a rank


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPlace:
    """One player in the ranking of an evening. Equal points share a rank; without a game there is none."""

    rank: int | None
    player: Player
    points: int  # by the club's ranking: `scores` or `balance`
    scores: int
    balance: int
    games: int
    won: int
    solos: int
    solos_won: int
    decided: int
    summed: int
    is_shared: bool

    @property
    def is_here(self) -> bool:
        """Return whether the player has played, or has points of an evening known only by its sums."""
        return self.games > 0 or self.summed > 0

    @property
    def known_games(self) -> int | None:
        """Return the number of games; None if it is unknown."""
        return None if self.summed and not self.games else self.games


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One table of the evening page."""

    sheet: Sheet
    players: tuple[Player, ...]  # the current players, in seat order
    leaders: tuple[Player, ...]  # empty before the first game
    best: int
    is_mine: bool  # the viewing account sits there
    is_summed: bool = False  # only the sums are known, not even the number of games

    @property
    def games(self) -> int:
        return self.sheet.games

    @property
    def games_meant(self) -> int | None:
        """Return the number of games of the list at this table; None for an open end."""
        return games_in_list(self.sheet.parsed, len(self.players))

    @property
    def is_full(self) -> bool:
        """Return whether the list is full, so that further games are extra."""
        return self.games_meant is not None and self.games >= self.games_meant

    @property
    def next_game(self) -> int:
        return self.sheet.games + 1

    @property
    def without_leaders(self) -> TableLine:
        """Return the table without leaders, for pages that name them elsewhere."""
        return replace(self, leaders=())

    @property
    def bock_left(self) -> list[int]:
        return list(self.sheet.bock_left)


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPage:
    evening: Evening
    rounds: tuple[tuple[int, tuple[TableLine, ...]], ...]
    ranking: tuple[FinalPlace, ...]
    style: SheetStyle

    @property
    def tables(self) -> list[TableLine]:
        return [table for _, tables in self.rounds for table in tables]

    @property
    def has_several_tables(self) -> bool:
        """Return whether there are several tables, at the same time or one after the other."""
        return len(self.tables) > 1

    @property
    def names_tables(self) -> bool:
        """Return whether there were ever two tables at the same time."""
        return any(len(tables) > 1 for _, tables in self.rounds)

    @property
    def sole_table(self) -> TableLine | None:
        """Return the only table while it is open: the evening is then this one sheet."""
        return self.tables[0] if len(self.tables) == 1 and self.tables[0].sheet.is_open else None

    @property
    def shows_both(self) -> bool:
        """Return whether to show both columns, as a sheet is not zero-sum (rules.md 1.15)."""
        return any(table.sheet.parsed.notation != "zero_sum" for table in self.tables)

    @property
    def fits_strip(self) -> bool:
        """Return whether everybody's points fit next to each other, one figure each."""
        return 0 < len(self.ranking) <= WIDEST_STRIP and not self.shows_both

    @property
    def open_tables(self) -> list[TableLine]:
        return [table for table in self.tables if table.sheet.is_open]

    @property
    def scores(self) -> tuple[FinalPlace, ...]:
        """Return everybody's points if a single open table has played; several tables each show their leaders."""
        is_only_one = len(self.tables) == 1 and bool(self.open_tables) and self.tables[0].games > 0
        return self.ranking if is_only_one else ()

    @property
    def short_names(self) -> dict[int, str]:
        """Return the short name of each player next to their card, by player."""
        return dict(short_names([place.player for place in self.scores]))

    @property
    def sheet_to_open(self) -> Sheet | None:
        """Return the sheet that a tap on the evening opens: where the account sits, or the only open one."""
        meant = self.my_tables or self.open_tables
        return meant[0].sheet if len(meant) == 1 else None

    @property
    def my_tables(self) -> list[TableLine]:
        """Return the open tables where the account sits."""
        return [table for table in self.tables if table.is_mine and table.sheet.is_open]

    @property
    def last_round(self) -> int:
        return self.rounds[-1][0] if self.rounds else 0


def evening_page(evening: Evening, account: Account | None = None) -> EveningPage:
    """Return the page of an evening.

    Four queries, for any number of tables: sheets, seats, results, the club's style.
    """
    return evening_pages([evening], account)[0]


def evening_pages(evenings: Sequence[Evening], account: Account | None = None) -> list[EveningPage]:
    """Return the pages of several evenings of one club, with the same four queries in all; none for an empty list."""
    if not evenings:
        return []
    sheets = list(Sheet.objects.filter(evening__in=evenings).order_by("round", "pk"))
    seats = Seat.objects.taken().filter(sheet__in=sheets).select_related("player").order_by("sheet", "place")
    results = list(Result.objects.filter(sheet__in=sheets).select_related("player").order_by("sheet", "pk"))
    style = get_style(evenings[0].club)
    seated = {pk: [seat.player for seat in some] for pk, some in groupby(seats, key=lambda seat: seat.sheet_id)}
    done = {pk: list(some) for pk, some in groupby(results, key=lambda result: result.sheet_id)}
    lines = [_table(sheet, seated.get(sheet.pk, []), done.get(sheet.pk, []), style, account) for sheet in sheets]
    return [
        _page(evening, [line for line in lines if line.sheet.evening_id == evening.pk], done, style)
        for evening in evenings
    ]


def _page(evening: Evening, lines: list[TableLine], done: Mapping[int, list[Result]], style: SheetStyle) -> EveningPage:
    results = [result for line in lines for result in done.get(line.sheet.pk, [])]
    return EveningPage(
        evening=evening,
        rounds=tuple((number, tuple(some)) for number, some in groupby(lines, key=lambda line: line.sheet.round)),
        ranking=tuple(rank_results(results, style)),
        style=style,
    )


def _table(
    sheet: Sheet, seated: list[Player], results: list[Result], style: SheetStyle, account: Account | None
) -> TableLine:
    played = [result for result in results if result.games or result.summed]
    best = max((getattr(result, style.ranked_by) for result in played), default=0)
    leaders = [result.player for result in played if getattr(result, style.ranked_by) == best]
    return TableLine(
        sheet=sheet,
        players=tuple(seated),
        leaders=tuple(leaders) if sheet.games or any(result.summed for result in results) else (),
        best=best,
        is_mine=account is not None and any(player.account_id == account.pk for player in seated),
        is_summed=not sheet.games and any(result.summed for result in results),
    )


def rank_results(results: Iterable[Result], style: SheetStyle) -> list[FinalPlace]:
    """Rank the results of all sheets together.

    Equal points are in order of arrival, people without a game last. No query.
    """
    by_player: dict[Player, list[Result]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    sums = {
        player: {
            name: sum(getattr(result, name) for result in mine)
            for name in ("scores", "balance", "games", "won", "solos", "solos_won", "decided", "summed")
        }
        for player, mine in by_player.items()
    }
    here = {player for player, total in sums.items() if total["games"] or total["summed"]}
    points = [sums[player][style.ranked_by] for player in here]
    return [
        FinalPlace(
            rank=1 + sum(other > total[style.ranked_by] for other in points) if player in here else None,
            player=player,
            points=total[style.ranked_by],
            is_shared=player in here and points.count(total[style.ranked_by]) > 1,
            **total,
        )
        for player, total in sorted(sums.items(), key=lambda item: (item[0] not in here, -item[1][style.ranked_by]))
    ]


def result_page(evening: Evening, account: Account | None = None) -> EveningPage:
    """Return the same as `evening_page`, but with a tournament's own ranks once it is over."""
    page = evening_page(evening, account)
    return page if evening.is_open else replace(page, ranking=final_ranking(evening, page.ranking))


def final_ranking(evening: Evening, places: Sequence[FinalPlace]) -> tuple[FinalPlace, ...]:
    """Return the places of a closed evening; those of a tournament have its tie-breaks. One query or more."""
    return _rank_by(places, find_ranks([evening])[evening.pk])


def find_ranks(evenings: Sequence[Evening]) -> Mapping[int, Ranks | None]:
    """Return the ranks that a tournament gives its players, by evening; None for any other evening."""
    found = {pk: ranks for ranked in hooks.evening_ranks for pk, ranks in ranked(evenings).items()}
    return {evening.pk: found.get(evening.pk) for evening in evenings}


def _rank_by(places: Sequence[FinalPlace], ranks: Ranks | None) -> tuple[FinalPlace, ...]:
    if ranks is None:
        return tuple(places)
    given = [rank for rank in ranks.values() if rank is not None]
    ranked = [
        replace(place, rank=rank, is_shared=given.count(rank or 0) > 1)
        for place in places
        for rank in [ranks.get(place.player.pk)]
    ]
    return tuple(sorted(ranked, key=lambda place: (place.rank is None, place.rank or 0)))


def open_evenings(club: Club, most: int | None = None) -> list[Evening]:
    """List the open evenings, the newest first, at most `most`, with .table_count and .player_count. One query."""
    return list(_counted(Evening.objects.open().filter(club=club))[:most])


NEWEST: Final = 5


def newest_evenings(club: Club) -> list[Evening]:
    """List some open and some closed evenings, newest first, `with_tables`. One query, one for a whole page."""
    alive = Evening.objects.not_deleted().filter(club=club).order_by("-date", "-pk")
    some = (alive.filter(closed_at=None)[:NEWEST], alive.exclude(closed_at=None)[:NEWEST])

    def read() -> list[Evening]:
        newest = alive.filter(Q(pk__in=some[0].values("pk")) | Q(pk__in=some[1].values("pk")))
        found = list(with_tables(newest))
        for evening in found:
            evening.club = club
        return found

    return read_once(club, "newest evenings", read)


def count_open(club: Club) -> int:
    """Return the number of open evenings. One query."""
    return Evening.objects.open().filter(club=club).count()


_PLAYED: Final = Q(sheets__results__games__gt=0) | Q(sheets__results__summed__gt=0)


def with_tables(evenings: QuerySet[Evening]) -> QuerySet[Any]:
    """Annotate .table_count, of tables at the same time, and .game_count; None without a sheet."""
    return evenings.annotate(
        table_count=Count("sheets__table", distinct=True),
        game_count=Sum("sheets__games"),
    )


def _counted(evenings: QuerySet[Evening]) -> QuerySet[Any]:
    return evenings.order_by("-date", "-pk").annotate(
        table_count=Count("sheets", distinct=True),
        player_count=Count("sheets__results__player", filter=_PLAYED, distinct=True),
    )


def deleted_evenings(club: Club) -> list[Evening]:
    """List the deleted evenings that can still be restored. One query."""
    return list(Evening.objects.to_take_back().filter(club=club).select_related("deleted_by"))


def get_version(evening: Evening) -> str:
    """Return a version of the evening that changes with anything on it or its sheets. One query."""
    found = Evening.objects.filter(pk=evening.pk).aggregate(
        own=Max("version"), written=Sum("sheets__version"), tables=Count("sheets")
    )
    return f"{found['own'] or 0}-{found['written'] or 0}-{found['tables']}"


def list_links(links: Manager[AnyLink]) -> list[AnyLink]:
    """List the secret links to one thing, the newest first. One query."""
    return list(links.select_related("made_by"))


def has_one_sheet(evening: Evening) -> bool:
    """Return whether the evening has one sheet, whose page then represents the evening. One query."""
    return len(Sheet.objects.filter(evening=evening).order_by().values_list("pk")[:2]) == 1
