"""What the league adds to the pages of the club, to what is stored about a person, and to the demo."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.management import call_command

from dokoclub.clubs.models import Club, Season
from dokoclub.evenings.models import Evening
from dokoclub.standings.models import Closing, Correction
from dokoclub.standings.selectors.corrections import stored_about, stored_about_player
from tests.evenings.cast import Cast
from tests.evenings.pages import phone, seen
from tests.standings.papers import correct, league, results, season
from tests.standings.test_closing import close

DAY = date(2025, 12, 12)


def test_the_club_page_shows_the_leaders_of_the_month(cast: Cast) -> None:
    assert "Ganze Tabelle" not in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))
    results(cast, DAY, {"Anna": 10, "Ben": 5, "Cleo": -15})
    page = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/")
    assert "Dezember 2025 Ganze Tabelle Platz Name Spiele Schnitt Punkte 1 Anna 4 +2,50 +10 2 Ben" in seen(page)
    assert f'href="{league(cast)}">Tabelle</a>' in page.content.decode()


def test_the_settings_say_how_it_stands(cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/settings/"
    assert "Die Tabelle Saisons und Regeln Summe der Punkte Spalten der Tabelle 5 sind gewählt" in seen(
        phone(cast, "Anna").get(url)
    )
    season(cast, date(2020, 1, 1), date(2090, 12, 31), "Lange Saison")
    assert "Lange Saison, bis Sonntag, 31. Dezember 2090" in seen(phone(cast, "Anna").get(url))


def test_what_is_stored_is_told(cast: Cast) -> None:
    results(cast, DAY, {"Anna": 10, "Ben": -10})
    correct(cast, "Anna", 5, DAY, "Kuchen")
    close(cast, "2025-12")
    _, about = stored_about_player(cast.players["Anna"])
    assert [row["reason"] for row in about["corrections"]] == ["Kuchen"]
    assert [(row["rank"], row["points"]) for row in about["closed_months"]] == [(1, 15)]
    _, mine = stored_about(cast.accounts["Anna"])
    assert (len(mine["corrections_made"]), len(mine["months_closed"])) == (1, 1)


@pytest.mark.django_db
def test_the_demo_shows_everything() -> None:
    call_command("seed_demo", evenings=9, seed=1, verbosity=0)
    club = Club.objects.get(name="Doppelkopfrunde Linde")
    first, last = Evening.objects.earliest("date").date, Evening.objects.latest("date").date
    assert Season.objects.get().first <= last
    assert Correction.objects.exclude(taken_back_at=None).exists()
    closed = Closing.objects.filter(club=club)
    assert closed.filter(number=2).exists()
    assert not closed.filter(month__gte=last.replace(day=1)).exists()
    assert closed.filter(month=first.replace(day=1)).exists()
    before = (Closing.objects.count(), Correction.objects.count())
    call_command("seed_demo", evenings=9, seed=1, verbosity=0)
    assert (Closing.objects.count(), Correction.objects.count()) == before
