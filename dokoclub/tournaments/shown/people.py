"""Who takes part, a line each, and who of them has paid the entry fee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.look.numbers import money
from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.selectors import Day


class Note(NamedTuple):
    text: str
    tone: str  # a class of the chip: "", "muted" or "alert"


@dataclass(frozen=True, slots=True)
class EntrantRow:
    entrant: Entrant
    second: str  # below the name: team and where from
    notes: Sequence[Note]
    owes: bool  # takes part, and has not paid
    pays: bool  # somebody who pays the fee at all
    rank: int | None  # in the list, once the tournament has ended


@dataclass(frozen=True, slots=True)
class People:
    rows: Sequence[EntrantRow]
    fee: str  # what one pays; "" where it costs nothing
    paid: str  # how many have, as a sentence
    is_all_paid: bool


def list_people(day: Day) -> People:
    """In order of the start numbers. No query."""
    fee = day.tournament.fee
    counting = {entrant.number for entrant in day.counting}
    ranks = {row.who: row.rank for row in day.ranking} if day.tournament.is_over and day.has_points else {}
    rows = [
        _row(
            entrant,
            owes=bool(fee) and entrant.number in counting,
            pays=bool(fee) and not entrant.fill_in,
            rank=ranks.get(entrant.number),
        )
        for entrant in day.entrants.values()
    ]
    missing = sum(row.owes for row in rows)
    return People(
        rows=rows,
        fee=money(fee, day.tournament.club.currency) if fee else "",
        paid=paid_of(len(counting) - missing, len(counting)),
        is_all_paid=not missing,
    )


def paid_of(paid: int, of: int) -> str:
    """`3 of 8 have paid`."""
    if paid == of:
        return _("everybody has paid")
    text = ngettext("%(paid)s of %(of)s has paid", "%(paid)s of %(of)s have paid", paid)
    return text % {"paid": paid, "of": of}


def _row(entrant: Entrant, *, owes: bool, pays: bool, rank: int | None) -> EntrantRow:
    second = [str(part) for part in (entrant.team, entrant.home) if part]
    return EntrantRow(
        entrant=entrant,
        second=" · ".join(second),
        notes=notes_of(entrant),
        owes=owes and not entrant.paid,
        pays=pays,
        rank=rank,
    )


def notes_of(entrant: Entrant) -> list[Note]:
    """What is special about somebody."""
    found = [Note(tag, "") for tag in entrant.tags]
    if entrant.fill_in:
        found.append(Note(_("Fills in"), ""))
    if entrant.joins > 1:
        found.append(Note(_("from round %(number)s") % {"number": entrant.joins}, ""))
    if entrant.disqualified:
        found.append(Note(_("disqualified"), "alert"))
    elif entrant.withdrawn_after == 0:
        found.append(Note(_("withdrawn"), "muted"))
    elif entrant.withdrawn_after is not None:
        found.append(Note(_("withdrawn after round %(number)s") % {"number": entrant.withdrawn_after}, "muted"))
    return found
