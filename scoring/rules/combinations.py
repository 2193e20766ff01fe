"""Parameters that must fit together: forbidden combinations, and consequences of an override. rules.md 1.17, 1.18.
`combination_problems` applies to all rules, stored ones too: without it, points would be wrong. `table_problems`
applies to new rules only: stored ones that contradict themselves at the table keep their results and stay readable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from scoring.rules.house import house_problems
from scoring.rules.kinds import KINDS
from scoring.rules.parameters import HAND, OF_ARMUT, WHEN
from scoring.terms import Problem, say

BY_STEP: Final = ("call_cards", "call_cards_hochzeit", "call_cards_kontra", "call_cards_solo")


def combination_problems(parameters: Mapping[str, Any], wrong: Collection[str]) -> Iterator[Problem]:
    """List values that are fine alone but not together; `wrong`: the fields that are not even fine alone."""
    if not _any_under(wrong, "kontra_needs_121", "re_needs_120") and (
        WHEN.index(parameters["kontra_needs_121"]) < WHEN.index(parameters["re_needs_120"])
    ):
        yield Problem(
            "kontra_needs_121",
            say("Where Re needs only 120, set Kontra to 121; otherwise both win at 120:120."),
        )
    for key in parameters["solo_names"] if not _any_under(wrong, "solo_names") else ():
        if key in KINDS:
            yield Problem(f"solo_names.{key}", say("A kind of game is called that already."))
    if not _any_under(wrong, "marks", "marks_force_ansage"):
        for key in parameters["marks_force_ansage"]:
            if key not in parameters["marks"]:
                yield Problem("marks_force_ansage", say("Not among Schweine and similar: {mark}."), {"mark": key})
    if not _any_under(wrong, "notation", "solo_factor") and (
        parameters["notation"] == "zero_sum" and parameters["solo_factor"] != 3
    ):
        yield Problem("solo_factor", say("Where plus and minus are written, a solo counts three times."))
    yield from house_problems(parameters, wrong)


def table_problems(parameters: Mapping[str, Any], wrong: Collection[str]) -> Iterator[Problem]:
    """List rules that nobody can follow at a table, though every game under them has its points; `wrong` as above."""
    for key in BY_STEP:
        if not _any_under(wrong, "deck", key) and parameters[key] is not None:
            yield from _deadline_problems(key, parameters[key], HAND[parameters["deck"]])
    if not _any_under(wrong, "deck", "redeals") and parameters["deck"] == 40 and "nines" in parameters["redeals"]:
        yield Problem("redeals", say("Without nines nobody has five of them. Choose five kings instead."))
    if not _any_under(wrong, "armut", "redeals") and (
        not parameters["armut"] and not OF_ARMUT.isdisjoint(parameters["redeals"])
    ):
        yield Problem("redeals", say("You play no Armut, so cards are not dealt again because of one."))
    if not _any_under(wrong, "forced_ansage", "marks_force_ansage", "marks") and (
        "marks" in parameters["forced_ansage"] and not parameters["marks_force_ansage"]
    ):
        yield Problem("forced_ansage", say("No mark forces a call: tick one of the marks, or leave this out."))
    if not _any_under(wrong, "pflichtsolo", "solos") and parameters["pflichtsolo"] and not parameters["solos"]:
        yield Problem("solos", say("Everybody owes a Pflichtsolo: choose a solo that can be played."))


def _deadline_problems(key: str, cards: Sequence[int], hand: int) -> Iterator[Problem]:
    if max(cards) > hand:
        yield Problem(
            key,
            say("A hand has {hand} cards: nobody can call with {cards} in hand."),
            {"hand": hand, "cards": max(cards)},
        )
    if any(higher > lower for lower, higher in pairwise(cards)):
        yield Problem(key, say("A higher step can wait as long as a lower one, or longer: numbers never rise."))


def fit_deadlines(cards: Sequence[int] | None, deck: int) -> Sequence[int] | None:
    """Return deadlines that a table can keep: without nines nobody holds more than ten cards. rules.md 1.18."""
    if cards is None or max(cards) <= HAND[deck]:
        return cards
    return [max(number - HAND[48] + HAND[40], 1) for number in cards]


def follow_table(changed: dict[str, Any], before: Mapping[str, Any], chosen: Collection[str]) -> dict[str, Any]:
    """Return `changed` with parameters adapted to the `chosen` ones, unless they were chosen themselves.
    Deadlines follow the size of a hand, reasons to deal again the deck and the Armut, forced announcements the marks;
    without a solo nobody owes one.
    """
    followed = dict(changed)
    was, deck = before["deck"], changed["deck"]
    if "deck" in chosen and type(deck) is int and deck in HAND and deck != was:
        for key in BY_STEP:
            if key not in chosen and before[key] is not None:
                followed[key] = [min(max(cards + HAND[deck] - HAND[was], 1), HAND[deck]) for cards in before[key]]
        if "redeals" not in chosen:
            swapped = {"nines": "kings"} if deck == 40 else {"kings": "nines"}
            followed["redeals"] = list(dict.fromkeys(swapped.get(reason, reason) for reason in before["redeals"]))
    if changed["armut"] is False and "armut" in chosen and "redeals" not in chosen:
        followed["redeals"] = [reason for reason in followed["redeals"] if reason not in OF_ARMUT]
    if changed["solos"] == [] and "solos" in chosen and "pflichtsolo" not in chosen:
        followed["pflichtsolo"] = False
    if changed["marks_force_ansage"] == [] and "marks_force_ansage" in chosen and "forced_ansage" not in chosen:
        followed["forced_ansage"] = [forced for forced in before["forced_ansage"] if forced != "marks"]
    return followed


def _any_under(wrong: Collection[str], *parameters: str) -> bool:
    """Return whether one of these parameters, or a field in it, is wrong."""
    return any(field.partition(".")[0] in parameters for field in wrong)
