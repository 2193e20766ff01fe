"""What is kept of a club rests on its stamps: every table that is read for it is watched, or told here why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dokoclub.clubs import hooks
from dokoclub.core import cache
from dokoclub.core import cache as of_pages
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings
from dokoclub.standings.views import statistics as of_ratings
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.standings.papers import correct, season

KEEP_PIECE: Final = cache.get_or_compute  # the tests patch it in the module that defines it, too
READ: Final = re.compile(r'(?:FROM|JOIN|INTO|UPDATE) "(\w+)"')
# Tables that are read for what is kept, and not watched.
NEED_NONE: Final = {
    "clubs_monthstamp": "it is a stamp itself",
    "evenings_posting": "written with the entries of its sheet, which are watched",
    "standings_tally": "counted from watched tables, and only read under their stamps",
}


def read_while_printed(cast: Cast, page: str, printed: ModuleType) -> set[str]:
    """The tables from which the kept pieces of that page are made."""
    read: set[str] = set()

    def keep(key: str, stamp: str, work: Callable[[], Any], **more: str) -> Any:
        assert stamp, "nothing of this club can be kept"
        with CaptureQueriesContext(connection) as queries:
            made = KEEP_PIECE(key, stamp, work, **more)
        read.update(table for query in queries.captured_queries for table in READ.findall(query["sql"]))
        return made

    with patch.object(printed, "get_or_compute", keep):
        assert phone(cast, "Dora").get(page).status_code == 200
    return read


def watched_as(*kinds: str) -> set[str]:
    return {watched.table for watched in hooks.watched if watched.kind in kinds}


@pytest.mark.parametrize(
    "page",
    [
        "table/{year}/",
        "table/{month}/",
        "table/all/",
        "table/season-{season}/",
        "statistics/{year}/",
        "statistics/season-{season}/",
        "statistics/all/matrix/",
        "players/{player}/statistics/all/",
        "rating/",
        "players/{player}/rating/",
    ],
)
def test_a_table_or_statistics(cast: Cast, page: str) -> None:
    today = date_of_play()
    papers.write(cast, papers.sheet(cast), papers.anna_ben(cast, 131))
    correct(cast, "Anna", 5, today.replace(day=1))
    of_year = season(cast, today.replace(month=1, day=1), today.replace(month=12, day=31))
    gaps = {"season": of_year.pk, "player": cast.players["Ben"].pk, "year": today.year, "month": f"{today:%Y-%m}"}

    with patch("scoring.rating.SURE_ENOUGH", -9.0):  # one game tells nothing of anybody
        module = of_ratings if "rating" in page else of_pages
        read = read_while_printed(cast, f"/clubs/{cast.club.pk}/{page.format(**gaps)}", module)

    assert read - watched_as("people", "play") <= NEED_NONE.keys()
    assert read & {"evenings_result", "evenings_entry"}


def test_the_page_of_a_sheet(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    read = read_while_printed(cast, f"/sheets/{sheet.pk}/", of_pages)
    assert read <= watched_as("people", "play")
    assert "evenings_entry" in read


@pytest.mark.parametrize(
    "page",
    [
        "/clubs/{club}/",
        "/clubs/{club}/evenings/",
        "/clubs/{club}/rules/",
        "/clubs/{club}/rules/1/",
        "/clubs/{club}/money/",
        "/clubs/{club}/money/players/{player}/",
        "/evenings/{open}/",
        "/evenings/{closed}/",
        "/evenings/{closed}/settlement/",
        "/clubs/{club}/statistics/all/",
        "/clubs/{club}/statistics/all/matrix/",
        "/clubs/{club}/players/{player}/statistics/all/",
    ],
)
def test_a_page_for_one_member(cast: Cast, page: str) -> None:
    played = papers.sheet(cast)
    papers.write(cast, played, papers.anna_ben(cast, 131))
    closed, opened = evenings.close_evening(played.evening, by=None), papers.sheet(cast).evening
    gaps = {"club": cast.club.pk, "player": cast.players["Ben"].pk, "open": opened.pk, "closed": closed.pk}
    read = read_while_printed(cast, page.format(**gaps), of_pages)
    assert read - watched_as("people", "play", "money") <= NEED_NONE.keys()
    assert read
