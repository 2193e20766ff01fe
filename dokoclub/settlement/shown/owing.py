"""What the pages of open payments print: two who owe each other, what for, and their buttons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.urls import reverse

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.look.days import clock, short_day
from dokoclub.look.numbers import money, signed_money
from dokoclub.settlement.forms.netting import BOX
from dokoclub.settlement.selectors.girocode import paid_by_code
from dokoclub.settlement.selectors.owing import Pair
from dokoclub.settlement.selectors.payments import Paid
from dokoclub.settlement.shown.owing_words import days_of, line_title, party_name, tell_pair, who_pays, written_days


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """One transfer: `amount` is minus where it goes the other way, against what is paid."""

    title: str
    amount: str
    url: str  # of its evening, "" where that is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPair:
    who: str  # "Ben pays Anna"
    amount: str
    days: str
    whole: str  # "Ben pays Anna €2.40", for ears
    cancels_out: bool
    lines: list[ShownLine]
    code: str  # the address of the GiroCode, "" where there is none for the reader
    one: str
    other: str
    stamp: str
    key: UUID  # of the button: tapped twice, it pays once


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPaid:
    who: str
    amount: str
    days: str
    said: str  # who marked it, and when
    url: str  # takes it back


def shown_pairs(club: Club, account: Account, pairs: Sequence[Pair], mine: Collection[int]) -> list[ShownPair]:
    """`mine`: as whom the reader plays. One query at most."""
    by_code = paid_by_code(club, account, [(pair.payer, pair.receiver) for pair in pairs if pair.cents])
    return [_pair(club, pair, mine, by_code) for pair in pairs]


def _pair(club: Club, pair: Pair, mine: Collection[int], by_code: Collection[int]) -> ShownPair:
    payable = pair.receiver is not None and pair.receiver.pk in by_code and pair.cents > 0
    payable = payable and pair.payer is not None and pair.payer.pk in mine
    return ShownPair(
        who=who_pays(pair, mine),
        amount=money(pair.cents, club.currency),
        days=days_of(pair.lines),
        whole=tell_pair(pair, club.currency),
        cancels_out=not pair.cents,
        lines=list(_lines(club, pair)),
        code=reverse("settlement:show_code", args=[club.pk, pair.receiver.pk]) if payable and pair.receiver else "",
        one=str(pair.payer.pk) if pair.payer else BOX,
        other=str(pair.receiver.pk) if pair.receiver else BOX,
        stamp=pair.stamp,
        key=uuid4(),
    )


def _lines(club: Club, pair: Pair) -> Iterator[ShownLine]:
    for line in pair.lines:
        cents = pair.signed(line)
        yield ShownLine(
            title=line_title(line),
            amount=signed_money(cents, club.currency) if pair.is_netting else money(cents, club.currency),
            url=reverse("settlement:show_evening", args=[line.evening]) if line.evening else "",
        )


def shown_paid(club: Club, payments: Iterable[Paid]) -> list[ShownPaid]:
    return [
        ShownPaid(
            who=f"{party_name(paid.payment.payer)} → {party_name(paid.payment.receiver)}",
            amount=money(paid.payment.cents, club.currency),
            days=written_days(paid.days),
            said=f"{paid.payment.made_by or '–'}, {short_day(paid.payment.made_at)}, {clock(paid.payment.made_at)}",
            url=reverse("settlement:take_back_payment", args=[club.pk, paid.payment.pk]),
        )
        for paid in payments
    ]
