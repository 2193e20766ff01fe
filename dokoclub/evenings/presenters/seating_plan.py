"""The seating plan of new tables: available people, their seats, and warnings about people seated at open tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.presenters.club_page import format_missing
from dokoclub.core.formatting import short_day
from dokoclub.evenings.forms.seats import Seating
from dokoclub.evenings.models import Seat, Sheet
from dokoclub.evenings.texts import join_names, short_names
from scoring.terms import PLAYING, TABLE_SIZES

MOST_SHOWN: Final = 12  # tiles; of more only the first are shown, the others are collapsed
SHOWN_FIRST: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A tile to tap a person.

    `where`: the seat, or the table if several; `elsewhere`: already sits at an open table.
    """

    player: Player
    short: str
    where: str
    elsewhere: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The seating plan. `everybody` in the order of the tiles, which no tap changes."""

    everybody: Sequence[Player]
    seating: Seating
    busy: Mapping[int, Seat]  # by player: the seat at an open table

    @property
    def tiles(self) -> list[Tile]:
        short = short_names(self.everybody)
        return [self._tile(player, short[player.pk]) for player in self.everybody]

    @property
    def first_tiles(self) -> list[Tile]:
        return [tile for index, tile in enumerate(self.tiles) if index < self._shown or tile.where]

    @property
    def further_tiles(self) -> list[Tile]:
        return [tile for index, tile in enumerate(self.tiles) if index >= self._shown and not tile.where]

    @property
    def _shown(self) -> int:
        return MOST_SHOWN if len(self.everybody) <= MOST_SHOWN else SHOWN_FIRST

    @property
    def away(self) -> list[Player]:
        """Return the people who are not here; a script can bring them to a table."""
        here = set(self.seating.everybody)
        return [player for player in self.everybody if player not in here]

    @property
    def number(self) -> int:
        return len(self.seating.everybody)

    @property
    def fewest(self) -> int:
        return PLAYING

    @property
    def most(self) -> int:
        return TABLE_SIZES[-1]

    @property
    def lacks_players(self) -> bool:
        """Return whether the club has too few people for a table, so that names come first."""
        return len(self.everybody) < PLAYING

    @property
    def lacking(self) -> str:
        """Return how many names are missing for a table; only while it `lacks_players`."""
        return format_missing(len(self.everybody))

    @property
    def is_to_draw(self) -> bool:
        """Return whether there are more people than one table takes, and no tables yet."""
        return not self.seating.is_several and self.number > self.most

    @property
    def is_ready(self) -> bool:
        """Return whether there are enough people, and not too many for one table."""
        return self.number >= PLAYING and not self.is_to_draw

    @property
    def is_seated(self) -> bool:
        """Return whether the taps seat one table in their order, with drawing as the alternative."""
        return not self.seating.is_several and not self.is_to_draw

    @property
    def dealer(self) -> str:
        """Return the name of the first table's dealer, "" while nobody sits."""
        table = self.seating.tables[0]
        return next((one.name for one in (table.first_dealer, *table.players) if one in table.players), "")

    @property
    def warnings(self) -> list[str]:
        return list(warn_of_busy(self.seating.everybody, self.busy))

    def _tile(self, player: Player, short: str) -> Tile:
        return Tile(player=player, short=short, where=self._where(player), elsewhere=player.pk in self.busy)

    def _where(self, player: Player) -> str:
        index = self.seating.table_of(player)
        if index is None:
            return ""
        table = self.seating.tables[index]
        if self.seating.is_several:
            return _("Table %(name)s") % {"name": table.name}
        return str(table.players.index(player) + 1)


def warn_of_busy(seated: Iterable[Player], busy: Mapping[int, Seat]) -> Iterator[str]:
    """Yield a warning for each other open table with players of this one.

    That is possible, but usually a mistake.
    """
    by_sheet: dict[Sheet, list[str]] = {}
    for player in seated:
        if player.pk in busy:
            by_sheet.setdefault(busy[player.pk].sheet, []).append(player.name)
    for sheet, names in by_sheet.items():
        sentence = ngettext(
            "%(names)s also sits at another open table: %(day)s, table %(table)s.",
            "%(names)s also sit at another open table: %(day)s, table %(table)s.",
            len(names),
        )
        yield sentence % {"names": join_names(names), "table": sheet.table, "day": short_day(sheet.evening.date)}
