"""What values that neither model nor ledger looks into must be like, so that every page can show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from scoring.league.columns import COLUMNS
from scoring.league.standings import Standing
from scoring.money.settlement import REASONS

Row = Mapping[str, Any]


def fits_field(table: str, name: str, row: Row) -> bool:
    """Whether the field `name` of this row can be shown; True where nobody else but the model has to know."""
    check = _CHECKS.get((table, name))
    return check is None or check(row)


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_fraction(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_whole, value)) and value[1] > 0


def _values(row: Row) -> bool:
    """By column: numerator and denominator, or nothing."""
    values = row["values"]
    return _is_object(values) and all(value is None or _is_fraction(value) for value in values.values())


def _struck(row: Row) -> bool:
    return isinstance(row["struck"], list) and all(map(_is_whole, row["struck"]))


def _columns(row: Row) -> bool:
    return isinstance(row["columns"], list) and all(isinstance(key, str) and key in COLUMNS for key in row["columns"])


def _numbers(row: Row) -> bool:
    """All that the sentence of its reason has gaps for."""
    numbers, sentence = row["numbers"], REASONS.get(row["reason"], "")
    if not _is_object(numbers) or not all(map(_is_whole, numbers.values())):
        return False
    try:
        sentence.format(**numbers)
    except KeyError:
        return False
    return True


_CHECKS: Final[Mapping[tuple[str, str], Callable[[Row], bool]]] = {
    ("entries", "facts"): lambda row: _is_object(row["facts"]),
    ("entries", "attribution"): lambda row: _is_object(row["attribution"]),
    ("leagues", "columns"): _columns,
    ("closed_rows", "standing"): lambda row: row["standing"] in list(Standing),
    ("closed_rows", "struck"): _struck,
    ("closed_rows", "values"): _values,
    ("settled_shares", "reason"): lambda row: row["reason"] in REASONS,
    ("settled_shares", "numbers"): _numbers,
}
