"""Dues: charged once for each month, quarter or year, with exceptions; and the list of fines."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from dokoclub.clubs.services.players import let_leave
from dokoclub.settlement.models import CashEntry, Charge, Due, DueException, Fine
from dokoclub.settlement.models.dues import next_period, period_around
from dokoclub.settlement.selectors.dues import collected_dues, waiting_dues
from dokoclub.settlement.services import accounts
from dokoclub.settlement.services.dues import change_due, except_player, make_due, raise_dues
from dokoclub.settlement.services.locks import Changed
from dokoclub.settlement.texts import format_due
from tests.cast import Cast, signed_in
from tests.clock import NOW
from tests.evenings.pages import field, phone, seen
from tests.pages import seen as seen_in_main
from tests.settlement.purse import a_key
from tests.settlement.test_accounts import pay, standing

YEAR = timezone.localdate(NOW).year  # the tests' year; they were collected before


def a_due(cast: Cast, **more: Any) -> Due:
    facts = {
        "name": "Beitrag",
        "cents": 500,
        "every": "month",
        "first": date(2025, 10, 1),
        "last": None,
        "key": a_key(),
        "by": cast.cleo,
    }
    return make_due(cast.club, **{**facts, **more})


def raised(cast: Cast, today: date) -> int:
    seen_ = sum(one.cents for one in waiting_dues(cast.club, today))
    return raise_dues(cast.club, today=today, seen=seen_, by=cast.cleo)


def of(cast: Cast, name: str) -> list[tuple[str, int]]:
    charges = Charge.objects.filter(player=cast.players[name]).order_by("day", "pk")
    return list(charges.values_list("purpose", "cents"))


@pytest.mark.parametrize(
    ("every", "months", "last_name"),
    [
        ("month", 5, "Beitrag Februar 2026"),
        ("quarter", 2, "Beitrag 1. Quartal 2026"),
        ("year", 2, "Beitrag 2026"),
    ],
)
def test_every_period_that_has_begun_is_charged_once(cast: Cast, every: str, months: int, last_name: str) -> None:
    a_due(cast, every=every)
    cast.guest("Gast")
    assert raised(cast, date(2026, 2, 1)) == 4 * months
    assert raised(cast, date(2026, 2, 28)) == 0
    assert of(cast, "Gast") == []
    assert of(cast, "Ben")[-1] == (last_name, 500)
    assert len(of(cast, "Ben")) == months


@pytest.mark.parametrize(("day", "months", "first"), [(date(2026, 12, 31), 1, 12), (date(2026, 12, 31), 3, 10)])
def test_periods_are_those_of_the_calendar(day: date, months: int, first: int) -> None:
    assert period_around(day, months) == date(2026, first, 1)
    assert next_period(period_around(day, months), months) == date(2027, 1, 1)


def test_from_and_until(cast: Cast) -> None:
    a_due(cast, first=date(2025, 11, 15), last=date(2025, 12, 5))
    raised(cast, date(2026, 6, 1))
    assert [what for what, _ in of(cast, "Ben")] == ["Beitrag November 2025", "Beitrag Dezember 2025"]


def test_exceptions(cast: Cast) -> None:
    due = a_due(cast)
    except_player(due, cast.players["Dora"], cents=0, first=None, last=None)
    except_player(due, cast.players["Ben"], cents=250, first=date(2025, 11, 1), last=date(2025, 12, 31))
    raised(cast, date(2026, 1, 15))
    assert of(cast, "Dora") == []
    assert [cents for _, cents in of(cast, "Ben")] == [500, 250, 250, 500]


def test_who_left_owes_no_more_and_who_comes_later_owes_nothing_from_before(cast: Cast) -> None:
    a_due(cast)
    raised(cast, date(2025, 10, 5))
    let_leave(cast.players["Dora"], by=cast.anna)
    raised(cast, date(2025, 11, 5))
    assert (len(of(cast, "Dora")), len(of(cast, "Ben"))) == (1, 2)


def test_a_change_holds_for_what_is_not_charged_yet(cast: Cast) -> None:
    due = a_due(cast)
    raised(cast, date(2025, 10, 5))
    change_due(due, name="Mitgliedsbeitrag", cents=600, last=None)
    raised(cast, date(2025, 11, 5))
    assert of(cast, "Ben") == [("Beitrag Oktober 2025", 500), ("Mitgliedsbeitrag November 2025", 600)]


def test_nothing_is_charged_but_what_was_seen(cast: Cast) -> None:
    a_due(cast)
    with pytest.raises(Changed):
        raise_dues(cast.club, today=date(2025, 10, 5), seen=1999, by=cast.cleo)
    assert not Charge.objects.exists()


def test_who_is_missing_of_the_last_period(cast: Cast) -> None:
    a_due(cast)
    raised(cast, date(2025, 11, 5))
    pay(cast, 1000)
    pay(cast, 700, name="Anna")
    [found] = collected_dues(cast.club)
    assert (found.number, found.paid) == (4, 1)
    assert [player.name for player in found.missing] == ["Anna", "Cleo", "Dora"]
    page = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/dues/"))
    assert "Beitrag November 2025: 1 von 4 haben bezahlt Es fehlen: Anna, Cleo, Dora" in page


def test_a_due_that_was_taken_back_is_not_charged_anew(cast: Cast) -> None:
    a_due(cast)
    raised(cast, date(2025, 10, 5))
    accounts.take_back_charge(Charge.objects.get(player=cast.players["Ben"]), by=cast.cleo)
    assert raised(cast, date(2025, 10, 9)) == 0
    assert standing(cast).owes == 0


# --- The pages --------------------------------------------------------------------------------------------------------


def test_dues_are_written_down_and_charged_by_a_tap(cast: Cast) -> None:
    cleo = phone(cast, "Cleo")
    base = f"/clubs/{cast.club.pk}/money/"
    first = timezone.localdate().replace(day=1)
    typed = {"name": "Beitrag", "amount": "5", "every": "month", "first": first.isoformat(), "key": str(a_key())}
    for _ in range(2):
        assert cleo.post(f"{base}dues/new/", typed).headers["Location"] == f"{base}dues/"
    shown = cleo.get(f"{base}dues/")
    assert "20,00 € buchen" in seen(shown)
    assert "Beiträge von 20,00 € sind fällig" in seen(cleo.get(f"{base}accounts/"))
    changed = cleo.post(f"{base}dues/charge/", {"seen": "1"})
    assert changed.headers["Location"] == f"{base}dues/"
    for _ in range(2):
        answer = cleo.post(f"{base}dues/charge/", {"seen": field(shown, "seen")[0]})
        assert answer.headers["Location"] == f"{base}accounts/"
    assert Charge.objects.count() == 4


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"amount": "0"}, "Gib einen Betrag über 0 ein."),
        ({"name": ""}, "Bitte ausfüllen."),
        ({"first": ""}, "Bitte ausfüllen."),
        ({"first": "1815-06-18"}, "Stimmt das Jahr?"),
        ({"last": "2024-01-01"}, "Wähle ein Ende nach dem Anfang."),
        ({"every": "day"}, "day ist keine gültige Auswahl."),
    ],
)
def test_what_is_wrong_is_said(cast: Cast, wrong: dict[str, str], message: str) -> None:
    typed = {"name": "Beitrag", "amount": "5", "every": "month", "first": f"{YEAR}-01-01", "key": str(a_key()), **wrong}
    answer = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/dues/new/", typed)
    assert answer.status_code == 422
    assert message in seen(answer)
    assert not Due.objects.exists()


def test_an_exception_comes_and_goes(cast: Cast) -> None:
    due = a_due(cast)
    cleo = phone(cast, "Cleo")
    base = f"/clubs/{cast.club.pk}/money/"
    typed = {"except-player": cast.players["Dora"].pk, "except-amount": ""}
    for _ in range(2):
        assert cleo.post(f"{base}dues/{due.pk}/except/", typed).status_code == 302
    assert "Dora zahlt nichts" in seen(cleo.get(f"{base}dues/{due.pk}/"))
    assert cleo.post(f"{base}dues/{due.pk}/except/", {"except-player": "987654"}).status_code == 422
    one = DueException.objects.get()
    assert cleo.post(f"{base}exceptions/{one.pk}/remove/").status_code == 302
    assert cleo.post(f"{base}exceptions/{one.pk}/remove/").status_code == 404
    assert not DueException.objects.exists()


def test_a_due_ends(cast: Cast) -> None:
    due = a_due(cast)
    cleo = phone(cast, "Cleo")
    page = f"/clubs/{cast.club.pk}/money/dues/{due.pk}/"
    assert cleo.post(page, {"name": "Beitrag", "amount": "6", "last": "2025-09-30"}).status_code == 422
    assert cleo.post(page, {"name": "Beitrag", "amount": "6", "last": "2025-10-31"}).status_code == 302
    due.refresh_from_db()
    assert (due.cents, due.last) == (600, date(2025, 10, 31))


def test_the_list_of_fines(cast: Cast) -> None:
    cleo = phone(cast, "Cleo")
    base = f"/clubs/{cast.club.pk}/money/"
    typed = {"name": "Abend verpasst", "amount": "2,50", "key": str(a_key())}
    for _ in range(2):
        assert cleo.post(f"{base}fines/new/", typed).headers["Location"] == f"{base}dues/"
    fine = Fine.objects.get()
    assert cleo.post(f"{base}fines/{fine.pk}/", {"name": "", "amount": "3"}).status_code == 422
    cleo.post(f"{base}fines/{fine.pk}/", {"name": "Abend verpasst", "amount": "3", "is_off": "on"})
    assert "Abend verpasst Gilt nicht mehr 3,00 €" in seen(phone(cast, "Dora").get(f"{base}dues/"))


def months_owed(cast: Cast, *months: int) -> list[Charge]:
    """List the months owed by Ben, of the tests' year."""
    due = a_due(cast, first=date(YEAR, months[0], 1), last=date(YEAR, months[-1], 28))
    facts = {"club": cast.club, "player": cast.players["Ben"], "kind": "due", "cents": 500, "due": due}
    days = [date(YEAR, each, 1) for each in months]
    return [Charge.objects.create(**facts, purpose=format_due(due, day), day=day, made_by=cast.cleo) for day in days]


def test_dues_of_several_months_are_read_as_one_in_the_readers_language(cast: Cast) -> None:
    months_owed(cast, 7, 8, 9, 10, 11)
    cleo, ben = signed_in(cast.cleo), cast.players["Ben"]
    account = reverse("settlement:show_account", args=[cast.club.pk, ben.pk])
    assert f"Beitrag Juli–November {YEAR} 5-mal 5,00 €" in seen_in_main(cleo.get(account))
    accounts.pay_all_open(ben, stamp=standing(cast).stamp, key=a_key(), by=cast.cleo)
    assert CashEntry.objects.get().purpose == "5 Posten"  # as released clubs have them
    box = reverse("settlement:show_kitty", args=[cast.club.pk])
    assert f"Ben: Beitrag Juli–November {YEAR}" in seen_in_main(cleo.get(box))
    english = {"accept-language": "en"}
    assert f"Ben: Beitrag July to November {YEAR}" in seen_in_main(cleo.get(box, headers=english))
    assert f"Paid: Beitrag July to November {YEAR}" in seen_in_main(cleo.get(account, headers=english))


def test_what_was_taken_back_stands_alone(cast: Cast) -> None:
    accounts.take_back_charge(months_owed(cast, 9, 10)[1], by=cast.cleo)
    account = reverse("settlement:show_account", args=[cast.club.pk, cast.players["Ben"].pk])
    page = seen_in_main(signed_in(cast.cleo).get(account))
    assert f"Beitrag Oktober {YEAR} storniert" in page
    assert f"Storno: Beitrag Oktober {YEAR}" in page
    assert "September bis" not in page
