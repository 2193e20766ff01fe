"""Dates as the pages show them: cards with names and the reader's own answer; and calendar feeds."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from icalendar import STATUS, Calendar, Event, vDuration

from dokoclub.clubs.models import Club, Player
from dokoclub.core.formatting import clock, format_day, is_of_this_year, short_day
from dokoclub.dates import texts
from dokoclub.dates.forms import AnswerForm, initial_of_answer
from dokoclub.dates.models import Answer, Date, Opens, Reply, Secret
from dokoclub.dates.selectors.answers import Coming
from dokoclub.dates.selectors.feeds import FeedDate
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.ui.cards import Card as PlayingCard
from dokoclub.ui.cards import get_card

PRODUCT: Final = "-//dokoclub//dates//EN"
MOST_CARDS: Final = 11  # on a leaf, besides the reader's
ASKED_AGAIN: Final = timedelta(hours=1)  # a hint for calendars, which may ignore it
PRODUCER: Final = "dokoclub"  # in place of a host, so that a uid stays the same when the site moves


@dataclass(frozen=True, slots=True)
class Button:
    """One of the three answers."""

    value: str
    name: str
    pressed: bool


class Comer(NamedTuple):
    """A person who comes; `name`: with arrival. A guest has a card without a tint."""

    card: PlayingCard
    name: str


class Leaf(NamedTuple):
    """A date as a leaf, on Heute and on its page. `start`: the address that starts its evening, "" where none may."""

    card: "Card"
    cards: list[PlayingCard]  # of everybody else who comes
    start: str
    more: int = 0  # how many cards found no room

    @property
    def is_mine(self) -> bool:
        """Return whether the reader is coming."""
        reply = self.card.reply
        return reply is not None and not self.card.asked_again and reply.answer == Answer.YES


@dataclass(frozen=True)
class Card:
    """The card of a date.

    `player`: the reader who answers; None for a member who does not play. `answers`: the address that takes the
    answer.
    """

    coming: Coming
    player: Player | None
    now: datetime
    answers: str
    shown: str = ""  # its page
    file: str = ""  # to download
    form: AnswerForm | None = None  # the sent form with its errors
    problem: str = ""  # the reason why the answer was not taken

    @property
    def date(self) -> Date:
        return self.coming.date

    @property
    def is_open(self) -> bool:
        return self.date.takes_answers(self.now)

    @property
    def is_late(self) -> bool:
        return self.is_open and self.now > self.date.last_moment

    @property
    def is_wrong(self) -> bool:
        return bool(self.problem or self.form)

    @property
    def is_tonight(self) -> bool:
        """Return whether its evening can begin today."""
        return not self.date.is_cancelled and self.date.day == date_of_play(self.now)

    @property
    def has_come(self) -> bool:
        """Return whether its day is today or over: there may be an evening of it."""
        return not self.date.is_cancelled and self.date.day <= date_of_play(self.now)

    @property
    def may_answer(self) -> bool:
        return self.player is not None and self.is_open

    @cached_property
    def reply(self) -> Reply | None:
        return self.coming.reply_of(self.player)

    @property
    def said(self) -> str:
        """Return the reader's answer, "" while it is asked for."""
        return texts.format_answer(self.reply) if self.reply and not self.asked_again else ""

    @property
    def asked_again(self) -> bool:
        return self.player is not None and self.is_open and self.coming.is_asked_again(self.player)

    @property
    def is_moved(self) -> bool:
        """Return whether some answers were given for another time: they count, and are asked for again.

        For the reader's own answer, a note next to the buttons says so.
        """
        coming = self.coming
        return self.is_open and not self.asked_again and any(map(coming.is_asked_again, coming.expected))

    @property
    def buttons(self) -> list[Button]:
        return answer_buttons(self.reply if not self.asked_again else None)

    @property
    def details(self) -> AnswerForm:
        return self.form or AnswerForm(initial=initial_of_answer(self.reply), prefix=f"d{self.date.pk}", date=self.date)

    @property
    def weekday(self) -> str:
        return format_day(self.date.start, "D")

    @property
    def day_of_month(self) -> str:
        return format_day(self.date.start, "j")

    @property
    def month(self) -> str:
        return format_day(self.date.start, "M" if is_of_this_year(self.date.start) else "M Y")

    @property
    def begins(self) -> str:
        return texts.format_clock(self.date.start)

    @property
    def question(self) -> str:
        return texts.format_question(self.date)

    @property
    def state(self) -> str:
        coming = self.coming
        return texts.format_coming(coming.heads, coming.lacking, coming.tables)

    @property
    def comers(self) -> list[Comer]:
        """List who comes, each player before the guests they bring."""
        return [one for reply in self.coming.yes for one in _comers_of(reply)]

    @property
    def maybe(self) -> list[str]:
        return [reply.player.called for reply in self.coming.maybe]

    @property
    def open(self) -> list[str]:
        return [player.called for player in self.coming.open]


class Asked(NamedTuple):
    """A player who is asked, or who has answered anyway. `notes`: parts of the line below the name."""

    player: Player
    reply: Reply | None
    buttons: list[Button]
    said: str
    notes: list[str]


class Address(NamedTuple):
    """The addresses of a card: signed in, or by the player's own link."""

    token: str = ""

    def answers(self, date: Date) -> str:
        if self.token:
            return reverse("dates:answer_by_link", args=[self.token, date.pk])
        return reverse("dates:answer_date", args=[date.pk])

    def shown(self, date: Date) -> str:
        return "" if self.token else reverse("dates:show_date", args=[date.pk])

    def file(self, date: Date) -> str:
        if self.token:
            return reverse("dates:download_by_link", args=[self.token, date.pk])
        return reverse("dates:download_date", args=[date.pk])


def answer_buttons(reply: Reply | None) -> list[Button]:
    said = texts.ANSWERS.items()
    return [Button(answer.value, str(text), reply is not None and reply.answer == answer) for answer, text in said]


def list_people(card: Card) -> list[Asked]:
    """List everybody with their answer."""
    coming = card.coming
    others = [reply.player for reply in coming.replies.values() if reply.player not in coming.expected]
    return [
        Asked(player, reply, answer_buttons(reply), _said(reply, again=coming.is_asked_again(player)), _notes(reply))
        for player in (*coming.expected, *others)
        for reply in [coming.reply_of(player)]
    ]


def _said(reply: Reply | None, *, again: bool) -> str:
    if again:
        return _("asked again")
    return texts.format_answer(reply) if reply else pgettext("answer", "open")


def _notes(reply: Reply | None) -> list[str]:
    """Return the parts of the line below a name; only a late answer shows its time."""
    if reply is None:
        return []
    told = [f"{short_day(reply.given_at)}, {clock(reply.given_at)}"] if reply.late else []
    if reply.comes_at:
        told.append(_("from %(clock)s") % {"clock": clock(reply.comes_at)})
    if reply.guests:
        told.append(" ".join([_("brings"), ", ".join(reply.guests)]))
    return [*told, reply.remark] if reply.remark else told


def _comers_of(reply: Reply) -> list[Comer]:
    later = f" ({clock(reply.comes_at)})" if reply.comes_at else ""
    guests = [Comer(get_card(name, 0), f"+ {name}") for name in reply.guests]
    return [Comer(reply.player.card, f"{reply.player.called}{later}"), *guests]


def leaf_of(card: Card, start: str = "") -> Leaf:
    """Return the leaf of a date, with as many cards as it has room for."""
    own = card.player.card if card.player else None
    others = [one.card for one in card.comers if one.card != own]
    room = MOST_CARDS if len(others) <= MOST_CARDS else MOST_CARDS - 1
    return Leaf(card, others[:room], start, len(others[room:]))


def list_cards(dates: Iterable[Coming], player: Player | None, now: datetime, address: Address) -> list[Card]:
    return [
        Card(
            coming=coming,
            player=player,
            now=now,
            answers=address.answers(coming.date),
            shown=address.shown(coming.date),
            file=address.file(coming.date),
        )
        for coming in dates
    ]


class Feed(NamedTuple):
    of: str
    title: str
    tells: str
    secret: Secret | None

    @property
    def address(self) -> str:
        """Return the address, "" if there is none to show."""
        return address_of_feed(self.secret) if self.secret else ""

    @property
    def subscribe(self) -> str:
        """Return the same address with `webcal://`, for a second button, because not all programs support it."""
        return "webcal://" + self.address.partition("://")[2]


def address_of_feed(secret: Secret) -> str:
    return settings.PUBLIC_URL + reverse("dates:read_feed", args=[secret.token]) if secret.token else ""


def write_feed(secret: Secret, dates: Iterable[FeedDate]) -> bytes:
    """Return the feed in the language of the install; the same dates give the same bytes for every reader."""
    with translation.override(settings.LANGUAGE_CODE):
        name = secret.club.name if secret.opens == Opens.CLUB and secret.club else _("Doppelkopf")
        calendar = _calendar(f"feed-{secret.pk}@{PRODUCER}", name)
        calendar.add("refresh-interval", vDuration(ASKED_AGAIN), parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", "PT1H")
        return _filled(calendar, dates, leads=secret.player is None or secret.player.account_id is not None)


def write_moved(club: Club) -> bytes:
    """Return a feed with one event in place of the dates: the club has moved, on the day it said so."""
    moved_at = club.deleted_at or club.founded_at
    with translation.override(settings.LANGUAGE_CODE):
        uid = f"moved-{club.key}"
        calendar = _calendar(uid, club.name)
        event = Event.new(
            uid=uid,
            summary=_("%(club)s has moved") % {"club": club.name},
            description=club.moved_to,
            url=club.moved_to,
            start=timezone.localdate(moved_at),
            stamp=_in_utc(moved_at),
        )
        calendar.add_component(event)
        written: bytes = calendar.to_ical()
        return written


def write_one(shown: FeedDate, *, leads: bool) -> bytes:
    """Return one date as a file. `leads`: with a link to its page, which needs an account."""
    with translation.override(settings.LANGUAGE_CODE):
        return _filled(_calendar(shown.date.uid, shown.date.club.name), [shown], leads=leads)


def _calendar(uid: str, name: str) -> Calendar:
    """Return an empty calendar; the library writes the name twice: by the standard, and as calendars expect it."""
    return Calendar.new(prodid=PRODUCT, uid=uid, name=name)


def _filled(calendar: Calendar, dates: Iterable[FeedDate], *, leads: bool) -> bytes:
    for shown in dates:
        calendar.add_component(_event(shown, leads=leads))
    written: bytes = calendar.to_ical()
    return written


def _event(shown: FeedDate, *, leads: bool) -> Event:
    date, reply = shown.date, shown.reply
    changed = max(date.changed_at, reply.given_at) if reply and shown.answers else date.changed_at
    return Event.new(
        uid=date.uid,
        summary=texts.get_summary(date, reply, answers=shown.answers),
        start=_in_utc(date.start),
        end=_in_utc(date.end),
        stamp=_in_utc(changed),
        last_modified=_in_utc(changed),
        sequence=date.sequence,
        status=STATUS.CANCELLED if date.is_cancelled else STATUS.CONFIRMED,
        location=date.place or None,
        description=date.note or None,
        url=settings.PUBLIC_URL + reverse("dates:show_date", args=[date.pk]) if leads else None,
    )


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
