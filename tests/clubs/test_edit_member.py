"""/clubs/…/members/…/: a member's rights and player."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Membership
from tests.cast import Cast, make_player
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/members/{cast.member(cast.dora).pk}/"


@pytest.mark.parametrize("ticked", [[], ["scorer"], ["treasurer"], ["scorer", "treasurer"], ["owner"]])
def test_rights_are_given_and_taken_singly_or_together(anna: Client, url: str, cast: Cast, ticked: list[str]) -> None:
    assert anna.post(url, dict.fromkeys(ticked, "on")).status_code == 302
    member = cast.member(cast.dora)
    assert [right for right in ("scorer", "treasurer", "owner") if getattr(member, right)] == ticked


def test_the_page_shows_the_rights(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/")
    assert page.context["form"]["scorer"].value() is True
    assert page.context["form"]["treasurer"].value() is False


def test_it_begins_with_the_card_and_the_rights(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/members/{cast.member(cast.ben).pk}/").content.decode()
    assert 'data-letters="B"' in page.partition('class="person-head"')[2].partition("<h1")[0]
    assert page.index("Rechte</h2>") < page.index("Ausgesperrt?</h2>")


def test_the_history_knows_who_gave_which_right(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, {"scorer": "on"})
    last = cast.member(cast.dora).history.latest()
    assert (last.history_user, last.scorer) == (cast.anna, True)


def test_the_last_owner_stays_owner(anna: Client, cast: Cast) -> None:
    response = anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.anna).pk}/", {"scorer": "on"})
    assert response.status_code == 422
    assert "Linde hätte keinen Inhaber mehr." in seen(response)
    assert cast.member(cast.anna).owner


def test_one_of_two_owners_can_give_it_back(anna: Client, cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    anna.post(f"/clubs/{cast.club.pk}/members/{cast.member(cast.anna).pk}/", {})
    assert not cast.member(cast.anna).owner


def test_who_plays_stays_that_player(anna: Client, url: str) -> None:
    assert "player" not in anna.get(url).context["form"].fields


def test_who_does_not_play_yet_can_be_given_a_free_player(anna: Client, url: str, cast: Cast) -> None:
    cast.player(cast.dora).delete()
    gerd = make_player(cast.club, "Gerd")
    make_player(cast.club, "Weg", left_at=timezone.now(), active=False)
    offered = anna.get(url).context["form"].fields["player"].queryset
    assert list(offered) == [gerd]
    anna.post(url, {"player": str(gerd.pk)})
    assert cast.player(cast.dora) == gerd


def test_nobody_is_given_somebody_elses_player(anna: Client, url: str, cast: Cast) -> None:
    cast.player(cast.dora).delete()
    response = anna.post(url, {"player": str(cast.player(cast.ben).pk)})
    assert set(response.context["form"].errors) == {"player"}
    assert cast.player(cast.ben).name == "Ben"


def test_nobody_is_given_a_player_of_another_club(anna: Client, url: str, cast: Cast) -> None:
    cast.player(cast.dora).delete()
    foreign = make_player(cast.other_club, "Fremd")
    assert anna.post(url, {"player": str(foreign.pk)}).status_code == 422
