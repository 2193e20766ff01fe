"""Views for downloads and print: a sheet, an evening, a table, money, tournaments, and a whole club as a file."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from django.core.exceptions import ValidationError
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.evenings import access as evenings
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.evenings import has_one_sheet
from dokoclub.exports import access as own_access
from dokoclub.exports import presenters
from dokoclub.exports.club_file.writing import club_file, evening_file, games_file, sheet_file
from dokoclub.exports.exporters import catalog, money
from dokoclub.exports.exporters.archive_files import build_archive, name_left_out
from dokoclub.exports.exporters.formats import DOKO_ZETTEL, FORMATS, JSON_TYPE, Document
from dokoclub.exports.exporters.money import build_account_document
from dokoclub.exports.exporters.tournaments import build_series_document, build_tournament_document
from dokoclub.exports.forms.files import ArchiveForm, PaperForm
from dokoclub.exports.models import CHOICES
from dokoclub.exports.presenters import row_of_table
from dokoclub.exports.sandbox.process import Ending
from dokoclub.exports.selectors.exports import is_large, last_archive, what_it_holds
from dokoclub.exports.services import archives
from dokoclub.exports.services.batches import take_place
from dokoclub.settlement.views.kitty import asked_statement
from dokoclub.standings import access as standings
from dokoclub.standings import texts
from dokoclub.standings.models.periods import ALL_TIME, Period, Span
from dokoclub.standings.presenters import table as table_shown
from dokoclub.standings.presenters.table_notes import format_unknown
from dokoclub.standings.selectors.closings import closed_month
from dokoclub.standings.selectors.tables import league_table
from dokoclub.tournaments import access as tournaments
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.lists import rank_tournaments
from dokoclub.ui.texts import translate_text

ZIP_TYPE: Final = "application/zip"
Noted = TypeVar("Noted")


@require_safe
def show_files(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the files and prints that a club offers, and the imports."""
    me = access.enter_club(request.user, club_id, Right.READ)
    archive = last_archive(me.club)
    context = {
        "me": me,
        "club": me.club,
        "archive": archive,
        "left_out": name_left_out(archive.contents) if archive else [],
        "all_time": ALL_TIME,
        "holds": what_it_holds(me.club),
        "games": presenters.rows_of_games(me.club),
        "money": presenters.rows_of_money(me.club, timezone.localdate().year),
    }
    return render(request, "exports/show_files.html", context)


@require_safe
def show_evening_files(request: UserRequest, evening_id: int) -> HttpResponse:
    """Show the files and prints of an evening and its sheets."""
    at = evenings.evening_to_read(request.user, evening_id)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "rows": presenters.rows_of_evening(at.evening, catalog.list_sheets(at.evening)),
    }
    return render(request, "exports/show_evening_files.html", context)


@require_safe
def export_sheet(request: UserRequest, sheet_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    at = evenings.sheet_to_read(request.user, sheet_id)
    if format == "json":
        return send_doko_zettel(sheet_file(at.sheet), catalog.name_sheet(at.sheet))
    return send_document(catalog.build_sheet_document(at.sheet), format)


@require_safe
def export_evening(request: UserRequest, evening_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    at = evenings.evening_to_read(request.user, evening_id)
    if format == "json":
        return send_doko_zettel(evening_file(at.evening), catalog.name_evening(at.evening))
    return send_document(catalog.build_evening_document(at.evening), format)


@require_safe
def export_table(request: UserRequest, club_id: int, period: Period, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send a closed month as stored; with `?live` the current table."""
    at = standings.league_to_read(request.user, club_id, period)
    live = league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)
    kept = at.period.span is Span.MONTH and "live" not in request.GET
    closed = closed_month(at.club, live) if kept else None
    return send_document(catalog.build_league_document(at.club, at.period, live, at.league.columns, closed), format)


@require_safe
def export_games(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send every game of the club, as a table or as a Doko-Zettel."""
    me = access.enter_club(request.user, club_id, Right.READ)
    if format == "json":
        return send_doko_zettel(games_file(me.club), catalog.name_games(me.club))
    return send_document(catalog.build_games_document(me.club), format)


@require_safe
def export_club(request: UserRequest, club_id: int) -> StreamingHttpResponse:
    """Send the whole club, with notes and money, for another install. For owners only."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    what = _("club")
    return send_doko_zettel(club_file(me.club), catalog.file_name(me.club, f"{what} {timezone.localdate()}"))


def send_doko_zettel(pieces: Iterable[str], name: str) -> StreamingHttpResponse:
    return send_streamed((piece.encode() for piece in pieces), JSON_TYPE, f"{name}{DOKO_ZETTEL}")


@require_http_methods(PAGE_AND_FORM)
def make_archive(request: UserRequest, club_id: int) -> HttpResponse:
    """Ask what the archive may contain, then send it; that of a large club is made meanwhile. For owners only."""
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = ArchiveForm(sent_data(request))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "exports/make_archive.html", context)
    if form.is_valid():
        answer = _order_archive(me, form) if is_large(me.club) else _send_archive(me, form)
        if answer is not None:
            return answer
    return answer_invalid(request, "exports/make_archive.html", context)


def _order_archive(me: Membership, form: ArchiveForm) -> HttpResponse | None:
    archive = _note(me, form, archives.order_archive)
    return redirect("exports:show_archive", me.club.pk, archive.pk) if archive else None


def _send_archive(me: Membership, form: ArchiveForm) -> HttpResponse | None:
    with take_place() as is_free:
        if not is_free:
            form.add_error(None, translate_text(Ending.BUSY.value))
        elif _note(me, form, archives.note_archive):
            return send_file(build_archive(me.club, form.chosen), ZIP_TYPE, _name_archive(me.club))
    return None


def _note(me: Membership, form: ArchiveForm, record: Callable[..., Noted]) -> Noted | None:
    """Record the archive; else tell in the form why there is none."""
    contents = [key for key in CHOICES if form.cleaned_data[key]]
    try:
        return record(me.club, contents, key=form.cleaned_data["key"], by=me.account)
    except Reused:
        form.used_before()
    except ValidationError as refusal:
        form.add_error(None, refusal)
    return None


def _name_archive(club: Club) -> str:
    return f"{catalog.file_name(club, _('archive'))}.zip"


@require_http_methods(PAGE_AND_FORM)
def show_archive(request: UserRequest, club_id: int, archive_id: int) -> HttpResponseBase:
    """Show whether an archive is ready. POST: send it once, to the owner who ordered it."""
    at = own_access.archive_to_download(request.user, club_id, archive_id)
    if request.method == "POST" and at.archive.is_ready:
        return send_streamed(archives.hand_out(at.archive), ZIP_TYPE, _name_archive(at.membership.club))
    if request.method == "POST":
        return redirect("exports:show_archive", club_id, archive_id)
    if request.htmx and at.archive.is_making:
        return HttpResponse(status=204)
    context = {"me": at.membership, "club": at.membership.club, "archive": at.archive}
    return render(request, "exports/_archive.html" if request.htmx else "exports/show_archive.html", context)


def send_document(document: Document, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send the document as a download in one of FORMATS."""
    chosen = FORMATS[format]
    return send_streamed(chosen.write(document), chosen.type, f"{document.name}.{format}")


def send_streamed(pieces: Iterable[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": str(content_disposition_header(as_attachment=True, filename=name))}
    return StreamingHttpResponse(pieces, content_type=content_type, headers=headers)


def send_file(content: bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": str(content_disposition_header(as_attachment=True, filename=name))}
    return HttpResponse(content, content_type=content_type, headers=headers)


@require_safe
def export_tournament(request: UserRequest, tournament_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send the current standings of a tournament."""
    at = tournaments.tournament_to_read(request.user, tournament_id)
    return send_document(build_tournament_document(read_day(at.tournament)), format)


@require_safe
def export_series(request: UserRequest, series_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    at = tournaments.series_to_read(request.user, series_id)
    return send_document(build_series_document(at.series, rank_tournaments(at.series)), format)


@require_safe
def export_account(request: UserRequest, club_id: int, player_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send a member's account. Every member may read it, as its page."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    player.club = me.club
    return send_document(build_account_document(player), format)


@require_safe
def export_accounts(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.build_accounts_document(me.club), format)


@require_safe
def export_payments(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.build_payments_document(me.club), format)


@require_safe
def export_open(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Send the open items of evenings and accounts."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.build_open_document(me.club), format)


@require_safe
def export_kitty(
    request: UserRequest,
    club_id: int,
    year: int,
    format: str = "csv",  # noqa: A002
) -> StreamingHttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, _others = asked_statement(request, me.club, year)
    return send_document(money.build_cash_year_document(me.club, statement), format)


@require_safe
def render_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Print a sheet with its games. Five queries for any length."""
    at = evenings.sheet_to_read(request.user, sheet_id)
    club = at.sheet.evening.club
    is_alone = has_one_sheet(at.sheet.evening)
    context = {"club": club, "sheet": at.sheet, "is_alone": is_alone, "paper": presenters.filled_paper(at.sheet)}
    return render(request, "exports/print_sheet.html", context)


@require_safe
def render_empty(request: UserRequest, club_id: int) -> HttpResponse:
    """Print an empty sheet under the club's rules; `?players=` up to seven of the club, `?rows=`."""
    me = access.enter_club(request.user, club_id, Right.READ)
    players = presenters.nameable_players(me.club)
    form = PaperForm(request.GET or None, players=players)
    wanted = form.cleaned_data if form.is_valid() else {}
    context = {
        "me": me,
        "club": me.club,
        "form": form,
        "paper": presenters.empty_paper(
            me.club, wanted.get("players", []), wanted.get("seats") or 4, wanted.get("rows")
        ),
    }
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "exports/print_empty.html", context, status=status)


@require_safe
def render_table(request: UserRequest, club_id: int, period: Period) -> HttpResponse:
    """Print a closed month as stored, else the current table."""
    at = standings.league_to_read(request.user, club_id, period)
    live = league_table(at.club, at.period, at.rules, today=date_of_play(), columns=at.league.columns)
    closed = closed_month(at.club, live) if at.period.span is Span.MONTH else None
    kept = closed or live
    table = table_shown.render_table(live, at.league.columns, closed)
    context = {
        "club": at.club,
        "period": at.period,
        "title": presenters.title_of_table(at.period),
        "table": table,
        "held": kept.held,
        "closed": closed,
        "sentences": [*texts.format_rules(kept.rules, kept.required), *format_unknown(live)],
        "rows": [row_of_table(at.club, at.period)],
    }
    return render(request, "exports/print_table.html", context)
