"""The header of every club page: where the reader is, on the page itself or in the part it belongs to."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from dokoclub.evenings.models import Sheet
from tests.cast import Cast
from tests.evenings import papers

CURRENT = re.compile(r'<a\s+href="[^"]*"[^>]*aria-current="(page|true)"[^>]*>.*?<span>(.*?)</span>', re.DOTALL)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


def lit(client: Client, address: str) -> list[tuple[str, str]]:
    page = client.get(address, follow=True).content.decode()
    head = page[page.index('<header class="top">') : page.index("</header>")]
    return CURRENT.findall(head)


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/clubs/{club}/", ("page", "Club")),
        ("/clubs/{club}/settings/", ("true", "Club")),
        ("/clubs/{club}/files/", ("true", "Club")),
        ("/clubs/{club}/evenings/", ("page", "Abende")),
        ("/clubs/{club}/evenings/new/", ("true", "Abende")),
        ("/evenings/{evening}/", ("true", "Abende")),
        ("/evenings/{evening}/files/", ("true", "Abende")),  # of another app, in a section of this one
        ("/sheets/{sheet}/paper/", ("true", "Abende")),
        ("/evenings/{evening}/screen/", ("true", "Abende")),
        ("/clubs/{club}/screen/", ("true", "Tabelle")),
        ("/clubs/{club}/paper/all/", ("true", "Tabelle")),
        ("/clubs/{club}/paper/", ("true", "Club")),
        ("/evenings/{evening}/settlement/", ("true", "Geld")),
        ("/clubs/{club}/money/", ("page", "Geld")),
        ("/clubs/{club}/cash-box/", ("true", "Geld")),
        ("/clubs/{club}/table/", ("true", "Tabelle")),  # links on to the month
        ("/clubs/{club}/statistics/", ("true", "Tabelle")),
        ("/clubs/{club}/players/", ("page", "Spieler")),
        ("/clubs/{club}/players/new/", ("true", "Spieler")),
        ("/clubs/{club}/players/{player}/merge/", ("true", "Spieler")),
        ("/clubs/{club}/rules/", ("page", "Regeln")),
        ("/clubs/{club}/rules/edit/", ("true", "Regeln")),
    ],
)
def test_one_way_says_where_one_is(
    anna: Client, cast: Cast, sheet: Sheet, address: str, where: tuple[str, str]
) -> None:
    ids = {"club": cast.club.pk, "evening": sheet.evening_id, "sheet": sheet.pk, "player": cast.players["Dora"].pk}
    assert lit(anna, address.format(**ids)) == [where]


@pytest.mark.parametrize(
    ("address", "suit"),
    [
        ("/clubs/{club}/", "club"),
        ("/clubs/{club}/evenings/", "spade"),
        ("/evenings/{evening}/", "spade"),
        ("/clubs/{club}/hall-of-fame/", "heart"),
        ("/clubs/{club}/money/", "diamond"),
        ("/clubs/{club}/dates/", "club"),
        ("/clubs/{club}/players/", "club"),  # one of the club's own pages
    ],
)
def test_the_suit_in_the_margin_is_that_of_the_lit_section(
    anna: Client, cast: Cast, sheet: Sheet, address: str, suit: str
) -> None:
    page = anna.get(address.format(club=cast.club.pk, evening=sheet.evening_id)).content.decode()
    title = page[page.index('<div class="title">') :]
    red = " red-suit" if suit in ("heart", "diamond") else ""
    assert title.split(">", 1)[1].strip().startswith(f'<span class="mark{red}" aria-hidden="true"><svg')
    assert f'href="#{suit}"' in title[:200]
