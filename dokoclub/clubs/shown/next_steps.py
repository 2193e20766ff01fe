"""What should a young club do before its first evening? Only what is not done yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, Membership, RulesVersion
from dokoclub.clubs.selectors import Headcount
from scoring.terms import PLAYING

AS_FOUNDED: Final = 1  # number of the rules that a club begins with


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    icon: str  # of static/icons.svg
    title: str
    text: str
    url: str
    action: str
    is_next: bool = False  # the page has one primary button; with enough players it is that of the evening

    @property
    def is_red(self) -> bool:
        return self.icon in ("heart", "diamond")


def next_steps(me: Membership, count: Headcount, rules: RulesVersion) -> list[Step]:
    """For owners, in this order; for everybody else there is nothing to do.

    No query of its own; later apps are asked only while there is anything to do.
    """
    if not me.owner:
        return []
    if count.awaited:
        return [_invite_again(me.club, count.awaited)]
    steps = list(_open_steps(me.club, count, rules))
    offers = hooks.collect_pieces(hooks.club_offers, me) if steps else []
    return [*steps, *(Step(**offer._asdict()) for offer in offers)]


def tell_missing(playing: int) -> str:
    """How many a table lacks; "" where there are enough. All pages say it so."""
    missing = PLAYING - playing
    if missing <= 0:
        return ""
    needed = ngettext("One more is needed for a table.", "%(number)s more are needed for a table.", missing)
    return needed % {"number": missing}


def _invite_again(club: Club, awaited: int) -> Step:
    """The club came from elsewhere, and is no young one."""
    text = ngettext("%(number)s had an account.", "%(number)s had an account.", awaited) % {"number": awaited}
    return Step(
        icon="heart",
        title=_("Invite everybody again"),
        text=" ".join([text, _("An invitation each, with the rights of before.")]),
        url=reverse("clubs:invite_again", args=[club.pk]),
        action=_("Invite them"),
        is_next=True,
    )


def _open_steps(club: Club, count: Headcount, rules: RulesVersion) -> Iterator[Step]:
    missing = tell_missing(count.playing)
    alone, untouched = count.accounts == 1, rules.number == AS_FOUNDED
    if missing:
        yield Step(
            icon="club",
            title=missing.rstrip("."),  # a heading
            text=_("Enter who plays with you; nobody needs an account."),
            url=reverse("clubs:add_player", args=[club.pk]),
            action=_("Add a player"),
            is_next=True,
        )
    if untouched:
        yield Step(
            icon="spade",
            title=_("Adapt the rules"),
            text=_("Sonderpunkte, solos, Bock: every round plays a little differently."),
            url=reverse("clubs:edit_rules", args=[club.pk]),
            action=_("Change the rules"),
        )
    if alone:
        yield Step(
            icon="heart",
            title=_("Invite the others"),
            text=_("They can read along on their phones, write the sheet or act as treasurer."),
            url=reverse("clubs:create_invitation", args=[club.pk]) + "?everybody=1",
            action=_("Invite somebody"),
        )
