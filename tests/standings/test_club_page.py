"""The league's parts on the pages of the club, and in the data stored about a person."""

from __future__ import annotations

import re
from datetime import date

from dokoclub.standings.selectors.closings import stored_about, stored_about_player
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.standings.papers import correct, league, results, season
from tests.standings.test_closing import close

DAY = date(2025, 12, 12)


def test_heute_shows_ones_own_place_in_the_month(cast: Cast) -> None:
    assert "im Dezember" not in seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/"))
    results(cast, DAY, {"Anna": 10, "Ben": 5, "Cleo": -15})
    page = phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/")
    assert "3. im Dezember 2025 −15" in seen(page)
    assert f'href="{league(cast, "table/2025-12/")}"' in page.content.decode()
    assert "im Dezember" not in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))  # has not played
    bar = page.content.decode().partition("</main>")[2]
    assert re.search(rf'href="{league(cast)}"[^>]*>[^/]*(?:<svg.*?</svg>)?<span>Tabelle</span>', bar, re.DOTALL)


def test_the_settings_say_how_it_stands(cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/settings/"
    assert "Tabelle Summe der Punkte" in seen(phone(cast, "Anna").get(url))
    season(cast, date(2020, 1, 1), date(2090, 12, 31), "Lange Saison")
    assert "Lange Saison" in seen(phone(cast, "Anna").get(url))


def test_what_is_stored_is_told(cast: Cast) -> None:
    results(cast, DAY, {"Anna": 10, "Ben": -10})
    correct(cast, "Anna", 5, DAY, "Kuchen")
    close(cast, "2025-12")
    _, about = stored_about_player(cast.players["Anna"])
    assert [row["reason"] for row in about["corrections"]] == ["Kuchen"]
    assert [(row["rank"], row["points"]) for row in about["closed_months"]] == [(1, 15)]
    _, mine = stored_about(cast.anna)
    assert (len(mine["corrections_made"]), len(mine["months_closed"])) == (1, 1)
