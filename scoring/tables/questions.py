"""Questions about a table that its numbers leave open: which is asked first, and what each answer would give."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.tables import points
from scoring.tables.cells import DAY_FIRST, MONTH_FIRST, day_in
from scoring.tables.columns import Columns
from scoring.tables.evenings import EITHER_WAY
from scoring.tables.lines import MISSING
from scoring.tables.notes import Note
from scoring.tables.sheet import FEW_PLAY, SEATING, OldSheet
from scoring.terms import say

NAMES: Final = "names"
WHO: Final = "who"
SIGNS: Final = "signs"
DAYS: Final = "days"
ORDERS: Final = (DAY_FIRST, MONTH_FIRST)
NOTATIONS: Final = {1: "plus_only", -1: "minus_only", 0: "zero_sum"}
# The answers to a question that a tap can give.
OFFERED: Final[Mapping[str, Sequence[str]]] = {
    "points": (points.A_GAME, points.RUNNING, points.RESTARTING),
    "anew": points.RUNNING_TOTALS,
    "evenings": points.OF_EVENINGS,
    SIGNS: tuple(NOTATIONS.values()),
    DAYS: ORDERS,
}
ASPECTS: Final = {**dict.fromkeys(OFFERED[SIGNS], SIGNS), **dict.fromkeys(OFFERED[DAYS], DAYS)}

WHO_PLAYS: Final = say("Other columns could be the players’ as well: look at the heads of the columns.")
RESTART_OR_NOT: Final = say(
    "These running totals may go on or begin again each evening: choose below what the columns hold."
)
_DAY_OR_MONTH: Final = say("Day or month may come first in this column of days.")
_ONE_SIGN: Final = {
    1: say("Only plus points stand here, but the club does not write so."),
    -1: say("Only minus points stand here, but the club does not write so."),
}
_READ_SO: Final = {
    1: say("Read as plus points only, though the club does not write so."),
    -1: say("Read as minus points only, though the club does not write so."),
}
_POINTS: Final = {
    points.RUNNING: say("These are read as running totals, but may be the points of each game: look at the sums."),
    points.A_GAME: say("These are read as the points of each game, but may be running totals: look at the sums."),
}


def get_key(shape: str, answer: str) -> str:
    """Return the key of an answer about a table: its shape, and for days and signs that, too."""
    return f"{shape}/{ASPECTS[answer]}" if answer in ASPECTS else shape


def find_answer(table: Mapping[str, Any], answers: Mapping[str, str]) -> str:
    """Return what was answered to the question that the table asks; empty if nothing was."""
    offered = OFFERED.get(table.get("asks", ""), ())
    answer = answers.get(get_key(table["shape"], offered[0]), "") if offered else ""
    return answer if answer in offered else ""


def find_question(sheets: Sequence[OldSheet], columns: Columns, sign: int | None) -> str:
    """Return what must be asked first about a table; empty if nothing must.

    `sign`: of the points that the club writes; None if somebody said how these are written.
    """
    noted = {note.text for sheet in sheets for note in sheet.problems}
    is_other = sign is not None and _is_of_another_sign(sheets, columns, sign)
    if is_other and (columns.is_asked or noted) and noted <= SEATING | {MISSING, FEW_PLAY}:
        return SIGNS
    if columns.is_asked and noted <= SEATING:
        return WHO
    if EITHER_WAY in noted or RESTART_OR_NOT in noted:
        return "evenings" if EITHER_WAY in noted else "anew"
    if not noted and any(sheet.is_doubtful for sheet in sheets):
        return "points"
    return DAYS if not noted and columns.day_is_guess else ""


def _is_of_another_sign(sheets: Sequence[OldSheet], columns: Columns, sign: int) -> bool:
    return columns.sign not in (0, sign) and not any(sheet.is_sum for sheet in sheets)


def list_offered(asked: str, columns: Columns) -> Sequence[str]:
    """Return the answers to a question about these columns."""
    return (NOTATIONS[columns.sign], NOTATIONS[0]) if asked == SIGNS else OFFERED.get(asked, ())


def block_until_answered(sheets: list[OldSheet], columns: Columns, asked: str, place: str) -> list[OldSheet]:
    """Block the import where something must be asked: only the first sheet stays."""
    one = next((sheet for sheet in sheets if sheet.is_doubtful), sheets[0])
    if asked == SIGNS:
        one.problems[:] = [Note(_ONE_SIGN[columns.sign])]
    elif any(sheet.problems for sheet in sheets):
        return sheets
    elif columns.is_asked:
        one.problems.append(Note(WHO_PLAYS))
    elif one.is_doubtful:
        one.problems.append(Note(_POINTS[one.kind]))
    elif columns.day_is_guess:
        one.problems.append(Note(_DAY_OR_MONTH))
    else:
        return sheets
    one.place, one.table = place, sheets[0].table
    return [one]


def infer_notation(sheets: Sequence[OldSheet], columns: Columns, sign: int) -> None:
    """Read points of one sign as such in a club that writes otherwise, and note it, where nothing else is in doubt."""
    rows = [row for sheet in sheets for _, row in sheet.games if any(row)]
    games = sum(map(points.looks_like_a_game, rows))
    is_other = _is_of_another_sign(sheets, columns, sign) and not any(sheet.problems for sheet in sheets)
    if not is_other or not rows or 4 * games < 3 * len(rows):
        return
    sheets[0].oddities.append(Note(_READ_SO[columns.sign]))
    for sheet in sheets:
        sheet.notation = NOTATIONS[columns.sign]


def offer_answers(readings: Mapping[str, Sequence[OldSheet]], asked: str, days: Sequence[str]) -> list[dict[str, Any]]:
    """List the answers with the totals that they give; of readings that give the same, only the first.

    `days`: the cells of days, if their order is asked. Then the first example of what each order means is given.
    """
    if days:
        return [_offer_order(order, sheets, days) for order, sheets in readings.items()]
    given: list[list[dict[str, int]]] = []
    found = []
    for answer, sheets in readings.items():
        each = [dict(zip(sheet.names, sheet.totals, strict=True)) for sheet in sheets]
        if each not in given or asked == SIGNS:
            totals: Counter[str] = Counter()
            for one in each:
                totals.update(one)
            found.append({"answer": answer, "totals": [[name, total] for name, total in totals.items()]})
        given.append(each)
    return found


def _offer_order(order: str, sheets: Sequence[OldSheet], days: Sequence[str]) -> dict[str, Any]:
    read = [(cell, [day_in(cell, order=one) for one in ORDERS]) for cell in days]
    example = next((cell for cell, (one, other) in read if one and other and one != other), days[0])
    meant = [day.isoformat() for sheet in sheets if (day := sheet.day)]
    day = day_in(example, order=order)
    return {
        "answer": order,
        "totals": [],
        "example": [example, day and day.isoformat()],
        "span": [min(meant), max(meant)] if meant else [],
    }
