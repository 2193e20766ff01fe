"""/clubs/…/players/new/list/: add many names at once."""

from __future__ import annotations

from uuid import uuid4

from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.evenings.services.people import merge_players
from tests.cast import Cast, make_player, signed_in
from tests.pages import seen


def test_a_pasted_list_of_names_enters_everybody_once(cast: Cast) -> None:
    url = reverse("clubs:add_players", args=[cast.club.pk])
    names = [f"Mitglied {number}" for number in range(1, 61)]
    sent = {"names": "\r\n".join([*names, "", " Mitglied 1 "]), "guest": "False", "key": str(uuid4())}
    for _time in range(2):
        page = seen(signed_in(cast.anna).post(url, sent, follow=True))
        assert "60 Leute aufgenommen." in page
    assert Player.objects.filter(club=cast.club, name__startswith="Mitglied", guest=False).count() == 60
    assert signed_in(cast.ben).get(url).status_code == 403


def test_all_or_nobody_and_what_was_typed_is_kept(cast: Cast) -> None:
    url = reverse("clubs:add_players", args=[cast.club.pk])
    answer = signed_in(cast.anna).post(url, {"names": "Emil\nBen", "guest": "True", "key": str(uuid4())})
    assert answer.status_code == 422
    assert "Ben: " in seen(answer)
    assert "Emil\nBen" in answer.content.decode()
    assert not Player.objects.filter(club=cast.club, name="Emil").exists()


def test_a_merged_name_is_not_offered_to_come_back(cast: Cast) -> None:
    other = make_player(cast.club, "Anna M")
    merge_players(cast.players["Anna"], other, by=cast.anna)
    page = seen(signed_in(cast.anna).get(reverse("clubs:list_players", args=[cast.club.pk])))
    assert "Zurückholen" not in page
