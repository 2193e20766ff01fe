"""/clubs/…/hall-of-fame/: the winners of months and years, the most games; and the certificate for it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Season
from dokoclub.evenings.services.people import merge_players
from dokoclub.standings.services import achievements
from dokoclub.standings.services import league as league_services
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.standings.papers import change, league, results, season
from tests.standings.test_closing import close

DEC, NOV = date(2025, 12, 12), date(2025, 11, 14)


def hall(cast: Cast) -> str:
    return seen(phone(cast, "Dora").get(league(cast, "hall-of-fame/")))


def test_nobody_has_won_yet(cast: Cast) -> None:
    assert "Noch kein Sieger" in hall(cast)


def test_winners_stay_listed(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    results(cast, NOV, {"Anna": -10, "Ben": 10, "Cleo": 10})
    results(cast, date(2024, 1, 1), {"Dora": 8, "Ben": -8})
    season(cast, date(2025, 9, 1), date(2026, 8, 31), "Saison 25/26")
    page = hall(cast)
    assert "Jahressieger Zeitraum Sieger Punkte 2025 Cleo +10 2024 Dora +8" in page
    assert "Saisonsieger Zeitraum Sieger Punkte Saison 25/26 Cleo" in page
    assert "2025 Zeitraum Sieger Punkte Dezember 2025 Anna +10 November 2025 Ben und Cleo +10 2024" in page
    assert "Januar 2024 Dora +8" in page


def test_the_last_year_stands_on_the_podium(cast: Cast) -> None:
    """It shows the first three; two equal players share the first step, and the third is third."""
    results(cast, date(2024, 1, 1), {"Dora": 8, "Ben": -8})
    results(cast, DEC, {"Anna": 10, "Ben": 10, "Cleo": -5, "Dora": -15})
    page = hall(cast)
    assert "2025 läuft noch" not in page
    assert "2025 Anna +10 Platz 1 Ben +10 Platz 1 Cleo −5 Platz 3 Jahressieger" in page


def test_who_leads_a_year_that_runs_has_not_won_it(cast: Cast) -> None:
    """That player is on the podium, as the current leader."""
    results(cast, timezone.localdate(), {"Anna": 10, "Ben": -10})
    year = timezone.localdate().year
    assert f"{year} läuft noch Anna +10 Platz 1 Ben −10 Platz 2" in hall(cast)
    assert "Jahressieger" not in hall(cast)
    results(cast, date(2024, 1, 1), {"Dora": 8, "Ben": -8})
    assert "Jahressieger Zeitraum Sieger Punkte 2024 Dora +8 Monatssieger" in hall(cast)


def test_a_season_is_won_from_its_first_day_to_its_last(cast: Cast) -> None:
    results(cast, NOV, {"Anna": 10, "Ben": -10})
    results(cast, DEC, {"Cleo": 12, "Ben": -12})
    season(cast, NOV, DEC, "Beide")
    season(cast, date(2025, 12, 13), date(2026, 8, 31), "Danach")
    assert "Saisonsieger Zeitraum Sieger Punkte Beide Cleo +12" in hall(cast)
    Season.objects.filter(name="Beide").update(last=date(2025, 12, 11))
    assert "Saisonsieger Zeitraum Sieger Punkte Beide Anna +10" in hall(cast)
    Season.objects.filter(name="Beide").update(first=date(2025, 11, 15))
    assert "Saisonsieger" not in hall(cast)


def test_a_closed_month_keeps_its_winner(cast: Cast) -> None:
    one = results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    change(one, cast.players["Ben"], 50)
    page = hall(cast)
    assert "Dezember 2025 Anna +10" in page
    assert "2025 Ben +50" in page
    close(cast, "2025-12", reason="Neu gezählt")
    assert "Dezember 2025 Ben +50" in hall(cast)


def minimum(cast: Cast, evenings: int, below: str = "unranked") -> None:
    rules = StandingsRules(minimum=evenings, below_minimum=below)
    league_services.change_league(cast.club, rules, rules)


def test_a_month_closed_again_without_a_rank_has_no_winner(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    assert "Dezember 2025 Anna +10" in hall(cast)
    minimum(cast, 3)
    close(cast, "2025-12", reason="Mindestteilnahme")
    assert "Dezember 2025" not in hall(cast)
    minimum(cast, 1)
    assert "Dezember 2025" not in hall(cast), "as it was closed, whatever the sheets say now"


def test_who_ranks_with_0_wins_with_0(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 13, "Ben": -13})
    minimum(cast, 3, "zero")
    assert "Dezember 2025 Anna und Ben ±0" in hall(cast)
    close(cast, "2025-12")
    assert "Dezember 2025 Anna und Ben ±0" in hall(cast)
    assert "Anna teilt sich Platz 1 in der Monatstabelle Dezember 2025 ±0 Punkte" in certificate(cast, "2025-12")
    assert "Anna teilt sich Platz 1 in der Jahrestabelle 2025 ±0 Punkte" in certificate(cast, "2025")


def test_a_winner_who_was_merged_is_who_he_is_now(cast: Cast) -> None:
    isa = cast.guest("Isa")
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    merge_players(isa, cast.players["Ben"], by=cast.anna)
    anna = cast.guest("Annabell")
    anna_account = cast.players["Anna"]
    merge_players(anna, anna_account, by=cast.anna)
    assert "Dezember 2025 Annabell +10" in hall(cast)


def test_stars_are_listed(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10}, games=4200)
    results(cast, NOV, {"Anna": 10}, games=900)
    assert "Sterne" not in hall(cast), "nobody has one: no heading of nothing"
    achievements.count_club(cast.club)
    assert "Anna ★5 5100 Spiele Ben ★4 4200 Spiele" in hall(cast)


@pytest.mark.parametrize("number", [1, 3])
def test_many_years_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for index in range(number):
        results(cast, date(2020 + index, 5, 1), {"Anna": 10, "Ben": -10, "Cleo": index})
        close(cast, f"{2020 + index}-05", expected=0)
        season(cast, date(2020 + index, 1, 1), date(2020 + index, 12, 31), str(index))
    client = phone(cast, "Anna")
    client.get(league(cast, "hall-of-fame/"))
    with django_assert_num_queries(9):
        client.get(league(cast, "hall-of-fame/"))


# ---- Certificates ---------------------------------------------------------------------------------------------------


def certificate(cast: Cast, period: str, **asked: int) -> str:
    return seen(phone(cast, "Dora").get(league(cast, f"table/{period}/certificate/"), asked))


def test_a_certificate_is_of_a_closed_month(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    assert phone(cast, "Dora").get(league(cast, "table/2025-12/certificate/")).status_code == 404
    close(cast, "2025-12")
    page = certificate(cast, "2025-12")
    assert "Linde Urkunde Anna Platz 1 in der Monatstabelle Dezember 2025 +10 Punkte vor Ben (−10)" in page
    assert "2. Ben" in page
    assert "1 Anna 1 4 +2,50 +10" in page, "with the table"
    assert "Urkunde Ben Platz 2" in certificate(cast, "2025-12", player=cast.players["Ben"].pk)


def test_only_who_won_alone_is_ahead_of_others(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": 10, "Cleo": -20})
    page = certificate(cast, "2025")
    assert "+10 Punkte vor" not in page
    assert "vor" not in certificate(cast, "2025", player=cast.players["Cleo"].pk).partition("für den Club")[0]


@pytest.mark.parametrize(
    ("points", "named"),
    [
        ({"Anna": 30, "Ben": -6, "Cleo": -12, "Dora": -12}, "vor Ben (−6), Cleo (−12) und Dora (−12)"),
        ({"Anna": 30, "Ben": -10, "Cleo": -10, "Dora": -10}, "vor Ben (−10), Cleo (−10) und Dora (−10)"),
    ],
)
def test_who_shares_a_place_behind_the_winner_is_named(cast: Cast, points: dict[str, int], named: str) -> None:
    results(cast, DEC, points)
    assert named in certificate(cast, "2025")


def test_it_bears_the_day_of_the_closing_where_the_club_is(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12", at=datetime(2026, 1, 1, 23, 30, tzinfo=UTC))
    page = certificate(cast, "2025-12")
    assert "2. Januar 2026" in page
    assert "1. Januar 2026" not in page


def test_it_keeps_to_its_version(cast: Cast) -> None:
    one = results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    change(one, cast.players["Ben"], 50)
    close(cast, "2025-12", reason="Neu gezählt")
    assert "Urkunde Anna" in certificate(cast, "2025-12", version=1)
    page = certificate(cast, "2025-12")
    assert "Urkunde Ben" in page
    assert "nach Fassung 2 der abgeschlossenen Tabelle" in page


def test_a_year_has_one_too(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": 10})
    page = certificate(cast, "2025")
    assert "Urkunde Anna teilt sich Platz 1 in der Jahrestabelle 2025 +10 Punkte" in page
    assert "noch nicht vorbei" not in page


def test_it_says_when_places_can_still_change(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": 10}, is_open=True)
    page = certificate(cast, "2025")
    assert "Anna teilt sich vorläufig Platz 1 in der Jahrestabelle" in page
    assert "Läuft noch: Die Plätze können sich ändern." in page


def test_who_is_ahead_of_a_time_that_runs_has_no_certificate_yet(cast: Cast) -> None:
    """The page says so, and there is no line for a signature."""
    results(cast, DEC, {"Anna": 10, "Ben": -10}, is_open=True)
    page = certificate(cast, "2025")
    assert "Zwischenstand Anna liegt vorläufig auf Platz 1" in page
    assert "Weitere Zwischenstände 2. Ben" in page
    assert "für den Club" not in page
    results(cast, date(2024, 12, 1), {"Anna": 10, "Ben": -10})
    over = certificate(cast, "2024")
    assert "Zwischenstand" not in over
    assert "für den Club" in over


def test_without_a_rank_there_is_none(cast: Cast) -> None:
    assert "In dieser Zeit niemand gewertet" in certificate(cast, "2025")


# ---- The mark of a month --------------------------------------------------------------------------------------------


def marked(cast: Cast, address: str) -> list[tuple[str, str]]:
    """Return the names with the mark, and their months."""
    page = phone(cast, "Dora").get(address).content.decode()
    return re.findall(r'(\w+)(?:</a>)? <span class="winner-of" role="img" aria-label="([^"]+)"', page)


def test_who_won_the_month_before_is_marked_for_a_month(cast: Cast) -> None:
    results(cast, date(2026, 9, 1), {"Dora": 30, "Ben": -30})
    results(cast, date(2026, 10, 2), {"Anna": -10, "Ben": 10, "Cleo": 10, "Dora": -10})
    results(cast, date(2026, 11, 6), {"Anna": 5, "Ben": -5, "Cleo": 1, "Dora": -1})
    both = [("Cleo", "hat Oktober 2026 gewonnen"), ("Ben", "hat Oktober 2026 gewonnen")]
    assert marked(cast, league(cast, "table/2026-11/")) == both
    assert marked(cast, league(cast, "table/2026-10/")) == [("Dora", "hat September 2026 gewonnen")]
    assert marked(cast, league(cast, "table/2026/")) == []
