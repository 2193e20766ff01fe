"""The demo club has something of everything to show, whatever day it is made on."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.core.management import call_command
from django.db.models import DateTimeField, Max, Model, Sum
from django.utils import timezone

from dokoclub.clubs.models import Club, Season
from dokoclub.dates.models import Answer, Date, DateState, Reply
from dokoclub.dates.models.date import begin_at as begins_at
from dokoclub.dates.models.date import get_last_day
from dokoclub.demo.club import BEGINS, CANCELLED, MOVED, WEEKS_AHEAD, days_ahead
from dokoclub.demo.evenings import A_GAME, begin_at, days_of_play
from dokoclub.demo.tournament import closed_at, months_over, season_days
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.settlement.models import CashEntry, Payment, SettledList, Transfer
from dokoclub.standings.models import ClosedRow, Closing, Correction
from dokoclub.standings.models.periods import month_around
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.services.checking import check_tournaments

USUAL = 12  # evenings
TWO_YEARS = [date(2027, 1, 1) + timedelta(days=number) for number in range(365 + 366)]

# --- Planned, for two years of days -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("evenings", "months"), [(6, 1), (USUAL, 2), (60, 13)])
def test_on_every_day_so_many_months_are_over(evenings: int, months: int) -> None:
    for today in TWO_YEARS:
        assert len(months_over(days_of_play(evenings, today), today)) >= months


def test_on_every_day_one_of_them_was_played_often_enough_for_a_winner() -> None:
    for today in TWO_YEARS:
        days = days_of_play(USUAL, today)
        played = [sum(period.holds(day) for day in days) for period in months_over(days, today)]
        assert max(played) >= 4


@pytest.mark.parametrize("evenings", [1, USUAL, 60, 2100])
def test_on_every_day_a_season_of_a_year_runs(evenings: int) -> None:
    for today in TWO_YEARS:
        first, last = season_days(days_of_play(evenings, today)[0], today)
        assert first <= today <= last
        assert first.day == 1
        assert last + timedelta(days=1) == first.replace(year=first.year + 1)


def test_on_every_day_dates_are_to_come() -> None:
    """Each at the same time of the clock, none further than twelve months."""
    for today in TWO_YEARS:
        days = days_ahead(today)
        assert len(days) == WEEKS_AHEAD > max(MOVED, CANCELLED)
        assert today < days[0] < days[-1] <= get_last_day(today)
        starts = [timezone.localtime(begins_at(day, BEGINS)) for day in days]
        assert {(start.hour, start.minute) for start in starts} == {(19, 30)}


def test_a_game_lasts_as_long_in_the_night_in_which_the_clocks_are_changed() -> None:
    """27 March: two o'clock is three o'clock."""
    began = begin_at(date(2027, 3, 27))
    games = [(began + number * A_GAME).astimezone(UTC) for number in range(80)]
    assert {later - earlier for earlier, later in pairwise(games)} == {A_GAME}


@pytest.mark.parametrize(
    ("now", "closed"),
    [("2027-04-01T07:00+02:00", "2027-04-01T07:00+02:00"), ("2027-04-20T20:00+02:00", "2027-04-03T10:30+02:00")],
)
def test_no_month_was_closed_in_the_future(now: str, closed: str) -> None:
    with time_machine.travel(now, tick=False):
        assert closed_at(month_around(date(2027, 3, 1)), days=3) == datetime.fromisoformat(closed)


# --- Made, on the day of the tests ------------------------------------------------------------------------------------


def test_it_has_something_of_everything(demo: None) -> None:
    club = Club.objects.get()

    evenings = Evening.objects.filter(tournament=None)
    assert [evening.is_open for evening in evenings] == [True] + [False] * (USUAL - 1)
    assert Evening.objects.latest("date").date == date_of_play()
    season = Season.objects.get()
    assert season.first <= date_of_play() <= season.last

    assert_months_are_closed(club)
    assert Correction.objects.filter(taken_back_at=None).count() >= 3
    assert Correction.objects.exclude(taken_back_at=None).exists()

    assert SettledList.objects.filter(correction=1).exists()
    paid = Transfer.objects.paid().aggregate(cents=Sum("cents"))["cents"]
    owed = Transfer.objects.open().aggregate(cents=Sum("cents"))["cents"]
    assert 0 < owed < paid
    assert CashEntry.objects.exclude(reverses=None).count() == 1

    assert [problem for _, problems in check_sheets() for problem in problems] == []
    assert_nothing_lies_in_the_future()

    assert_dates_are_answered()
    assert_a_tournament_was_played()

    before = (Closing.objects.count(), Correction.objects.count(), CashEntry.objects.count())
    call_command("seed_demo", verbosity=0)
    assert (Closing.objects.count(), Correction.objects.count(), CashEntry.objects.count()) == before


def assert_months_are_closed(club: Club) -> None:
    """All that are over: the first of them twice, the last one changed since, and at least one has a winner."""
    over = months_over(days_of_play(USUAL, date_of_play()), date_of_play())
    closed = Closing.objects.filter(club=club).order_by("month", "number").values_list("month", "number")
    assert [*closed] == [(over[0].first, 1), (over[0].first, 2), *((period.first, 1) for period in over[1:])]
    since = Correction.objects.filter(day__range=(over[-1].first, over[-1].last), taken_back_at=None)
    assert since.filter(made_at__gte=Closing.objects.latest("month").closed_at).exists()
    assert ClosedRow.objects.filter(rank=1).exists()


def assert_a_tournament_was_played() -> None:
    """By forty people, in three rounds, with a correction; its money waits for the treasurer."""
    one = Tournament.objects.get()
    assert (one.is_over, one.entrants.count(), one.played.count()) == (True, 40, 3)
    assert {*RoundTable.objects.values_list("corrections__reason", flat=True)} == {None, "Zwei Zeilen waren vertauscht"}
    assert list(check_tournaments()) == []


def assert_dates_are_answered() -> None:
    """Those to come, one of them moved and one cancelled, and those of the last evenings; some said late."""
    now = timezone.now()
    assert Date.objects.to_come(now).count() == WEEKS_AHEAD
    assert [one.sequence for one in Date.objects.to_come(now) if one.moves] == [1]
    assert Date.objects.filter(state=DateState.CANCELLED, start__gt=now).count() == 1
    assert {*Date.objects.filter(end__lt=now).values_list("day", flat=True)} <= {
        *Evening.objects.values_list("date", flat=True)
    }
    assert {*Reply.objects.values_list("answer", flat=True)} == {*Answer.values}
    assert Reply.objects.filter(late=True, date__end__lt=now).exists()
    assert not Reply.objects.filter(given_at__gt=now).exists()
    assert Reply.objects.count() <= Reply.history.count()


def assert_nothing_lies_in_the_future() -> None:
    """But the end of a round, which its clock announces."""
    now = timezone.now()
    tables: list[type[Model]] = [Evening, Sheet, Entry, Closing, Correction, SettledList, Payment, CashEntry]
    for table in tables:
        moments = [
            field.name
            for field in table._meta.get_fields()
            if isinstance(field, DateTimeField) and field.name != "ends_at"
        ]
        newest = table._default_manager.aggregate(**{f"newest_{name}": Max(name) for name in moments})
        assert [(table, name) for name, moment in newest.items() if moment and moment > now] == []
    assert CashEntry.objects.latest("day").day <= timezone.localdate()
