"""Is that the file of a club? Every row checked before anything is written; all problems, with table, row and field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from dokoclub.exports.club_file.schema import BY_NAME, FORMAT, TABLES, VERSION, Table
from dokoclub.exports.club_file.shapes import fits_field
from dokoclub.look.names import clean_line
from scoring.league import rules as standings_rules
from scoring.money import rules as settlement_rules
from scoring.money import settlement
from scoring.rules import rules
from scoring.terms import say

MOST_PROBLEMS: Final = 50
MOST_BYTES: Final = 80 * 1024 * 1024  # some 200,000 games
TOTALS: Final = {"sheet": "sheets", "player": "players"}

Content: TypeAlias = dict[str, list[dict[str, Any]]]


class Wrong(NamedTuple):
    """`table` row `row` (from 1), `field`: what is wrong with it."""

    text: str
    table: str = ""
    row: int | None = None
    field: str = ""

    def __str__(self) -> str:
        place = " ".join(filter(None, (self.table, str(self.row or ""), self.field)))
        return f"{place}: {_(self.text)}" if place else _(self.text)


class Refused(Exception):
    """The file is not imported: why."""

    def __init__(self, problems: list[Wrong]) -> None:
        super().__init__([str(problem) for problem in problems])
        self.problems = problems[:MOST_PROBLEMS]


def parse_file(content: bytes) -> Content:
    """The tables of the file, each value as the model wants it. Raises Refused."""
    if len(content) > MOST_BYTES:
        raise Refused([Wrong(say("This file is too large."))])
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        raise Refused([Wrong(say("This is not a JSON file."))]) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused([Wrong(say("This is not the file of a club."))])
    _refuse_version(document.get("version"))
    if problems := _cut(_problems(document)):
        raise Refused(problems)
    return {name: document[name] for name in (*BY_NAME, "totals")}


def _refuse_version(version: Any) -> None:
    """A newer version may have written what would be misread here. There is no older one than the first yet."""
    if type(version) is not int or version < 1:
        raise Refused([Wrong(say("This is not the file of a club."))])
    if version > VERSION:
        raise Refused([Wrong(say("A newer version of dokoclub wrote this file; this one must be updated first."))])


def _cut(problems: Iterator[Wrong]) -> list[Wrong]:
    return [problem for problem, _number in zip(problems, range(MOST_PROBLEMS), strict=False)]


def _problems(document: dict[str, Any]) -> Iterator[Wrong]:
    for name in document.keys() - BY_NAME.keys() - {"format", "version", "totals"}:
        yield Wrong(say("There is no such table."), str(name)[:40])
    for name in (*BY_NAME, "totals"):
        rows = document.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            yield Wrong(say("This must be a list of rows."), name)
            return
    if len(document["club"]) != 1:
        yield Wrong(say("There must be exactly one club in it."), "club")
        return
    for table in TABLES:
        for number, row in enumerate(document[table.name], start=1):
            yield from _row_problems(table, number, row, document)
    yield from _total_problems(document["totals"])


def _total_problems(rows: list[dict[str, Any]]) -> Iterator[Wrong]:
    for number, row in enumerate(rows, start=1):
        if any(not isinstance(row.get(name), int) for name in (*TOTALS, "games", "scores", "balance")):
            yield Wrong(say("This must be a whole number."), "totals", number)


def _row_problems(table: Table, number: int, row: dict[str, Any], document: Content) -> Iterator[Wrong]:
    if row.keys() != set(table.columns):
        odd = sorted(map(str, row.keys() ^ set(table.columns)))
        yield Wrong(say("This is missing, or does not belong here."), table.name, number, ", ".join(odd)[:80])
        return
    for name, to in table.refs.items():
        if not _is_reference(table, name, row[name], document[to], number):
            yield Wrong(say("There is no such row."), table.name, number, name)
    for name in (*table.fields, *table.inside):
        try:
            if not fits_field(table.name, name, row):
                raise ValueError(name)
            row[name] = _value(table, name, row[name], document)
        except ValidationError as wrong:
            yield Wrong(" ".join(wrong.messages), table.name, number, name)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            yield Wrong(say("This cannot be understood."), table.name, number, name)


def _is_reference(table: Table, name: str, value: Any, rows: list[Any], number: int) -> bool:
    if value is None:
        return bool(table.model._meta.get_field(name).null)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    most = number - 1 if table.refs[name] == table.name else len(rows)  # of its own table, only rows before it
    return 1 <= value <= most


def _value(table: Table, name: str, value: Any, document: Content) -> Any:
    """Raises ValidationError, or stumbles over what has the wrong shape."""
    field = table.model._meta.get_field(name)
    assert isinstance(field, models.Field)  # noqa: S101
    if name in table.inside:
        table.inside[name](value, lambda to, number: _in(document[to], number))
        return value
    if isinstance(field, models.JSONField):
        _refuse_rules(table, name, value)
        return value
    if value is None:
        if not field.null:
            raise ValidationError(_("This must not be empty."))
        return None
    if isinstance(field, (models.CharField, models.TextField)):
        return _text(field, value)
    if isinstance(field, models.IntegerField) and value is not None and (type(value) is not int):
        raise ValidationError(_("This must be a whole number."))
    if isinstance(field, models.BooleanField) and not isinstance(value, bool):
        raise ValidationError(_("This must be true or false."))
    return field.clean(value, None)


def _text(field: models.Field[Any, Any], value: Any) -> str:
    """Visible, as whoever typed it had to type it. Whether it may be empty, the constraints know."""
    if not isinstance(value, str):
        raise ValidationError(_("This must be a text."))
    if "\n".join(map(clean_line, value.split("\n"))) != value:
        raise ValidationError(_("This text contains characters that cannot be seen."))
    return str(field.clean(value, None)) if value else value


def _in(rows: list[Any], number: int) -> int:
    if type(number) is not int:
        raise TypeError(number)
    if not 1 <= number <= len(rows):
        raise KeyError(number)
    return number


_RULES: Final[dict[str, Any]] = {
    "rules_versions": (rules.restore_rules, rules.Rules),
    "sheets": (rules.restore_rules, rules.Rules),
    "seasons": (standings_rules.restore_rules, standings_rules.StandingsRules),
    "leagues": (standings_rules.restore_rules, standings_rules.StandingsRules),
    "closings": (standings_rules.restore_rules, standings_rules.StandingsRules),
    "money": (settlement_rules.restore_rules, settlement.MoneyRules),
    "evening_moneys": (settlement_rules.restore_rules, settlement.MoneyRules),
}


def _refuse_rules(table: Table, name: str, value: Any) -> None:
    """Rules must be such as can be played by."""
    if name not in ("rules", "month_rules") or (table.name == "evening_moneys" and value is None):
        return
    restore, wanted = _RULES[table.name]
    found = restore(value)
    if not isinstance(found, wanted):
        raise ValidationError("; ".join(f"{problem.field}: {problem}" for problem in found))
