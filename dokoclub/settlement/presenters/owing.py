"""The pages of open payments: pairs of debtor and creditor with lines and buttons, balances, and recent payments."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.core.formatting import clock, money, short_day, signed_money, tone
from dokoclub.evenings.texts import join_names, short_names
from dokoclub.settlement.forms.payments import BOX
from dokoclub.settlement.models import Payment
from dokoclub.settlement.presenters import owing_texts
from dokoclub.settlement.selectors.bank import CURRENCY, paid_by_code
from dokoclub.settlement.selectors.open_transfers import OpenLine, TransferPairKey
from dokoclub.settlement.selectors.owing import Balance, Overview, Pair, sum_by_currency
from dokoclub.settlement.selectors.payments import Paid

FEW_EQUAL: Final = 2  # the most equal payments to the kitty shown with names; more share one row
MOST_AT_ONCE: Final = 7  # rows of the payments of all, as many as a phone shows; the others are folded


@dataclass(frozen=True, slots=True, kw_only=True)
class LineItem:
    """One transfer: `amount` is negative if it goes the other way, against the payment."""

    title: str
    amount: str
    url: str  # of its evening or clearing, "" if deleted


@dataclass(frozen=True, slots=True, kw_only=True)
class PairItem:
    """Two who owe each other, as a row; `who` names both, or on a page of one of them the other."""

    who: str
    amount: str
    days: str
    whole: str  # "Ben pays Anna €2.40", for screen readers
    cancels_out: bool
    lines: list[LineItem]  # several, on the page of a person
    url: str  # the address that says more: of the only evening, or of the person
    code: str  # the address of the GiroCode, "" if the reader gets none
    one: str
    other: str
    stamp: str
    key: UUID  # of the button, so that a double tap pays once


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupItem:
    """Several pairs that one button marks: `about` says which; `seen` are its fields."""

    who: str
    about: str
    amount: str
    whole: str
    seen: list[str]
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
    """The open amounts of evenings with the kitty, in one line: number of players, and sum."""

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


def render_pairs(
    club: Club,
    account: Account,
    pairs: Sequence[Pair],
    mine: Collection[int],
    *,
    of: Collection[int] = (),
    with_lines: bool = False,
) -> list[PairItem]:
    """`mine`: the reader's player; `of`: the players of the page, whose names it leaves out. One query at most."""
    by_code = paid_by_code(
        account, [(pair.payer, pair.receiver) for pair in pairs if pair.cents and pair.currency == CURRENCY]
    )
    short = _short_names(pairs)
    return [_pair(club, pair, mine, by_code, of, short, with_lines=with_lines) for pair in pairs]


def group_box(pairs: Sequence[Pair]) -> tuple[list[Pair], list[GroupItem]]:
    """Return the pairs to be shown alone, and the groups of those who pay the kitty the same amount. No query."""
    equal: dict[tuple[int, str], list[Pair]] = {}
    for pair in pairs:
        if pair.receiver is None and pair.cents:
            equal.setdefault((pair.cents, pair.currency), []).append(pair)
    groups = [some for some in equal.values() if len(some) > FEW_EQUAL]
    grouped = {pair.stamp for some in groups for pair in some}
    short = _short_names(pairs)
    return [pair for pair in pairs if pair.stamp not in grouped], [_group(some, short) for some in groups]


def _short_names(pairs: Iterable[Pair]) -> Mapping[int, str]:
    return short_names({party for pair in pairs for party in (pair.payer, pair.receiver) if party})


def count_at_once(alone: Sequence[Pair], groups: Sequence[GroupItem]) -> int:
    """Return how many of the pairs are not folded; never fold a single one."""
    room = max(MOST_AT_ONCE - len(groups), 0)
    return room if len(alone) > room + 1 else len(alone)


def _group(pairs: Sequence[Pair], short: Mapping[int, str]) -> GroupItem:
    first, number = pairs[0], len(pairs)
    who = _("%(number)s pay into the kitty") % {"number": number}
    names = [short[pair.payer.pk] for pair in pairs if pair.payer]
    amount = money(number * first.cents, first.currency)
    each = {"each": money(first.cents, first.currency), "names": join_names(names)}
    return GroupItem(
        who=who,
        about=_("%(each)s each: %(names)s") % each,
        amount=amount,
        whole=f"{who} {amount}",
        seen=[str(seen_pair(pair)) for pair in pairs],
        key=uuid4(),
    )


def render_everything(pairs: Sequence[Pair], player: Player) -> GroupItem | None:
    """Return the button that marks all that one player pays, None for a single payment. No query."""
    pays = [pair for pair in pairs if pair.cents and pair.payer == player]
    if len(pays) < 2 or len({pair.currency for pair in pays}) > 1:
        return None
    amount = money(sum(pair.cents for pair in pays), pays[0].currency)
    who = _("%(name)s has paid all") % {"name": player.name}
    whole = _("%(name)s has paid all %(amount)s") % {"name": player.name, "amount": amount}
    seen = [str(seen_pair(pair)) for pair in pays]
    return GroupItem(who=who, about="", amount=amount, whole=whole, seen=seen, key=uuid4())


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
    return OwnBalance(
        title=title, amount=money(abs(cents), currency), tone=tone(cents), about=owing_texts.format_own(own[0])
    )


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
    """Return the open amounts of evenings; the page of the kitty lists the players. No query."""
    pairs = found.with_kitty
    number = len({pair.player.pk for pair in pairs})
    sums = sum_by_currency((pair.currency, pair.owed_to_box) for pair in pairs)
    return OfEvenings(
        number=number,
        said=ngettext("%(number)s member", "%(number)s members", number) % {"number": number},
        amount=owing_texts.format_sums(sums),
    )


def get_undo(payments: Sequence[Payment]) -> Undo:
    """Return `Ben → Anna €2.40 paid`; for several payments their number and sum."""
    first = payments[0]
    if len(payments) == 1:
        facts = {"who": f"{owing_texts.arrow_name(first.payer)} → {owing_texts.arrow_name(first.receiver)}"}
    else:
        number = len(payments)
        counted = ngettext("%(number)s payment", "%(number)s payments", number) % {"number": number}
        facts = {"who": f"{owing_texts.capitalise_first(owing_texts.arrow_name(first.payer))}, {counted}"}
    facts["amount"] = money(sum(one.cents for one in payments), first.currency)
    return Undo(said=_("%(who)s %(amount)s paid") % facts, payments="-".join(str(one.pk) for one in payments))


def _pair(
    club: Club,
    pair: Pair,
    mine: Collection[int],
    by_code: Collection[int],
    of: Collection[int],
    short: Mapping[int, str],
    *,
    with_lines: bool,
) -> PairItem:
    payable = pair.receiver is not None and pair.receiver.pk in by_code and pair.cents > 0
    payable = payable and pair.currency == CURRENCY and pair.payer is not None and pair.payer.pk in mine
    others = [party for party in (pair.payer, pair.receiver) if party is None or party.pk not in of]
    lines = [_line(pair, line) for line in pair.lines] if with_lines else []
    return PairItem(
        who=owing_texts.capitalise_first(short[others[0].pk] if others[0] else owing_texts.party_name(None))
        if len(others) == 1
        else owing_texts.who_pays(pair, mine, short),
        amount=money(pair.cents, pair.currency),
        days=owing_texts.get_days(pair),
        whole=owing_texts.format_pair(pair),
        cancels_out=not pair.cents,
        lines=lines if with_lines and len(lines) > 1 else [],
        url=(with_lines and len(lines) == 1 and lines[0].url)
        or reverse("settlement:show_person", args=[club.pk, pair.player.pk]),
        code=reverse("settlement:show_code", args=[club.pk, pair.receiver.pk]) if payable and pair.receiver else "",
        one=str(pair.payer.pk) if pair.payer else BOX,
        other=str(pair.receiver.pk) if pair.receiver else BOX,
        stamp=pair.stamp,
        key=uuid4(),
    )


def _line(pair: Pair, line: OpenLine) -> LineItem:
    cents = pair.signed(line)
    return LineItem(
        title=owing_texts.line_title(line),
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
            who=f"{owing_texts.arrow_name(paid.payment.payer)} → {owing_texts.arrow_name(paid.payment.receiver)}",
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
    return f"{owing_texts.written_days(paid.days, with_clearing=paid.is_clearing)} · {payment.made_by or '–'}, {when}"


def _url_to_undo(club: Club, paid: Paid) -> str:
    """Return the address to take a payment back, "" in a currency that the club has given up."""
    if paid.payment.currency != club.currency:
        return ""
    return reverse("settlement:take_back_payment", args=[club.pk, paid.payment.pk])
