"""/clubs/…/members/: the accounts that can sign in, and their rights."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Membership, Player
from tests.cast import Cast, make_club, make_player, signed_in
from tests.pages import seen


def test_everybody_sees_who_may_what(dora: Client, cast: Cast) -> None:
    page = seen(dora.get(f"/clubs/{cast.club.pk}/members/"))
    assert "Anna Inhaber" in page
    assert "Ben schreibt den Zettel" in page
    assert "Cleo führt die Kasse" in page
    assert "Dora liest" in page


def test_who_plays_under_another_name_is_told_once(dora: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.player(cast.ben).pk).update(name="Benno")
    assert "Ben spielt als Benno · schreibt den Zettel" in seen(dora.get(f"/clubs/{cast.club.pk}/members/"))


def test_both_rights_together(dora: Client, cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(treasurer=True)
    assert "Ben schreibt den Zettel · führt die Kasse" in seen(dora.get(f"/clubs/{cast.club.pk}/members/"))


def test_who_does_not_play_is_said_to(cast: Cast) -> None:
    cast.other_club.players.all().delete()
    page = seen(signed_in(cast.stranger).get(f"/clubs/{cast.other_club.pk}/members/"))
    assert "Stranger spielt nicht mit Inhaber" in page


def test_only_owners_come_on_from_here(anna: Client, dora: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/members/"
    link = f'href="{url}{cast.member(cast.ben).pk}/"'
    assert link in anna.get(url).content.decode()
    assert link not in dora.get(url).content.decode()
    assert "Jemanden einladen" not in seen(dora.get(url))


def test_owners_come_first_then_all_by_name(dora: Client, cast: Cast) -> None:
    for place, account in enumerate((cast.dora, cast.cleo, cast.ben)):
        joined = cast.member(cast.ben).joined_at + timedelta(days=place)
        Membership.objects.filter(account=account).update(joined_at=joined)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/members/"))
    assert page.index("Anna Inhaber") < page.index("Ben ") < page.index("Cleo ") < page.index("Dora ")


def test_whoever_does_not_play_has_an_empty_card(cast: Cast) -> None:
    """All names are aligned below each other."""
    cast.other_club.players.all().delete()
    page = signed_in(cast.stranger).get(f"/clubs/{cast.other_club.pk}/members/").content.decode()
    assert re.search(r'<i class="pc"></i></span>\s*<span>\s*<b translate="no">Stranger', page)


@pytest.mark.parametrize("number", [1, 3])
def test_many_members_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club("Ahorn", cast.stranger)
    for account in (cast.anna, cast.ben, cast.cleo)[:number]:
        Membership.objects.create(club=club, account=account)
        make_player(club, account.display_name, account)
    client = signed_in(cast.stranger)
    client.get(f"/clubs/{club.pk}/members/")
    with django_assert_num_queries(5):
        client.get(f"/clubs/{club.pk}/members/")
