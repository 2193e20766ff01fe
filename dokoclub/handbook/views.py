"""Views of the handbook in the reader's language, and of the sample evening. They never query the database."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from dokoclub.core.cache import get_etag, get_look
from dokoclub.handbook import presenters
from dokoclub.handbook.texts import CHAPTERS, PAGES


@require_safe
@login_not_required
def show_contents(request: HttpRequest) -> HttpResponseBase:
    language = presenters.find_language()
    chapters = [
        (chapter, [(presenters.get_address(name), presenters.find_title(name, language)) for name in chapter.pages])
        for chapter in CHAPTERS
    ]
    return _show(request, "contents", {"chapters": chapters, "sample": presenters.read_sample(language)})


@require_safe
@login_not_required
def show_page(request: HttpRequest, page: str) -> HttpResponseBase:
    if page not in PAGES:
        raise Http404
    language, place = presenters.find_language(), PAGES.index(page)
    around = {"before": PAGES[place - 1 : place], "after": PAGES[place + 1 : place + 2]}
    context = {
        name: [(presenters.get_address(one), presenters.find_title(one, language)) for one in some]
        for name, some in around.items()
    }
    (chapter,) = (chapter for chapter in CHAPTERS if page in chapter.pages)
    return _show(request, "page", context | {"page": presenters.read_page(page, language), "chapter": chapter})


@require_safe
@login_not_required
def show_sample(request: HttpRequest) -> HttpResponseBase:
    """Show the start of the sample evening: on a writable sheet, or step by step in pictures."""
    language = presenters.find_language()
    return _show(
        request, "sample", {"page": presenters.read_sample(language), "steps": presenters.read_steps(language)}
    )


@require_safe
@login_not_required
def show_step(request: HttpRequest, number: int) -> HttpResponseBase:
    language = presenters.find_language()
    steps = presenters.read_steps(language)
    if not 1 <= number <= len(steps):
        raise Http404
    context = {"page": presenters.read_sample(language), "step": steps[number - 1], "steps": steps}
    return _show(request, "step", context | {"last": len(steps), "before": number - 1, "after": number + 1})


def _show(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponseBase:
    """Render a page that the browser caches and revalidates; unchanged pages are not sent again."""
    context["language"] = presenters.find_language()
    response = render(request, f"handbook/{template}.html", context)
    response["ETag"] = get_etag(request, presenters.digest_pages(), get_look(request), str(request.user))
    response["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
