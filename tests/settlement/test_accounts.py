"""Members' accounts with the kitty: debts, payments, and the charges that each payment settles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.members import erase_player
from dokoclub.core.http import Reused
from dokoclub.evenings.services.people import merge_players, take_back_merge
from dokoclub.settlement.models import CashEntry, Charge, ChargeKind, Settled
from dokoclub.settlement.presenters.cash_texts import format_line
from dokoclub.settlement.selectors.accounts import (
    AccountStanding,
    get_person,
    get_standing,
    list_standings,
    sums_of_accounts,
)
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.services import accounts
from dokoclub.settlement.services.locks import Changed
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen
from tests.settlement import purse
from tests.settlement.purse import a_key

TODAY = timezone.localdate
MAY = date(2026, 5, 1)


def charge(cast: Cast, cents: int = 500, purpose: str = "Umlage", name: str = "Ben", **more: Any) -> Charge:
    facts = {"kind": ChargeKind.FEE, "day": MAY, "key": a_key(), "by": cast.cleo, **more}
    return accounts.charge_player(cast.players[name], cents=cents, purpose=purpose, **facts)


def standing(cast: Cast, name: str = "Ben") -> AccountStanding:
    return get_standing(Player.objects.get(pk=cast.players[name].pk))


def pay(cast: Cast, cents: int, *charges: Charge, name: str = "Ben", **more: Any) -> CashEntry:
    """Pay all open charges, or only the named ones."""
    chosen = [one.pk for one in charges] if charges else None
    facts = {"day": TODAY(), "stamp": standing(cast, name).stamp, "key": a_key(), "by": cast.cleo, **more}
    return accounts.pay_account(cast.players[name], cents=cents, charges=chosen, **facts)


def left(cast: Cast, name: str = "Ben") -> list[tuple[str, int]]:
    return [(item.charge.purpose, item.left) for item in standing(cast, name).items]


def lines(cast: Cast, name: str = "Ben") -> list[tuple[str, int, int]]:
    return [(format_line(line), line.cents, line.balance) for line in get_person(cast.players[name]).lines]


def url(cast: Cast, page: str = "", name: str = "Ben") -> str:
    return f"/clubs/{cast.club.pk}/money/accounts/{cast.players[name].pk}/{page}"


@pytest.fixture(autouse=True)
def right_to_the_cent(cast: Cast) -> Iterator[None]:
    """Check after every test of this file that all accounts and the box add up to 0."""
    yield
    assert sum(sums_of_accounts(cast.club).values()) == 0


def test_what_is_paid_settles_the_earliest_first(cast: Cast) -> None:
    charge(cast, 500, "Mai")
    charge(cast, 500, "Juni", day=date(2026, 6, 1))
    entry = pay(cast, 700)
    assert left(cast) == [("Juni", 300)]
    assert (entry.purpose, entry.cents, get_balance(cast.club)) == ("Mai, Juni", 700, 700)
    assert sorted(Settled.objects.values_list("charge__purpose", "cents")) == [("Juni", 200), ("Mai", 500)]
    call_command("check_ledger")


def test_what_was_chosen_is_settled_and_nothing_else(cast: Cast) -> None:
    charge(cast, 500, "Mai")
    june = charge(cast, 500, "Juni", day=date(2026, 6, 1))
    pay(cast, 500, june)
    assert left(cast) == [("Mai", 500)]


def test_what_is_too_much_is_credit_that_goes_on_the_next(cast: Cast) -> None:
    charge(cast, 500, "Mai")
    pay(cast, 1200)
    assert (standing(cast).owes, standing(cast).credit) == (-700, 700)
    charge(cast, 500, "Juni")
    assert (standing(cast).open, standing(cast).owes) == (500, -200)
    assert accounts.use_credit(cast.players["Ben"]) == 500
    assert accounts.use_credit(cast.players["Ben"]) == 0
    assert (left(cast), standing(cast).credit) == ([], 200)
    accounts.pay_out(cast.players["Ben"], cents=200, purpose="Rest", day=TODAY(), key=a_key(), by=cast.cleo)
    assert (standing(cast).owes, get_balance(cast.club)) == (0, 1000)
    with pytest.raises(Changed):
        accounts.pay_out(cast.players["Ben"], cents=1, purpose="Rest", day=TODAY(), key=a_key(), by=cast.cleo)
    call_command("check_ledger")


def test_one_tap_uses_credit_first(cast: Cast) -> None:
    pay(cast, 300)
    charge(cast, 500)
    ben = cast.players["Ben"]
    key, stamp = a_key(), standing(cast).stamp
    entry = accounts.pay_all_open(ben, stamp=stamp, key=key, by=cast.cleo)
    assert entry is not None
    assert entry.cents == 200
    assert accounts.pay_all_open(ben, stamp=stamp, key=key, by=cast.cleo) == entry
    assert (standing(cast).owes, get_balance(cast.club)) == (0, 500)


def test_who_saw_something_else_pays_nothing(cast: Cast) -> None:
    first = charge(cast, 500)
    stamp = standing(cast).stamp
    charge(cast, 100)
    with pytest.raises(Changed):
        pay(cast, 500, stamp=stamp)
    with pytest.raises(Changed):
        accounts.pay_all_open(cast.players["Ben"], stamp=stamp, key=a_key(), by=cast.cleo)
    other = charge(cast, 100, name="Dora")
    with pytest.raises(Changed):
        pay(cast, 500, first, other)
    assert get_balance(cast.club) == 0


def test_sent_twice_it_is_written_once(cast: Cast) -> None:
    key = a_key()
    assert charge(cast, key=key) == charge(cast, key=key)
    with pytest.raises(Reused):
        charge(cast, 600, key=key)
    again = a_key()
    entry = pay(cast, 500, key=again)
    assert pay(cast, 500, key=again, stamp="old") == entry
    with pytest.raises(Reused):
        pay(cast, 500, key=again, name="Dora")
    assert get_balance(cast.club) == 500


def test_what_is_taken_back_was_never_owed_and_what_was_paid_is_credit(cast: Cast) -> None:
    one = charge(cast, 500)
    pay(cast, 500)
    back = accounts.take_back_charge(one, by=cast.cleo)
    assert accounts.take_back_charge(one, by=cast.cleo) == accounts.take_back_charge(back, by=cast.cleo) == back
    assert (standing(cast).owes, standing(cast).credit) == (-500, 500)
    assert lines(cast)[-1] == ("Storno: Umlage", -500, -500)
    call_command("check_ledger")


def test_a_payment_that_is_reversed_leaves_all_open_again(cast: Cast) -> None:
    charge(cast, 500)
    entry = pay(cast, 500)
    for _ in range(2):
        accounts.reverse_row(entry, by=cast.cleo)
    assert (left(cast), get_balance(cast.club)) == ([("Umlage", 500)], 0)
    call_command("check_ledger")


def test_an_advance_leaves_the_box_and_is_owed_back(cast: Cast) -> None:
    one = charge(cast, 2000, "Bahnkarte", kind=ChargeKind.ADVANCE)
    assert (get_balance(cast.club), left(cast)) == (-2000, [("Bahnkarte", 2000)])
    assert lines(cast) == [("Vorschuss: Bahnkarte", 2000, 2000)]
    assert one.entry is not None
    accounts.reverse_row(one.entry, by=cast.cleo)
    assert (get_balance(cast.club), left(cast)) == (0, [])
    other = charge(cast, 2000, "Bahnkarte", kind=ChargeKind.ADVANCE)
    accounts.take_back_charge(other, by=cast.cleo)
    assert (get_balance(cast.club), left(cast)) == (0, [])
    call_command("check_ledger")


def test_who_spent_something_for_the_club_has_credit(cast: Cast) -> None:
    key = a_key()
    spent = [
        accounts.spend_for_club(cast.players["Ben"], cents=1250, purpose="Karten", day=TODAY(), key=key, by=cast.cleo)
        for _ in range(2)
    ]
    assert spent[0] == spent[1]
    assert (get_balance(cast.club), standing(cast).credit) == (0, 1250)
    expense = CashEntry.objects.get(cents=-1250)
    accounts.reverse_row(expense, by=cast.cleo)
    assert (get_balance(cast.club), standing(cast).credit, CashEntry.objects.count()) == (0, 0, 4)
    call_command("check_ledger")


def test_money_of_the_table_is_not_mixed_in(cast: Cast) -> None:
    """An evening's open amount is listed next to the account, and paying the account leaves it open."""
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast)
    charge(cast, 500, name="Dora")
    page = seen(phone(cast, "Cleo").get(url(cast, name="Dora")))
    assert "Noch offen 5,00 € Aus Abenden offen: 0,15 €." in page
    pay(cast, 500, name="Dora")
    page = seen(phone(cast, "Cleo").get(url(cast, name="Dora")))
    assert "Ausgeglichen 0,00 € Aus Abenden offen: 0,15 €" in page


def test_merging_takes_the_account_along_and_back(cast: Cast) -> None:
    guest = cast.guest("Benny")
    charge(cast, 300, name="Benny")
    charge(cast, 500)
    pay(cast, 100, name="Benny")
    merge = merge_players(cast.players["Ben"], guest, by=cast.anna)
    assert (standing(cast).open, standing(cast, "Benny").open) == (700, 0)
    call_command("check_ledger")
    take_back_merge(merge, by=cast.anna)
    assert (standing(cast).open, standing(cast, "Benny").open) == (500, 200)
    call_command("check_ledger")


def test_erasing_leaves_the_amounts_and_takes_the_reason(cast: Cast) -> None:
    charge(cast, 500, name="Dora", reason="hat geschlafen")
    pay(cast, 200, name="Dora")
    erase_player(cast.players["Dora"], by=cast.anna)
    [found] = [one for one in list_standings(cast.club) if one.owes]
    assert (found.player.name, found.owes) == ("Ehemaliges Mitglied 1", 300)
    assert Charge.objects.get().reason == ""
    call_command("check_ledger")


@pytest.mark.parametrize("wrong", [{"cents": 0}, {"cents": -1}, {"purpose": ""}])
def test_the_database_refuses_nonsense(cast: Cast, wrong: dict[str, Any]) -> None:
    facts = {"club": cast.club, "player": cast.players["Ben"], "kind": "fee", "cents": 5, "purpose": "x", "day": MAY}
    with pytest.raises(IntegrityError), transaction.atomic():
        Charge.objects.create(**{**facts, **wrong})


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda: Settled.objects.update(cents=501), "is settled by more than"),
        (lambda: Charge.objects.update(player=Player.objects.get(name="Dora")), "settles what somebody else owes"),
    ],
)
def test_the_ledger_notices(cast: Cast, harm: Any, told: str) -> None:
    charge(cast, 500)
    pay(cast, 500)
    harm()
    with pytest.raises(CommandError, match=told):
        call_command("check_ledger")


# --- The pages --------------------------------------------------------------------------------------------------------


def test_who_is_missing_and_a_reminder_to_share(cast: Cast) -> None:
    charge(cast, 500, "Beitrag Mai 2026")
    charge(cast, 250, "Vergeben", name="Dora", reason="zweimal")
    pay(cast, 100, name="Anna")
    page = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/accounts/"))
    assert "Wer fehlt noch? Ben Beitrag Mai 2026 5,00 € Dora Vergeben 2,50 € Insgesamt offen 7,50 €" in page
    assert "Noch offen in der Kasse von Linde: Ben: 5,00 € (Beitrag Mai 2026) Dora: 2,50 € (Vergeben)" in page
    assert "Mit Guthaben Anna 1,00 €" in page
    assert "Ausgeglichen Cleo" in page
    assert "als bezahlt markieren" not in page
    own = seen(phone(cast, "Dora").get(url(cast, name="Dora")))
    assert "Dora, in der Kasse von Linde noch offen: Vergeben (zweimal): 2,50 € Zusammen 2,50 €" in own


def test_money_of_evenings_is_one_line_and_names_nobody_a_second_time(cast: Cast) -> None:
    purse.rules(cast, present=100)
    purse.evening(cast)
    page = seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/accounts/"))
    assert "Offen aus Abenden 4 Mitglieder" in page
    assert page.count("Ben") == 1


def test_who_owes_nothing_is_not_said_to_owe_nothing(cast: Cast) -> None:
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert page.endswith("Noch keine Buchungen Alle Mitgliedskonten")
    assert "bisher: Ausgeglichen" in seen(phone(cast, "Cleo").get(url(cast, "book/")))


def test_an_amount_is_asked_in_the_currency_of_the_club(cast: Cast) -> None:
    assert "Betrag in €" in seen(phone(cast, "Cleo").get(url(cast, "book/")))
    cast.club.currency = "CHF"
    cast.club.save()
    assert "Betrag in CHF" in seen(phone(cast, "Cleo").get(url(cast, "book/")))


def test_what_several_paid_alike_on_one_day_is_one_row_of_the_kitty(cast: Cast) -> None:
    for name in ("Anna", "Ben", "Dora"):
        pay(cast, 500, charge(cast, 500, "Beitrag", name), name=name)
    page = seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/cash-box/"))
    assert "3-mal 5,00 € Dora Nr. 3 · gebucht von Cleo Stornieren" in page
    assert "+15,00 3-mal" in page
    assert "Stand 15,00 €" in page


def test_paid_by_a_tap(cast: Cast) -> None:
    charge(cast, 500)
    cleo = phone(cast, "Cleo")
    overview = f"/clubs/{cast.club.pk}/money/accounts/"
    shown = cleo.get(overview)
    sent = {name: field(shown, name)[0] for name in ("stamp", "key")}
    for _ in range(2):
        assert cleo.post(url(cast, "paid/"), sent).headers["Location"] == overview
    assert get_balance(cast.club) == 500
    charge(cast, 100)
    late = cleo.post(url(cast, "paid/"), {**sent, "key": str(a_key())})
    assert (late.status_code, get_balance(cast.club)) == (422, 500)
    assert "Das ist jetzt offen" in seen(late)
    assert cleo.post(url(cast, "paid/"), {}).status_code == 422


def test_a_part_is_paid_for_what_was_ticked(cast: Cast) -> None:
    first, second = charge(cast, 500, "Mai"), charge(cast, 500, "Juni")
    cleo = phone(cast, "Cleo")
    shown = cleo.get(url(cast))
    assert field(shown, "amount") == ["10,00"]
    sent = {name: field(shown, name)[0] for name in ("stamp", "key")} | {"day": TODAY().isoformat()}
    wrong = cleo.post(url(cast, "pay/"), {**sent, "charges": [str(second.pk)], "amount": "zwei"})
    assert wrong.status_code == 422
    foreign = cleo.post(url(cast, "pay/"), {**sent, "charges": ["987654"], "amount": "2"})
    assert (foreign.status_code, CashEntry.objects.count()) == (422, 0)
    for _ in range(2):
        assert cleo.post(url(cast, "pay/"), {**sent, "charges": [second.pk], "amount": "2"}).status_code == 302
    assert left(cast) == [("Mai", 500), ("Juni", 300)]
    assert first.pk != second.pk
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert "Bezahlt: Juni" in page


@pytest.mark.parametrize(
    ("what", "box", "owes"), [("fee", 0, 1250), ("fine", 0, 1250), ("advance", -1250, 1250), ("spent", 0, -1250)]
)
def test_what_is_booked_on_an_account(cast: Cast, what: str, box: int, owes: int) -> None:
    cleo: Client = phone(cast, "Cleo")
    typed = {"what": what, "amount": "12,50", "purpose": "Bus", "day": TODAY().isoformat(), "key": str(a_key())}
    for _ in range(2):
        assert cleo.post(url(cast, "book/"), typed).headers["Location"] == url(cast)
    assert (get_balance(cast.club), standing(cast).owes) == (box, owes)
    assert cleo.post(url(cast, "book/"), {**typed, "amount": "13"}).status_code == 422


def test_no_more_is_paid_out_than_there_is(cast: Cast) -> None:
    typed = {"what": "payout", "amount": "1", "purpose": "Rest", "day": TODAY().isoformat(), "key": str(a_key())}
    answer = phone(cast, "Cleo").post(url(cast, "book/"), typed)
    assert answer.status_code == 422
    assert "So viel Guthaben ist nicht da." in seen(answer)


def test_it_is_taken_back_by_asking_first(cast: Cast) -> None:
    one = charge(cast, 500)
    cleo = phone(cast, "Cleo")
    page = f"/clubs/{cast.club.pk}/money/charges/{one.pk}/take-back/"
    assert "Zweck Umlage Betrag 5,00 €" in seen(cleo.get(page))
    for _ in range(2):
        assert cleo.post(page).headers["Location"] == url(cast)
    assert (standing(cast).owes, Charge.objects.count()) == (0, 2)
    assert "Schon zurückgenommen." in seen(cleo.get(page))


def test_the_form_is_for_who_keeps_the_money(cast: Cast) -> None:
    assert "Zahlung buchen" not in seen(phone(cast, "Dora").get(url(cast)))


@pytest.mark.parametrize("number", [1, 3])
def test_many_rows_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Ben", "Dora", "Anna")[:number]:
        for _ in range(number):
            charge(cast, 500, name=name)
            pay(cast, 200, name=name)
    charge(cast, 700)
    dora = phone(cast, "Dora")
    for page, queries in ((f"/clubs/{cast.club.pk}/money/accounts/", 11), (url(cast), 12)):
        dora.get(page)
        with django_assert_num_queries(queries):
            dora.get(page)
