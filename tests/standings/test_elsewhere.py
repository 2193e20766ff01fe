"""/l/…/league.json, league.csv and embed/: the table for programs and inside foreign pages, and the right to show
it.
"""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.evenings.services.evenings import change_style, revoke_secret_link
from dokoclub.standings.models import League
from dokoclub.standings.models.league import get_origin, is_origin
from dokoclub.standings.services import league as league_services
from scoring.league.standings import Standing
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.house.arrows import ROOT
from tests.standings.papers import change, league, results
from tests.standings.test_closing import close

DAY = date(2025, 12, 12)
SITE = "https://www.example.org"
ALL = ("league.json", "league.csv", "embed/")


@pytest.fixture
def url(cast: Cast) -> str:
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Anna Musterfrau")
    results(cast, DAY, {"Anna": 10, "Ben": -10})
    return f"/l/{league_services.make_league_link(cast.club, by=cast.anna).token}/"


def document(url: str, period: str = "") -> Any:
    response = Client().get(f"{url}{period}league.json")
    assert response.headers["Content-Type"] == "application/json"
    return json.loads(response.content)


# --- For programs -----------------------------------------------------------------------------------------------------


def test_json_is_what_is_documented(url: str) -> None:
    found = document(url)
    rows = found.pop("rows")
    assert found == {
        "format": "dokoclub-league",
        "version": 1,
        "club": "Linde",
        "period": {"key": "2025-12", "name": "Dezember 2025", "first": "2025-12-01", "last": "2025-12-31"},
        "closed": None,
        "provisional": False,
        "evenings": 1,
        "required": 0,
        "ranked_by": "points",
        "columns": [
            {"key": "evenings", "title": "Abende", "kind": "count"},
            {"key": "games", "title": "Spiele", "kind": "count"},
            {"key": "mean_game", "title": "Schnitt pro Spiel", "kind": "mean"},
            {"key": "points", "title": "Punkte", "kind": "points"},
        ],
    }
    values = {"evenings": 1, "games": 4, "mean_game": 2.5, "points": 10}
    first = {"rank": 1, "name": "Anna", "guest": False, "standing": "ranked", "missing": 0, "values": values}
    assert rows[0] == first
    assert [row["name"] for row in rows] == ["Anna", "Ben"]
    assert rows[1]["values"]["points"] == -10


def test_every_key_is_documented(url: str) -> None:
    text = (ROOT / "docs" / "elsewhere.md").read_text(encoding="utf-8")
    found = document(url)
    keys = {*found, *found["period"], *found["columns"][0], *found["rows"][0]}
    assert {key for key in keys if f"`{key}`" not in text and f'"{key}"' not in text} == set()
    assert {word for word in Standing if f"`{word}`" not in text} == set()
    assert f"`league.json`, version {found['version']}" in text


def test_other_times(url: str) -> None:
    assert document(url, "2025/")["period"]["key"] == "2025"
    assert document(url, "2024/")["rows"] == []
    of_all = document(url, "all/")
    assert of_all["period"] == {"key": "all", "name": "Gesamt", "first": None, "last": None}
    assert len(of_all["rows"]) == 2


def test_a_closed_month_says_what_was_kept(cast: Cast, url: str) -> None:
    close(cast, "2025-12")
    change(cast.club.evenings.get(), cast.players["Anna"], 99)
    found = document(url)
    assert (found["closed"], found["rows"][0]["values"]["points"]) == (1, 10)


def test_names_are_those_of_the_page(cast: Cast, url: str) -> None:
    assert "Musterfrau" not in Client().get(f"{url}league.csv").content.decode()
    change_style(cast.club, ranked_by="scores", large="total", full_names=True)
    assert document(url)["rows"][0]["name"] == "Anna Musterfrau"


def test_csv_for_a_spreadsheet(cast: Cast, url: str) -> None:
    Player.objects.filter(pk=cast.players["Ben"].pk).update(name="=1+1", short_name="=1+1")
    response = Client().get(f"{url}league.csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="linde-2025-12.csv"'
    assert response.content.decode() == (
        "\ufeffPlatz;Name;Abende;Spiele;Schnitt pro Spiel;Punkte\r\n1;Anna;1;4;2,5;10\r\n2;'=1+1;1;4;-2,5;-10\r\n"
    )
    english = Client(headers={"Accept-Language": "en"}).get(f"{url}league.csv").content.decode()
    assert "Rank;Name;Evenings" in english
    assert "1;Anna;1;4;2.5;10" in english


@pytest.mark.parametrize("what", ALL)
def test_the_link_says_everything(cast: Cast, url: str, what: str) -> None:
    """Revoked it opens nothing; it is not stored anywhere, not by search engines or caches, and no cookie comes or
    goes.
    """
    response = Client().get(url + what)
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in response.headers["Cache-Control"]
    assert not response.cookies
    anna = phone(cast, "Anna")
    anna.get("/")  # her session was used today already; in a foreign frame her browser does not even send it
    signed_in = anna.get(url + what)
    assert not signed_in.cookies
    assert sorted(signed_in.content.splitlines()) == sorted(response.content.splitlines())
    assert Client().post(url + what).status_code == 405
    revoke_secret_link(cast.club.league_links.get())
    assert Client().get(url + what).status_code == 404
    assert "Musterfrau" not in Client().get("/l/abc/" + what).content.decode()


@pytest.mark.parametrize("what", ALL)
def test_more_evenings_cost_no_more(
    cast: Cast, url: str, what: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for month in (9, 10, 11):
        results(cast, date(2025, month, 3), {"Anna": 10, "Ben": -10})
    with django_assert_num_queries(7):  # link, last evening, season, results, people, closed months, style
        Client().get(url + what)


# --- Inside a page ----------------------------------------------------------------------------------------------------


def policy(response: Any) -> str:
    found = re.search(r"frame-ancestors ([^;]*)", response.headers["Content-Security-Policy"])
    assert found is not None
    return found[1].strip()


def test_no_page_shows_it_until_the_club_chose_one(cast: Cast, url: str) -> None:
    response = Client().get(f"{url}embed/")
    assert policy(response) == "'none'"
    assert response.headers["X-Frame-Options"] == "DENY"

    league_services.choose_frames(cast.club, [SITE, "https://verein.example.org:8443"])
    response = Client().get(f"{url}embed/")
    assert policy(response) == f"{SITE} https://verein.example.org:8443"
    assert "X-Frame-Options" not in response.headers
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    for other in (url, league(cast), f"{url}league.json"):
        assert policy(phone(cast, "Anna").get(other)) == "'none'"


def test_it_is_the_table_and_nothing_to_press(url: str) -> None:
    response = Client().get(f"{url}2025/embed/")
    assert "Linde · 2025 1 Abend" in seen(response)
    assert "1 Anna 1 4 +2,50 +10" in seen(response)
    html = response.content.decode()
    assert not re.search("<script|<form|<button|csrf", html)
    assert re.findall(r'<a [^>]*href="([^"]*)"', html) == [f"{url}2025/"]
    assert "In dieser Zeit kein Spiel" in seen(Client().get(f"{url}2024/embed/"))


def test_scripts_of_chosen_pages_may_read_it(cast: Cast, url: str) -> None:
    asking = Client(headers={"Origin": SITE})
    assert "Access-Control-Allow-Origin" not in asking.get(f"{url}league.json").headers
    league_services.choose_frames(cast.club, [SITE])
    answer = asking.get(f"{url}league.json")
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    other = Client(headers={"Origin": "https://evil.example.org"}).get(f"{url}league.json")
    assert "Access-Control-Allow-Origin" not in other.headers


# --- The right to choose ----------------------------------------------------------------------------------------------


def form(cast: Cast, text: str) -> Any:
    return phone(cast, "Anna").post(reverse("standings:choose_frames", args=[cast.club.pk]), {"origins": text})


def test_addresses_are_taken_as_people_copy_them(cast: Cast) -> None:
    answer = form(cast, "https://www.example.org/doko/tabelle?id=7#oben\n\n HTTPS://Müller-Verein.example.org:443/ \n")
    assert answer.status_code == 302
    origins = [SITE, "https://xn--mller-verein-dlb.example.org"]
    assert League.objects.get(club=cast.club).framed_by == origins
    page = phone(cast, "Anna").get(reverse("standings:choose_frames", args=[cast.club.pk]))
    assert "\n".join(origins) in page.content.decode()
    form(cast, "")
    assert League.objects.get(club=cast.club).framed_by == []


def test_six_pages_are_too_many_and_twice_is_once(cast: Cast) -> None:
    sites = [f"https://s{number}.example.org" for number in range(6)]
    answer = form(cast, "\n".join(sites))
    assert answer.status_code == 422
    assert "Höchstens fünf Seiten können die Tabelle zeigen." in seen(answer)
    assert form(cast, "\n".join([*sites[:5], sites[0] + "/noch/einmal"])).status_code == 302
    assert League.objects.get(club=cast.club).framed_by == sites[:5]


WRONG = [
    "http://www.example.org",
    "www.example.org",
    "https://",
    "https://localhost",
    "https://*.example.org",
    "https://anna:geheim@www.example.org",
    "https://www.example.org:99999",
    "https://www.example.org:0",
    "https://-.example.org",
    "https://a..example.org",
    "https://[::1]",
    "javascript:alert(1)",
    "https://example.org; script-src *",
    "https://example.org, https://other.example.org",
    "https://" + "a" * 64 + ".example.org",
    "https://" + ".".join(["abcdefgh"] * 40),
    "'self'",
    "*",
]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_page_by_https_is_refused(cast: Cast, text: str) -> None:
    answer = form(cast, f"{SITE}\n{text}")
    assert answer.status_code == 422
    assert "Gib eine Adresse mit https:// ein." in seen(answer)
    assert not League.objects.filter(club=cast.club).exclude(framed_by=[]).exists()


@pytest.mark.parametrize("text", [*WRONG, SITE + "/", SITE + ":443", SITE.upper(), SITE + "\n"])
def test_only_origins_as_they_are_kept_are_origins(text: str) -> None:
    assert not is_origin(text)


def test_an_origin_is_that_of_its_address() -> None:
    assert get_origin(f" {SITE}/a/b ") == SITE
    assert is_origin(f"{SITE}:8443")
    assert get_origin(f"{SITE}:8443/") == f"{SITE}:8443"


def test_the_link_names_its_addresses(cast: Cast, url: str) -> None:
    link = cast.club.league_links.get()
    page = seen(phone(cast, "Anna").get(reverse("standings:show_league_link", args=[cast.club.pk, link.pk])))
    for what in ALL:
        assert url + what in page
