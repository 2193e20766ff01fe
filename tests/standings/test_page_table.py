"""/clubs/…/table/…/: the leader, the rules, and the date since when."""

from __future__ import annotations

import re
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.core import formatting
from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import delete_evening
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services import achievements
from dokoclub.standings.services import league as league_services
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, write
from tests.markup import markup
from tests.standings.counted import of_player, play
from tests.standings.papers import correct, league, results, season

ALL = {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30}
DAY, DAY_BEFORE, MONTH_BEFORE = date(2025, 12, 12), date(2025, 12, 5), date(2025, 11, 14)


def page(cast: Cast, period: str, who: str = "Dora", **asked: str) -> str:
    return seen(phone(cast, who).get(league(cast, f"table/{period}/"), asked))


def test_it_leads_to_the_month_in_which_the_club_played_last(cast: Cast) -> None:
    results(cast, DAY, ALL)
    assert phone(cast, "Dora").get(league(cast)).headers["Location"] == league(cast, "table/2025-12/")


def test_an_empty_time_says_so(cast: Cast) -> None:
    assert "Noch kein Spiel Die Tabelle beginnt mit dem ersten Spiel." in page(cast, "2025-12", "Ben")
    assert "Abend starten" not in page(cast, "2025-12")
    results(cast, DAY, ALL)
    assert "In dieser Zeit kein Spiel Die Tabelle beginnt mit dem ersten Spiel." in page(cast, "2024-12", "Ben")


def test_its_chip_leads_to_months_with_winners_and_to_longer_periods(cast: Cast) -> None:
    results(cast, date(2024, 5, 3), {"Ben": 5, "Anna": -5})
    results(cast, MONTH_BEFORE, {"Anna": 30, "Ben": -30})
    results(cast, DAY, {"Anna": 10, "Ben": 10, "Cleo": -20})
    one = season(cast, date(2025, 9, 1), date(2026, 8, 31), "Winter")
    found = phone(cast, "Dora").get(league(cast, "table/2025-12/"))
    assert f'href="{league(cast, "table/2025-12/periods/")}"' in found.content.decode()
    there = phone(cast, "Dora").get(league(cast, "table/2025-12/periods/"))
    assert (
        "Dezember 2025 Anna und Ben gewinnen November 2025 Anna gewinnt Winter 1. September 2025 – 31. August 2026 "
        "4. Quartal 2025 2025 Gesamt seit Mai 2024 2024 2024 Mai 2024 Ben gewinnt"
    ) in seen(there)
    for period in ("2025-11", f"season-{one.pk}", "2025-q4", "2025", "all", "2024", "2024-05"):
        assert f'href="{league(cast, f"table/{period}/")}"' in there.content.decode(), period


def test_of_the_statistics_it_leads_back_to_them_and_what_runs_has_no_winner(cast: Cast) -> None:
    results(cast, date_of_play(), ALL)
    now = month_around(date_of_play())
    there = phone(cast, "Dora").get(league(cast, f"table/{now.key}/periods/"), {"of": "statistics"})
    assert f"{now} läuft noch" in seen(there)
    assert f'href="/clubs/{cast.club.pk}/statistics/{now.key}/" aria-current="true"' in there.content.decode()


def test_a_club_of_too_few_is_offered_people_and_no_evening(cast: Cast) -> None:
    cast.club.players.exclude(name__in=["Anna", "Ben"]).delete()
    assert "Für einen Tisch fehlen noch 2." in page(cast, "2025-12", "Ben")
    assert "Abend starten" not in page(cast, "2025-12", "Ben")
    assert "Spieler eintragen" not in page(cast, "2025-12", "Ben"), "only an owner may"
    assert "fehlen noch 2. Spieler eintragen" in page(cast, "2025-12", "Anna")


def test_below_an_empty_table_no_file_is_offered(cast: Cast) -> None:
    results(cast, DAY, ALL)
    for period, is_offered in (("2025-12", True), ("2024-12", False)):
        found = page(cast, period, "Anna")
        assert "Stand Statistik Ehrentafel" in found, period
        assert ("Teilen und drucken" in found, "Export" in found) == (is_offered, is_offered), period


@pytest.mark.parametrize("period", ["2025-12", "2025-q4", "2025", "all"])
def test_it_ranks_what_lies_in_its_time(cast: Cast, period: str) -> None:
    results(cast, DAY, ALL)
    found = page(cast, period)
    assert "Name Abende Spiele Schnitt Schnitt pro Spiel Punkte 1 Anna 1 4 +7,50 +30 2 Ben 1 4 +2,50 +10" in found
    assert "4 Dora 1 4 −7,50 −30" in found
    assert "1 Abend So wird gewertet" in found
    assert "Anna" not in page(cast, "2024")


def test_the_last_evenings_are_drawn(cast: Cast) -> None:
    """There are five at most, none of a running evening, nothing where there is only one."""
    results(cast, date(2025, 1, 3), ALL)
    assert drawn(cast) == {}

    results(cast, MONTH_BEFORE, {"Anna": -20, "Ben": 20, "Cleo": 0})
    assert drawn(cast) == {
        "Anna": ("M1 15v-11h7v11z", "M1 1.4h7M11.75 15.75v9h5.5v-9z"),  # won, minus
        "Ben": ("M1 15v-6h7v6zM11 15v-9h7v9z", "M11 3.4h7"),  # plus, won
        "Cleo": ("", "M1.75 15.75v6h5.5v-6zM11.75 13v4h5.5v-4z"),  # minus, neither
        "Dora": ("", "M1.75 15.75v11h5.5v-11zM12 15h5"),  # minus, not there
    }
    for day in (1, 2, 3, 4):
        results(cast, date(2025, 12, day), {"Dora": 8, "Ben": -8})
    write(cast, evening(cast, day=DAY).sheets.get(), anna_ben(cast, 131))
    told = drawn(cast)
    assert told["Anna"] == ("", "M1.75 15.75v11h5.5v-11zM12 15h5M22 15h5M32 15h5M42 15h5")
    assert told["Dora"][0].count("M") == 4


def drawn(cast: Cast) -> dict[str, tuple[str, str]]:
    """Return what is filled and what is open in each drawing of the year, by name."""
    signs = re.compile(
        r'(\w+)</a></th><td class="lately" aria-hidden="true"><svg [^>]*><path class="zero"[^>]*>'
        r'<path d="([^"]*)"/><path class="open" d="([^"]*)"/></svg></td>'
    )
    found = signs.findall(markup(phone(cast, "Dora").get(league(cast, "table/2025/"))))
    return {name: (filled, outlined) for name, filled, outlined in found}


def test_a_name_leads_to_the_statistics_of_the_same_time(cast: Cast) -> None:
    results(cast, DAY, ALL)
    anna = cast.club.players.get(name="Anna")
    statistics = f'<a href="/clubs/{cast.club.pk}/players/{anna.pk}/statistics/2025-q4/">Anna</a>'
    assert statistics in markup(phone(cast, "Dora").get(league(cast, "table/2025-q4/")))


def test_the_side_panel_has_only_the_persons_evenings(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play(cast)
    reader, address = phone(cast, "Dora"), of_player(cast, "Anna", "2026-11") + "?panel"
    text = seen(reader.get(address))
    assert text.startswith("Anna November 2026 Fr 20. Nov ")
    assert text.endswith(" Anna ansehen")
    assert "Tabelle" not in text
    with django_assert_num_queries(12):
        reader.get(address)


def test_it_says_what_a_tie_does(cast: Cast) -> None:
    results(cast, DAY, {"Anna": 10, "Ben": 10, "Cleo": -10, "Dora": -10})
    found = page(cast, "2025-12")
    assert "1 Anna" in found
    assert "1 Ben" in found
    assert "3 Cleo" in found
    assert "Bei Gleichstand: gewonnene Spiele, dann gewonnene Soli, dann geteilter Platz." in found


def test_it_is_live_and_provisional_while_an_evening_is_open(cast: Cast) -> None:
    one = evening(cast, day=DAY)
    write(cast, one.sheets.get(), anna_ben(cast, 131))
    found = page(cast, "2025-12")
    assert f"1 Abend {formatting.short_day(DAY)} läuft noch. " in found
    assert "1 Anna 1 1 +1,00 +1" in found
    Evening.objects.update(closed_at=one.opened_at)
    assert "läuft noch" not in page(cast, "2025-12")


def test_deleted_evenings_and_other_clubs_count_nothing(cast: Cast) -> None:
    one = results(cast, DAY, ALL)
    delete_evening(one, typed=DAY, by=cast.anna)
    foreign = results(cast, DAY, ALL)
    Evening.objects.filter(pk=foreign.pk).update(club=cast.stranger.memberships.get().club)
    assert "Anna" not in page(cast, "2025-12")


def test_guests_stand_apart_until_they_are_ranked(cast: Cast) -> None:
    cast.guest("Nele")
    results(cast, DAY, {**ALL, "Nele": 50})
    text = page(cast, "2025-12")
    assert "Gäste Nele 1 4 +12,50 +50 1 Abend So wird gewertet Gewertet nach: Summe der Punkte." in text
    ranked = StandingsRules(guests_ranked=True)
    league_services.change_league(cast.club, ranked, ranked)
    assert "1 Nele Gast 1 4 +12,50 +50 2 Anna" in page(cast, "2025-12")


BELOW = "Unter der Mindestteilnahme von 2 Abenden"


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("unranked", "2 Ben 2 8 +2,50 +20 Noch nicht gewertet: 1 Abend fehlt Anna 1 4 +12,50 +50"),
        ("last", f"2 Ben 2 8 +2,50 +20 {BELOW}: 1 Abend fehlt 3 Anna 1 4 +12,50 +50"),
        ("zero", "3 Anna 1 Abend fehlt wird mit 0 gewertet 1 4 +12,50 +50"),
    ],
)
def test_who_is_below_the_minimum(cast: Cast, below: str, expected: str) -> None:
    results(cast, DAY, {"Anna": 50, "Ben": 10, "Cleo": 20})
    results(cast, DAY_BEFORE, {"Ben": 10, "Cleo": 20})
    rules = StandingsRules(minimum=2, below_minimum=below)
    league_services.change_league(cast.club, rules, StandingsRules())
    assert expected in page(cast, "2025")
    assert "Unter der Mindestteilnahme" not in page(cast, "2025-12"), "months have rules of their own"


def test_what_all_below_the_minimum_are_short_of_is_said_once(cast: Cast) -> None:
    results(cast, DAY, {"Anna": 50, "Ben": 10, "Cleo": 20})
    results(cast, DAY_BEFORE, {"Ben": 10})
    league_services.change_league(cast.club, StandingsRules(minimum=2, below_minimum="unranked"), StandingsRules())
    assert "Noch nicht gewertet: 1 Abend fehlt Anna 1 4" in page(cast, "2025")


def test_the_heart_of_who_won_the_month_before_is_explained(cast: Cast) -> None:
    results(cast, MONTH_BEFORE, {"Anna": 30, "Ben": -30})
    results(cast, DAY, ALL)
    assert "gewonnen Wie die Tabelle" not in page(cast, "2025-11"), "nobody bears it: nothing to explain"
    found = markup(phone(cast, "Dora").get(league(cast, "table/2025-12/"))).partition("</table>")[2]
    assert "hat November 2025 gewonnen" in found


def test_struck_evenings_are_marked(cast: Cast) -> None:
    for day, points in ((DAY_BEFORE, -12), (DAY, 20)):
        results(cast, day, {"Anna": points, "Ben": -points})
    rules = StandingsRules(counting="strike", counting_evenings=1)
    league_services.change_league(cast.club, rules, StandingsRules())
    found = page(cast, "2025")
    assert "1 Anna gestrichen: −12 2 8 +5,00 +20" in found
    assert "Ben gestrichen: −20 2 8 +3,00 +12" in found
    assert "Ein Streichergebnis: der schlechteste Abend" in found


def test_the_rules_of_the_season_hold_in_all_of_it(cast: Cast) -> None:
    results(cast, DAY, ALL)
    mean = StandingsRules(score="mean_game")
    one = season(cast, date(2025, 9, 1), date(2026, 8, 31), rules=mean, month_rules=mean)
    for period in (f"season-{one.pk}", "2025-12", "2025-q4"):
        assert "Gewertet nach: Schnitt pro Spiel." in page(cast, period), period
    for period in ("2025", "2025-08", "2025-q3", "all"):
        assert "Gewertet nach: Schnitt" not in page(cast, period), period


def test_months_and_quarters_have_rules_of_their_own(cast: Cast) -> None:
    results(cast, DAY, ALL)
    one = season(cast, date(2025, 9, 1), date(2026, 8, 31), rules=StandingsRules(score="mean_game"))
    assert "Gewertet nach: Schnitt pro Spiel." in page(cast, f"season-{one.pk}")
    for period in ("2025-12", "2025-q4"):
        assert "Gewertet nach: Summe der Punkte." in page(cast, period), period


def test_the_season_of_today_is_found(cast: Cast) -> None:
    client = phone(cast, "Dora")
    assert client.get(league(cast, "table/season/")).headers["Location"] == league(cast, "seasons/")
    past = season(cast, date(2020, 1, 1), date(2020, 12, 31))
    one = season(cast, date(2021, 1, 1), date(2090, 12, 31), "Lang")
    assert client.get(league(cast, "table/season/")).headers["Location"] == league(cast, f"table/season-{one.pk}/")
    assert "Saison" in page(cast, f"season-{past.pk}")


def test_a_season_of_another_club_is_not_here(cast: Cast) -> None:
    one = season(cast, date(2020, 1, 1), date(2020, 12, 31))
    other = cast.stranger.memberships.get().club
    assert phone(cast, "Stranger").get(f"/clubs/{other.pk}/table/season-{one.pk}/").status_code == 404
    assert phone(cast, "Dora").get(league(cast, "table/2026-13/")).status_code == 404


def test_corrections_count_on_their_day(cast: Cast) -> None:
    results(cast, DAY, ALL)
    correct(cast, "Dora", 100, date(2025, 12, 31))
    assert "1 Dora 1 4 +17,50 +70" in page(cast, "2025-12")
    correct(cast, "Dora", 100, date(2025, 11, 30))
    assert "1 Dora 1 4 +17,50 +70" in page(cast, "2025-12")
    assert "1 Dora 1 4 +42,50 +170" in page(cast, "2025-q4")


def test_where_sheets_write_no_plus_and_minus_both_are_shown(cast: Cast) -> None:
    results(cast, DAY, ALL, scores=7)
    assert "Name Punkte Abende Spiele ± Plus und Minus Schnitt Schnitt pro Spiel 1 Anna +7 1 4 +30 +1,75" in page(
        cast, "2025-12"
    )
    balance = StandingsRules(ranked_by="balance")
    league_services.change_league(cast.club, balance, balance)
    found = page(cast, "2025-12")
    assert "1 Anna +30 1 4 +7 +7,50" in found
    assert "Es zählt Plus und Minus, nicht der Stand der Zettel." in found


def test_a_month_is_compared_with_the_month_before(cast: Cast) -> None:
    results(cast, MONTH_BEFORE, {"Anna": 1, "Ben": 2, "Cleo": 3})
    results(cast, DAY, {"Anna": 3, "Ben": 2, "Cleo": 1, "Dora": 0})
    found = page(cast, "2025-12")
    assert "1 ▲2 2 hoch Anna" in found
    assert "2 Ben" in found
    assert "3 ▼2 2 runter Cleo" in found
    assert "4 neu Dora" in found
    assert "Pfeile: gegenüber November 2025." in found


def test_a_year_is_compared_with_itself_before_its_last_month(cast: Cast) -> None:
    results(cast, date(2023, 11, 3), {"Anna": 1, "Ben": 2})
    results(cast, date(2023, 12, 3), {"Anna": 3, "Ben": 0})
    assert "1 ▲1 1 hoch Anna" in page(cast, "2023")


def test_the_columns_are_those_of_the_club(cast: Cast) -> None:
    results(cast, DAY, ALL, fuchs=3, solos=2, solos_won=1)
    league_services.choose_columns(cast.club, ["won_percent", "fuchs", "best_evening", "solos_won", "pflichtsoli_open"])
    found = page(cast, "2025-12")
    assert "Name Punkte Siege Gewonnene Spiele Bester Bester Abend Gewonnene Soli Füchse gefangen Offene" in found
    assert "1 Anna +30 50 % +30 1 3 0" in found


def test_percentages_are_written_as_in_the_statistics(cast: Cast) -> None:
    """An English league table says `50%` like the statistics next to it."""
    results(cast, DAY, ALL)
    league_services.choose_columns(cast.club, ["won_percent"])
    english = phone(cast, "Dora").get(league(cast, "table/2025-12/"), HTTP_ACCEPT_LANGUAGE="en")
    assert "1 Anna 50% +30" in seen(english)


def test_who_looks_is_marked(cast: Cast) -> None:
    results(cast, DAY, ALL)
    content = phone(cast, "Ben").get(league(cast, "table/2025-12/")).content.decode()
    assert f'<tr class="me" data-player="{cast.players["Ben"].pk}"><td class="place">2</td>' in content
    assert content.count('class="me"') == 1


def test_a_star_for_every_thousand_games(cast: Cast) -> None:
    results(cast, date(2020, 1, 1), {"Anna": 0}, games=1999)
    results(cast, DAY, ALL)
    achievements.count_club(cast.club)
    content = phone(cast, "Ben").get(league(cast, "table/2025-12/")).content.decode()
    assert content.count("2 Sterne für 2000 Spiele") == 2  # aria-label and title
    assert "Anna ★★" in seen(phone(cast, "Ben").get(league(cast, "table/2025-12/")))


def test_stars_count_closed_evenings_and_are_counted_when_one_is_closed(cast: Cast) -> None:
    from dokoclub.evenings.services.evenings import close_evening, reopen_evening

    one = results(cast, DAY, {"Anna": 0}, games=1000, is_open=True)
    achievements.count_club(cast.club)
    assert "★" not in page(cast, "2025-12")
    close_evening(one, by=None)
    assert "★" in page(cast, "2025-12")
    reopen_evening(one, by=cast.anna)
    assert "★" not in page(cast, "2025-12")


@pytest.mark.parametrize("number", [1, 3])
def test_a_year_costs_six_queries(cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """They are session, account, membership with the club and its rules, players with corrections, results."""
    for index in range(number):
        results(cast, date(2025, 3 + index, 1), dict(list(ALL.items())[: number + 1]))
        correct(cast, "Dora", 1, DAY)
    season(cast, date(2025, 1, 1), date(2025, 12, 31))
    client, url = phone(cast, "Anna"), league(cast, "table/2025/")
    client.get(url)
    with django_assert_num_queries(6):
        client.get(url)


@pytest.mark.parametrize("number", [1, 3])
def test_a_closed_month_costs_nine(cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    from tests.standings.test_closing import close

    for index in range(number):
        results(cast, date(2025, 10, 1 + index), dict(list(ALL.items())[: number + 1]))
    close(cast, "2025-10")
    client, url = phone(cast, "Anna"), league(cast, "table/2025-10/")
    client.get(url)
    with django_assert_num_queries(9):
        client.get(url)


def test_it_reads_results_through_the_index_over_club_and_date(cast: Cast) -> None:
    """Older years must cost nothing."""
    from django.db import connection

    from dokoclub.standings.selectors.records import fetch_played
    from tests.evenings.counting import statements

    if connection.vendor != "sqlite":
        pytest.skip("a plan is told differently by every database")
    with statements() as asked:
        fetch_played(cast.club, date(2026, 1, 1), date(2026, 12, 31))
    assert Result.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + asked[0])
        plan = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert "INDEX evenings_of_a_club_by_date (club_id=? AND date>? AND date<?)" in plan
    assert "SCAN" not in plan
