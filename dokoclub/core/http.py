"""How every page responds: one URL shows and receives a form, invalid input is 422, scripts get fragments.

Also indexing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, TypeVar, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

PAGE_AND_FORM: Final = ["GET", "HEAD", "POST"]
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_writing: ContextVar[bool] = ContextVar("writing", default=False)
_page: ContextVar[str] = ContextVar("page", default="")
PUBLIC: Final = frozenset({"clubs:show_home", "account_login", "evenings:try_out", "ui:show_robots"})
UNLISTED: Final = "noindex, nofollow"

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Request(HttpRequest):
    """A request as it reaches our views, for the type checker. `if request.htmx`: a script requests a fragment."""

    htmx: HtmxDetails


def sent_data(request: HttpRequest) -> QueryDict | None:
    """Return the data for a form: the submitted data, even if empty, or None when the page is only viewed."""
    return request.POST if request.method == "POST" else None


def answer_invalid(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render the same page again with the typed values and their errors, as 422."""
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def stands_on(page: str, *names: str) -> Callable[[View], View]:
    """Return a decorator for a view that receives a form of another page, and shows that page if the form is wrong.

    A reload of such an answer, or its typed address, leads to the page, and without access to what the page answers.
    `names`: the parts of the address that the page takes.
    """

    def of_view(view: View) -> View:
        @require_http_methods(PAGE_AND_FORM)
        @wraps(view)
        def answer(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST":
                return view(request, **kwargs)
            url = reverse(page, kwargs={name: kwargs[name] for name in names})
            found = resolve(url)
            shown = found.func(request, *found.args, **found.kwargs)
            return redirect(url) if shown.status_code == HTTPStatus.OK else shown

        return cast("View", answer)

    return of_view


def is_writing() -> bool:
    """Return whether the current request writes, judged by its method; False outside of a request."""
    return _writing.get()


def asked_page() -> str:
    """Return the URL name of the current request; empty outside of a request."""
    return _page.get()


def note_page(name: str) -> None:
    """Store the URL name of the current request, until `asked_by` ends."""
    _page.set(name)


@contextmanager
def asked_by(method: str | None) -> Iterator[None]:
    """Mark the current request as one with this method."""
    before = _writing.set(method not in READING)
    page_before = _page.set("")
    try:
        yield
    finally:
        _page.reset(page_before)
        _writing.reset(before)


class KeepUnlisted:
    """Middleware that keeps pages out of search engines by a header.

    Unlike a tag in the page, a header also covers files, drawings and responses to scripts.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not _is_public(request, response):
            response["X-Robots-Tag"] = UNLISTED
        return response


def _is_public(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether this is a public page as a stranger sees it.

    Signed-in people get another page at the same URL.
    """
    route = request.resolver_match.view_name if request.resolver_match else ""
    return response.status_code == 200 and route in PUBLIC and not request.user.is_authenticated


class Reused(Exception):  # a plain answer, not our error
    """The form was sent again with other content, or the uuid belongs to something else.

    The first write remains valid.
    """

    def __init__(self, uuid: UUID | None = None) -> None:
        super().__init__(uuid)
        self.uuid = uuid
