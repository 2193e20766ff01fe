"""What if we had played by other rules? A closed evening under other rules, side by side."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Club
from dokoclub.clubs.selectors import rules_history
from dokoclub.evenings import access, selectors
from dokoclub.look.days import day_and_year
from dokoclub.look.words import name_of, translate_text
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules


class Choice(NamedTuple):
    """Rules to be tried: a preset, or a version of the club's own."""

    key: str
    name: str
    sentence: str
    rules: Rules


@require_safe
def show_what_if(request: UserRequest, evening_id: int) -> HttpResponse:
    """`?preset=`; without one, or with one that there is not, it only asks."""
    at = access.evening_to_read(request.user, evening_id)
    if at.evening.is_open:
        messages.warning(request, _("Other rules can be tried when the evening is closed."))
        return redirect("evenings:show_evening", at.evening.pk)
    own, presets = _own(at.evening.club), _presets()
    wanted = request.GET.get("preset", "")
    chosen = next((choice for choice in (*own, *presets) if choice.key == wanted), None)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "own": own,
        "presets": presets,
        "chosen": chosen,
        "found": selectors.what_if(at.evening, chosen.rules) if chosen else None,
    }
    return render(request, "evenings/what_if.html", context)


def _presets() -> list[Choice]:
    return [
        Choice(key, name_of(preset), translate_text(preset.sentence), preset.rules) for key, preset in PRESETS.items()
    ]


def _own(club: Club) -> list[Choice]:
    """The newest first. One query."""
    versions = rules_history(club)
    return [
        Choice(
            f"version-{version.number}",
            _("Version %(number)s, since %(day)s")
            % {"number": version.number, "day": day_and_year(version.created_at)},
            _("Based on: %(preset)s") % {"preset": name_of(PRESETS[version.preset])},
            version.parsed,
        )
        for version in versions
    ]
