"""A club's year: the totals of the kitty, the accounts and the closing statement, calculated by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from dokoclub.clubs.models import Club
from dokoclub.exports.club_file.writing import club_file
from dokoclub.settlement.models import CashEntry, Transfer
from dokoclub.settlement.selectors.accounts import get_balances, list_standings, sums_of_accounts
from dokoclub.settlement.selectors.kitty import Statement, get_balance, get_statement
from tests.accounts.people import make_account
from tests.evenings.pages import phone, seen
from tests.settlement import club_year, purse
from tests.settlement.club_year import EVENINGS, YEAR, ClubYear

# In cents, by hand. Each evening's income is at the end of its line: 26,15 in all, minus unpaid amounts.
FROM_EVENINGS = 2615 - 120 - 110  # Frieda's 1,20 of 19 September, Dora's 1,10 of 12 December
# Every quarter 15,00 from each of the four, and other open charges with them:
FIRST = 1500 + 1500 + 0 + 1500 + (1500 + 100) + 750  # Cleo has 23,80 of credit for the cards; Emil was late
EMIL = 2000  # owes 15,00 and was late again: 4,00 too much
SECOND = 1500 + (1500 + 1500) + (1500 - 880) + 1500 + 750  # Ben with the tournament, Cleo with the rest
FRIEDA = 250 + 250  # July and August
THIRD = 1500 + (1500 + 50) + 1500 + 1500  # Ben has misdealt
LAST = 1500 + 1500 + 1500  # not Dora
ON_ACCOUNTS = FIRST + EMIL + SECOND + FRIEDA + THIRD + LAST
CARDS, ROOM, TOURNAMENT, BACK_TO_EMIL, LACKING = 2380, 12_000, 1500, 400, 7
BEGAN = 15_000
CAME_IN = FROM_EVENINGS + ON_ACCOUNTS + CARDS  # Cleo's cards are an expense and a payment of hers
WENT_OUT = CARDS + ROOM + TOURNAMENT + BACK_TO_EMIL + LACKING
CLOSING = BEGAN + CAME_IN - WENT_OUT
# Twelve months of four at 5,00, six of Emil, nine of Frieda at 2,50; five valid fines; the tournament:
CHARGED = 4 * 6000 + 3000 + 2250 + 3 * 100 + 100 + 50 + TOURNAMENT
OPEN = {"Dora": 1500 + 100, "Ehemaliges Mitglied 1": 250 + 100}


@pytest.fixture
def year(db: None) -> ClubYear:
    """Return a closed year with seven cents missing."""
    found = club_year.play_year(everything_comes_to_nothing)
    club_year.close_it(found, counted=CLOSING)
    return found


def everything_comes_to_nothing(year: ClubYear) -> None:
    assert sum(sums_of_accounts(year.cast.club).values()) == 0


def facts(found: Statement) -> tuple[int, int, int, int, int]:
    return found.opening, found.began, found.came_in, found.went_out, found.closing


def test_the_reckoning_itself() -> None:
    """The figures typed above fit together: charges equal payments plus open amounts."""
    assert (CAME_IN, WENT_OUT, CLOSING) == (32_035, 16_287, 30_748)
    assert sum(int(line.partition(" = ")[2]) for line in EVENINGS.split("\n") if line) == 2615
    assert CHARGED - sum(OPEN.values()) == ON_ACCOUNTS + CARDS - BACK_TO_EMIL


def test_a_year_of_24_evenings(year: ClubYear, tmp_path: Path) -> None:
    club = year.cast.club
    assert [purse.box(evening) for evening in year.played] == [
        int(line.partition(" = ")[2]) for line in EVENINGS.split("\n") if line
    ]
    assert facts(get_statement(club, YEAR)) == (0, BEGAN, CAME_IN, -WENT_OUT, CLOSING)
    assert get_balance(club) == CLOSING
    assert {one.player.name: one.owes for one in list_standings(club) if one.owes} == OPEN
    assert sum(get_balances(club).values()) == sum(OPEN.values())
    assert sorted(map(purse.name, Transfer.objects.open())) == [
        "Dora pays box 1.10",
        "Ehemaliges Mitglied 1 pays box 1.20",
    ]
    call_command("check_ledger")
    whoever_erased_frieda_was_told(year)
    the_pages_say_it(year)
    vouchers_have_no_gap(club)
    what_comes_late_counts_in_the_next_year(year)
    the_file_of_the_club_brings_it_all(club, tmp_path)


def whoever_erased_frieda_was_told(year: ClubYear) -> None:
    assert "Frieda zahlt in die Kasse −1,20 €" in year.warned
    assert "Frieda schuldet der Kasse Beitrag September 2025, Zu spät −3,50 €" in year.warned
    page = seen(phone(year.cast, "Cleo").get(f"/clubs/{year.cast.club.pk}/cash-box/{YEAR}/"))
    assert "Frieda" not in page
    assert "Ehemaliges Mitglied 1" in page


def the_pages_say_it(year: ClubYear) -> None:
    cleo, base = phone(year.cast, "Cleo"), f"/clubs/{year.cast.club.pk}"
    audit = seen(cleo.get(f"{base}/cash-box/{YEAR}/audit/"))
    assert "Anfangsbestand 150,00 € Einnahmen +320,35 € Ausgaben −162,87 € Endbestand 307,48 €" in audit
    assert "Gezählt 307,48 €" in audit
    for purpose in ("Neue Karten −23,80 €", "Saalmiete −120,00 €", "Startgeld Turnier −15,00 €"):
        assert purpose in audit
    missing = seen(cleo.get(f"{base}/money/accounts/"))
    assert "Dora Beitrag Oktober und November 2025, Zu spät, Beitrag Dezember 2025" in missing
    last = cleo.get(f"{base}/cash-box/{YEAR}/cash-box.json").getvalue()
    booked: list[dict[str, Any]] = json.loads(last)["cash_box"]
    assert booked[-1]["balance"] == 307.48
    assert round(sum(row["amount"] for row in booked[1:-1]), 2) == 307.48


def vouchers_have_no_gap(club: Club) -> None:
    numbers = list(CashEntry.objects.filter(club=club).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def what_comes_late_counts_in_the_next_year(year: ClubYear) -> None:
    club = year.cast.club
    before = get_statement(club, YEAR)
    club_year.book_late(year)
    assert get_statement(club, YEAR) == before
    after = get_statement(club, YEAR + 1)
    assert facts(after) == (CLOSING, 0, 0, -990, CLOSING - 990)
    assert [str(row.late_for) for row in after.rows] == ["2025-12-28"]
    everything_comes_to_nothing(year)


def the_file_of_the_club_brings_it_all(club: Club, folder: Path) -> None:
    """Import the club's file into another club, with the same totals to the cent, which writes the same file."""
    make_account("gerda", "Gerda")
    file = folder / "club.json"
    file.write_text("".join(club_file(club)), encoding="utf-8")
    call_command("import_club", str(file), owner="gerda")
    copy = Club.objects.exclude(pk=club.pk).latest("pk")
    for which in (YEAR, YEAR + 1):
        assert facts(get_statement(copy, which)) == facts(get_statement(club, which))
    assert {one.player.name: one.owes for one in list_standings(copy) if one.owes} == OPEN
    assert "".join(club_file(copy)) == file.read_text(encoding="utf-8")
    call_command("check_ledger")
