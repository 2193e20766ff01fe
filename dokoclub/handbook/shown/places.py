"""Which page of the handbook helps here? Told by the name of the address that is being read."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from dokoclub.handbook.shown.pages import find_language, find_title
from dokoclub.handbook.words import HELPING


class Help(NamedTuple):
    """`title`: of the page that it leads to; "" for the contents."""

    url: str
    title: str


def find_help(request: HttpRequest | None) -> Help:
    """No query. The contents, where no page is for this address, or there is no request at all."""
    match = getattr(request, "resolver_match", None)
    route = match.view_name if match else ""
    name = HELPING.get(route) or HELPING.get(route.partition(":")[0], "")
    if not name:
        return Help(reverse("handbook:show_contents"), "")
    return Help(reverse("handbook:show_page", args=[name]), find_title(name, find_language()))
