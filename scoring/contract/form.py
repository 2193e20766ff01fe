"""The entry form: from its fields to the facts of a row, and back. Field names appear only here.
The fields of a played game (players by id): kind, alone ("on": nobody found a partner), solo, duty, re_party and out
(ids), playing (ids of the four), re_augen, step ("re:151", "kontra:all", "even:120"), tricks ("all" or "some" if
one party has all Augen), re_call and kontra_call (steps lit, 0 … 5), re_KEY and kontra_KEY (counts), hearts_trick,
bock_by_hand, raises (a number), offender and married (ids), payments (KEY:ID, one after the other), attribution (JSON),
note. Of other rows: more, winners, value, payments, points_ID, reason, solo_of, dealt_again
(the reason, "" for none) and dealt_again_by (id).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from scoring.game.game import Game
from scoring.game.payments import Payment
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Sums, Table
from scoring.terms import AUGEN, Call, Party, Problem, get_call_key, say
from scoring.text import clean_line

Json: TypeAlias = dict[str, Any]
Fields: TypeAlias = Mapping[str, str]

SILENT: Final = "stille_hochzeit"  # listed among the solos, and a kind of its own
HALF: Final = AUGEN // 2
ALL: Final = "all"
TICKS: Final = ("hearts_trick", "bock_by_hand")
MOST_SIGNS: Final = 7  # of a number; none that counts is longer
# Problems that count even in an unfinished form, by the first word of their field.
_BY_THEMSELVES: Final = ("announced", "duty", "extras", "note", "raises", "solo")


class Written(NamedTuple):
    """The content of the form: facts and attribution as `services.write_entry` takes them."""

    facts: Json
    attribution: Json
    note: str


class Unfinished(NamedTuple):
    """The incomplete content of the form, with the fields that are missing or unreadable."""

    written: Written
    gaps: list[Problem]

    def with_others(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the gaps, and those other problems of the content that no gap has caused."""
        return self.gaps + [problem for problem in problems if problem.field.split(".")[0] in _BY_THEMSELVES]


def read_entry_form(fields: Fields) -> Written | Unfinished:
    """Read the content with cleaned texts, complete or not. Whether it can have happened is not checked here."""
    found: list[Problem] = []
    more = fields.get("more", "") if fields.get("kind") == "more" else ""
    if fields.get("kind") != "more":
        facts = _game(fields, found)
    elif more == "manual":
        facts = _by_hand(fields, found)
    elif more == "penalty":
        facts = _penalty(fields, found)
    elif more == "redeal":
        facts = _redeal(fields)
    else:
        facts = {}
        found.append(Problem("kind", say("Choose: by hand, penalty points or redeal.")))
    attribution = {} if more else _attribution(fields, found)
    written = Written(facts, attribution, clean_line(fields.get("note", "")))
    return Unfinished(written, found) if found else written


def _game(fields: Fields, found: list[Problem]) -> Json:
    kind, solo = fields.get("kind", ""), fields.get("solo", "")
    if kind == "solo" and solo == SILENT:
        kind, solo = SILENT, ""
    re = fields.get("re_party", "").split()
    if not re:
        found.append(Problem("re", say("Choose the Re side.")))
    facts: Json = {
        "kind": kind,
        "re": re,
        "kontra": [player for player in fields.get("playing", "").split() if player not in re],
        **_augen(fields, found),
        "announced": _announced(fields),
        "extras": {party: counts for party in Party if (counts := _counts(fields, party))},
        "sitting_out": fields.get("out", "").split(),
        **{tick: True for tick in TICKS if fields.get(tick)},
        **{key: fields[key] for key in ("offender", "married") if fields.get(key)},
        **_payments(fields),
    }
    if fields.get("raises"):
        facts["raises"] = read_number(fields["raises"].strip(), "raises", found)
    if kind == "solo":
        facts |= {"solo": solo or None, "duty": fields.get("duty") or None}
    return facts


def _payments(fields: Fields) -> Json:
    """Read payments of single players; unknown ones are left for the engine to report."""
    pairs = [word.partition(":") for word in fields.get("payments", "").split()]
    return {"payments": [{"key": key, "by": by} for key, _, by in pairs]} if pairs else {}


def _augen(fields: Fields, found: list[Problem]) -> Json:
    """Read the Augen. A step is stored as the lower bound of the party that reached it."""
    party, _, bound = fields.get("step", "").partition(":")
    if bound == ALL:
        return _all_tricks(Party.RE if party == "re" else Party.KONTRA)
    if party == "even":
        return {"re_points": HALF}
    if bound.isdecimal() and bound.isascii() and len(bound) < 4:
        return {"re_points": int(bound) if party == "re" else AUGEN - int(bound), "step_only": True}
    written = fields.get("re_augen", "").strip()
    if not written:
        found.append(Problem("re_points", say("Enter the card points.")))
        return {}
    augen = read_number(written, "re_points", found)
    if augen is None or augen not in (0, AUGEN):
        return {"re_points": augen}
    if fields.get("tricks") not in (ALL, "some"):
        found.append(Problem("no_tricks", say("Were those all tricks?")))
    if fields.get("tricks") == ALL:
        return _all_tricks(Party.RE if augen else Party.KONTRA)
    return {"re_points": augen}


def _all_tricks(party: Party) -> Json:
    return {"re_points": AUGEN if party is Party.RE else 0, "no_tricks": str(party.opponent)}


def _announced(fields: Fields) -> Json:
    """Read the number of lit steps; anything else is left for the engine to report."""
    levels = {party: fields.get(f"{party}_call") or "0" for party in Party}
    return {
        party: get_call_key(party, Call(int(lit))) if lit in ("1", "2", "3", "4", "5") else lit
        for party, lit in levels.items()
        if lit != "0"
    }


def _counts(fields: Fields, party: Party) -> Json:
    """Read every field `re_KEY` without another meaning; the engine reports values that are no counts."""
    start, others = f"{party}_", {f"{party}_{name}" for name in ("party", "augen", "call")}
    counts = {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)}
    return {
        key: int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else value
        for key, value in counts.items()
        if start + key not in others and value not in ("", "0")
    }


def _attribution(fields: Fields, found: list[Problem]) -> Json:
    text = fields.get("attribution") or "{}"
    try:
        attribution = json.loads(text)
    except (ValueError, RecursionError):
        attribution = None
    if not isinstance(attribution, dict):
        found.append(Problem("attribution", say("This must be an object.")))
        return {}
    return attribution


def _by_hand(fields: Fields, found: list[Problem]) -> Json:
    """Read points if any field has some, even unreadable; else winners and value."""
    points = _points(fields, found)
    out = {"sitting_out": fields.get("out", "").split()}
    if points or found:
        return {"kind": "manual", "points": points, **out}
    winners, value = fields.get("winners", "").split(), fields.get("value", "").strip()
    if not winners:
        found.append(Problem("winners", say("Choose the winners.")))
    if not value:
        found.append(Problem("value", say("Enter the value.")))
    worth = read_number(value, "value", found) if value else None
    return {
        "kind": "manual",
        "winners": winners,
        "players": fields.get("playing", "").split(),
        "value": worth,
        **out,
        **_payments(fields),
    }


def _penalty(fields: Fields, found: list[Problem]) -> Json:
    points = {player: number for player, number in _points(fields, found).items() if number}
    return {
        "kind": "penalty",
        "points": points,
        "reason": clean_line(fields.get("reason", "")),
        "solo_of": fields.get("solo_of") or None,
    }


def _redeal(fields: Fields) -> Json:
    """Read reason and player, both optional; an unknown reason is left for the engine to report."""
    return {
        "kind": "redeal",
        "reason": fields.get("dealt_again") or None,
        "by": fields.get("dealt_again_by") or None,
    }


def _points(fields: Fields, found: list[Problem]) -> dict[str, int]:
    """Read the points by player, from fields that are not empty."""
    written = {
        name.removeprefix("points_"): text
        for name, value in fields.items()
        if name.startswith("points_") and (text := value.strip())
    }
    read = {player: read_number(text, f"points.{player}", found) for player, text in written.items()}
    return {player: points for player, points in read.items() if points is not None}


def read_number(text: str, field: str, found: list[Problem]) -> int | None:
    """Read a whole number as people write it, also with a real minus sign."""
    plain = text.replace("\N{MINUS SIGN}", "-").removeprefix("+")
    if not plain.removeprefix("-").isdecimal() or not plain.isascii():
        found.append(Problem(field, say("This must be a whole number.")))
    elif len(plain) > MOST_SIGNS:
        found.append(Problem(field, say("Enter a smaller number.")))
    else:
        return int(plain)
    return None


def fields_of_row(row: Row, attribution: Json, note: str) -> dict[str, str]:
    """Return the fields of `row`, for correcting it. A change of the table is corrected elsewhere."""
    match row:
        case Game():
            told = _fields_of_game(row) | {"attribution": json.dumps(attribution) if attribution else ""}
        case ByHand():
            told = _more("manual", winners=row.winners, value=str(row.value), out=row.sitting_out)
            told |= _fields_of_payments(row.payments)
        case PointsByHand():
            told = _more("manual", points=row.points, out=row.sitting_out)
        case Penalty():
            told = _more("penalty", points=row.points) | {"reason": row.reason, "solo_of": row.solo_of or ""}
        case Redeal():
            told = _more("redeal") | {"dealt_again": row.reason or "", "dealt_again_by": row.by or ""}
        case Table() | Sums():
            raise ValueError(row)
        case never:
            assert_never(never)
    return {**told, "note": note}


def _more(
    key: str,
    *,
    winners: Iterable[str] = (),
    value: str = "",
    points: Mapping[str, int] | None = None,
    out: Iterable[str] = (),
) -> dict[str, str]:
    told = {"kind": "more", "more": key, "winners": " ".join(winners), "value": value, "out": " ".join(out)}
    return told | {f"points_{player}": str(number) for player, number in (points or {}).items()}


def _fields_of_game(game: Game) -> dict[str, str]:
    told = {
        "kind": "solo" if game.kind == SILENT else game.kind,
        "alone": "on" if game.kind == "hochzeit" and game.is_solo else "",
        "solo": SILENT if game.kind == SILENT else game.solo or "",
        "duty": game.duty or "",
        "re_party": " ".join(game.re),
        "out": " ".join(game.sitting_out),
        "re_call": str(int(game.re_call)),
        "kontra_call": str(int(game.kontra_call)),
        **{tick: "on" if getattr(game, tick) else "" for tick in TICKS},
        **_fields_of_augen(game),
        **_fields_of_payments(game.payments),
        "raises": str(game.raises or ""),
        "offender": game.offender or "",
        "married": game.married or "",
    }
    for party, counts in ((Party.RE, game.re_extras), (Party.KONTRA, game.kontra_extras)):
        told |= {f"{party}_{key}": str(count) for key, count in counts}
    return told


def _fields_of_payments(payments: Iterable[Payment]) -> dict[str, str]:
    return {"payments": " ".join(f"{payment.key}:{payment.by}" for payment in payments)}


def _fields_of_augen(game: Game) -> dict[str, str]:
    if game.step_only:
        of_re = game.re_augen > HALF
        return {"step": f"re:{game.re_augen}" if of_re else f"kontra:{AUGEN - game.re_augen}"}
    exact = {"re_augen": str(game.re_augen), "kontra_augen": str(AUGEN - game.re_augen)}
    if game.re_augen in (0, AUGEN):
        exact["tricks"] = ALL if game.no_tricks else "some"
    return exact
