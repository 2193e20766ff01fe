"""Checks of imported rows under the club's rules, and of totals and money. The club covers any difference to 0."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.contract.legacy_rows import SUMS, parse_row
from scoring.contract.stored_rows import HIGHEST_POINTS, find_large
from scoring.game import by_hand
from scoring.game.rows import PointsByHand, Row
from scoring.game.sheet import fold_rows
from scoring.rules.rules import Rules
from scoring.tables import points
from scoring.tables.columns import Columns
from scoring.tables.lines import ParsedLine
from scoring.tables.notes import FALLS_SHORT, Note
from scoring.tables.points import Pair, Values, find_misfits
from scoring.tables.sheet import OldSheet
from scoring.terms import PLAYING, say


def rules_for(games: Sequence[Values], rules: Rules, notation: str = "") -> Rules:
    """Return the club's rules without those that only real games can fulfil.

    A list that sums to zero is read with the zero-sum notation. `notation`: how the points are written, if told.
    """
    rules = replace(rules, pflichtsolo=False, games_per_list=None)
    if notation not in ("", rules.notation):
        return _write_so(games, rules, notation)
    if rules.notation != "zero_sum" and all(sum(value or 0 for value in points) == 0 for points in games):
        return replace(rules, notation="zero_sum", solo_factor=3)
    return rules


def _write_so(games: Sequence[Values], rules: Rules, notation: str) -> Rules:
    """Return the rules with this notation, and with the factor of a solo that explains the most games."""
    if notation == "zero_sum":
        return replace(rules, notation=notation, solo_factor=3)
    factors = [replace(rules, notation=notation, solo_factor=factor) for factor in (rules.solo_factor, 1)]
    return max(factors, key=lambda one: sum(_is_a_game(points, one) for points in games))


def get_facts(keys: Sequence[str], points: Values, *, is_sum: bool, played: int | None = None) -> dict[str, Any]:
    """Return the facts to store for a row. `keys`: the players, in the order of `points`."""
    given = {key: value for key, value in zip(keys, points, strict=True) if value is not None}
    if is_sum:
        return {"kind": SUMS, "points": given, **({"games": played} if played else {})}
    resting = [key for key in keys if key not in given]
    facts = {"kind": "manual", "points": given, "imported": True}
    return facts | ({"sitting_out": resting} if resting else {})


def judge_sheet(sheet: OldSheet, rules: Rules) -> None:
    """Add the problems that would stop saving, and drop oddities that the rules explain."""
    if sheet.line is not None or sheet.problems:  # a list with full game facts was already checked by its own rules
        return
    rules = rules_for([points for _, points in sheet.games], rules, sheet.notation)
    sheet.problems += _save_problems(sheet, rules)
    if sheet.is_sum:
        return
    games = dict(sheet.games)
    sheet.oddities = [
        _in_words(note, rules) for note in sheet.oddities if not _is_explained(note, games.get(note.row or 0), rules)
    ]
    sheet.oddities += _not_multiplied(sheet.games, rules.points_times)


def _not_multiplied(games: Sequence[tuple[int, Values]], times: int) -> Iterator[Note]:
    """Note the rows that no game gives where each point is written several times; once, if most rows are so."""
    odd = [row for row, points in games if any((value or 0) % times for value in points)]
    if 2 * len(odd) > len(games):
        yield Note(
            say("Hardly a row is a multiple of {times}, though each point is written {times} times."),
            values={"times": times},
        )
        return
    yield from (Note(say("These points are no multiple of {times}."), row, values={"times": times}) for row in odd)


def _save_problems(sheet: OldSheet, rules: Rules) -> Iterator[Note]:
    """Yield problems from parsing and scoring the rows as saving does."""
    keys = [str(seat) for seat in range(len(sheet.names))]
    rows: list[Row] = []
    for row, scores in sheet.games:
        facts = get_facts(keys, scores, is_sum=sheet.is_sum, played=sheet.played)
        read = parse_row(facts, rules)
        if isinstance(read, list):
            yield from (Note(problem.problem, row, values=problem.values) for problem in read)
            return
        rows.append(read)
        if any(abs(value or 0) > HIGHEST_POINTS for value in scores):
            yield Note(say("Enter a smaller number."), row)
            return
    if not sheet.is_sum:
        lines = fold_rows(rules, keys, rows, first_dealer=keys[0]).lines
        for place, problem in find_large(rows, lines):
            yield Note(problem.problem, sheet.games[place][0], values=problem.values)


def _is_explained(note: Note, points: Values | None, rules: Rules) -> bool:
    return note.text == FALLS_SHORT and points is not None and _is_a_game(points, rules)


def _in_words(note: Note, rules: Rules) -> Note:
    """Reword a note: if only plus points are written, no row sums to 0."""
    if note.text != FALLS_SHORT or rules.notation == "zero_sum":
        return note
    return note._replace(text=say("No game gives these points under the rules of the club."))


def _is_a_game(points: Values, rules: Rules) -> bool:
    given = {str(seat): value for seat, value in enumerate(points) if value is not None}
    return len(given) == PLAYING and by_hand.from_points(PointsByHand(points=given), rules) is not None


def without_total(lines: list[ParsedLine]) -> list[ParsedLine]:
    """Mark the last row as a total if it sums up the rows above and cannot be a game."""
    games = [line for line in lines if not line.label]
    if not _sums_up(games) or points.looks_like_a_game(games[-1].values):
        return lines
    return [line._replace(label="end") if line is games[-1] else line for line in lines]


def _sums_up(games: Sequence[ParsedLine]) -> bool:
    """Return True if the last row holds the sums of the rows above."""
    *above, last = [line.values for line in games]
    return len(above) > 1 and any(last) and points.sum_points(above) == [value or 0 for value in last]


def sums_as_games(lines: Sequence[ParsedLine], kind: str) -> Iterator[Note]:
    """Note a last row that may be a total instead of a game: only somebody present can say."""
    games = [line for line in lines if not line.label]
    if kind == points.A_GAME and _sums_up(games):
        yield Note(say("This row is read as a game, but it is also the sum of those above it."), games[-1].row)
    if kind == points.RUNNING and len(games) > 1 and games[-1].values == games[-2].values:
        yield Note(say("This row is read as a game without points, but may be the total."), games[-1].row)


def wrong_ends(columns: Columns, lines: Sequence[ParsedLine], totals: Sequence[int]) -> Iterator[Note]:
    """Yield totals in the file that differ from `totals`, the sums of its rows."""
    text = say("The file says {written} here, its rows give {right}.")
    for line in lines:
        if line.label != "end":
            continue
        for place, (written, right) in enumerate(zip(line.values, totals, strict=True)):
            if written is not None and written != right:
                yield Note(text, line.row, columns.format_place(place), {"written": written, "right": right})


def note_misfits(sheets: Sequence[OldSheet], columns: Columns, lines: Sequence[ParsedLine]) -> None:
    """Note money that does not match the points next to or above it, on the sheet of `sheets` with that row."""
    totals = dict(zip(sheets[0].names, sheets[0].totals, strict=True)) if len(sheets) == 1 else {}
    rows = {row: sheet for sheet in sheets for row, _ in sheet.games}
    text = say("{points} and {money} do not fit together: elsewhere a point is worth {rate}.")
    for pair, rate in find_misfits(_pairs(columns, lines, totals)):
        told = {"money": float(pair.money), "points": _with_sign(pair.points), "rate": round(float(rate), 4)}
        rows.get(pair.row, sheets[-1]).oddities.append(Note(text, pair.row, columns.format_place(pair.place), told))


def _pairs(columns: Columns, lines: Sequence[ParsedLine], totals: dict[str, int]) -> Iterator[Pair]:
    for line in lines:
        for place, amount in line.money:
            points_there = totals.get(columns.names[place]) if line.label == "money" else line.values[place]
            if points_there is not None:
                yield Pair(line.row, place, points_there, amount)


def _with_sign(points: int) -> str:
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "±0"
