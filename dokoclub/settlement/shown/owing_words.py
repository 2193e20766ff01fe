"""What is open, in words: sentences of who pays whom, and what for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs.models import Club, Player
from dokoclub.look.days import date_only
from dokoclub.look.numbers import money
from dokoclub.settlement.models import Kind
from dokoclub.settlement.selectors.lines import Line
from dokoclub.settlement.selectors.owing import Balance, Pair
from dokoclub.settlement.words import correction_title, tell_payment

NAMED_DAYS = 3


def party_name(party: Player | None) -> str:
    return party.name if party else _("the cash box")


def arrow_name(party: Player | None) -> str:
    """Beside an arrow: `Ben → Cash box`."""
    return party.name if party else _("Cash box")


def payee_name(party: Player | None) -> str:
    """As the sentence goes on: `Ben pays the cash box`."""
    return party.name if party else pgettext("who is paid", "the cash box")


def who_pays(pair: Pair, me: Iterable[int] = ()) -> str:
    """`Ben pays Anna`; `You pay Anna` where `me` are the reader's own players."""
    mine = set(me)
    names = {"payer": party_name(pair.payer), "payee": payee_name(pair.receiver)}
    if not pair.cents:
        text = _("%(payer)s and %(payee)s: it cancels out")
        names["payee"] = party_name(pair.receiver)
    elif pair.payer and pair.payer.pk in mine:
        text = _("You pay %(payee)s")
    elif pair.receiver and pair.receiver.pk in mine:
        text = _("%(payer)s pays you")
    else:
        text = _("%(payer)s pays %(payee)s")
    return capitalise_first(text % names)


def tell_pair(pair: Pair) -> str:
    """`Ben pays Anna €2.40`, without regard to who reads it."""
    if not pair.cents:
        return who_pays(pair)
    return capitalise_first(
        tell_payment(party_name(pair.payer), payee_name(pair.receiver), money(pair.cents, pair.currency))
    )


def tell_balance(one: Balance) -> str:
    """`pays 2 others, gets from one`: whom, in how many payments."""
    pays, gets = (sum(pair.cents > 0 for pair in some) for some in (one.pays, one.gets))
    said = []
    if pays:
        said.append(_("pays %(number)s others") % {"number": pays} if pays > 1 else _("pays one"))
    if gets:
        said.append(_("gets from %(number)s others") % {"number": gets} if gets > 1 else _("gets from one"))
    return ", ".join(said) or _("it cancels out")


def tell_own(one: Balance) -> str:
    """`2 people pay you, you pay 1 person.`"""
    pays, gets = (sum(pair.cents > 0 for pair in some) for some in (one.pays, one.gets))
    said = []
    if gets:
        said.append(ngettext("one person pays you", "%(number)s people pay you", gets) % {"number": gets})
    if pays:
        said.append(ngettext("you pay one person", "you pay %(number)s people", pays) % {"number": pays})
    return capitalise_first(", ".join(said)) + "." if said else ""


def tell_giver(pair: Pair) -> str:
    """`from Ben`."""
    return _("from %(payer)s") % {"payer": pair.payer.name} if pair.payer else _("from the cash box")


def sums_in_words(sums: Mapping[str, int]) -> str:
    """`3,00 €`, `3,00 € + 2,00 CHF`, of cents by currency; of nothing nothing."""
    return " + ".join(money(cents, currency) for currency, cents in sums.items())


def capitalise_first(text: str) -> str:
    """The cash box has an article, and may begin a sentence."""
    return text[:1].upper() + text[1:]


def line_title(line: Line) -> str:
    return title_of_list(line.day, line.kind, line.correction)


def title_of_list(of: date, kind: str, correction: int) -> str:
    """`Evening of 12 March`, `Correction to 12 March`; as the lists are called on the page of the evening."""
    day = {"day": date_only(of)}
    if kind == Kind.CLEARING:
        return _("Clearing of %(day)s") % day
    if correction:
        return correction_title(kind, correction, day["day"])
    return (_("Flat amount of %(day)s") if kind == Kind.FLAT else _("Evening of %(day)s")) % day


def days_of(pair: Pair) -> str:
    """`12 March, 19 March`; from four on how many evenings there are."""
    return written_days(pair.days, with_clearing=pair.has_clearing)


def written_days(days: Iterable[date], *, with_clearing: bool = False) -> str:
    """`with_clearing`: one of the days is that of a clearing, which is no evening."""
    each = list(dict.fromkeys(days))
    if with_clearing and len(each) == 1:
        return _("Clearing of %(day)s") % {"day": date_only(each[0])}
    if len(each) <= NAMED_DAYS:
        said = ", ".join(date_only(day) for day in each)
    else:
        said = ngettext("%(number)s evening", "%(number)s evenings", len(each)) % {"number": len(each)}
    return _("%(days)s, a clearing among them") % {"days": said} if with_clearing else said


def purpose_of(club: Club, lines: Sequence[Line]) -> str:
    """For a bank: `Linde, settlement 12 March`."""
    with_clearing = any(line.clearing is not None for line in lines)
    days = written_days((line.day for line in lines), with_clearing=with_clearing)
    return _("%(club)s, settlement %(days)s") % {"club": club.name, "days": days}


def in_text(club: Club, pairs: Sequence[Pair]) -> str:
    """To send to the others: a line each."""
    head = _("Still to be paid in %(club)s:") % {"club": club.name}
    return "\n".join([head, *(f"{tell_pair(pair)} ({days_of(pair)})" for pair in pairs)])
