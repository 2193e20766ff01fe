"""Purposes written by the program are in the language of the reader; those of a person stay as typed."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils.translation import override

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import CashEntry
from dokoclub.settlement.presenters.kitty import WRITTEN, name_purpose, sums_by_purpose
from dokoclub.settlement.selectors.kitty import get_statement
from dokoclub.settlement.services.dues import purpose_of_prize
from dokoclub.settlement.services.kitty import book_cash, book_in_held
from dokoclub.standings.models.periods import month_around
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.settlement import purse

DAY = date(2026, 3, 12)


def book(cast: Cast, purpose: str, cents: int = -500) -> CashEntry:
    return book_cash(cast.club, cents=cents, purpose=purpose, day=DAY, key=uuid4(), by=cast.cleo)


@pytest.mark.parametrize(
    ("written", "german", "english"),
    [
        ("Counting difference", "Kassendifferenz", "Counting difference"),
        ("Anzahlung", "Anzahlung", "On account"),
        ("Prize: Easter: cup", "Preis: Easter: cup", "Prize: Easter: cup"),
        ("Neue Karten", "Neue Karten", "Neue Karten"),
        ("Startgeld", "Startgeld", "Startgeld"),
    ],
)
def test_it_reads_in_the_language_of_the_reader(cast: Cast, written: str, german: str, english: str) -> None:
    entry = book(cast, written)
    told = []
    for language in ("de", "en"):
        with override(language):
            told.append(name_purpose(entry))
    assert told == [german, english]


def test_a_payout_names_its_month_too(cast: Cast) -> None:
    period = month_around(DAY)
    with override("de"):
        purpose = purpose_of_prize(period, 2)
    entry = book_in_held(
        cast.club, cents=-100, purpose=purpose, day=DAY, key=uuid4(), by=cast.cleo, by_table=period, player=None
    )
    with override("en"):
        assert (purpose, name_purpose(entry)) == ("März 2026, Platz 2", "March 2026, rank 2")


def test_one_purpose_in_two_languages_is_one_sum(cast: Cast) -> None:
    book(cast, "Startgeld: Osterturnier", 400)
    book(cast, "Entry fee: Osterturnier", 600)
    with override("en"):
        sums = sums_by_purpose(get_statement(cast.club, DAY.year, cast.club.currency))
    assert [(one.purpose, one.cents) for one in sums] == [("Entry fee: Osterturnier", 1000)]


def test_pages_and_files_show_it(cast: Cast) -> None:
    entry = book(cast, "Entry fee: Osterturnier", 600)
    client = phone(cast, "Cleo")
    pages = (f"cash-box/rows/{entry.pk}/reverse/", "cash-box/", f"cash-box/{DAY.year}/")
    for page in pages:
        assert "Startgeld: Osterturnier" in seen(client.get(f"/clubs/{cast.club.pk}/{page}")), page


def test_every_purpose_that_services_write_is_known() -> None:
    """Texts behind `purpose` in services: those of a service that is added later must be in WRITTEN."""
    for path in Path(settings.BASE_DIR, "dokoclub").glob("*/services/*.py"):
        tree = ast.parse(path.read_text())
        for call in ast.walk(tree):
            if isinstance(call, ast.keyword) and call.arg == "purpose" and isinstance(call.value, ast.Call):
                texts = [one.value for one in ast.walk(call.value) if isinstance(one, ast.Constant)]
                assert not {one for one in texts if isinstance(one, str)} - set(WRITTEN), path


def test_an_evening_that_is_open_again_leads_to_its_settlement(cast: Cast, evening: Evening) -> None:
    link = f"/evenings/{evening.pk}/settlement/"
    purse.freeze(cast, evening)
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    assert link in phone(cast, "Ben").get(url_of(evening, "")).content.decode()


def test_an_evening_that_was_never_settled_does_not(cast: Cast, evening: Evening) -> None:
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    assert "settlement/" not in phone(cast, "Ben").get(url_of(evening, "")).content.decode()
