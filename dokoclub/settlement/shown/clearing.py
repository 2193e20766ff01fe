"""What the pages of a clearing say: who would pay what in either way, and the transfers that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.look.numbers import money
from dokoclub.settlement import words
from dokoclub.settlement.models import Transfer
from dokoclub.settlement.selectors.owing import Pair
from dokoclub.settlement.services.correcting import amounts_owed
from dokoclub.settlement.shown.owing_words import title_of_list
from scoring.money.transfers import Transfer as Owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """All that one pays: `Anna pays`, `Ben €0.50,`, `the cash box €2`, and the sum."""

    name: str
    parts: tuple[str, ...]  # none of them breaks
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to clear everything: how many payments it takes, and by whom."""

    number: int
    told: str  # in a line, to choose by
    payers: tuple[Payer, ...]


def show_way(payments: Sequence[Owed], names: words.Names, currency: str) -> Way:
    """`payments` in the order of their payers."""
    told = tell_payments(len(payments), sum_of(payments, currency))
    payers = tuple(
        _payer(words.name_giver(who, names), list(paid), names, currency)
        for who, paid in groupby(payments, key=lambda one: one.payer)
    )
    return Way(number=len(payments), told=told, payers=payers)


def _payer(name: str, paid: Sequence[Owed], names: words.Names, currency: str) -> Payer:
    takers = [(words.name_taker(one.receiver, names), money(one.cents, currency)) for one in paid]
    parts = [f"{taker}\N{NO-BREAK SPACE}{amount}," for taker, amount in takers] if len(takers) > 1 else [takers[0][0]]
    parts[-1] = parts[-1].removesuffix(",")
    return Payer(name=_("%(payer)s pays") % {"payer": name}, parts=tuple(parts), amount=sum_of(paid, currency))


def tell_payments(number: int, amount: str) -> str:
    """`24 payments, €41.17 in all`."""
    said = ngettext("%(number)s payment, %(amount)s in all", "%(number)s payments, %(amount)s in all", number)
    return said % {"number": number, "amount": amount}


def sum_of(payments: Iterable[Owed], currency: str) -> str:
    return money(sum(one.cents for one in payments), currency)


def sentence_of(row: Transfer, currency: str) -> str:
    """`Ben pays Anna €2.40`."""
    names = {player.pk: player for player in (row.payer, row.receiver) if player}
    return words.tell_transfer(amounts_owed(row), names, currency)


def title_of_row(row: Transfer) -> str:
    """What it was for: `Evening of 12 March`."""
    return title_of_list(row.list.money.day, row.list.kind, row.list.correction)


def tell_open(pairs: Sequence[Pair], currency: str) -> str:
    """How many payments are open, and what they come to; of pairs that cancel out nobody pays anything."""
    paid = [pair.cents for pair in pairs if pair.cents and pair.currency == currency]
    return tell_payments(len(paid), money(sum(paid), currency)) if len(paid) == len(pairs) else ""
