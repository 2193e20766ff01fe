"""What the money adds to the pages of a club. Named in settings, because clubs and evenings know nothing of it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club, Membership
from dokoclub.clubs.sections import Entry, Section, Way
from dokoclub.evenings.models import Evening
from dokoclub.settlement import words
from dokoclub.settlement.selectors.evening import chosen_rules, rules_of_club
from scoring.settlement import METHODS


def settings_section(me: Membership) -> Section:
    """One query."""
    return Section(
        _("Money"),
        [
            Entry(
                _("How evenings are settled"),
                words.in_words(rules_of_club(me.club), me.club.currency),
                reverse("settlement:edit_club", args=[me.club.pk]),
            )
        ],
    )


def usual_stake(club: Club) -> int | None:
    """In cents a point; None where the club has chosen nothing yet. Hooked into USUAL_STAKE. One query."""
    rules = chosen_rules(club)
    if rules is None:
        return None
    return rules.stake if "stake" in METHODS[rules.method].needs else 0


def way_of_evening(me: Membership, evening: Evening) -> Way:
    """From its result. No query."""
    return Way(_("Settlement"), reverse("settlement:show_evening", args=[evening.pk]))
