"""Fixtures of the account tests: the cast, a separate data folder, and fresh rate-limit counts."""

from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import demo_visitor
from tests.accounts.people import PASSWORD, make_account, make_passkey


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    settings.REGISTRATION = "invited"
    settings.DEMO = False
    monkeypatch.setattr(hooks, "signup_permits", [])
    monkeypatch.setattr(hooks, "erase_account", [])
    monkeypatch.setattr(hooks, "stored_about", [])
    return tmp_path


@pytest.fixture
def anna(db: None) -> Account:
    return make_account("anna", "Anna")


@pytest.fixture
def ben(db: None) -> Account:
    return make_account("ben", "Ben")


@pytest.fixture
def visitor(db: None, settings: Settings) -> Account:
    settings.DEMO = True
    return demo_visitor()


@pytest.fixture
def phone(client: Client, anna: Account) -> Client:
    """Return Anna's phone, signed in by password a moment ago."""
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    return client


@pytest.fixture
def old_phone(client: Client, anna: Account) -> Client:
    """Return Anna's phone, signed in long ago."""
    client.force_login(anna)
    return client


@pytest.fixture
def passkey(anna: Account) -> Authenticator:
    return make_passkey(anna, "Annas Handy")
