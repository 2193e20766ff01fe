"""Version tokens of a club's data, replaced whenever it changes; and keys of sent forms.

A released migration imports this module by its name.
"""

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


class ClubVersion(models.Model):
    """Version tokens of a club, written only by database triggers, together with the change itself.

    The triggers are in `clubs.services.version_triggers`. Tokens are random, not counted: after a restore or a
    rollback, no token ever returns for different data.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="version")
    people = models.CharField(max_length=36, default=new_word)  # players, members and settings: rarely changed
    play = models.CharField(max_length=36, default=new_word)  # evenings, sheets and their results
    money = models.CharField(max_length=36, default=new_word)

    class Meta:
        db_table = "clubs_stamp"  # the name of an earlier release

    def __str__(self) -> str:
        return f"{self.club_id}: {self.people} {self.play} {self.money}"


class MonthVersion(models.Model):
    """The version token of a month's games, used for totals of closed months. No row: nothing was played."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="month_versions")
    month = models.CharField(max_length=7)  # 2026-11
    word = models.CharField(max_length=36)

    class Meta:
        db_table = "clubs_monthstamp"
        constraints = [models.UniqueConstraint(fields=["club", "month"], name="month_of_a_club_has_one_stamp")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.month}: {self.word}"


class Watched(NamedTuple):
    """A table with triggers. `kind`: the token that a row changes; `path`: the lookup from a row to its club.

    `day`: the lookup to the day of play, which also changes the month's token. A row never moves to another club.
    Without a `path`, a row may be shown in any club, so the token changes in all of them; `columns`: only changes of
    these count.
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
        """Return SQL for the value at the end of that path, starting from a row that SQL calls `row`."""
        first, *others = path.split("__")
        field: Any = self.model._meta.get_field(first)
        found = f"{row}.{field.column}"
        for name in others:
            above = field.related_model._meta
            field = above.get_field(name)
            found = f"(SELECT {field.column} FROM {above.db_table} WHERE {above.pk.column} = {found})"  # noqa: S608
        return found


def get_version_tokens(club: Club) -> ClubVersion | None:
    """Return the tokens loaded with the club (`select_related`), so that both are from the same moment. No query.

    None: not loaded, or there are none; nothing of this club can be cached.
    """
    place: Any = Club._meta.get_field("version")
    found: ClubVersion | None = place.get_cached_value(club, default=None)
    return found


def get_club_version(club: Club) -> str:
    """Return the version of all data; "" disables caching. See `get_version_tokens`."""
    tokens = get_version_tokens(club)
    return f"{tokens.people} {tokens.play} {tokens.money}" if tokens else ""


def get_people_version(club: Club) -> str:
    """Return the version of people and settings; "" disables caching. See `get_version_tokens`."""
    tokens = get_version_tokens(club)
    return tokens.people if tokens else ""


def get_play_version(club: Club) -> str:
    """Return the version of everything but money; "" disables caching. See `get_version_tokens`."""
    tokens = get_version_tokens(club)
    return f"{tokens.people} {tokens.play}" if tokens else ""


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
