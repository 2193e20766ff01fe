"""What is open, in words: sentences of who pays whom, and what for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Club, Player
from dokoclub.look.days import date_only
from dokoclub.look.numbers import money
from dokoclub.settlement.models import Kind
from dokoclub.settlement.selectors.owing import Line, Pair
from dokoclub.settlement.words import correction_title, tell_payment

NAMED_DAYS = 3


def party_name(party: Player | None) -> str:
    return party.name if party else _("the cash box")


def who_pays(pair: Pair, me: Iterable[int] = ()) -> str:
    """`Ben pays Anna`; `You pay Anna` where `me` are the reader's own players."""
    mine = set(me)
    names = {"payer": party_name(pair.payer), "payee": party_name(pair.receiver)}
    if not pair.cents:
        text = _("%(payer)s and %(payee)s: it cancels out")
    elif pair.payer and pair.payer.pk in mine:
        text = _("You pay %(payee)s")
    elif pair.receiver and pair.receiver.pk in mine:
        text = _("%(payer)s pays you")
    else:
        text = _("%(payer)s pays %(payee)s")
    return capitalise_first(text % names)


def tell_pair(pair: Pair, currency: str) -> str:
    """`Ben pays Anna €2.40`, without regard to who reads it."""
    if not pair.cents:
        return who_pays(pair)
    return capitalise_first(
        tell_payment(party_name(pair.payer), party_name(pair.receiver), money(pair.cents, currency))
    )


def capitalise_first(text: str) -> str:
    """The cash box has an article, and may begin a sentence."""
    return text[:1].upper() + text[1:]


def day_in_words(day: date) -> str:
    """`12 March`, of another year `12 March 2025`."""
    return date_only(day) if day.year == timezone.localdate().year else f"{date_only(day)} {day.year}"


def line_title(line: Line) -> str:
    """`Evening of 12 March`, `Correction to 12 March`; as the lists are called on the page of the evening."""
    day = {"day": day_in_words(line.day)}
    if line.correction:
        return correction_title(line.kind, line.correction, day["day"])
    return (_("Flat amount of %(day)s") if line.kind == Kind.FLAT else _("Evening of %(day)s")) % day


def days_of(lines: Iterable[Line]) -> str:
    """`12 March, 19 March`; from four on how many evenings there are."""
    return written_days(line.day for line in lines)


def written_days(days: Iterable[date]) -> str:
    each = list(dict.fromkeys(days))
    if len(each) <= NAMED_DAYS:
        return ", ".join(day_in_words(day) for day in each)
    return ngettext("%(number)s evening", "%(number)s evenings", len(each)) % {"number": len(each)}


def purpose_of(club: Club, lines: Iterable[Line]) -> str:
    """For a bank: `Linde, settlement 12 March`."""
    return _("%(club)s, settlement %(days)s") % {"club": club.name, "days": days_of(lines)}


def in_text(club: Club, pairs: Sequence[Pair]) -> str:
    """To send to the others: a line each."""
    head = _("Still to be paid in %(club)s:") % {"club": club.name}
    return "\n".join([head, *(f"{tell_pair(pair, club.currency)} ({days_of(pair.lines)})" for pair in pairs)])
