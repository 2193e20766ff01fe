"""A wrong host or origin is reported as such, and the log says which setting to change."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from django.conf import settings as present
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from dokoclub.core.addresses import OnlyOwnHosts
from dokoclub.operations.logs import JsonFormatter
from tests.accounts.people import PASSWORD, make_account
from tests.house.environment import settings_of

pytestmark = pytest.mark.django_db


def logged(caplog: pytest.LogCaptureFixture) -> list[dict[str, str]]:
    """Return the logged text as it is written."""
    records = [one for one in caplog.records if one.name == "dokoclub.addresses"]
    return [json.loads(JsonFormatter().format(one)) for one in records]


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "doko.lan", "doko_club.lan", "[fd00::5]:8000"])
def test_another_host_is_told_and_logged(host: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get("/", headers={"host": host, "accept-language": "de"})

    page = answer.content.decode()
    assert answer.status_code == 400
    assert f"Du kommst von {host}." in page
    assert f'href="{present.PUBLIC_URL}/"' in page
    assert "ALLOWED_HOSTS" in page
    (line,) = logged(caplog)
    assert (line["host"], line["public_url"]) == (host, present.PUBLIC_URL)
    assert "ALLOWED_HOSTS" in line["message"]


def test_its_style_sheets_are_there_and_scripts_are_told_in_json() -> None:
    refused = Client().get("/news/", headers={"host": "doko.lan", "accept": "application/json"})

    assert (refused.status_code, refused.json()["check"]) == (400, "ALLOWED_HOSTS=doko.lan")
    style = RequestFactory(headers={"host": "doko.lan"}).get("/static/css/look.css")
    assert OnlyOwnHosts(lambda _request: HttpResponse("style"))(style).status_code == 200


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "https://localhost:8000"),  # a proxy that does not send X-Forwarded-Proto
        ("127.0.0.1:8000", "https://doko.example.org"),  # or does not forward Host
        ("localhost:8000", "null"),
    ],
)
@pytest.mark.parametrize("path", ["/account/login/", "/clubs/new/"])
def test_another_origin_is_not_a_page_that_was_too_old(
    host: str, origin: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    make_account("anna", "Anna")
    client = Client(enforce_csrf_checks=True, headers={"host": host, "accept-language": "de"})

    answer = client.post(path, {"login": "anna", "password": PASSWORD}, headers={"origin": origin})

    page = answer.content.decode()
    assert answer.status_code == 403
    assert f"Du kommst von {origin}." in page
    assert ("Das Formular war abgelaufen. Geh zurück, lade die Seite neu und schick es noch einmal ab.") not in page
    (line,) = logged(caplog)
    assert (line["host"], line["origin"]) == (host, origin)
    assert "PUBLIC_URL" in line["message"]


def test_a_page_that_was_too_old_is_still_told_as_one(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "de"})

    answer = client.post("/account/login/", {"login": "anna"})

    assert answer.status_code == 403
    assert (
        "Das Formular war abgelaufen. Geh zurück, lade die Seite neu und schick es noch einmal ab."
    ) in answer.content.decode()
    assert logged(caplog) == []


def test_what_somebody_writes_into_a_header_is_text(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get("/", headers={"host": "<script>" + "x" * 5000})

    assert b"<script>x" not in answer.content
    assert len(logged(caplog)[0]["host"]) == 200


def test_http_at_a_local_address_leads_to_where_https_is_spoken(tmp_path: Path, settings: Settings) -> None:
    found = settings_of(tmp_path, PUBLIC_URL="https://doko.example.org:8443", ALLOWED_HOSTS="192.168.1.5")
    for name in ("ALLOWED_HOSTS", "SECURE_SSL_REDIRECT", "SECURE_SSL_HOST", "SECURE_REDIRECT_EXEMPT"):
        setattr(settings, name, found[name])

    answer = Client().get("/account/login/", headers={"host": "192.168.1.5:8000"})

    assert (answer.status_code, answer["Location"]) == (301, "https://doko.example.org:8443/account/login/")


def test_the_logger_is_heard() -> None:
    assert logging.getLogger("dokoclub.addresses").isEnabledFor(logging.WARNING)
