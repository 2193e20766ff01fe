"""What was remarkable on an evening: its highest game, solos, Füchse and series of wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.folded import Folded, fold_entries
from dokoclub.evenings.ledger.results import players_of
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.selectors.people import Names, fetch_players
from scoring.contract import attribution
from scoring.game.game import Game
from scoring.game.rows import ByHand
from scoring.game.sheet import Line
from scoring.terms import Party

SHORTEST_STREAK = 3  # wins


@dataclass(frozen=True, slots=True, kw_only=True)
class HighGame:
    sheet: Sheet
    entry: Entry
    value: int
    winners: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloPlayed:
    sheet: Sheet
    entry: Entry
    player: Player
    key: str  # of the solo, or of the kind of game that was played alone
    duty: str | None
    won: bool
    points: int  # of the soloist, as the sheet writes them


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    player: Player
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlights:
    """`fuechse`: caught in all; `hunters`: whom they were ascribed to, the best first."""

    games: int
    highest: tuple[HighGame, ...]  # several where they are equal
    solos: tuple[SoloPlayed, ...]
    fuechse: int
    hunters: tuple[tuple[Player, int], ...]
    streaks: tuple[Streak, ...]  # the longest series of games won one after the other
    bock_games: int


def folded_sheets(evening: Evening) -> list[Folded]:
    """All sheets of an evening. Two queries."""
    sheets = list(evening.sheets.order_by("round", "pk"))
    entries = Entry.objects.filter(sheet__evening=evening).order_by("sheet", "position")
    by_sheet = {pk: list(some) for pk, some in groupby(entries, key=lambda entry: entry.sheet_id)}
    for sheet in sheets:
        sheet.evening = evening
    return [fold_entries(sheet, by_sheet.get(sheet.pk, [])) for sheet in sheets]


def highlights_of(evening: Evening) -> Highlights:
    """Three queries, whatever the number of tables and games."""
    return highlights_on(folded_sheets(evening))


def highlights_on(sheets: list[Folded]) -> Highlights:
    """Of all the sheets of an evening. One query."""
    names = fetch_players(player for sheet in sheets for player in players_of(sheet))
    lines = [(entry, row, line) for sheet in sheets for entry, row, line in sheet]
    hunters = Counter(_hunters(sheets))
    games = [line for _, _, line in lines if line.number is not None]
    return Highlights(
        games=len(games),
        highest=tuple(_highest(sheets, names)),
        solos=tuple(solos_on(sheets, names)),
        fuechse=sum(_count(row, "fuchs") for _, row, _ in lines if isinstance(row, Game)),
        hunters=tuple((names[player], count) for player, count in hunters.most_common()),
        streaks=tuple(_streaks(sheets, names)),
        bock_games=sum(line.bock_level > 0 for line in games),
    )


def _highest(sheets: Iterable[Folded], names: Names) -> Iterator[HighGame]:
    """Games with the highest value of the evening, Bock and all; none if nothing was worth anything."""
    found = [
        HighGame(
            sheet=sheet.sheet,
            entry=entry,
            value=line.score.reckoning.value or 0,
            winners=tuple(names[player] for player in facts.players_in(row) if line.score.balance[player] > 0),
        )
        for sheet in sheets
        for entry, row, line in sheet
        if isinstance(row, (Game, ByHand))
    ]
    best = max((game.value for game in found), default=0)
    return (game for game in found if best and game.value == best)


def solos_on(sheets: Iterable[Folded], names: Names) -> Iterator[SoloPlayed]:
    """Every solo, in the order in which they were played. No query."""
    for sheet in sheets:
        for entry, row, line in sheet:
            if isinstance(row, Game) and row.is_solo:
                yield SoloPlayed(
                    sheet=sheet.sheet,
                    entry=entry,
                    player=names[row.re[0]],
                    key=row.solo or row.kind,
                    duty=line.duty,
                    won=line.score.reckoning.winner is Party.RE,
                    points=line.score.scores[row.re[0]],
                )


def _count(game: Game, key: str) -> int:
    return sum(count for extras in (game.re_extras, game.kontra_extras) for name, count in extras if name == key)


def _hunters(sheets: Iterable[Folded]) -> Iterator[str]:
    for sheet in sheets:
        for entry, row, _ in sheet:
            if isinstance(row, Game):
                caught = attribution.read_attribution(entry.attribution, row).extras
                yield from (credit.by for credit in caught if credit.key == "fuchs")


def _streaks(sheets: Iterable[Folded], names: Names) -> Iterator[Streak]:
    """The longest series of the evening, round after round; a game that a player sits out does not end his."""
    running: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for sheet in sheets:
        for _, row, line in sheet:
            if isinstance(row, Game):
                for player in row.players:
                    running[player] = running[player] + 1 if _won(player, row, line) else 0
                    longest[player] = max(longest[player], running[player])
    best = max(longest.values(), default=0)
    if best >= SHORTEST_STREAK:
        yield from (Streak(player=names[player], wins=best) for player, wins in longest.items() if wins == best)


def _won(player: str, game: Game, line: Line) -> bool:
    return line.score.reckoning.winner is (Party.RE if player in game.re else Party.KONTRA)
