"""/account/logout/: only a POST signs out."""

from django.test import Client

from tests.accounts.people import text

URL = "/account/logout/"


def test_reading_only_asks(old_phone: Client) -> None:
    assert "Möchtest du dich auf diesem Gerät abmelden?" in text(old_phone.get(URL))
    assert "_auth_user_id" in old_phone.session


def test_it_signs_out(old_phone: Client) -> None:
    assert old_phone.post(URL)["Location"] == "/"
    assert "_auth_user_id" not in old_phone.session
    assert old_phone.post(URL)["Location"] == "/"
