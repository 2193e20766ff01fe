"""Forget a person: answers and secret addresses go; what a club's money may rest on stays as a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.dates.models import Answer, Date, Reply, Secret
from dokoclub.dates.selectors.absences import EXCUSED, LATE
from dokoclub.dates.services.subscribing import forget_club_reminders, forget_subscriptions
from dokoclub.evenings.services.erasure import mentions_of


def forget_player(player: Player) -> None:
    """Hooked into clubs' erase_player, inside its transaction and before the name goes.

    Also where others named him: as a guest whom they bring, in a remark, in a note or a place.
    """
    for reply in Reply.objects.filter(player=player, date__start__lte=timezone.now()).select_related("date"):
        kept = {**reply.date.kept, str(player.pk): _word_of(reply)}
        Date.objects.filter(pk=reply.date_id).update(kept=kept)
    Reply.history.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    Secret.objects.filter(player=player).delete()
    forget_club_reminders(player)
    is_about = mentions_of(player)
    _forget_words(player, is_about)
    _forget_places(player, is_about)


def _word_of(reply: Reply) -> str:
    """All that stays of an answer: so the number of those who came is what it was, and what staying away cost."""
    if reply.answer == Answer.NO:
        return LATE if reply.late else EXCUSED
    return reply.answer


def forget_account(account: Account) -> None:
    """Its calendars and browsers. Hooked into erase_account, inside its transaction."""
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
