"""/clubs/…/players/…/statistics/…/ at a glance: the curve of a month, and its evenings as rows."""

from __future__ import annotations

import re
from datetime import timedelta

from django.urls import reverse

from dokoclub.evenings.models import Evening
from dokoclub.tournaments.models import Tournament
from scoring.rules.presets import DDV
from scoring.rules.rules import store_rules
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.evenings.papers import anna_ben, evening, table, write
from tests.standings.counted import FRIDAY, of_player


def play(cast: Cast, weeks_before: int) -> Evening:
    held = evening(cast, table(cast), day=FRIDAY - timedelta(weeks=weeks_before))
    for _game in range(3):
        write(cast, held.sheets.get(), anna_ben(cast, 130))
    return held


def shown(cast: Cast, period: str) -> str:
    return phone(cast, "Dora").get(of_player(cast, "Anna", period)).content.decode()


def test_the_curve_of_a_month_is_of_what_counts(cast: Cast) -> None:
    """Regression: with an evening outside the league, it was one line from evening to evening, or none."""
    play(cast, 0)
    outside = play(cast, 1)
    Tournament.objects.create(
        club=cast.club, evening=outside, name="Pokal", rules=store_rules(DDV), rounds=1, games=3, in_league=False
    )
    (points,) = re.findall(r'<polyline class="curve[^"]*" points="([^"]*)"', shown(cast, "2026-11"))
    assert len(points.split()) == 4, "from none by three games"


def test_of_many_evenings_the_earlier_ones_fold(cast: Cast) -> None:
    held = [play(cast, week) for week in range(8)]
    page = shown(cast, "all")
    open_rows, folded = page.split("Frühere Abende")
    assert [reverse("evenings:show_evening", args=[one.pk]) in open_rows for one in held] == [True] * 6 + [False] * 2
    assert all(reverse("evenings:show_evening", args=[one.pk]) in folded for one in held[6:])
