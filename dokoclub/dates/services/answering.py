"""Answers to dates, guests from answers, secret addresses, and removal of a player's data."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time
from typing import Any
from uuid import uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.dates.models import Answer, Date, Opens, Reply, Secret
from dokoclub.dates.selectors.answers import EXCUSED, LATE, read_date
from dokoclub.dates.services.planning import TooLate, lock_date
from dokoclub.dates.services.reminders import forget_club_reminders, forget_subscriptions
from dokoclub.evenings.services.people import add_guest, get_mentions
from scoring.text import fold_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The details of an answer."""

    guests: tuple[str, ...] = ()
    comes_at: time | None = None
    remark: str = ""


@transaction.atomic
def answer_date(
    date: Date,
    player: Player,
    answer: Answer,
    details: Details | None = None,
    *,
    by: Account | None,
    by_link: bool = False,
) -> Reply:
    """Store a player's answer. The last one counts, earlier ones remain in the history; repeating it changes nothing.

    `details`: None keeps the earlier ones. A player who does not come brings no guests. Raises TooLate.
    """
    date, now = lock_date(date), timezone.now()
    if not date.takes_answers(now) or player.club_id != date.club_id:
        raise TooLate
    reply = Reply.objects.filter(date=date, player=player).first() or Reply(date=date, player=player)
    before = _facts(reply)
    reply.late = answer == Answer.NO and (reply.late if reply.answer == Answer.NO else now > date.last_moment)
    reply.answer, reply.moves = answer, date.moves
    if details is not None:
        reply.guests, reply.comes_at, reply.remark = list(details.guests), details.comes_at, details.remark
    if answer == Answer.NO:
        reply.guests, reply.comes_at = [], None
    if reply.pk is None or _facts(reply) != before:
        reply.given_at, reply.given_by, reply.by_link = now, by, by_link
        reply._history_user = by  # type: ignore[attr-defined]
        reply.save()
    return reply


def _facts(reply: Reply) -> tuple[object, ...]:
    return (reply.answer, list(reply.guests), reply.comes_at, reply.remark, reply.moves)


@transaction.atomic
def enter_guests(date: Date, *, by: Account) -> None:
    """Add the guests named in answers whom the club does not know yet. The second time changes nothing.

    A name that is somebody's alias is left to the person who begins the evening.
    """
    coming = read_date(date)
    known = {fold_name(player.name) for player in coming.people.values()}
    for name, _ in coming.guests:
        if fold_name(name) not in known:
            try:
                add_guest(date.club, name=name, key=uuid5(date.uuid, fold_name(name)), by=by)
            except ValidationError:
                continue
            known.add(fold_name(name))


@transaction.atomic
def make_answer_link(player: Player, *, by: Account) -> Secret:
    """Create the player's link to answer without an account. Return the active one if it can still be shown."""
    lock_club(player.club)
    return _make(by, opens=Opens.ANSWERS, player=player)


@transaction.atomic
def make_own_calendar(player: Player, *, by: Account | None = None) -> Secret:
    """Create the feed of a player without an account: the club's dates, with their answers."""
    lock_club(player.club)
    return _make(by, opens=Opens.OWN, player=player)


@transaction.atomic
def make_calendar(account: Account, club: Club | None = None) -> Secret:
    """Create the feed of an account: all its clubs with its answers; with `club`, only that one, without names."""
    lock_account(account.pk)
    return _make(account, opens=Opens.CLUB if club else Opens.OWN, account=account, club=club)


def revoke_secret(secret: Secret) -> None:
    """Revoke a secret. The second time changes nothing."""
    Secret.objects.open().filter(pk=secret.pk).update(revoked_at=timezone.now())


def _make(by: Account | None, **whose: Any) -> Secret:
    found = Secret.objects.open().filter(**whose).first()
    if found is not None and found.token:
        return found
    if found is not None:
        revoke_secret(found)
    return Secret.objects.create(**whose, made_by=by)


def forget_player(player: Player) -> None:
    """Delete a player's answers, addresses and reminders, and their name where others wrote it.

    Hooked into clubs' erase_player, inside its transaction and before the name goes. Others may have named them as a
    guest, in a remark, in a note or a place.
    """
    for reply in Reply.objects.filter(player=player, date__start__lte=timezone.now()).select_related("date"):
        kept = {**reply.date.kept, str(player.pk): _get_word(reply)}
        Date.objects.filter(pk=reply.date_id).update(kept=kept)
    Reply.history.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    Secret.objects.filter(player=player).delete()
    forget_club_reminders(player)
    is_about = get_mentions(player)
    _forget_words(player, is_about)
    _forget_places(player, is_about)


def _get_word(reply: Reply) -> str:
    """Return the word that remains of an answer, to preserve the number of people who came and the absence fees."""
    if reply.answer == Answer.NO:
        return LATE if reply.late else EXCUSED
    return reply.answer


def forget_account(account: Account) -> None:
    """Delete an account's calendars and browsers. Hooked into erase_account, inside its transaction."""
    Secret.objects.filter(account=account).delete()
    forget_subscriptions(account)


def _forget_words(player: Player, is_about: Callable[[str], bool]) -> None:
    for rows in (Reply.objects, Reply.history):
        for reply in rows.filter(date__club=player.club_id).exclude(remark="", guests=[]):
            guests = [name for name in reply.guests if not is_about(name)]
            remark = "" if is_about(reply.remark) else reply.remark
            if (guests, remark) != (reply.guests, reply.remark):
                rows.filter(pk=reply.pk).update(guests=guests, remark=remark)


def _forget_places(player: Player, is_about: Callable[[str], bool]) -> None:
    managers: tuple[Any, ...] = (Date.objects, Date.history)
    for rows in managers:
        for date in rows.filter(club=player.club_id).exclude(place="", note=""):
            place, note = ("" if is_about(text) else text for text in (date.place, date.note))
            if (place, note) != (date.place, date.note):
                rows.filter(pk=date.pk).update(place=place, note=note)
