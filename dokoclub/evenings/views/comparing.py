"""What if we had played by other rules? A closed evening under another preset, side by side."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.words.rules import preset_choices, preset_name, preset_sentence
from dokoclub.evenings import access, selectors
from scoring.presets import PRESETS


@require_safe
def show_what_if(request: UserRequest, evening_id: int) -> HttpResponse:
    """`?preset=`; without one, or with one that there is not, it only asks."""
    at = access.evening_to_read(request.user, evening_id)
    if at.evening.is_open:
        messages.warning(request, _("Other rules can be tried when the evening is closed."))
        return redirect("evenings:show_evening", at.evening.pk)
    preset = request.GET.get("preset", "")
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "presets": preset_choices(),
        "preset": preset,
    }
    if preset in PRESETS:
        context |= {
            "name": preset_name(preset),
            "sentence": preset_sentence(preset),
            "found": selectors.what_if(at.evening, preset),
        }
    return render(request, "evenings/what_if.html", context)
