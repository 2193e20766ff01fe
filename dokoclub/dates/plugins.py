"""Additions of the dates to the pages of a club, to the start page and to the account page."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.accounts.hooks import AccountWay
from dokoclub.accounts.models import Account
from dokoclub.clubs.hooks import NavLink, Part
from dokoclub.clubs.models import Club, Membership
from dokoclub.dates.presenters import Address, Card, list_cards
from dokoclub.dates.selectors import answers, reminders
from dokoclub.evenings.hooks import Planned
from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors.glances import evening_of_day

SOON: Final = timedelta(days=31)  # A rhythm of a year would fill the page.


class Asked(NamedTuple):
    """The next date, and the other dates without an answer."""

    me: Membership
    next: Card | None
    waiting: list[Card]  # dates without the reader's answer, except the next
    evening: Evening | None = None  # of the next date, once it has begun


class OpenAnswers(NamedTuple):
    clubs: list[tuple[Club, list[Card]]]


def ask_who_comes(me: Membership) -> Part | None:
    """Return the next date for the club's page. Five queries and one on the day, one if nothing is planned."""
    if not me.club.uses("dates"):
        return None
    now = timezone.now()
    dates = [one for one in answers.dates_of_club(me.club, now) if not one.date.is_cancelled]
    if not dates and not me.may_score:
        return None
    player = answers.player_of_account(me.club, me.account) if dates else None
    cards = list_cards(dates, player, now, Address())
    soon = [card for card in cards[1:] if card.date.start < now + SOON]
    waiting = [card for card in soon if card.may_answer and (card.asked_again or card.reply is None)]
    next_one = cards[0] if cards else None
    evening = evening_of_day(me.club, next_one.date.day) if next_one and next_one.is_tonight else None
    return Part("dates/_on_club.html", Asked(me, next_one, waiting, evening))


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


def account_way(account: Account) -> AccountWay | None:
    """Return the line for the account page, if the install sends reminders. Hooked into account_ways. One query."""
    if not settings.PUSH_CONTACT:
        return None
    number = len(reminders.list_subscriptions(account))
    state = ngettext("on %(number)s device", "on %(number)s devices", number) % {"number": number}
    return AccountWay(
        _("Reminders"), state if number else pgettext("reminders", "off"), reverse("dates:show_reminders"), _("Change")
    )


def way_of_club(me: Membership) -> NavLink | None:
    """Return the row of the dates on the page about the club, or None if the club has switched dates off."""
    if not me.club.uses("dates"):
        return None
    return NavLink(_("Dates"), reverse("dates:list_dates", args=[me.club.pk]))
