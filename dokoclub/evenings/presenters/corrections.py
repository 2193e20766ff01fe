"""Text for the effect of corrections of whole sheets, and for earlier corrections."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player, RulesVersion
from dokoclub.clubs.presenters.rules import name_changes
from dokoclub.core.formatting import clock
from dokoclub.evenings.domain.corrections import rules_for
from dokoclub.evenings.domain.results import Rewriting, list_players
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors.corrections import PLAYERS, Corrected
from dokoclub.evenings.selectors.people import fetch_players
from dokoclub.ui.texts import format_phrase
from scoring.contract.sheet_text import format_differences
from scoring.rules.rules import Rules, restore_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedStanding:
    """A player's points on the sheets that change, before and after. None: not on the sheet."""

    player: Player
    own: int | None
    other: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSummary:
    standings: list[CorrectedStanding]
    differences: list[tuple[str, list[str]]]  # by table; "" for a single one


def show_changes(changes: Sequence[Rewriting]) -> ChangeSummary:
    """Format the difference in totals and games. One query."""
    names = fetch_players(
        {player for one in changes for side in (one.before, one.after) for player in list_players(side)}
    )
    own, other = (_totals(changes, side) for side in ("before", "after"))
    standings = [
        CorrectedStanding(player=player, own=own.get(key), other=other.get(key))
        for key, player in sorted(names.items(), key=lambda item: -other.get(item[0], own.get(item[0], 0)))
        if key in own or key in other
    ]
    is_alone = len(changes) == 1
    differences = [
        (
            "" if is_alone else table_name(one.before.sheet),
            [
                *_format_exchanged(one),
                *(format_phrase(told, names) for told in format_differences(one.later, one.after.rules)),
            ],
        )
        for one in changes
    ]
    return ChangeSummary(standings=standings, differences=differences)


def _format_exchanged(change: Rewriting) -> Iterator[str]:
    """Yield in how many games another player plays."""
    touched = {entry.uuid for entry in change.entries}
    games = sum(line.number is not None for entry, _row, line in change.after if entry.uuid in touched)
    if games:
        yield ngettext("%(games)s game with other players.", "%(games)s games with other players.", games) % {
            "games": games
        }


def _totals(changes: Sequence[Rewriting], side: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for change in changes:
        for player, points in getattr(change, side).paper.totals.items():
            found[player] = found.get(player, 0) + points
    return found


def table_name(sheet: Sheet) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": sheet.round, "table": sheet.table}


def name_version(version: RulesVersion) -> str:
    return _("Version %(number)s") % {"number": version.number}


def format_corrected(done: Corrected, versions: Sequence[RulesVersion]) -> tuple[str, str]:
    """Return the correction as text, and its time and author."""
    told = _("%(time)s, %(who)s") % {"time": clock(done.at), "who": done.by or "–"}
    told = f"{told} · {_('taken back')}" if done.undone else told
    if done.what == PLAYERS:
        return _format_exchange(*done.exchanged), told
    before, after = (_name_rules(record.instance, versions) for record in (done.before, done.after))
    what = _("Rules: %(before)s → %(after)s") % {"before": before, "after": after}
    if before == after:
        what = _("Rules: %(changed)s") % {"changed": name_changes(_read(done.after), _read(done.before))}
    return what, told


def _format_exchange(was: str, really: str, first: str, last: str) -> str:
    """Return which player replaced which in which games. One query."""
    names = fetch_players([was, really])
    said = {"was": names[was].called, "really": names[really].called, "first": first, "last": last}
    if first == last:
        return _("%(was)s was %(really)s (game %(first)s)") % said
    return _("%(was)s was %(really)s (games %(first)s–%(last)s)") % said


def _name_rules(sheet: Sheet, versions: Sequence[RulesVersion]) -> str:
    found = next((one for one in versions if rules_for(sheet, one.parsed) == sheet.rules), None)
    return name_version(found) if found else _("other rules")


def _read(record: Sheet) -> Rules:
    rules = restore_rules(record.rules)
    assert isinstance(rules, Rules)  # noqa: S101  # checked when they were stored
    return rules
