"""What the logs say, and whom they say nothing about."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from django.test import Client

from dokoclub.operations.logs import JsonFormatter

TOKEN = "Zb3vP0aQ_x7-kLm9TzR2"


class Lines(logging.Handler):
    """Keeps what would stand in the log."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(self.format(record))

    def facts(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.written]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


def test_an_answer_is_noted_by_its_route(client: Client, lines: Lines) -> None:
    client.get("/no-such-page/")

    (noted,) = [line for line in lines.facts() if line["logger"] == "dokoclub.requests"]
    assert noted.keys() == {"at", "level", "logger", "message", "method", "route", "status", "ms"}
    assert (noted["method"], noted["route"], noted["status"]) == ("GET", "no such address", 404)


@pytest.mark.django_db
def test_a_question_for_its_health_is_not_worth_a_line(client: Client, lines: Lines) -> None:
    client.get("/healthz")

    assert lines.facts() == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/invitation/{}/", "/login-link/{}/", "/login-link/{}", "/clubs/?key={}", "/{}"])
def test_a_secret_in_an_address_stays_secret(client: Client, lines: Lines, address: str) -> None:
    client.get(address.format(TOKEN))
    client.post(address.format(TOKEN))

    assert lines.written
    assert TOKEN not in "".join(lines.written)


def test_an_error_tells_where_but_not_what_was_typed(lines: Lines) -> None:
    try:
        raise ValueError("anna@example.org is taken")
    except ValueError:
        logging.getLogger("dokoclub").exception("could not store")

    (noted,) = lines.facts()
    assert noted["error"] == "ValueError"
    assert noted["message"] == "could not store"
    assert str(noted["where"]).startswith("['tests/operations/test_logs.py:")
    assert "anna" not in lines.written[0]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Error handling request /invitation/Zb3vP0aQ_x7-kLm9TzR2/", "Error handling request /invitation/…/"),
        ("Forbidden (CSRF): /clubs/12/players/", "Forbidden (CSRF): /clubs/12/players/"),
        ("mail to <anna@example.org> bounced", "mail to … bounced"),
        ("GET /?next=/x&token=Zb3vP0aQ_x7-kLm9TzR2", "GET /?next=/x&token=…"),
        ("GET /?next=%2Finvitation%2FZb3vP0aQ_x7-kLm9TzR2%2F", "GET /?next=%2Finvitation%2F…%2F"),
        ("GET /?next=%2fe%2f17-Zb3vP0aQ_x7-kLm9TzR2", "GET /?next=%2fe%2f…"),
        ("GET /e/17-Zb3vP0aQ_x7-kLm9TzR2/", "GET /e/…/"),
        ("GET /pen/4-Zb3vP0aQ_x7-kLm9TzR2/entry/", "GET /pen/…/entry/"),
        ("Invalid request from ip=203.0.113.7: no host", "Invalid request from ip=…: no host"),
        ("Invalid request from ip=2001:db8::7: no host", "Invalid request from ip=…: no host"),
        ("Proxy request from '203.0.113.7' not allowed", "Proxy request from '…' not allowed"),
        ("Listening at: http://127.0.0.1:8000 (7)", "Listening at: http://127.0.0.1:8000 (7)"),
    ],
)
def test_messages_of_others_are_cleaned(said: str, written: str) -> None:
    record = logging.LogRecord("_granian", logging.ERROR, __file__, 1, said, None, None)

    assert json.loads(JsonFormatter().format(record))["message"] == written


def test_the_numbers_of_passkeys_are_not_noted() -> None:
    assert not logging.getLogger("fido2.server").isEnabledFor(logging.INFO)
    assert logging.getLogger("fido2.server").isEnabledFor(logging.WARNING)


def test_one_line_is_one_object_whatever_is_said() -> None:
    record = logging.LogRecord("x", logging.INFO, __file__, 1, 'two\nlines and "quotes"', None, sys.exc_info())

    assert JsonFormatter().format(record).count("\n") == 0
