"""Additions of the dates to the pages of a club, to the start page and to the account page."""

from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.accounts.hooks import AccountWay
from dokoclub.accounts.models import Account
from dokoclub.clubs.hooks import NavLink, Part, TodayLine
from dokoclub.clubs.models import Club, Membership
from dokoclub.clubs.selectors import read_once
from dokoclub.core.formatting import short_day
from dokoclub.dates.presenters import Address, Card, Leaf, leaf_of, list_cards
from dokoclub.dates.selectors import answers, reminders
from dokoclub.evenings.hooks import Planned
from dokoclub.evenings.selectors.glances import evening_of_day

SOON: Final = timedelta(days=31)  # A rhythm of a year would fill the page.
LEAF: Final = timedelta(days=7)
NOON: Final = 12


class OpenAnswers(NamedTuple):
    clubs: list[tuple[Club, list[Card]]]


def ask_who_comes(me: Membership) -> Part | None:
    """Return the leaf of a date within a week, whose evening has not begun. Five queries, one if nothing is planned."""
    card = next((card for card in _cards(me) if card.date.start < card.now + LEAF), None)
    if card is None or (card.is_tonight and evening_of_day(me.club, card.date.day)):
        return None
    may_start = me.may_score and not me.club.is_moving and card.is_tonight and _is_afternoon(card)
    start = reverse("dates:begin_evening", args=[card.date.pk]) if may_start else ""
    return Part("dates/_leaf.html", leaf_of(card, start))


def _is_afternoon(card: Card) -> bool:
    now = timezone.localtime(card.now)
    return now.hour >= NOON or now.date() > card.date.day


def _cards(me: Membership) -> list[Card]:
    """List the dates of the club that are not cancelled, the next first. Four queries, one for a whole page."""
    if not me.club.uses("dates"):
        return []

    def read() -> list[Card]:
        now = timezone.now()
        dates = [one for one in answers.dates_of_club(me.club, now) if not one.date.is_cancelled]
        return list_cards(dates, answers.player_of_account(me.club, me.account), now, Address()) if dates else []

    return read_once(me.club, "cards of dates", read)


def date_to_answer(me: Membership, leaf: Part) -> list[TodayLine]:
    """Return the line of the next date that waits for the reader's answer, but for the date on the leaf. No query.

    It takes the answer, except below a leaf that takes one itself: that would be too many buttons.
    """
    on_leaf = leaf.shown.card.date.pk if isinstance(leaf.shown, Leaf) else None
    for card in _cards(me):
        is_soon = card.date.start < card.now + SOON and card.date.pk != on_leaf
        if is_soon and card.may_answer and (card.asked_again or card.reply is None):
            text = _("%(day)s: are you coming?") % {"day": short_day(card.date.start)}
            return [TodayLine("club", text, card.shown, part=None if on_leaf else Part("dates/_line.html", card))]
    return []


def plan_of_today(club: Club) -> Planned | None:
    """Return today's date. Hooked into the evenings' planned_today. Two queries, one if nothing is planned."""
    date = answers.planned_today(club) if club.uses("dates") else None
    return Planned(date.pk, reverse("dates:begin_evening", args=[date.pk])) if date else None


def list_open_answers(account: Account) -> Part | None:
    """List the dates that soon need an answer, in all clubs, a line each. Three queries at most."""
    now = timezone.now()
    found = [
        (player.club, list_cards(dates, player, now, Address()))
        for player, dates in answers.list_open_answers(account, now, now + SOON)
    ]
    return Part("dates/_on_home.html", OpenAnswers(found)) if found else None


def account_link(account: Account) -> AccountWay | None:
    """Return the line for the account page, if the install sends reminders. Hooked into account_links. One query."""
    if not settings.PUSH_CONTACT:
        return None
    number = len(reminders.list_subscriptions(account))
    state = ngettext("on %(number)s device", "on %(number)s devices", number) % {"number": number}
    return AccountWay(
        _("Reminders"), state if number else pgettext("reminders", "off"), reverse("dates:show_reminders"), _("Change")
    )


def link_of_club(me: Membership) -> NavLink | None:
    """Return the row of the dates on the page about the club, with the next one and the number who come.

    None if dates are off. Four queries.
    """
    if not me.club.uses("dates"):
        return None
    about, date = "", answers.next_date(me.club, timezone.now())
    if date:
        about, heads = short_day(date.start), answers.read_date(date).heads
        if heads:
            about += ", " + _("%(number)s coming") % {"number": heads}
    return NavLink(_("Dates"), reverse("dates:list_dates", args=[me.club.pk]), about=about)
