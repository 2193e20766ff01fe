"""Views of a table's sheet: its page, a row's details, updates, and a large view for a tablet on the table."""

from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.hooks import NavLink, collect_pieces
from dokoclub.clubs.models import Claim, Right
from dokoclub.clubs.models.stamp import get_play_version
from dokoclub.clubs.selectors import claims_waiting, find_player
from dokoclub.clubs.texts.rule_summaries import Term, write_paper
from dokoclub.clubs.texts.rulebook import find_nearest_preset
from dokoclub.core.cache import render_cached
from dokoclub.core.http import Request
from dokoclub.core.offline import HOLDER, KEEP
from dokoclub.evenings import hooks
from dokoclub.evenings.middleware import format_people
from dokoclub.evenings.models import Evening
from dokoclub.evenings.presenters.entry_form import entry_form, script_words
from dokoclub.evenings.presenters.finale import format_end
from dokoclub.evenings.presenters.row_detail import explain_row, list_remarks, list_rule_links
from dokoclub.evenings.presenters.sheet import get_title
from dokoclub.evenings.selectors import evenings, sheets
from dokoclub.evenings.selectors import people as people_selectors
from dokoclub.evenings.selectors.glances import is_unusual
from dokoclub.evenings.selectors.sheets import EntryRow, SheetPage
from dokoclub.evenings.views import evening, operations, sheet_access
from dokoclub.evenings.views.sheet_access import SheetContext
from dokoclub.ui import components
from scoring.game.rows import Sums, Table
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules

# Fields of the entry form without buttons of their own.
HIDDEN: Final = ("uuid", "expected", "playing", "out", "attribution", "solo_of")


@require_safe
@sheet_access.to_read
def show_entry(request: UserRequest, sheet_context: SheetContext, uuid: UUID) -> HttpResponse:
    """Show the expanded part of a row; without scripts, redirect to the sheet with this row expanded."""
    if not request.htmx:
        return redirect(f"{sheet_context.address('show_sheet')}?open={uuid}")
    unfolded = render_detail(sheet_context, uuid)
    if unfolded is None:
        raise Http404
    return render(request, "ui/_detail.html", {"detail": unfolded})


def render_detail(sheet_context: SheetContext, uuid: UUID) -> components.Detail | None:
    """Return the details of a row, or None without such a row.

    Four queries, two more for a changed entry, and one for who may change the rules.
    """
    page = sheets.sheet_page(sheet_context.sheet)
    shown = next((row for row in page.rows if row.entry.uuid == uuid), None)
    if shown is None:
        return None
    entry = shown.entry
    entry.sheet = sheet_context.sheet
    history = people_selectors.get_history(entry) if entry.changed_at or entry.history.count() > 1 else None
    detail = get_detail(sheet_context, page, shown, history)
    if _may_change_rules(sheet_context):
        detail = replace(detail, rules=list_rule_links(shown, sheet_context.sheet.evening.club_id))
    return detail


def get_detail(
    sheet_context: SheetContext, page: SheetPage, shown: EntryRow, history: people_selectors.History | None = None
) -> components.Detail:
    """Return the details of a row. `history`: of a changed entry. No query."""
    entry = shown.entry
    stands, is_table = shown.line is not None, isinstance(shown.facts, Table)
    row = str(entry.uuid) if sheet_context.writes else ""
    return components.Detail(
        reckoning=explain_row(shown, page.names),
        remarks=list_remarks(shown, page.names, history),
        edit=row if stands and not is_table else "",
        seats=sheet_context.address("amend_entry", uuid=entry.uuid) if row and stands and is_table else "",
        strike=row if stands else "",
        insert=row if stands and not isinstance(shown.facts, Sums) else "",
        restore=row if not stands else "",
    )


@require_safe
@sheet_access.to_read
def show_sheet(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Show the sheet.

    Without scripts it can be read, and rows can be expanded (`?open=UUID`) and struck; the form needs one.
    """
    ways = _ways(sheet_context)

    def build() -> dict[str, Any]:
        page = sheets.sheet_page(sheet_context.sheet, writers=False)
        return whole_context(request, sheet_context, page, _unfolded(request, sheet_context)) | {
            "title": SimpleLazyObject(partial(_title, sheet_context)),
            "ways": ways,
            "hands_in": _link_to_hand_in(sheet_context, page),
            "games_in_list": page.games_in_list,
            "ended": format_end(page),
            "other_day": operations.ask_on_other_day(sheet_context)
            if sheet_context.sheet.evening.is_of_earlier_day
            else "",
        }

    response = render_cached(
        request,
        "evenings/show_sheet.html",
        build,
        version=get_play_version(sheet_context.sheet.evening.club),
        reader=f"{_right(sheet_context)} {evening.is_oldest_first(request)} {[way.url for way in ways]}",
        own={"drafts": sheet_context.drafts, "follow_url": _follow_url(sheet_context), **_people(sheet_context)},
        browser_keeps=True,
    )
    response.headers[KEEP] = sheet_context.drafts  # a phone may save this page for use without a network
    if sheet_context.by is None and request.user.is_authenticated:
        response.headers[HOLDER] = str(request.user.pk)
    evening.remember_order(request, response)
    return response


def _ways(sheet_context: SheetContext) -> list[NavLink]:
    """Return the links to pages of later apps, for members."""
    return (
        collect_pieces(hooks.sheet_links, sheet_context.at.membership, sheet_context.sheet)
        if sheet_context.at.membership
        else []
    )


def _link_to_hand_in(sheet_context: SheetContext, page: SheetPage) -> NavLink | None:
    """Return the link to hand in a full list; None where games beyond it also count.

    One query where the list has an end.
    """
    if not sheet_context.writes or page.games_in_list is None:
        return None
    return next(iter(collect_pieces(hooks.hand_in_links, sheet_context.sheet)), None)


def _right(sheet_context: SheetContext) -> str:
    """Return everything on the page that depends on its reader."""
    me = sheet_context.at.membership
    return f"{sheet_context.at.may_write} {f'{me.may_score} {me.may(Right.OWN)}' if me else 'pen'}"


def _may_change_rules(sheet_context: SheetContext) -> bool:
    """Return whether the reader may change the rules of the club, which this sheet follows. One query for owners."""
    me = sheet_context.at.membership
    if me is None or not me.may(Right.OWN) or sheet_context.is_moving:
        return False
    return not is_unusual(sheet_context.sheet.evening)


def whole_context(
    request: Request,
    sheet_context: SheetContext,
    page: SheetPage,
    unfolded: dict[UUID, components.Detail] | None = None,
) -> dict[str, Any]:
    """Return the context of the page except its title: the sheet, and for writers the form of the next game.

    Writers cost one query.
    """
    context = operations.build_page_context(request, sheet_context, page, unfolded, writer=sheet_context.writes)
    paper = SimpleLazyObject(partial(_rules_on_paper, sheet_context.sheet.evening, page.rules))
    context |= {"oldest_first": evening.is_oldest_first(request), "paper": paper, **_urls(sheet_context)}
    if sheet_context.writes:
        context |= {
            "form": SimpleLazyObject(partial(entry_form, page)),
            "words": partial(script_words, page.rules),  # called once for the same rules
            "hidden": HIDDEN,
        }
    return context


def _rules_on_paper(evening: Evening, rules: Rules) -> list[Term]:
    """Return the rules as copied onto this sheet, what differs from the nearest preset, and the evening's stake."""
    stake = render_to_string("evenings/_stake.html", {"evening": evening}).strip()
    preset = PRESETS[find_nearest_preset(rules)]
    return write_paper(rules, preset.rules, [f"{stake}."] if stake else [])


def _urls(sheet_context: SheetContext) -> dict[str, str]:
    return {
        "chart_url": sheet_context.address("show_chart"),
        "large_url": sheet_context.address("show_large"),
        "kit_url": sheet_context.address("show_kit"),
        "ops_url": sheet_context.address("send_ops"),
    }


def _follow_url(sheet_context: SheetContext) -> str:
    """Return the URL that is asked for news; it names a signed-in reader, so that the light check can answer."""
    url = sheet_context.address("follow_sheet")
    return url if sheet_context.by is None or sheet_context.by.is_visitor else f"{url}?reader={sheet_context.by.pk}"


def _people(sheet_context: SheetContext) -> dict[str, str]:
    """Return the state of the club's people on the page, and the people waiting for this owner.

    One query, for a scorer none. The result is empty for a scoring link.
    """
    me, club = sheet_context.at.membership, sheet_context.sheet.evening.club
    if me is None or sheet_context.by is None:
        return {}
    claims = claims_waiting(club) if me.may(Right.OWN) else []
    is_player = not me.may_score and find_player(club, sheet_context.by) is not None
    told = format_people(me.may(Right.OWN), me.may_score, sum(claim.pk for claim in claims), is_player)
    return {"people": f"{'w' if sheet_context.writes else 'r'}{told}", "asks": _asks(claims)}


def _asks(claims: list[Claim]) -> str:
    if len(claims) > 1:
        return _("%(number)s wait to be confirmed") % {"number": len(claims)}
    return "".join(_("%(name)s waits to be confirmed") % {"name": claim.membership.account} for claim in claims)


def _title(sheet_context: SheetContext) -> str:
    return get_title(sheet_context.sheet, is_alone=evenings.has_one_sheet(sheet_context.sheet.evening))


def _unfolded(request: UserRequest, sheet_context: SheetContext) -> dict[UUID, components.Detail]:
    """Return the row that the URL asks for, if it exists."""
    try:
        uuid = UUID(request.GET.get("open", ""))
    except ValueError:
        return {}
    detail = render_detail(sheet_context, uuid)
    return {uuid: detail} if detail else {}


@require_safe
@sheet_access.to_read
def follow_sheet(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Answer the constant polling of every phone: 204 while neither `version` nor `people` has changed.

    Answer 205 on a reader's page, if the reader may write by now.
    """
    seen = request.GET.get("people", "")
    people = _people(sheet_context) if seen else {}
    if seen.startswith("r") and sheet_context.writes:
        return HttpResponse(status=HTTPStatus.RESET_CONTENT)
    if request.GET.get("version") == str(sheet_context.sheet.version) and people.get("people", seen) == seen:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return operations.answer_news(request, sheet_context, people)


@require_safe
@sheet_access.to_read
def show_large(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Show totals to be read across the table. The page updates like the sheet, and the screen stays awake."""
    page: SheetPage = sheets.sheet_page(sheet_context.sheet, writers=False)
    context = operations.build_page_context(request, sheet_context, page) | _urls(sheet_context)
    context |= {
        "title": _title(sheet_context),
        "back": sheet_context.address("show_sheet"),
        "follow_url": _follow_url(sheet_context),
    }
    context["ended"] = format_end(page)
    return render(request, "evenings/show_large.html", context)
