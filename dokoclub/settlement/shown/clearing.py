"""What the page of a clearing says of transfers that are kept."""

from __future__ import annotations

from dokoclub.settlement import words
from dokoclub.settlement.models import Transfer
from dokoclub.settlement.services.correcting import amounts_owed
from dokoclub.settlement.shown.owing_words import title_of_list


def sentence_of(row: Transfer, currency: str) -> str:
    """`Ben pays Anna €2.40`."""
    names = {player.pk: player for player in (row.payer, row.receiver) if player}
    return words.tell_transfer(amounts_owed(row), names, currency)


def title_of_row(row: Transfer) -> str:
    """What it was for: `Evening of 12 March`."""
    return title_of_list(row.list.money.day, row.list.kind, row.list.correction)
