"""The account of a member with the cash box as a document: his statement."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, pgettext

from dokoclub.clubs.models import Player
from dokoclub.exports.files.documents import WIDTH_OF_A_DAY, Cell, Column, Document, Table, as_amount
from dokoclub.exports.files.making import file_name
from dokoclub.settlement.selectors.accounts import Line, person_of
from dokoclub.settlement.shown.account_words import line_in_words
from dokoclub.settlement.shown.charge_words import name_charge

WIDTH_OF_A_PURPOSE: Final = 32  # in characters


def of_account(player: Player) -> Document:
    """A row for every charge and payment, and what each payment settled. Seven queries."""
    lines = person_of(player).lines
    table = Table("account", player.name, columns_of_lines(), map(cells_of_line, lines))
    what = pgettext("cash box", "Account")
    return Document(file_name(player.club, f"{what} {player.name}"), [table])


def columns_of_lines() -> list[Column]:
    return [
        Column("date", gettext("Date"), width=WIDTH_OF_A_DAY),
        Column("purpose", gettext("Purpose"), width=WIDTH_OF_A_PURPOSE),
        Column("reason", gettext("Reason")),
        Column("amount", gettext("Amount")),
        Column("currency", gettext("Currency")),
        Column("owes", pgettext("balance", "Owes")),
        Column("voucher", gettext("Voucher")),
        Column("settles", gettext("Settles"), width=WIDTH_OF_A_PURPOSE),
    ]


def cells_of_line(line: Line) -> list[Cell]:
    return [
        line.day,
        line_in_words(line),
        (line.charge.reason or None) if line.charge else None,
        as_amount(line.cents),
        line.currency,
        as_amount(line.balance),
        line.entry.number if line.entry else None,
        ", ".join(name_charge(one.charge) for one in line.settles) or None,
    ]
