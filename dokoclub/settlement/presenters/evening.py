"""The page of a settlement: lists, transfers with buttons, absences, parts of the form, and texts to share."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.core.formatting import clock, date_only, money, short_day
from dokoclub.evenings.texts import join_names, short_names
from dokoclub.settlement import texts
from dokoclub.settlement.forms.method import MoneyForm
from dokoclub.settlement.models import Payment, TransferKind
from dokoclub.settlement.selectors.bank import CURRENCY, paid_by_code
from dokoclub.settlement.selectors.evening import EveningList, EveningSettlement, ListLine, SettlementPerson
from dokoclub.settlement.selectors.open_transfers import TransferKey
from dokoclub.settlement.texts import Names, format_flat, format_limits, who_pays_whom
from dokoclub.ui.forms import FoldedPart, fold_fields
from dokoclub.ui.texts import translate_text
from scoring.money.methods import FLAT, LIMITS, METHODS, MoneyRules
from scoring.money.settlement import Settlement
from scoring.money.transfers import KITTY, Transfer

FEW_EQUAL: Final = 2  # the most equal flat amounts shown with names; more share one line
MOST_CHOSEN: Final = ("players", "per_point_loss", "none")  # ways to settle that are not folded
LIMITING: Final = ("scope", "stake_beyond", "stake_then", *LIMITS, "rest")
FOLDED: Final = (*LIMITING, *FLAT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentItem:
    """A row with a ring: one transfer, or several equal ones. The URLs are "" where changes are not allowed."""

    who: str  # "Ben pays Anna"
    amount: str
    whole: str  # both, for screen readers
    key: str  # unchanged when it is paid, so that the focus finds its button again
    paid: bool
    note: str = ""  # when and by which player or clearing it was marked as paid
    fields: list[tuple[str, str]]  # form fields that its button sends
    pay: str = ""
    take_back: str = ""
    code: str = ""  # the URL of its GiroCode
    of_absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenList:
    """`title`: only of a table and of a correction; `single`: the rows of its equal payments, one by one."""

    title: str
    hint: str
    payments: list[PaymentItem]
    single: list[PaymentItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """An absent player; `amount`: the absence fee, if no list of its own shows it."""

    player: Player
    excused: bool
    said: str  # the answer: "late", "excused", or ""
    amount: str


def render_absent(page: EveningSettlement) -> list[Absent]:
    """List the absent players. While the evening is played, only this list shows their fees. No query."""
    costs = {
        line.seen.payer: money(line.seen.cents, page.currency)
        for one in page.lists
        for line in one.lines
        if _is_listed_below(page, one, line)
    }
    return [
        Absent(player=player, excused=excused, said=said, amount=costs.get(player.pk, ""))
        for player, excused, said in page.absent
    ]


def cents_of_absent(page: EveningSettlement) -> int:
    """Return the open absence fees in cents that no list shows, which the sum of the lists lacks."""
    return sum(line.seen.cents for one in page.lists for line in one.lines if _is_listed_below(page, one, line))


def _is_listed_below(page: EveningSettlement, one: EveningList, line: ListLine) -> bool:
    """Return whether the list of absent players shows this amount instead of a list of transfers."""
    if not page.evening.is_open or one.kind != TransferKind.FLAT or one.correction or not line.is_open:
        return False
    return line.seen.payer in {player.pk for player, excused, _said in page.absent if not excused}


def render_frozen_lists(page: EveningSettlement, account: Account, *, may_book: bool) -> list[FrozenList]:
    """List the printed lists. `may_book`: with buttons; only payers see codes. One query at most."""
    by_code = _paid_by_code(page, account)
    lists = [_list(page, one, by_code, may_book=may_book) for one in page.lists]
    usual, others = [one for one in lists if not one.title], [one for one in lists if one.title]
    first = FrozenList(
        title="",
        hint="",
        payments=[row for one in usual for row in one.payments],
        single=[row for one in usual for row in one.single],
    )
    return [one for one in (first, *others) if one.payments]


def _list(page: EveningSettlement, one: EveningList, by_code: Collection[TransferKey], *, may_book: bool) -> FrozenList:
    lines = [line for line in one.lines if not _is_listed_below(page, one, line)]
    equal = [group for group in _list_equal(page, one, lines) if len(group) > FEW_EQUAL]
    grouped = [line for group in equal for line in group]
    return FrozenList(
        title=get_title(page, one),
        hint=get_hint(one),
        payments=[
            *(render_payment(page, line, by_code, may_book=may_book) for line in lines if line not in grouped),
            *(_render_equal(page, group, may_book=may_book) for group in equal),
        ],
        single=[render_payment(page, line, by_code, may_book=may_book) for line in grouped],
    )


def _list_equal(page: EveningSettlement, one: EveningList, lines: Iterable[ListLine]) -> list[list[ListLine]]:
    """Group the flat amounts that are alike: the same sum, all of absent players or none, all open or all paid."""
    groups: dict[object, list[ListLine]] = {}
    for line in lines:
        if one.kind == TransferKind.FLAT and not one.correction and line.seen.receiver is KITTY:
            is_cleared = line.cleared_by is not None
            alike = (line.seen.cents, line.is_open, is_cleared, line.seen.payer in page.live.absent)
            groups.setdefault(alike, []).append(line)
    return [*groups.values()]


def _paid_by_code(page: EveningSettlement, account: Account) -> set[TransferKey]:
    """Return the open transfers that this account can pay with a GiroCode."""
    if page.evening.is_open or page.currency != CURRENCY:
        return set()
    mine = {pk for pk, player in page.names.items() if player.account_id == account.pk}
    owed = [line.seen for line in page.open_lines if line.seen.payer in mine and line.seen.receiver is not KITTY]
    pairs = [(page.names.get(seen.payer or 0), page.names.get(seen.receiver or 0)) for seen in owed]
    receivers = paid_by_code(account, pairs) if owed else set()
    return {seen for seen in owed if seen.receiver in receivers}


def get_title(page: EveningSettlement, one: EveningList) -> str:
    if one.correction:
        return texts.correction_title(one.kind, one.correction, date_only(page.evening.date))
    if one.sheet is None:
        return ""
    rounds = {sheet.round for sheet in page.live.sheets}
    table = {"round": one.sheet.round, "table": one.sheet.table}
    return _("Round %(round)s, table %(table)s") % table if len(rounds) > 1 else _("Table %(table)s") % table


def get_hint(one: EveningList) -> str:
    if one.correction:
        return _("The evening changed after settling. In addition to the above:")
    return ""


def render_payment(
    page: EveningSettlement, line: ListLine, by_code: Collection[TransferKey], *, may_book: bool
) -> PaymentItem:
    evening = [page.evening.pk]
    code = f"{reverse('settlement:show_evening_code', args=evening)}?seen={line.seen}"
    return PaymentItem(
        who=who_pays_whom(line.owed, short_names(page.names.values())),
        amount=money(line.seen.cents, page.currency),
        whole=texts.format_transfer(line.owed, page.names, page.currency),
        key=str(line.seen),
        paid=not line.is_open,
        note=get_note(line),
        fields=list_fields([line]),
        pay=reverse("settlement:pay", args=evening) if may_book else "",
        take_back=reverse("settlement:take_back", args=evening) if may_book and line.payment else "",
        code=code if line.seen in by_code else "",
        of_absent=_is_of_absent(page, line),
    )


def _render_equal(page: EveningSettlement, lines: Sequence[ListLine], *, may_book: bool) -> PaymentItem:
    """Return the row of several equal amounts for the kitty; its ring marks all of them."""
    first, number, evening = lines[0], len(lines), [page.evening.pk]
    facts = {"number": number, "each": money(first.seen.cents, page.currency)}
    text = (
        ngettext("%(number)s absent player pays %(each)s", "%(number)s absent players pay %(each)s each", number)
        if _is_of_absent(page, first)
        else ngettext("%(number)s player pays %(each)s", "%(number)s players pay %(each)s each", number)
    )
    amount = money(number * first.seen.cents, page.currency)
    return PaymentItem(
        who=text % facts,
        amount=amount,
        whole=f"{text % facts} {amount}",
        key=f"all-{first.seen}",
        paid=not first.is_open,
        note=_("into the kitty: all with one tap") if may_book and first.is_open else _("into the kitty"),
        fields=list_fields(lines),
        pay=reverse("settlement:pay", args=evening) if may_book else "",
        take_back=reverse("settlement:take_back", args=evening) if may_book and first.payment else "",
        of_absent=_is_of_absent(page, first),
    )


def list_fields(lines: Iterable[ListLine]) -> list[tuple[str, str]]:
    return [("payment", str(line.payment.pk)) if line.payment else ("seen", str(line.seen)) for line in lines]


def list_results(page: EveningSettlement) -> list[tuple[str, SettlementPerson]]:
    """List each person under the name that the payments call them by."""
    names = short_names(page.names.values())
    return [(names[person.player.pk], person) for person in page.persons]


def list_reasons(page: EveningSettlement) -> list[str]:
    """List the results behind all payments."""
    return [text for one in page.lists for text in texts.format_reasons(one.listing, page.names, page.currency)]


def get_note(line: ListLine) -> str:
    """Return the account that marked a transfer, and the day; for a netting, the amount really paid."""
    payment = line.payment
    if line.cleared_by is not None:
        return _("settled by the full settlement of %(day)s") % {"day": short_day(line.cleared_by.made_at)}
    if payment is None:
        return ""
    said = format_payment(payment)
    if line.settled_with > 1:
        netted = _("netted with others in one payment of %(amount)s") % {
            "amount": money(payment.cents, payment.currency)
        }
        return f"{said} · {netted}"
    return said


def format_payment(payment: Payment) -> str:
    """Return `paid: Fr 20. Nov, 21:47, Cleo`."""
    return _("paid: %(day)s, %(clock)s, %(name)s") % {
        "day": short_day(payment.made_at),
        "clock": clock(payment.made_at),
        "name": payment.made_by or "–",
    }


def format_open(page: EveningSettlement) -> str:
    """Return what is open: `3 payments and 6 absent`; `paid` if nothing is, "" if nobody owed anything."""
    if not page.lines:
        return ""
    missed = sum(_is_of_absent(page, line) for line in page.open_lines)
    paid = len(page.open_lines) - missed
    said = [ngettext("%(number)s payment", "%(number)s payments", paid) % {"number": paid}] if paid else []
    said += [ngettext("%(number)s absent", "%(number)s absent", missed) % {"number": missed}] if missed else []
    return join_names(said) if said else _("paid")


def _is_of_absent(page: EveningSettlement, line: ListLine) -> bool:
    return line.seen.kind == TransferKind.FLAT and line.seen.payer in page.live.absent


def text_to_share(page: EveningSettlement) -> str:
    """Return the lists in a few lines, to send to the others. In the reader's language."""
    lines = [f"{page.evening.club.name}, {date_only(page.evening.date)}: " + _("Settle up")]
    if page.live.evening.is_open:
        lines.append(_("Provisional: evening in progress."))
    for one in page.lists:
        lines += ["", get_title(page, one)] if get_title(page, one) else [""]
        for line in one.lines:
            said = texts.format_transfer(line.owed, page.names, page.currency)
            how = _("paid") if line.payment else _("settled")
            lines.append(said if line.is_open else f"{said} ({how})")
    if not page.lists:
        lines += ["", _("Nobody owes anything.")]
    return "\n".join(lines)


class Methods(NamedTuple):
    """The ways to settle, each with its sentence. `others`: folded, unless one of them `is_open`, as it is chosen."""

    first: list[tuple[BoundWidget, str]]
    others: list[tuple[BoundWidget, str]]
    is_open: bool


def show_methods(form: MoneyForm) -> Methods:
    """Return the ways that most clubs choose among, and the others."""
    radios = {str(radio.data["value"]): radio for radio in form["method"]}
    told = {key: (radios[key], translate_text(METHODS[key].sentence)) for key in METHODS if key in radios}
    return Methods(
        first=[told[key] for key in told if key in MOST_CHOSEN],
        others=[told[key] for key in told if key not in MOST_CHOSEN],
        is_open=str(form["method"].value()) not in MOST_CHOSEN,
    )


def asked_at_once(form: MoneyForm) -> list[BoundField]:
    """List the fields for prices; the method itself is above them."""
    return [form[name] for name in form.fields if name != "method" and name not in FOLDED]


def show_parts(form: MoneyForm, kept: MoneyRules, currency: str) -> list[FoldedPart]:
    """List the folded parts of the form, with the stored rules as a summary until other rules are sent.

    The style sheet hides a part that a method does not use.
    """
    rules = form.rules if form.is_bound else kept
    limits = format_limits(rules, currency) if rules else []
    flat = (format_flat(rules, currency) or [_("none")]) if rules else []
    parts = [_part("limits", _("Limits and rounding"), limits, form, LIMITING)]
    return [*parts, _part("flat", _("Absence fees"), flat, form, FLAT)] if FLAT[0] in form.fields else parts


def _part(key: str, title: str, said: Iterable[str], form: MoneyForm, names: Iterable[str]) -> FoldedPart:
    return fold_fields(key, title, " · ".join(said), (form[name] for name in names if name in form.fields))


def format_outcome(settlement: Settlement, names: Names, currency: str) -> list[tuple[str, str]]:
    """List `Dora pays Anna`, `1,35 €`; many equal flat amounts in one line. Empty if nobody pays."""
    said = [_format_transfer(owed, names, currency) for listing in settlement.lists for owed in listing.transfers]
    flat = settlement.flat.transfers
    times = Counter((owed.receiver, owed.cents) for owed in flat)
    said += [_format_transfer(owed, names, currency) for owed in flat if times[owed.receiver, owed.cents] <= FEW_EQUAL]
    return said + [
        (_format_equal(number, money(cents, currency)), money(number * cents, currency))
        for (_receiver, cents), number in times.items()
        if number > FEW_EQUAL
    ]


def _format_transfer(owed: Transfer, names: Names, currency: str) -> tuple[str, str]:
    return who_pays_whom(owed, short_names(names.values())), money(owed.cents, currency)


def _format_equal(number: int, each: str) -> str:
    """Return the line for equal flat amounts, which all go to the kitty."""
    text = ngettext(
        "%(number)s flat fee of %(each)s",
        "%(number)s flat fees of %(each)s",
        number,
    )
    return text % {"number": number, "each": each}
