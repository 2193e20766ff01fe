"""The handbook in the reader's language, and an evening to click through. Nothing here asks the database."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from dokoclub.handbook.shown import pages
from dokoclub.handbook.words import CHAPTERS, PAGES
from dokoclub.look.printed import etag_of, look_of


@require_safe
@login_not_required
def show_contents(request: HttpRequest) -> HttpResponseBase:
    language = pages.find_language()
    chapters = [
        (chapter, [(pages.address_of(name), pages.find_title(name, language)) for name in chapter.pages])
        for chapter in CHAPTERS
    ]
    return _show(request, "contents", {"chapters": chapters, "sample": pages.read_sample(language)})


@require_safe
@login_not_required
def show_page(request: HttpRequest, page: str) -> HttpResponseBase:
    if page not in PAGES:
        raise Http404
    language, place = pages.find_language(), PAGES.index(page)
    around = {"before": PAGES[place - 1 : place], "after": PAGES[place + 1 : place + 2]}
    context = {
        name: [(pages.address_of(one), pages.find_title(one, language)) for one in some]
        for name, some in around.items()
    }
    (chapter,) = (chapter for chapter in CHAPTERS if page in chapter.pages)
    return _show(request, "page", context | {"page": pages.read_page(page, language), "chapter": chapter})


@require_safe
@login_not_required
def show_sample(request: HttpRequest) -> HttpResponseBase:
    """Where the evening to click through begins: on a sheet that can be written, or step by step in pictures."""
    language = pages.find_language()
    return _show(request, "sample", {"page": pages.read_sample(language), "steps": pages.read_steps(language)})


@require_safe
@login_not_required
def show_step(request: HttpRequest, number: int) -> HttpResponseBase:
    language = pages.find_language()
    steps = pages.read_steps(language)
    if not 1 <= number <= len(steps):
        raise Http404
    context = {"page": pages.read_sample(language), "step": steps[number - 1], "steps": steps}
    return _show(request, "step", context | {"last": len(steps), "before": number - 1, "after": number + 1})


def _show(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponseBase:
    """A browser keeps it and asks each time whether it has changed; to whom it says the same, it is not sent again."""
    context["language"] = pages.find_language()
    response = render(request, f"handbook/{template}.html", context)
    response["ETag"] = etag_of(request, pages.stamp_pages(), look_of(request), str(request.user))
    response["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
