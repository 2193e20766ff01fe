"""Several evenings, below each other or beside each other: a row a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from tests.exports.old_files.paper import (
    MADE,
    NAMES,
    Made,
    OldFile,
    Paper,
    Rows,
    Totals,
    as_csv,
    as_xlsx,
    german,
    grid,
    kind,
    running,
    totals,
    week,
)


def _below_each_other(heading: Callable[[date], str], title: str = "Liste.csv", *, runs: bool = False) -> Made:
    def make(paper: Paper) -> OldFile:
        rows: Rows = []
        evenings: list[tuple[date | None, Totals]] = []
        for number in range(3):
            games = paper.games()
            rows += [[heading(week(number))], *grid(running(games) if runs else games), []]
            evenings.append((week(number), totals(games)))
        return OldFile(title, as_csv(rows), evenings, kind="running" if runs else "game")

    return make


MADE |= {
    "three_below_each_other": _below_each_other(lambda day: f"Abend vom {german(day)}"),
    "three_that_run": _below_each_other(lambda day: f"Abend vom {german(day)}", runs=True),
    "three_of_a_year_in_the_name": _below_each_other(lambda day: f"Abend vom {day.day:02}.{day.month:02}.", "2024.csv"),
    "three_in_words": _below_each_other(lambda day: f"Freitag, {day.day}. Januar {day.year}"),
}


@kind
def three_with_other_names(paper: Paper) -> OldFile:
    rows: Rows = []
    evenings: list[tuple[date | None, Totals]] = []
    for number in range(3):
        names, games = NAMES[number : number + 4], paper.games()
        rows += [[f"Abend vom {german(week(number))}"], *grid(games, names), []]
        evenings.append((week(number), totals(games, names)))
    return OldFile("Liste.csv", as_csv(rows), evenings)


@kind
def three_of_which_one_has_no_day(paper: Paper) -> OldFile:
    many = [paper.games() for _ in range(3)]
    heads = ["Abend vom 5.1.2024", "", "Abend vom 19.1.2024"]
    rows: Rows = [row for head, games in zip(heads, many, strict=True) for row in ([head], *grid(games), [])]
    days = [date(2024, 1, 5), None, date(2024, 1, 19)]
    return OldFile("Liste.csv", as_csv(rows), [(day, totals(games)) for day, games in zip(days, many, strict=True)])


@kind
def a_day_a_game(paper: Paper) -> OldFile:
    many = [paper.games() for _ in range(4)]
    rows: Rows = [["Datum", *NAMES[:4]]]
    rows += [[german(week(number)), *game] for number, games in enumerate(many) for game in games]
    return OldFile("Jahr.csv", as_csv(rows), [(week(number), totals(games)) for number, games in enumerate(many)])


@kind
def real_days_of_a_spreadsheet(paper: Paper) -> OldFile:
    many = [paper.games() for _ in range(4)]
    rows: Any = [["Datum", *NAMES[:4]]]
    rows += [[week(number), *game] for number, games in enumerate(many) for game in games]
    return OldFile(
        "Jahr.xlsx", as_xlsx(Jahr=rows), [(week(number), totals(games)) for number, games in enumerate(many)]
    )
