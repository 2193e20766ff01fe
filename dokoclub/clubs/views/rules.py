"""Views of a club's rules: read and change them, preview a change, and read former versions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms.rules import RulesForm, initial_of_rules
from dokoclub.clubs.models import Membership, Right, RulesVersion
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.clubs.presenters.rules import name_changes, show_groups, show_versions
from dokoclub.clubs.services import clubs as services
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.examples import write_published
from dokoclub.clubs.texts.rules import preset_choices
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.http import PAGE_AND_FORM, Reused
from dokoclub.ui.texts import get_name, translate_text
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules


@require_safe
def show_rules(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return _show(request, me, selectors.current_rules(me.club))


@require_safe
def show_rules_version(request: UserRequest, club_id: int, number: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    versions = me.club.rules_versions.select_related("created_by")
    return _show(request, me, get_object_or_404(versions, number=number))


def _show(request: UserRequest, me: Membership, version: RulesVersion) -> HttpResponse:
    """Show the rules. Games only affect the links of this page, so those are looked up first."""
    people, ways = get_people_version(me.club), hooks.collect_pieces(hooks.rules_ways, me, version)
    state = f"{people} {version.pk} {ways}" if people else ""
    return show_to_member(request, "clubs/show_rules.html", lambda: _book(me, version, ways), me, version=state)


def _book(me: Membership, version: RulesVersion, ways: list[hooks.NavLink]) -> dict[str, Any]:
    preset = PRESETS[version.preset]
    versions = show_versions(selectors.rules_history(me.club))
    later = next((one for one in versions if one.version.number == version.number + 1), None)
    return {
        "me": me,
        "club": me.club,
        "version": version,
        "preset_name": get_name(preset),
        "preset_sentence": translate_text(preset.sentence),
        "differences": rulebook.compare_rules(version.parsed, preset.rules),
        "pages": rulebook.write_pages(version.parsed, preset),
        "published": write_published(preset.key, preset.rules, version.parsed),
        "versions": versions,
        "ways": ways,
        "later": later,  # None for the rules in force
    }


@require_http_methods(PAGE_AND_FORM)
def edit_rules(request: UserRequest, club_id: int) -> HttpResponse:
    """Change the rules. `?preset=` fills the form with a preset; nothing is saved before the form is sent."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    version = selectors.current_rules(me.club)
    if request.method != "POST":
        return render(request, "clubs/edit_rules.html", _fresh(me, version, request.GET.get("preset", "")))
    form = RulesForm(request.POST, in_force=version.parsed)
    if not form.is_valid() or form.rules is None:
        return _again(request, me, version, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        written = services.change_rules(
            me.club,
            form.rules,
            preset=form.cleaned_data["preset"],
            expected=form.cleaned_data["expected"],
            key=form.cleaned_data["key"],
            by=request.user,
        )
    except services.RulesConflict as overtaken:
        form.overtaken(overtaken.newer.number, str(overtaken.newer.created_by or _("somebody")))
        return _again(request, me, overtaken.newer, form, HTTPStatus.CONFLICT)
    except Reused:
        form.used_before()
        return _again(request, me, version, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("Rules apply from the next evening (version %(number)s).") % {"number": written.number})
    return redirect("clubs:show_rules", me.club.pk)


@require_POST
def preview_rules(request: UserRequest, club_id: int) -> HttpResponse:
    """Preview the examples under the rules in the form: as fragments, or as a page without JavaScript."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    version = selectors.current_rules(me.club)
    form = RulesForm(request.POST, in_force=version.parsed)
    valid = form.is_valid()
    if not request.htmx:
        status = HTTPStatus.OK if valid else HTTPStatus.UNPROCESSABLE_ENTITY
        return _again(request, me, version, form, status)
    context = _context(me, version, form, form.rules)
    return render(request, "clubs/_rules_preview.html", context)


def _fresh(me: Membership, version: RulesVersion, preset: str) -> dict[str, Any]:
    rules = PRESETS[preset].rules if preset in PRESETS else version.parsed
    chosen = preset if preset in PRESETS else version.preset
    form = RulesForm(initial={**initial_of_rules(rules), "expected": version.number, "preset": chosen})
    return _context(me, version, form, rules)


def _again(
    request: UserRequest, me: Membership, version: RulesVersion, form: RulesForm, status: HTTPStatus
) -> HttpResponse:
    context = _context(me, version, form, form.rules)
    return render(request, "clubs/edit_rules.html", context, status=status)


def _context(me: Membership, version: RulesVersion, form: RulesForm, rules: Rules | None) -> dict[str, Any]:
    """Build the context. `rules`: those in the form, None while it has errors."""
    preset = form["preset"].value()
    groups = show_groups(form, PRESETS.get(preset, PRESETS[version.preset]), version.parsed, rules)
    return {
        "me": me,
        "club": me.club,
        "form": form,
        "groups": groups,
        "unsaved": name_changes(rules, version.parsed) if rules else "",
        "changed": sum(bool(one.until_now) for group in groups for one in group.told),
        "presets": preset_choices(),
        "preset": preset,
    }
