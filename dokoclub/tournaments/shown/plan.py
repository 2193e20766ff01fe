"""What a plan is worth: how often two people sit together again, and whether any plan has less of that."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.tournaments.selectors import Day


@dataclass(frozen=True, slots=True)
class Worth:
    told: str
    bound: str  # "" where none is known, or where it goes without saying
    seed: int | None  # None: nothing is drawn


def tell_worth(day: Day) -> Worth:
    """Of all rounds that are played or planned. No query."""
    seed = day.tournament.seed if day.tournament.seating == "draw" else None
    number, bound = day.reunions, day.bound
    if not number:
        return Worth(_("Nobody sits at a table with the same person twice."), "", seed)
    text = ngettext(
        "%(number)s time two people sit at one table again.",
        "%(number)s times two people sit at one table again.",
        number,
    )
    return Worth(text % {"number": number}, _bound(number, bound), seed)


def _bound(number: int, bound: int | None) -> str:
    if not bound:
        return ""
    if bound == number:
        return _("With so many people it cannot be fewer.")
    text = ngettext(
        "At least %(number)s time cannot be avoided.", "At least %(number)s times cannot be avoided.", bound
    )
    return text % {"number": bound}
