"""/clubs/…/players/…/merge/: merge two players who are one person, and split them again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import PlayerMerge
from dokoclub.evenings.services import evenings, people, sheets
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write
from tests.markup import markup


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/merge/"


@pytest.fixture
def dorle(cast: Cast) -> Player:
    """Return a guest who is really Dora; she has sat at a table with Anna, Ben and Cleo."""
    dorle = cast.guest("Dorle")
    evenings.close_evening(evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dorle")), by=None)
    return dorle


def page_of_dora(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/"


def test_the_page_of_a_player_leads_there(cast: Cast, url: str) -> None:
    page = phone(cast, "Anna").get(page_of_dora(cast))
    assert f'href="{url}"><b>Doppelten Eintrag zusammenlegen' in markup(page)


def test_everybody_else_can_be_chosen(cast: Cast, url: str, dorle: Player) -> None:
    page = seen(phone(cast, "Anna").get(url))
    assert "Dieselbe Person wie Dora? bitte wählen" in page
    assert "Dorle" in page


def test_both_are_one_from_then_on(cast: Cast, url: str, dorle: Player) -> None:
    response = phone(cast, "Anna").post(url, {"merged": dorle.pk}, follow=True)
    assert "Dorle ist jetzt Dora. Rückgängig geht 30 Tage lang." in seen(response)
    assert "Dorle ist ein Zweitname von Dora" in seen(response)
    assert cast.players["Dora"].results.count() == 1
    assert PlayerMerge.objects.get().merged_by == cast.anna


def test_an_alias_cannot_be_chosen_again(cast: Cast, url: str, dorle: Player) -> None:
    anna = phone(cast, "Anna")
    anna.post(url, {"merged": dorle.pk})
    page = anna.post(url, {"merged": dorle.pk})
    assert page.status_code == 422
    assert PlayerMerge.objects.count() == 1


def test_who_sat_at_one_table_is_refused_and_the_table_named(cast: Cast, url: str) -> None:
    sheet = evening(cast).sheets.get()
    write(cast, sheet, anna_ben(cast))
    emil = cast.guest("Emil")
    sheets.change_table(sheet, [*cast.four, emil], uuid=emil.key, by=cast.ben)
    page = phone(cast, "Anna").post(url, {"merged": emil.pk})
    assert page.status_code == 422
    assert "Dora und Emil saßen an einem Tisch" in seen(page)
    assert "Tisch 1" in seen(page)


def test_two_accounts_are_refused(cast: Cast, url: str) -> None:
    page = phone(cast, "Anna").post(url, {"merged": cast.players["Cleo"].pk})
    assert page.status_code == 422
    assert "Dora und Cleo haben beide einen eigenen Zugang." in seen(page)


@pytest.mark.parametrize("merged", ["", "abc", "987654"])
def test_nobody_is_told_at_the_field(cast: Cast, url: str, dorle: Player, merged: str) -> None:
    page = phone(cast, "Anna").post(url, {"merged": merged})
    assert page.status_code == 422
    assert 'class="errorlist"' in page.content.decode()


def test_alone_there_is_nobody_to_choose(cast: Cast, url: str) -> None:
    club = cast.stranger.memberships.get().club
    player = club.players.get()
    page = phone(cast, "Stranger").get(f"/clubs/{club.pk}/players/{player.pk}/merge/")
    assert "Sonst ist niemand im Club." in seen(page)


# ---- Taking it back -------------------------------------------------------------------------------------------------


@pytest.fixture
def merge(cast: Cast, dorle: Player) -> PlayerMerge:
    return people.merge_players(cast.players["Dora"], dorle, by=cast.anna)


def take_back(cast: Cast, merge: PlayerMerge) -> str:
    return f"/clubs/{cast.club.pk}/merges/{merge.pk}/take-back/"


def test_they_are_two_again(cast: Cast, merge: PlayerMerge) -> None:
    for _ in range(2):
        response = phone(cast, "Anna").post(take_back(cast, merge), follow=True)
        assert "Dorle und Dora sind wieder zwei Spieler." in seen(response)
    assert "Zweitname" not in seen(response)
    assert Player.objects.get(name="Dorle").results.count() == 1


def test_after_thirty_days_it_stays(cast: Cast, merge: PlayerMerge) -> None:
    PlayerMerge.objects.update(merged_at=timezone.now() - timedelta(days=31))
    assert "Wieder trennen" not in seen(phone(cast, "Anna").get(page_of_dora(cast)))
    response = phone(cast, "Anna").post(take_back(cast, merge), follow=True)
    assert "nur 30 Tage lang" in seen(response)
    assert PlayerMerge.objects.active().exists()
