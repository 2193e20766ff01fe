"""How the sheet answers a script: pieces of the page to be exchanged, what is wrong by field, or a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from dokoclub.clubs.models import Club
from dokoclub.clubs.words.games import short_extra_name
from dokoclub.evenings import selectors, services
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.services.ops import Newcomer
from dokoclub.evenings.shown.coming import coming_game, tell_clock, tell_status
from dokoclub.evenings.shown.kit import tell_writer
from dokoclub.evenings.shown.sheet import print_sheet as on_paper
from dokoclub.evenings.views.doors import Door
from dokoclub.evenings.views.order import is_oldest_first
from dokoclub.look import parts
from dokoclub.look.http import Request
from scoring.terms import Problem

# Where the problem of another row is, which a change would spoil (services.Impossible).
OTHER_GAME: Final = re.compile(r"rows\[(\d+)\]")
# Where the problem of somebody new at the table is.
A_GUEST: Final = re.compile(r"guests\[(\d+)\]")
# Where the problem of a single extra is.
AN_EXTRA: Final = re.compile(r"\bextras\.(?:re|kontra)\.(\w+)$")


def sheet_context(
    request: Request,
    door: Door,
    page: SheetPage,
    unfolded: dict[UUID, parts.Detail] | None = None,
    *,
    writer: bool = False,
) -> dict[str, Any]:
    """What every piece of the page needs; `writer`: of the last game too, which costs a query."""
    return {
        **tell_status(page),
        "door": door,
        "sheet": on_paper(page, door.address.row, oldest_first=is_oldest_first(request), unfolded=unfolded),
        "coming": {**coming_game(page.folded, page.names), "last": last_game(page) if writer else None},
        "time": tell_clock(page.folded),
        "seats_url": door.address("change_seats"),
    }


def answer_news(request: Request, door: Door, people: Mapping[str, str]) -> HttpResponse:
    """The sheet and the game to come, as pieces with the ids of what they replace; `people`: who waits for an owner."""
    page = selectors.sheet_page(door.sheet, writers=False)
    context = sheet_context(request, door, page, writer=door.writes)
    return render(request, "evenings/_news.html", {**context, **people})


def last_game(page: SheetPage) -> tuple[int, str, str] | None:
    """Number, writer and uuid, for whoever has begun to write the same game, or has written it himself. One query."""
    entry = selectors.last_game(page)
    return (entry.number, tell_writer(entry.written_by), str(entry.uuid)) if entry and entry.number else None


def tell_problems(problems: Iterable[Problem], own: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"field": problem.field, "text": describe_problem(problem, own)} for problem in problems]


def tell_guests(problems: list[dict[str, Any]], club: Club, guests: Sequence[Newcomer]) -> list[dict[str, Any]]:
    """With `same`, id and name of who is called like a guest: perhaps it is the same person. Two queries for each."""
    for problem in problems:
        number = A_GUEST.match(problem["field"])
        player = services.find_namesake(club, guests[int(number[1])].name) if number else None
        if player is not None:
            problem["same"] = [str(player.pk), player.name]
    return problems


def describe_problem(problem: Problem, own: Mapping[str, str]) -> str:
    """In the reader's language; of an extra with its name, of another game than the one at hand with its number."""
    text = gettext(problem.problem).format(**problem.values)
    if extra := AN_EXTRA.search(problem.field):
        key = extra[1]
        text = gettext("%(extra)s: %(problem)s") % {"extra": short_extra_name(key, own), "problem": text}
    other = OTHER_GAME.match(problem.field)
    return gettext("Game %(number)s: %(problem)s") % {"number": other[1], "problem": text} if other else text
