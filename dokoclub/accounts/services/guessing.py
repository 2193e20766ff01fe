"""How long must somebody wait who guesses? Kept in the database: neither a restart nor a lost cache forgets it.

A guess is counted before it is looked at, so that two at once count two, and given back when it was right.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import ngettext

from dokoclub.accounts.access.guessers import Guesser
from dokoclub.accounts.models import FailedTries, hash_guesser

FIRST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(minutes=15)
FORGOTTEN_AFTER: Final = timedelta(days=1)  # without another wrong guess


class Counted(NamedTuple):
    """A guess that was counted, to be given back should it be right."""

    at: datetime
    before: tuple[tuple[Guesser, datetime], ...]  # when each had guessed before


class HeldUp(ValidationError):
    """Too many wrong guesses: none is looked at for `seconds`."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(say_wait(self.seconds), code="held_up")


def say_wait(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong attempts. Please wait for %(minutes)s minute.",
        "Too many wrong attempts. Please wait for %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def count_guess(guessers: Iterable[Guesser]) -> Counted:
    """Count one guess, not yet known to be wrong. Raises HeldUp, and counts nothing, while one of them has to wait.

    One query while somebody has to wait; otherwise four in a transaction follow.
    """
    now = timezone.now()
    by_hash = {hash_guesser(guesser.who): guesser for guesser in guessers}
    _refuse_early(by_hash, FailedTries.objects.filter(who__in=by_hash), now)  # writes nothing, so waits for nobody
    return _count(by_hash, now)


def give_back(counted: Counted) -> None:
    """It was right. A name begins anew; an address loses this guess alone, or a thief would sign in to guess on."""
    for guesser, last_at in counted.before:
        rows = FailedTries.objects.filter(who=hash_guesser(guesser.who))
        if not guesser.shared:
            rows.delete()
            continue
        rows.filter(last_at=counted.at).update(last_at=last_at)
        rows.filter(count__gt=0).update(count=F("count") - 1)


def note_right(guesser: Guesser) -> None:
    """Note that something right was typed there today."""
    FailedTries.objects.update_or_create(who=_hash_right(guesser), defaults={"count": 0, "last_at": timezone.now()})


def was_right_today(guesser: Guesser) -> bool:
    """Return whether something right was typed there today. One query."""
    since = timezone.now() - FORGOTTEN_AFTER
    return FailedTries.objects.filter(who=_hash_right(guesser), last_at__gt=since).exists()


def purge_guesses() -> int:
    """Remove what counts no more; how many. Hooked into purges."""
    return FailedTries.objects.filter(last_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()[0]


def delay_after(count: int, free: int, first: timedelta = FIRST) -> timedelta:
    """None until the wrong guess number `free`, then a minute, two, four, eight, and never more than 15."""
    if count < free:
        return timedelta(0)
    return min(LONGEST, first * (1 << min(count - free, 4)))


def _hash_right(guesser: Guesser) -> str:
    return hash_guesser(f"right {guesser.who}")


@transaction.atomic
def _count(by_hash: dict[str, Guesser], now: datetime) -> Counted:
    fresh = [FailedTries(who=who, last_at=now) for who in sorted(by_hash)]
    FailedTries.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = list(FailedTries.objects.select_for_update(no_key=True).filter(who__in=by_hash).order_by("who"))
    _refuse_early(by_hash, rows, now)  # once more: somebody may have been faster
    before = tuple((by_hash[row.who], row.last_at) for row in rows)
    for row in rows:
        row.count, row.last_at = _lately(row, by_hash[row.who], now) + 1, now
    FailedTries.objects.bulk_update(rows, ["count", "last_at"])
    return Counted(now, before)


def _refuse_early(by_hash: dict[str, Guesser], rows: Iterable[FailedTries], now: datetime) -> None:
    wait = max((_wait(row, by_hash[row.who], now) for row in rows), default=timedelta(0))
    if wait > timedelta(0):
        raise HeldUp(wait)


def _wait(row: FailedTries, guesser: Guesser, now: datetime) -> timedelta:
    delay = delay_after(_lately(row, guesser, now), guesser.free, guesser.first)
    return min(LONGEST, delay - (now - row.last_at)) if delay else delay


def _lately(row: FailedTries, guesser: Guesser, now: datetime) -> int:
    """How many guesses still count. After a clock was set back, nobody shall wait until it is where it was."""
    forgotten_after = guesser.window if row.count < guesser.free else FORGOTTEN_AFTER
    return row.count if -LONGEST < now - row.last_at < forgotten_after else 0
