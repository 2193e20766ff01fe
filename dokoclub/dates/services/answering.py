"""Somebody says whether he comes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.services.planning import lock_date
from dokoclub.dates.services.refusals import TooLate


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is said beside the answer."""

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
    """The last answer counts, the others stay in the history; the same again changes nothing.

    `details`: None leaves what was said before. Who does not come brings nobody. Raises TooLate.
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
