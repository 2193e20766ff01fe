"""Readings of the presets: places where a text is silent or ambiguous, and the preset's choice there.
`parameter` is the one that holds our reading, "table_notes" if the note holds it. Each is shown on the rules page
next to that parameter, and docs/rules.md lists them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.terms import say


class Reading(NamedTuple):
    preset: str
    parameter: str
    why: str


NO_EXCEPTION: Final = say("The text states no exception for a solo.")
ARMUT: Final = say("The text knows no Armut. It is offered because most private rounds play it.")
NOTHING_LEFT: Final = say("The text does not say what is left if both further calls failed.")
EACH_LEVEL: Final = say(
    "The text does not say whether no 90 counts once or twice if both sides called it. Here each call counts."
)
OFFICIAL_SILENCE: Final = say("The text is silent here. This is the official rule.")

READINGS: Final[Sequence[Reading]] = (
    Reading(
        "handbook", "re_needs_120", say("The text says “in a few cases 120”. These are those of the official rules.")
    ),
    Reading("handbook", "solo_leads", OFFICIAL_SILENCE),
    Reading("handbook", "call_cards", OFFICIAL_SILENCE),
    Reading(
        "ham",
        "kontra_needs_121",
        say(
            "Not as the text: it asks 121 Augen of the winners after any announcement, so that nobody wins at"
            " 120:120. This follows the tests of its author's game, which have the official rule."
        ),
    ),
    Reading(
        "ham",
        "no_winner_keeps",
        say("The text names what is left if both further calls failed; played under 90, 60, 30 is not among it."),
    ),
    Reading(
        "ham",
        "gegen_die_alten",
        say("The excerpt that we know does not tell the value of a win of Kontra. This is the official rule."),
    ),
    Reading("ham", "gegen_die_alten_solo", NO_EXCEPTION),
    Reading(
        "ham",
        "extras",
        say("The text names Fuchs and Karlchen, “you name it”. Here Karlchen caught and Doppelkopf count, too."),
    ),
    Reading(
        "ham",
        "extras_solo",
        say("The text states no exception for a solo, so all of them count. Wikipedia 2010 is read the other way."),
    ),
    Reading("ham", "armut", ARMUT),
    Reading(
        "ham",
        "call_cards_hochzeit",
        say("The text has a second column of deadlines without a name. Read as: Hochzeit."),
    ),
    Reading(
        "parlett",
        "re_needs_120",
        say(
            "The text says only that Kontra, announced, must take 121. Then 120 are enough for Re, even if it"
            " announced."
        ),
    ),
    Reading(
        "parlett",
        "ansage",
        say(
            "The text lets the other side “double” each announcement. Read as: it answers with Re or Kontra, "
            "worth 2; nothing is doubled."
        ),
    ),
    Reading(
        "parlett",
        "against",
        say(
            "The text gives the others everything that the announcers would have scored. Read as: a point for"
            " each step that was announced, and one for each that was missed."
        ),
    ),
    Reading("parlett", "no_winner_keeps", NOTHING_LEFT),
    Reading(
        "parlett",
        "extras_solo",
        say(
            "The text takes Fuchs out of a solo, and Karlchen in words that can be read of a caught one "
            "alone. Here neither counts. Of the Doppelkopf it says nothing, so it counts."
        ),
    ),
    Reading("parlett", "armut", ARMUT),
    Reading(
        "parlett",
        "call_cards_hochzeit",
        say("The text lets only Re wait for the trick that finds the partner. Here all steps are counted from it."),
    ),
    Reading(
        "forum",
        "ansage",
        say("“Re or Kontra double”: if both are called, the points are doubled twice."),
    ),
    Reading(
        "forum",
        "ansage_double_loser",
        say(
            "The text speaks only of the winners' own announcement, which does not double. Where only the "
            "losers had announced and get the points, these double once."
        ),
    ),
    Reading("forum", "absage_points", EACH_LEVEL),
    Reading(
        "forum",
        "against",
        say("The text does not say what a failed further call does. As everywhere, its side loses; no more."),
    ),
    Reading("forum", "no_winner_keeps", NOTHING_LEFT),
    Reading("forum", "gegen_die_alten_solo", NO_EXCEPTION),
    Reading(
        "forum",
        "extras_solo",
        say("The text states no exception for a solo, so all of them count. Wikipedia 2010 is read the other way."),
    ),
    Reading(
        "forum",
        "solo_points_to",
        say("“Solo” is one of the bonus points. The text does not say who gets it if the solo is lost."),
    ),
    Reading(
        "forum",
        "notation",
        say("“A solo trebles”: for the side that gets the points, also for the three who beat it."),
    ),
    Reading(
        "forum",
        "bock.triggers",
        say("“A lost Re or Kontra”: it also counts as lost where nobody won. Several in one game start one Bockrunde."),
    ),
    Reading(
        "forum",
        "call_cards",
        say("“By the 5th, 9th, 13th card”: such a card opens the next trick, with 11, 10, 9 cards in hand."),
    ),
    Reading(
        "forum",
        "table_notes",
        say(
            "Armut: the text reads “1,2 oder Trümpfe”, a number is missing. Read as: one or two. Hochzeit: "
            "“the first trick”. Read as: the first that another player takes."
        ),
    ),
    Reading(
        "wikipedia2010",
        "re_needs_120",
        say(
            "Both announced, each party must score more than 120, so that nobody wins at 120:120. The text "
            "does not say who wins there where only Kontra is announced; here it is Re."
        ),
    ),
    Reading("wikipedia2010", "absage_points", EACH_LEVEL),
    Reading("wikipedia2010", "no_winner_keeps", NOTHING_LEFT),
    Reading(
        "wikipedia2010",
        "extras_solo",
        say(
            "The text takes only the Doppelkopf out of a solo; of Fuchs and Karlchen it says nothing. Here "
            "none of them counts; the online tutorial and the forum are read the other way."
        ),
    ),
    Reading("wikipedia2010", "armut", ARMUT),
    Reading(
        "wikipedia2010",
        "marks",
        say(
            "Super-Schweinchen: the text says both nines of diamonds in one place, both tens in another. Read as: tens."
        ),
    ),
    Reading("wikipedia2010", "marks_force_ansage", say("Schweinchen force a call “often”, which is a variant.")),
    Reading("wikipedia2010", "forced_ansage", say("The text has the forced call as a variant.")),
    Reading("hausrunde", "redeals", say("No publication: what most rounds deal again.")),
)


def find_readings(preset: str) -> dict[str, list[str]]:
    """List the readings of a preset by parameter."""
    found: dict[str, list[str]] = {}
    for reading in READINGS:
        if reading.preset == preset:
            found.setdefault(reading.parameter, []).append(reading.why)
    return found
