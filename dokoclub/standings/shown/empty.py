"""What stands where a table would: a time in which nobody played, and what can be done about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Membership

AT_THE_TABLE: Final = 4  # without so many people no evening can begin


class Empty(NamedTuple):
    title: str
    text: str = ""
    url: str = ""  # of the way on, where there is one
    button: str = ""


def tell_empty(club: int, *, has_played: bool, people: int, me: Membership) -> Empty:
    """`has_played`: the club, at any time. `people`: how many it has. `me`: the reader."""
    title = _("Nobody played in this period") if has_played else _("No game was played yet")
    if not me.may_score:
        return Empty(title)
    if (missing := AT_THE_TABLE - people) > 0:
        text = ngettext(
            "%(number)s more person is needed to play.", "%(number)s more people are needed to play.", missing
        )
        told = text % {"number": missing}
        if not me.owner:
            return Empty(title, told)
        return Empty(title, told, reverse("clubs:add_player", args=[club]), _("Add a player"))
    text = _("The table fills as soon as the first game is written.")
    return Empty(title, text, reverse("evenings:start_evening", args=[club]), _("Start an evening"))
