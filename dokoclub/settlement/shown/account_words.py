"""The accounts of members in words: reminders to hand on, and what a row of an account is."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club
from dokoclub.look.numbers import money
from dokoclub.settlement.models import CashEntry, ChargeKind
from dokoclub.settlement.selectors.accounts import Item, Line, Standing
from dokoclub.settlement.shown.charge_words import (
    Booked,
    count_items,
    goes_on,
    name_charge,
    name_charges,
    name_payment,
    name_settled,
)
from dokoclub.settlement.shown.girocode import ROOM_FOR_PURPOSE


def remind_one(club: Club, found: Standing) -> str:
    """To send to who owes it: a line for each charge, and the sum."""
    head = _("%(name)s, this is still open in the cash box of %(club)s:") % {
        "name": found.player.name,
        "club": club.name,
    }
    lines = [f"{name_item(item)}: {money(item.left, item.charge.currency)}" for item in found.items]
    if found.credit > 0:
        lines.append(_("Credit: %(amount)s") % {"amount": money(-found.credit, club.currency)})
    return "\n".join([head, *lines, _("Together %(amount)s") % {"amount": money(found.owes, club.currency)}])


def remind_all(club: Club, owing: Sequence[Standing]) -> str:
    """To send to everybody: who is missing, a line each."""
    head = _("Still open in the cash box of %(club)s:") % {"club": club.name}
    lines = [f"{one.player.name}: {money(one.owes, club.currency)} ({name_items(one.items)})" for one in owing]
    return "\n".join([head, *lines])


def purpose_of_code(club: Club, found: Standing) -> str:
    """For a bank: `Linde, Ben: Dues November 2026, Misdeal`; how many there are where the code has no room for all."""
    said = _("%(club)s, %(name)s: %(what)s")
    facts = {"club": club.name, "name": found.player.name}
    whole = said % {**facts, "what": name_items(found.items)}
    if len(whole.encode()) <= ROOM_FOR_PURPOSE:
        return whole
    return said % {**facts, "what": count_items(len(found.items))}


def name_item(item: Item) -> str:
    """`Misdeal (Tuesday)`."""
    reason = item.charge.reason
    words = name_charge(item.charge)
    return f"{words} ({reason})" if reason else words


def name_items(items: Sequence[Item]) -> str:
    return name_charges(item.charge for item in items)


def line_in_words(line: Line) -> str:
    """What a row of an account is: `Dues November 2026`, `Paid: Dues November 2026`, `Reversed: Misdeal`."""
    if line.charge is not None:
        words = name_charge(line.charge)
        if line.charge.kind == ChargeKind.ADVANCE:
            words = _("Advance: %(what)s") % {"what": words}
    else:
        entry = line.entry
        assert entry is not None  # noqa: S101  # a line is one or the other
        is_paid_in = (entry.cents > 0) is not line.is_reversal
        words = (_("Paid: %(what)s") if is_paid_in else _("Paid out: %(what)s")) % {"what": _paid_for(line, entry)}
    return _("Reversed: %(what)s") % {"what": words} if line.is_reversal else words


def _paid_for(line: Line, entry: CashEntry) -> str:
    return name_payment(entry, [one.charge for one in line.settles])


def book_lines(lines: Sequence[Line]) -> list[Booked]:
    """Dues of the same amount, month after month, are one row; what was taken back stands alone."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and _belongs_to(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_booked(row) for row in rows]


def _belongs_to(one: Line, other: Line) -> bool:
    if one.charge is None or other.charge is None or one.is_reversed or other.is_reversed:
        return False
    same = (one.cents, one.by, one.at.date()) == (other.cents, other.by, other.at.date())
    return same and goes_on(one.charge, other.charge)


def _booked(lines: Sequence[Line]) -> Booked:
    if len(lines) > 1:
        return Booked(lines, name_charges(line.charge for line in lines if line.charge), "")
    line = lines[0]
    words, went_on = line_in_words(line), name_charges(one.charge for one in line.settles)
    settled = name_settled(line.settles, line.currency)
    return Booked(lines, words, settled or ("" if went_on in words else went_on))
