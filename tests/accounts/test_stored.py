"""/account/stored/: everybody can download the data stored about them."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import create_login_link

URL = "/account/stored/"


def clubs_of(account: Account) -> tuple[str, list[str]]:
    return "clubs", [f"club of {account}"]


def test_it_holds_what_every_app_knows(
    phone: Client, anna: Account, ben: Account, passkey: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "stored_about", [clubs_of])
    Account.objects.filter(pk=anna.pk).update(email="änne@example.org")
    create_login_link(anna, by=ben)
    response = phone.get(URL)
    assert response["Content-Disposition"] == 'attachment; filename="dokoclub-anna.json"'
    assert "änne@example.org" in response.content.decode()
    stored = response.json()
    assert set(stored) == {"account", "passkeys", "login_links", "signed_in_on", "security_log", "clubs"}
    assert stored["account"]["sign_in_name"] == "anna"
    assert stored["account"]["has_password"] is True
    assert [key["name"] for key in stored["passkeys"]] == ["Annas Handy"]
    assert [link["made_by"] for link in stored["login_links"]] == ["Ben"]
    assert stored["clubs"] == ["club of Anna"]


def test_secrets_stay_out(phone: Client, anna: Account, passkey: Authenticator) -> None:
    phone.post("/account/codes/new/")
    create_login_link(anna)
    anna.refresh_from_db()
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    page = phone.get(URL).content.decode()
    secrets = [anna.password, anna.session_seal, codes.data["seed"], anna.login_links.get().token_hash]
    assert [secret for secret in secrets if secret in page] == []
    assert "credential" not in page


def test_signed_out_there_is_nothing(client: Client, db: None) -> None:
    assert client.get(URL).status_code == 302
