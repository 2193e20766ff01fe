"""The content of a row of a sheet in phrases, for the server and for phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from scoring.contract.by_party import highest_call
from scoring.contract.reckoning_text import ITEMS, PARTIES, format_extra, format_of_party
from scoring.game import bock
from scoring.game.game import Game, get_side
from scoring.game.kind import NORMAL
from scoring.game.payments import Payment
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Table
from scoring.game.sheet import Line
from scoring.phrases import Phrase, join_phrases, name_player, name_players, say_phrase, sign_points
from scoring.rules.kinds import ALONE, DUTIES, HOCHZEIT_ALONE, KINDS, SOLOS
from scoring.rules.rules import Rules
from scoring.terms import ABSAGEN, AUGEN, Party, Player, say

Json: TypeAlias = dict[str, Any]
Pair: TypeAlias = tuple[Phrase, Phrase]  # a heading and its content

# Why cards are dealt again, in a sentence.
REDEALS: Final = {
    "nines": say("five nines"),
    "kings": say("five kings"),
    "armut_refused": say("Armut refused"),
    "double_armut": say("double Armut"),
    "no_high_trump": say("nothing above the fox"),
    "few_trumps": say("few trumps"),
    "full_hand": say("too many full cards"),
    "misdeal": say("misdeal"),
}

ALONE_AFTER_ALL: Final = say("Hochzeit alone")  # one that found no partner

# Check boxes that start a Bockrunde.
TICKS: Final = {"hearts_trick": say("Herzstich made"), "bock_by_hand": say("Declare a Bockrunde")}


def format_row(rules: Rules, row: Row, line: Line | None, resting: Sequence[Player] = ()) -> Json:
    """Return the sheet's text for a row; `line`: None if it is struck, `resting`: players that left only for a while.
    "kind", "label" of its button, "note" below its number, "mark" of Bock, "said" aloud besides, and "text", which is
    empty if a row has cells.
    """
    kind = format_kind(row, rules)
    told = {"kind": kind, "mark": "", "said": "", "text": ""}
    if line is None or not has_cells(row):
        text = format_facts(row, rules)
        told["text"] = join_phrases([text, format_sitting_out(resting)], " · ") if resting else text
    if line is None:
        return {**told, "label": say_phrase(say("Struck game: details")), "note": say_phrase(say("struck"))}
    if line.number is None:
        return {**told, "label": say_phrase(say("{row}: details"), {"row": kind}), "note": kind}
    worth = format_worth(line.score.reckoning.value)
    level = counted_level(rules, row, line)
    return {
        **told,
        "label": say_phrase(say("Game {number}, {note}: details"), {"number": line.number, "note": worth}),
        "note": _get_solo(row, rules) or worth,
        "mark": mark_level(level, rules),
        "said": join_phrases(_said(row, rules, line.duty, level), ", "),
    }


def has_cells(row: Row) -> bool:
    """Return whether anybody can have points by the row."""
    return not isinstance(row, (Redeal, Table))


def format_worth(value: int | None) -> Phrase:
    return say_phrase(say("by hand")) if value is None else say_phrase(say("value {value}"), {"value": value})


def _get_solo(row: Row, rules: Rules) -> Phrase:
    """Return the short name of a solo; nothing for another game."""
    if not isinstance(row, Game) or (row.solo is None and row.kind not in ALONE):
        return ""
    return format_short_solo(row.solo or row.kind, rules)


def _said(row: Row, rules: Rules, duty: str | None, level: int) -> Iterator[Phrase]:
    """Yield the facts that are missing on the button."""
    if not isinstance(row, Game):
        return
    if row.kind != "normal":
        yield format_kind(row, rules)
    if duty and rules.pflichtsolo:
        yield say_phrase(DUTIES[duty].name)
    if level:
        yield format_bock(level, rules)


def counted_level(rules: Rules, row: Row, line: Line) -> int:
    """Return the Bock level of a game; 0 if the rules exclude solos from Bock, and for rows that are no games."""
    if line.number is None:
        return 0
    return bock.counted_level(rules.bock, get_side(row) if isinstance(row, Game) else NORMAL, line.bock_level)


def format_bock(level: int, rules: Rules) -> Phrase:
    """Return the phrase Bock ×2."""
    return join_phrases([say_phrase(say("Bock")), mark_level(level, rules)], " ") if level else say_phrase(say("Bock"))


def mark_level(level: int, rules: Rules) -> str:
    """Return ×2 in a Bock game; +2 if Bock adds points."""
    if not level or rules.bock is None:
        return ""
    return f"+{rules.bock.points * level}" if rules.bock.effect == "add" else f"×{bock.factor_at(level)}"


def format_sitting_out(players: Sequence[Player]) -> Phrase:
    """Return a phrase: Anna sits out; Anna, Ben sit out."""
    text = say("{names} sits out") if len(players) == 1 else say("{names} sit out")
    return say_phrase(text, {"names": name_players(players)})


# --- The content of a row --------------------------------------------------------------------------------------------


def format_kind(row: Row, rules: Rules) -> Phrase:
    """Return the kind of a row in a word."""
    if isinstance(row, Game):
        return format_solo(row.solo or row.kind, rules)
    if isinstance(row, (ByHand, PointsByHand)):
        return say_phrase(say("By hand"))
    if isinstance(row, Penalty):
        return say_phrase(say("Penalty"))
    if isinstance(row, Redeal):
        return say_phrase(say("Redeal"))
    return say_phrase(say("Seats") if isinstance(row, Table) else say("Whole evening"))


def format_solo(key: str, rules: Rules) -> Phrase:
    """Return the name of a solo, or of the kind of game that was played alone."""
    if key == HOCHZEIT_ALONE:
        return say_phrase(ALONE_AFTER_ALL)
    if key in SOLOS:
        return say_phrase(SOLOS[key].name)
    return say_phrase(KINDS[key].name) if key in KINDS else rules.solo_names.get(key, key)


def format_short_solo(key: str, rules: Rules) -> Phrase:
    """Return the same on a button, and below the number of a row."""
    return say_phrase(ALONE[key].short or ALONE[key].name) if key in ALONE else format_solo(key, rules)


def format_facts(row: Row, rules: Rules) -> Phrase:
    """Return a row without its points, for a struck one or a change of seats."""
    if isinstance(row, Redeal):
        said = _redealt(row, rules)
        if not said:
            return say_phrase(say("Redeal, same dealer"))
        return join_phrases([format_kind(row, rules), join_phrases(said, ", ")], ": ")
    if isinstance(row, Table):
        seats = say_phrase(say("At the table now: {names}"), {"names": name_players(row.players)})
        return join_phrases([seats, format_dealer(row.dealer)], " · ") if row.dealer else seats
    return join_phrases([format_kind(row, rules), format_short(row, rules)], " · ")


def format_dealer(player: Player) -> Phrase:
    return say_phrase(say("Dealer {name}"), {"name": name_player(player)})


def format_short(row: Row, rules: Rules) -> Phrase:
    """Return the same in a list of games, without the words that fit most of them."""
    if isinstance(row, Game):
        re = join_phrases([say_phrase(PARTIES["re"]), name_players(row.re)], ": ")
        return join_phrases([re, format_augen(row)], " · ")
    if isinstance(row, ByHand):
        return join_phrases([say_phrase(say("Winners")), name_players(row.winners)], ": ")
    return format_facts(row, rules) if isinstance(row, (Redeal, Table)) else name_players(row.points)


def _redealt(row: Redeal, rules: Rules) -> list[Phrase]:
    """Return reason and player, as far as they were written: five nines, Anna."""
    why = [format_redeal(row.reason, rules)] if row.reason else []
    return [*why, name_player(row.by)] if row.by else why


def format_redeal(reason: str, rules: Rules) -> Phrase:
    return say_phrase(REDEALS[reason]) if reason in REDEALS else rules.redeal_names.get(reason, reason)


def format_augen(game: Game) -> Phrase:
    """Return 154 : 86; if only the step is known, its bound: Re ≥ 151."""
    if not game.step_only:
        return f"{game.re_augen} : {AUGEN - game.re_augen}"
    if game.re_augen > AUGEN // 2:
        return join_phrases([say_phrase(PARTIES["re"]), game.re_augen], " ≥ ")
    return join_phrases([say_phrase(PARTIES["kontra"]), AUGEN - game.re_augen], " ≥ ")


def list_facts(row: Row, rules: Rules) -> Iterator[Pair]:
    """List all that was written, line by line."""
    if not (isinstance(row, Game) and row.kind == "normal"):
        yield say_phrase(say("Kind")), format_kind(row, rules)
    if isinstance(row, Game):
        yield from _list_played(row, rules)
    elif isinstance(row, ByHand):
        yield say_phrase(say("Winners")), name_players(row.winners)
        yield say_phrase(say("Game value")), row.value
        yield from _list_payments(row.payments, rules)
    elif isinstance(row, Redeal):
        for why in _redealt(row, rules):
            yield why, ""
    elif isinstance(row, Table):
        yield format_seats(row.players), ""
    else:
        for player, points in row.points.items():
            yield name_player(player), sign_points(points)


def _list_played(game: Game, rules: Rules) -> Iterator[Pair]:
    yield say_phrase(PARTIES["re"]), name_players(game.re)
    yield say_phrase(say("Card points")), format_augen(game)
    if game.no_tricks is not None:
        yield say_phrase(say("Without a trick")), say_phrase(PARTIES[game.no_tricks])
    yield from list_calls(game, rules)
    if game.hearts_trick:
        yield say_phrase(TICKS["hearts_trick"]), ""
    if game.bock_by_hand:
        yield say_phrase(TICKS["bock_by_hand"]), ""
    if game.raises:
        yield say_phrase(say("Further calls")), game.raises
    if game.married:
        yield say_phrase(say("Married")), name_player(game.married)
    if game.offender:
        yield say_phrase(say("Wrong card")), name_player(game.offender)
    yield from _list_payments(game.payments, rules)


def _list_payments(payments: Iterable[Payment], rules: Rules) -> Iterator[Pair]:
    for payment in payments:
        known = rules.payments.get(payment.key)
        yield known["name"] if known else payment.key, name_player(payment.by)


def format_seats(players: Iterable[Player]) -> Phrase:
    return say_phrase(say("Seats: {names}"), {"names": name_players(players)})


def list_calls(game: Game, rules: Rules) -> Iterator[Pair]:
    """Yield each party's announcements and extras; only a heading for an announcement."""
    for party in Party:
        call, extras = highest_call(game, party), game.re_extras if party is Party.RE else game.kontra_extras
        if call:
            yield say_phrase(ITEMS[f"announced_{party}"]), ""
        for absage in ABSAGEN:
            if absage <= call:
                yield say_phrase(ITEMS[f"absage_{absage.key}_{party}"]), ""
        for key, count in extras:
            if count:
                yield join_phrases([format_extra(key, rules), format_of_party(party)], " "), count
