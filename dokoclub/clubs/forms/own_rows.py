"""What a club adds to its rules by name, in rows: Sonderpunkte and solos and reasons of its own, and marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from dokoclub.clubs.forms.at_the_table import mark_fields, reason_fields
from dokoclub.clubs.forms.parameters import own_extra_fields, own_solo_fields
from dokoclub.clubs.words.compare import BY_EXTRA
from dokoclub.look.words import Named
from scoring.game.extras import EXTRAS
from scoring.rules.house import REASONS
from scoring.rules.kinds import KINDS, SOLO_WORDS, SOLOS

FREE_ROWS: Final = 2  # for own extras, beside those that there are
MOST_ROWS: Final = 12
GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
NAME: Final = re.compile(r"(own|own_solo|mark|reason)\.(\d+)\.name")


class Own(NamedTuple):
    """Rows for what a club adds by name: `own.0.name`, `own.0.key` and whatever else belongs to it."""

    fields: Callable[[int], Iterator[tuple[str, forms.Field]]]
    parts: tuple[str, ...]  # of a row, as the page shows them
    taken: Set[str]  # keys that none of them can have
    known: Iterable[Named]  # whose names they cannot have
    no_room: Promise
    used_twice: Promise


OWN: Final = {
    "own": Own(
        own_extra_fields,
        ("key", "name", *BY_EXTRA),
        EXTRAS.keys(),
        EXTRAS.values(),
        gettext_lazy("There is room for %(number)s Sonderpunkte of your own."),
        gettext_lazy("Another Sonderpunkt is already called that."),
    ),
    "own_solo": Own(
        own_solo_fields,
        ("key", "name", "rank"),
        {*SOLO_WORDS, *KINDS},
        SOLOS.values(),
        gettext_lazy("There is room for %(number)s solos of your own."),
        gettext_lazy("Another solo is already called that."),
    ),
    "mark": Own(
        mark_fields,
        ("key", "name", "forces"),
        frozenset(),
        (),
        gettext_lazy("There is room for %(number)s marks."),
        gettext_lazy("Another mark is already called that."),
    ),
    "reason": Own(
        reason_fields,
        ("key", "name"),
        frozenset(REASONS),
        (),
        gettext_lazy("There is room for %(number)s reasons of your own."),
        gettext_lazy("Another reason is already called that."),
    ),
}


def row_of_field(name: str, typed: Any) -> re.Match[str] | None:
    """The row to which a field that is not empty belongs."""
    return NAME.fullmatch(name) if str(typed).strip() else None


def new_key(name: str, taken: Set[str]) -> str:
    """A key for an own extra: `Dulle gefangen!` → `dulle_gefangen`, or `dulle_gefangen_2` where that is taken."""
    spelled = name.casefold().translate(GERMAN)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "_", f"extra_{plain}" if not plain[:1].isalpha() else plain)[:27].strip("_")
    numbered = (stem if number == 1 else f"{stem}_{number}" for number in range(1, len(taken) + 2))
    return next(key for key in numbered if key not in taken)
