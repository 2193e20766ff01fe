"""/l/…/: the secret link to the league, without an account, until it is revoked; and the right to make it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.evenings.services.evenings import change_style, make_secret_link, revoke_secret_link
from dokoclub.standings.models import LeagueLink
from dokoclub.standings.services import league as league_services
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.markup import markup
from tests.standings.papers import change, league, results, season
from tests.standings.test_closing import close

DAY = date(2025, 12, 12)


@pytest.fixture
def url(cast: Cast) -> str:
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Anna Musterfrau")
    results(cast, DAY, {"Anna": 10, "Ben": -10})
    link = league_services.make_league_link(cast.club, by=cast.anna)
    return f"/l/{link.token}/"


def test_it_shows_the_tables_with_short_names(url: str) -> None:
    page = seen(Client().get(url))
    assert "Linde Tabelle Zeitraum: Dezember 2025 November 2025 Januar 2026 Monat Quartal Jahr Gesamt" in page
    assert "1 Anna 1 4 +2,50 +10" in page
    assert "Musterfrau" not in page
    assert "1 Anna" in seen(Client().get(f"{url}2025/"))
    assert "In dieser Zeit kein Spiel" in seen(Client().get(f"{url}2024/"))


def test_how_the_table_comes_about_unfolds_below_it(url: str) -> None:
    folded = markup(Client().get(url)).partition("<summary>So wird gewertet</summary>")[2]
    assert "Gewertet nach" in folded.partition("</details>")[0]


def test_full_names_where_the_club_wants_them(cast: Cast, url: str) -> None:
    change_style(cast.club, ranked_by="scores", large="total", full_names=True)
    assert "Anna Musterfrau" in seen(Client().get(url))


def test_it_leads_to_other_times_and_nowhere_else(cast: Cast, url: str) -> None:
    season(cast, date(2025, 1, 1), date(2025, 12, 31), "Saison 25")
    content = Client().get(url).content.decode()
    links = re.findall(r'<a [^>]*href="([^"]*)"', content)
    assert all(link.startswith(url) or link == "#main" for link in links), links
    assert len(links) == 8
    assert "<form" not in content
    for link in links[1:]:
        assert Client().get(link).status_code == 200, link


def test_a_closed_month_is_shown_as_it_was_kept(cast: Cast, url: str) -> None:
    close(cast, "2025-12")
    change(cast.club.evenings.get(), cast.players["Anna"], 99)
    page = seen(Client().get(url))
    assert "1 Abend abgeschlossen" in page
    below = page.partition("+10")[2]
    assert "Die Tabelle bleibt wie abgeschlossen, trotz späterer Änderungen in diesem Monat." in below, (
        "no alarm above: nobody here can do anything"
    )
    assert "1 Anna 1 4 +2,50 +10" in page


def test_nobody_finds_keeps_or_passes_on_its_address(url: str) -> None:
    for response in (Client().get(url), Client().get("/l/1-abc/")):
        assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response.headers["Cache-Control"]
        assert '<meta name="robots" content="noindex, nofollow">' in response.content.decode()


def test_what_opens_nothing_says_the_same(cast: Cast, url: str) -> None:
    evening = cast.club.evenings.get()
    others = [
        url[:-2] + ("A" if url[-2] != "A" else "B") + "/",
        f"/l/{make_secret_link(evening, by=cast.ben).token}/",
        "/l/999999999999999999999-a/",
    ]
    unknown = Client().get("/l/987654-abc/")
    for other in others:
        response = Client().get(other)
        assert (response.status_code, seen(response)) == (404, seen(unknown)), other
    assert Client().get(f"{url}season-987654/").status_code == 404  # the link works, but there is no such season
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    assert Client().get(url).status_code == 404


def test_who_tries_wrong_ones_too_often_has_to_wait(url: str, settings: Settings) -> None:
    settings.UNKNOWN_TOKENS = {"secret_link": 2}
    client = Client()
    assert [client.get("/l/1-invented/").status_code for _ in range(3)] == [404, 404, 429]
    assert client.get(url).status_code == 200


def test_it_is_made_once_shown_and_revoked(cast: Cast) -> None:
    anna = phone(cast, "Anna")
    assert "bis auf Widerruf" in seen(anna.get(league(cast, "league/links/")))
    places = {anna.post(league(cast, "league/links/")).headers["Location"] for _ in range(2)}
    assert len(places) == LeagueLink.objects.count() == 1
    page = anna.get(places.pop())
    address = f"/l/{LeagueLink.objects.get().token}/"
    assert f"http://localhost:8000{address}" in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    assert Client().get(address).status_code == 200
    revoked = anna.post(league(cast, f"league/links/{LeagueLink.objects.get().pk}/revoke/"), follow=True)
    assert "Der Link gilt nicht mehr." in seen(revoked)
    assert Client().get(address).status_code == 404
    shown = anna.get(league(cast, f"league/links/{LeagueLink.objects.get().pk}/"))
    assert shown.headers["Location"] == league(cast, "league/links/")


def test_every_club_has_its_own(cast: Cast) -> None:
    other = league_services.make_league_link(cast.stranger.memberships.get().club, by=cast.stranger)
    one = league_services.make_league_link(cast.club, by=cast.anna)
    assert (one.club, one == other) == (cast.club, False)
    address = league(cast, f"league/links/{other.pk}/")
    assert phone(cast, "Anna").get(address).status_code == 404
    assert phone(cast, "Anna").post(f"{address}revoke/").status_code == 404
    other.refresh_from_db()
    assert other.is_open


@pytest.mark.parametrize("number", [1, 3])
def test_many_links_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(number):
        revoke_secret_link(league_services.make_league_link(cast.club, by=cast.anna))
    anna = phone(cast, "Anna")
    anna.get(league(cast, "league/links/"))
    with django_assert_num_queries(4):
        anna.get(league(cast, "league/links/"))
