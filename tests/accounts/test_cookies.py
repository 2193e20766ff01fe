"""Our own cookie names, so that another site on another port of the same host does not overwrite our cookies."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from dokoclub.accounts.middleware import COOKIE as HOLDER
from dokoclub.accounts.models import Account
from dokoclub.core.cookies import FORMER
from dokoclub.core.offline import format_worker
from tests.accounts.people import PASSWORD, make_account
from tests.house.environment import settings_of

SESSION, CSRF = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME


@pytest.mark.parametrize(
    ("public", "session"),
    [
        ("http://localhost:8000", "doko_session_8000"),
        ("http://localhost:8001", "doko_session_8001"),
        ("http://doko.lan", "doko_session"),
        ("https://doko.example.org", "__Host-doko_session"),
        ("https://doko.example.org:443", "__Host-doko_session"),
        ("https://doko.example.org:8443", "__Host-doko_session_8443"),
    ],
)
def test_the_name_says_whose_it_is_and_on_which_port(tmp_path: Path, public: str, session: str) -> None:
    found = settings_of(tmp_path, PUBLIC_URL=public)

    assert found["SESSION_COOKIE_NAME"] == session
    assert found["CSRF_COOKIE_NAME"] == session.replace("session", "csrf")
    assert found["LANGUAGE_COOKIE_NAME"] == session.replace("session", "language")


@pytest.mark.django_db
def test_every_cookie_that_is_set_has_such_a_name() -> None:
    """Signing in, choosing a language or a theme, and the message for the next page all set such cookies."""
    make_account("anna", "Anna")
    client = Client()
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    client.post("/language/", {"language": "en"})
    client.post("/theme/", {"theme": "dark"})
    client.get("/account/")

    assert len(client.cookies) >= 5
    assert [name for name in client.cookies if not name.startswith("doko_")] == []


@pytest.fixture
def anna(db: None) -> Account:
    return make_account("anna", "Anna")


def signed_in_before(account: Account) -> Client:
    """Set the cookies as an older version left them in a browser."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(account)
    client.cookies["sessionid"] = client.cookies[SESSION].value
    del client.cookies[SESSION]
    return client


def test_who_was_signed_in_before_the_names_changed_still_is(anna: Account) -> None:
    client = signed_in_before(anna)

    answer = client.get("/account/")

    assert answer.status_code == 200
    moved = answer.cookies[SESSION]
    assert (moved.value, bool(moved["httponly"]), moved["samesite"]) == (client.cookies["sessionid"].value, True, "Lax")
    del client.cookies["sessionid"]
    assert client.get("/account/").status_code == 200


def test_an_old_page_can_send_what_it_has(anna: Account) -> None:
    """The script of an old page still reads the token under its old name."""
    client = signed_in_before(anna)
    client.cookies["csrftoken"] = "a" * 32

    answer = client.post("/theme/", {"theme": "dark"}, headers={"X-CSRFToken": "a" * 32})

    assert answer.status_code == 302


@pytest.mark.parametrize("value", ["of-another-site", "x" * 32, ""])
def test_the_cookie_of_another_site_is_left_alone(value: str, db: None) -> None:
    client = Client()
    client.cookies["sessionid"] = value

    answer = client.get("/account/login/")

    assert answer.status_code == 200
    assert not {"sessionid", SESSION} & answer.cookies.keys()


def test_the_new_name_wins(anna: Account) -> None:
    client = signed_in_before(make_account("ben", "Ben"))
    client.force_login(anna)

    answer = client.get("/account/")

    assert answer.wsgi_request.user == anna


def test_after_signing_out_the_old_one_opens_nothing(anna: Account) -> None:
    client = Client()
    client.force_login(anna)
    client.cookies["sessionid"] = client.cookies[SESSION].value
    client.post("/account/logout/")

    assert client.get("/account/").status_code == 302


def test_a_theme_of_before_does_not_come_back() -> None:
    client = Client()
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/offline/").content.decode()

    client.post("/theme/", {"theme": ""})

    assert "data-theme" not in client.get("/offline/").content.decode()


def test_scripts_read_the_names_that_are_set() -> None:
    scripts = Path(settings.BASE_DIR) / "static" / "js"
    assert f'const HOLDER = "{HOLDER}";' in format_worker()
    for name in ("pages/page.js", "sheet/sheet.js"):
        assert "doko_csrf$" in (scripts / name).read_text("utf-8")
    assert [path.name for path in scripts.rglob("*.js") if "csrftoken=" in path.read_text("utf-8")] == []
    assert set(FORMER.values()) == {"sessionid", "csrftoken", "django_language", "theme", "sheet_order", "device"}
