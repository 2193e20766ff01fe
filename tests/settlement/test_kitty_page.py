"""/clubs/…/cash-box/: the members' view, the treasurer's bookings, and the statement of a year."""

from __future__ import annotations

import csv
import re
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Club
from dokoclub.core.formatting import date_only, format_day
from dokoclub.settlement.models import CashEntry, Payment
from dokoclub.settlement.services.kitty import reverse_cash
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen
from tests.markup import markup
from tests.settlement import purse
from tests.settlement.purse import a_key
from tests.settlement.test_kitty import paid, put

MORE = ["Beleg", "Gehört zum"]
A_DAY = date(2026, 1, 1)


@pytest.fixture
def dora(cast: Cast) -> Client:
    return phone(cast, "Dora")


def url(cast: Cast, page: str = "") -> str:
    return f"/clubs/{cast.club.pk}/cash-box/{page}"


def typed(**facts: Any) -> dict[str, Any]:
    day = timezone.localdate().isoformat()
    return {"way": "in", "amount": "12,50", "purpose": "Startgeld", "day": day, "key": str(a_key()), **facts}


def test_an_empty_one_says_what_to_do(cleo: Client, cast: Cast) -> None:
    page = seen(cleo.get(url(cast)))
    assert "In der Kasse 0,00 €" in page
    assert "Noch nichts gebucht Trag den jetzigen Kassenstand als Anfangsbestand ein." in page


def test_a_new_one_begins_with_what_is_in_it(cleo: Client, cast: Cast) -> None:
    opening = f'<a class="button primary" href="{url(cast, "book/")}?way=opening">'
    assert opening in markup(cleo.get(url(cast)))
    put(cast, 5000, "Anfang")
    page = cleo.get(url(cast))
    assert opening not in markup(page)
    assert f'<a class="button primary" href="{url(cast, "book/")}">' in markup(page)
    assert f"50,00 € Buchen {format_day(timezone.localdate(), 'F j.')} Anfang" in seen(page)


def test_a_payment_says_what_it_was_and_its_day_once(dora: Client, cast: Cast) -> None:
    """The evening is listed below it only if the money came on another day."""
    today = timezone.localdate()
    for day in (today, today - timedelta(days=7)):
        purse.rules(cast, present=100)
        evening = purse.evening(cast, day=day)
        purse.freeze(cast, evening)
        purse.pay(cast, "Dora pays box 1.00", evening)
    page = seen(dora.get(url(cast)))
    assert page.count("Dora: Pauschale") == 2
    assert f"Dora: Pauschale {date_only(today)} +1,00 gebucht von Cleo" in page
    assert f"{date_only(today)} +1,00 Abend vom {date_only(today - timedelta(days=7))} gebucht von Cleo" in page


def test_members_see_what_the_treasurer_booked(cleo: Client, dora: Client, cast: Cast) -> None:
    assert cleo.post(url(cast, "book/"), typed()).headers["Location"] == url(cast)
    assert cleo.post(url(cast, "book/"), typed(way="out", amount="3.20", purpose="Karten")).status_code == 302
    page = seen(dora.get(url(cast)))
    assert "In der Kasse 9,30 €" in page
    assert page.index("Karten") < page.index("Startgeld")
    assert "−3,20 Nr. 2 · gebucht von Cleo Stand 9,30 €" in page
    assert "+12,50 Nr. 1 · gebucht von Cleo Stand 12,50 €" in page
    assert "Stornieren" not in page
    assert "buchen" not in page
    assert "Stornieren Karten" in seen(cleo.get(url(cast)))


def test_a_long_year_is_told_by_its_months(dora: Client, cast: Cast) -> None:
    """Each month shows its number of entries, their sum, and the balance at its end."""
    year = timezone.localdate().year - 1
    for number in range(7):
        put(cast, 200, f"Startgeld {number}", date(year, 3, 1 + number))
        put(cast, -50, f"Karten {number}", date(year, 5, 1 + number))
    page = dora.get(url(cast, f"{year}/"))
    months = re.findall(r'<details class="month"><summary class="row">(.*?)</summary>(.*?)</details>', markup(page))
    assert [" ".join(re.sub("<[^>]*>", " ", summary).split()) for summary, _rows in months] == [
        "März 7 Buchungen +14,00 € Stand 14,00 €",
        "Mai 7 Buchungen −3,50 € Stand 10,50 €",
    ]
    assert [rows.count('role="rowheader"') for _summary, rows in months] == [7, 7]
    assert "Karten" not in months[0][1]


def test_a_short_year_is_listed_at_once(dora: Client, cast: Cast) -> None:
    year = timezone.localdate().year - 1
    for number in range(12):
        put(cast, 200, f"Startgeld {number}", date(year, 1 + number, 1))
    page = markup(dora.get(url(cast, f"{year}/")))
    assert 'class="month"' not in page
    assert page.count('role="rowheader"') == 12


def test_a_slip_of_the_year_behind_the_opening_balance_is_refused(cleo: Client, cast: Cast) -> None:
    """Regression: a row of 1980 is never deleted, and every year from then on had to be closed separately."""
    assert 'value="Anfangsbestand"' in cleo.get(f"{url(cast, 'book/')}?way=opening").content.decode()
    opening = typed(way="opening", purpose="Anfangsbestand", day="2025-01-01")
    assert cleo.post(url(cast, "book/"), opening).status_code == 302
    shown = re.sub("<a .*?</a>", "", markup(cleo.get(url(cast))).partition("<main")[2])
    assert shown.count("Anfangsbestand") == 1, "said once"
    slip = cleo.post(url(cast, "book/"), typed(day="1980-01-01"))
    assert "Schon im Anfangsbestand vom Mittwoch, 1. Januar 2025" in seen(slip)
    assert (slip.status_code, CashEntry.objects.count()) == (422, 1)
    assert cleo.post(url(cast, "book/"), opening).status_code == 302, "sent twice"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"amount": "zwölf"}, "Betrag mit Cent, z. B. 12,50."),
        ({"amount": "0,00"}, "Gib einen Betrag über 0 ein."),
        ({"amount": "-5"}, "Betrag ohne Vorzeichen eingeben."),
        ({"amount": "100000"}, "Höchstens 99.999,99."),
        ({"purpose": ""}, "Bitte ausfüllen."),
        ({"day": (timezone.localdate() + timedelta(days=2)).isoformat()}, "Wähle einen Tag bis heute."),
        ({"day": "0026-11-20"}, "Stimmt das Jahr?"),
        ({"way": "sideways"}, "sideways ist keine gültige Auswahl."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    cleo: Client, cast: Cast, wrong: dict[str, str], message: str
) -> None:
    response = cleo.post(url(cast, "book/"), typed(**wrong))
    assert response.status_code == 422
    assert message in seen(response)
    assert field(response, "amount") == [wrong.get("amount", "12,50")]
    assert not CashEntry.objects.exists()


def test_a_double_tap_books_once(cleo: Client, cast: Cast) -> None:
    once = typed()
    for _ in range(2):
        assert cleo.post(url(cast, "book/"), once).status_code == 302
    again = cleo.post(url(cast, "book/"), {**once, "amount": "13"})
    assert (again.status_code, CashEntry.objects.count()) == (422, 1)
    assert field(again, "key") != [once["key"]]
    keyless = cleo.post(url(cast, "book/"), {**once, "key": ""})
    assert "kam unvollständig an" in seen(keyless)
    assert CashEntry.objects.count() == 1


def test_the_page_begins_with_what_was_asked_for(cleo: Client, cast: Cast) -> None:
    page = cleo.get(url(cast, "book/?way=out")).content.decode()
    assert 'value="out"' in page.partition("checked")[0].rpartition("<input")[2]
    assert field(cleo.get(url(cast, "book/")), "day") == [timezone.localdate().isoformat()]


def test_a_row_is_reversed_by_asking_first(cleo: Client, cast: Cast) -> None:
    entry = put(cast, -500, "Karten")
    page = cleo.get(url(cast, f"rows/{entry.pk}/reverse/"))
    assert "Karten stornieren Betrag −5,00 €" in seen(page)
    assert CashEntry.objects.count() == 1
    for _ in range(2):
        assert cleo.post(url(cast, f"rows/{entry.pk}/reverse/")).headers["Location"] == url(cast)
    shown = seen(cleo.get(url(cast)))
    assert "Storno: Karten" in shown
    assert f"Karten {date_only(timezone.localdate())} storniert" in shown
    assert "Stornieren" not in shown
    assert "Storniert von Cleo" in seen(cleo.get(url(cast, f"rows/{entry.pk}/reverse/")))


def test_rows_that_are_not_here_are_not_reversed(cleo: Client, cast: Cast) -> None:
    reversing = reverse_cash(put(cast, 500), by=cast.cleo)
    other = CashEntry.objects.create(
        club=cast.stranger.memberships.get().club, cents=100, purpose="x", day=A_DAY, counts_on=A_DAY, number=1
    )
    for row in (reversing, other):
        assert cleo.post(url(cast, f"rows/{row.pk}/reverse/")).status_code == 404


def test_more_out_than_in_is_explained(cleo: Client, cast: Cast) -> None:
    put(cast, -500)
    page = seen(cleo.get(url(cast)))
    assert "In der Kasse −5,00 €" in page
    assert "Buche die fehlende Einzahlung" in page.replace("Eine", "eine")


def test_it_names_who_still_owes_it(dora: Client, cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast)
    page = seen(dora.get(url(cast)))
    assert "Offen 0,20 € Cleo" in page
    assert page.index("0,05 €") < page.index("Dora") < page.index("0,15 €")


def test_a_club_in_francs_books_francs(cleo: Client, cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(currency="CHF")
    cleo.post(url(cast, "book/"), typed(amount="12.50 CHF"))
    assert "In der Kasse 12,50 CHF" in seen(cleo.get(url(cast)))


def test_the_statement_of_a_year(dora: Client, cast: Cast) -> None:
    put(cast, 5000, "Anfang", date(2024, 12, 31))
    put(cast, -1250, "Karten", date(2025, 3, 12))
    page = seen(dora.get(url(cast, "2025/")))
    assert "Übertrag 50,00 € Einnahmen ±0,00 € Ausgaben −12,50 € Endbestand 37,50 €" in page
    assert "12. März 2025 Nr. 2 Karten" in page
    assert "2024 2025 2026" in page
    assert "In diesem Jahr keine Buchungen." in seen(dora.get(url(cast, "2023/")))
    assert dora.get(url(cast, "1815/")).status_code == 404


def test_the_file_opens_in_a_spreadsheet(dora: Client, cast: Cast) -> None:
    put(cast, 5000, "Anfang", date(2024, 12, 31))
    put(cast, -125_000, "=1+1; Karten", date(2025, 3, 12))
    response = dora.get(url(cast, "2025/csv/"))
    assert response.headers["Content-Disposition"] == 'attachment; filename="linde-kasse-2025.csv"'
    content = response.getvalue()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == ["Datum", "Zweck", "Betrag in EUR", "Stand in EUR", "Gebucht von", "Gebucht am", *MORE]
    assert rows[1] == ["2025-01-01", "Übertrag", "", "50,00", "", "", "", ""]
    assert rows[2][:5] == ["2025-03-12", "'=1+1; Karten", "-1250,00", "-1200,00", "Cleo"]
    assert rows[3] == ["2025-12-31", "Endbestand", "", "-1200,00", "", "", "", ""]


@pytest.mark.parametrize("number", [1, 3])
def test_many_rows_cost_no_more_queries(
    dora: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, number + 1):
        put(cast, 500, day=date(2025, 1, day))
        reverse_cash(put(cast, 100, day=date(2025, 1, day)), by=cast.cleo)
        purse.rules(cast, method="per_point_loss")
        evening = purse.evening(cast, day=date(2025, 1, day))
        purse.freeze(cast, evening)
        purse.pay(cast, "Dora pays box 0.15", evening)
    paid(cast, 100, name="Anna")
    Payment.objects.update(made_at=timezone.now())
    year = timezone.localdate().year
    for page, queries in (("", 15), (f"{year}/", 14), (f"{year}/csv/", 11)):
        dora.get(url(cast, page))
        with django_assert_num_queries(queries):
            dora.get(url(cast, page))


def test_the_form_shows_the_balance_after_the_entry(
    cleo: Client, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    put(cast, 5000, "Anfang")
    assert "Danach – bisher: 50,00 €" in seen(cleo.get(url(cast, "book/")))
    with django_assert_max_num_queries(9):
        answer = cleo.post(
            url(cast, "book/"), typed(way="out", purpose="", preview="1"), headers={"HX-Request": "true"}
        )
    assert seen(answer) == "Danach 37,50 € bisher: 50,00 €"
    assert CashEntry.objects.count() == 1
    wrong = cleo.post(url(cast, "book/"), typed(amount="12,5o", preview="1"), headers={"HX-Request": "true"})
    assert (wrong.status_code, wrong.content) == (204, b"")
