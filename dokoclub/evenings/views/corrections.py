"""Views for corrections of whole sheets (rules or players), with a preview to confirm, and for merges of players."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access as clubs_access
from dokoclub.clubs.models import Right, RulesVersion
from dokoclub.clubs.selectors import active_players, rules_history
from dokoclub.clubs.texts.games import own_names
from dokoclub.core import http as errors_look
from dokoclub.core.formatting import date_and_year
from dokoclub.core.http import PAGE_AND_FORM, answer_invalid, sent_data, stands_on
from dokoclub.evenings import access
from dokoclub.evenings.access import AtSheet
from dokoclub.evenings.domain.corrections import rules_for
from dokoclub.evenings.forms.evening import CorrectionForm, CorrectPlayerForm, CorrectRulesForm, MergeForm
from dokoclub.evenings.presenters.corrections import ChangeSummary, format_corrected, name_version, show_changes
from dokoclub.evenings.selectors import corrections, people, sheets
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.services import corrections as corrections_services
from dokoclub.evenings.services import errors
from dokoclub.evenings.services import people as people_services
from dokoclub.evenings.views import operations
from dokoclub.evenings.views.sheet_access import miss_deleted


class CorrectionPage:
    """The page of one sheet with its forms and its earlier corrections."""

    def __init__(self, request: UserRequest, at: AtSheet) -> None:
        self.request, self.sheet, self.at = request, at.sheet, at
        self.evening = at.sheet.evening

    @cached_property
    def versions(self) -> list[RulesVersion]:
        return rules_history(self.evening.club)

    @cached_property
    def refused(self) -> str:
        """Return why nothing can be corrected here, or ""."""
        try:
            corrections_services.refuse_correction(self.evening)
        except errors.Closed:
            return _("The evening has ended. An owner can reopen it.")
        except ValidationError as refusal:
            return str(refusal.messages[0])
        return ""

    def rules_form(self, data: Mapping[str, Any] | None = None) -> CorrectRulesForm:
        """Return the form. It preselects the rules in the URL, or the newest that the sheet does not have."""
        choices = [*self._choices()]
        others = [str(one.number) for one in self.versions if not self._is_played(one)]
        asked = self.request.GET.get("rules", "")
        initial = {"rules": asked if asked in dict(choices) else next(iter(others), "")}
        return CorrectRulesForm(data, choices=choices, initial=initial)

    def player_form(self, data: Mapping[str, Any] | None = None) -> CorrectPlayerForm | None:
        """Return the form, or None before the first game. Players of the club come before those at the table."""
        page = self.page
        games = [line.number for line in page.state.lines if line.number]
        if not games:
            return None
        here = {str(player.pk): player.name for player in page.circle}
        others = {str(player.pk): player.name for player in active_players(self.evening.club)}
        others = {key: name for key, name in others.items() if key not in here}
        told = [*others.items(), *here.items()]
        initial = {"first": games[0], "last": games[-1]}
        return CorrectPlayerForm(data, here=[*here.items()], everybody=told, games=games, initial=initial)

    @cached_property
    def page(self) -> SheetPage:
        return sheets.sheet_page(self.sheet, writers=False)

    def _choices(self) -> Iterator[tuple[str, str]]:
        for one in self.versions:
            told = _("%(version)s, since %(day)s") % {
                "version": name_version(one),
                "day": date_and_year(one.created_at),
            }
            yield str(one.number), _("%(version)s (as now)") % {"version": told} if self._is_played(one) else told

    def _is_played(self, version: RulesVersion) -> bool:
        return bool(rules_for(self.sheet, version.parsed) == self.sheet.rules)

    def shown(
        self, form: CorrectionForm | None = None, change: ChangeSummary | None = None, problems: list[str] | None = None
    ) -> HttpResponse:
        """Render the page. `form`: the submitted form. `change`: its effect."""
        is_wrong = bool(problems or (form and form.errors))
        context = {
            "me": self.at.membership,
            "club": self.evening.club,
            "evening": self.evening,
            "sheet": self.sheet,
            "refused": self.refused,
            "rules_form": form if isinstance(form, CorrectRulesForm) else self.rules_form(),
            "player_form": form if isinstance(form, CorrectPlayerForm) else self.player_form(),
            "asked": form,
            "change": change,
            "problems": problems or [],
            "corrected": [
                (one, *format_corrected(one, self.versions)) for one in corrections.list_corrections(self.evening)
            ],
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
        return render(self.request, "evenings/correct_sheet.html", context, status=status)

    def tell(self, impossible: errors.Impossible) -> list[str]:
        own = own_names(self.sheet.parsed)
        return [*dict.fromkeys(operations.describe_problem(problem, own) for problem in impossible.problems)]


@require_http_methods(PAGE_AND_FORM)
@miss_deleted
def correct_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Show the page, or preview or save a correction. `?rules=` preselects a version."""
    page = CorrectionPage(request, access.sheet_to_score(request.user, sheet_id))
    if request.method != "POST" or page.refused:
        return page.shown()
    form = page.player_form(request.POST) if "was" in request.POST else page.rules_form(request.POST)
    if form is None or not form.is_valid():
        return page.shown(form)
    return _correct(page, form)


def _correct(page: CorrectionPage, form: CorrectRulesForm | CorrectPlayerForm) -> HttpResponse:
    try:
        said = _write(page, form)
    except errors.Undecided as undecided:
        if form.cleaned_data["confirmed"]:
            messages.warning(page.request, _("Somebody wrote on the sheet meanwhile. Please look at it again."))
        form.ask(undecided.seen)
        return page.shown(form, show_changes(undecided.changes))
    except errors.Impossible as impossible:
        return page.shown(form, problems=page.tell(impossible))
    except errors_look.Reused:
        form.used_before()
        return page.shown(form)
    except errors.Closed:
        return page.shown(form, problems=[_("This sheet is closed.")])
    messages.success(page.request, said)
    return redirect("evenings:correct_sheet", page.sheet.pk)


def _write(page: CorrectionPage, form: CorrectRulesForm | CorrectPlayerForm) -> str:
    """Save the correction. Return the message for the user."""
    by, told = page.request.user, form.cleaned_data
    if isinstance(form, CorrectRulesForm):
        version = next(one for one in page.versions if str(one.number) == told["rules"])
        corrections_services.correct_rules(page.evening, version.parsed, by=by, **form.confirmation)
        return _("The rules are corrected.")
    players = people.fetch_players([told["was"], told["really"]])
    corrections_services.correct_player(
        page.sheet,
        was=players[told["was"]],
        really=players[told["really"]],
        first=told["first"],
        last=told["last"],
        by=by,
        **form.confirmation,
    )
    return _("It is corrected who sat there.")


@stands_on("evenings:correct_sheet", "sheet_id")
@miss_deleted
def undo_correction(request: UserRequest, sheet_id: int, uuid: UUID) -> HttpResponse:
    page = CorrectionPage(request, access.sheet_to_score(request.user, sheet_id))
    try:
        corrections_services.undo_correction(page.evening, uuid, by=request.user)
    except errors.Impossible as impossible:
        return page.shown(problems=page.tell(impossible))
    except errors.Closed:
        messages.error(request, _("This sheet is closed."))
    except errors.Conflict:
        messages.error(request, _("That was changed again meanwhile."))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("Undone"))
    return redirect("evenings:correct_sheet", page.sheet.pk)


@require_http_methods(PAGE_AND_FORM)
def merge_player(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Merge another player into the player in the URL: the other one becomes an alias."""
    me = clubs_access.enter_club(request.user, club_id, Right.OWN)
    kept = get_object_or_404(me.club.players.filter(erased_number=None), pk=player_id)
    form = MergeForm(sent_data(request), kept=kept)
    context = {"me": me, "club": me.club, "player": kept, "form": form, "has_others": form.has_others}
    if request.method != "POST":
        return render(request, "evenings/merge_player.html", context)
    if form.is_valid():
        try:
            merge = people_services.merge_players(kept, form.cleaned_data["merged"], by=request.user)
        except ValidationError as refusal:
            form.add_error("merged", refusal.messages)
        else:
            names = {"alias": merge.merged.name, "name": merge.kept.name}
            messages.success(request, _("%(alias)s is now %(name)s. You can undo this for 30 days.") % names)
            return redirect("clubs:edit_player", me.club.pk, kept.pk)
    return answer_invalid(request, "evenings/merge_player.html", context)


@require_POST
def take_back_merge(request: UserRequest, club_id: int, merge_id: int) -> HttpResponse:
    me = clubs_access.enter_club(request.user, club_id, Right.OWN)
    merge = get_object_or_404(me.club.merges.select_related("club", "kept", "merged"), pk=merge_id)
    try:
        people_services.take_back_merge(merge, by=request.user)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(
            request,
            _("%(alias)s and %(name)s are two players again.") % {"alias": merge.merged.name, "name": merge.kept.name},
        )
    return redirect("clubs:edit_player", me.club.pk, merge.kept_id)
