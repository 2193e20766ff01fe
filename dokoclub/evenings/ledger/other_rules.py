"""The same sheet under other rules than those that it was opened with."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, TypeAlias

from dokoclub.evenings.ledger import checks, opening
from dokoclub.evenings.ledger.folded import Folded, fold_entries
from dokoclub.evenings.models import Entry, Sheet
from scoring.contract.event import find_newcomers, problems_beside
from scoring.contract.old_paper import parse_row
from scoring.game.game import Game
from scoring.game.rows import Row
from scoring.rules.kinds import SOLO_ALIASES
from scoring.rules.rules import Rules, store_rules
from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]


def rules_for(sheet: Sheet, rules: Rules) -> Json:
    """Return the rules as this sheet stores them, with the length of its list."""
    return store_rules(opening.copy_rules(rules, sheet))


def with_rules(folded: Folded, stored: Json) -> Folded | list[Problem]:
    """Read the rows of the sheet again. Return the problems instead, at `rows[NUMBER]`, if these rules forbid a row."""
    sheet = copy(folded.sheet)
    sheet.rules = stored
    entries = sorted((*folded.entries, *folded.struck), key=lambda entry: entry.position)
    problems = [problem for entry in entries for problem in _problems_of(entry, sheet, folded)]
    if problems:
        return problems
    after = fold_entries(sheet, entries)
    return checks.list_problems(after, {}) or after


def _problems_of(entry: Entry, sheet: Sheet, folded: Folded) -> Iterator[Problem]:
    """Check that a struck row can still be read, because the sheet shows it."""
    row = parse_row(entry.facts, sheet.parsed)
    found = row if isinstance(row, list) else []
    if not isinstance(row, list) and not entry.is_struck:
        table = folded.players_before(folded.index(entry))
        newcomers = find_newcomers(row, table)
        beside = problems_beside(row, sheet.parsed, entry.attribution, entry.note, newcomers)
        found = [*beside, *_unplayed(row, sheet.parsed, folded.rules)]
    yield from (problem.under(f"rows[{entry.number or entry.kind}]") for problem in found)


def _unplayed(row: Row, rules: Rules, before: Rules) -> Iterator[Problem]:
    """List what the old rules offered and these do not. An import may bring more than its rules offer."""
    if not isinstance(row, Game):
        return
    if row.solo in _solos(before) - _solos(rules):
        yield Problem("solo", say("These rules do not have this solo."))
    if row.kind == "armut" and before.armut and not rules.armut:
        yield Problem("kind", say("These rules do not have the Armut."))


def _solos(rules: Rules) -> set[str]:
    return {SOLO_ALIASES.get(key, key) for key in rules.solos}
