"""/clubs/…/players/…/: edit a player."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import Cast, make_player
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/players/{cast.player(cast.dora).pk}/"


def typed(**changes: str) -> dict[str, str]:
    return {"name": "Dorothea", "short_name": "Doro", "guest": "True", "notes": "neu", "tint": "3", **changes}


def test_it_changes_everything(anna: Client, url: str, cast: Cast) -> None:
    assert anna.post(url, typed()).status_code == 302
    player = cast.player(cast.dora)
    assert (player.name, player.short_name, player.guest, player.active, player.notes) == (
        "Dorothea",
        "Doro",
        True,
        False,
        "neu",
    )


def test_the_same_name_again_is_no_clash(anna: Client, url: str, cast: Cast) -> None:
    assert anna.post(url, typed(name="dora", short_name="DORA")).status_code == 302
    assert cast.player(cast.dora).name == "dora"


def test_somebody_elses_name_is(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(name="ANNA"))
    assert response.status_code == 422
    assert "So heißt schon Anna." in seen(response)
    assert cast.player(cast.dora).name == "Dora"


def test_the_page_shows_what_is_known(anna: Client, url: str, cast: Cast) -> None:
    page = anna.get(url)
    assert 'value="Dora"' in page.content.decode()
    assert "Meldet sich als Dora an." in seen(page)


def test_an_account_that_is_no_member_any_more_can_be_followed_by_another(anna: Client, url: str, cast: Cast) -> None:
    cast.member(cast.dora).delete()
    page = anna.get(url)
    assert "Dora hat unter diesem Namen gespielt und ist ausgetreten." in seen(page)
    assert "Meldet sich" not in seen(page)
    assert f'href="/clubs/{cast.club.pk}/invitations/new/?player={cast.player(cast.dora).pk}"' in page.content.decode()


def test_without_an_account_one_can_be_invited(anna: Client, cast: Cast) -> None:
    player = make_player(cast.club, "Gerd")
    page = anna.get(f"/clubs/{cast.club.pk}/players/{player.pk}/")
    assert "Zugang geben Zum Mitlesen, Schreiben oder Kasse führen" in seen(page)
    assert f'href="/clubs/{cast.club.pk}/invitations/new/?player={player.pk}"' in page.content.decode()


def test_who_has_left_does_not_play(anna: Client, cast: Cast) -> None:
    player = make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    anna.post(f"/clubs/{cast.club.pk}/players/{player.pk}/", typed(name="Gert", active="on"))
    player.refresh_from_db()
    assert (player.name, player.active) == ("Gert", False)


def test_who_has_left_may_share_a_name(anna: Client, cast: Cast) -> None:
    player = make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    assert anna.post(f"/clubs/{cast.club.pk}/players/{player.pk}/", typed(name="Anna")).status_code == 302


def test_what_is_seldom_changed_folds_until_it_is_wrong(anna: Client, url: str) -> None:
    open_form, wrong = anna.get(url).content.decode(), anna.post(url, typed(monogram="Ben")).content.decode()
    assert "<details" not in open_form.split('name="tint"')[0]
    assert '<details class="more">' in open_form.split('name="monogram"')[0]
    assert '<details class="more" open>' in wrong.split('name="monogram"')[0]


def test_saving_stays_with_the_person(anna: Client, url: str, cast: Cast) -> None:
    assert anna.post(url, typed())["Location"] == url
    own = f"/clubs/{cast.club.pk}/players/{cast.player(cast.anna).pk}/"
    assert anna.post(own, typed(name="Anna", short_name=""))["Location"] == f"{own}details/"
