"""A row an evening."""

from __future__ import annotations

from tests.exports.old_files.paper import (
    MADE,
    NAMES,
    Cell,
    Made,
    OldFile,
    Paper,
    Rows,
    as_csv,
    german,
    kind,
    of_row,
    running,
    totals,
    week,
)


def _season(players: int, here: int, *, absent: Cell = None, days: bool = True, games: bool = False) -> Made:
    def make(paper: Paper) -> OldFile:
        season = paper.season(players=players, here=here)
        played = [paper.chance.randint(8, 24) if games else None for _ in season]
        rows: Rows = [["Datum" if days else "Abend", *(["Spiele"] if games else []), *NAMES[:players], "Notiz"]]
        for number, row in enumerate(season):
            head: list[Cell] = [german(week(number)) if days else number + 1, *([played[number]] if games else [])]
            rows.append([*head, *[absent if points is None else points for points in row], ""])
        evenings = [(week(number) if days else None, of_row(row)) for number, row in enumerate(season)]
        return OldFile("Ligatabelle.csv", as_csv(rows), evenings, kind="evening", played=played)

    return make


MADE |= {
    "season_of_eight": _season(8, 5),
    "season_of_eight_with_dashes": _season(8, 5, absent="-"),
    "season_of_four": _season(4, 4),
    "season_of_six": _season(6, 4),
    "season_without_days": _season(8, 6, days=False),
    "season_with_games": _season(4, 4, games=True),
    "season_of_many_with_games": _season(8, 7, games=True),
    "season_of_five_all_there": _season(5, 5),
}


@kind
def season_with_sum(paper: Paper) -> OldFile:
    season = paper.season()
    rows: Rows = [["Datum", *NAMES], *[[german(week(number)), *row] for number, row in enumerate(season)]]
    rows.append(["Gesamt", *totals(season).values()])
    evenings = [(week(number), of_row(row)) for number, row in enumerate(season)]
    return OldFile("Liga.csv", as_csv(rows), evenings, kind="evening")


@kind
def season_with_a_wrong_sum(paper: Paper) -> OldFile:
    season = paper.season()
    rows: Rows = [["Datum", *NAMES], *[[german(week(number)), *row] for number, row in enumerate(season)]]
    rows.append(["Gesamt", *[points + (place == 2) for place, points in enumerate(totals(season).values())]])
    evenings = [(week(number), of_row(row)) for number, row in enumerate(season)]
    return OldFile("Liga.csv", as_csv(rows), evenings, kind="evening", odd=True)


def _with_money(wrong: bool, *, beside: bool) -> Made:
    def make(paper: Paper) -> OldFile:
        season = paper.season(players=6, here=6)
        names = NAMES[:6]
        heads: list[Cell] = [word for name in names for word in (f"{name} Pkt.", f"{name} €")] if beside else []
        heads = heads or [*names, *[f"{name} (€)" for name in names]]
        rows: Rows = [["Datum", *heads]]
        for number, row in enumerate(season):
            money = [f"{(points or 0) * 0.1 + (wrong and number == 3 and place == 2):.2f}".replace(".", ",") + " €"
                     for place, points in enumerate(row)]  # fmt: skip
            cells: list[Cell] = [cell for pair in zip(row, money, strict=True) for cell in pair] if beside else []
            rows.append([german(week(number)), *(cells or [*row, *money])])
        evenings = [(week(number), of_row(row)) for number, row in enumerate(season)]
        return OldFile("Liga.csv", as_csv(rows), evenings, kind="evening", odd=wrong)

    return make


MADE |= {
    "season_with_money_behind": _with_money(wrong=False, beside=False),
    "season_with_money_beside": _with_money(wrong=False, beside=True),
    "season_with_wrong_money": _with_money(wrong=True, beside=False),
}


@kind
def season_of_standings(paper: Paper) -> OldFile:
    season = paper.season(players=5, here=5)
    rows: Rows = [["Datum", *NAMES[:5]], *[[german(week(number)), *row] for number, row in enumerate(running(season))]]
    evenings = [(week(number), of_row(row)) for number, row in enumerate(season)]
    return OldFile("Stand.csv", as_csv(rows), evenings, kind="evening", options={"points": "stand"})


@kind
def season_of_standings_that_nobody_called_so(paper: Paper) -> OldFile:
    season = paper.season(evenings=30, players=5, here=5)
    rows: Rows = [["Datum", *NAMES[:5]], *[[german(week(number)), *row] for number, row in enumerate(running(season))]]
    rows.append(["Stand", *running(season)[-1]])
    evenings = [(week(number), of_row(row)) for number, row in enumerate(season)]
    return OldFile("Stand.csv", as_csv(rows), evenings, kind="evening")
