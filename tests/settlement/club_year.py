"""A year of a club, played day by day: 24 evenings into the kitty, dues, fines, two who leave, one erased.

Everything is written on the day on which it happens, as the treasurer would. The expected results, calculated by
hand, are in test_club_year.py; nothing of them is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import time_machine

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import add_player, let_leave
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import CashKind, Charge, ChargeKind, Due, Transfer
from dokoclub.settlement.selectors.accounts import get_standing
from dokoclub.settlement.selectors.dues import waiting_dues
from dokoclub.settlement.selectors.kitty import get_statement
from dokoclub.settlement.services import accounts, freezing, payments
from dokoclub.settlement.services.dues import except_player, make_due, raise_dues, save_fine
from dokoclub.settlement.services.kitty import book_cash, close_year, reverse_cash
from tests.cast import make_cast
from tests.evenings.pages import phone, seen
from tests.settlement import purse
from tests.settlement.purse import a_key

YEAR: Final = 2025
BERLIN: Final = ZoneInfo("Europe/Berlin")

# A player below 0 pays 5 cents a point into the kitty: that sum, in cents, is at the end of the line.
EVENINGS: Final = """
10.01. Ben -14 Cleo -13 Dora +17 Frieda +10 = 135
24.01. Anna +10 Cleo +9 Emil -13 Frieda -6 = 95
07.02. Anna +19 Ben -10 Dora -3 Emil -6 = 95
21.02. Anna +20 Cleo +8 Emil -14 Frieda -14 = 140
07.03. Anna +9 Ben -8 Dora +17 Frieda -18 = 130
21.03. Anna -6 Cleo -11 Dora +20 Emil -3 = 100
04.04. Anna +18 Ben -13 Cleo +19 Emil -24 = 185
18.04. Anna +6 Ben +2 Dora -2 Emil -6 = 40
02.05. Anna +4 Ben +11 Cleo +1 Frieda -16 = 80
16.05. Anna +9 Cleo -7 Emil +4 Frieda -6 = 65
30.05. Anna -13 Ben +18 Dora +19 Emil -24 = 185
13.06. Cleo +13 Dora -13 Emil -14 Frieda +14 = 135
27.06. Anna +7 Ben +5 Dora -16 Emil +4 = 80
11.07. Anna +14 Cleo -14 Dora -4 Frieda +4 = 90
25.07. Anna -12 Ben -7 Cleo +11 Frieda +8 = 95
08.08. Anna +5 Ben +7 Cleo -3 Dora -9 = 60
22.08. Anna -3 Ben -3 Cleo -17 Dora +23 = 115
05.09. Ben -17 Cleo -8 Dora +9 Frieda +16 = 125
19.09. Ben +8 Cleo +8 Dora +8 Frieda -24 = 120
10.10. Anna -5 Ben -13 Cleo -4 Dora +22 = 110
24.10. Anna -11 Ben +6 Cleo -16 Dora +21 = 135
07.11. Anna -1 Ben +5 Cleo +6 Dora -10 = 55
21.11. Anna +2 Ben -12 Cleo -8 Dora +18 = 100
12.12. Anna +13 Ben -7 Cleo +16 Dora -22 = 145
"""
# Unpaid money at the end of the year: Frieda's last evening and Dora's.
UNPAID: Final = {("19.09.", "Frieda"), ("12.12.", "Dora")}
FINES: Final = {
    "21.02.": ("Emil", "Zu spät", "Zug"),
    "18.04.": ("Emil", "Zu spät", "Zug"),
    "30.05.": ("Anna", "Vergeben", ""),
    "25.07.": ("Ben", "Vergeben", ""),
    "19.09.": ("Frieda", "Zu spät", "Regen"),
    "07.11.": ("Dora", "Zu spät", ""),
}


class ClubYear:
    """The club's people and the rows that they write."""

    def __init__(self) -> None:
        self.played: list[Evening] = []
        self.warned = ""  # the page's text before Frieda was erased
        with on("02.01."):
            self.cast = make_cast()
            for name in ("Emil", "Frieda"):
                self.cast.players[name] = add_player(
                    self.cast.club,
                    name=name,
                    short_name="",
                    guest=False,
                    active=True,
                    notes="",
                    by=self.cast.anna,
                )
            purse.rules(self.cast, method="per_point_loss")
            self.fines = {
                name: save_fine(self.cast.club, None, name=name, cents=cents, key=a_key())
                for name, cents in (("Zu spät", 100), ("Vergeben", 50))
            }
            self.due = self.make_due()
            self.book(15_000, "Anfangsbestand", CashKind.OPENING)

    def make_due(self) -> Due:
        """Charge five a month; Frieda is at school and pays half."""
        due = make_due(
            self.cast.club,
            name="Beitrag",
            cents=500,
            every="month",
            first=date(YEAR, 1, 1),
            last=None,
            key=a_key(),
            by=self.cast.cleo,
        )
        except_player(due, self.cast.players["Frieda"], cents=250, first=None, last=None)
        return due

    # --- Events of a day ---

    def book(self, cents: int, purpose: str, kind: str = CashKind.BOOKED, day: date | None = None) -> Any:
        day = day or datetime.now(tz=BERLIN).date()
        return book_cash(
            self.cast.club, cents=cents, purpose=purpose, day=day, key=a_key(), by=self.cast.cleo, kind=kind
        )

    def raise_dues(self) -> None:
        today = datetime.now(tz=BERLIN).date()
        seen = sum(one.cents for one in waiting_dues(self.cast.club, today))
        raise_dues(self.cast.club, today=today, seen=seen, by=self.cast.cleo)

    def pay_open(self, *names: str) -> None:
        """Pay open charges by a tap: credit first, and the rest today."""
        for name in names:
            player = self.player(name)
            accounts.pay_all_open(player, stamp=get_standing(player).stamp, key=a_key(), by=self.cast.cleo)

    def pay(self, name: str, cents: int) -> None:
        player = self.player(name)
        stamp, day = get_standing(player).stamp, datetime.now(tz=BERLIN).date()
        accounts.pay_account(player, cents=cents, charges=None, day=day, stamp=stamp, key=a_key(), by=self.cast.cleo)

    def player(self, name: str) -> Player:
        return Player.objects.select_related("club").get(pk=self.cast.players[name].pk)

    def fine(self, evening: Evening, name: str, what: str, reason: str) -> None:
        """Fine a player by a tap from the sheet."""
        sent = {
            "player": self.player(name).pk,
            "fine": self.fines[what].pk,
            "reason": reason,
            "key": str(a_key()),
        }
        answer = phone(self.cast, "Ben").post(f"/sheets/{evening.sheets.get().pk}/fine/", sent)
        assert answer.status_code == 302, answer.content

    def play(self, line: str) -> None:
        """Play an evening with its fine, and the payments before all go home."""
        written, points = read_line(line)
        with on(written, hour=22):
            evening = purse.evening(self.cast, points, day=day_of(written))
            if written in FINES:
                self.fine(evening, *FINES[written])
            freezing.freeze_evening(evening, by=self.cast.cleo)
            for row in Transfer.objects.open().filter(list__money__evening=evening).select_related("payer"):
                assert row.payer is not None
                assert row.receiver is None
                if (written, row.payer.name) not in UNPAID:
                    payments.pay_transfer(row, by=self.cast.cleo)
            self.played.append(evening)


def read_line(line: str) -> tuple[str, dict[str, int]]:
    """Read `10.01. Ben -14 …`: the day, and points by name."""
    words = line.partition(" = ")[0].split()
    return words[0], dict(zip(words[1::2], map(int, words[2::2]), strict=True))


def day_of(written: str) -> date:
    day, month = (int(word) for word in written.strip(".").split("."))
    return date(YEAR, month, day)


@contextmanager
def on(written: str, *, hour: int = 12, year: int = YEAR) -> Iterator[None]:
    day = day_of(written).replace(year=year)
    with time_machine.travel(datetime(day.year, day.month, day.day, hour, tzinfo=BERLIN)):
        yield


# --- Other events, by day ---------------------------------------------------------------------------------------------


def _new_cards(year: ClubYear) -> None:
    """Book new cards that Cleo has paid for herself."""
    facts = {"cents": 2380, "purpose": "Neue Karten", "day": day_of("15.02."), "key": a_key(), "by": year.cast.cleo}
    accounts.spend_for_club(year.player("Cleo"), **facts)


def _tournament(year: ClubYear) -> None:
    """Pay the tournament's fee for Ben from the kitty; Ben owes it."""
    accounts.charge_player(
        year.player("Ben"),
        kind=ChargeKind.ADVANCE,
        cents=1500,
        purpose="Startgeld Turnier",
        day=day_of("05.05."),
        key=a_key(),
        by=year.cast.cleo,
    )


def _wrong_gift(year: ClubYear) -> None:
    reverse_cash(year.book(1000, "Spende"), by=year.cast.cleo)


def _room(year: ClubYear) -> None:
    year.book(-12_000, "Saalmiete")


def _fine_taken_back(year: ClubYear) -> None:
    """Take back Anna's unpaid fine: she had not misdealt after all."""
    charge = Charge.objects.get(player=year.player("Anna"), kind=ChargeKind.FINE)
    accounts.take_back_charge(charge, by=year.cast.cleo)


def _first_quarter(year: ClubYear) -> None:
    year.pay_open("Anna", "Ben", "Cleo", "Dora", "Emil", "Frieda")


def _second_quarter(year: ClubYear) -> None:
    year.pay_open("Anna", "Ben", "Cleo", "Dora", "Frieda")


def _emil_leaves(year: ClubYear) -> None:
    """Let Emil leave: he pays a round sum, and gets the surplus back."""
    year.pay("Emil", 2000)
    emil = year.player("Emil")
    facts = {"purpose": "Zu viel gezahlt", "day": day_of("29.06."), "key": a_key(), "by": year.cast.cleo}
    accounts.pay_out(emil, cents=get_standing(emil).credit, **facts)
    let_leave(emil, by=year.cast.anna)


def _frieda_leaves(year: ClubYear) -> None:
    """Let Frieda leave without a word; she has paid until August."""
    let_leave(year.player("Frieda"), by=year.cast.anna)


def _third_quarter(year: ClubYear) -> None:
    year.pay_open("Anna", "Ben", "Cleo", "Dora")


def _frieda_is_erased(year: ClubYear) -> None:
    """Erase Frieda as the owner, who has read the open amounts."""
    frieda = year.player("Frieda")
    page = f"/clubs/{year.cast.club.pk}/players/{frieda.pk}/erase/"
    year.warned = seen(phone(year.cast, "Anna").get(page))
    erase_player(frieda, by=year.cast.anna)


def _last_quarter(year: ClubYear) -> None:
    """Pay the last quarter for everybody but Dora."""
    year.pay_open("Anna", "Ben", "Cleo")


HAPPENS: Final[dict[str, list[Callable[[ClubYear], None]]]] = {
    **{f"01.{month:02}.": [ClubYear.raise_dues] for month in range(2, 13)},
    "03.01.": [ClubYear.raise_dues],
    "15.02.": [_new_cards],
    "31.03.": [_first_quarter],
    "05.05.": [_tournament],
    "31.05.": [_fine_taken_back],
    "10.06.": [_wrong_gift],
    "15.06.": [_room],
    "29.06.": [_emil_leaves],
    "30.06.": [_second_quarter],
    "31.08.": [lambda year: year.pay_open("Frieda")],
    "20.09.": [_frieda_leaves],
    "30.09.": [_third_quarter],
    "15.10.": [_frieda_is_erased],
    "31.12.": [_last_quarter],
}


def play_year(after: Callable[[ClubYear], None]) -> ClubYear:
    """Play the whole year; `after` is called after each day with an event."""
    year = ClubYear()
    evenings = {line.split()[0]: line for line in EVENINGS.split("\n") if line}
    for written in sorted({*evenings, *HAPPENS}, key=day_of):
        for happens in HAPPENS.get(written, []):
            with on(written):
                happens(year)
        if written in evenings:
            year.play(evenings[written])
        with on(written, hour=23):
            after(year)
    return year


def close_it(year: ClubYear, *, counted: int) -> None:
    """Close the year on 10 January; the missing amount is booked."""
    with on("10.01.", year=YEAR + 1):
        seen = get_statement(year.cast.club, YEAR).closing
        facts: dict[str, Any] = {"books_difference": True, "key": a_key(), "by": year.cast.cleo}
        close_year(year.cast.club, YEAR, seen=seen, counted=counted, **facts)


def book_late(year: ClubYear) -> None:
    """Book a bill of December that came in January."""
    with on("20.01.", year=YEAR + 1):
        year.book(-990, "Getränke", day=date(YEAR, 12, 28))
