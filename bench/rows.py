"""What is asked of the grown install, row by row, with what it is compared to and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bench.crowd import Ask, write_request
from bench.games import Games

Asks: TypeAlias = Callable[[int, int], Iterator[Ask]]  # of one client (0 to 7), so many measured ones, never the same
BARE_PAGE: Final = "bare page of 30 rows"
BARE_INSERT: Final = "bare insert"
SAVES: Final = ("save game 1", "save game 50")
OFTEN: Final = 12  # times as many answers where no sheet is used up: a twentieth of a second says little of eight


class Row(NamedTuple):
    name: str
    asks: Asks
    beside: str = BARE_PAGE
    aim: float | None = None  # times what stands beside it
    twin: str = ""  # another row
    twin_aim: float = 1.2  # times that one


class Grown:
    """The install that `bench.grown` told of."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.waiting = {kind: iter(sheets) for kind, sheets in plan["sheets"].items()}
        self.games = {kind: Games(players) for kind, players in plan["players"].items()}

    def read_page(self, *paths: str) -> Asks:
        """One for all clients, or one for each."""

        def asks(client: int, number: int) -> Iterator[Ask]:
            return iter([self._get(paths[client % len(paths)], client)] * number * OFTEN)

        return asks

    def insert_row(self, client: int, number: int) -> Iterator[Ask]:
        """As small as an entry can be."""
        form = {"evening": str(self.plan["few"]["evening"])}
        return (self._post("/bare/insert/", form, client) for _ in range(number * OFTEN))

    def save_game(self, kind: str, game: int) -> Asks:
        """On another sheet each time, whose page stands open on the phone, which is not measured."""

        def asks(client: int, number: int) -> Iterator[Ask]:
            sheets = [self.take_sheet(kind) for _ in range(number)]
            for sheet in sheets:
                yield self._get(f"/sheets/{sheet}/", client)._replace(measured=False)
            for sheet in sheets:
                yield self._save(kind, sheet, game, client)

        return asks

    def read_after_game(self, path: str, kind: str) -> Asks:
        """A game is saved, which is not measured, then the page is asked for. `{}` in its path: that sheet.

        Each client goes on writing on a sheet of its own. No game tells its number: where the time for a row is up
        before all was asked, some were never written.
        """
        sheets: dict[int, int] = {}

        def asks(client: int, number: int) -> Iterator[Ask]:
            sheet = sheets[client] = sheets.get(client) or self.take_sheet(kind)
            for _ in range(number):
                yield self._save(kind, sheet, None, client)._replace(measured=False)
                yield self._get(path.format(sheet), client)

        return asks

    def take_sheet(self, kind: str) -> int:
        sheet = next(self.waiting[kind], None)
        if sheet is None:
            raise SystemExit(f"There are no more sheets of the kind {kind!r}: ask for fewer rounds.")
        return int(sheet)

    def _save(self, kind: str, sheet: int, game: int | None, client: int) -> Ask:
        return self._post(f"/sheets/{sheet}/entries/", self.games[kind].fill_form(game), client)

    def _get(self, path: str, client: int) -> Ask:
        return Ask(write_request(path, self.plan["cookies"][client]))

    def _post(self, path: str, form: dict[str, str], client: int) -> Ask:
        return Ask(write_request(path, self.plan["cookies"][client], form))


def list_rows(grown: Grown, news: Sequence[str]) -> list[Row]:
    """`news`: the addresses at which each phone asks what is new on a sheet that rests."""
    full, many = grown.take_sheet("full"), grown.plan["many"]["club"]
    statistics = f"/clubs/{many}/statistics"
    return [
        Row(BARE_PAGE, grown.read_page("/bare/rows/")),
        Row(BARE_INSERT, grown.insert_row, BARE_INSERT),
        Row("save game 1", grown.save_game("empty", 1), BARE_INSERT),
        Row("save game 50", grown.save_game("half", 50), BARE_INSERT, 3, twin="save game 1"),
        Row("sheet of 60 games, unchanged", grown.read_page(f"/sheets/{full}/"), aim=1.5),
        Row("sheet of 60 games, after a change", grown.read_after_game("/sheets/{}/", "full"), aim=3),
        Row("nothing new (204)", grown.read_page(*news), aim=0.4),
        *pages_of_clubs(grown),
        Row("table of a year", grown.read_page(f"/clubs/{many}/table/2025/"), aim=2),
        Row("table of 28,000 games", grown.read_page(f"/clubs/{many}/table/2024/"), aim=6),
        Row("statistics of a year", grown.read_page(f"{statistics}/2025/"), aim=4),
        Row("statistics of all time", grown.read_page(f"{statistics}/all/"), aim=6),
        Row("the same after a new game", grown.read_after_game(f"{statistics}/all/", "replayed"), aim=12),
    ]


def pages_of_clubs(grown: Grown) -> Iterator[Row]:
    """Four pages, of a club with ten and with 2,000 evenings, which nobody has settled or all are."""
    for state, few, many in (("", "few", "many"), (", settled", "few settled", "many settled")):
        for page, path in (
            ("club", "/clubs/{club}/"),
            ("evening", "/evenings/{evening}/"),
            ("money", "/clubs/{club}/money/"),
            ("settlement", "/evenings/{evening}/settlement/"),
        ):
            small, large = f"{page} of 10 evenings{state}", f"{page} of 2,000{state}"
            yield Row(small, grown.read_page(path.format(**grown.plan[few])), aim=3)
            yield Row(large, grown.read_page(path.format(**grown.plan[many])), aim=3, twin=small)
