"""The four places on every club page: which one is current, on its own page or on one that belongs to it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Sheet
from tests.cast import Cast
from tests.evenings import papers

CURRENT = re.compile(r'<a\s+href="[^"]*"[^>]*aria-current="(page|true)"[^>]*>.*?<span>(.*?)</span>', re.DOTALL)


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


def lit(client: Client, address: str) -> list[tuple[str, str]]:
    page = client.get(address, follow=True).content.decode()
    bar = page[page.index('class="places"') :]
    return CURRENT.findall(bar[: bar.index("</nav>")])


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("/clubs/{club}/", ("page", "Heute")),
        ("/clubs/{club}/about/", ("page", "Club")),
        ("/clubs/{club}/settings/", ("true", "Club")),
        ("/clubs/{club}/files/", ("true", "Club")),
        ("/clubs/{club}/evenings/", ("true", "Club")),
        ("/clubs/{club}/evenings/new/", ("true", "Heute")),
        ("/evenings/{evening}/", ("true", "Heute")),
        ("/evenings/{evening}/files/", ("true", "Heute")),  # of another app, in the place of this one
        ("/sheets/{sheet}/paper/", ("true", "Heute")),
        ("/evenings/{evening}/screen/", ("true", "Heute")),
        ("/clubs/{club}/screen/", ("true", "Tabelle")),
        ("/clubs/{club}/paper/all/", ("true", "Tabelle")),
        ("/clubs/{club}/paper/", ("true", "Club")),
        ("/evenings/{evening}/settlement/", ("true", "Geld")),
        ("/clubs/{club}/money/", ("page", "Geld")),
        ("/clubs/{club}/cash-box/", ("true", "Geld")),
        ("/clubs/{club}/table/", ("page", "Tabelle")),  # links on to the month
        ("/clubs/{club}/statistics/", ("page", "Tabelle")),
        ("/clubs/{club}/players/", ("true", "Club")),
        ("/clubs/{club}/players/new/", ("true", "Club")),
        ("/clubs/{club}/players/{player}/merge/", ("true", "Club")),
        ("/clubs/{club}/players/{player}/statistics/", ("true", "Club")),
        ("/clubs/{club}/money/players/{player}/", ("true", "Club")),
        ("/account/", ("true", "Club")),
        ("/clubs/{club}/rules/", ("true", "Club")),
        ("/clubs/{club}/rules/edit/", ("true", "Club")),
    ],
)
def test_one_place_is_current(anna: Client, cast: Cast, sheet: Sheet, address: str, where: tuple[str, str]) -> None:
    ids = {"club": cast.club.pk, "evening": sheet.evening_id, "sheet": sheet.pk, "player": cast.players["Dora"].pk}
    assert lit(anna, address.format(**ids)) == [where]


@pytest.mark.parametrize(
    ("address", "suit"),
    [
        ("/clubs/{club}/about/", "club"),
        ("/clubs/{club}/evenings/", "club"),
        ("/evenings/{evening}/", "spade"),
        ("/clubs/{club}/hall-of-fame/", "heart"),
        ("/clubs/{club}/money/", "diamond"),
        ("/clubs/{club}/dates/", "club"),
        ("/clubs/{club}/players/", "club"),  # one of the club's own pages
    ],
)
def test_the_suit_in_the_margin_is_that_of_the_current_place(
    anna: Client, cast: Cast, sheet: Sheet, address: str, suit: str
) -> None:
    page = anna.get(address.format(club=cast.club.pk, evening=sheet.evening_id)).content.decode()
    title = page[page.index('<div class="title">') :]
    assert title.split(">", 1)[1].strip().startswith('<span class="mark" aria-hidden="true"><svg')
    assert f'href="#{suit}"' in title[:200]


@pytest.mark.parametrize(
    ("address", "back"),
    [
        ("/clubs/{club}/", '"/clubs/{club}/about/"'),
        ("/clubs/{club}/about/", '"/"'),
        ("/clubs/{club}/table/", '"/clubs/{club}/about/"'),
        ("/clubs/{club}/rules/", '"/clubs/{club}/about/"'),
        ("/evenings/{evening}/", '"/clubs/{club}/"'),
    ],
)
def test_the_head_leads_back(anna: Client, cast: Cast, sheet: Sheet, address: str, back: str) -> None:
    """A place leads to the club, the club to all clubs, and any other page to the place that it belongs to."""
    ids = {"club": cast.club.pk, "evening": sheet.evening_id}
    page = anna.get(address.format(**ids), follow=True).content.decode()
    head = page[page.index('<header class="head">') :]
    assert re.findall(r'<a class="(?:of-club|back)" href=("[^"]*")', head)[0] == back.format(**ids)


def test_the_places_follow_the_page(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/").content.decode()
    assert page.index("<main") < page.index("</main>") < page.index('class="places"')


@pytest.mark.parametrize("address", ["/sheets/{sheet}/", "/sheets/{sheet}/large/", "/"])
def test_other_pages_have_no_places(anna: Client, cast: Cast, sheet: Sheet, address: str) -> None:
    Club.objects.create(name="Ahorn").memberships.create(account=cast.anna)
    page = anna.get(address.format(sheet=sheet.pk))
    assert page.status_code == 200
    assert 'class="places"' not in page.content.decode()


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/clubs/{club}/players/", "Club"),
        ("/clubs/{club}/players/{player}/statistics/", "Spieler"),
        ("/clubs/{club}/money/players/{player}/", "Spieler"),
        ("/clubs/{club}/players/{player}/", "Spieler"),
        ("/clubs/{club}/rules/edit/", "Regeln"),
        ("/clubs/{club}/rules/edit/preset/", "Regeln ändern"),
        ("/clubs/{club}/invitations/", "Zugänge"),
        ("/clubs/{club}/edit/", "Verwalten"),
    ],
)
def test_the_way_back_leads_one_page_up(anna: Client, cast: Cast, address: str, above: str) -> None:
    ids = {"club": cast.club.pk, "player": cast.players["Dora"].pk}
    page = anna.get(address.format(**ids), follow=True).content.decode()
    (back,) = re.findall(r'<a class="back" href="[^"]*">\s*<i[^>]*>‹</i><span>(.*?)</span>', page)
    assert back == above
