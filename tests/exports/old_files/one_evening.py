"""One evening: a row a game."""

from __future__ import annotations

from datetime import date

from tests.exports.old_files.paper import (
    MADE,
    NAMES,
    Made,
    OldFile,
    Paper,
    Rows,
    as_csv,
    as_xlsx,
    grid,
    kind,
    running,
    totals,
    week,
)


def _plain(separator: str = ";", encoding: str = "utf-8", *, runs: bool = False, name: str = "Abend.csv") -> Made:
    def make(paper: Paper) -> OldFile:
        games = paper.games()
        content = as_csv(grid(running(games) if runs else games), separator, encoding)
        return OldFile(name, content, [(None, totals(games))], kind="running" if runs else "game")

    return make


MADE |= {
    "comma": _plain(","),
    "semicolon": _plain(";"),
    "tabs": _plain("\t", name="Abend.txt"),
    "bars": _plain("|"),
    "with_a_mark": _plain(encoding="utf-8-sig"),
    "windows": _plain(encoding="cp1252"),
    "utf_16": _plain("\t", "utf-16"),
    "running": _plain(runs=True),
}

_NAMED = {
    "12.03.2024.csv": date(2024, 3, 12),
    "13-03-24 bei Anna.csv": date(2024, 3, 13),
    "2024_03_14.csv": date(2024, 3, 14),
    "20240314.csv": date(2024, 3, 14),
    "15. März 2024.csv": date(2024, 3, 15),
    "Doko 15 Mar 2024.csv": date(2024, 3, 15),
    "March 16, 2024.csv": date(2024, 3, 16),
    "Fr, 15. Mrz. 24.csv": date(2024, 3, 15),
    "Abend 2024 5.1..csv": date(2024, 1, 5),
    "Game10.csv": None,
}


def _named(name: str, day: date | None) -> Made:
    def make(paper: Paper) -> OldFile:
        games = paper.games()
        return OldFile(name, as_csv(grid(games)), [(day, totals(games))])

    return make


MADE |= {f"called {name}": _named(name, day) for name, day in _NAMED.items()}


@kind
def one_tab_with_a_day(paper: Paper) -> OldFile:
    games = paper.games()
    return OldFile("Liste.xlsx", as_xlsx(**{"12.03.2024": grid(games)}), [(date(2024, 3, 12), totals(games))])


@kind
def tabs_with_days_of_the_year_in_the_name(paper: Paper) -> OldFile:
    many = [paper.games() for _ in range(3)]
    tabs = {f"{week(number).day}.{week(number).month}.": grid(games) for number, games in enumerate(many)}
    evenings = [(week(number), totals(games)) for number, games in enumerate(many)]
    return OldFile("Doko 2024.xlsx", as_xlsx(**tabs), evenings)


@kind
def empty_rows_title_and_sum(paper: Paper) -> OldFile:
    games = paper.games()
    last = list(totals(games).values())
    rows: Rows = [["Doppelkopf am 12.3.2024"], [], ["Nr", *NAMES[:4], "Bock", "Geber"], []]
    rows += [[number, *game, "", NAMES[number % 4]] for number, game in enumerate(games, start=1)]
    rows += [[], ["Summe", *last]]
    return OldFile("Liste.csv", as_csv(rows), [(date(2024, 3, 12), totals(games))])


@kind
def a_sum_without_a_word(paper: Paper) -> OldFile:
    games = [[2, 2, -2, -2], [-3, 3, 3, -3], [6, -2, -2, -2]]
    return OldFile("Liste.csv", as_csv([*grid(games), [5, 3, -1, -7]]), [(None, totals(games))])


@kind
def signs_as_text(paper: Paper) -> OldFile:
    games = paper.games()
    rows: Rows = [list(NAMES[:4]), *[[f"{points:+}".replace("-", "−") for points in game if points] for game in games]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))])


@kind
def five_at_a_table(paper: Paper) -> OldFile:
    games = paper.games(15, 5)
    rows: Rows = [list(NAMES[:5]), *[["x" if points is None else points for points in game] for game in games]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))])


@kind
def five_running(paper: Paper) -> OldFile:
    games = paper.games(15, 5)
    return OldFile(
        "Liste.csv",
        as_csv(grid(running(games))),
        [(None, totals(games))],
        options={"points": "running"},
        kind="running",
    )


@kind
def half_points(paper: Paper) -> OldFile:
    games = paper.games()
    rows = [list(NAMES[:4]), *[[str((points or 0) / 2).replace(".", ",") for points in game] for game in games]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))], options={"double": True})


@kind
def half_points_not_doubled(paper: Paper) -> OldFile:
    return OldFile(
        "Liste.csv", as_csv([list(NAMES[:4]), ["1,5", "1,5", "-1,5", "-1,5"]]), says="double all points below"
    )


@kind
def the_value_says_what_it_is(paper: Paper) -> OldFile:
    games: list[list[int | None]] = [[1, 1, -1, -1], [1, 1, -1, -1], [1, 1, -1, -1]]
    rows: Rows = [[*NAMES[:4], "Wert"], *[[*row, 1] for row in running(games)]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))], kind="running")


@kind
def too_little(paper: Paper) -> OldFile:
    games = [*paper.games(), [3, 2, -3, -3]]
    return OldFile("Liste.csv", as_csv(grid(games)), [(None, totals(games))], options={"points": "game"}, odd=True)


@kind
def too_much(paper: Paper) -> OldFile:
    games = [*paper.games(), [3, 3, -2, -1]]
    return OldFile("Liste.csv", as_csv(grid(games)), [(None, totals(games))], options={"points": "game"}, odd=True)


@kind
def money_below(paper: Paper) -> OldFile:
    games = paper.games()
    sums = list(totals(games).values())
    rows: Rows = [["Nr", *NAMES[:4]], *[[number, *game] for number, game in enumerate(games, start=1)]]
    rows += [["Summe", *sums], ["Euro", *[f"{points * 0.05:.2f} €".replace(".", ",") for points in sums]]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))])


@kind
def wrong_money_below(paper: Paper) -> OldFile:
    games = [[2, 2, -2, -2], [-3, 3, 3, -3], [6, -2, -2, -2]]
    rows: Rows = [["Nr", *NAMES[:4]], *[[number, *game] for number, game in enumerate(games, start=1)]]
    rows += [["Euro", "0,25 €", "0,15 €", "-0,05 €", "-0,75 €"]]
    return OldFile("Liste.csv", as_csv(rows), [(None, totals(games))], odd=True)
