"""Payments, open items, accounts and the kitty as files: days, amounts, and the language of who reads them."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.exporters.formats import FORMATS, Document, DocumentColumn, DocumentTable, Form
from dokoclub.exports.importers.unpacking import Budget
from dokoclub.exports.presenters import rows_of_evening
from dokoclub.settlement.models import Payment
from dokoclub.settlement.services.payments import take_back_payments
from dokoclub.standings.services.league import choose_columns
from scoring.tables.reading import Options
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.exports.old_sheets import read_old_sheets
from tests.exports.test_files import rows, tabs
from tests.settlement import purse
from tests.settlement.test_accounts import charge, pay
from tests.settlement.test_clearing import clear, pay_pair
from tests.settlement.test_kitty import put


@pytest.fixture
def dora(cast: Cast) -> Client:
    return phone(cast, "Dora")


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Dora owes Anna 0,15, Cleo owes Ben 0,05."""
    found = purse.evening(cast, day=date(2026, 10, 2))
    purse.freeze(cast, found)
    return found


def got(client: Client, cast: Cast, page: str) -> bytes:
    answer = client.get(f"/clubs/{cast.club.pk}/{page}")
    assert answer.status_code == 200
    return answer.getvalue()


def called(client: Client, cast: Cast, page: str) -> str:
    disposition = client.get(f"/clubs/{cast.club.pk}/{page}").headers["Content-Disposition"]
    return disposition.partition('filename="')[2].rstrip('"')


# --- What is in them --------------------------------------------------------------------------------------------------


def test_payments_with_their_evenings_and_those_taken_back(dora: Client, cast: Cast, evening: Evening) -> None:
    purse.pay(cast, "Dora pays Anna 0.15", evening)
    take_back_payments([purse.pay(cast, "Cleo pays Ben 0.05", evening)], by=cast.cleo)
    head, first, second = rows(got(dora, cast, "money/payments.csv"))
    today = timezone.localdate().isoformat()
    assert head == [
        "Datum",
        "Von",
        "An",
        "Betrag",
        "Währung",
        "Abende",
        "Gebucht von",
        "Gebucht am",
        "Rückgängig gemacht",
    ]
    assert first[:7] == [today, "Dora", "Anna", "0,15", "EUR", "2026-10-02", "Cleo"]
    assert (first[8], second[1:4], second[8][:10]) == ("", ["Cleo", "Ben", "0,05"], today)


def test_what_a_payment_settled_is_a_day_or_says_that_it_is_more(dora: Client, cast: Cast, evening: Evening) -> None:
    purse.pay(cast, "Dora pays Anna 0.15", evening)
    clear(cast)
    pay_pair(cast, "Cleo", "Ben")
    ((_, *found),) = tabs(got(dora, cast, "money/payments.xlsx")).values()
    assert [row[5] for row in found] == [date(2026, 10, 2), f"Gesamtabrechnung vom {timezone.localdate()}"]


def test_a_payment_of_the_kitty_names_it(dora: Client, cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    evening = purse.evening(cast)
    purse.freeze(cast, evening)
    purse.pay(cast, "Dora pays box 0.15", evening)
    assert rows(got(dora, cast, "money/payments.csv"))[1][1:4] == ["Dora", "Kasse", "0,15"]


def test_open_items_of_evenings_and_of_accounts(dora: Client, cast: Cast, evening: Evening) -> None:
    charge(cast, 500, "Umlage", reason="Mai")
    pay(cast, 200)
    charge(cast, 100, "Karten", name="Anna")
    pay(cast, 350, name="Anna")
    found = tabs(got(dora, cast, "money/open.xlsx"))
    played = "Abend vom 2. Oktober" + ("" if timezone.localdate().year == 2026 else " 2026")
    assert found["Offene Posten"][1:] == [
        [date(2026, 5, 1), "Ben", "Kasse", 3, "EUR", "Umlage (Mai)"],
        [date(2026, 10, 2), "Cleo", "Ben", 0.05, "EUR", played],
        [date(2026, 10, 2), "Dora", "Anna", 0.15, "EUR", played],
        ["", "Kasse", "Anna", 2.5, "EUR", "Guthaben"],
    ]
    assert found["Zusammen"][1:] == [
        ["Cleo", "Ben", 0.05, "EUR"],
        ["Dora", "Anna", 0.15, "EUR"],
        ["Kasse", "Anna", 2.5, "EUR"],
        ["Ben", "Kasse", 3, "EUR"],
    ]


def test_the_accounts_by_kind_and_row_by_row(dora: Client, cast: Cast) -> None:
    charge(cast, 500, "Umlage", day=date(2026, 4, 1))
    charge(cast, 250, "Zu spät", kind="fine")
    charge(cast, 800, "Fahrt", kind="advance", name="Cleo")
    pay(cast, 600)
    whole, booked = tabs(got(dora, cast, "money/accounts/accounts.xlsx")).values()
    assert whole == [
        ["Name", "Beiträge", "Strafen", "Umlagen", "Vorschüsse", "Guthaben", "Offen"],
        ["Anna", 0, 0, 0, 0, 0, 0],
        ["Ben", 0, 1.5, 0, 0, 0, 1.5],
        ["Cleo", 0, 0, 0, 8, 0, 8],
        ["Dora", 0, 0, 0, 0, 0, 0],
    ]
    assert [row[:7] for row in booked[1:]] == [
        ["Ben", date(2026, 4, 1), "Umlage", "", 5, "EUR", 5],
        ["Ben", date(2026, 5, 1), "Zu spät", "", 2.5, "EUR", 7.5],
        ["Ben", timezone.localdate(), "Bezahlt: Umlage, Zu spät", "", -6, "EUR", 1.5],
        ["Cleo", date(2026, 5, 1), "Vorschuss: Fahrt", "", 8, "EUR", 8],
    ]
    assert rows(got(dora, cast, "money/accounts/accounts.csv"))[2] == [
        "Ben", "0,00", "1,50", "0,00", "0,00", "0,00", "1,50",
    ]  # fmt: skip


def test_a_year_of_the_kitty(dora: Client, cast: Cast) -> None:
    put(cast, 5000, "Anfang", date(2024, 12, 31))
    put(cast, -1250, "=1+1", date(2025, 3, 12))
    (found,) = tabs(got(dora, cast, "cash-box/2025/cash-box.xlsx")).values()
    assert found[1][:4] == [date(2025, 1, 1), "Übertrag", "", 50]
    assert found[2][:5] == [date(2025, 3, 12), "=1+1", -12.5, 37.5, "Cleo"]
    assert isinstance(found[2][5], datetime)
    assert (found[2][6], found[3][:4]) == (2, [date(2025, 12, 31), "Endbestand", "", 37.5])
    assert got(dora, cast, "cash-box/2025/cash-box.csv") == got(dora, cast, "cash-box/2025/csv/")
    (_, booked, _) = json.loads(got(dora, cast, "cash-box/2025/cash-box.json"))["cash_box"]
    assert (booked["date"], booked["amount"], booked["balance"]) == ("2025-03-12", -12.5, 37.5)


def test_nothing_yet_is_a_file_with_heads(dora: Client, cast: Cast) -> None:
    for page in ("money/payments", "money/open", "money/accounts/accounts", "cash-box/2025/cash-box"):
        for format_ in FORMATS:
            assert got(dora, cast, f"{page}.{format_}")
    assert len(rows(got(dora, cast, "money/payments.csv"))) == 1


# --- Days, numbers, formats -------------------------------------------------------------------------------------------


def formats_in(document: Document) -> tuple[str, str]:
    """The styles of the workbook, and its first sheet, as they stand in it."""
    with ZipFile(BytesIO(b"".join(FORMATS["xlsx"].write(document)))) as book:
        return book.read("xl/styles.xml").decode(), book.read("xl/worksheets/sheet1.xml").decode()


def test_days_amounts_and_percentages_have_their_formats() -> None:
    columns = [
        DocumentColumn("a", "A", width=11),
        DocumentColumn("b", "B"),
        DocumentColumn("c", "C", form=Form.PERCENT),
        DocumentColumn("d", "D", form=Form.NUMBER),
        DocumentColumn("e", "E"),
    ]
    row: list[Any] = [
        date(2026, 11, 22),
        Decimal("4.00"),
        Decimal("66.7"),
        "1",
        datetime(2026, 11, 22, 20, 15, tzinfo=UTC),
    ]
    styles, sheet = formats_in(
        Document("x", [DocumentTable("t", "T", columns, [row, [None, None, None, "Nord", None]])])
    )
    assert 'numFmtId="14"' in styles  # a day, and a moment, as the reader's own country writes it
    assert 'numFmtId="22"' in styles
    assert 'formatCode="#,##0.00"' in styles
    assert 'formatCode="0 %"' in styles
    assert "<v>46348</v>" in sheet
    assert "<v>0.667</v>" in sheet
    assert '<c r="D2"><v>1</v></c>' in sheet
    assert '<c r="D3" t="inlineStr">' in sheet
    assert 'width="11.7' in sheet
    assert '<autoFilter ref="A1:E3"/>' in sheet


def test_a_mean_has_two_places_also_where_it_is_whole(dora: Client, cast: Cast, evening: Evening) -> None:
    found = rows(got(dora, cast, "files/table-all.csv"))
    place = found[0].index("Schnitt pro Spiel")
    assert [row[place] for row in found[1:]] == ["3,00", "1,00", "-1,00", "-3,00"]
    assert json.loads(got(dora, cast, "files/table-all.json"))["table"][0]["mean_game"] == 3


def test_a_share_is_per_cent_in_every_file(dora: Client, cast: Cast) -> None:
    """As in league.csv, which programs read: two of three games won are 66,7."""
    choose_columns(cast.club, ["points", "won_percent"])
    sheet = new_sheet(cast)
    for augen in (130, 130, 119):
        write(cast, sheet, anna_ben(cast, augen))
    found = rows(got(dora, cast, "files/table-all.csv"))
    assert [row[-1] for row in found[1:]] == ["66,7", "66,7", "33,3", "33,3"]
    assert json.loads(got(dora, cast, "files/table-all.json"))["table"][0]["won_percent"] == 66.7


def test_our_own_workbook_is_read_back_by_its_days(dora: Client, cast: Cast, evening: Evening) -> None:
    (sheet,) = read_old_sheets("Liste.xlsx", got(dora, cast, "files/games.xlsx"), Options(), Budget())
    assert (sheet.problems, sheet.day, sheet.totals) == ([], date(2026, 10, 2), [3, 1, -1, -3])


# --- Their names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "german", "english"),
    [
        ("files/table-all.csv", "linde-tabelle-gesamt.csv", "linde-table-all-time.csv"),
        ("files/table-2026-10.csv", "linde-tabelle-2026-10.csv", "linde-table-2026-10.csv"),
        ("files/table-2026-q4.csv", "linde-tabelle-4-quartal-2026.csv", "linde-table-quarter-4-2026.csv"),
        ("files/games.xlsx", "linde-alle-spiele.xlsx", "linde-all-games.xlsx"),
        ("money/payments.xlsx", "linde-zahlungen-{today}.xlsx", "linde-payments-{today}.xlsx"),
        ("money/open.csv", "linde-offene-posten-{today}.csv", "linde-open-items-{today}.csv"),
        ("money/accounts/accounts.csv", "linde-mitgliedskonten-{today}.csv", "linde-members-balances-{today}.csv"),
        ("cash-box/2025/cash-box.xlsx", "linde-kasse-2025.xlsx", "linde-kitty-2025.xlsx"),
    ],
)
def test_files_are_called_in_the_readers_language(
    dora: Client, cast: Cast, page: str, german: str, english: str
) -> None:
    today = timezone.localdate()
    assert called(dora, cast, page) == german.format(today=today)
    dora.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert called(dora, cast, page) == english.format(today=today)


def test_a_sheet_and_an_evening_say_which(dora: Client, cast: Cast, evening: Evening) -> None:
    sheet = evening.sheets.get()
    name = dora.get(f"/sheets/{sheet.pk}/sheet.csv").headers["Content-Disposition"]
    assert 'filename="linde-2026-10-02-runde-1-tisch-1.csv"' in name
    name = dora.get(f"/evenings/{evening.pk}/files/evening.csv").headers["Content-Disposition"]
    assert 'filename="linde-abend-2026-10-02.csv"' in name
    page = dora.get(f"/evenings/{evening.pk}/files/").content.decode()
    assert "1 · 1" not in page
    assert "<span>Tisch 1</span>" in page  # there was one round


def test_a_sheet_of_several_rounds_says_of_which_it_is(cast: Cast) -> None:
    evening = cast.club.evenings.create(date=date(2026, 10, 2))
    sheets = [Sheet(pk=pk, evening=evening, round=pk, table=1) for pk in (1, 2)]
    assert [row.title for row in rows_of_evening(evening, sheets)] == [
        "Der Abend",
        "Runde 1, Tisch 1",
        "Runde 2, Tisch 1",
    ]


# --- Ways, and what they cost -----------------------------------------------------------------------------------------


def test_ways_lead_there(dora: Client, cast: Cast) -> None:
    club = f"/clubs/{cast.club.pk}/"
    ways = [f"{club}{page}" for page in ("money/open.csv", "money/payments.xlsx", "money/accounts/accounts.xlsx")]
    ways.append(f"{club}cash-box/{timezone.localdate().year}/cash-box.xlsx")
    files = dora.get(f"{club}files/").content.decode()
    for way in ways:
        assert f'href="{way}"' not in files, "nothing is offered where nothing is"
    for page in ("money/all/", "money/accounts/"):
        assert ".xlsx" not in dora.get(f"{club}{page}").content.decode(), "nothing is offered where nothing is"
    purse.evening(cast)
    charge(cast, 500, "Umlage")
    files = dora.get(f"{club}files/").content.decode()
    for way in ways:
        assert f'href="{way}"' in files
    assert 'href="../open.xlsx"' in dora.get(f"{club}money/all/").content.decode()
    assert 'href="../payments.csv"' in dora.get(f"{club}money/all/").content.decode()
    assert 'href="accounts.xlsx"' in dora.get(f"{club}money/accounts/").content.decode()
    assert 'href="cash-box.xlsx?currency=EUR"' in dora.get(f"{club}cash-box/2025/").content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_many_rows_cost_no_more_queries(
    dora: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, number + 1):
        evening = purse.evening(cast, day=date(2026, 10, day))
        purse.freeze(cast, evening)
        purse.pay(cast, "Dora pays Anna 0.15", evening)
        for name in ("Anna", "Ben")[:number]:
            charge(cast, 500, name=name)
            pay(cast, 300, name=name)
    assert Payment.objects.count() == number
    year = timezone.localdate().year
    for page, queries in (
        ("money/payments.csv", 6),
        ("money/open.csv", 8),
        ("money/accounts/accounts.csv", 10),
        (f"cash-box/{year}/cash-box.csv", 10),  # one for what payments on accounts went on
    ):
        got(dora, cast, page)
        with django_assert_num_queries(queries):
            got(dora, cast, page)
