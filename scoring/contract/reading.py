"""Reader of rows: from JSON to checked rows, or all their problems. rules.md 5, 6.
A field that cannot be read is reported once and left out of the checks that would need it; the others
are still checked, so that the user sees everything at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from scoring.game import by_hand, game, problems, rows
from scoring.game.game import Game
from scoring.game.payments import Payment
from scoring.game.rows import REDEAL_REASONS, ByHand, Penalty, PointsByHand, Redeal, Row, Table
from scoring.rules.kinds import DUTIES, KINDS, SOLO_ALIASES, SOLO_WORDS
from scoring.rules.rules import Rules
from scoring.terms import ABSAGE_KEYS, PLAYING, Call, Party, Player, Problem, say

Raw: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]
T = TypeVar("T")

HIGHEST_BOCK: Final = 10
LARGEST: Final = 10**1000  # so that no result has more digits than Python prints
Words: TypeAlias = Mapping[str | None, T]
_ABSAGEN: Final[Words[Call]] = {key: call for call, key in ABSAGE_KEYS.items()}
CALLS: Final[Mapping[Party, Words[Call]]] = {
    party: {None: Call.NONE, str(party): Call.ANSAGE, **_ABSAGEN} for party in Party
}
_PARTIES: Final[Words[Party | None]] = {None: None, **{str(party): party for party in Party}}
_SOLOS: Final[Words[str | None]] = {None: None, **{word: SOLO_ALIASES.get(word, word) for word in SOLO_WORDS}}
_DUTIES: Final[Words[str | None]] = {None: None, **{duty: duty for duty in DUTIES}}

_HOUSE_KEYS: Final = ("raises", "offender", "married", "payments")
_PARTY_KEYS: Final = ("re", "kontra", "re_points", "no_tricks", "announced", "extras", "sitting_out")
_TICKS: Final = ("hearts_trick", "bock_by_hand", "step_only")
_GAME_KEYS: Final = frozenset(("kind", "solo", "duty", "bock", *_PARTY_KEYS, *_TICKS, *_HOUSE_KEYS))
_KEYS: Final = {
    **dict.fromkeys(KINDS, _GAME_KEYS),
    "manual": frozenset(("kind", "points", "winners", "players", "value", "sitting_out", "imported", "payments")),
    "penalty": frozenset(("kind", "points", "reason", "solo_of")),
    "redeal": frozenset(("kind", "reason", "by")),
    "table": frozenset(("kind", "players", "dealer")),
}


ROW_KINDS: Final = tuple(_KEYS)


def read_row(
    raw: Raw, rules: Rules | None, found: Found, *, kinds: Collection[str] = ROW_KINDS
) -> tuple[Row, int] | None:
    """Return the row and its Bock level (0 … 10, only in a game); its problems are added to `found`.
    Without `rules`, because they could not be read themselves, facts that depend on them are not checked.
    """
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        found.append(Problem("kind", say("Choose a kind of game: {kinds}."), {"kinds": ", ".join(kinds)}))
        return None
    before = len(found)
    if not raw.keys() <= _KEYS[kind]:
        unknown = [key for key in raw if key not in _KEYS[kind]]
        found.extend(Problem(key, say("There is no such key in this kind of row.")) for key in unknown)
    if kind in KINDS:
        return _read_game(kind, raw, rules, found, before)
    row = _READERS[kind](raw, rules, found)
    return (row, 0) if row is not None and len(found) == before else None


def _read_game(kind: str, raw: Raw, rules: Rules | None, found: Found, before: int) -> tuple[Game, int] | None:
    re, kontra = read_names(raw, "re", found), read_names(raw, "kontra", found)
    sitting_out = read_names(raw, "sitting_out", found) if "sitting_out" in raw else ()
    re_augen = _whole(raw, "re_points", found)
    level = _whole(raw, "bock", found) if "bock" in raw else 0
    solo = _word(raw, "solo", _solos(rules), found)
    duty = _word(raw, "duty", _DUTIES, found)
    no_tricks = _word(raw, "no_tricks", _PARTIES, found)
    re_call, kontra_call = _announced(raw, found)
    re_extras, kontra_extras = _extras(raw, found)
    hearts_trick = _flag(raw, "hearts_trick", found)
    bock_by_hand = _flag(raw, "bock_by_hand", found)
    step_only = _flag(raw, "step_only", found)
    raises = _whole(raw, "raises", found) if "raises" in raw else 0
    offender, married = _name(raw, "offender", found), _name(raw, "married", found)
    payments = _payments(raw, found)

    facts = [*game.player_problems(kind, re, kontra, sitting_out), *game.solo_problems(kind, solo, duty)]
    if re_augen is not None:
        facts.extend(game.augen_problems(re_augen))
    if level is not None and not 0 <= level <= HIGHEST_BOCK:
        facts.append(Problem("bock", say("Bock has levels 0 to {highest}."), {"highest": HIGHEST_BOCK}))
    if re_extras or kontra_extras or no_tricks is not None:
        facts.extend(game.trick_problems(no_tricks, re_augen, re_extras, kontra_extras, rules))
    facts.extend(problems.call_problems(re_call, kontra_call, raises or 0, rules))
    read = None
    if re is not None and kontra is not None and re_augen is not None:
        read = Game(
            kind=kind,
            re=re,
            kontra=kontra,
            re_augen=re_augen,
            solo=solo,
            duty=duty,
            no_tricks=no_tricks,
            re_call=re_call,
            kontra_call=kontra_call,
            re_extras=tuple(re_extras.items()),
            kontra_extras=tuple(kontra_extras.items()),
            hearts_trick=hearts_trick,
            bock_by_hand=bock_by_hand,
            step_only=step_only,
            sitting_out=sitting_out or (),
            raises=raises or 0,
            offender=offender,
            married=married,
            payments=payments,
        )
        facts.extend(problems.named_problems(read, rules))
    if facts:
        unread = {problem.field for problem in found[before:]}
        found.extend(problem for problem in facts if problem.field not in unread)
    return None if len(found) > before or read is None or level is None else (read, level)


def _read_by_hand(raw: Raw, rules: Rules | None, found: Found) -> ByHand | PointsByHand | None:
    sitting_out = read_names(raw, "sitting_out", found) if "sitting_out" in raw else ()
    known = raw.keys() & {"winners", "players", "value", "payments"}
    if "points" in raw:
        if known:
            found.append(Problem("points", say("Enter points, or winners and value, not both.")))
        return _points_by_hand(raw, rules, sitting_out, found)
    if not known:
        found.append(Problem("points", say("Enter points, or winners, players and value.")))
        return None
    winners, players = read_names(raw, "winners", found), read_names(raw, "players", found)
    value, payments = _whole(raw, "value", found), _payments(raw, found)
    found.extend(rows.by_hand_problems(players, winners, value))
    found.extend(rows.sitting_out_problems(players or (), sitting_out or ()))
    if players is not None:
        found.extend(problems.payment_problems(payments, players, rules))
    if winners is None or players is None or value is None:
        return None
    return ByHand(players=players, winners=winners, value=value, sitting_out=sitting_out or (), payments=payments)


def _points_by_hand(
    raw: Raw, rules: Rules | None, sitting_out: tuple[Player, ...] | None, found: Found
) -> PointsByHand | None:
    points = read_points(raw, found)
    found.extend(rows.sitting_out_problems(points or (), sitting_out or ()))
    imported = _flag(raw, "imported", found)
    if points is None:
        return None
    row = PointsByHand(points=points, sitting_out=sitting_out or (), imported=imported)
    if len(points) != PLAYING:
        found.append(Problem("points", say("Choose four different players.")))
    elif rules is not None:
        found.extend(by_hand.points_problems(row, rules))
    return row


def _read_penalty(raw: Raw, rules: Rules | None, found: Found) -> Penalty | None:
    points = read_points(raw, found)
    reason, solo_of = raw.get("reason", ""), _name(raw, "solo_of", found)
    if not isinstance(reason, str):
        found.append(Problem("reason", say("This must be a text.")))
    if points is None:
        return None
    penalty = Penalty(points=points, reason=reason, solo_of=solo_of)
    found.extend(rows.penalty_problems(penalty))
    return penalty


def _read_redeal(raw: Raw, rules: Rules | None, found: Found) -> Redeal:
    """Read any reason, also one that these rules do not name: a record shows the events at the table."""
    reasons = (None, *REDEAL_REASONS, *(rules.redeal_names if rules else ()))
    return Redeal(reason=_word(raw, "reason", {word: word for word in reasons}, found), by=_name(raw, "by", found))


def _read_table(raw: Raw, rules: Rules | None, found: Found) -> Table | None:
    players, dealer = read_names(raw, "players", found), _name(raw, "dealer", found)
    if players is None:
        return None
    table = Table(players=players, dealer=dealer)
    found.extend(rows.table_problems(table))
    return table


_READERS: Final[Mapping[str, Callable[[Raw, Rules | None, Found], Row | None]]] = {
    "manual": _read_by_hand,
    "penalty": _read_penalty,
    "redeal": _read_redeal,
    "table": _read_table,
}


def read_names(raw: Raw, key: str, found: Found) -> tuple[Player, ...] | None:
    """Read a list of names, not yet compared with each other."""
    names = raw.get(key)
    if type(names) is not list:
        if key in raw:
            found.append(Problem(key, say("This must be a list of names.")))
        else:
            found.append(Problem(key, say("Please fill this in.")))
        return None
    for name in names:
        if type(name) is not str or not name:
            found.append(Problem(key, say("Enter a name with at least one character.")))
            return None
    return tuple(names)


def _name(raw: Raw, key: str, found: Found) -> Player | None:
    """Read the name of an optional player."""
    name = raw.get(key)
    if name is None or (isinstance(name, str) and name):
        return name
    found.append(Problem(key, say("This must be the name of a player.")))
    return None


def _payments(raw: Raw, found: Found) -> tuple[Payment, ...]:
    """Read the payments, leaving out unreadable ones."""
    listed = raw.get("payments", [])
    if type(listed) is not list:
        found.append(Problem("payments", say("This must be a list.")))
        return ()
    read = []
    for place, one in enumerate(listed):
        field = f"payments[{place}]"
        if not isinstance(one, dict) or one.keys() != {"key", "by"}:
            found.append(Problem(field, say("This must be an object with key and by.")))
        elif type(one["key"]) is not str:
            found.append(Problem(f"{field}.key", say("This must be a text.")))
        elif type(one["by"]) is not str:
            found.append(Problem(f"{field}.by", say("This must be the name of a player.")))
        else:
            read.append(Payment(one["key"], one["by"]))
    return tuple(read)


def _whole(raw: Raw, key: str, found: Found) -> int | None:
    if key not in raw:
        found.append(Problem(key, say("Please fill this in.")))
        return None
    return _number(key, raw[key], found)


def _number(field: str, value: object, found: Found) -> int | None:
    """Read a whole number: True is not 1 and 3.0 is not 3."""
    if type(value) is not int:
        found.append(Problem(field, say("This must be a whole number.")))
        return None
    if abs(value) > LARGEST:
        found.append(Problem(field, say("Enter a smaller number.")))
        return None
    return value


def _word(raw: Raw, key: str, words: Words[T], found: Found, field: str = "") -> T | None:
    value = raw.get(key)
    if value is None or (type(value) is str and value in words):
        return words[value]
    found.append(
        Problem(
            field or key,
            say("This must be null or one of: {words}."),
            {"words": ", ".join(word for word in words if word is not None)},
        )
    )
    return None


def _flag(raw: Raw, key: str, found: Found) -> bool:
    value = raw.get(key, False)
    if type(value) is not bool:
        found.append(Problem(key, say("This must be true or false.")))
        return False
    return value


def _by_party(raw: Raw, key: str, found: Found) -> Raw:
    """Read an object with a value for each party, either of them optional."""
    value = raw.get(key, {})
    if type(value) is not dict:
        found.append(Problem(key, say("This must be an object with re and kontra.")))
        return {}
    for party in value:
        if party not in ("re", "kontra"):
            found.append(Problem(f"{key}.{party}", say("Choose Re or Kontra.")))
    return value


def _solos(rules: Rules | None) -> Words[str | None]:
    """Return the solos by every word for them: those of the registry, and the club's own."""
    if rules is None or not rules.solo_names:
        return _SOLOS
    return {**_SOLOS, **{key: key for key in rules.solo_names if key not in _SOLOS}}


def _announced(raw: Raw, found: Found) -> tuple[Call, Call]:
    if "announced" not in raw:
        return Call.NONE, Call.NONE
    announced = _by_party(raw, "announced", found)
    re_call = _word(announced, "re", CALLS[Party.RE], found, "announced.re")
    kontra_call = _word(announced, "kontra", CALLS[Party.KONTRA], found, "announced.kontra")
    return re_call or Call.NONE, kontra_call or Call.NONE


def _extras(raw: Raw, found: Found) -> tuple[dict[str, int], dict[str, int]]:
    if "extras" not in raw:
        return {}, {}
    by_party = _by_party(raw, "extras", found)
    return _counts(by_party, "re", found), _counts(by_party, "kontra", found)


def _counts(by_party: Raw, party: str, found: Found) -> dict[str, int]:
    """Read the counts, leaving out unreadable ones."""
    counts = by_party.get(party, {})
    if type(counts) is not dict:
        found.append(Problem(f"extras.{party}", say("This must be an object of extras and counts.")))
        return {}
    read = {key: _number(f"extras.{party}.{key}", count, found) for key, count in counts.items()}
    return {key: count for key, count in read.items() if count is not None}


def read_points(raw: Raw, found: Found) -> dict[Player, int] | None:
    """Read points by player."""
    points = raw.get("points")
    if type(points) is not dict:
        found.append(Problem("points", say("This must be an object of names and points.")))
        return None
    if "" in points:
        found.append(Problem("points", say("Enter a name with at least one character.")))
    read = {player: _number(f"points.{player}", number, found) for player, number in points.items()}
    if any(number is None for number in read.values()):
        return None
    return {player: number for player, number in read.items() if number is not None}
