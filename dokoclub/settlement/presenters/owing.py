"""The pages of open payments: pairs of debtor and creditor with lines and buttons, balances, and recent payments."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.core.formatting import clock, money, short_day, signed_money, tone
from dokoclub.settlement.forms.payments import BOX
from dokoclub.settlement.models import Payment
from dokoclub.settlement.presenters.owing_texts import (
    arrow_name,
    capitalise_first,
    format_balance,
    format_giver,
    format_own,
    format_pair,
    format_sums,
    get_days,
    line_title,
    party_name,
    who_pays,
    written_days,
)
from dokoclub.settlement.selectors.bank import CURRENCY, paid_by_code
from dokoclub.settlement.selectors.open_transfers import OpenLine, TransferPairKey
from dokoclub.settlement.selectors.owing import Balance, Overview, Pair, sum_by_currency
from dokoclub.settlement.selectors.payments import Paid
from dokoclub.ui.cards import Card, list_cards

MOST_LINES: Final = 12  # lines of a pair in the list of all pairs of a club; the page of the person lists more
OPEN_AT_ONCE: Final = 3  # payments of the reader; one more is not folded alone


@dataclass(frozen=True, slots=True, kw_only=True)
class LineItem:
    """One transfer: `amount` is negative if it goes the other way, against the payment."""

    title: str
    amount: str
    url: str  # of its evening or clearing, "" if deleted


@dataclass(frozen=True, slots=True, kw_only=True)
class PairItem:
    who: str  # "Ben pays Anna"
    amount: str
    tone: str = ""  # for amounts with a sign: a pair in the list of one of its players
    days: str
    whole: str  # "Ben pays Anna €2.40", for screen readers
    cancels_out: bool
    lines: list[LineItem]  # none where there are too many to be listed here,
    person: str  # the address of that page
    code: str  # the address of the GiroCode, "" if the reader gets none
    cards: list[Card]  # of the two players; the cash box has none
    box: str  # the place of the cash box: "pays" before the other's card, "gets" after it, or ""
    one: str
    other: str
    stamp: str
    key: UUID  # of the button, so that a double tap pays once

    @property
    def is_folded(self) -> bool:
        """Whether something is to be unfolded; else all of it is one line."""
        return len(self.lines) > 1 or bool(self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonItem:
    """One player's payments and receipts. At the cash box both can be marked, because the treasurer keeps it."""

    name: str
    cards: list[Card]  # of the player; the cash box has none
    about: str  # "pays 2 others, gets from one"
    amount: str
    tone: str
    url: str
    way: str  # the text of the link
    pays: list[PairItem]
    gets: list[tuple[str, str]]  # payer and amount
    seen: list[str]  # the pairs its button marks, empty if one payment has its own button
    sum: str
    key: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBalance:
    """The total that the reader, or a player, gets or pays in one currency."""

    title: str
    amount: str
    tone: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEvenings:
    """The open amounts of evenings with the cash box, in one line: number of players, and sum."""

    number: int
    said: str  # "10 members"
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The payments just marked, which can be undone."""

    said: str
    payments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidItem:
    who: str
    amount: str
    said: str  # the evenings, who marked it, and when
    url: str  # to take it back, or ""


def count_at_once(payments: int) -> int:
    """Return the number of payments to show at once; the others are folded."""
    return OPEN_AT_ONCE if payments > OPEN_AT_ONCE + 1 else payments


def render_pairs(
    club: Club, account: Account, pairs: Sequence[Pair], mine: Collection[int], *, briefly: bool = False
) -> list[PairItem]:
    """`mine`: as whom the reader plays; `briefly`: many lines of a pair are not listed. One query at most."""
    by_code = paid_by_code(
        account, [(pair.payer, pair.receiver) for pair in pairs if pair.cents and pair.currency == CURRENCY]
    )
    most = MOST_LINES if briefly else sys.maxsize
    return [_pair(club, pair, mine, by_code, pair.lines if len(pair.lines) <= most else ()) for pair in pairs]


def seen_from(shown: PairItem, pair: Pair, of: Collection[int]) -> PairItem:
    """Return the pair as seen by the players `of`: with a sign, and only the other's card. No query."""
    cents = pair.gain(of)
    others = [party for party in (pair.payer, pair.receiver) if party and party.pk not in of]
    return replace(shown, amount=signed_money(cents, pair.currency), tone=tone(cents), cards=list_cards(*others))


def render_persons(club: Club, balances: Sequence[Balance], by_pair: Mapping[str, PairItem]) -> list[PersonItem]:
    """List the printed players. `by_pair`: how each pair is shown, by its version token. No query."""
    return [_person(club, one, by_pair) for one in balances]


def _person(club: Club, one: Balance, by_pair: Mapping[str, PairItem]) -> PersonItem:
    url = reverse("settlement:show_person", args=[club.pk, one.player.pk]) if one.player else ""
    several = [pair for pair in one.pays if pair.cents]
    return PersonItem(
        name=capitalise_first(party_name(one.player)),
        cards=list_cards(one.player),
        about=format_balance(one),
        amount=signed_money(one.cents, one.currency),
        tone=tone(one.cents),
        url=url or reverse("settlement:show_cash_box", args=[club.pk]),
        way=_("Evening by evening") if url else _("Kitty"),
        pays=[by_pair[pair.stamp] for pair in (one.pays if one.player else (*one.pays, *one.gets))],
        gets=[(format_giver(pair), money(pair.cents, pair.currency)) for pair in one.gets if one.player and pair.cents],
        seen=[str(seen_pair(pair)) for pair in several] if len(several) > 1 else [],
        sum=money(sum(pair.cents for pair in several), one.currency),
        key=uuid4(),
    )


def seen_pair(pair: Pair) -> TransferPairKey:
    one, other = (party.pk if party else None for party in (pair.payer, pair.receiver))
    return TransferPairKey(one, other, pair.stamp)


def render_own(balances: Sequence[Balance], mine: Collection[int]) -> OwnBalance | None:
    """Return the reader's total, None if nothing is open, or in several currencies, or for several players."""
    own = [one for one in balances if one.player is not None and one.player.pk in mine]
    if len(own) != 1:
        return None
    cents, currency = own[0].cents, own[0].currency
    title = _("You're owed") if cents > 0 else _("You owe") if cents else _("You're even")
    return OwnBalance(title=title, amount=money(abs(cents), currency), tone=tone(cents), about=format_own(own[0]))


def render_net(balances: Sequence[Balance], player: Player) -> OwnBalance | None:
    """Return one player's total for any reader, payments and receipts netted."""
    own = [one for one in balances if one.player == player]
    if len(own) != 1:
        return None
    cents, currency = own[0].cents, own[0].currency
    title = (
        pgettext("balance", "is owed") if cents > 0 else pgettext("balance", "owes") if cents else _("comes out even")
    )
    return OwnBalance(title=title, amount=money(abs(cents), currency), tone=tone(cents), about="")


def render_of_evenings(found: Overview) -> OfEvenings:
    """Return the open amounts of evenings; the page of the cash box lists the players. No query."""
    pairs = found.with_cash_box
    number = len({pair.player.pk for pair in pairs})
    sums = sum_by_currency((pair.currency, pair.owed_to_box) for pair in pairs)
    return OfEvenings(
        number=number,
        said=ngettext("%(number)s member", "%(number)s members", number) % {"number": number},
        amount=format_sums(sums),
    )


def get_undo(payments: Sequence[Payment]) -> Undo:
    """Return `Ben → Anna €2.40 paid`; for several payments their number and sum."""
    first = payments[0]
    if len(payments) == 1:
        facts = {"who": f"{arrow_name(first.payer)} → {arrow_name(first.receiver)}"}
    else:
        number = len(payments)
        counted = ngettext("%(number)s payment", "%(number)s payments", number) % {"number": number}
        facts = {"who": f"{capitalise_first(arrow_name(first.payer))}, {counted}"}
    facts["amount"] = money(sum(one.cents for one in payments), first.currency)
    return Undo(said=_("%(who)s %(amount)s paid") % facts, payments="-".join(str(one.pk) for one in payments))


def _pair(
    club: Club, pair: Pair, mine: Collection[int], by_code: Collection[int], lines: Sequence[OpenLine]
) -> PairItem:
    payable = pair.receiver is not None and pair.receiver.pk in by_code and pair.cents > 0
    payable = payable and pair.currency == CURRENCY and pair.payer is not None and pair.payer.pk in mine
    return PairItem(
        who=who_pays(pair, mine),
        amount=money(pair.cents, pair.currency),
        days=get_days(pair),
        whole=format_pair(pair),
        cancels_out=not pair.cents,
        lines=[_line(pair, line) for line in lines],
        person=reverse("settlement:show_person", args=[club.pk, pair.player.pk]),
        code=reverse("settlement:show_code", args=[club.pk, pair.receiver.pk]) if payable and pair.receiver else "",
        cards=list_cards(pair.payer, pair.receiver),
        box="gets" if pair.receiver is None else "pays" if pair.payer is None else "",
        one=str(pair.payer.pk) if pair.payer else BOX,
        other=str(pair.receiver.pk) if pair.receiver else BOX,
        stamp=pair.stamp,
        key=uuid4(),
    )


def _line(pair: Pair, line: OpenLine) -> LineItem:
    cents = pair.signed(line)
    return LineItem(
        title=line_title(line),
        amount=signed_money(cents, line.currency) if pair.is_netting else money(cents, line.currency),
        url=_get_url(pair.player.club_id, line),
    )


def _get_url(club: int, line: OpenLine) -> str:
    if line.clearing is not None:
        return reverse("settlement:show_clearing", args=[club, line.clearing])
    return reverse("settlement:show_evening", args=[line.evening]) if line.evening else ""


def render_paid(club: Club, payments: Iterable[Paid]) -> list[PaidItem]:
    return [
        PaidItem(
            who=f"{arrow_name(paid.payment.payer)} → {arrow_name(paid.payment.receiver)}",
            amount=money(paid.payment.cents, paid.payment.currency),
            said=_get_said(paid),
            url=_url_to_undo(club, paid),
        )
        for paid in payments
    ]


def _get_said(paid: Paid) -> str:
    """Return `30 October · Cleo, 23:54`; if marked on another day, that day replaces the time."""
    payment = paid.payment
    is_same = paid.days == (timezone.localdate(payment.made_at),) and not paid.is_clearing
    when = clock(payment.made_at) if is_same else short_day(payment.made_at)
    return f"{written_days(paid.days, with_clearing=paid.is_clearing)} · {payment.made_by or '–'}, {when}"


def _url_to_undo(club: Club, paid: Paid) -> str:
    """Return the address to take a payment back, "" in a currency that the club has given up."""
    if paid.payment.currency != club.currency:
        return ""
    return reverse("settlement:take_back_payment", args=[club.pk, paid.payment.pk])
