"""What a form asks in a part that folds, as `look/_folded_fields.html` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.forms import BoundField


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedPart:
    """`stands`: how it stands; "" where nothing is kept or sent that could be told."""

    key: str
    title: str
    stands: str
    fields: tuple[BoundField, ...]

    @property
    def wrong(self) -> int:
        """Fields that have to be checked."""
        return sum(bool(field.errors) for field in self.fields)

    @property
    def is_open(self) -> bool:
        return self.wrong > 0


def fold_fields(key: str, title: str, stands: str, fields: Iterable[BoundField]) -> FoldedPart:
    return FoldedPart(key=key, title=title, stands=stands, fields=tuple(fields))
