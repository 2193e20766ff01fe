"""Dates feed the league: the number of future evenings, and the minimum attendance by then."""

from __future__ import annotations

from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from dokoclub.clubs.models import Season
from dokoclub.dates.services import planning
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings.models import League
from dokoclub.standings.selectors.people import evenings_to_come
from dokoclub.standings.services.league import NewSeason, make_season
from scoring.league.rules import StandingsRules, store_standings_rules
from tests.cast import Cast, signed_in
from tests.dates.papers import in_days, plan
from tests.evenings import papers
from tests.pages import seen

pytestmark = pytest.mark.django_db
HALF = StandingsRules(minimum=50, minimum_unit="percent")


def season(cast: Cast, rules: StandingsRules = HALF, planned: int | None = None) -> Season:
    """Return a season from two weeks ago until ten weeks from now."""
    frame = {"name": "Saison", "first": in_days(-14), "last": in_days(70), "planned": planned}
    wanted = NewSeason(**frame, rules=rules, month_rules=StandingsRules())  # type: ignore[arg-type]
    return make_season(cast.club, wanted, key=uuid4(), by=cast.anna)


def weekly(cast: Cast, number: int) -> list[planning.Wanted]:
    days = [in_days(7 * week) for week in range(1, number + 1)]
    wanted = planning.Wanted(day=days[0], begins=time(19, 30))
    return planning.write_dates(cast.club, wanted, days, key=uuid4(), by=cast.ben)  # type: ignore[return-value]


def table_of(cast: Cast, of: Season) -> str:
    return seen(signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/table/season-{of.pk}/"))


def play(cast: Cast) -> None:
    papers.write(cast, papers.sheet(cast), papers.anna_ben(cast, 131))


def test_the_table_of_a_season_tells_what_is_to_come(cast: Cast) -> None:
    one = season(cast)
    play(cast)
    assert "kommen noch" not in table_of(cast, one)
    weekly(cast, 5)
    page = table_of(cast, one)
    assert "5 Abende kommen noch." in page
    assert "Dann liegt die Mindestteilnahme bei 3 Abenden." in page


def test_a_cancelled_date_a_tournament_and_one_beyond_do_not_count(cast: Cast) -> None:
    one = season(cast)
    play(cast)
    weekly(cast, 2)
    planning.cancel_date(plan(cast, in_days(20)), by=cast.ben)
    plan(cast, in_days(22), kind="tournament")
    plan(cast, in_days(80))
    assert "2 Abende kommen noch." in table_of(cast, one)


def test_tonight_counts_until_it_is_played(cast: Cast) -> None:
    today = date_of_play()
    made = plan(cast, in_days(1))
    type(made).objects.filter(pk=made.pk).update(day=today)
    assert evenings_to_come(cast.club, today, today + timedelta(days=3)) == 1
    play(cast)
    assert evenings_to_come(cast.club, today, today + timedelta(days=3)) == 0


def test_what_a_season_has_planned_counts_where_it_is_more(cast: Cast) -> None:
    one = season(cast, planned=20)
    play(cast)
    weekly(cast, 5)
    assert "19 Abende kommen noch." in table_of(cast, one)


def test_a_fixed_minimum_says_nothing_of_then(cast: Cast) -> None:
    one = season(cast, StandingsRules(minimum=3), planned=20)
    play(cast)
    weekly(cast, 1)
    page = table_of(cast, one)
    assert "kommen noch" in page
    assert "Dann liegt" not in page


def test_the_dates_to_come_are_evenings_of_a_season(cast: Cast) -> None:
    """No number was set for the season: striking three of the one that was held strikes all."""
    strike = StandingsRules(counting="strike", counting_evenings=3)
    play(cast)
    with pytest.raises(ValidationError):
        season(cast, strike)
    weekly(cast, 5)
    assert season(cast, strike).planned is None


def test_the_year_counts_too(cast: Cast) -> None:
    League.objects.create(
        club=cast.club, rules=store_standings_rules(HALF), month_rules=store_standings_rules(HALF), columns=["points"]
    )
    play(cast)
    made, last = plan(cast, in_days(1)), date_of_play().replace(month=12, day=31)
    type(made).objects.filter(pk=made.pk).update(day=last)
    page = seen(signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/table/{date_of_play().year}/"))
    assert ("1 Abend kommt noch." in page) == (last > date_of_play()), "played is not to come"
