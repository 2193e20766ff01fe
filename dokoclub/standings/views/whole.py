"""Pages of the league, which are a piece (`printed`) that changes with every game, and little around it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.clubs.views.printed import show_to_member
from dokoclub.look.printed import Context, print_piece
from dokoclub.standings.access import AtLeague


def show_whole(request: UserRequest, template: str, build: Callable[[], Context], at: AtLeague) -> HttpResponse:
    """What stands around the piece rests on the people of the club, and on whether there is a chart (`has_chart`)."""

    def whole() -> Context:
        context = build()
        return {**context, "printed": print_piece(context["printed"])}

    def around(context: Context) -> str:
        return f"{stamp_of_people(at.club)} {context.get('has_chart')}"

    return show_to_member(request, template, whole, at.me, around=around)
