"""What the keys of `scoring/tournament` are called, in sentences of a hall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Promise]

SEATING: Final[Words] = {
    "draw": _("drawn: all rounds at once, before the first"),
    "standing": _("by standing: the best of the list at table 1"),
    "ladder": _("as a ladder: who wins stays, the second goes one table on"),
    "by_hand": _("by hand"),
}
AVOID: Final[Words] = {
    "soft": _("those who have met are kept apart where it can be"),
    "never": _("cut exactly by the list"),
}
UNEVEN: Final[Words] = {
    "fives": _("tables of five"),
    "fill_ins": _("fill-ins complete tables of four"),
    "sit_out": _("those left over sit out a round"),
}
RANK_BY: Final[Words] = {
    "points": _("points"),
    "place_points": _("place points of the tables"),
    "mean_round": _("average of the rounds played"),
}
SCALES: Final[Words] = {
    "zero": _("3, 1, −1, −3; a missed round −3"),
    "plain": _("4, 3, 2, 1; a missed round 0"),
}
TIE_BREAKS: Final[Words] = {
    "solos": _("solos won"),
    "won": _("games won"),
    "best_round": _("best round"),
    "lot": pgettext_lazy("tournament", "the lot"),
}
PAUSES: Final[Words] = {
    "zero": _("0 points"),
    "mean": _("the average of the player's own rounds"),
}
LOSS_MONEY: Final[Words] = {
    "none": pgettext_lazy("money for losses", "none"),
    "per_lost_solo": _("for each lost solo, more from the fourth of a round"),
    "per_minus_point": _("for each point of a round below zero"),
}
LOSS_GOES_TO: Final[Words] = {
    "box": _("into the cash box"),
    "pool": _("into the prizes"),
    "best_of_round": _("to the best of the round"),
}
