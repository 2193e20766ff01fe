"""/account/password/: set or change the password."""

import pytest
from django.test import Client

from dokoclub.accounts.models import Account
from tests.accounts.people import PASSWORD, text

URL = "/account/password/"
NEW = "kreuz bube sticht"


def test_it_holds_from_now_on_and_other_devices_are_signed_out(phone: Client, anna: Account) -> None:
    other = Client()
    other.force_login(anna)
    response = phone.post(URL, {"password1": NEW, "password2": NEW}, follow=True)
    assert "Das neue Passwort gilt ab jetzt." in text(response)
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert phone.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (NEW, "something else", "Die beiden Passwörter sind verschieden."),
        ("kurz", "kurz", "mindestens 8 Zeichen"),
        ("12345678", "12345678", "zu üblich"),
        ("", "", "Bitte ausfüllen."),
    ],
)
def test_it_says_what_is_wrong(phone: Client, anna: Account, first: str, second: str, message: str) -> None:
    response = phone.post(URL, {"password1": first, "password2": second})
    assert response.status_code == 422
    assert message in text(response)
    assert f'value="{first or PASSWORD}"' not in response.content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_signed_out_it_leads_to_sign_in(client: Client, db: None) -> None:
    assert client.get(URL)["Location"] == "/account/login/?next=/account/password/"
