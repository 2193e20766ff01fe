"""A club's money as documents: payments, open items, members' accounts, a year of the kitty."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from dokoclub.clubs.models import Club, Player
from dokoclub.core import formatting
from dokoclub.exports.exporters import formats
from dokoclub.exports.exporters.catalog import file_name
from dokoclub.exports.selectors.exports import all_payments, get_names
from dokoclub.settlement.models import ChargeKind
from dokoclub.settlement.presenters.cash_texts import format_line, name_charge, name_item, what_for
from dokoclub.settlement.presenters.owing_texts import line_title
from dokoclub.settlement.selectors.accounts import AccountLine, AccountStanding, get_lines, get_person, list_standings
from dokoclub.settlement.selectors.kitty import Statement
from dokoclub.settlement.selectors.owing import Pair, get_overview
from dokoclub.settlement.selectors.payments import Paid

WIDTH_OF_A_PURPOSE: Final = 32  # in characters
WIDTH_OF_A_MOMENT = 16  # in characters


def build_account_document(player: Player) -> formats.Document:
    """Build a member's account: a row for every charge and payment, with the charges it settled. Seven queries."""
    lines = get_person(player).lines
    table = formats.DocumentTable("account", player.name, columns_of_lines(), map(cells_of_line, lines))
    what = pgettext("kitty", "Member's balance")
    return formats.Document(file_name(player.club, f"{what} {player.name}"), [table])


def columns_of_lines() -> list[formats.DocumentColumn]:
    return [
        formats.DocumentColumn("date", gettext("Date"), width=formats.WIDTH_OF_A_DAY),
        formats.DocumentColumn("purpose", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
        formats.DocumentColumn("reason", gettext("Reason")),
        formats.DocumentColumn("amount", gettext("Amount")),
        formats.DocumentColumn("currency", gettext("Currency")),
        formats.DocumentColumn("owes", pgettext("balance", "Owes")),
        formats.DocumentColumn("voucher", gettext("Voucher")),
        formats.DocumentColumn("settles", gettext("Settles"), width=WIDTH_OF_A_PURPOSE),
    ]


def cells_of_line(line: AccountLine) -> list[formats.Cell]:
    return [
        line.day,
        format_line(line),
        (line.charge.reason or None) if line.charge else None,
        formats.as_amount(line.cents),
        line.currency,
        formats.as_amount(line.balance),
        line.entry.number if line.entry else None,
        ", ".join(name_charge(one.charge) for one in line.settles) or None,
    ]


def build_payments_document(club: Club) -> formats.Document:
    """Build the list of payments between players or with the kitty, including undone ones. Three queries."""
    columns = [
        formats.DocumentColumn("paid_on", gettext("Date"), width=formats.WIDTH_OF_A_DAY),
        formats.DocumentColumn("payer", gettext("From")),
        formats.DocumentColumn("receiver", pgettext("receiver of money", "To")),
        formats.DocumentColumn("amount", gettext("Amount")),
        formats.DocumentColumn("currency", gettext("Currency")),
        formats.DocumentColumn("evenings", gettext("Evenings"), width=WIDTH_OF_A_PURPOSE),
        formats.DocumentColumn("by", gettext("Booked by")),
        formats.DocumentColumn("at", gettext("Booked at"), width=WIDTH_OF_A_MOMENT),
        formats.DocumentColumn("taken_back", gettext("Undone"), width=WIDTH_OF_A_MOMENT),
    ]
    rows = [
        [
            timezone.localdate(paid.payment.made_at),
            _party(paid.payment.payer),
            _party(paid.payment.receiver),
            formats.as_amount(paid.payment.cents),
            paid.payment.currency,
            _settled(paid),
            str(paid.payment.made_by or "") or None,
            _moment(paid.payment.made_at),
            _moment(paid.payment.taken_back_at) if paid.payment.taken_back_at else None,
        ]
        for paid in all_payments(club)
    ]
    what = gettext("Payments")
    return formats.Document(
        file_name(club, f"{what} {timezone.localdate()}"), [formats.DocumentTable("payments", what, columns, rows)]
    )


def build_open_document(club: Club) -> formats.Document:
    """Build the list of open claims of evenings and members' accounts, and the total between each pair.

    One row per claim. Sixteen queries at most.
    """
    pairs, standings = get_overview(club).pairs, list_standings(club)
    columns = [
        formats.DocumentColumn("date", gettext("Date"), width=formats.WIDTH_OF_A_DAY),
        formats.DocumentColumn("payer", gettext("From")),
        formats.DocumentColumn("receiver", pgettext("receiver of money", "To")),
        formats.DocumentColumn("amount", gettext("Amount")),
        formats.DocumentColumn("currency", gettext("Currency")),
        formats.DocumentColumn("what_for", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
    ]
    rows = sorted(
        chain(_open_of_evenings(pairs), _open_of_accounts(standings, club)), key=lambda row: (row[0] is None, row)
    )
    whole = formats.DocumentTable("open", gettext("Open items"), columns, rows)
    together = formats.DocumentTable(
        "together", gettext("Together"), columns[1:5], [*_together(pairs, standings, club)]
    )
    return formats.Document(file_name(club, f"{whole.title} {timezone.localdate()}"), [whole, together])


def build_accounts_document(club: Club) -> formats.Document:
    """Build each member's balance with the kitty, and all rows of all accounts. Nine queries."""
    standings, lines = list_standings(club), get_lines(club)
    columns = [
        formats.DocumentColumn("name", gettext("Name")),
        *(formats.DocumentColumn(kind, title) for kind, title in _kinds().items()),
        formats.DocumentColumn("credit", gettext("Credit")),
        formats.DocumentColumn("owes", pgettext("balance", "Owes")),
    ]
    whole = formats.DocumentTable("accounts", gettext("Members' balances"), columns, [*map(_standing, standings)])
    heads = [formats.DocumentColumn("name", gettext("Name")), *columns_of_lines()]
    booked = formats.DocumentTable("rows", gettext("Bookings"), heads, [*_lines(lines, get_names(club, lines))])
    return formats.Document(file_name(club, f"{whole.title} {timezone.localdate()}"), [whole, booked])


def build_cash_year_document(club: Club, statement: Statement) -> formats.Document:
    """Build the statement of a year: the balance brought forward, the rows and the closing balance. No query."""
    columns = [
        formats.DocumentColumn("date", gettext("Date"), width=formats.WIDTH_OF_A_DAY),
        formats.DocumentColumn("purpose", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
        formats.DocumentColumn("amount", gettext("Amount in %(currency)s") % {"currency": statement.currency}),
        formats.DocumentColumn("balance", gettext("Balance in %(currency)s") % {"currency": statement.currency}),
        formats.DocumentColumn("by", gettext("Booked by")),
        formats.DocumentColumn("at", gettext("Booked at"), width=WIDTH_OF_A_MOMENT),
        formats.DocumentColumn("voucher", gettext("Voucher")),
        formats.DocumentColumn("late_for", gettext("Belongs to"), width=formats.WIDTH_OF_A_DAY),
    ]
    what = gettext("Kitty")
    other = f" {statement.currency}" if statement.currency != club.currency else ""
    name = file_name(club, f"{what} {statement.year}{other}")
    return formats.Document(
        name, [formats.DocumentTable("cash_box", f"{what} {statement.year}", columns, [*_of_year(statement)])]
    )


def _of_year(statement: Statement) -> Iterator[Sequence[formats.Cell]]:
    first, last = date(statement.year, 1, 1), date(statement.year, 12, 31)
    yield [first, gettext("Brought forward"), None, formats.as_amount(statement.opening), *[None] * 4]
    for row in statement.rows:
        by = str(row.by or "") or None
        yield [
            row.day,
            what_for(row),
            formats.as_amount(row.cents),
            formats.as_amount(row.balance),
            by,
            _moment(row.at),
            row.number,
            row.late_for,
        ]
    yield [last, gettext("Closing balance"), None, formats.as_amount(statement.closing), *[None] * 4]


def _open_of_evenings(pairs: Sequence[Pair]) -> Iterator[list[formats.Cell]]:
    for pair in pairs:
        names = {party.pk if party else None: _party(party) for party in (pair.payer, pair.receiver)}
        for line in pair.lines:
            payer, receiver, cents = line.owed
            yield [line.day, names[payer], names[receiver], formats.as_amount(cents), pair.currency, line_title(line)]


def _open_of_accounts(standings: Sequence[AccountStanding], club: Club) -> Iterator[list[formats.Cell]]:
    """Yield the open items of accounts. Credit is a debt of the kitty."""
    for one in standings:
        for item in one.items:
            left = formats.as_amount(item.left)
            yield [item.charge.day, one.player.name, _party(None), left, item.charge.currency, name_item(item)]
        if one.credit > 0:
            yield [None, _party(None), one.player.name, formats.as_amount(one.credit), club.currency, gettext("Credit")]
        if one.credit < 0:
            too_much = gettext("Paid out too much")
            yield [None, one.player.name, _party(None), formats.as_amount(-one.credit), club.currency, too_much]


def _together(
    pairs: Sequence[Pair], standings: Sequence[AccountStanding], club: Club
) -> Iterator[Sequence[formats.Cell]]:
    """Yield evenings and accounts separately, as on their pages: a payment settles only one of them."""
    for pair in pairs:
        yield [_party(pair.payer), _party(pair.receiver), formats.as_amount(pair.cents), pair.currency]
    for one in standings:
        if one.owes > 0:
            yield [one.player.name, _party(None), formats.as_amount(one.owes), club.currency]
        elif one.owes < 0:
            yield [_party(None), one.player.name, formats.as_amount(-one.owes), club.currency]


def _kinds() -> dict[str, str]:
    return {
        ChargeKind.DUE: pgettext("heading", "Dues"),
        ChargeKind.FINE: gettext("Fines"),
        ChargeKind.FEE: gettext("Fees"),
        ChargeKind.ADVANCE: gettext("Advances"),
    }


def _standing(one: AccountStanding) -> Sequence[formats.Cell]:
    by_kind = dict.fromkeys(_kinds(), 0)
    for item in one.items:
        by_kind[item.charge.kind] += item.left
    return [
        one.player.name,
        *map(formats.as_amount, by_kind.values()),
        formats.as_amount(one.credit),
        formats.as_amount(one.owes),
    ]


def _lines(lines: Mapping[int, Sequence[AccountLine]], names: Mapping[int, str]) -> Iterator[Sequence[formats.Cell]]:
    for player, name in names.items():
        for line in lines[player]:
            yield [name, *cells_of_line(line)]


def _settled(paid: Paid) -> formats.Cell:
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
