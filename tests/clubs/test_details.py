"""/clubs/…/players/…/details/: one's own details with the account; of others what every member may know."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership, Player
from dokoclub.core.formatting import format_day, short_day
from dokoclub.evenings.models.evening import date_of_play
from tests.accounts.people import PASSWORD
from tests.cast import Cast, make_club, make_player, signed_in
from tests.evenings.papers import anna_ben, evening, table, write
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
    assert "Am Tisch Ben Karte Pik, petrol Gehört zum Club als Mitglied" in main
    for private in ("ben@example.org", "Benjamin", "Bier", "Anmeldung", "IBAN", "Erinnerungen", "Abmelden"):
        assert private not in main
    assert "/account/" not in page.content.decode().split("<main")[1].split("</main>")[0]


def test_what_somebody_played_is_told(cast: Cast) -> None:
    last = date_of_play()
    first = last - timedelta(weeks=2)
    for day in (last, first):
        write(cast, evening(cast, table(cast), day=day).sheets.get(), anna_ben(cast, 130))
    page = seen(signed_in(cast.dora).get(details(cast.player(cast.ben))))
    assert f"Abende 2 Erster Abend {short_day(first)} Letzter Abend {short_day(last)}" in page


def test_the_place_of_the_month_stands_below_the_name(cast: Cast) -> None:
    """On each page of a person, except on the reader's own details."""
    write(cast, evening(cast, table(cast)).sheets.get(), anna_ben(cast, 130))
    dora, ben = signed_in(cast.dora), cast.player(cast.ben)
    money = f"/clubs/{cast.club.pk}/money/players/{ben.pk}/"
    for address in (details(ben), money):
        assert f"Ben 1. im {format_day(date_of_play(), 'F')} Punkte Geld Angaben" in seen(dora.get(address))
    assert "Dora Das bist du Punkte" in seen(dora.get(details(cast.player(cast.dora))))


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
    assert "Das bist du Punkte Geld Angaben Name und Karte Anmeldung Name, Passwort, Geräte IBAN keine" in seen(page)
    with django_assert_num_queries(5):  # session, account, club, player, IBAN
        dora.get(own)


def test_everybody_changes_the_own_name_and_card(cast: Cast) -> None:
    for account in (cast.anna, cast.dora):
        assert "Name und Karte" in seen(signed_in(account).get(details(cast.player(account))))
    player, dora, own = cast.player(cast.dora), signed_in(cast.dora), f"/clubs/{cast.club.pk}/players/own/"
    page = dora.get(own).content.decode()
    assert 'value="Dora"' in page
    assert not {'name="guest"', 'name="active"', 'name="notes"'} & set(re.findall(r'name="\w+"', page))
    typed = {"name": "Dorothea", "short_name": "Doro", "tint": "3", "monogram": "", "guest": "True", "notes": "mein"}
    assert dora.post(own, typed)["Location"] == details(player)
    player.refresh_from_db()
    assert (player.name, player.short_name, player.tint) == ("Dorothea", "Doro", 3)
    assert (player.guest, player.active, player.notes) == (False, True, "")  # an owner says these
    assert player.history.latest().history_user == cast.dora
    taken = dora.post(own, typed | {"name": "Anna"})
    assert (taken.status_code, "So heißt schon Anna." in seen(taken)) == (422, True)


@pytest.mark.promise("rights")
def test_nobody_changes_another_name_there(cast: Cast) -> None:
    own = f"/clubs/{cast.club.pk}/players/own/"
    cast.club.players.filter(account=cast.dora).update(account=None)
    for who in (cast.dora, cast.stranger):  # who plays as nobody, and who is not of the club
        assert signed_in(who).post(own, {"name": "Dorothea", "tint": "3"}).status_code == 404
    assert signed_in(cast.dora).post(f"/clubs/{cast.club.pk}/players/{cast.player(cast.ben).pk}/").status_code == 403
    assert not cast.club.players.filter(name="Dorothea").exists()


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
    visitor = signed_in(cast.dora)
    assert "Anmeldung" not in seen(visitor.get(details(cast.player(cast.dora))))
    assert visitor.get(f"/clubs/{cast.club.pk}/players/own/").status_code == 404


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
