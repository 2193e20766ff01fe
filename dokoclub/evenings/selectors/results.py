"""Highlights of an evening (highest game, solos, Füchse, series of wins), and the result as text to share."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.games import own_names, solo_name
from dokoclub.core.formatting import day, signed
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.selectors.evenings import FinalPlace
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
    key: str  # of the solo, or of the kind of game played alone
    duty: str | None
    won: bool
    points: int  # of the soloist, as on the sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    player: Player
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlights:
    """Highlights of an evening. `fuechse`: all that were caught; `hunters`: the credited players, the best first."""

    games: int
    highest: tuple[HighGame, ...]  # several in a tie
    solos: tuple[SoloPlayed, ...]
    fuechse: int
    hunters: tuple[tuple[Player, int], ...]
    streaks: tuple[Streak, ...]  # the longest series of games won in a row
    bock_games: int


def replay_sheets(evening: Evening) -> list[SheetState]:
    """Return all sheets of an evening. Two queries."""
    sheets = list(evening.sheets.order_by("round", "pk"))
    entries = Entry.objects.filter(sheet__evening=evening).order_by("sheet", "position")
    by_sheet = {pk: list(some) for pk, some in groupby(entries, key=lambda entry: entry.sheet_id)}
    for sheet in sheets:
        sheet.evening = evening
    return [replay_entries(sheet, by_sheet.get(sheet.pk, [])) for sheet in sheets]


def highlights_on(sheets: list[SheetState]) -> Highlights:
    """Return the highlights of all these sheets of an evening. One query."""
    names = fetch_players(player for sheet in sheets for player in list_players(sheet))
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


def _highest(sheets: Iterable[SheetState], names: Names) -> Iterator[HighGame]:
    """Yield the games with the highest value, Bock included; none if no game was worth anything."""
    found = [
        HighGame(
            sheet=sheet.sheet,
            entry=entry,
            value=line.score.reckoning.value or 0,
            winners=tuple(names[player] for player in events.players_in(row) if line.score.balance[player] > 0),
        )
        for sheet in sheets
        for entry, row, line in sheet
        if isinstance(row, (Game, ByHand))
    ]
    best = max((game.value for game in found), default=0)
    return (game for game in found if best and game.value == best)


def solos_on(sheets: Iterable[SheetState], names: Names) -> Iterator[SoloPlayed]:
    """Yield every solo, in the order of play. No query."""
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


def _hunters(sheets: Iterable[SheetState]) -> Iterator[str]:
    for sheet in sheets:
        for entry, row, _line in sheet:
            if isinstance(row, Game):
                caught = attribution.read_attribution(entry.attribution, row).extras
                yield from (credit.by for credit in caught if credit.key == "fuchs")


def _streaks(sheets: Iterable[SheetState], names: Names) -> Iterator[Streak]:
    """Yield the longest series of wins, across rounds. A game that a player sits out does not end their series."""
    running: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for sheet in sheets:
        for _entry, row, line in sheet:
            if isinstance(row, Game):
                for player in row.players:
                    running[player] = running[player] + 1 if _won(player, row, line) else 0
                    longest[player] = max(longest[player], running[player])
    best = max(longest.values(), default=0)
    if best >= SHORTEST_STREAK:
        yield from (Streak(player=names[player], wins=best) for player, wins in longest.items() if wins == best)


def _won(player: str, game: Game, line: Line) -> bool:
    return line.score.reckoning.winner is (Party.RE if player in game.re else Party.KONTRA)


def in_text(evening: Evening, places: Iterable[FinalPlace], found: Highlights, story: str = "") -> str:
    """Return the result as text, with its story, or else with its highlights. No query."""
    here = [place for place in places if place.is_here and place.rank is not None]
    lines = [
        f"{evening.club.name}, {day(evening.date)}",
        "",
        *(f"{place.rank}. {place.player.name} {signed(place.points)}" for place in here),
        "",
        *_remarks(found, story, is_summed=bool(here) and not found.games),
    ]
    return "\n".join(lines).strip()


def _remarks(found: Highlights, story: str, *, is_summed: bool) -> Iterator[str]:
    """Yield the remarks. `is_summed`: the number of games is unknown."""
    if not is_summed:
        yield ngettext("%(number)s game", "%(number)s games", found.games) % {"number": found.games}
    if story:
        yield from ("", story)
        return
    if found.highest:
        game = found.highest[0]
        yield _("Biggest game: %(value)s (%(winners)s)") % {
            "value": game.value,
            "winners": _names(player.name for player in game.winners),
        }
    if found.solos:
        yield _("Solos: %(solos)s") % {"solos": _names(map(_solo, found.solos))}
    if found.fuechse:
        yield _("Füchse caught: %(number)s") % {"number": found.fuechse}
    if found.streaks:
        yield _("Longest winning streak: %(wins)s (%(players)s)") % {
            "wins": found.streaks[0].wins,
            "players": _names(streak.player.name for streak in found.streaks),
        }


def _solo(solo: SoloPlayed) -> str:
    name = solo_name(solo.key, own_names(solo.sheet.parsed))
    return f"{solo.player.name} ({name} {signed(solo.points)})"


def _names(some: Iterable[str]) -> str:
    return ", ".join(some)
