"""/clubs/…/players/…/details/: one's own details with the account; of others what every member may know."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership, Player
from tests.accounts.people import PASSWORD
from tests.cast import Cast, make_club, make_player, signed_in
from tests.pages import seen


def details(player: Player) -> str:
    return f"/clubs/{player.club_id}/players/{player.pk}/details/"


@pytest.fixture
def ben(cast: Cast) -> Player:
    """Ben with all that nobody else may see."""
    Account.objects.filter(pk=cast.ben.pk).update(email="ben@example.org", display_name="Benjamin Pik")
    cast.club.players.filter(account=cast.ben).update(notes="schuldet mir ein Bier")
    return cast.player(cast.ben)


@pytest.mark.promise("rights")
@pytest.mark.parametrize("reader", ["anna", "cleo", "dora"])
def test_of_others_nothing_private_is_seen(cast: Cast, ben: Player, reader: str) -> None:
    page = signed_in(getattr(cast, reader)).get(details(ben))
    main = seen(page).split("Angaben", 1)[1]
    assert "Am Tisch Ben Gehört zum Club als Mitglied" in main
    for private in ("ben@example.org", "Benjamin", "Bier", "Anmeldung", "IBAN", "Erinnerungen", "Abmelden"):
        assert private not in main
    assert "/account/" not in page.content.decode().split("<main")[1].split("</main>")[0]


def test_who_rests_or_has_left_is_told(cast: Cast) -> None:
    resting = make_player(cast.club, "Rita", guest=True, active=False)
    gone = make_player(cast.club, "Gerd", active=False, left_at=datetime(2025, 3, 12, 12, tzinfo=UTC))
    dora = signed_in(cast.dora)
    assert "Gehört zum Club als Gast, nicht aktiv" in seen(dora.get(details(resting)))
    assert "Nicht mehr dabei Mittwoch, 12. März 2025" in seen(dora.get(details(gone)))


def test_the_account_leads_to_ones_own_page(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cast.dora.set_password(PASSWORD)
    cast.dora.save()
    dora, own = signed_in(cast.dora), details(cast.player(cast.dora))
    page = dora.get("/account/", follow=True)
    assert page.redirect_chain == [(own, 302)]
    assert "Das bist du Punkte Geld Angaben Anmeldung Name, Passwort, Geräte IBAN keine" in seen(page)
    with django_assert_num_queries(5):  # session, account, club, player, IBAN
        dora.get(own)


def test_only_an_owner_changes_name_and_card(cast: Cast) -> None:
    assert "Name und Karte" in seen(signed_in(cast.anna).get(details(cast.player(cast.anna))))
    assert "Name und Karte" not in seen(signed_in(cast.dora).get(details(cast.player(cast.dora))))


def test_of_several_clubs_it_is_the_last_used(cast: Cast) -> None:
    other = make_club("Zeder", cast.dora, player_name="Dorothea").players.get()
    dora, first = signed_in(cast.dora), details(cast.player(cast.dora))
    assert dora.get("/account/")["Location"] == first
    dora.get(details(other))
    assert dora.get("/account/")["Location"] == details(other)
    Membership.objects.get(club=other.club, account=cast.dora).delete()
    assert dora.get("/account/")["Location"] == first


def test_who_plays_in_no_club_has_a_page_of_the_account(cast: Cast) -> None:
    cast.club.players.filter(account=cast.dora).update(account=None)
    assert "Linde Anmeldung Name, Passwort, Geräte" in seen(signed_in(cast.dora).get("/account/"))


def test_the_demo_visitor_has_no_account_to_see(cast: Cast, settings: Settings) -> None:
    settings.DEMO = True
    Account.objects.filter(pk=cast.dora.pk).update(is_visitor=True)
    assert "Anmeldung" not in seen(signed_in(cast.dora).get(details(cast.player(cast.dora))))


@pytest.mark.parametrize("page", ["/account/sign-in/", "/account/profile/", "/account/bank/"])
def test_pages_of_the_account_lie_in_the_club_last_used(cast: Cast, page: str) -> None:
    other = make_club("Zeder", cast.dora, player_name="Dorothea").players.get()
    dora = signed_in(cast.dora)
    dora.get(details(other))
    shown = dora.get(page).content.decode()
    assert f'<a class="own-page" href="/clubs/{other.club_id}/' in shown
    assert '<a class="back" href="/account/">' in shown
    assert "dokoclub</span>" not in shown.partition("<main")[0]

    other.club.players.update(account=None)
    cast.club.players.filter(account=cast.dora).update(account=None)
    shown = dora.get(page).content.decode()
    assert 'class="places"' not in shown
    assert "dokoclub</span>" in shown.partition("<main")[0]
