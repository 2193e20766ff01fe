"""The sheet on a page always equals the answer of `python3 -m scoring sheet` for the same games.

For the rules of each preset over a longer evening see test_ledger_equals_contract.py.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import entries
from scoring.contract.cli import Desk
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.cast import Cast
from tests.evenings.dice import Dice
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, strike_entry, write_entries
from tests.evenings.shown import Line, Paper, Square, differences, paper, table
from tests.evenings.views import phone, url
from tests.processes import PATIENCE
from tests.scoring.random_rules import random_overrides

ROWS = 25
GAMES = ("normal", "hochzeit", "armut", "stille_hochzeit", "solo")
NAMES = {"penalty": "Strafe", "redeal": "Eingeworfen", "table": "Plätze"}
STRUCK = "Gestrichenes Spiel"
PAGES = ("show_sheet", "follow_sheet", "show_large")
PROGRAM = (sys.executable, "-m", "scoring", "sheet")
CHECKOUT = Path(__file__).parents[2]

Json = dict[str, Any]


@pytest.fixture
def seven(cast: Cast) -> Cast:
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    return cast


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_under_rules_that_no_club_would_think_of(seven: Cast, seed: int) -> None:
    preset, overrides = thrown_rules(seed)
    sheet = evening(seven, preset, overrides, seed=str(seed))

    assert differences(shown(seven, sheet), told(seven, sheet, asked(sheet, preset, overrides))) == []


def test_the_program_itself_says_what_the_page_shows(seven: Cast) -> None:
    """Once through a terminal: a separate process, lines in, lines out."""
    sheets = []
    for seed in range(2):
        preset, overrides = thrown_rules(seed)
        sheets.append((evening(seven, preset, overrides, seed=f"program{seed}"), preset, overrides))
    lines = [json.dumps(line_of(*sheet)) for sheet in sheets]
    done = subprocess.run(
        PROGRAM, input="\n".join(lines), capture_output=True, text=True, check=True, cwd=CHECKOUT, timeout=PATIENCE
    )

    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for (sheet, _, _), answer in zip(sheets, answers, strict=True):
        assert differences(shown(seven, sheet), told(seven, sheet, answer)) == []


def test_a_struck_row_is_shown_and_counts_nothing(cast: Cast) -> None:
    """The contract omits it; the page shows it without numbers."""
    sheet = new_sheet(cast, rules="hausrunde")
    first, _second = write(cast, sheet, anna_ben(cast, 120)), write(cast, sheet, anna_ben(cast, 155))
    strike_entry(first, by=None)
    lines = paper(table(phone(cast).get(url("show_sheet", sheet)))).lines

    assert [(line.label, line.number, line.mark) for line in lines] == [
        ("Spiel 1, Wert 2: Einzelheiten", "1", ""),
        ("Gestrichenes Spiel: Einzelheiten", "–", ""),
    ]
    assert lines[1].squares == ()


def thrown_rules(seed: int) -> tuple[str, Json]:
    """Return a preset and its changes."""
    chance = random.Random(f"rules{seed}")
    return chance.choice(list(PRESETS)), random_overrides(chance)


def evening(cast: Cast, preset: str, overrides: Json, *, seed: str) -> Sheet:
    """Return a sheet with rows of every kind, people who come and go, one row corrected and one struck."""
    rules = override_rules(PRESETS[preset].rules, overrides)
    assert isinstance(rules, Rules)
    dice = Dice(cast, preset, seed=seed)
    dice.rules = rules
    sheet = new_sheet(cast, *dice.table, rules=rules)
    rows = [entries.NewRow(facts=dice.row(), uuid=UUID(int=dice.random.getrandbits(128))) for _ in range(ROWS)]
    write_entries(sheet, rows, by=None)
    corrected, struck = dice.random.sample(list(sheet.entries.filter(kind__in=GAMES)), 2)
    facts = dice.row_like(corrected)
    amend_entry(corrected, facts, by=None)
    strike_entry(struck, by=None)
    return Sheet.objects.get(pk=sheet.pk)


def line_of(sheet: Sheet, preset: str, overrides: Json) -> Json:
    """Return the sheet as a line of the contract. The length of its list was chosen at the table."""
    return {
        "preset": preset,
        "overrides": {**overrides, "games_per_list": sheet.rules["games_per_list"]},
        "players": sheet.players,
        "first_dealer": str(sheet.first_dealer_id),
        "games": [entry.facts for entry in counted(sheet)],
    }


def asked(sheet: Sheet, preset: str, overrides: Json) -> Json:
    answer = Desk().sheet(line_of(sheet, preset, overrides))
    assert isinstance(answer, dict)
    return answer


def counted(sheet: Sheet) -> list[Entry]:
    return list(Entry.objects.counted().filter(sheet=sheet).order_by("position"))


def shown(cast: Cast, sheet: Sheet) -> Paper:
    """Return the rows that count, as the page shows them; the news of a second phone and the table view show the
    same.
    """
    client = phone(cast)
    html, *others = (table(client.get(url(name, sheet))) for name in PAGES)
    assert others == [html] * len(others)
    page = paper(html)
    return page._replace(lines=[line for line in page.lines if not line.label.startswith(STRUCK)])


def told(cast: Cast, sheet: Sheet, answer: Json) -> Paper:
    """Return the expected sheet according to the contract's answer."""
    rows = list(zip((entry.facts for entry in counted(sheet)), answer["games"], strict=True))
    columns = in_order_of_coming(sheet, [facts for facts, _ in rows])
    totals = [answer["totals"][player] for player in columns]
    balances = [answer["balances"][player] for player in columns]
    called = {str(player.pk): player.called for player in cast.players.values()}
    best = max(totals) if answer["next"]["number"] > 1 else None  # nobody leads before the first game
    return Paper(
        names=[called[player] for player in columns],
        totals=[signed(points) for points in totals],
        balances=[signed(points) for points in balances] if sheet.rules["notation"] != "zero_sum" else [],
        states=[state(player, answer, best) for player in columns],
        lines=[line(facts, game, columns, sheet.rules) for facts, game in rows][::-1],
    )


def in_order_of_coming(sheet: Sheet, rows: list[Json]) -> list[str]:
    """List everybody who ever sat there: a column stays when its player has left."""
    seated = [*sheet.players, *(player for facts in rows if facts["kind"] == "table" for player in facts["players"])]
    return list(dict.fromkeys(seated))


def line(facts: Json, game: Json, columns: list[str], rules: Json) -> Line:
    number, kind = game["number"], facts["kind"]
    has_squares = kind not in ("redeal", "table")
    return Line(
        label=f"{label(game, kind)}: Einzelheiten",
        number=str(number or "–"),
        mark=mark(game["bock_level"] if number else 0, rules["bock"]),
        squares=tuple(square(player, facts, game) for player in columns) if has_squares else (),
    )


def label(game: Json, kind: str) -> str:
    if game["number"] is None:
        return NAMES[kind]
    worth = "von Hand" if game["value"] is None else f"Wert {game['value']}"
    return f"Spiel {game['number']}, {worth}"


def square(player: str, facts: Json, game: Json) -> Square:
    """Return a player's cell: no points when sitting out or absent; a Re player is marked by a word."""
    is_out = game["number"] is not None and player in game["sitting_out"]
    plays = player in game["scores"] and not is_out
    re = facts.get("re", [])
    return Square(
        total=signed(game["totals"][player]) if player in game["totals"] else "",
        change=signed(game["scores"][player]) if plays else "",
        party="" if player not in re else "Solo" if len(re) == 1 else "Re",
        deals=game["number"] is not None and player == who_dealt(game),
        sits_out=is_out,
    )


def who_dealt(game: Json) -> str:
    """Return the dealer by rotation; if the players sitting out differ from it, one of them has dealt."""
    out = game["sitting_out"] if game["number"] is not None else []
    return str(out[0] if out and game["dealer"] not in out else game["dealer"])


def mark(level: int, bock: Json | None) -> str:
    if not level or bock is None:
        return ""
    return f"+{bock['points'] * level}" if bock["effect"] == "add" else f"×{2**level}"


def state(player: str, answer: Json, best: int | None) -> str:
    """Return führt · setzt aus · Geber, which with five and more go together."""
    coming = answer["next"]
    told = {
        "führt": answer["totals"][player] == best,
        "setzt aus": player in coming["sitting_out"],
        "Geber": player == coming["dealer"],
    }
    return " · ".join(word for word, holds in told.items() if holds)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "±0"
