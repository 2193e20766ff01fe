"""A club's money as documents: payments, open items, members' accounts, a year of the cash box."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from dokoclub.clubs.models import Club, Player
from dokoclub.core import formatting
from dokoclub.exports.exporters.catalog import file_name
from dokoclub.exports.exporters.formats import (
    WIDTH_OF_A_DAY,
    Cell,
    Document,
    DocumentColumn,
    DocumentTable,
    as_amount,
)
from dokoclub.exports.selectors.exports import all_payments, get_names
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.presenters.cash_texts import format_line, name_charge, name_item, what_for
from dokoclub.settlement.presenters.owing_texts import line_title
from dokoclub.settlement.selectors.accounts import AccountLine, AccountStanding, get_lines, get_person, list_standings
from dokoclub.settlement.selectors.cash_box import Statement
from dokoclub.settlement.selectors.owing import Pair, get_overview
from dokoclub.settlement.selectors.payments import Paid

WIDTH_OF_A_PURPOSE: Final = 32  # in characters
WIDTH_OF_A_MOMENT = 16  # in characters


def build_account_document(player: Player) -> Document:
    """Build a member's account: a row for every charge and payment, with the charges it settled. Seven queries."""
    lines = get_person(player).lines
    table = DocumentTable("account", player.name, columns_of_lines(), map(cells_of_line, lines))
    what = pgettext("cash box", "Member's balance")
    return Document(file_name(player.club, f"{what} {player.name}"), [table])


def columns_of_lines() -> list[DocumentColumn]:
    return [
        DocumentColumn("date", gettext("Date"), width=WIDTH_OF_A_DAY),
        DocumentColumn("purpose", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
        DocumentColumn("reason", gettext("Reason")),
        DocumentColumn("amount", gettext("Amount")),
        DocumentColumn("currency", gettext("Currency")),
        DocumentColumn("owes", pgettext("balance", "Owes")),
        DocumentColumn("voucher", gettext("Voucher")),
        DocumentColumn("settles", gettext("Settles"), width=WIDTH_OF_A_PURPOSE),
    ]


def cells_of_line(line: AccountLine) -> list[Cell]:
    return [
        line.day,
        format_line(line),
        (line.charge.reason or None) if line.charge else None,
        as_amount(line.cents),
        line.currency,
        as_amount(line.balance),
        line.entry.number if line.entry else None,
        ", ".join(name_charge(one.charge) for one in line.settles) or None,
    ]


def build_payments_document(club: Club) -> Document:
    """Build the list of payments between players or with the cash box, including undone ones. Three queries."""
    columns = [
        DocumentColumn("paid_on", gettext("Date"), width=WIDTH_OF_A_DAY),
        DocumentColumn("payer", gettext("From")),
        DocumentColumn("receiver", pgettext("receiver of money", "To")),
        DocumentColumn("amount", gettext("Amount")),
        DocumentColumn("currency", gettext("Currency")),
        DocumentColumn("evenings", gettext("Evenings"), width=WIDTH_OF_A_PURPOSE),
        DocumentColumn("by", gettext("Booked by")),
        DocumentColumn("at", gettext("Booked at"), width=WIDTH_OF_A_MOMENT),
        DocumentColumn("taken_back", gettext("Undone"), width=WIDTH_OF_A_MOMENT),
    ]
    rows = [
        [
            timezone.localdate(paid.payment.made_at),
            _party(paid.payment.payer),
            _party(paid.payment.receiver),
            as_amount(paid.payment.cents),
            paid.payment.currency,
            _settled(paid),
            str(paid.payment.made_by or "") or None,
            _moment(paid.payment.made_at),
            _moment(paid.payment.taken_back_at) if paid.payment.taken_back_at else None,
        ]
        for paid in all_payments(club)
    ]
    what = gettext("Payments")
    return Document(file_name(club, f"{what} {timezone.localdate()}"), [DocumentTable("payments", what, columns, rows)])


def build_open_document(club: Club) -> Document:
    """Build the list of open claims of evenings and members' accounts, and the total between each pair.

    One row per claim. Sixteen queries at most.
    """
    pairs, standings = get_overview(club).pairs, list_standings(club)
    columns = [
        DocumentColumn("date", gettext("Date"), width=WIDTH_OF_A_DAY),
        DocumentColumn("payer", gettext("From")),
        DocumentColumn("receiver", pgettext("receiver of money", "To")),
        DocumentColumn("amount", gettext("Amount")),
        DocumentColumn("currency", gettext("Currency")),
        DocumentColumn("what_for", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
    ]
    rows = sorted(
        chain(_open_of_evenings(pairs), _open_of_accounts(standings, club)), key=lambda row: (row[0] is None, row)
    )
    whole = DocumentTable("open", gettext("Open items"), columns, rows)
    together = DocumentTable("together", gettext("Together"), columns[1:5], [*_together(pairs, standings, club)])
    return Document(file_name(club, f"{whole.title} {timezone.localdate()}"), [whole, together])


def build_accounts_document(club: Club) -> Document:
    """Build each member's balance with the cash box, and all rows of all accounts. Nine queries."""
    standings, lines = list_standings(club), get_lines(club)
    columns = [
        DocumentColumn("name", gettext("Name")),
        *(DocumentColumn(kind, title) for kind, title in _kinds().items()),
        DocumentColumn("credit", gettext("Credit")),
        DocumentColumn("owes", pgettext("balance", "Owes")),
    ]
    whole = DocumentTable("accounts", gettext("Members' balances"), columns, [*map(_standing, standings)])
    heads = [DocumentColumn("name", gettext("Name")), *columns_of_lines()]
    booked = DocumentTable("rows", gettext("Bookings"), heads, [*_lines(lines, get_names(club, lines))])
    return Document(file_name(club, f"{whole.title} {timezone.localdate()}"), [whole, booked])


def build_cash_year_document(club: Club, statement: Statement) -> Document:
    """Build the statement of a year: the balance brought forward, the rows and the closing balance. No query."""
    columns = [
        DocumentColumn("date", gettext("Date"), width=WIDTH_OF_A_DAY),
        DocumentColumn("purpose", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
        DocumentColumn("amount", gettext("Amount in %(currency)s") % {"currency": statement.currency}),
        DocumentColumn("balance", gettext("Balance in %(currency)s") % {"currency": statement.currency}),
        DocumentColumn("by", gettext("Booked by")),
        DocumentColumn("at", gettext("Booked at"), width=WIDTH_OF_A_MOMENT),
        DocumentColumn("voucher", gettext("Voucher")),
        DocumentColumn("late_for", gettext("Belongs to"), width=WIDTH_OF_A_DAY),
    ]
    what = gettext("Kitty")
    other = f" {statement.currency}" if statement.currency != club.currency else ""
    name = file_name(club, f"{what} {statement.year}{other}")
    return Document(name, [DocumentTable("cash_box", f"{what} {statement.year}", columns, [*_of_year(statement)])])


def _of_year(statement: Statement) -> Iterator[Sequence[Cell]]:
    first, last = date(statement.year, 1, 1), date(statement.year, 12, 31)
    yield [first, gettext("Brought forward"), None, as_amount(statement.opening), *[None] * 4]
    for row in statement.rows:
        by = str(row.by or "") or None
        yield [
            row.day,
            what_for(row),
            as_amount(row.cents),
            as_amount(row.balance),
            by,
            _moment(row.at),
            row.number,
            row.late_for,
        ]
    yield [last, gettext("Closing balance"), None, as_amount(statement.closing), *[None] * 4]


def _open_of_evenings(pairs: Sequence[Pair]) -> Iterator[list[Cell]]:
    for pair in pairs:
        names = {party.pk if party else None: _party(party) for party in (pair.payer, pair.receiver)}
        for line in pair.lines:
            payer, receiver, cents = line.owed
            yield [line.day, names[payer], names[receiver], as_amount(cents), pair.currency, line_title(line)]


def _open_of_accounts(standings: Sequence[AccountStanding], club: Club) -> Iterator[list[Cell]]:
    """Yield the open items of accounts. Credit is a debt of the cash box."""
    for one in standings:
        for item in one.items:
            left = as_amount(item.left)
            yield [item.charge.day, one.player.name, _party(None), left, item.charge.currency, name_item(item)]
        if one.credit > 0:
            yield [None, _party(None), one.player.name, as_amount(one.credit), club.currency, gettext("Credit")]
        if one.credit < 0:
            too_much = gettext("Paid out too much")
            yield [None, one.player.name, _party(None), as_amount(-one.credit), club.currency, too_much]


def _together(pairs: Sequence[Pair], standings: Sequence[AccountStanding], club: Club) -> Iterator[Sequence[Cell]]:
    """Yield evenings and accounts separately, as on their pages: a payment settles only one of them."""
    for pair in pairs:
        yield [_party(pair.payer), _party(pair.receiver), as_amount(pair.cents), pair.currency]
    for one in standings:
        if one.owes > 0:
            yield [one.player.name, _party(None), as_amount(one.owes), club.currency]
        elif one.owes < 0:
            yield [_party(None), one.player.name, as_amount(-one.owes), club.currency]


def _kinds() -> dict[str, str]:
    return {
        ChargeKind.DUE: pgettext("heading", "Dues"),
        ChargeKind.FINE: gettext("Fines"),
        ChargeKind.FEE: gettext("Fees"),
        ChargeKind.ADVANCE: gettext("Advances"),
    }


def _standing(one: AccountStanding) -> Sequence[Cell]:
    by_kind = dict.fromkeys(_kinds(), 0)
    for item in one.items:
        by_kind[item.charge.kind] += item.left
    return [one.player.name, *map(as_amount, by_kind.values()), as_amount(one.credit), as_amount(one.owes)]


def _lines(lines: Mapping[int, Sequence[AccountLine]], names: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    for player, name in names.items():
        for line in lines[player]:
            yield [name, *cells_of_line(line)]


def _settled(paid: Paid) -> Cell:
    """Return a day for a single evening, else words that no spreadsheet takes for a day."""
    if len(paid.days) == 1 and not paid.is_clearing:
        return paid.days[0]
    words = ", ".join(map(str, paid.days))
    if not paid.is_clearing:
        return words or None
    if len(paid.days) == 1:
        return gettext("Full settlement of %(day)s") % {"day": words}
    return gettext("%(days)s, including a full settlement") % {"days": words}


def _party(party: Player | None) -> str:
    return party.name if party else gettext("Kitty")


def _moment(at: datetime) -> datetime:
    """Convert a moment to the table's local time, to the minute."""
    return formatting.to_local(at).replace(tzinfo=None, second=0, microsecond=0)
