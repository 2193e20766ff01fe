"""Games and lists as a scorer writes them on paper, for tests: read, scored through the contract, compared.

`check` takes one game a line. Left are the facts, right the expectations:

    Re | Augen | Re calls | Kontra calls | extras | Anna Ben Cleo Dora
    AB |   120 |          | kontra       |        | +3 +3 -3 -3

A player is a letter. `240 schwarz`: the party with 0 Augen has no trick. Extras: `re fuchs 2 doppelkopf, kontra
karlchen`. Other facts: `kind`, `Bock` (level), `ticks`. Other expectations: `won`, `value`, `net`, `reckoning`,
`factors`, `triggers`, `balance`.

`check_list` takes one row of a list a line, `AB-CD 130 re kontra:no60 re:fuchs` (see `row`), and expects `number`,
`dealer`, `out`, `Bock`, `scores`, `balance`, `totals`. Its last row may be `next`, the preview of the game to come.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.contract.cli import Answer, Desk, as_errors
from scoring.contract.reading import read_row
from scoring.game.rows import Row
from scoring.rules.kinds import DUTIES, KINDS, SOLOS
from scoring.rules.rules import Rules
from scoring.terms import ABSAGE_KEYS, Party, Problem

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerd")
CAST = {name[0]: name for name in NAMES}
DESK = Desk()


def names(letters: str) -> list[str]:
    return [CAST[letter] for letter in letters]


def lines_of(paper: str) -> list[dict[str, str]]:
    """Return the lines of a table, each keyed by the words of its header."""
    header, *rows = ([cell.strip() for cell in line.split("|")] for line in paper.splitlines() if line.strip())
    return [dict(zip(header, row, strict=True)) for row in rows]


# --- One game --------------------------------------------------------------------------------------------------------


def check(paper: str, preset: str = "ddv", **overrides: object) -> None:
    """Check every game of `paper` against its expectations, under a preset with some parameters replaced."""
    lines = lines_of(paper)
    wanted = [{column: " ".join(cell.split()) for column, cell in line.items()} for line in lines]
    found = [{**line, **_expectations(line, preset, overrides)} for line in wanted]
    assert found == wanted


def _expectations(line: Mapping[str, str], preset: str, overrides: Mapping[str, object]) -> dict[str, str]:
    answer = score(game(line), preset, **overrides)
    return {column: write(answer) for column, write in ANSWERS.items() if column in line}


def game(line: Mapping[str, str]) -> dict[str, Any]:
    """Return the game on a line of paper in the contract's format."""
    re = line["Re"]
    augen, *schwarz = line["Augen"].split()
    default = "solo" if len(re) == 1 else "normal"
    written: dict[str, Any] = {
        "kind": line.get("kind") or default,
        "re": names(re),
        "kontra": names("".join(letter for letter in "ABCD" if letter not in re)),
        "re_points": int(augen),
        "announced": {"re": line.get("Re calls") or None, "kontra": line.get("Kontra calls") or None},
        "extras": extras(line.get("extras", "")),
        "bock": int(line.get("Bock") or 0),
        **dict.fromkeys(line.get("ticks", "").split(), True),
    }
    if schwarz:
        written["no_tricks"] = "re" if augen == "0" else "kontra"
    if written["kind"] == "solo":
        written["solo"] = "damen"
    return written


def extras(cell: str) -> dict[str, dict[str, int]]:
    by_party: dict[str, dict[str, int]] = {}
    for part in filter(None, cell.split(",")):
        party, *words = part.split()
        count = 1
        for word in words:
            if word.isdecimal():
                count = int(word)
            else:
                by_party.setdefault(party, {})[word] = count
                count = 1
    return by_party


def score(game: Mapping[str, Any], preset: str = "ddv", **overrides: object) -> dict[str, Any]:
    """Return the answer of the contract to a good game; its problems fail the test."""
    return _good(DESK.score(_as_asked({"preset": preset, "overrides": overrides, "game": game})))


def _as_asked(line: dict[str, Any]) -> dict[str, Any]:
    """Return the line as another program writes it: through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(line))
    return written


def _good(answer: Answer | list[Problem]) -> dict[str, Any]:
    """Return the answer as another program reads it; problems fail the test."""
    assert isinstance(answer, dict), as_errors(answer)
    return _as_asked(answer)


def problems(game: object, preset: str = "ddv", **overrides: object) -> dict[str, str]:
    """Return the contract's problems with a bad game: field → sentence (the last one, where a field has several)."""
    answer = DESK.score(_as_asked({"preset": preset, "overrides": overrides, "game": game}))
    assert isinstance(answer, list), answer
    return {error["field"]: error["problem"] for error in as_errors(answer)}


def signed(points: Sequence[int]) -> str:
    return " ".join(f"{number:+d}" if number else "0" for number in points)


def by_letter(points: Mapping[str, int]) -> str:
    return signed([points[name] for name in NAMES if name in points])


# The format of an answer on paper, by column.
ANSWERS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "won": lambda answer: "nobody" if answer["winner"] == "none" else str(answer["winner"]),
    "value": lambda answer: str(answer["value"]),
    "net": lambda answer: signed([answer["net"]]),
    "reckoning": lambda answer: ", ".join(f"{item['to']} {item['key']} {item['points']}" for item in answer["items"]),
    "factors": lambda answer: ", ".join(f"{factor['key']} {factor['times']}" for factor in answer["factors"]),
    "triggers": lambda answer: " ".join(answer["bock_triggers"]),
    "Anna Ben Cleo Dora": lambda answer: by_letter(answer["scores"]),
    "scores": lambda answer: by_letter(answer["scores"]),
    "balance": lambda answer: by_letter(answer["balance"]),
}


# --- A list ----------------------------------------------------------------------------------------------------------


def check_list(paper: str, preset: str = "ddv", players: str = "ABCD", **more: Any) -> dict[str, Any]:
    """Check every row of a list, and return the whole answer for facts that the paper does not show.

    `more`: `first_dealer` (a letter), or parameters replaced.
    """
    lines = lines_of(paper)
    answer = sheet([line["row"] for line in lines if line["row"] != "next"], preset, players, **more)
    wanted = [{column: " ".join(cell.split()) for column, cell in line.items()} for line in lines]
    found = [
        {**line, **_row_expectations(line, worked_out)}
        for line, worked_out in zip(wanted, [*answer["games"], answer["next"]], strict=False)
    ]
    assert found == wanted
    return answer


def _row_expectations(line: Mapping[str, str], row: dict[str, Any]) -> dict[str, str]:
    return {column: write(row) for column, write in ROW_ANSWERS.items() if line.get(column)}


def sheet(
    rows: Sequence[str],
    preset: str = "ddv",
    players: str = "ABCD",
    first_dealer: str | None = None,
    **overrides: object,
) -> dict[str, Any]:
    """Return the answer of the contract to a good list."""
    line: dict[str, Any] = {
        "preset": preset,
        "overrides": overrides,
        "players": names(players),
        "games": [row(written) for written in rows],
    }
    if first_dealer:
        line["first_dealer"] = CAST[first_dealer]
    return _good(DESK.sheet(_as_asked(line)))


def row(written: str) -> dict[str, Any]:
    """Return a row of a list: a game (`A-BCD 130 damen pflicht re:no90 kontra kontra:fuchs`), or another row.

    House rules: `raises:2`, `offender:A`, `married:A`, `pays:dulle:A`, and an own solo as `solo:zehner`.
    `manual A+6 B-2 C-2 D-2` or `manual AB 3 of ABCD`; `penalty A-3 solo_of:A`; `redeal` or
    `redeal nines by:A`; `table ABCDE dealer:B`.
    """
    kind, *words = written.split()
    match kind:
        case "redeal":
            reasons = [word for word in words if ":" not in word]
            return {"kind": "redeal", **({"reason": reasons[0]} if reasons else {}), **_named(words)}
        case "penalty":
            return {"kind": "penalty", "points": _points(words), **_named(words)}
        case "table":
            return {"kind": "table", "players": names(words[0]), **_named(words)}
        case "manual" if "of" in words:
            winners, value, _, four = words
            return {"kind": "manual", "winners": names(winners), "value": int(value), "players": names(four)}
        case "manual":
            return {"kind": "manual", "points": _points(words)}
        case _:
            return _game_in_a_row(kind, words)


def rows(rules: Rules, *written: str) -> list[Row]:
    """Return the same as checked rows, for tests below the contract."""
    found: list[Any] = []
    read = [read_row(row(one), rules, found) for one in written]
    assert not found, found
    return [one[0] for one in read if one is not None]


def _game_in_a_row(parties: str, words: Sequence[str]) -> dict[str, Any]:
    re, kontra = parties.split("-")
    written: dict[str, Any] = {
        "kind": "solo" if len(re) == 1 else "normal",
        "re": names(re),
        "kontra": names(kontra),
        "re_points": int(words[0]),
        "announced": {},
        "extras": {},
    }
    for word in words[1:]:
        _write_down(written, word)
    if written["kind"] == "solo":
        written.setdefault("solo", "damen")
    return written


def _write_down(game: dict[str, Any], word: str) -> None:
    keys = {**dict.fromkeys(SOLOS, "solo"), **dict.fromkeys(KINDS, "kind"), **dict.fromkeys(DUTIES, "duty")}
    party, _, said = word.rpartition(":")
    if party in ("offender", "married"):
        game[party] = CAST[said]
    elif party in ("raises", "solo"):
        game[party] = int(said) if said.isdecimal() else said
    elif party.startswith("pays:"):
        game.setdefault("payments", []).append({"key": party.removeprefix("pays:"), "by": CAST[said]})
    elif word in keys:
        game[keys[word]] = word
    elif word in ("hearts_trick", "bock_by_hand", "step_only"):
        game[word] = True
    elif word == "no_tricks":  # of the party without Augen
        game["no_tricks"] = "kontra" if game["re_points"] else "re"
    elif said in (*ABSAGE_KEYS.values(), *Party):
        game["announced"][party or said] = said
    else:
        game["extras"].setdefault(party, {})[said] = 1


def _points(words: Sequence[str]) -> dict[str, int]:
    return {CAST[word[0]]: int(word[1:]) for word in words if ":" not in word}


def _named(words: Sequence[str]) -> dict[str, str]:
    return {key: CAST[letter] for key, _, letter in (word.partition(":") for word in words) if letter}


ROW_ANSWERS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    **{column: ANSWERS[column] for column in ("scores", "balance", "triggers")},
    "number": lambda row: str(row["number"]) if row["number"] is not None else "-",
    "dealer": lambda row: str(row["dealer"][0]),
    "out": lambda row: "".join(name[0] for name in row["sitting_out"]) or "-",
    "Bock": lambda row: str(row["bock_level"]),
    "totals": lambda row: by_letter(row["totals"]),
}
