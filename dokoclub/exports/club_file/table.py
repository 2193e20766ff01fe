"""One table of the file: which model, which columns, and how its rows name others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import models

from dokoclub.exports.club_file.translating import Translator


@dataclass(frozen=True, kw_only=True)
class Table:
    """One model. Rows are written by primary key, and numbered from 1; a reference is that number."""

    name: str
    model: type[models.Model]
    club: str  # from a row to its club
    fields: tuple[str, ...]
    refs: Mapping[str, str] = field(default_factory=dict)  # field -> table
    inside: Mapping[str, Translator] = field(default_factory=dict)  # JSON fields in which ids stand
    happened: tuple[str, ...] = ()  # days that cannot lie in the future
    left_out: tuple[str, ...] = ()  # accounts, keys of forms, and what is counted anew
    order: tuple[str, ...] = ("pk",)
    since: int = 1  # the version of the file that had it first; an older one has no row of it

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.refs, *self.fields, *self.inside)
