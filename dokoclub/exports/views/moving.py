"""Views for moving a club: begin, download the file, confirm or cancel; and import of a club file."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.access import enter_moving_club
from dokoclub.clubs.models import Club, Membership
from dokoclub.clubs.services import clubs
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.exporters import catalog
from dokoclub.exports.exporters.formats import DOKO_ZETTEL, JSON_TYPE
from dokoclub.exports.forms.files import ClubFileForm, ConfirmForm, MoveForm, read_address
from dokoclub.exports.presenters import format_missing_rules, steps_of_move
from dokoclub.exports.selectors import exports as selectors
from dokoclub.exports.selectors.imports import count_sheets_without_rules
from dokoclub.exports.services import club_file
from dokoclub.exports.views.files import send_streamed

TEMPLATE = "exports/move_club.html"


@require_http_methods(PAGE_AND_FORM)
def move_club(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the progress of the move, and begin it."""
    me = enter_moving_club(request.user, club_id)
    form = MoveForm(sent_data(request), own=_own_hosts(request))
    if request.method != "POST":
        return render(request, TEMPLATE, _context(me, form=form))
    if form.is_valid():
        try:
            club_file.begin_move(me.club, to=form.cleaned_data["to"], by=request.user)
        except ValidationError as refusal:
            form.add_error("to", refusal)
        else:
            return redirect("exports:move_club", club_id)
    return answer_invalid(request, TEMPLATE, _context(me, form=form, problem=_get_first(form)))


@require_safe
def export_moving(request: UserRequest, club_id: int) -> HttpResponseBase:
    """Send the file for the move and record that it was sent, so that the confirmation can check for changes."""
    me = enter_moving_club(request.user, club_id)
    if not me.club.is_moving:
        return redirect("exports:move_club", club_id)
    what = _("club")
    name = catalog.file_name(me.club, f"{what} {timezone.localdate()}")
    return send_streamed(club_file.moving_file(me.club, by=request.user), JSON_TYPE, f"{name}{DOKO_ZETTEL}")


@stands_on("exports:move_club", "club_id")
def confirm_move(request: UserRequest, club_id: int) -> HttpResponse:
    """Confirm the move. For a club that already moved, only the address changes."""
    me = enter_moving_club(request.user, club_id)
    if not me.club.is_moving:
        messages.error(request, _("Move undone: the club stays here."))
        return redirect("exports:move_club", club_id)
    has_changed = not me.club.has_moved and selectors.has_changed(me.club)
    form = ConfirmForm(sent_data(request), to=me.club.moving_to, has_changed=has_changed)
    if form.is_valid():
        try:
            clubs.confirm_move(me.club, at=form.cleaned_data["at"], by=request.user)
        except ValidationError as refusal:
            form.add_error("at", refusal)
        else:
            messages.success(request, _("Members are now forwarded."))
            return redirect("exports:move_club", club_id)
    return answer_invalid(request, TEMPLATE, _context(me, confirm=form))


@require_POST
def take_back_move(request: UserRequest, club_id: int) -> HttpResponse:
    me = enter_moving_club(request.user, club_id)
    clubs.take_back_move(me.club, by=request.user)
    messages.success(request, _("The club stays here, and can be written again."))
    return redirect("exports:move_club", club_id)


def _context(
    me: Membership, *, form: MoveForm | None = None, confirm: ConfirmForm | None = None, problem: str = ""
) -> dict[str, Any]:
    """Build the context. `problem`: why another address is refused while the club is already moving."""
    club = me.club
    return {
        "me": me,
        "club": club,
        "form": form,
        "confirm": confirm or ConfirmForm(to=club.moving_to, initial={"at": club.moved_to or club.moving_to}),
        "problem": problem if club.is_moving else "",
        "going_on": selectors.going_on(club),
        "steps": steps_of_move(),
    }


def _get_first(form: MoveForm) -> str:
    return next((str(text) for some in form.errors.values() for text in some), "")


def _own_hosts(request: HttpRequest) -> set[str]:
    """Return the hosts of this install: its public address, the requested one, and other allowed hosts."""
    asked = f"{request.scheme}://{request.get_host()}"
    port = f":{urlsplit(asked).port}" if urlsplit(asked).port else ""
    others = (f"{request.scheme}://{host}{port}" for host in settings.ALLOWED_HOSTS)
    found = [read_address(text) for text in (settings.PUBLIC_URL, asked, *others)]
    return {address.netloc for address in found if address} | {urlsplit(settings.PUBLIC_URL).netloc}


@require_http_methods(PAGE_AND_FORM)
def found_from_file(request: UserRequest) -> HttpResponse:
    """Import a club from a file; accounts that may found a club may do this."""
    form = ClubFileForm(sent_data(request), request.FILES if request.method == "POST" else None)
    context = {"form": form}
    if request.method != "POST":
        return render(request, "exports/found_from_file.html", context)
    if form.is_valid():
        try:
            club = club_file.found_from_file(form.content, key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        except InvalidClubFile as refusal:
            for problem in refusal.problems:
                form.add_error("file", str(problem))
        else:
            tell_founded(request, club)
            return redirect(club)
    return answer_invalid(request, "exports/found_from_file.html", context)


def tell_founded(request: UserRequest, club: Club) -> None:
    """Say that a club came from a file, and what the file did not tell. One query."""
    messages.success(request, _("%(club)s is here, and you own it.") % {"club": club.name})
    if number := count_sheets_without_rules(club):
        messages.warning(request, format_missing_rules(number))
