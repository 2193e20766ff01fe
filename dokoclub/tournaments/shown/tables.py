"""One table: who may do what there now, and what its sheet says beside what counts."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from dokoclub.look.numbers import money, signed
from dokoclub.tournaments.models import Correction, Entrant, RoundTable
from dokoclub.tournaments.selectors import Day, Moved, Sitting, TableNow, corrections_of
from dokoclub.tournaments.services import slips_on_sheet


class Shown(NamedTuple):
    now: TableNow
    seated: list[Entrant]
    free: list[Entrant]  # who could fill in, also who has come only now
    is_own: bool  # the reader sits there
    has_confirmed: bool  # the reader
    waiting: list[Sitting]  # who has not confirmed yet
    corrections: list[Correction]
    on_sheet: list[tuple[Entrant, int]]  # what stands there, where it was written on since

    @property
    def confirms(self) -> bool:
        """The reader's own yes is what the table waits for."""
        table = self.now.table
        return self.is_own and not self.has_confirmed and table.is_handed_in and not table.is_confirmed


def show_table(day: Day, table: RoundTable, reader: int) -> Shown:
    """One query for the corrections; two more where the sheet was written on since it was handed in."""
    one = next(one for one in day.rounds if one.number == table.round.number)
    now = next(now for now in one.tables if now.table.number == table.number)
    taken = {number for other in one.tables for number in (sit.entrant.number for sit in other.seated)}
    own = [sitting for sitting in now.seated if sitting.entrant.player.account_id == reader]
    return Shown(
        now=now,
        seated=[sitting.entrant for sitting in now.seated],
        free=[entrant for entrant in day.fill_ins if entrant.number not in taken and entrant.withdrawn_after is None],
        is_own=bool(own),
        has_confirmed=any(sitting.place.confirmed_at for sitting in own),
        waiting=[sitting for sitting in now.seated if sitting.place.confirmed_at is None],
        corrections=corrections_of(table),
        on_sheet=_on_sheet(now),
    )


def _on_sheet(now: TableNow) -> list[tuple[Entrant, int]]:
    if not now.sheet_has_moved or now.table.sheet is None:
        return []
    slips = slips_on_sheet(now.table, now.table.sheet)
    return [(one.entrant, slips[one.entrant.number].points) for one in now.sittings if one.entrant.number in slips]


def told_move(moved: Moved, currency: str) -> str:
    """`Rang 4 → 2, Preis 0,00 € → 53,00 €`."""
    before, after = ("–" if rank is None else str(rank) for rank in moved.rank)
    texts = [_("rank %(before)s → %(after)s") % {"before": before, "after": after}] if before != after else []
    if moved.moves_prize:
        amounts = [money(cents, currency) for cents in moved.cents]
        texts.append(_("prize %(before)s → %(after)s") % {"before": amounts[0], "after": amounts[1]})
    return ", ".join(texts)


def told_correction(correction: Correction, day: Day) -> list[str]:
    """`Anna: +3 → +4`, of those whose points changed."""
    found = []
    for number, after in correction.after.items():
        before = correction.before.get(number, [0, 0])
        entrant = day.entrants.get(int(number))
        if before != after and entrant is not None:
            sums = {"name": entrant.player.name, "before": signed(sum(before)), "after": signed(sum(after))}
            found.append(_("%(name)s: %(before)s → %(after)s") % sums)
    return found
