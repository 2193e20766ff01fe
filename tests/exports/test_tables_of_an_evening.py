"""Tables of an evening: several in one file stay one evening, rounds at one table are no sheets."""

import pytest

from dokoclub.exports.importers.unpacking import Budget
from scoring.tables.reading import Options
from tests.exports.old_sheets import read_old_sheets

OWN = """Datum;Runde;Tisch;Nr.;Anna;Ben;Cleo;Dora;Emil;Frida;Gert;Hugo;Spiel
2024-01-05;1;1;1;1;1;-1;-1;;;;;Normalspiel
2024-01-05;1;1;2;2;-2;2;-2;;;;;Normalspiel
2024-01-05;1;2;1;;;;;3;3;-3;-3;Normalspiel
2024-01-05;1;2;2;;;;;-1;-1;-1;3;Solo
2024-01-05;2;1;1;1;;;-1;1;-1;;;Normalspiel
2024-01-12;1;1;1;1;1;-1;-1;;;;;Normalspiel
"""
BLOCKS = """Abend vom 12.1.2024
Anna;Ben;Cleo;Dora
1;1;-1;-1
2;-2;2;-2
-1;-1;3;-1

Abend vom 12.1.2024
Emil;Frida;Gert;Hugo
1;1;-1;-1
3;-3;3;-3
2;2;-2;-2
"""
MIXED = """Datum;Tisch;Anna;Ben;Cleo;Dora;Emil;Frida;Gert;Hugo
5.1.2024;1;1;1;-1;-1;;;;
5.1.2024;2;;;;;3;3;-3;-3
5.1.2024;1;2;-2;2;-2;;;;
5.1.2024;2;;;;;-1;-1;-1;3
5.1.2024;1;2;2;-2;-2;;;;
"""


@pytest.mark.parametrize(
    ("text", "evenings"),
    [
        (OWN, [[(1, "1"), (1, "2"), (2, "1")], [(1, "1")]]),
        (BLOCKS, [[(1, "1"), (1, "2")]]),
        (MIXED, [[(1, "1"), (1, "2")]]),
    ],
)
def test_tables_of_one_evening_stay_one_evening(text: str, evenings: list[list[tuple[int, str]]]) -> None:
    sheets = read_old_sheets("Liste.csv", text.encode(), Options(), Budget())
    found: dict[object, list[tuple[int, str]]] = {}
    for number, sheet in enumerate(sheets):
        found.setdefault(sheet.group or number, []).append((sheet.round, sheet.table_name))
        assert (sheet.problems, sum(sheet.totals), len(sheet.names)) == ([], 0, 4)
    assert list(found.values()) == evenings


def test_rounds_of_games_at_one_table_are_no_sheets() -> None:
    rows = "".join(
        f"{place // 2 + 1};1;{game}\n" for place, game in enumerate(("1;1;-1;-1", "3;-1;-1;-1", "2;-2;2;-2"))
    )
    (sheet,) = read_old_sheets("Liste.csv", f"Runde;Tisch;Anna;Ben;Cleo;Dora\n{rows}".encode(), Options(), Budget())
    assert (len(sheet.games), sheet.group) == (3, "")
