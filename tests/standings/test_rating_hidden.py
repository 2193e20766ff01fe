"""Hidden, merged and erased players: their rating is on no page, and still part of the calculation."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import let_leave
from dokoclub.evenings.services import people
from dokoclub.standings.selectors.closings import stored_about_player
from dokoclub.standings.services import ratings
from scoring.rating import show_ratings
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.standings.rated_club import (
    DAYS,
    FOUR,
    TODAY,
    make_rated,
    number,
    of_club,
    of_player,
    page,
    play,
    recounted,
)


@pytest.fixture
def club(cast: Cast) -> Cast:
    return make_rated(cast)


def hide(cast: Cast, name: str, hidden: bool = True) -> Any:
    return phone(cast, name).post(reverse("standings:hide_rating", args=[cast.club.pk]), {"hidden": str(int(hidden))})


def test_a_player_hides_his_number_and_it_counts_inside(club: Cast) -> None:
    before = page(club, of_club(club))
    assert hide(club, "Anna").headers["Location"] == of_club(club)

    text = page(club, of_club(club), "Dora")
    assert "Anna" not in text
    assert "1 Mitglied verbirgt die eigene Spielstärke; sie zählt trotzdem." in text
    mine = re.search(r"Ben (\S+) ", before)
    assert mine is not None
    assert f"Ben {mine[1]} " in text
    assert "Anna verbirgt die eigene Spielstärke." in page(club, of_player(club, "Anna"), "Ben")
    own = page(club, of_player(club, "Anna"), "Anna")
    assert "Deine Spielstärke siehst nur du. Sie zählt trotzdem mit." in own
    assert "Glück ist herausgerechnet" in own
    assert stored_about_player(club.players["Anna"])[1]["hides_rating"] is True

    hide(club, "Anna", hidden=False)
    assert page(club, of_club(club)) == before


def test_what_is_sent_wrongly_changes_nothing(club: Cast) -> None:
    before = page(club, of_club(club))
    phone(club, "Anna").post(reverse("standings:hide_rating", args=[club.club.pk]), {"hidden": "vielleicht"})
    assert page(club, of_club(club)) == before


def test_who_turned_out_to_be_another_stays_hidden(club: Cast) -> None:
    """The account comes along, so the player can choose to be shown again."""
    guest = club.guest("Anne")
    hide(club, "Anna")
    merge = people.merge_players(guest, club.players["Anna"], by=club.anna)
    guest.refresh_from_db()
    guest.guest = False
    guest.save()
    assert "Anne" not in page(club, of_club(club))
    hide(club, "Anna", hidden=False)
    assert "Anne" in page(club, of_club(club))
    hide(club, "Anna")
    people.take_back_merge(merge, by=club.anna)
    assert "Anna" in page(club, of_club(club))


def test_a_merge_adds_up(club: Cast) -> None:
    guest = club.guest("Gerd")
    play(club, DAYS[-1] + timedelta(days=1), 9, (*FOUR[:3], "Gerd"), games=60)
    people.merge_players(club.players["Dora"], guest, by=club.anna)
    assert "so weit 310 Spiele es können" in page(club, of_player(club, "Dora"))


def test_who_is_erased_is_on_no_page_and_stays_inside(club: Cast) -> None:
    emil = club.guest("Emil")
    emil.guest = False
    emil.save()
    play(club, DAYS[-1] + timedelta(days=1), 9, (*FOUR[:3], "Emil"), games=200)
    assert "Emil" in page(club, of_club(club))
    ratings.hide_rating(emil, True)
    let_leave(emil, by=club.anna)
    erase_player(emil, by=club.anna)

    emil.refresh_from_db()
    text = page(club, of_club(club))
    assert emil.name not in text
    assert "Mitglied zeigt" not in text
    assert phone(club, "Dora").get(of_player(club, "Emil")).status_code == 404
    shown = show_ratings(recounted(club, TODAY), club.ids(*FOUR))
    assert f"Anna {number(shown[club.ids('Anna')[0]].points)}" in text
    assert stored_about_player(emil)[1]["hides_rating"] is False


def test_hidden_twice_is_hidden_and_shown_twice_is_shown(club: Cast) -> None:
    for hidden in (True, True, False, False):
        assert hide(club, "Ben", hidden).status_code == 302
    assert "Ben" in page(club, of_club(club))
