"""What was written before two players turned out to be one person, as it would be written now."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from dokoclub.evenings.ledger import attribution as attributions
from dokoclub.evenings.ledger import facts as rows_as_facts
from dokoclub.evenings.models import PlayerMerge, Sheet

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
