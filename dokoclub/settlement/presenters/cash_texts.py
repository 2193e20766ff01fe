"""Texts for rows of the kitty and of accounts, their vouchers, and reminders."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from dokoclub.clubs.models import Club
from dokoclub.core.formatting import date_only, is_of_this_year, money, month, ordinal, short_day
from dokoclub.settlement.models import CashEntry, Charge, ChargeKind, Settled
from dokoclub.settlement.models.dues import Every
from dokoclub.settlement.presenters.girocode import ROOM_FOR_PURPOSE
from dokoclub.settlement.presenters.kitty import name_purpose
from dokoclub.settlement.selectors.accounts import AccountLine, AccountStanding, Item
from dokoclub.settlement.selectors.kitty import CashRow
from dokoclub.settlement.texts import format_due

TWO: Final = 2  # two months are both named


def count_items(number: int) -> str:
    """Return `5 items`."""
    return ngettext("%(number)s item", "%(number)s items", number) % {"number": number}


def name_charge(charge: Charge) -> str:
    """Return the name of a charge: for a due from its current facts, else as it was written down.

    A renamed due also keeps the text as it was written down.
    """
    due = charge.due if charge.due_id and not charge.reverses_id else None
    return format_due(due, charge.day) if due and charge.purpose.startswith(due.name) else charge.purpose


def name_charges(charges: Iterable[Charge]) -> str:
    """Return `Dues July to November 2026, Misdeal`."""
    return ", ".join(_name_run(run) for run in _runs(charges))


def format_standing(owes: int, currency: str) -> str:
    """Return a member's balance in words; `owes`: cents, negative if the kitty owes the member."""
    if not owes:
        return _("Settled")
    return f"{_('Credit') if owes < 0 else _('Still open')} {money(abs(owes), currency)}"


def name_settled(settles: Sequence[Settled], currency: str) -> str:
    """Return the charges a payment settled, with the cents: `Dues July to November 2026: 25.00, Misdeal: 0.50`."""
    cents = {one.charge_id: one.cents for one in settles}
    runs = _runs(one.charge for one in settles)
    return ", ".join(
        f"{_name_run(run)}: {money(sum(cents[charge.pk] for charge in run), currency)}" for run in runs if len(runs) > 1
    )


def name_payment(entry: CashEntry, charges: Sequence[Charge]) -> str:
    """Return the purpose of a row on an account, by the settled charges; typed text stays as it is."""
    purpose = entry.purpose
    if purpose == ", ".join(charge.purpose for charge in charges):
        return name_charges(charges)
    number = re.match(r"\d+ ", purpose)
    if number and purpose in _in_all_languages(int(number[0])):
        return name_charges(charges) or count_items(int(number[0]))
    return name_purpose(entry)


@dataclass(frozen=True, slots=True)
class Booked:
    """A printed row of an account: one line, or the dues of several successive months."""

    lines: Sequence[AccountLine]
    words: str
    settled: str  # a second line with the settled charges, if `words` lack them

    @property
    def line(self) -> AccountLine:
        return self.lines[-1]

    @property
    def first(self) -> AccountLine:
        return self.lines[0]

    @property
    def is_joined(self) -> bool:
        return len(self.lines) > 1

    @property
    def cents(self) -> int:
        return sum(line.cents for line in self.lines)


def _runs(charges: Iterable[Charge]) -> list[list[Charge]]:
    runs: list[list[Charge]] = []
    for charge in charges:
        if runs and goes_on(runs[-1][-1], charge):
            runs[-1].append(charge)
        else:
            runs.append([charge])
    return runs


def goes_on(one: Charge, other: Charge) -> bool:
    """Return whether the other charge is the same due, one month later."""
    due = one.due if one.due_id and one.due_id == other.due_id else None
    if due is None or due.every != Every.MONTH or one.reverses_id or other.reverses_id:
        return False
    if not one.purpose.startswith(due.name) or not other.purpose.startswith(due.name):
        return False
    return _month_after(one.day) == other.day


def _month_after(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def _name_run(run: Sequence[Charge]) -> str:
    first, last = run[0], run[-1]
    if len(run) == 1 or first.due is None:
        return name_charge(first)
    began = date_format(first.day, "F") if first.day.year == last.day.year else month(first.day)
    facts = {"name": first.due.name, "first": began, "last": month(last.day)}
    if len(run) == TWO:
        return _("%(name)s %(first)s and %(last)s") % facts
    return _("%(name)s %(first)s to %(last)s") % facts


def _in_all_languages(number: int) -> set[str]:
    found = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            found.add(count_items(number))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A movement of the kitty, or several of one day that differ only by name; the newest first."""

    rows: Sequence[CashRow]
    words: str  # "Dues November 2026", only for several rows

    @property
    def row(self) -> CashRow:
        """Return the newest row: its balance is that after all of them."""
        return self.rows[0]

    @property
    def month(self) -> str:
        """Return `November`, in other years `November 2025`: the heading that it stands under."""
        return date_format(self.row.day, "F") if is_of_this_year(self.row.day) else month(self.row.day)

    @property
    def date(self) -> str:
        """Return `20.`, for the margin."""
        return ordinal(self.row.day.day)

    @property
    def is_joined(self) -> bool:
        return len(self.rows) > 1

    @property
    def cents(self) -> int:
        return sum(row.cents for row in self.rows)


def join_rows(rows: Sequence[CashRow]) -> list[Joined]:
    """Join equal payments of one day for the same purpose into one row. The newest first. No query."""
    found: list[list[CashRow]] = []
    for row in rows:
        if found and _is_the_same(found[-1][-1], row):
            found[-1].append(row)
        else:
            found.append([row])
    return [Joined(rows=some, words=_of_account(some[0]) if len(some) > 1 else "") for some in found]


def _is_the_same(one: CashRow, other: CashRow) -> bool:
    what = _of_account(one)
    if not what or what != _of_account(other) or one.player == other.player:
        return False
    return (one.day, one.cents, one.by, one.late_for) == (other.day, other.cents, other.by, other.late_for)


def _of_account(row: CashRow) -> str:
    """Return the purpose of a payment on a member's account; "" for everything else, and for reversed rows."""
    if row.entry is None or row.entry.player is None or row.is_reversal or row.is_reversed:
        return ""
    return name_payment(row.entry, row.charges)


def what_for(row: CashRow) -> str:
    """Return `New cards`, `Ben for Fri 20 Nov`, `Ben for 3 evenings`; a reversal says that it is one."""
    words = _of_entry(row.entry, row.charges) if row.entry else _of_payment(row)
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def on_page(row: CashRow) -> str:
    """Return `New cards`, `Ben: flat amount`, `Ben: Settlement, 3 evenings`, without the day shown next to it."""
    if row.entry is not None or row.is_clearing or not row.evenings:
        return what_for(row)
    number = len(row.evenings)
    what = _("flat fee") if row.is_flat else _("Settle up")
    if number > 1:
        evenings = ngettext("%(number)s evening", "%(number)s evenings", number) % {"number": number}
        what = f"{what}, {evenings}"
    words = _("%(name)s: %(what)s") % {"name": row.player.name if row.player else "", "what": what}
    return _("Reversed: %(what)s") % {"what": words} if row.is_reversal else words


def day_of_evening(row: CashRow) -> str:
    """Return `Evening of 20 November`, if the money came on another day; "" for several evenings."""
    if row.is_clearing or len(row.evenings) != 1 or row.evenings[0] == row.day:
        return ""
    return _("Evening of %(day)s") % {"day": date_only(row.evenings[0])}


def booked_by(row: CashRow) -> str:
    """Return `booked by Cleo`, and when, if that was another day than the one on which it counts."""
    by = _("booked by %(name)s") % {"name": row.by or "–"}
    return by if timezone.localdate(row.at) == row.day else f"{by}, {short_day(row.at)}"


def get_voucher(row: CashRow) -> str:
    """Return `no. 12`; for a payment the evening or clearing is the voucher."""
    if row.number is not None:
        return _("no. %(number)s") % {"number": row.number}
    return pgettext("voucher", "full settlement") if row.is_clearing else pgettext("voucher", "evening")


def _of_entry(entry: CashEntry, charges: Sequence[Charge]) -> str:
    """Return the purpose of an entry after the player's name, if it has one."""
    if entry.player is None:
        return name_purpose(entry)
    return _("%(name)s: %(what)s") % {"name": entry.player.name, "what": name_payment(entry, charges)}


def _of_payment(row: CashRow) -> str:
    name = row.player.name if row.player else ""
    if not row.evenings:
        return name
    if row.is_clearing and len(row.evenings) == 1:
        facts = {"name": name, "day": short_day(row.evenings[0])}
        return _("%(name)s for the full settlement of %(day)s") % facts
    if len(row.evenings) == 1:
        return _("%(name)s for %(day)s") % {"name": name, "day": short_day(row.evenings[0])}
    number = len(row.evenings)
    return ngettext("%(name)s for %(number)s evening", "%(name)s for %(number)s evenings", number) % {
        "name": name,
        "number": number,
    }


def remind_one(club: Club, found: AccountStanding) -> str:
    """Return a reminder for one debtor: a line for each charge, and the sum."""
    head = _("%(name)s, still open in the kitty of %(club)s:") % {
        "name": found.player.name,
        "club": club.name,
    }
    lines = [f"{name_item(item)}: {money(item.left, item.charge.currency)}" for item in found.items]
    if found.credit > 0:
        lines.append(_("Credit: %(amount)s") % {"amount": money(-found.credit, club.currency)})
    return "\n".join([head, *lines, _("Together %(amount)s") % {"amount": money(found.owes, club.currency)}])


def remind_all(club: Club, owing: Sequence[AccountStanding]) -> str:
    """Return a reminder for everybody: a line for each debtor."""
    head = _("Still open in the kitty of %(club)s:") % {"club": club.name}
    lines = [f"{one.player.name}: {money(one.owes, club.currency)} ({name_items(one.items)})" for one in owing]
    return "\n".join([head, *lines])


def purpose_of_code(club: Club, found: AccountStanding) -> str:
    """Return the purpose for a bank: `Linde, Ben: Dues November 2026, Misdeal`; only a number if space is short."""
    said = _("%(club)s, %(name)s: %(what)s")
    facts = {"club": club.name, "name": found.player.name}
    whole = said % {**facts, "what": name_items(found.items)}
    if len(whole.encode()) <= ROOM_FOR_PURPOSE:
        return whole
    return said % {**facts, "what": count_items(len(found.items))}


def name_item(item: Item) -> str:
    """Return `Misdeal (Tuesday)`."""
    reason = item.charge.reason
    words = name_charge(item.charge)
    return f"{words} ({reason})" if reason else words


def name_items(items: Sequence[Item]) -> str:
    return name_charges(item.charge for item in items)


def format_line(line: AccountLine) -> str:
    """Return the text of a row: `Dues November 2026`, `Paid: Dues November 2026`, `Reversed: Misdeal`."""
    if line.charge is not None:
        words = name_charge(line.charge)
        if line.charge.kind == ChargeKind.ADVANCE:
            words = _("Advance: %(what)s") % {"what": words}
    else:
        entry = line.entry
        assert entry is not None  # noqa: S101  # A line is one or the other.
        is_paid_in = (entry.cents > 0) is not line.is_reversal
        words = (_("Paid: %(what)s") if is_paid_in else _("Paid out: %(what)s")) % {"what": _paid_for(line, entry)}
    return _("Reversed: %(what)s") % {"what": words} if line.is_reversal else words


def _paid_for(line: AccountLine, entry: CashEntry) -> str:
    return name_payment(entry, [one.charge for one in line.settles])


def book_lines(lines: Sequence[AccountLine]) -> list[Booked]:
    """Join equal dues of successive months into one row; reversed rows stay separate."""
    rows: list[list[AccountLine]] = []
    for line in lines:
        if rows and _belongs_to(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_booked(row) for row in rows]


def _belongs_to(one: AccountLine, other: AccountLine) -> bool:
    if one.charge is None or other.charge is None or one.is_reversed or other.is_reversed:
        return False
    same = (one.cents, one.by, one.at.date()) == (other.cents, other.by, other.at.date())
    return same and goes_on(one.charge, other.charge)


def _booked(lines: Sequence[AccountLine]) -> Booked:
    if len(lines) > 1:
        return Booked(lines, name_charges(line.charge for line in lines if line.charge), "")
    line = lines[0]
    words, went_on = format_line(line), name_charges(one.charge for one in line.settles)
    settled = name_settled(line.settles, line.currency)
    return Booked(lines, words, settled or ("" if went_on in words else went_on))
