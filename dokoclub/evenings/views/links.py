"""Secret links to an evening: scorers create, show and revoke them, and everybody with one can read the evening.

The pages for a link are generic (`LinkPages`), so that other kinds of links can use them.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, NamedTuple, TypeAlias

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.access.throttling import limit_unknown
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.views.links import Link, handed_over
from dokoclub.core.http import PAGE_AND_FORM, Request
from dokoclub.evenings import access, hooks
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.models.link import ReadLink
from dokoclub.evenings.presenters.sheet import to_read
from dokoclub.evenings.selectors import evenings, starting
from dokoclub.evenings.selectors import sheets as sheets_selectors
from dokoclub.evenings.services import evenings as evenings_services
from dokoclub.evenings.services.evenings import revoke_secret_link
from dokoclub.evenings.texts import Names, full_names, short_names

View: TypeAlias = Callable[..., HttpResponseBase]


class LinkPages(NamedTuple):
    """The pages of one kind of link: title, templates, and URL names, whose first argument is `of`."""

    title: Promise
    list_template: str
    show_template: str
    list_links: str
    show_link: str
    revoke_link: str
    opened: str  # with the token as the only argument

    def hand_over(self, link: ReadLink) -> Link:
        """Return the link with its QR code, which can be shown any number of times."""
        return handed_over(reverse(self.opened, args=[link.token]))


def render_link_list(request: UserRequest, pages: LinkPages, of: int, context: dict[str, Any]) -> HttpResponse:
    """Render the list of links. `of`: the id of the object that the links open; `context` has `links` and `style`."""
    return render(request, pages.list_template, {**context, "pages": pages, "of": of})


def render_link(
    request: UserRequest, pages: LinkPages, of: int, link: ReadLink, context: dict[str, Any]
) -> HttpResponse:
    if not link.is_open:
        return redirect(pages.list_links, of)
    context = {**context, "pages": pages, "of": of, "secret": link, "link": pages.hand_over(link)}
    return render(request, pages.show_template, context)


def revoke_and_redirect(request: UserRequest, pages: LinkPages, of: int, link: ReadLink) -> HttpResponse:
    revoke_secret_link(link)
    messages.success(request, _("The link no longer works."))
    return redirect(pages.list_links, of)


PAGES: Final = LinkPages(
    gettext_lazy("Spectator link"),
    list_template="evenings/list_links.html",
    show_template="evenings/show_link.html",
    list_links="evenings:list_links",
    show_link="evenings:show_link",
    revoke_link="evenings:revoke_link",
    opened="evenings:show_by_link",
)


@require_http_methods(PAGE_AND_FORM)
def list_links(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    if request.method == "POST":
        link = evenings_services.make_secret_link(at.evening, by=request.user)
        return redirect("evenings:show_link", at.evening.pk, link.pk)
    links, style = evenings.list_links(at.evening.secret_links), starting.get_style(at.evening.club)
    return render_link_list(request, PAGES, evening_id, {**_of(at), "links": links, "style": style})


@require_safe
def show_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    link = access.get_link(at.evening.secret_links, link_id)
    parts = collect_pieces(hooks.link_parts, link, link.token)
    return render_link(request, PAGES, evening_id, link, {**_of(at), "parts": parts})


@require_POST
def revoke_link(request: UserRequest, evening_id: int, link_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    return revoke_and_redirect(request, PAGES, evening_id, access.get_link(at.evening.secret_links, link_id))


def _of(at: AtEvening) -> dict[str, Any]:
    return {"me": at.membership, "club": at.evening.club, "evening": at.evening}


def not_to_be_found(*, referrer: str) -> Callable[[View], View]:
    """Return a decorator for pages with a secret URL: not indexed, not cached, and not leaked to other sites.

    `referrer`: the policy. Forms need "same-origin": with "no-referrer" browsers send them without an origin, and they
    would be refused.
    """

    def of_view(view: View) -> View:
        @never_cache
        @wraps(view)
        def hidden(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
            response.headers["Referrer-Policy"] = referrer
            return response

        return hidden

    return of_view


def explain_no_link(view: View) -> View:
    """Decorate the view of a secret link: unknown, expired and revoked links get the same page.

    Anything else that is not found keeps the usual one.
    """

    @wraps(view)
    def explained(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except access.LinkNotFound:
            return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)

    return explained


def opened_by_link(
    methods: Sequence[str] = ("GET", "HEAD"), *, referrer: str = "no-referrer"
) -> Callable[[View], View]:
    """Return a decorator for pages that anybody with a secret link may open.

    `referrer`: the policy, as for `not_to_be_found`. Wrong links are counted, and explained.
    """

    def of_view(view: View) -> View:
        counted = limit_unknown("secret_link")(explain_no_link(view))
        return login_not_required(not_to_be_found(referrer=referrer)(require_http_methods(methods)(counted)))

    return of_view


@opened_by_link()
def show_by_link(request: Request, token: str) -> HttpResponse:
    """Show the current evening; with several tables the sheet of one of them, `?sheet=`."""
    evening = access.evening_by_link(token).evening
    stamp = evenings.get_version(evening)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    page = evenings.result_page(evening)
    sheet = _chosen(request, page)
    shown = sheets_selectors.sheet_page(sheet) if sheet else None
    names = _names(page, shown)
    context = {
        "evening": evening,
        "stamp": stamp,
        "page": page,
        "chosen": sheet,
        "sheet": to_read(shown, names) if shown else None,
        "names": names,
    }
    fragment = request.htmx
    return render(request, "evenings/_by_link.html" if fragment else "evenings/show_by_link.html", context)


def _chosen(request: Request, page: evenings.EveningPage) -> Sheet | None:
    sheets = [line.sheet for line in page.tables]
    wanted = request.GET.get("sheet", "")
    return next((sheet for sheet in sheets if str(sheet.pk) == wanted), sheets[0] if len(sheets) == 1 else None)


def _names(page: evenings.EveningPage, shown: sheets_selectors.SheetPage | None) -> Names:
    everybody = {place.player for place in page.ranking}
    everybody |= {player for line in page.tables for player in line.players}
    if shown is not None:
        everybody |= {column.player for column in shown.columns}
    return full_names(everybody) if page.style.full_names else short_names(everybody)
