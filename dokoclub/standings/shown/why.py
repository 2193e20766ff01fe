"""What is a number made of? Its parts as lines to read, each leading to its evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.look.days import day
from dokoclub.look.numbers import signed
from dokoclub.standings import words
from dokoclub.standings.shown.table import fetch_texts, print_number, tone_of
from scoring.league.columns import COLUMNS, Column, Kind, Part, explain_number
from scoring.league.standings import Row

RANKS: Final = {"former_rank": gettext_lazy("Rank a month ago"), "rank": gettext_lazy("Rank now")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A line: an evening, a correction, a rank."""

    text: str
    url: str  # of the evening
    amount: str
    of: str  # what a mean or a share divides it by; "" where nothing does
    counts: bool
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    title: str
    reasons: tuple[Reason, ...]
    total: str  # the number that was clicked
    sum: str  # of what counts, where the number is a mean or a share: "+184 ÷ 61"
    tone: str = ""  # plus, minus, zero; "" for what has no sign

    @property
    def strikes(self) -> bool:
        return any(reason.note for reason in self.reasons)


def explain_cell(row: Row, key: str) -> Why:
    column = COLUMNS[key]
    parts = explain_number(row, key)
    value = column.value(row)
    return Why(
        title=words.title_of(key),
        reasons=tuple(_reasons(parts, column)),
        total=print_number(value, column.kind, fetch_texts()) or "–",
        sum=_division(parts, column),
        tone=tone_of(value, column.kind),
    )


def _reasons(parts: tuple[Part, ...], column: Column) -> Iterator[Reason]:
    struck = column.key not in ("best_evening", "worst_evening")
    for part in parts:
        yield Reason(
            text=_text(part),
            url=reverse("evenings:show_evening", args=[part.evening]) if part.evening is not None else "",
            amount=_amount(part, column),
            of=str(part.of) if _divides(column) and part.evening is not None else "",
            counts=part.counts,
            note=_("struck") if struck and not part.counts else "",
        )


def _text(part: Part) -> str:
    if part.day is not None:
        return day(part.day)
    if part.reason in RANKS:
        return str(RANKS[part.reason])
    return _("Correction: %(reason)s") % {"reason": part.reason}


def _amount(part: Part, column: Column) -> str:
    if part.reason in RANKS:
        return str(abs(part.amount))
    return str(part.amount) if column.kind in (Kind.COUNT, Kind.PERCENT) else signed(part.amount)


def _divides(column: Column) -> bool:
    return column.kind in (Kind.MEAN, Kind.PERCENT)


def _division(parts: tuple[Part, ...], column: Column) -> str:
    if not _divides(column):
        return ""
    counted = [part for part in parts if part.counts]
    amount, of = sum(part.amount for part in counted), sum(part.of for part in counted)
    return f"{amount if column.kind is Kind.PERCENT else signed(amount)} ÷ {of}"
