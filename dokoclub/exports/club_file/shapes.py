"""Checks of values that neither models nor ledger validate, so that every page can display them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from dokoclub.clubs.models.club import CURRENCIES
from dokoclub.clubs.models.features import BY_KEY
from dokoclub.dates.models import Answer, DateKind, DateState
from dokoclub.dates.models.date import MOST_GUESTS
from dokoclub.dates.selectors.answers import SAID
from dokoclub.exports.club_file import tournaments
from dokoclub.settlement.models import CashKind, ChargeKind, Every
from dokoclub.standings.models.league import are_origins
from dokoclub.ui.forms import clean_name
from scoring.format.club_tables import LONGEST_FOREIGN_DATA
from scoring.league.columns import COLUMNS
from scoring.league.standings import Standing
from scoring.money.reasons import REASONS, THEN
from scoring.money.rules import STAKE
from scoring.rules.presets import PRESETS
from scoring.rules.values import Rate
from scoring.text import LONGEST_NAME

Row = Mapping[str, Any]


def fits_field(table: str, name: str, row: Row) -> bool:
    """Return True if the field `name` of this row can be displayed, or needs no check besides the model's."""
    check = _CHECKS.get((table, name)) or tournaments.CHECKS.get((table, name))
    return check is None or check(row)


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_fraction(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_whole, value)) and value[1] > 0


def _values(row: Row) -> bool:
    """Check values by column: a numerator and denominator, or None."""
    values = row["values"]
    return _is_object(values) and all(value is None or _is_fraction(value) for value in values.values())


def _struck(row: Row) -> bool:
    return isinstance(row["struck"], list) and all(map(_is_whole, row["struck"]))


def _features(row: Row) -> bool:
    return isinstance(row["features"], list) and all(isinstance(key, str) and key in BY_KEY for key in row["features"])


def _columns(row: Row) -> bool:
    return isinstance(row["columns"], list) and all(isinstance(key, str) and key in COLUMNS for key in row["columns"])


def _kept_days(row: Row) -> bool:
    days = row["kept_days"]
    return days is None or (isinstance(days, list) and all(date.fromisoformat(day) for day in days))


def _numbers(row: Row) -> bool:
    """Check that all placeholders of the reason's sentence, and of the sentences that follow it, have numbers."""
    numbers, sentence = row["numbers"], REASONS.get(row["reason"], "")
    if not _is_object(numbers) or not all(map(_is_whole, numbers.values())):
        return False
    try:
        for said in (sentence, *(text for key, text in THEN.items() if key in numbers)):
            said.format(**numbers)
    except KeyError:
        return False
    return True


def _stake(row: Row) -> bool:
    if row["stake"] is None:
        return True  # the model rejects it with a better message
    return not list(Rate(STAKE.high, may_be_nothing=True).problems("stake", row["stake"]))


def _guests(row: Row) -> bool:
    """Check guest names as typed, up to the maximum number."""
    guests = row["guests"]
    return isinstance(guests, list) and len(guests) <= MOST_GUESTS and all(map(_is_guest, guests))


def _is_guest(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and clean_name(name) == name


def _foreign_data(row: Row) -> bool:
    return _is_object(row["keys"]) and len(json.dumps(row["keys"])) <= LONGEST_FOREIGN_DATA


def _kept_answers(row: Row) -> bool:
    return _is_object(row["kept"]) and all(said in (*SAID, Answer.YES, Answer.MAYBE) for said in row["kept"].values())


def _currency(row: Row) -> bool:
    return row["currency"] in CURRENCIES


_CHECKS: Final[Mapping[tuple[str, str], Callable[[Row], bool]]] = {
    ("club", "features"): _features,
    ("rules_versions", "preset"): lambda row: row["preset"] in PRESETS,
    ("entries", "facts"): lambda row: _is_object(row["facts"]),
    ("entries", "attribution"): lambda row: _is_object(row["attribution"]),
    ("foreign_data", "keys"): _foreign_data,
    ("evenings", "stake"): _stake,
    ("dates", "uid"): lambda row: row["uid"] != "",
    ("dates", "kind"): lambda row: row["kind"] in list(DateKind),
    ("dates", "state"): lambda row: row["state"] in list(DateState),
    ("dates", "kept"): _kept_answers,
    ("replies", "answer"): lambda row: row["answer"] in list(Answer),
    ("replies", "guests"): _guests,
    **{
        (table, "currency"): _currency
        for table in (
            "evening_moneys",
            "payments",
            "cash_entries",
            "cash_closings",
            "dues",
            "fines",
            "charges",
            "budget",
        )
    },
    ("leagues", "columns"): _columns,
    ("leagues", "framed_by"): lambda row: are_origins(row["framed_by"]),
    ("closed_rows", "standing"): lambda row: row["standing"] in list(Standing),
    ("closed_rows", "struck"): _struck,
    ("closed_rows", "values"): _values,
    ("payments", "kept_days"): _kept_days,
    ("cash_entries", "kind"): lambda row: row["kind"] in list(CashKind),
    ("charges", "kind"): lambda row: row["kind"] in list(ChargeKind),
    ("dues", "every"): lambda row: row["every"] in list(Every),
    ("settled_shares", "reason"): lambda row: row["reason"] in REASONS,
    ("settled_shares", "numbers"): _numbers,
}
