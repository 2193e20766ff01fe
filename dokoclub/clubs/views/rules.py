"""Views of a club's rules: to read, in force or former, to find, and to change one question at a time."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access, hooks, selectors
from dokoclub.clubs.forms import question_data
from dokoclub.clubs.forms.rules import PresetForm, RulesForm
from dokoclub.clubs.forms.twelve_questions import TwelveForm
from dokoclub.clubs.models import Membership, Right, RulesVersion
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.clubs.presenters.rules import (
    list_chapters,
    list_differences,
    name_changes,
    row_of,
    show_question,
    show_versions,
)
from dokoclub.clubs.services import clubs as services
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.examples import write_published
from dokoclub.clubs.texts.questions import QUESTIONS, Question, asked_with, next_question
from dokoclub.clubs.texts.rule_search import search_rules
from dokoclub.clubs.texts.rule_summaries import write_paper
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.http import PAGE_AND_FORM, Reused
from dokoclub.ui.texts import get_name, translate_text
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules

AS_FOUNDED = 1  # number of a new club's first rules version
MOST_TYPED = 100  # characters of a search


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
    people, ways = get_people_version(me.club), hooks.collect_pieces(hooks.rules_links, me, version)
    money = hooks.collect_pieces(hooks.rules_money, me.club)
    state = f"{people} {version.pk} {ways} {money}" if people else ""
    return show_to_member(request, "clubs/show_rules.html", lambda: _book(me, version, ways, money), me, version=state)


def _book(me: Membership, version: RulesVersion, ways: list[hooks.NavLink], money: list[str]) -> dict[str, Any]:
    preset = PRESETS[version.preset]
    versions = show_versions(selectors.rules_history(me.club))
    later = next((one for one in versions if one.version.number == version.number + 1), None)
    return {
        "me": me,
        "club": me.club,
        "version": version,
        "preset_name": get_name(preset),
        "preset_sentence": translate_text(preset.sentence),
        "paper": write_paper(version.parsed, preset.rules, money),
        "differences": rulebook.compare_rules(version.parsed, preset.rules),
        "pages": rulebook.write_pages(version.parsed, preset),
        "published": write_published(preset.key, preset.rules, version.parsed),
        "versions": versions,
        "ways": ways,
        "later": later,  # None for the rules in force
    }


@require_safe
def edit_rules(request: UserRequest, club_id: int) -> HttpResponse:
    """List what differs from the preset, and all rules by chapter; `?q=` finds some."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    version = selectors.current_rules(me.club)
    preset, typed = PRESETS[version.preset], request.GET.get("q", "").strip()[:MOST_TYPED]
    found = search_rules(typed, version.parsed) if typed else None
    context = {
        "me": me,
        "club": me.club,
        "preset_name": get_name(preset),
        "differences": list_differences(version.parsed, preset.rules),
        "chapters": list_chapters(version.parsed),
        "typed": typed,
        "found": found and [row_of(question, version.parsed) for question in found.questions],
        "instead": found.instead if found else [],
    }
    return render(request, "clubs/edit_rules.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_rule(request: UserRequest, club_id: int, question: str) -> HttpResponse:
    """Ask one question. `preview` shows what the answer does; `add` adds a row; `preset` answers as the preset."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    if question not in QUESTIONS:
        raise Http404
    page = RulePage(request, me, QUESTIONS[question])
    if request.method != "POST":
        return page.show(question_data.fresh_form(page.version), page.version.parsed)
    if "add" in request.POST:
        return page.show(page.fill(question_data.with_free_row(request.POST)), None)
    form = page.fill(request.POST)
    valid = form.is_valid()
    if "preview" in request.POST:
        return page.preview(form)
    return page.save(form) if valid else page.show(form, None, HTTPStatus.UNPROCESSABLE_ENTITY)


class RulePage:
    """The page of one question. `asked`: the question, with those that its answer depends on or contradicts."""

    def __init__(self, request: UserRequest, me: Membership, question: Question) -> None:
        self.request, self.me, self.question = request, me, question
        self.version = selectors.current_rules(me.club)
        along = [QUESTIONS[key] for key in request.POST.getlist("with") if key in QUESTIONS]
        before = asked_with(question, self.version.parsed)[:-1]
        self.asked = tuple(dict.fromkeys([*before, *along, question]))

    def fill(self, sent: QueryDict) -> RulesForm:
        """Return the sent form; as the preset has it, where that was chosen."""
        if "as_preset" in sent:
            sent = question_data.as_preset(self.version, sent)
        return question_data.filled_form(self.version, sent, self.asked)

    def save(self, form: RulesForm) -> HttpResponse:
        assert form.rules is not None  # noqa: S101  # the form is valid
        try:
            written = services.change_rules(
                self.me.club,
                form.rules,
                preset=form.cleaned_data["preset"],
                expected=form.cleaned_data["expected"],
                key=form.cleaned_data["key"],
                by=self.request.user,
            )
        except services.RulesConflict as overtaken:
            return self._show_conflict(overtaken.newer)
        except Reused:
            form.used_before()
            return self.show(form, None, HTTPStatus.UNPROCESSABLE_ENTITY)
        return self._leave(written)

    def _show_conflict(self, newer: RulesVersion) -> HttpResponse:
        """Show the same answer on top of the newer rules, to be sent again."""
        self.version = newer
        form = self.fill(self.request.POST)
        form.is_valid()
        form.overtaken(newer.number, str(newer.created_by or _("somebody")))
        return self.show(form, None, HTTPStatus.CONFLICT)

    def _leave(self, written: RulesVersion) -> HttpResponse:
        if written.number != self.version.number:
            told = _("Rules apply from the next evening (version %(number)s).") % {"number": written.number}
            messages.success(self.request, told)
        later = next_question(self.question, written.parsed) if "next" in self.request.POST else None
        if later:
            return redirect("clubs:edit_rule", self.me.club.pk, later.key)
        return redirect("clubs:edit_rules", self.me.club.pk)

    def preview(self, form: RulesForm) -> HttpResponse:
        """Show what the answer would do: as a fragment, or as a page without JavaScript."""
        if not self.request.htmx:
            status = HTTPStatus.OK if form.rules else HTTPStatus.UNPROCESSABLE_ENTITY
            return self.show(form, form.rules, status)
        return render(self.request, "clubs/_rule_effects.html", self._context(form, form.rules))

    def show(self, form: RulesForm, rules: Rules | None, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
        return render(self.request, "clubs/edit_rule.html", self._context(form, rules), status=status)

    def _context(self, form: RulesForm, rules: Rules | None) -> dict[str, Any]:
        """Build the context. A question at whose field the answer is refused is asked as well."""
        wrong = question_data.questions_with_errors(form) if form.is_bound else []
        asked = tuple(dict.fromkeys([*self.asked, *wrong]))
        in_force, preset = self.version.parsed, PRESETS[self.version.preset]
        return {
            "me": self.me,
            "club": self.me.club,
            "form": form,
            "question": self.question,
            "along": [question.key for question in asked if question != self.question],
            "page": show_question(form, asked, preset, in_force, rules),
            "preset_name": get_name(preset),
            "unsaved": name_changes(rules, in_force) if rules else "",
            "effects": _show_effects(self.me, in_force, rules) if form.is_bound else [],
            "later": next_question(self.question, in_force),
        }


def _show_effects(me: Membership, in_force: Rules, rules: Rules | None) -> list[hooks.Part]:
    """Show what other rules would have made of games already played. Queries of the hooks."""
    if rules is None or rules == in_force:
        return []
    return hooks.collect_pieces(hooks.rules_effects, me.club, in_force, rules)


@require_http_methods(PAGE_AND_FORM)
def choose_preset(request: UserRequest, club_id: int) -> HttpResponse:
    """Replace all rules by a preset; `?preset=` shows first what would change."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    version = selectors.current_rules(me.club)
    form = PresetForm(request.POST or None, initial={"expected": version.number})
    if request.method == "POST" and form.is_valid():
        preset = form.cleaned_data["preset"]
        if replaced := _replace_rules(request, me, form, PRESETS[preset].rules, preset):
            return replaced
    chosen = request.GET.get("preset", "") or form["preset"].value()
    rules = PRESETS[chosen].rules if chosen in PRESETS else None
    context = {
        "me": me,
        "club": me.club,
        "form": form,
        "presets": [(key, get_name(one), translate_text(one.sentence)) for key, one in PRESETS.items()],
        "preset": version.preset,
        "chosen": chosen if chosen in PRESETS else "",
        "chosen_name": get_name(PRESETS[chosen]) if chosen in PRESETS else "",
        "changes": list_differences(rules, version.parsed) if rules else [],
        "effects": _show_effects(me, version.parsed, rules),
    }
    return render(request, "clubs/choose_preset.html", context, status=422 if form.errors else 200)


def _replace_rules(
    request: UserRequest, me: Membership, form: PresetForm, rules: Rules, preset: str
) -> HttpResponse | None:
    """Save other rules; None with an error in the form if that is not possible."""
    sent = form.cleaned_data
    try:
        services.change_rules(
            me.club, rules, preset=preset, expected=sent["expected"], key=sent["key"], by=request.user
        )
    except services.RulesConflict as overtaken:
        form.overtaken(overtaken.newer.number, str(overtaken.newer.created_by or _("somebody")))
        return None
    except Reused:
        form.used_before()
        return None
    return redirect("clubs:edit_rules", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def ask_rules(request: UserRequest, club_id: int) -> HttpResponse:
    """Set up all rules by twelve questions; each can be left out."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    version = selectors.current_rules(me.club)
    form = TwelveForm(request.POST or None, initial={"expected": version.number})
    if request.method == "POST" and form.is_valid() and form.rules is not None:
        preset = rulebook.find_nearest_preset(form.rules)
        if replaced := _replace_rules(request, me, form, form.rules, preset):
            told = _("Nearest to: %(preset)s. Anything wrong? Find the rule.")
            messages.success(request, told % {"preset": get_name(PRESETS[preset])})
            return replaced
    context = {"me": me, "club": me.club, "form": form, "is_new": version.number == AS_FOUNDED}
    return render(request, "clubs/ask_rules.html", context, status=422 if form.errors else 200)
