"""Texts for the keys of `scoring/tournament`, short enough for a phone's list of choices."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Promise]

SEATING: Final[Words] = {
    "draw": _("drawn, all rounds beforehand"),
    "standing": _("by standing, the best at table 1"),
    "ladder": _("ladder: winners stay"),
    "by_hand": _("by hand"),
}
AVOID: Final[Words] = {
    "soft": _("new opponents where possible"),
    "never": _("cut exactly by the list"),
}
UNEVEN: Final[Words] = {
    "fives": _("tables of five"),
    "fill_ins": _("substitutes fill tables"),
    "sit_out": _("those left over sit out"),
}
RANK_BY: Final[Words] = {
    "points": _("points"),
    "place_points": _("points by finishing place"),
    "mean_round": _("average per round played"),
}
SCALES: Final[Words] = {
    "zero": _("3, 1, −1, −3; missed −3"),
    "plain": _("4, 3, 2, 1; missed 0"),
}
TIE_BREAKS: Final[Words] = {
    "solos": _("solos won"),
    "won": _("games won"),
    "best_round": _("best round"),
    "lot": pgettext_lazy("tournament", "the lot"),
}
PAUSES: Final[Words] = {
    "zero": _("0 points"),
    "mean": _("their average per round"),
}
LOSS_MONEY: Final[Words] = {
    "none": pgettext_lazy("money for losses", "none"),
    "per_lost_solo": _("for each lost solo, more from the fourth of a round"),
    "per_minus_point": _("for each point of a round below zero"),
}
LOSS_GOES_TO: Final[Words] = {
    "box": _("into the kitty"),
    "pool": _("into the prizes"),
    "best_of_round": _("to the best of the round"),
}
