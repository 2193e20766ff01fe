"""The evening in words, on the page of a closed evening."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors.results import replay_sheets
from dokoclub.evenings.services import evenings
from dokoclub.standings.services.stories import get_story
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, evening, game, write
from tests.evenings.papers import solo as alone


def play(cast: Cast, day: date, augen: Sequence[int] = (130, 155)) -> Evening:
    played = evening(cast, day=day)
    for points in augen:
        write(cast, played.sheets.get(), anna_ben(cast, points))
    write(cast, played.sheets.get(), game(cast, ("Anna", "Cleo"), ("Ben", "Dora"), 121))
    write(cast, played.sheets.get(), alone(cast, "Anna", 130))
    evenings.close_evening(played, by=None)
    return played


def says(one: Evening) -> list[str]:
    return [phrase["say"] for phrase in get_story(one, replay_sheets(one), "scores")]


@pytest.fixture
def three(cast: Cast) -> list[Evening]:
    return [play(cast, date(2026, 8, 5) + timedelta(days=20 * number)) for number in range(3)]


@pytest.mark.django_db(transaction=True)
def test_the_page_tells_the_evening(cast: Cast, client: Client, three: list[Evening]) -> None:
    client.force_login(cast.ben)
    page = client.get(reverse("evenings:show_evening", args=[three[-1].pk]), headers={"accept-language": "en"})
    assert "Game 3 ended 121 to 119." in page.content.decode()
    assert "The evening in words" in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_earlier_evenings_are_replayed_only_once(three: list[Evening]) -> None:
    sheets = replay_sheets(three[-1])
    get_story(three[-1], sheets, "scores")
    with statements() as made:
        get_story(three[-1], sheets, "scores")
    assert len(made) <= 5
    assert not [one for one in made if "evenings_entry" in str(one)]


def test_later_evenings_change_no_story(cast: Cast, three: list[Evening]) -> None:
    before = [says(one) for one in three]
    play(cast, date(2026, 10, 30), (0, 240, 100))
    assert [says(one) for one in three] == before
    assert all(one[0] != other[0] for one, other in itertools.pairwise(before))


@pytest.mark.django_db(transaction=True)
def test_a_club_turns_it_off(cast: Cast, client: Client, three: list[Evening]) -> None:
    evenings.change_style(cast.club, ranked_by="scores", large="total", full_names=False, stories=False)
    client.force_login(cast.ben)
    page = client.get(reverse("evenings:show_evening", args=[three[-1].pk]), headers={"accept-language": "en"})
    assert "The evening in words" not in page.content.decode()
