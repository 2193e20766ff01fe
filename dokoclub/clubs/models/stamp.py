"""The stamps of a club: random words that are others as soon as anything is. What is kept of it rests on them."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db import models
from django.utils import timezone

from dokoclub.clubs.models.club import Club

KEPT: Final = timedelta(days=90)


def new_word() -> str:
    return uuid.uuid4().hex


class Stamp(models.Model):
    """Written by triggers of the database alone (`clubs.services.watching`), together with the change itself.

    Random, not counted: after a restore or a change that was taken back no word ever comes again for other facts.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="stamp")
    people = models.CharField(max_length=36, default=new_word)  # who belongs to it, what it chose: what changes seldom
    play = models.CharField(max_length=36, default=new_word)  # evenings, sheets, and what was counted on them
    money = models.CharField(max_length=36, default=new_word)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.people} {self.play} {self.money}"


class MonthStamp(models.Model):
    """The same of what was played in one month: sums of closed months rest on it. Without a row: nothing was."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="month_stamps")
    month = models.CharField(max_length=7)  # 2026-11
    word = models.CharField(max_length=36)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "month"], name="month_of_a_club_has_one_stamp")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.month}: {self.word}"


class Watched(NamedTuple):
    """A table on which stamps rest. `kind`: the word that a row changes; `path`: from a row to its club, as in lookups.

    `day`: to the day of play, by which the stamp of a month changes, too. A row never moves to another club.
    Without a `path` it may be shown in any club, so the word changes in all of them; `columns`: by these alone.
    """

    model: type[models.Model]
    kind: str
    path: str = "club"
    day: str = ""
    columns: tuple[str, ...] = ()

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    def sql_of(self, path: str, row: str) -> str:
        """What lies at the end of that path, of a row that SQL calls `row`."""
        first, *others = path.split("__")
        field: Any = self.model._meta.get_field(first)
        found = f"{row}.{field.column}"
        for name in others:
            above = field.related_model._meta
            field = above.get_field(name)
            found = f"(SELECT {field.column} FROM {above.db_table} WHERE {above.pk.column} = {found})"  # noqa: S608
        return found


def stamp_of(club: Club) -> Stamp | None:
    """As it was fetched with the club (`select_related`), so that both are of one moment. No query.

    None: it was not, or there is none; nothing of this club can be kept.
    """
    place: Any = Club._meta.get_field("stamp")
    found: Stamp | None = place.get_cached_value(club, default=None)
    return found


def stamp_of_all(club: Club) -> str:
    """Of everything; "" keeps nothing. See `stamp_of`."""
    stamp = stamp_of(club)
    return f"{stamp.people} {stamp.play} {stamp.money}" if stamp else ""


def stamp_of_people(club: Club) -> str:
    """Of who belongs to it and what it chose; "" keeps nothing. See `stamp_of`."""
    stamp = stamp_of(club)
    return stamp.people if stamp else ""


def stamp_of_play(club: Club) -> str:
    """Of everything but money; "" keeps nothing. See `stamp_of`."""
    stamp = stamp_of(club)
    return f"{stamp.people} {stamp.play}" if stamp else ""


class SentFormQuerySet(models.QuerySet["SentForm"]):
    def to_purge(self) -> SentFormQuerySet:
        return self.filter(sent_at__lte=timezone.now() - KEPT)


class SentForm(models.Model):
    """A form that wrote something: its key, and the SHA-256 of its content."""

    key = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(default=timezone.now)

    objects = SentFormQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.key)
