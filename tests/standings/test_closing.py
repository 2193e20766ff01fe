"""Closing a month: only when it is over, once despite a double tap, again with a reason; and nothing changes it."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from dokoclub.core.formatting import date_only, day
from dokoclub.evenings.models import Evening
from dokoclub.standings.models import ClosedRow, Closing
from dokoclub.standings.models.periods import PeriodConverter
from dokoclub.standings.services import closings
from dokoclub.standings.services import league as league_services
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen
from tests.standings.papers import change, correct, league, results

ALL = {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30}
DAY = date(2025, 10, 16)
URL = "table/2025-10/close/"


def close(cast: Cast, period: str = "2025-10", **more: Any) -> Closing:
    newest = Closing.objects.filter(club=cast.club).first()
    wanted = {"key": uuid4(), "expected": newest.number if newest else 0, "by": cast.anna, **more}
    return closings.close_month(cast.club, PeriodConverter().to_python(period), **wanted)


@pytest.fixture
def one(cast: Cast) -> Evening:
    return results(cast, DAY, ALL)


def sent(cast: Cast, **more: object) -> Any:
    return phone(cast, "Anna").post(league(cast, URL), {"key": str(uuid4()), "expected": 0, **more}, follow=True)


def test_the_table_is_kept(cast: Cast, one: Evening) -> None:
    page = seen(sent(cast))
    assert "Oktober 2025 ist abgeschlossen, Fassung 1." in page
    assert "abgeschlossen" in page
    rows = ClosedRow.objects.select_related("player")
    assert [(row.rank, row.player.name, row.points) for row in rows] == [
        (1, "Anna", 30),
        (2, "Ben", 10),
        (3, "Cleo", -10),
        (4, "Dora", -30),
    ]
    assert rows[0].values["mean_game"] == [15, 2]


def test_later_changes_leave_it_and_are_told(cast: Cast, one: Evening) -> None:
    close(cast)
    change(one, cast.players["Anna"], 32)
    page = seen(phone(cast, "Dora").get(league(cast, "table/2025-10/")))
    assert "Seit dem Abschluss: Anna +2 . Stand jetzt" in page
    assert "1 Anna 1 4 +7,50 +30" in page
    now = seen(phone(cast, "Dora").get(league(cast, "table/2025-10/?live")))
    assert "Seit dem Abschluss: Anna +2 . Stand beim Abschluss" in now
    assert "1 Anna 1 4 +8,00 +32" in now
    assert "+32" in seen(phone(cast, "Dora").get(league(cast, "table/2025/"))), "a year always reads the sheets"


def test_a_change_without_points_is_told_too(cast: Cast, one: Evening) -> None:
    close(cast)
    one.sheets.get().results.filter(player=cast.players["Ben"]).update(won=4)
    page = seen(phone(cast, "Dora").get(league(cast, "table/2025-10/")))
    assert "Seit dem Abschluss: Andere Zahlen haben sich geändert, Punkte nicht." in page


def test_nothing_is_told_where_nothing_changed(cast: Cast, one: Evening) -> None:
    close(cast)
    assert "Seit dem Abschluss" not in seen(phone(cast, "Dora").get(league(cast, "table/2025-10/")))


def test_again_needs_a_reason_and_keeps_both(cast: Cast, one: Evening) -> None:
    close(cast)
    change(one, cast.players["Anna"], 32)
    refused = sent(cast, expected=1, reason="")
    assert refused.status_code == 422
    assert "Bitte ausfüllen." in seen(refused)
    page = seen(sent(cast, expected=1, reason="Spiel 7 war doppelt"))
    assert "abgeschlossen, Fassung 2" in page
    assert "Spiel 7 war doppelt" in page
    assert "1 Anna 1 4 +8,00 +32" in page
    old = seen(phone(cast, "Dora").get(league(cast, "table/2025-10/versions/1/")))
    assert "1 Anna 1 4 +7,50 +30" in old
    assert "Oktober 2025, Fassung 1" in old, "it is told from the table of today by its heading"
    assert "Das ist Fassung 1 der abgeschlossenen Tabelle." in old
    assert "Fassung 2" in old
    assert phone(cast, "Dora").get(league(cast, "table/2025-10/versions/3/")).status_code == 404


def test_not_again_where_nothing_changed(cast: Cast, one: Evening) -> None:
    close(cast)
    told = "Seit Fassung 1 nichts geändert: nichts abzuschließen."
    with pytest.raises(ValidationError, match=r"Seit Fassung 1|since version 1"):
        close(cast, reason="Noch einmal")
    response = sent(cast, expected=1, reason="Noch einmal")
    assert (response.status_code, told in seen(response)) == (422, True)
    assert Closing.objects.count() == 1


@pytest.mark.parametrize("rules", [StandingsRules(minimum=3), StandingsRules(score="mean_game")])
def test_again_under_other_rules(cast: Cast, one: Evening, rules: StandingsRules) -> None:
    """No number changed, but the ranks or their criteria did."""
    close(cast)
    league_services.change_league(cast.club, rules, rules)
    assert "nichts geändert: nichts abzuschließen." not in seen(phone(cast, "Anna").get(league(cast, URL)))
    assert close(cast, reason="Andere Regeln").number == 2


def test_not_while_an_evening_is_open(cast: Cast, one: Evening) -> None:
    last = date(2025, 10, 31)
    results(cast, last, ALL, is_open=True)
    response = sent(cast)
    assert response.status_code == 422
    assert f"Noch offen: {day(last)}" in seen(response).replace(" .", ".")
    assert not Closing.objects.exists()


def test_while_an_evening_is_open_there_is_no_button(cast: Cast, one: Evening) -> None:
    """Regression: after a refused try it was there again, though nothing had changed."""
    button = '<button class="button primary">'
    asked = phone(cast, "Anna").get(league(cast, URL))
    results(cast, date(2025, 10, 31), ALL, is_open=True)
    for response in (phone(cast, "Anna").get(league(cast, URL)), sent(cast)):
        assert button not in response.content.decode()
        assert "Beende vor dem Monatsabschluss alle Abende." in seen(response)
        assert f"Abend vom {date_only(date(2025, 10, 31))}" in seen(response), "what has to be done is the button"
    assert 'role="alert"' in sent(cast).content.decode(), "who pressed it on an old page hears why"
    assert button in asked.content.decode()


def test_it_is_told_who_closed_it_and_when(cast: Cast, one: Evening) -> None:
    close(cast)
    page = seen(phone(cast, "Dora").get(league(cast, "table/2025-10/")))
    assert page.count(f"von Anna, {date_only(timezone.localdate())}") == 1, "at its version, and nowhere a second time"


def test_while_another_club_plays(cast: Cast, one: Evening) -> None:
    open_one = results(cast, date(2025, 10, 31), ALL, is_open=True)
    Evening.objects.filter(pk=open_one.pk).update(club=cast.stranger.memberships.get().club)
    assert "Oktober 2025 ist abgeschlossen, Fassung 1." in seen(sent(cast))


def test_not_where_nobody_has_played(cast: Cast) -> None:
    asked = phone(cast, "Anna").get(league(cast, URL))
    assert "In diesem Monat kein Spiel: nichts abzuschließen." in seen(asked)
    assert '<button class="button primary">' not in asked.content.decode()
    response = sent(cast)
    assert (response.status_code, "In diesem Monat kein Spiel." in seen(response)) == (422, True)
    correct(cast, "Anna", 5, DAY)
    assert sent(cast).status_code == 422


def test_a_double_tap_closes_once(cast: Cast, one: Evening) -> None:
    key = str(uuid4())
    sent(cast, key=key)
    assert "ist abgeschlossen, Fassung 1." in seen(sent(cast, key=key))
    assert Closing.objects.count() == 1


def test_two_owners_at_once_close_once(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Anna").get(league(cast, URL))
    assert field(page, "expected") == ["0"]
    close(cast)
    change(one, cast.players["Anna"], 32)
    assert "Inzwischen wurde Fassung 1 abgeschlossen." in seen(sent(cast))
    assert Closing.objects.count() == 1


def test_a_closed_month_is_closed_again_only_where_something_changed(cast: Cast, one: Evening) -> None:
    close(cast)
    assert "Oktober 2025 ist abgeschlossen Seit Fassung 1" in seen(phone(cast, "Anna").get(league(cast, URL)))
    change(one, cast.players["Anna"], 32)
    assert "Oktober 2025 neu abschließen" in seen(phone(cast, "Anna").get(league(cast, URL)))


def test_only_months_are_closed(cast: Cast, one: Evening) -> None:
    assert phone(cast, "Anna").get(league(cast, "table/2025/close/")).status_code == 404
    assert phone(cast, "Dora").get(league(cast, "table/2025/versions/1/")).status_code == 404


def test_the_page_warns_before_the_month_is_over(cast: Cast) -> None:
    results(cast, date(2199, 5, 1), ALL)
    page = seen(phone(cast, "Anna").get(league(cast, "table/2199-05/close/")))
    assert "Der Monat ist noch nicht vorbei." in page


def test_the_rules_of_then_are_kept(cast: Cast, one: Evening) -> None:
    close(cast)
    mean = StandingsRules(score="mean_game")
    league_services.change_league(cast.club, mean, mean)
    assert "Gewertet nach: Summe der Punkte." in seen(phone(cast, "Dora").get(league(cast, "table/2025-10/")))


def test_a_later_version_without_a_reason_is_refused_by_the_service(cast: Cast, one: Evening) -> None:
    close(cast)
    with pytest.raises(ValidationError):
        close(cast)
