"""/clubs/…/hall-of-fame/: the winners of months and years, the most games; and the certificate for it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player, Season
from dokoclub.evenings.services.people import merge_players
from dokoclub.standings.access import get_league
from dokoclub.standings.selectors.hall import fetch_hall
from dokoclub.standings.services import achievements
from dokoclub.standings.services import league as league_services
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write
from tests.markup import markup
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
    results(cast, date(2023, 1, 1), {"Ben": 8, "Anna": -8})
    season(cast, date(2025, 9, 1), date(2026, 8, 31), "Saison 25/26")
    page = hall(cast)
    assert "Sieger des Jahres 2025 Cleo +10 Monatssieger 2025 Anna Dez Dezember 2025" in page
    assert "Ben Nov November 2025 Cleo Nov November 2025 2024 Dora Jan Januar 2024 2023 Ben" in page
    assert "Jahressieger Dora 2024 2024 Ben 2023 2023 Saisonsieger Cleo Saison 25/26" in page


def test_the_year_is_led_by_all_who_share_the_first_place(cast: Cast) -> None:
    results(cast, date(2024, 1, 1), {"Dora": 8, "Ben": -8})
    results(cast, DEC, {"Anna": 10, "Ben": 10, "Cleo": -5, "Dora": -15})
    assert "Sieger des Jahres 2025 Anna Ben 1 Monat gewonnen, +10" in hall(cast)


def test_who_leads_a_year_or_a_month_that_runs_has_not_won_it(cast: Cast) -> None:
    results(cast, timezone.localdate(), {"Anna": 10, "Ben": -10})
    year = timezone.localdate().year
    page = hall(cast)
    assert f"Vorn im Jahr {year} Anna +10" in page
    assert "Monatssieger" not in page
    assert "Jahressieger" not in page
    results(cast, date(2024, 1, 1), {"Dora": 8, "Ben": -8})
    assert "Monatssieger 2024 Dora Jan Januar 2024 Jahressieger Dora 2024" in hall(cast)


def test_a_card_leads_to_its_certificate(cast: Cast) -> None:
    """A month that was never closed has none: its card leads to the table."""
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    address = league(cast, "hall-of-fame/")
    assert f'<a href="{league(cast, "table/2025-12/")}">' in markup(phone(cast, "Dora").get(address))
    close(cast, "2025-12")
    page = markup(phone(cast, "Dora").get(address))
    certificate = f"certificate/?player={cast.players['Anna'].pk}"
    assert f'<a href="{league(cast, f"table/2025-12/{certificate}")}">' in page
    assert f'<a class="honour" href="{league(cast, f"table/2025/{certificate}")}">' in page


def test_the_records_of_all_time_are_one_row(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=DEC).sheets.get()
    assert "Rekorde" not in hall(cast)
    for _ in range(3):
        write(cast, sheet, anna_ben(cast, 131))
    assert "Rekorde Höchstes Spiel 1, längste Serie 3" in hall(cast)


def test_the_longest_series_is_a_members_as_among_the_records(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=DEC).sheets.get()
    for _ in range(3):
        write(cast, sheet, anna_ben(cast, 131))
    Player.objects.filter(club=cast.club, name__in=["Anna", "Ben"]).update(guest=True)
    assert "Rekorde Höchstes Spiel 1" in hall(cast)
    assert "Serie" not in hall(cast)  # guests alone have won


def test_a_season_is_won_from_its_first_day_to_its_last(cast: Cast) -> None:
    results(cast, NOV, {"Anna": 10, "Ben": -10})
    results(cast, DEC, {"Cleo": 12, "Ben": -12})
    season(cast, NOV, DEC, "Beide")
    season(cast, date(2025, 12, 13), date(2026, 8, 31), "Danach")
    assert "Saisonsieger Cleo Beide" in hall(cast)
    Season.objects.filter(name="Beide").update(last=date(2025, 12, 11))
    assert "Saisonsieger Anna Beide" in hall(cast)
    Season.objects.filter(name="Beide").update(first=date(2025, 11, 15))
    assert "Saisonsieger" not in hall(cast)


def test_a_closed_month_keeps_its_winner(cast: Cast) -> None:
    one = results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    change(one, cast.players["Ben"], 50)
    page = hall(cast)
    assert "Anna Dez Dezember 2025" in page
    assert "2025 Ben +50" in page
    close(cast, "2025-12", reason="Neu gezählt")
    assert "Ben Dez Dezember 2025" in hall(cast)


def minimum(cast: Cast, evenings: int, below: str = "unranked") -> None:
    rules = StandingsRules(minimum=evenings, below_minimum=below)
    league_services.change_league(cast.club, rules, rules)


def test_a_month_closed_again_without_a_rank_has_no_winner(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    assert "Anna Dez Dezember 2025" in hall(cast)
    minimum(cast, 3)
    close(cast, "2025-12", reason="Mindestteilnahme")
    assert "Dezember 2025" not in hall(cast)
    minimum(cast, 1)
    assert "Dezember 2025" not in hall(cast), "as it was closed, whatever the sheets say now"


def test_a_month_keeps_its_winner_although_nobody_has_a_rank_in_the_year_yet(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 10, "Ben": -10})
    close(cast, "2025-12")
    minimum(cast, 3)
    page = hall(cast)
    assert "Monatssieger 2025 Anna Dez Dezember 2025" in page
    assert "Noch kein Sieger" not in page


def test_who_ranks_with_0_wins_with_0(cast: Cast) -> None:
    results(cast, DEC, {"Anna": 13, "Ben": -13})
    minimum(cast, 3, "zero")
    both = "2025 Anna Ben 1 Monat gewonnen, ±0 Monatssieger 2025 Anna Dez Dezember 2025 Ben Dez"
    assert both in hall(cast)
    close(cast, "2025-12")
    assert both in hall(cast)
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
    assert "Annabell Dez Dezember 2025" in hall(cast)


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
    rules = get_league(cast.club)
    with django_assert_num_queries(6):
        fetch_hall(cast.club, rules, today=date(2026, 1, 1))


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
