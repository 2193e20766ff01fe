"""Views for importing old sheets: upload, preview, import, undo."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access as clubs
from dokoclub.clubs.models import Right
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.exports import access
from dokoclub.exports.access import AtImport
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.forms.imports import PreviewForm, UploadForm
from dokoclub.exports.models import Import, ImportedSheet, ImportState
from dokoclub.exports.presenters import show_tables
from dokoclub.exports.selectors import imports as selectors
from dokoclub.exports.selectors.imports import find_twins, propose_nearly
from dokoclub.exports.services import importing, reading, removal
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.exports.views.moving import tell_founded
from scoring.tables.sheet import CLUB


@require_safe
def list_imports(request: UserRequest, club_id: int) -> HttpResponse:
    me = clubs.enter_club(request.user, club_id, Right.OWN)
    context = {"me": me, "club": me.club, "imports": selectors.list_imports(me.club)}
    return render(request, "exports/list_imports.html", context)


@require_http_methods(PAGE_AND_FORM)
def hand_in(request: UserRequest, club_id: int) -> HttpResponse:
    me = clubs.enter_club(request.user, club_id, Right.OWN)
    form = UploadForm(sent_data(request), request.FILES if request.method == "POST" else None)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "exports/hand_in.html", context)
    if form.is_valid():
        try:
            made = reading.hand_in(me.club, form.uploads(), key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect("exports:show_import", me.club.pk, made.pk)
    return answer_invalid(request, "exports/hand_in.html", context)


@csrf_exempt  # Another app has no token. POST neither reads nor writes: the service worker has the files.
@require_http_methods(PAGE_AND_FORM)
def open_shared(request: UserRequest) -> HttpResponse:
    """Ask for the club of files that another app has shared; the form sends them where any upload goes."""
    if request.method == "POST":  # without a service worker, so that the files are chosen again
        return redirect("exports:open_shared")
    owned = selectors.clubs_to_import_into(request.user)
    context = {
        "form": UploadForm(),
        "clubs": [club for club in owned if club.uses("imports")],
        "owned": owned,
        "most": reading.MOST_BYTES_AT_ONCE // 1024 // 1024 if "too-large" in request.GET else 0,
    }
    return render(request, "exports/open_shared.html", context)


@require_http_methods(PAGE_AND_FORM)
def show_import(request: UserRequest, club_id: int, import_id: int) -> HttpResponse:
    """Show a draft with its form, the progress, or the result. POST: `action` check, days or import."""
    at = access.import_to_own(request.user, club_id, import_id)
    if at.made.state != ImportState.DRAFT:
        if request.method == "POST":  # the form was sent twice
            return redirect("exports:show_import", club_id, import_id)
        return _what_became(request, at)
    if request.method != "POST":
        return render(request, "exports/show_draft.html", _draft(at, None))
    action = request.POST.get("action", "check")
    if action == "found":
        return _found(request, at)
    context = _draft(at, request.POST, importing=action == "import")
    form: PreviewForm = context["form"]
    if not form.is_valid():
        return answer_invalid(request, "exports/show_draft.html", context)
    try:
        decided = form.decided(
            all_days=action == "days",
            leave=request.POST.get("leave", ""),
            take_back=request.POST.get("take_back", ""),
            tapped=request.POST.get("column", ""),
            answer=request.POST.get("answer", ""),
        )
        made = reading.decide_people(at.made, decided)
    except ValidationError as refusal:
        _show_refusal(form, refusal)
        return answer_invalid(request, "exports/show_draft.html", context)
    if action == "import":
        return _begin(request, at._replace(made=made))
    tapped = request.POST.get("column")  # of a table wider than a phone
    fragment = f"column-{tapped}" if tapped and tapped[-1].isdecimal() else None
    return redirect(reverse("exports:show_import", args=[club_id, import_id], fragment=fragment))


def _draft(at: AtImport, data: Any, *, importing: bool = False) -> dict[str, Any]:
    """Build the context of a draft. Seven queries for any number of sheets."""
    sheets = selectors.list_sheets(at.made)
    headings = selectors.get_headings(sheets)
    people = selectors.get_people(at.membership.club)
    proposed = selectors.propose_people(headings, people)
    seated = [selectors.get_headings([sheet]) for sheet in sheets]
    tables = show_tables(at.made)
    question = next((table for table in tables if table.asked), None)
    form = PreviewForm(
        data,
        made=at.made,
        sheets=sheets,
        headings=headings,
        people=people,
        proposed=proposed,
        nearly=propose_nearly(headings, seated, people, proposed),
        twins=find_twins(headings, seated, proposed),
        importing=importing,
    )
    return {
        "me": at.membership,
        "club": at.membership.club,
        "made": at.made,
        "is_club": _find_club_file(sheets) is not None,
        "form": form,
        "sheets": sheets,
        "games": sum(sheet.length for sheet in sheets if not sheet.is_sum),
        "sums": sum(sheet.is_sum for sheet in sheets if not sheet.problems),
        "tables": [table for table in tables if table is not question],
        "asks_for_columns": any(table.is_open for table in tables),
        "question": question,
        "odd": selectors.format_odd(sheets),
        "wrong": sum(len(sheet.problems) for sheet in sheets),
        "without_day": sum(sheet.day is None for sheet in sheets),
        "before": selectors.imported_before(at.made),
        "taken": selectors.taken_days(at.made, (sheet.day for sheet in sheets)),
    }


def _find_club_file(sheets: Sequence[ImportedSheet]) -> int | None:
    """Return which of the files is that of a whole club."""
    return next((int(sheet.place.partition(".")[0]) for sheet in sheets if sheet.foreign_data.get(CLUB)), None)


def _found(request: UserRequest, at: AtImport) -> HttpResponse:
    """Found a club from the file instead, and discard the draft."""
    place, files = _find_club_file(selectors.list_sheets(at.made)), list(at.made.files.all())
    if place is None:
        return redirect("exports:show_import", at.membership.club.pk, at.made.pk)
    content, key = BytesIO(bytes(files[place].content)), uuid5(at.made.key, f"club {request.user.pk}")
    try:
        club = found_from_file(content, key=key, by=request.user)
    except InvalidClubFile as refusal:
        context = _draft(at, request.POST)
        context["form"].add_error(None, [str(problem) for problem in refusal.problems])
        return answer_invalid(request, "exports/show_draft.html", context)
    removal.discard_draft(at.made)
    tell_founded(request, club)
    return redirect(club)


def _show_refusal(form: PreviewForm, refusal: ValidationError) -> None:
    known = not hasattr(refusal, "error_dict") or set(refusal.error_dict) <= set(form.fields)
    form.add_error(None, refusal if known else refusal.messages)


def _begin(request: UserRequest, at: AtImport) -> HttpResponse:
    try:
        made = importing.begin_import(at.made, by=request.user)
    except ValidationError as refusal:
        at.made.refresh_from_db()
        context = _draft(at, request.POST, importing=True)
        context["form"].is_valid()
        context["form"].add_error(None, refusal.messages)
        return answer_invalid(request, "exports/show_draft.html", context)
    importing.go_on(made, by=request.user)
    return redirect("exports:show_import", at.membership.club.pk, made.pk)


def _what_became(request: UserRequest, at: AtImport) -> HttpResponse:
    context = _context(at)
    if at.made.state == ImportState.RUNNING:
        return render(request, "exports/show_running.html", {**context, "progress": selectors.get_progress(at.made)})
    if at.made.state == ImportState.DISCARDED:
        return redirect("exports:list_imports", at.membership.club.pk)
    return render(request, "exports/show_done.html", {**context, "outcome": selectors.get_outcome(at.made)})


def _context(at: AtImport) -> dict[str, Any]:
    return {"me": at.membership, "club": at.membership.club, "made": at.made}


@require_POST
def go_on(request: UserRequest, club_id: int, import_id: int) -> HttpResponse:
    """Continue an import: one step per htmx request, else all remaining steps."""
    at = access.import_to_own(request.user, club_id, import_id)
    made = importing.go_on(at.made, by=request.user)
    if not request.htmx:
        made = importing.go_on_to_the_end(made, by=request.user)
    elif made.state == ImportState.RUNNING:
        context = {**_context(at), "progress": selectors.get_progress(made)}
        return render(request, "exports/_progress.html", context)
    return _to_import(request, made)


def _to_import(request: UserRequest, made: Import) -> HttpResponse:
    response = redirect("exports:show_import", made.club_id, made.pk)
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": response.url})
    return response


@require_http_methods(PAGE_AND_FORM)
def undo_import(request: UserRequest, club_id: int, import_id: int) -> HttpResponse:
    at = access.import_to_own(request.user, club_id, import_id)
    context = {**_context(at), "outcome": selectors.get_outcome(at.made)}
    if request.method != "POST":
        return render(request, "exports/undo_import.html", context)
    try:
        removal.undo_import(at.made, by=request.user)
    except ValidationError as refusal:
        return answer_invalid(request, "exports/undo_import.html", {**context, "problem": refusal.messages[0]})
    messages.success(request, _("Import undone."))
    return redirect("exports:list_imports", club_id)


@require_POST
def discard_import(request: UserRequest, club_id: int, import_id: int) -> HttpResponse:
    at = access.import_to_own(request.user, club_id, import_id)
    removal.discard_draft(at.made)
    if at.made.state == ImportState.DRAFT:
        messages.success(request, _("Nothing was imported."))
    return redirect("exports:list_imports", club_id)
