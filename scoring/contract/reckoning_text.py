"""The reckoning of a game in phrases, for the server and for phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scoring.contract.by_party import highest_call, list_party
from scoring.game.extras import EXTRAS, variant_extras
from scoring.game.game import Game, get_outcome
from scoring.game.payments import Payment, due_payments
from scoring.game.played import Mark
from scoring.game.score import NOBODY, Reckoning
from scoring.game.value import Factor, Item
from scoring.game.verdict import Reason, is_too_timid, winning_party
from scoring.phrases import Phrase, join_phrases, name_player, say_phrase, sign_points
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call, Party, say, say_in

Json: TypeAlias = dict[str, Any]

PARTIES: Final[Mapping[str, str]] = {"re": say("Re"), "kontra": say("Kontra"), "none": say("nobody")}

# Announcements of a party apart from its Re or Kontra.
ABSAGEN: Final[Mapping[str, str]] = {
    "no90": say("no 90"),
    "no60": say("no 60"),
    "no30": say("no 30"),
    "schwarz": say("schwarz"),
}

# The lines of a reckoning, except the extras.
ITEMS: Final[Mapping[str, str]] = {
    "won": say("won"),
    "under_90": say("played under 90"),
    "under_60": say("played under 60"),
    "under_30": say("played under 30"),
    "schwarz_played": say("played schwarz"),
    "announced_re": say("Re called"),
    "announced_kontra": say("Kontra called"),
    "absage_no90_re": say("no 90 called by Re"),
    "absage_no60_re": say("no 60 called by Re"),
    "absage_no30_re": say("no 30 called by Re"),
    "absage_schwarz_re": say("schwarz called by Re"),
    "absage_no90_kontra": say("no 90 called by Kontra"),
    "absage_no60_kontra": say("no 60 called by Kontra"),
    "absage_no30_kontra": say("no 30 called by Kontra"),
    "absage_schwarz_kontra": say("schwarz called by Kontra"),
    "against_no90": say("120 against no 90"),
    "against_no60": say("90 against no 60"),
    "against_no30": say("60 against no 30"),
    "against_schwarz": say("30 against schwarz"),
    "raises": say("further calls"),
    "solo": say("solo"),
    "hochzeit": say("Hochzeit"),
    "armut": say("Armut"),
    "normal": say("normal game"),
    "fixed": say("fixed price"),
    "gegen_die_alten": say("against the old ones"),
    "no_turn": say("losers gain nothing"),
    "bock": say("Bock"),
}

# If `against` is "per_level", no number of Augen is required.
AGAINST_PER_LEVEL: Final[Mapping[str, str]] = {
    "against_no90": say("against no 90"),
    "against_no60": say("against no 60"),
    "against_no30": say("against no 30"),
    "against_schwarz": say("against schwarz"),
}

# Factors of a game.
FACTORS: Final[Mapping[str, str]] = {
    "bock_game": say("Bock, without bonus points"),
    "announced_re_game": say("Re (the game alone)"),
    "announced_kontra_game": say("Kontra (the game alone)"),
    "raises_game": say("further calls (the game alone)"),
    "steps": say("steps double"),
    "announced_re": say("Re called"),
    "announced_kontra": say("Kontra called"),
    "raises": say("further calls"),
    "120_120": say("120 to 120 doubles"),
    "bock": say("Bock"),
    "written": say("written times"),
}

OF_GAME: Final = ("bock_game", "announced_re_game", "announced_kontra_game", "raises_game")

# Texts of a payment: if the player gets points, and if the player pays.
PAYMENTS: Final[Mapping[str, tuple[str, str]]] = {
    "each": (say("{payment}: everybody pays {player} {points}"), say("{payment}: {player} pays everybody {points}")),
    "opponents": (
        say("{payment}: each opponent pays {player} {points}"),
        say("{payment}: {player} pays each opponent {points}"),
    ),
    "nobody": ("", say("{payment}: {player} loses {points}")),
}

NEEDED: Final[Mapping[str, str]] = {
    "needed_augen": say("{party} needed {needed} and had {had}."),
    "needed_every_trick": say("{party} had called schwarz and needed every trick."),
    "needed_a_trick": say("Against schwarz, {party} needed a trick."),
}
_NEEDED_AFTER: Final = say("After {absage}, {party} needed {needed} and had {had}.")


def format_reckoning(rules: Rules, game: Game, reckoning: Reckoning, reasons: Iterable[Reason]) -> Json:
    """Return the reckoning of a played game; `reasons` give each party's needs.
    "headline"; "items": {"key", "text", "points"}; if anything multiplies them, their "sum" and "times": {"text",
    "points"}; "value"; "notes". Points have the sign that the final receivers or losers of the points see.
    """
    side = _side(reckoning)
    behind = [item for item in reckoning.items if item.key == "bock"] if reckoning.factors else []
    items = [item for item in reckoning.items if item not in behind]
    of_game = sum(_points(item, side) for item in items if _is_of_game(item.key, rules))
    total = sum(_points(item, side) for item in items)
    nobody = reckoning.winner == NOBODY
    return {
        "headline": format_outcome(reckoning, game),
        "items": [_item(item, side, rules, nobody=nobody) for item in items],
        "sum": total if reckoning.factors else None,
        "times": list(_times(reckoning, of_game, total - of_game, [(item, _points(item, side)) for item in behind])),
        "value": reckoning.value,
        "notes": list(_notes(rules, reckoning, game, reasons)),
    }


def format_by_hand(reckoning: Reckoning, notes: Sequence[Phrase] = ()) -> Json:
    """Return the same for a row with only its winners and value known, or only the points."""
    return {
        "headline": say_phrase(say("Entered by hand")),
        "items": [],
        "sum": None,
        "times": [],
        "value": reckoning.value,
        "notes": list(notes),
    }


def format_outcome(reckoning: Reckoning, game: Game) -> Phrase:
    """Return a phrase: Re wins with 154 Augen; at least 151, if only the step is known."""
    if reckoning.winner == NOBODY:
        return say_phrase(say("Nobody wins"))
    party = Party.RE if reckoning.winner == Party.RE else Party.KONTRA
    values = {
        "party": say_phrase(PARTIES[party]),
        "augen": game.re_augen if party is Party.RE else AUGEN - game.re_augen,
    }
    if not game.step_only:
        return say_phrase(say("{party} wins with {augen} card points"), values)
    if _is_bound_of(party, game):
        return say_phrase(say("{party} wins with at least {augen} card points"), values)
    return say_phrase(say("{party} wins with at most {augen} card points"), values)


def _is_bound_of(party: Party, game: Game) -> bool:
    """Return whether the bound is this party's: a step is stored as the lower bound of the party that reached it."""
    return (game.re_augen > AUGEN // 2) == (party is Party.RE)


def _side(reckoning: Reckoning) -> Party:
    """Return the party that gets the points in the end."""
    points = reckoning.net or 0
    return Party.KONTRA if points < 0 or (points == 0 and reckoning.winner == Party.KONTRA) else Party.RE


def _points(item: Item, side: Party) -> int:
    return item.points if item.to is side else -item.points


def _item(item: Item, side: Party, rules: Rules, *, nobody: bool) -> Json:
    text = format_item(item.key, rules)
    if nobody or is_extra(item.key, rules):
        text = join_phrases([text, format_of_party(item.to)], " ")
    return {"key": item.key, "text": text, "points": _points(item, side)}


def format_item(key: str, rules: Rules) -> Phrase:
    """Return the name of a line of the reckoning; a club's own extra has the name from its rules."""
    if rules.against == "per_level" and key in AGAINST_PER_LEVEL:
        return say_phrase(AGAINST_PER_LEVEL[key])
    is_own = key in rules.extra_names and key not in rules.by_kind  # a club's own extra may be called Hochzeit
    return say_phrase(ITEMS[key]) if key in ITEMS and not is_own else format_extra(key, rules)


def format_extra(key: str, rules: Rules) -> Phrase:
    if key in EXTRAS:
        return say_phrase(variant_extras(rules).get(key, EXTRAS[key]).name)
    return rules.extra_names.get(key, key)


def format_of_party(party: str) -> Phrase:
    """Return the phrase (Re)."""
    return join_phrases(["(", say_phrase(PARTIES[party]), ")"], "")


def is_extra(key: str, rules: Rules) -> bool:
    return key in EXTRAS or rules.knows_extra(key)


def _is_of_game(key: str, rules: Rules) -> bool:
    """Return whether a factor of the game alone doubles this line. rules.md 1.20."""
    if key == "gegen_die_alten":
        return rules.gegen_die_alten_as == "game"
    return key != "no_turn" and not is_extra(key, rules)


def _times(reckoning: Reckoning, of_game: int, beside: int, behind: Iterable[tuple[Item, int]]) -> Iterator[Json]:
    """Yield the factors with their results; announcements do not double Bock's added points, but they are written."""
    points = of_game + beside
    for factor in reckoning.factors:
        if factor.key == "written":
            continue
        if factor.key in OF_GAME:
            of_game *= factor.times
            points = of_game + beside
        else:  # steps replace the sum
            points = factor.times if factor.key == "steps" else points * factor.times
        yield _time(factor, points)
    for item, added in behind:
        points += added
        yield {"text": join_phrases([say_phrase(ITEMS[item.key]), sign_points(added)], " "), "points": points}
    for factor in reckoning.factors[-1:]:
        if factor.key == "written":
            yield _time(factor, points * factor.times)


def _time(factor: Factor, points: int) -> Json:
    return {"text": join_phrases([say_phrase(FACTORS[factor.key]), f"×{factor.times}"], " "), "points": points}


def _notes(rules: Rules, reckoning: Reckoning, game: Game, reasons: Iterable[Reason]) -> Iterator[Phrase]:
    outcome = get_outcome(game)
    won_by = winning_party(rules, outcome)
    if won_by is not None and is_too_timid(rules, outcome, won_by):
        yield say_phrase(say("Too few steps called: the points change sides."))
    elif not game.step_only:
        for reason in reasons:
            if reckoning.winner in (NOBODY, reason.party) or reason.announced_by is reason.party:
                yield _format_reason(reason)
    if reckoning.bock_triggers:
        yield say_phrase(say("This starts a Bockrunde."))
    if game.offender is not None and rules.offender_pays:
        text = say("{player} played a wrong card and bears the loss alone.")
        yield say_phrase(text, {"player": name_player(game.offender)})
    yield from format_payments(rules, due_payments(rules, game.kind, game.re, game.married, game.payments))


def format_payments(rules: Rules, due: Iterable[Payment]) -> Iterator[Phrase]:
    """Yield phrases like: Hochzeit: everybody pays Ben 1."""
    for payment in due:
        known = rules.payments[payment.key]
        values = {
            "payment": known["name"],
            "player": name_player(payment.by),
            "points": abs(known["points"]),
        }
        yield say_phrase(PAYMENTS[known["with"]][known["points"] < 0], values)


def _format_reason(reason: Reason) -> Phrase:
    """Return a phrase like: Re needed 151 after keine 90 and had 148."""
    values = {"party": say_phrase(PARTIES[reason.party]), "needed": reason.needed, "had": reason.had}
    if reason.key == "needed_augen" and reason.absage.is_absage:
        return say_phrase(_NEEDED_AFTER, {"absage": say_phrase(ABSAGEN[reason.absage.key]), **values})
    return say_phrase(NEEDED[reason.key], values)


def list_missing(marks: Iterable[Mark], game: Game, rules: Rules) -> Iterator[Phrase]:
    """Yield “Schweine: Re is missing” for each mark that forces an Ansage that its party has not made."""
    for mark in marks:
        party = Party.RE if mark.by in list_party(game, Party.RE) else Party.KONTRA
        if mark.key in rules.marks_force_ansage and highest_call(game, party) is Call.NONE:
            values = {"mark": rules.marks.get(mark.key, mark.key), "call": say_phrase(PARTIES[party])}
            yield say_phrase(say_in("Ansage", "{mark}: {call} is missing"), values)
