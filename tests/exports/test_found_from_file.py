"""/clubs/from-file/: a club comes in as a file."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from zeal import zeal_ignore

from dokoclub.clubs.models import Club
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.exports.club_file.shapes import fits_field
from dokoclub.exports.forms import files as forms
from dokoclub.settlement.models import EveningMoney
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import Answer, phone, seen
from tests.exports.club_files import former_file

URL = "/clubs/from-file/"


@pytest.fixture
def content(cast: Cast) -> bytes:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    return former_file(cast.club).encode()


def bring(cast: Cast, content: bytes, **more: Any) -> Answer:
    with zeal_ignore():
        file = SimpleUploadedFile("linde.json", content)
        return phone(cast, "Dora").post(URL, {"file": file, "key": str(uuid4()), **more}, follow=True)


def test_it_comes_in(cast: Cast, content: bytes) -> None:
    assert "Linde ist da und gehört dir." in seen(bring(cast, content))
    club = Club.objects.latest("pk")
    assert club != cast.club
    assert club.memberships.get().account == cast.dora
    assert former_file(club).encode() == content


def test_a_double_tap_brings_one(cast: Cast, content: bytes) -> None:
    key = str(uuid4())
    for _ in range(2):
        assert bring(cast, content, key=key).status_code == 200
    assert Club.objects.filter(name="Linde").count() == 2


def test_what_is_wrong_stands_at_the_field(cast: Cast, content: bytes) -> None:
    document = json.loads(content)
    document["players"][0]["guest"] = "ja"
    document["evenings"][0]["stake"] = None
    answer = bring(cast, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "players 1 guest: Das muss wahr oder falsch sein." in seen(answer)
    assert "evenings 1 stake: Das darf nicht leer sein." in seen(answer)
    assert not Club.objects.exclude(name__in=["Linde", "Eiche"]).exists()


@pytest.mark.parametrize(
    ("table", "name", "value"),
    [
        ("club", "founded_at", "0001-01-01T00:00:00+05:00"),
        ("club", "founded_at", "9999-12-31T23:30:00+00:00"),
        ("evenings", "date", "0202-11-13"),
        ("evenings", "date", "9999-12-31"),
        ("entries", "written_at", "9999-12-31T23:59:59-05:00"),
    ],
)
def test_years_that_no_calendar_shows(cast: Cast, content: bytes, table: str, name: str, value: str) -> None:
    document = json.loads(content)
    document[table][0][name] = value
    answer = bring(cast, json.dumps(document).encode())
    assert answer.status_code == 422
    assert f"{table} 1 {name}: Stimmt das Jahr?" in seen(answer)


def test_what_no_page_could_show_is_refused(cast: Cast, content: bytes) -> None:
    document = json.loads(content)
    document["entries"][0]["attribution"] = True
    answer = bring(cast, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "entries 1 attribution" in seen(answer)


@pytest.mark.parametrize(
    ("table", "name", "row"),
    [
        ("leagues", "columns", {"columns": ["points", "nonsense"]}),
        ("closed_rows", "standing", {"standing": "first"}),
        ("closed_rows", "struck", {"struck": ["3"]}),
        ("closed_rows", "values", {"values": {"points": "3"}}),
        ("closed_rows", "values", {"values": {"points": [3, 0]}}),
        ("settled_shares", "reason", {"reason": "luck"}),
        ("settled_shares", "numbers", {"reason": "stake", "numbers": {"points": 3}}),
        ("settled_shares", "numbers", {"reason": "present", "numbers": {"amount": "3"}}),
    ],
)
def test_values_of_another_shape(table: str, name: str, row: dict[str, Any]) -> None:
    assert not fits_field(table, name, row)


def test_who_is_not_in_the_file_was_not_expected(cast: Cast, content: bytes) -> None:
    close_evening(cast.club.evenings.get(), by=None)
    document = json.loads(former_file(cast.club))
    document["evening_moneys"][0]["expected"] = [0, 1, 99, 2**63 - 1]  # 0 must not become the last player
    assert bring(cast, json.dumps(document).encode()).status_code == 200
    club = Club.objects.latest("pk")
    assert EveningMoney.objects.get(club=club).expected == [club.players.earliest("pk").pk]


def test_a_number_that_no_database_holds_is_refused(cast: Cast, content: bytes) -> None:
    close_evening(cast.club.evenings.get(), by=None)
    document = json.loads(former_file(cast.club))
    document["evening_moneys"][0]["expected"] = [1, 2**63]
    answer = bring(cast, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "evening_moneys 1: Das ist kein JSON, das gespeichert werden kann" in seen(answer)


def test_too_large(cast: Cast, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MOST_BYTES", 10)
    assert bring(cast, content).status_code == 422


def test_founding_leads_there(cast: Cast) -> None:
    assert URL in phone(cast, "Dora").get("/clubs/new/").content.decode()
