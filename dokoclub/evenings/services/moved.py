"""What was written before two players turned out to be one person, as it would be written now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.evenings.ledger import facts as rows_as_facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.ledger.results import players_of
from dokoclub.evenings.models import PlayerMerge, Sheet
from dokoclub.look.kept import keep_piece
from scoring.contract import attribution as attributions

Json: TypeAlias = dict[str, Any]


class Moves(NamedTuple):
    """Who took whose place on one sheet, in the order in which it happened: ids (old, new)."""

    steps: tuple[tuple[str, str], ...]

    def facts(self, facts: Json) -> Json:
        for old, new in self.steps:
            facts = rows_as_facts.with_other_player(facts, old, new)
        return facts

    def attribution(self, attribution: Json) -> Json:
        for old, new in self.steps:
            attribution = attributions.with_other_player(attribution, old, new)
        return attribution


def moves_of(sheet: Sheet) -> Moves:
    """Merges and what was taken back of them. What is written under the names of today stays as it is. One query.

    That holds because two who are merged never sat on the same sheet.
    """
    happened = []
    for merge in PlayerMerge.objects.filter(club=sheet.evening.club_id):
        if sheet.pk in merge.sheets:
            kept, merged = str(merge.kept_id), str(merge.merged_id)
            happened.append((merge.merged_at, merged, kept))
            if merge.taken_back_at is not None:
                happened.append((merge.taken_back_at, kept, merged))
    return Moves(tuple((old, new) for _, old, new in sorted(happened)))


def moved_ids(folded: Folded) -> dict[str, str]:
    """Who does not stand on the sheet under his id, because he is somebody else by now, and who that is.

    For what was written before that, and comes now. Who never sat there may have been merged, too. One query, which is
    kept outside of transactions.
    """
    happened = []
    for merge in _merges_of(folded.sheet.evening.club):
        kept, merged, sat = str(merge.kept_id), str(merge.merged_id), folded.sheet.pk in merge.sheets
        if sat or merge.taken_back_at is None:
            happened.append((merge.merged_at, merged, kept))
        if sat and merge.taken_back_at is not None:
            happened.append((merge.taken_back_at, kept, merged))
    return _followed([(old, new) for _, old, new in sorted(happened)], besides=players_of(folded))


def _merges_of(club: Club) -> list[PlayerMerge]:
    return keep_piece(f"merges {club.pk}", stamp_of_people(club), lambda: list(PlayerMerge.objects.filter(club=club)))


def _followed(steps: list[tuple[str, str]], *, besides: Iterable[str]) -> dict[str, str]:
    here = {*besides}
    found = {}
    for player in dict.fromkeys(old for old, _ in steps):
        now = player
        for old, new in steps:
            now = new if now == old else now
        if now != player and player not in here:
            found[player] = now
    return found


def with_moved_ids(facts: Json, attribution: Json, moved: Mapping[str, str]) -> tuple[Json, Json]:
    """What was written under ids of before."""
    for old, new in moved.items():
        facts = rows_as_facts.with_other_player(facts, old, new)
        attribution = attributions.with_other_player(attribution, old, new)
    return facts, attribution
