"""Sign-in through another service: off unless named, connected only by its owner, no way into another account."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts.access import devices
from dokoclub.accounts.models import Account, SecurityEvent
from dokoclub.accounts.services import erasure, sign_ins
from dokoclub.environment import openid_provider
from tests.accounts.openid_service import BEGIN, CONNECT, HERE, agree, know_service, leave, refuse, run_service
from tests.accounts.people import make_account, text

pytestmark = pytest.mark.django_db

BUTTON = "Mit localhost:"


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with run_service() as address:
        yield address


@pytest.fixture
def known(service: str, settings: Settings) -> str:
    know_service(settings, service)
    return service


def connect(device: Client, person: str) -> str:
    """Connect the account that is signed in; return where it leads."""
    return str(device.get(agree(leave(device, CONNECT), person), headers=HERE).headers["Location"])


def sign_in(device: Client, person: str, **form: str) -> str:
    answer = device.get(agree(leave(device, **form), person), headers=HERE)
    return answer.headers.get("Location", str(answer.status_code))


def trust_session(device: Client, seconds: int) -> None:
    request = HttpRequest()
    request.session = session = device.session
    devices.trust_session(request, seconds)
    session.save()


def who(device: Client) -> str | None:
    """Return the key of the account that is signed in."""
    return device.session.get("_auth_user_id")


# --- Off --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("address", [BEGIN, CONNECT, "/account/openid/answer/", "/account/openid/remove/"])
def test_without_a_service_there_is_nothing(phone: Client, method: str, address: str) -> None:
    assert getattr(phone, method)(address).status_code in (404, 405)
    assert BUTTON not in text(Client().get("/account/login/"))
    assert "nicht verbunden" not in text(phone.get("/account/sign-in/"))


# --- The whole way ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known")
def test_connected_once_it_signs_in(phone: Client, anna: Account) -> None:
    assert "nicht verbunden" in text(phone.get("/account/sign-in/"))
    assert connect(phone, "anna@work") == "/account/sign-in/"
    assert "Verbunden." in text(phone.get("/account/sign-in/"))

    device = Client()
    assert BUTTON in text(device.get("/account/login/"))
    assert sign_in(device, "anna@work", next="/help/") == "/help/"
    assert who(device) == str(anna.pk)
    assert "über einen anderen Dienst" in text(device.get("/account/sign-in/"))
    log = [event.what for event in SecurityEvent.objects.filter(account=anna)]
    assert log == ["openid", "openid_connected", "password"]


@pytest.mark.usefixtures("known", "anna")
def test_nothing_but_a_number_is_stored(phone: Client) -> None:
    connect(phone, "anna@work")
    sign_in(Client(), "anna@work")

    stored = SocialAccount.objects.get()
    assert (stored.uid, stored.extra_data) == ("anna@work", {})


@pytest.mark.usefixtures("known")
def test_the_service_learns_no_more_than_it_must(client: Client, known: str) -> None:
    address = urlsplit(leave(client, next="/clubs/7/"))
    asked = parse_qs(address.query)

    assert f"{address.scheme}://{address.netloc}" == known
    assert asked["scope"] == ["openid"]
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["redirect_uri"] == ["http://localhost/account/openid/answer/"]
    assert "clubs" not in address.query


# --- Unknown, foreign, broken -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known", "anna")
def test_somebody_unknown_gets_no_account_and_into_none() -> None:
    """Not even with the sign-in name or the mail address of somebody here."""
    Account.objects.update(email="anna@example.org")
    device = Client()
    for person in ("anna", "anna@example.org"):
        answer = device.get(agree(leave(device), person), headers=HERE)
        assert answer.status_code == 403
        assert "Noch nicht verbunden" in text(answer)
        assert who(device) is None
    assert Account.objects.count() == 1
    assert not SocialAccount.objects.exists()


@pytest.mark.usefixtures("known")
def test_who_signs_in_after_somebody_unknown_is_not_connected(anna: Account) -> None:
    """On a shared device the next one signs in: the one before must not get into that account."""
    shared = Client()
    sign_in(shared, "a stranger")
    shared.post("/account/login/", {"login": "anna", "password": "herzdame sticht karo"})

    assert who(shared) == str(anna.pk)
    assert not SocialAccount.objects.exists()


@pytest.mark.usefixtures("known")
def test_a_person_opens_one_account_only(phone: Client, ben: Account) -> None:
    connect(phone, "anna@work")
    other = Client()
    other.post("/account/login/", {"login": "ben", "password": "herzdame sticht karo"})

    connect(other, "anna@work")

    assert "bereits verbunden" in text(other.get("/account/sign-in/"))
    assert not SocialAccount.objects.filter(user=ben).exists()


@pytest.mark.usefixtures("known", "anna")
def test_an_account_opens_to_one_person_only(phone: Client) -> None:
    connect(phone, "anna@work")
    connect(phone, "anna@work")
    connect(phone, "a stranger")

    assert [stored.uid for stored in SocialAccount.objects.all()] == ["anna@work"]
    assert SecurityEvent.objects.filter(what="openid_connected").count() == 1


@pytest.mark.usefixtures("known")
def test_an_answer_counts_in_the_browser_that_asked_and_once(phone: Client) -> None:
    connect(phone, "anna@work")
    device, other = Client(), Client()
    answer = agree(leave(device), "anna@work")

    assert other.get(answer, headers=HERE).headers["Location"] == "/account/login/"
    assert who(other) is None
    device.get(answer, headers=HERE)
    assert who(device)
    device.post("/account/logout/")
    device.get(answer, headers=HERE)
    assert who(device) is None


@pytest.mark.usefixtures("known", "anna")
@pytest.mark.parametrize("answer", ["", "?code=invented", "?code=invented&state=invented", "?error=access_denied"])
def test_an_invented_answer_is_none(answer: str) -> None:
    device = Client()
    page = device.get(f"/account/openid/answer/{answer}", headers=HERE)

    assert page.headers["Location"] == "/account/login/"
    assert "hat nicht geklappt" in text(device.get("/account/login/"))
    assert who(device) is None


@pytest.mark.usefixtures("known", "anna")
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(phone: Client, target: str) -> None:
    connect(phone, "anna@work")
    assert sign_in(Client(), "anna@work", next=target) == "/"


@pytest.mark.usefixtures("known", "anna")
def test_a_refusal_leads_back(client: Client) -> None:
    assert client.get(refuse(leave(client)), headers=HERE).headers["Location"] == "/account/login/"
    assert "hat nicht geklappt" in text(client.get("/account/login/"))


@pytest.mark.usefixtures("anna")
def test_a_service_that_is_away_is_a_sentence(client: Client, settings: Settings) -> None:
    know_service(settings, "http://localhost:9")
    assert client.post(BEGIN, headers=HERE).headers["Location"] == "/account/login/"
    assert "hat nicht geklappt" in text(client.get("/account/login/"))


def test_another_service_does_not_inherit_the_accounts(phone: Client, known: str, settings: Settings) -> None:
    """The same number is somebody else there."""
    connect(phone, "anna@work")
    settings.SOCIALACCOUNT_PROVIDERS = openid_provider(f"{known}/", "dokoclub", "geheim")

    assert sign_in(Client(), "anna@work") == "403"


# --- Proof ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("address", [CONNECT, "/account/openid/remove/"])
def test_a_session_of_long_ago_proves_itself_first(old_phone: Client, address: str) -> None:
    assert old_phone.post(address, headers=HERE).headers["Location"].startswith("/account/prove/")


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("address", [CONNECT, "/account/openid/remove/"])
def test_an_owners_link_connects_nothing(client: Client, anna: Account, ben: Account, address: str) -> None:
    client.post(f"/login-link/{sign_ins.create_login_link(anna, by=ben)}/")
    assert who(client) == str(anna.pk)
    assert client.post(address, headers=HERE).status_code == 403


@pytest.mark.usefixtures("known", "anna")
def test_a_proof_that_is_over_when_the_answer_comes_is_asked_for_again(phone: Client) -> None:
    answer = agree(leave(phone, CONNECT), "anna@work")
    trust_session(phone, 0)

    assert phone.get(answer, headers=HERE).headers["Location"] == CONNECT
    assert not SocialAccount.objects.exists()


# --- Taken back -------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known", "anna")
def test_disconnected_it_opens_nothing(phone: Client) -> None:
    connect(phone, "anna@work")
    phone.post("/account/openid/remove/", headers=HERE)

    assert "Getrennt." in text(phone.get("/account/sign-in/"))
    assert sign_in(Client(), "anna@work") == "403"


@pytest.mark.usefixtures("known")
def test_the_only_way_in_is_not_removed(client: Client) -> None:
    cleo = make_account("cleo", "Cleo", password=None)
    client.force_login(cleo)
    SocialAccount.objects.create(user=cleo, provider="oidc-x", uid="cleo@work")

    client.post("/account/openid/remove/", headers=HERE)

    assert SocialAccount.objects.filter(user=cleo).exists()


@pytest.mark.usefixtures("known", "ben")
def test_an_erased_account_is_not_opened(phone: Client, anna: Account) -> None:
    connect(phone, "anna@work")
    erasure.erase_account(anna)

    assert sign_in(Client(), "anna@work") == "403"
    assert not SocialAccount.objects.exists()
    assert Account.objects.get(pk=anna.pk).erased_at is not None
