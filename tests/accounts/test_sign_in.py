"""/account/login/: sign in by name and password."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import Account
from tests.accounts.people import PASSWORD, text

URL = "/account/login/"


@pytest.mark.parametrize("name", ["anna", "ANNA", " Anna "])
def test_it_takes_the_name_in_any_case(client: Client, anna: Account, name: str) -> None:
    response = client.post(URL, {"login": name, "password": PASSWORD})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_it_is_told_neither_by_name_nor_by_password(client: Client, anna: Account) -> None:
    wrong = client.post(URL, {"login": "anna", "password": "wrong wrong"})
    unknown = client.post(URL, {"login": "nobody", "password": "wrong wrong"})
    assert (wrong.status_code, unknown.status_code) == (422, 422)
    assert "Anmeldename und Passwort passen nicht zusammen." in text(wrong)
    assert text(wrong) == text(unknown)
    assert 'value="anna"' in wrong.content.decode()
    assert "_auth_user_id" not in client.session


def test_an_account_without_a_password_looks_the_same(client: Client, anna: Account) -> None:
    anna.set_unusable_password()
    anna.save()
    for password in ("wrong wrong", anna.password):
        response = client.post(URL, {"login": "anna", "password": password})
        assert "Anmeldename und Passwort passen nicht zusammen." in text(response)


@pytest.mark.parametrize("form", [{}, {"login": "anna"}, {"password": PASSWORD}])
def test_it_wants_both(client: Client, anna: Account, form: dict[str, str]) -> None:
    assert client.post(URL, form).status_code == 422


def test_it_goes_on_to_where_one_wanted(client: Client, anna: Account) -> None:
    assert (
        '<input type="hidden" name="next" value="/clubs/7/">' in client.get(URL, {"next": "/clubs/7/"}).content.decode()
    )
    response = client.post(URL, {"login": "anna", "password": PASSWORD, "next": "/clubs/7/"})
    assert response["Location"] == "/clubs/7/"


@pytest.mark.promise("redirects")
@pytest.mark.parametrize(
    "foreign", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_it_goes_to_no_foreign_page(client: Client, anna: Account, foreign: str) -> None:
    response = client.post(URL, {"login": "anna", "password": PASSWORD, "next": foreign})
    assert response["Location"] == "/"


def test_who_is_signed_in_goes_on(old_phone: Client) -> None:
    assert old_phone.get(URL, {"next": "/account/"})["Location"] == "/account/"


def test_a_closed_account_stays_out(client: Client, anna: Account) -> None:
    Account.objects.update(is_active=False)
    response = client.post(URL, {"login": "anna", "password": PASSWORD}, follow=True)
    assert "Zugang gesperrt" in text(response)
    assert "_auth_user_id" not in client.session


def test_too_many_wrong_passwords_close_the_name_but_not_the_address(
    client: Client, anna: Account, ben: Account
) -> None:
    for _ in range(5):
        client.post(URL, {"login": "anna", "password": "wrong wrong"})
    response = client.post(URL, {"login": "Anna", "password": PASSWORD})
    assert "Zu viele Versuche." in text(response)
    assert client.post(URL, {"login": "ben", "password": PASSWORD}).status_code == 302


def test_it_is_limited_by_address(client: Client, anna: Account, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"sign_in": "2/m/key"}
    statuses = [client.post(URL, {"login": f"n{n}", "password": "x"}).status_code for n in range(3)]
    assert statuses == [422, 422, 429]
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post(URL, {"login": "anna", "password": PASSWORD}).status_code == 302


def test_nobody_here_yet_points_to_the_first_account(client: Client, db: None) -> None:
    assert "Ersten Zugang anlegen" in text(client.get(URL))


def test_the_page_points_to_what_is_possible(client: Client, anna: Account, settings: Settings) -> None:
    page = text(client.get(URL, headers={"host": "localhost:8000"}))
    assert "Mit Passkey anmelden" in page
    assert "Noch kein Zugang? Bitte einen Inhaber deines Clubs um eine Einladung." in page
    assert "Zugang anlegen" not in page
    settings.REGISTRATION = "open"
    assert "Zugang anlegen" in text(client.get(URL))


def test_passkeys_are_not_offered_where_they_cannot_work(client: Client, anna: Account) -> None:
    page = client.get(URL, headers={"host": "127.0.0.1:8000"})
    assert "Mit Passkey anmelden" not in text(page)
    assert "Passkeys brauchen https." in text(page)
    assert "webauthn" not in page.content.decode()


def test_it_costs_few_queries(client: Client, anna: Account, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        client.get(URL)
