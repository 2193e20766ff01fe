"""Functions for a phone without a network: plain JSON in, plain JSON out.
The same functions run there, in JavaScript.
`python -m tools.engine` translates this module and all that it needs into static/js/engine.js; docs/extending.md.
All problems come as {"problems": [{"field", "problem", "values"}]}: `problem` is an English text with
{gaps}, and the key of its translation. A row is {"facts", "attribution"} as it is stored; struck rows
are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scoring.contract import stored_rows
from scoring.contract.cli import as_answer, as_sheet_answer
from scoring.contract.event import read_event
from scoring.contract.form import Fields, Unfinished, Written, fields_of_row, read_entry_form
from scoring.contract.reading import Found, read_names
from scoring.contract.reckoning_text import format_by_hand, format_payments, format_reckoning, list_missing
from scoring.contract.row_text import format_row as tell_line
from scoring.contract.row_text import format_short, list_facts
from scoring.contract.sheet_text import format_differences, format_start, format_status
from scoring.contract.side_facts import read_side_facts
from scoring.contract.stored_rows import load_row, with_owing
from scoring.game.compare import Change, later_changes
from scoring.game.game import Game, get_outcome, is_rare
from scoring.game.next_game import coming_duties, coming_raises
from scoring.game.payments import due_payments
from scoring.game.rows import ByHand, PointsByHand, Row, seated_problems
from scoring.game.score import Reckoning, Scorer
from scoring.game.seat_order import order_circle, with_returned
from scoring.game.sheet import Line, Sheet, fold_rows, who_dealt
from scoring.game.verdict import reason_for
from scoring.phrases import Phrase, say_phrase
from scoring.rules.rules import Rules, load_rules
from scoring.terms import Party, Player, Problem, say
from scoring.text import clean_line, is_same_name, name_problems

Json: TypeAlias = dict[str, Any]

# What people call somebody by together with the word after it: Tante Paula.
ADDRESSED: Final = ("Tante", "Onkel", "Oma", "Opa", "Frau", "Herr", "Dr.")


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet under its rules; every other question needs one."""

    scorer: Scorer
    players: tuple[Player, ...]  # the first players, in seat order
    first_dealer: Player


def open_sheet(given: Json) -> Opened | Json:
    """Return the sheet of {"rules" (as stored), "players", "first_dealer"}, or its problems."""
    found: Found = []
    scorer = _scorer(given["rules"], found)
    players = read_names(given, "players", found)
    dealer = given.get("first_dealer")
    if players is not None:
        found.extend(seated_problems(players))
        if dealer not in players:
            found.append(Problem("first_dealer", say("This must be the name of a player.")))
    if found or scorer is None or players is None or not isinstance(dealer, str):
        return _refused(found)
    return Opened(scorer, players, dealer)


def work_out(sheet: Opened, rows: Sequence[Json]) -> Json:
    """Return the answer of the command line to these rows, and some additions.
    "duties" and "told" by row: the sheet's text for it, in phrases, and "dealer", its dealer. "coming": the coming
    game, "status": the text about it.
    """
    return _as_answer(_worked_out(sheet, rows), rows)


def change_row(sheet: Opened, rows: Sequence[Json], change: Json) -> Json:
    """Write, correct, strike or restore one row. Return its problems, or the result.
    `change`: {"at": its place from 0, "is_new": whether it is inserted there, before the present row, "row":
    {"facts", "attribution", "note"} as they are written, or null if it is struck}. The result: "row" as
    stored, "line" (its reckoning, and each party's needs), "later" (rows below that change: "at" among the new rows,
    "what", "before", "after"), "rows", and "sheet", the `work_out` of them. A problem of a row below
    is at `rows[NUMBER].FIELD`.
    """
    at, is_new, written = change["at"], change["is_new"], change["row"]
    behind = rows[at if is_new else at + 1 :]
    if written is None:
        return _changed(sheet, rows, [*rows[:at], *behind], at, shift=-1)
    table = _players_before(sheet, rows[:at])
    event = read_event(written["facts"], written["attribution"], written["note"], sheet.scorer.rules, table)
    if isinstance(event, list):
        return _refused(event)
    new = {"facts": event.facts, "attribution": event.attribution, "note": event.note}
    told = _changed(sheet, rows, [*rows[:at], new, *behind], at, shift=1 if is_new else 0)
    return told if "problems" in told else {"row": new, **told}


def check_form(sheet: Opened, rows: Sequence[Json], change: Json) -> Json:
    """Run `change_row` with "fields" of the form in place of a row.
    If any are missing, report these and other problems.
    """
    read = read_entry_form(change["fields"])
    written = read.written if isinstance(read, Unfinished) else read
    told = change_row(sheet, rows, {**change, "row": _as_row(written)})
    if isinstance(read, Written):
        return told
    return _refused(read.with_others(_list_problems(told)))


def preview_form(sheet: Opened, fields: Fields, level: int) -> Json:
    """Return a preview of the form at this level of Bock, by itself: its problems, or the result of `format_row`."""
    read = read_entry_form(fields)
    written = _as_row(read.written if isinstance(read, Unfinished) else read)
    event = read_event(written["facts"], written["attribution"], written["note"], sheet.scorer.rules, sheet.players)
    found = event if isinstance(event, list) else []
    if isinstance(read, Unfinished):
        return _refused(read.with_others(found))
    return _refused(found) if isinstance(event, list) else format_row(sheet, written, level)


def format_row(sheet: Opened, row: Json, level: int) -> Json:
    """Return the worth of a sound row at this level of Bock, with its "reckoning" in phrases, null if there is none.
    "rare": hardly any cards make these Augen. "starts": a Bockrunde begins. "missing": phrases, of Ansagen.
    """
    rules = sheet.scorer.rules
    read = _row(row, rules)
    score = sheet.scorer.score_row(read, level)
    marks = read_side_facts(row["attribution"]).marks
    return {
        "winner": score.reckoning.winner,
        "value": score.reckoning.value,
        "scores": score.scores,
        "starts": bool(score.reckoning.bock_triggers),
        "rare": isinstance(read, Game) and not read.step_only and is_rare(read.re_augen),
        "missing": list(list_missing(marks, read, rules)) if isinstance(read, Game) else [],
        "reckoning": _reckoned(rules, read, score.reckoning),
    }


def format_version(sheet: Opened, row: Json) -> Json:
    """Return a row's texts by itself, in phrases: as a struck one, "short" in a list, and all "facts" as pairs."""
    rules = sheet.scorer.rules
    read = _row(row, rules)
    facts = [[heading, text] for heading, text in list_facts(read, rules)]
    return {**tell_line(rules, read, None, _resting(row)), "short": format_short(read, rules), "facts": facts}


def fill_form(sheet: Opened, row: Json) -> Json:
    """Return the form fields of a written row; not for a change of the table."""
    return fields_of_row(load_row(row["facts"], sheet.scorer.rules), row["attribution"], row["note"])


def is_same(one: Json, other: Json) -> bool:
    """Return whether two stored rows have the same content."""
    return (one["facts"], one["attribution"]) == (other["facts"], other["attribution"])


def read_name(text: str) -> Json:
    """Read a typed name: "name" as it is stored, and "problems"."""
    name = clean_line(text)
    return {"name": name, **_refused(name_problems("name", name))}


def find_name(name: str, names: Sequence[str]) -> int | None:
    """Return the place in `names` of a name that a reader takes for the same."""
    return next((place for place, other in enumerate(names) if is_same_name(name, other)), None)


def sit_again(players: Sequence[Player], player: Player, seatings: Iterable[Sequence[Player]]) -> Sequence[Player]:
    """Seat a returning player at the former place, a newcomer at the last. `seatings`: from the first one on."""
    return with_returned(players, player, order_circle(seatings))


# --- Rows ------------------------------------------------------------------------------------------------------------


def _scorer(rules: Json, found: Found) -> Scorer | None:
    """Return a scorer. `rules`: as stored."""
    read = load_rules(rules)
    if isinstance(read, Rules):
        return Scorer(read)
    found.extend(problem.under("rules") for problem in read)
    return None


def _row(row: Json, rules: Rules) -> Row:
    return with_owing(load_row(row["facts"], rules), row["attribution"])


def _worked_out(sheet: Opened, rows: Iterable[Json]) -> Sheet:
    scorer = sheet.scorer
    read = [_row(row, scorer.rules) for row in rows]
    return fold_rows(scorer.rules, sheet.players, read, first_dealer=sheet.first_dealer, scorer=scorer)


def _players_before(sheet: Opened, rows: Sequence[Json]) -> Sequence[Player]:
    """Return the players at the table after these rows."""
    tables = (row["facts"]["players"] for row in reversed(rows) if row["facts"]["kind"] == "table")
    return next(tables, sheet.players)


def _changed(sheet: Opened, before: Sequence[Json], after: Sequence[Json], at: int, *, shift: int) -> Json:
    """Return the effects of changed rows, from this place on; `shift`: by how much those below have moved."""
    if len(after) > stored_rows.MOST_ROWS:
        return _refused([Problem("", stored_rows.TOO_MANY_ROWS, {"most": stored_rows.MOST_ROWS})])
    strangers = stored_rows.find_strangers(_players_before(sheet, after[:at]), [row["facts"] for row in after[at:]])
    stands_below = len(after) > (at if shift < 0 else at + 1)
    was = _worked_out(sheet, before if stands_below else [])  # a new last row does not need it
    if strangers:
        return _refused(_placed(strangers, before, was, at, shift))
    now = _worked_out(sheet, after)
    large = stored_rows.find_large([_row(row, sheet.scorer.rules) for row in after[at:]], now.lines[at:])
    if large:
        return _refused(_placed(large, before, was, at, shift))
    return {
        "line": None if shift < 0 else as_answer(now.lines[at].score),
        "later": _later(later_changes(was, now, at=at, shift=shift), now.rules),
        "rows": after,
        "sheet": _as_answer(now, after),
    }


def _placed(
    found: Iterable[tuple[int, Problem]], rows: Sequence[Json], was: Sheet, at: int, shift: int
) -> Iterator[Problem]:
    """Yield problems of the row at hand as they are; those of a game below at `rows[4]`, by its number."""
    for place, problem in found:
        if place == 0 and shift >= 0:
            yield problem
        else:
            moved = at + place - shift
            yield problem.under(f"rows[{was.lines[moved].number or rows[moved]['facts']['kind']}]")


# --- As JSON ---------------------------------------------------------------------------------------------------------


def _as_answer(sheet: Sheet, rows: Sequence[Json]) -> Json:
    tables = (_resting(row) for row in reversed(rows) if row["facts"]["kind"] == "table")
    resting = next(tables, ())
    return {
        **as_sheet_answer(sheet),
        "duties": [line.duty for line in sheet.lines],
        "told": [_as_json(sheet.rules, row, line) for row, line in zip(rows, sheet.lines, strict=True)],
        "status": format_status(sheet, resting),
        "coming": _coming(sheet, resting),
    }


def _as_json(rules: Rules, row: Json, line: Line) -> Json:
    told = tell_line(rules, _row(row, rules), line, _resting(row))
    return {**told, "dealer": None if line.number is None else who_dealt(line)}


def _resting(row: Json) -> Sequence[Player]:
    """Return the players that left the table by this row only for a while."""
    found: Sequence[Player] = row["attribution"].get("resting", ())
    return found


def _coming(sheet: Sheet, resting: Sequence[Player]) -> Json:
    """Return the coming game. "raises": phrases about the Bock games of a new Bockrunde, without and with a solo."""
    coming = sheet.next
    return {
        "number": coming.number,
        "dealer": coming.dealer,
        "level": coming.bock_level,
        "players": sheet.players,
        "out": coming.sitting_out,
        "resting": resting,
        "games_in_list": sheet.games_in_list,
        "forced": coming.forced,
        "duty": coming_duties(sheet),
        "raises": [format_start(coming_raises(sheet, is_solo=is_solo)) for is_solo in (False, True)],
    }


def _reckoned(rules: Rules, row: Row, reckoning: Reckoning) -> Json | None:
    if isinstance(row, Game):
        outcome = get_outcome(row)
        return format_reckoning(rules, row, reckoning, [reason_for(rules, outcome, party) for party in Party])
    if isinstance(row, ByHand):
        return format_by_hand(reckoning, list(format_payments(rules, due_payments(rules, "", (), None, row.payments))))
    return format_by_hand(reckoning) if isinstance(row, PointsByHand) else None


def _later(changes: Sequence[Change], rules: Rules) -> list[Phrase]:
    told = format_differences(changes, rules)
    return told if told or not changes else [say_phrase(say("Only the row order."))]


def _as_row(written: Written) -> Json:
    return {"facts": written.facts, "attribution": written.attribution, "note": written.note}


def _refused(problems: Iterable[Problem]) -> Json:
    return {"problems": [_json(problem) for problem in problems]}


def _json(problem: Problem) -> Json:
    return {"field": problem.field, "problem": problem.problem, "values": dict(problem.values)}


def _list_problems(told: Mapping[str, Any]) -> list[Problem]:
    """Return the problems from the result of `_refused`."""
    return [Problem(one["field"], one["problem"], one["values"]) for one in told.get("problems", ())]


def short_names(people: Mapping[str, Sequence[str]]) -> Json:
    """Return the names for a tile, a head, a row or a card, by id; `people`: [short name or "", name] by id.

    Anna Schmidt is Anna; with another Anna she is Anna S., with Anna Singer Anna Sc.; where nothing tells two apart,
    their whole names do. Tante Paula is one first name.
    """
    parts = {key: _split_name(one[1].split()) for key, one in people.items()}
    first = {key: one[0] or parts[key][0] for key, one in people.items()}
    shown = {key: _with_letters(key, first, parts) if _is_shared(first, key) else first[key] for key in people}
    return {key: one[1] if _is_shared(shown, key) else shown[key] for key, one in people.items()}


def _split_name(words: Sequence[str]) -> list[str]:
    """Return the first name and the last one, or "". A title calls somebody only together with the next word."""
    many = 2 if words[0] in ADDRESSED else 1
    return [" ".join(words[:many]), words[-1] if len(words) > many else ""]


def _with_letters(key: str, first: Mapping[str, str], parts: Mapping[str, Sequence[str]]) -> str:
    """Add as many letters of the last name as tell it from those of the same first name."""
    name = parts[key][1]
    others = [parts[other][1] for other in first if other != key and first[other] == first[key]]
    clear = (many for many in range(1, len(name)) if all(other[:many] != name[:many] for other in others))
    many = next(clear, len(name))
    return f"{first[key]} {name[:many]}{'.' if many < len(name) else ''}".strip()


def _is_shared(names: Mapping[str, str], key: str) -> bool:
    return any(other != key and names[other] == names[key] for other in names)
