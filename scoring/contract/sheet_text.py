"""The coming game, and the effects of a change on later games, in phrases, for the server and for phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from scoring.contract.row_text import (
    format_bock,
    format_dealer,
    format_seats,
    format_short_solo,
    format_sitting_out,
    mark_level,
)
from scoring.game.compare import Change
from scoring.game.seating import first_to_lead
from scoring.game.sheet import Line, Sheet, who_dealt
from scoring.phrases import Phrase, join_phrases, name_player, name_players, say_phrase, sign_points
from scoring.rules.kinds import DUTIES
from scoring.rules.rules import Rules
from scoring.terms import Player, say

Json: TypeAlias = dict[str, Any]

MANY_OPEN: Final = 4  # open Pflichtsoli; from so many on, the line names the players that have played one

# --- The game to come ------------------------------------------------------------------------------------------------


def format_status(sheet: Sheet, resting: Sequence[Player]) -> Json:
    """Return dealer Anna | Bock ×2, 3 more | Pflichtsolo open: Ben; and as "details" the text that a tap unfolds.
    `resting`: players that have left the table only for a while.
    """
    return {
        "dealer": format_dealer(sheet.next.dealer),
        "bock": _format_bock_left(sheet),
        "more": join_phrases(_more(sheet, resting), " · "),
        "details": list(_details(sheet, resting)),
    }


def format_start(games: int) -> Phrase:
    """Return the text for a game that starts a Bockrunde; nothing if no Bock game follows."""
    if not games:
        return ""
    return say_phrase(
        say("starts {games} Bock game") if games == 1 else say("starts {games} Bock games"), {"games": games}
    )


def _format_bock_left(sheet: Sheet) -> Phrase:
    """Return the level, and how many games stay at it; the details list those at other levels."""
    if not sheet.bock_left:
        return ""
    level = sheet.next.bock_level
    left = _count_levels(sheet.bock_left)[0][1] if level else len(sheet.bock_left)
    return join_phrases([format_bock(level, sheet.rules), say_phrase(say("{left} more"), {"left": left})], ", ")


def _count_levels(levels: Sequence[int]) -> list[tuple[int, int]]:
    """Return the levels, each with the number of games that stay at it: ×4 for 1, then ×2 for 3."""
    starts = [place for place, level in enumerate(levels) if place == 0 or level != levels[place - 1]]
    ends = [*starts[1:], len(levels)]
    return [(levels[start], end - start) for start, end in zip(starts, ends, strict=False)]


def _more(sheet: Sheet, resting: Sequence[Player]) -> Iterator[Phrase]:
    if is_beyond_list(sheet):
        yield say_phrase(say("The round is complete"))
    if sheet.next.forced is not None:
        yield say_phrase(say("Vorführung: {name}"), {"name": name_player(sheet.next.forced)})
    elif sheet.pflichtsolo_open:
        yield say_phrase(say("Pflichtsolo open: {names}"), {"names": _format_open(sheet)})
    others = [player for player in (*sheet.next.sitting_out, *resting) if player != sheet.next.dealer]
    if others:
        yield format_sitting_out(others)


def is_beyond_list(sheet: Sheet) -> bool:
    """Return whether all planned games of the list have been played."""
    return sheet.games_in_list is not None and sheet.next.number > sheet.games_in_list


def _format_open(sheet: Sheet) -> Phrase:
    """Return the players that still owe one. If that is nearly everybody, return the others: the line is short."""
    done = [player for player in sheet.players if player not in sheet.pflichtsolo_open]
    if not done:
        return say_phrase(say("everyone"))
    if len(sheet.pflichtsolo_open) < MANY_OPEN or len(done) >= len(sheet.pflichtsolo_open):
        return name_players(sheet.pflichtsolo_open)
    return say_phrase(say("everyone but {names}"), {"names": name_players(done)})


def _details(sheet: Sheet, resting: Sequence[Player]) -> Iterator[Phrase]:
    coming = sheet.next
    if is_beyond_list(sheet):
        yield say_phrase(say("The round is complete; further games come on top."))
    elif sheet.games_in_list:
        yield say_phrase(say("Game {number} of {all}"), {"number": coming.number, "all": sheet.games_in_list})
    yield from _lead(sheet)
    if coming.sitting_out:
        yield say_phrase(say("Sits out: {names}"), {"names": name_players(coming.sitting_out)})
    if resting:
        yield say_phrase(say("Sits out until further notice: {names}"), {"names": name_players(resting)})
    for level, games in _count_levels(sheet.bock_left):
        text = say("{games} Bock game {mark}") if games == 1 else say("{games} Bock games {mark}")
        yield say_phrase(text, {"games": games, "mark": mark_level(level, sheet.rules)})
    if sheet.pflichtsolo_open and sheet.forced_from is not None:
        yield say_phrase(say("From game {number} on, Pflichtsoli are forced."), {"number": sheet.forced_from})
    yield format_seats(sheet.players)


def _lead(sheet: Sheet) -> Iterator[Phrase]:
    """Yield the first to lead, and the solo that has priority."""
    coming = sheet.next
    leader = first_to_lead(
        sheet.rules,
        coming.dealer,
        sheet.players,
        coming.sitting_out,
        coming.forced,
        duty="forced",
        before=sum(soloist == coming.forced for soloist in sheet.state.soloists),
    )
    yield say_phrase(say("{name} leads"), {"name": name_player(leader)})
    if coming.forced is not None:
        return
    yield from _solo_leads(sheet.rules)
    if sheet.pflichtsolo_open:
        yield say_phrase(say("A Pflichtsolo goes before any other solo."))


def _solo_leads(rules: Rules) -> Iterator[Phrase]:
    """Yield the cases in which the soloist leads; nothing if there are none. rules.md 1.18."""
    leading = [key for key, entry in rules.by_kind.items() if entry.get("leads")]
    if not rules.solo_leads_duties or (rules.solo_leads != "soloist" and not leading):
        return
    if rules.solo_leads != "soloist":
        yield say_phrase(
            say("The soloist leads in: {kinds}"),
            {"kinds": join_phrases([format_short_solo(key, rules) for key in leading], ", ")},
        )
    elif rules.solo_leads_first is None:
        yield say_phrase(say("The soloist leads to a solo."))
    if rules.solo_leads_first is not None:
        yield say_phrase(say("The soloist leads only in the first solos: {number}"), {"number": rules.solo_leads_first})
    if len(rules.solo_leads_duties) < len(DUTIES):
        duties = [say_phrase(DUTIES[duty].name) for duty in rules.solo_leads_duties]
        yield say_phrase(say("The soloist leads only if it is: {duties}"), {"duties": join_phrases(duties, ", ")})


# --- Effects of a change on later games ------------------------------------------------------------------------------


def format_differences(changes: Iterable[Change], rules: Rules) -> list[Phrase]:
    """List changes: Game 15: no Bock any more, +4 → +2. Games that only get another number are counted in one line."""
    games = [change for change in changes if change.before.number is not None]
    changed = [change for change in games if _differs(change)]
    told = [_format_change(change, rules) for change in changed if list(_differences(change, rules))]
    moved = len(games) - len(changed)
    if moved:
        one, many = say("{games} game only gets another number."), say("{games} games only get another number.")
        told.append(say_phrase(one if moved == 1 else many, {"games": moved}))
    return told


def _differs(change: Change) -> bool:
    """Return whether the change needs a text.
    The sheet shows the actual dealer, not that of the rotation; a number alone is not worth a line.
    """
    is_same = who_dealt(change.before) == who_dealt(change.after)
    return any(what != "number" and not (what == "dealer" and is_same) for what in change.what)


def _format_change(change: Change, rules: Rules) -> Phrase:
    game = say_phrase(say("Game {number}"), {"number": change.before.number})
    return join_phrases([game, join_phrases(_differences(change, rules), ", ")], ": ")


def _differences(change: Change, rules: Rules) -> Iterator[Phrase]:
    """Yield the differences; nothing if only the reckoning differs."""
    before, after = change.before, change.after
    if before.number != after.number and after.number is not None:
        yield say_phrase(say("becomes game {number}"), {"number": after.number})
    if who_dealt(before) != who_dealt(after):
        yield say_phrase(say("dealer {name}"), {"name": name_player(who_dealt(after))})
    if before.bock_level != after.bock_level:
        yield _bock_now(before.bock_level, after.bock_level, rules)
    if before.duty != after.duty:
        duties = [say_phrase(DUTIES[duty].name) if duty else "–" for duty in (before.duty, after.duty)]
        yield join_phrases(duties, " → ")
    if before.sitting_out != after.sitting_out:
        yield say_phrase(
            say("sits out: {names}"), {"names": name_players(after.sitting_out) if after.sitting_out else "–"}
        )
    if _gained(before) != _gained(after):
        yield from _points(before, after)


def _bock_now(before: int, after: int, rules: Rules) -> Phrase:
    if not after:
        return say_phrase(say("no more Bock"))
    now = format_bock(before or after, rules)
    return join_phrases([now, mark_level(after, rules)], " → ") if before else now


def _points(before: Line, after: Line) -> Iterator[Phrase]:
    """Yield the value of the game; if it stays, the players with changed points."""
    if _most(before) != _most(after):
        yield f"{sign_points(_most(before))} → {sign_points(_most(after))}"
        return
    old, new = _gained(before), _gained(after)
    for player in {**old, **new}:
        own, other = old.get(player, 0), new.get(player, 0)
        if own != other:
            yield join_phrases([name_player(player), f"{sign_points(own)} → {sign_points(other)}"], " ")


def _gained(line: Line) -> dict[Player, int]:
    """Return the points by player; a player without points may as well be absent."""
    return {player: points for player, points in line.score.scores.items() if points}


def _most(line: Line) -> int:
    """Return the points of the winners, or, if only losses are written, of the losers."""
    points = [0, *line.score.scores.values()]
    return max(points) or min(points)
