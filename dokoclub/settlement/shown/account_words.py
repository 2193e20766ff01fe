"""The accounts of members in words: reminders to hand on, and what a row of an account is."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Club
from dokoclub.look.numbers import money
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.selectors.accounts import Item, Line, Standing
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
    return f"{item.charge.purpose} ({reason})" if reason else item.charge.purpose


def count_items(number: int) -> str:
    """`5 items`."""
    return ngettext("%(number)s item", "%(number)s items", number) % {"number": number}


def name_items(items: Sequence[Item]) -> str:
    return ", ".join(item.charge.purpose for item in items)


def line_in_words(line: Line) -> str:
    """What a row of an account is: `Dues November 2026`, `Paid: Dues November 2026`, `Reversed: Misdeal`."""
    if line.charge is not None:
        words = line.charge.purpose
        if line.charge.kind == ChargeKind.ADVANCE:
            words = _("Advance: %(what)s") % {"what": words}
    else:
        entry = line.entry
        assert entry is not None  # noqa: S101  # a line is one or the other
        is_paid_in = (entry.cents > 0) is not line.is_reversal
        words = (_("Paid: %(what)s") if is_paid_in else _("Paid out: %(what)s")) % {"what": entry.purpose}
    return _("Reversed: %(what)s") % {"what": words} if line.is_reversal else words
