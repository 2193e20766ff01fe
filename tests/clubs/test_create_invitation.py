"""/clubs/…/invitations/new/: make an invitation link."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Invitation
from tests.cast import Cast, make_player
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/invitations/new/"


def typed(anna: Client, url: str, **changes: str) -> dict[str, Any]:
    """Return the form as the page shows it, with changes."""
    token = anna.get(url).context["form"]["token"].value()
    return {"player": "", "single_use": "True", "lasts": "7", "token": token, **changes}


def test_it_makes_a_link_and_shows_it(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(anna, url, scorer="on"), follow=True)
    invitation = Invitation.objects.get()
    assert "http://localhost:8000/invitation/" in seen(response)
    assert (invitation.club, invitation.created_by, invitation.player) == (cast.club, cast.anna, None)
    assert (invitation.scorer, invitation.treasurer, invitation.single_use) == (True, False, True)
    assert abs(invitation.expires_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)


def test_only_the_hash_is_stored(anna: Client, url: str) -> None:
    form = typed(anna, url)
    anna.post(url, form)
    token = form["token"].partition(":")[0]
    assert len(token) >= 43
    assert token not in str(list(Invitation.objects.values()))


def test_sent_twice_it_makes_one_and_shows_it_again(anna: Client, url: str) -> None:
    form = typed(anna, url)
    first, second = anna.post(url, form), anna.post(url, form)
    assert first["Location"] == second["Location"]
    assert Invitation.objects.count() == 1


def test_the_same_form_with_other_rights_asks_again(anna: Client, url: str) -> None:
    form = typed(anna, url)
    anna.post(url, form)
    again = anna.post(url, form | {"treasurer": "on"})
    assert again.status_code == 422
    assert (
        "Dieses Formular ist schon mit anderem Inhalt gespeichert. Schick es noch einmal ab, um "
        "auch das hier zu speichern."
    ) in seen(again)
    fresh = again.context["form"]["token"].value()
    assert anna.post(url, form | {"treasurer": "on", "token": fresh}).status_code == 302
    assert sorted(Invitation.objects.values_list("treasurer", flat=True)) == [False, True]


def test_a_made_up_token_is_refused(anna: Client, url: str) -> None:
    response = anna.post(url, typed(anna, url, token="geheim"))
    assert response.status_code == 422
    assert "Dieses Formular ist abgelaufen. Öffne es noch einmal." in seen(response)
    assert not Invitation.objects.exists()


def test_no_right_makes_an_owner(anna: Client, url: str) -> None:
    anna.post(url, typed(anna, url, owner="on"))
    assert "owner" not in {field.name for field in Invitation._meta.get_fields()}


def test_a_player_without_an_account_can_be_chosen(anna: Client, url: str, cast: Cast) -> None:
    gerd = make_player(cast.club, "Gerd")
    page = anna.get(f"{url}?player={gerd.pk}")
    assert page.context["form"]["player"].value() == str(gerd.pk)
    assert list(page.context["form"].fields["player"].queryset) == [gerd]
    response = anna.post(url, typed(anna, url, player=str(gerd.pk)), follow=True)
    assert Invitation.objects.get().player == gerd
    assert "Einladung für Gerd" in seen(response)


def test_a_link_with_a_name_on_it_is_for_one(anna: Client, url: str, cast: Cast) -> None:
    gerd = make_player(cast.club, "Gerd")
    anna.post(url, typed(anna, url, player=str(gerd.pk), single_use="False"))
    assert Invitation.objects.get().single_use


@pytest.mark.parametrize(
    ("field", "wrong"), [("lasts", "999"), ("lasts", ""), ("single_use", "vielleicht"), ("player", "4711")]
)
def test_what_is_wrong_stands_at_its_field(anna: Client, url: str, field: str, wrong: str) -> None:
    response = anna.post(url, typed(anna, url, **{field: wrong}))
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}


def test_somebody_elses_player_is_refused(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, typed(anna, url, player=str(cast.player(cast.ben).pk)))
    assert set(response.context["form"].errors) == {"player"}


@pytest.mark.parametrize(("query", "chosen"), [("", "True"), ("?everybody=1", "False")])
def test_a_new_club_is_offered_a_code_for_the_whole_table(anna: Client, cast: Cast, query: str, chosen: str) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/invitations/new/{query}").content.decode()
    [checked] = [tag for tag in re.findall(r"<input[^>]*name=\"single_use\"[^>]*>", page) if "checked" in tag]
    assert f'value="{chosen}"' in checked
