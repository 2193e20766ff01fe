"""What cannot be read as it is, and what is to be left out."""

from __future__ import annotations

from tests.exports.old_files.paper import NAMES, OldFile, Paper, Rows, as_csv, as_xlsx, grid, kind, totals


@kind
def a_tab_that_is_no_list(paper: Paper) -> OldFile:
    games = paper.games()
    tabs = {"Januar": grid(games), "Auswertung": [["Platz", "Name"], [1, "Anna"]]}
    return OldFile("Doko.xlsx", as_xlsx(**tabs), [(None, totals(games))], odd=True)  # said: it is left out


@kind
def a_tab_that_is_left_out(paper: Paper) -> OldFile:
    games = paper.games()
    tabs = {"Januar": grid(games), "Auswertung": [["Platz", "Name"], [1, "Anna"]]}
    return OldFile("Doko.xlsx", as_xlsx(**tabs), [(None, totals(games))], options={"left_out": ["0.1"]})


@kind
def a_row_that_is_wrong(paper: Paper) -> OldFile:
    return OldFile("Liste.csv", as_csv([*grid(paper.games()), ["1o", 1, -1, -1]]), says="“1o” is not a number.")


@kind
def a_row_that_is_left_out(paper: Paper) -> OldFile:
    games = paper.games()
    content = as_csv([*grid(games), ["1o", 1, -1, -1]])
    return OldFile("Liste.csv", content, [(None, totals(games))], options={"left_out": ["0.0:14"]})


@kind
def an_old_workbook(paper: Paper) -> OldFile:
    return OldFile("Liste.xls", b"\xd0\xcf\x11\xe0\xa1\xb1", says="old Excel file")


@kind
def a_pdf(paper: Paper) -> OldFile:
    return OldFile("Liste.pdf", b"%PDF-1.4\n\0\0\0", says="neither a CSV file nor a workbook")


@kind
def nothing(paper: Paper) -> OldFile:
    return OldFile("Liste.csv", b"", says="There is nothing in it.")


@kind
def a_table_of_this_site(paper: Paper) -> OldFile:
    rows: Rows = [["Platz", "Name", "Abende", "Spiele", "Punkte"], [1, "Anna", 3, 40, 12], [2, "Ben", 3, 40, -12]]
    return OldFile("liga-2024.csv", as_csv(rows), says="This is a table without games. Use “All games” instead.")


@kind
def too_many_for_a_game(paper: Paper) -> OldFile:
    rows: Rows = [list(NAMES[:5]), [2, 2, -2, -2, None], [1, 1, -1, None, -1], [3, 3, -2, -2, -2]]
    return OldFile("Liste.csv", as_csv(rows), says="If it is a whole evening", options={"points": "game"})
