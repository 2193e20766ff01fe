"""A session from an owner's login link: the owner may be looking in, so it can do less, ends sooner, and is shown."""

from __future__ import annotations

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.models import Account, LoginLink
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.services.sign_ins import begin_sign_in, create_login_link, use_login_link
from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.invitations import accept_invitation
from dokoclub.clubs.services.members import change_member, hand_over, login_link, remove_member
from dokoclub.settlement.services.kitty import save_bank_account
from tests.accounts.people import PASSWORD
from tests.cast import Cast, make_club, signed_in
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen

IBAN = "DE89370400440532013000"
QUESTION = "Anmeldung mit einem Link von Anna. Warst du das?"
ANEW = "Bitte melde dich neu an"


@pytest.fixture
def dora(cast: Cast) -> Account:
    cast.dora.set_password(PASSWORD)
    cast.dora.save()
    return cast.dora


@pytest.fixture
def link_phone(cast: Cast, dora: Account) -> Client:
    """Return a phone signed in as Dora by a link of Anna's."""
    client = Client()
    client.post(f"/login-link/{login_link(cast.member(dora), by=cast.anna)}/")
    return client


@pytest.fixture
def own_phone(cast: Cast, dora: Account) -> Client:
    client = Client()
    client.post("/account/login/", {"login": dora.username, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/sign-in/").status_code == 200


# --- It ends ----------------------------------------------------------------------------------------------------------


@pytest.mark.promise("owner-link")
def test_it_ends_when_the_member_joins_another_club(cast: Cast, link_phone: Client, own_phone: Client) -> None:
    """Regression: the owner went on reading with the member's rights there, for 90 days."""
    assert link_phone.get(f"/clubs/{cast.club.pk}/").status_code == 200
    make_club("Ahorn", cast.dora)
    assert (is_in(link_phone), is_in(own_phone)) == (False, True)


def test_who_joins_in_it_is_signed_out_and_told(cast: Cast, link_phone: Client, dora: Account) -> None:
    club = make_club("Ahorn", cast.stranger)
    token, invitation = make_invitation(cast)
    type(invitation).objects.update(club=club)
    page = link_phone.get(f"/invitation/{token}/")
    assert "Der Beitritt beendet deine Anmeldung per Link: Halte Passwort oder Passkey bereit." in seen(page)
    answer = link_phone.post(f"/invitation/{token}/", {"player_name": "Dora"}, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/?next=")
    assert (
        "Du bist mit einem Anmeldelink hier und jetzt in einem weiteren Club. Melde dich mit Passwort oder Passkey an."
    ) in seen(answer)
    assert Membership.objects.filter(club=club, account=dora).exists()


def test_who_founds_a_club_in_it_too(link_phone: Client, dora: Account) -> None:
    form = link_phone.get("/clubs/new/").context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"name": "Ahorn", "player_name": "Dora"}
    assert link_phone.post("/clubs/new/", sent).status_code == 302
    assert Membership.objects.filter(account=dora, owner=True).exists()
    assert not is_in(link_phone)


def test_it_ends_when_its_maker_owns_the_club_no_longer(cast: Cast, link_phone: Client, own_phone: Client) -> None:
    hand_over(to=cast.member(cast.ben), by=cast.member(cast.anna))
    assert (is_in(link_phone), is_in(own_phone)) == (False, True)


def test_it_ends_when_its_maker_is_removed(cast: Cast, link_phone: Client) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    remove_member(cast.member(cast.anna), by=cast.ben)
    assert not is_in(link_phone)


def test_it_does_not_begin_where_the_member_joins_at_that_moment(
    cast: Cast, dora: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The member joins between the making of the link and the session, and cannot know of it yet."""

    def use_and_join(token: str) -> LoginLink | None:
        used = use_login_link(token)
        make_club("Ahorn", dora)
        return used

    monkeypatch.setattr(sign_ins, "use_login_link", use_and_join)
    client = Client()
    assert client.post(f"/login-link/{login_link(cast.member(dora), by=cast.anna)}/").status_code == 410
    assert not is_in(client)


def test_other_changes_leave_it_alone(cast: Cast, link_phone: Client) -> None:
    change_member(cast.member(cast.dora), owner=False, scorer=True, treasurer=False, player=None, by=cast.anna)
    assert is_in(link_phone)


def test_a_link_of_who_runs_the_site_is_no_owners(cast: Cast, dora: Account) -> None:
    client = Client()
    client.post(f"/login-link/{create_login_link(dora)}/")
    make_club("Ahorn", dora)
    assert is_in(client)
    assert client.get("/account/password/").status_code == 200
    assert "Warst du das" not in seen(client.get("/account/sign-in/"))


# --- It opens less ----------------------------------------------------------------------------------------------------


@pytest.mark.promise("owner-link")
@pytest.mark.parametrize("page", ["/account/bank/", "/account/stored/", "/account/log/"])
def test_what_is_for_the_member_alone_stays_closed(link_phone: Client, dora: Account, page: str) -> None:
    save_bank_account(dora, holder="Dora Müller", iban=IBAN)
    answer = link_phone.get(page)
    assert answer.status_code == 403
    assert ANEW in seen(answer)
    assert "DE89" not in answer.content.decode()


@pytest.mark.parametrize(
    "page", ["bank/", "bank/remove/", "devices/1/end/", "sign-out-everywhere/", "login-links/answer/"]
)
def test_nothing_of_it_is_changed(link_phone: Client, dora: Account, page: str) -> None:
    save_bank_account(dora, holder="Dora Müller", iban=IBAN)
    answer = link_phone.post(f"/account/{page}", {"holder": "Anna", "iban": "DE02120300000000202051", "mine": "yes"})
    assert answer.status_code == 403
    dora.refresh_from_db()
    assert dora.bank_account.iban == IBAN
    assert dora.has_unconfirmed_links


def test_a_code_to_pay_somebody_stays_closed(cast: Cast, link_phone: Client) -> None:
    save_bank_account(cast.anna, holder="Anna Müller", iban=IBAN)
    answer = link_phone.get(f"/clubs/{cast.club.pk}/money/players/{cast.players['Anna'].pk}/code/")
    assert answer.status_code == 403
    assert ANEW in seen(answer)


def test_even_after_a_proof_and_until_a_new_sign_in(link_phone: Client, dora: Account) -> None:
    link_phone.post("/account/prove/", {"password": PASSWORD})
    page = link_phone.get("/account/bank/")
    assert page.status_code == 403
    login = link_phone.post("/account/logout/", {"next": page.context["again"]})["Location"]
    assert login == "/account/login/?next=%2Faccount%2Fbank%2F"
    form = {"login": dora.username, "password": PASSWORD, "next": "/account/bank/"}
    assert link_phone.post("/account/login/", form, follow=True).status_code == 200


@pytest.mark.parametrize("page", ["password/", "passkeys/add/", "codes/new/", "codes/", "codes/download/", "delete/"])
def test_where_there_is_a_proof_it_is_asked_for(link_phone: Client, dora: Account, page: str) -> None:
    RecoveryCodes.activate(dora)
    assert link_phone.get(f"/account/{page}")["Location"].startswith("/account/prove/")


def test_where_there_is_none_a_password_is_set_at_once(cast: Cast) -> None:
    client = Client()
    client.post(f"/login-link/{login_link(cast.member(cast.dora), by=cast.anna)}/")
    assert client.get("/account/password/").status_code == 200


@pytest.mark.promise("owner-link")
def test_nobody_is_signed_out_by_it(link_phone: Client, own_phone: Client) -> None:
    """Regression: an owner looking in could sign the member out everywhere, before the member had been asked."""
    link_phone.post("/account/sign-out-everywhere/")
    assert is_in(own_phone)
    assert "Alle anderen Geräte abmelden" not in seen(link_phone.get("/account/sign-in/"))


@pytest.fixture
def without_proof(cast: Cast) -> tuple[Client, Client]:
    """Pretend that Dora began to register a passkey and has none; she is signed in, and so is Anna, by a link."""
    own, by_link = signed_in(cast.dora), Client()
    begin_sign_in(cast.dora, str(own.session.session_key), "registered", "")
    by_link.post(f"/login-link/{login_link(cast.member(cast.dora), by=cast.anna)}/")
    return own, by_link


@pytest.mark.promise("owner-link")
@pytest.mark.parametrize("page", ["password/", "passkeys/add/", "codes/new/", "delete/"])
def test_a_first_password_is_not_set_behind_the_back_of_who_is_signed_in(
    cast: Cast, without_proof: tuple[Client, Client], page: str
) -> None:
    """Regression: the account was the owner's from then on, with the IBAN in it; the link itself opens none."""
    own, by_link = without_proof
    form = {"password1": "kreuz bube sticht", "password2": "kreuz bube sticht", "username": cast.dora.username}
    for answer in (by_link.get(f"/account/{page}"), by_link.post(f"/account/{page}", form)):
        assert answer.status_code == 403
        assert "auf deinem anderen, noch angemeldeten Gerät" in seen(answer)
    cast.dora.refresh_from_db()
    assert not cast.dora.has_usable_password()
    assert own.get(f"/account/{page}").status_code == 200


def test_it_is_set_once_nobody_is_signed_in_elsewhere(without_proof: tuple[Client, Client]) -> None:
    own, by_link = without_proof
    own.post("/account/logout/")
    form = {"password1": "kreuz bube sticht", "password2": "kreuz bube sticht"}
    assert by_link.post("/account/password/", form)["Location"] == "/account/sign-in/"


def test_the_way_back_to_a_lost_password_is_told(link_phone: Client) -> None:
    assert (
        "Du bist mit dem Anmeldelink eines Inhabers hier. Er zeigt keine Bankdaten, endet beim "
        "Beitritt zu einem weiteren Club, und ein neues Passwort oder ein neuer Passkey braucht "
        "dein altes Passwort, deinen Passkey oder Notfallcode. Alles verloren? Bitte den "
        "Betreiber um einen Anmeldelink."
    ) in seen(link_phone.get("/account/sign-in/"))


def test_it_sees_no_other_devices(link_phone: Client, own_phone: Client) -> None:
    page = link_phone.get("/account/sign-in/")
    assert (
        "Du bist mit dem Anmeldelink eines Inhabers hier. Er zeigt keine Bankdaten, endet beim "
        "Beitritt zu einem weiteren Club, und ein neues Passwort oder ein neuer Passkey braucht "
        "dein altes Passwort, deinen Passkey oder Notfallcode. Alles verloren? Bitte den "
        "Betreiber um einen Anmeldelink."
    ) in seen(page)
    assert page.context["sign_ins"] == []


def test_it_makes_no_known_device(link_phone: Client) -> None:
    assert "device" not in link_phone.cookies


# --- It is shown ------------------------------------------------------------------------------------------------------


@pytest.mark.promise("owner-link")
@pytest.mark.parametrize("page", ["/", "/account/sign-in/", "/clubs/{club}/", "/clubs/{club}/money/"])
def test_the_member_is_asked_on_every_page(cast: Cast, link_phone: Client, own_phone: Client, page: str) -> None:
    for _ in range(2):
        assert QUESTION in seen(own_phone.get(page.format(club=cast.club.pk), follow=True))


def test_not_in_the_session_itself(link_phone: Client) -> None:
    assert "Warst du das" not in seen(link_phone.get("/account/sign-in/"))


def test_yes_ends_the_asking_and_nothing_else(link_phone: Client, own_phone: Client) -> None:
    answer = own_phone.post("/account/login-links/answer/", {"mine": "yes", "next": "/account/sign-in/"}, follow=True)
    assert "Du wirst nicht noch einmal gefragt." in seen(answer)
    assert "Warst du das" not in seen(answer)
    assert is_in(link_phone)


def test_no_ends_the_session(link_phone: Client, own_phone: Client) -> None:
    for _ in range(2):
        answer = own_phone.post("/account/login-links/answer/", {"foreign": "yes"}, follow=True)
    assert "Die Anmeldung per Link ist beendet. Frag den Ersteller." in seen(answer)
    assert not is_in(link_phone)
    assert is_in(own_phone)


def test_it_is_told_also_when_the_session_is_over(link_phone: Client, own_phone: Client) -> None:
    link_phone.post("/account/logout/")
    assert QUESTION in seen(own_phone.get("/account/sign-in/"))


def test_the_next_link_asks_again(cast: Cast, link_phone: Client, own_phone: Client) -> None:
    own_phone.post("/account/login-links/answer/", {"mine": "yes"})
    Client().post(f"/login-link/{login_link(cast.member(cast.dora), by=cast.anna)}/")
    assert seen(own_phone.get("/account/sign-in/")).count("Warst du das?") == 1


@pytest.mark.promise("redirects")
def test_it_goes_nowhere_foreign(own_phone: Client) -> None:
    sent = {"mine": "yes", "next": "https://evil.example/"}
    assert own_phone.post("/account/login-links/answer/", sent)["Location"] == "/"


def test_who_was_not_visited_pays_nothing_for_it(
    cast: Cast, own_phone: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own_phone.get("/account/log/")
    with django_assert_num_queries(5):  # session, account, events, guesses, own membership
        own_phone.get("/account/log/")


def test_joining_costs_one_query_more(cast: Cast) -> None:
    """A user without such a session is not signed out by it."""
    phone = signed_in(cast.stranger)
    _token, invitation = make_invitation(cast)
    accept_invitation(invitation, player_name="Fritz", by=cast.stranger)
    assert is_in(phone)
