"""What stands where a table would: a time in which nobody played, and what can be done about it."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Membership
from dokoclub.clubs.shown.next_steps import tell_missing


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
    if missing := tell_missing(people):
        if not me.owner:
            return Empty(title, missing)
        return Empty(title, missing, reverse("clubs:add_player", args=[club]), _("Add a player"))
    text = _("The table fills as soon as the first game is written.")
    return Empty(title, text, reverse("evenings:start_evening", args=[club]), _("Start an evening"))
