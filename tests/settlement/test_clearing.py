"""Clearing everything open: the fewest payments replace all, list the payments they settle, and are undone as a
whole.
"""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import Clearing, Payment, Transfer
from dokoclub.settlement.presenters.owing_texts import format_pair, show_way
from dokoclub.settlement.selectors.accounts import sums_of_accounts
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.selectors.owing import get_overview, open_lines
from dokoclub.settlement.selectors.payments import cleared_by, get_preview
from dokoclub.settlement.services import freezing, payments
from dokoclub.settlement.services.locks import Changed, StillOpen
from dokoclub.settlement.services.merged_players import purge_monies
from dokoclub.settlement.services.payments import clear_all_open, net_two, take_back_clearing
from scoring.money.transfers import KITTY, net_amounts
from scoring.money.transfers import Transfer as Owed
from tests.cast import Cast
from tests.evenings.pages import Answer, field, phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import a_key

# Dora pays Anna, Anna pays Ben, Ben pays Cleo: a chain in which two only pass money on.
CHAIN = ({"Anna": 4, "Dora": -4, "Ben": 0, "Cleo": 0}, {"Ben": 4, "Anna": -4, "Cleo": 0, "Dora": 0})


@pytest.fixture
def chain(cast: Cast) -> list[Evening]:
    return [purse.evening(cast, one) for one in CHAIN]


def sentences(cast: Cast) -> list[str]:
    return [format_pair(pair).replace("\xa0", " ") for pair in get_overview(cast.club).pairs]


def clear(cast: Cast, *, through: bool = True, **facts: Any) -> Clearing:
    given = {"stamp": get_preview(cast.club).stamp, "key": a_key(), "by": cast.cleo, **facts}
    return clear_all_open(cast.club, through_others=through, **given)


def nets(cast: Cast) -> dict[int | None, int]:
    found = net_amounts(line.owed for line in open_lines(cast.club))
    return {party: cents for party, cents in found.items() if cents}


def pay_pair(cast: Cast, one: str, other: str | None) -> Payment:
    ids = cast.players[one].pk, cast.players[other].pk if other else None
    pair = get_overview(cast.club).between(*ids)
    assert pair is not None
    return net_two(cast.club, *ids, stamp=pair.stamp, key=a_key(), by=cast.cleo)


def rest(cast: Cast) -> None:
    assert sum(sums_of_accounts(cast.club).values()) == 0
    call_command("check_ledger", stdout=StringIO())


# --- The fewest payments


def test_payments_go_through_others_where_the_club_agreed(cast: Cast, chain: list[Evening]) -> None:
    assert sentences(cast) == ["Anna zahlt Ben 0,20 €", "Dora zahlt Anna 0,20 €"]
    before = nets(cast)
    clear(cast)
    assert sentences(cast) == ["Dora zahlt Ben 0,20 €"]
    assert nets(cast) == before, "nobody has more or less than before"
    rest(cast)


def test_otherwise_only_those_pay_who_owe_each_other(cast: Cast, chain: list[Evening]) -> None:
    purse.evening(cast, {"Anna": -1, "Dora": 1, "Ben": 0, "Cleo": 0})
    clear(cast, through=False)
    assert sentences(cast) == ["Anna zahlt Ben 0,20 €", "Dora zahlt Anna 0,15 €"]
    rest(cast)


def test_the_kitty_is_one_of_them(cast: Cast) -> None:
    """It gets nothing from the clearing itself, only from later payments."""
    one = purse.evening(cast, closed=False)
    purse.penalty(cast, one, "Ben", 6)
    evenings_evenings.close_evening(one, by=cast.ben)
    clear(cast)
    assert get_balance(cast.club) == 0
    pay_pair(cast, "Ben", None)
    assert get_balance(cast.club) == 25
    page = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/cash-box/"))
    assert "Ben für die Gesamtabrechnung vom" in page
    rest(cast)


def test_what_cancels_out_leaves_nothing(cast: Cast) -> None:
    for points in ({"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0}, {"Anna": -2, "Ben": 2, "Cleo": 0, "Dora": 0}):
        purse.evening(cast, points)
    clear(cast)
    assert sentences(cast) == []
    rest(cast)


def test_an_equal_evening_in_place_of_the_one_that_was_seen_is_another(cast: Cast, chain: list[Evening]) -> None:
    stamp = get_preview(cast.club).stamp
    purse.delete(cast, chain[0])
    purse.evening(cast, CHAIN[0])
    with pytest.raises(Changed):
        clear(cast, stamp=stamp)


# The list of settled payments


def test_both_sides_say_it(cast: Cast, chain: list[Evening]) -> None:
    made = clear(cast)
    assert [row.cleared_by for row in Transfer.objects.filter(list__money__evening__in=chain)] == [made, made]
    dora = phone(cast, "Dora")
    page = seen(dora.get(url_of(chain[0], "settlement/")))
    assert "Dora zahlt Anna erledigt durch die Gesamtabrechnung vom" in page
    assert "Dora zahlt Anna 0,20 € (abgerechnet)" in page
    assert "quitt" in page
    statement = seen(dora.get(f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/"))
    assert "Dora zahlt Ben 0,20 €" in statement
    assert "Dora zahlt Anna 0,20 €" in statement
    assert "Anna zahlt Ben 0,20 €" in statement
    overview = seen(dora.get(f"/clubs/{cast.club.pk}/money/all/"))
    assert "Gesamtabrechnung vom" in overview


def test_what_it_settled_cannot_be_paid_or_let_go(cast: Cast, chain: list[Evening]) -> None:
    clear(cast)
    row = Transfer.objects.filter(list__money__evening=chain[0]).select_related("list").get()
    with pytest.raises(Changed):
        payments.pay_transfer(row, by=cast.cleo)
    with pytest.raises(Changed):
        freezing.unfreeze_evening(chain[0], by=cast.cleo)
    assert payments.pay_all(chain[0], seen=[], by=cast.cleo) == []
    assert not Payment.objects.exists()


def test_a_later_change_of_an_evening_is_a_correction(cast: Cast, chain: list[Evening]) -> None:
    clear(cast)
    purse.correct(cast, chain[0], {"Anna": 2, "Dora": -2, "Ben": 0, "Cleo": 0})
    assert sentences(cast) == ["Dora zahlt Anna 0,10 €", "Dora zahlt Ben 0,20 €"]
    rest(cast)
    clear(cast)
    assert sentences(cast) == ["Dora zahlt Anna 0,10 €", "Dora zahlt Ben 0,20 €"]
    rest(cast)


def test_a_deleted_evening_gives_back_what_was_cleared(cast: Cast, chain: list[Evening]) -> None:
    clear(cast)
    purse.delete(cast, chain[0])
    assert sentences(cast) == ["Anna zahlt Dora 0,20 €", "Dora zahlt Ben 0,20 €"]
    assert purge_monies() == 0
    rest(cast)


# Once, and as it was shown


def test_something_else_than_was_seen_is_not_cleared(cast: Cast, chain: list[Evening]) -> None:
    stamp = get_preview(cast.club).stamp
    purse.evening(cast)
    with pytest.raises(Changed):
        clear(cast, stamp=stamp)


def test_nothing_open_is_not_cleared(cast: Cast) -> None:
    with pytest.raises(Changed):
        clear(cast)


# Undone as a whole, until the first payment


def test_it_is_taken_back_as_a_whole(cast: Cast, chain: list[Evening]) -> None:
    before = sentences(cast)
    made = clear(cast)
    for _ in range(2):
        assert not take_back_clearing(made, by=cast.cleo).stands
    assert sentences(cast) == before
    assert "Zurückgenommen von Cleo" in seen(
        phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/")
    )
    rest(cast)
    clear(cast)
    assert sentences(cast) == ["Dora zahlt Ben 0,20 €"]


def test_not_once_a_payment_was_made(cast: Cast, chain: list[Evening]) -> None:
    made = clear(cast)
    payment = pay_pair(cast, "Dora", "Ben")
    with pytest.raises(Changed):
        take_back_clearing(made, by=cast.cleo)
    payments.take_back_payments([payment], by=cast.cleo)
    take_back_clearing(made, by=cast.cleo)
    assert sentences(cast) == ["Anna zahlt Ben 0,20 €", "Dora zahlt Anna 0,20 €"]
    rest(cast)


def test_a_later_clearing_is_taken_back_first(cast: Cast, chain: list[Evening]) -> None:
    first = clear(cast)
    purse.evening(cast)
    second = clear(cast)
    with pytest.raises(Changed):
        take_back_clearing(first, by=cast.cleo)
    take_back_clearing(second, by=cast.cleo)
    take_back_clearing(first, by=cast.cleo)
    rest(cast)


@pytest.mark.parametrize("afterwards", ["nothing", "let go", "deleted"])
def test_what_it_had_settled_is_still_told(cast: Cast, chain: list[Evening], afterwards: str) -> None:
    made = take_back_clearing(clear(cast), by=cast.cleo)
    if afterwards == "let go":
        freezing.unfreeze_evening(chain[0], by=cast.cleo)
    if afterwards == "deleted":
        purse.delete(cast, chain[0])
        assert purge_monies() == 0
    page = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/"))
    assert "Ersetzte Zahlungen" in page
    assert "Dora zahlt Anna 0,20 €" in page
    assert "Anna zahlt Ben 0,20 €" in page
    rest(cast)


def test_what_was_paid_of_it_says_so(cast: Cast, chain: list[Evening]) -> None:
    clear(cast)
    way = f"/clubs/{cast.club.pk}/money/all/"
    assert "Dora zahlt Ben Gesamtabrechnung vom" in seen(phone(cast, "Cleo").get(way))
    pay_pair(cast, "Dora", "Ben")
    assert "Dora → Ben Gesamtabrechnung vom" in seen(phone(cast, "Cleo").get(way))


def test_corrections_follow_when_it_is_taken_back(cast: Cast, chain: list[Evening]) -> None:
    made = clear(cast)
    purse.correct(cast, chain[0], {"Anna": 2, "Dora": -2, "Ben": 0, "Cleo": 0})
    take_back_clearing(made, by=cast.cleo)
    assert sentences(cast) == ["Anna zahlt Ben 0,20 €", "Dora zahlt Anna 0,30 €"]
    rest(cast)
    again = evenings_evenings.reopen_evening(chain[1], by=cast.anna)
    assert again.is_open


def test_not_while_an_evening_is_open_again(cast: Cast, chain: list[Evening]) -> None:
    made = clear(cast)
    evenings_evenings.reopen_evening(chain[0], by=cast.anna)
    with pytest.raises(StillOpen):
        take_back_clearing(made, by=cast.cleo)


# --- The pages


def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/money/clear/"


def send(cast: Cast, name: str = "Cleo", **changed: str) -> Answer:
    page = phone(cast, "Cleo").get(url(cast))
    form = {"way": "through", "stamp": field(page, "stamp")[0], "key": field(page, "key")[0]}
    return phone(cast, name).post(url(cast), form | changed)


def test_the_treasurer_sees_both_ways_and_chooses(cast: Cast, chain: list[Evening]) -> None:
    page = seen(phone(cast, "Cleo").get(url(cast)))
    assert "Direkt: 2 Zahlungen" in page
    assert "Über andere: 1 Zahlung" in page
    assert "Weniger geht nicht." in page
    choice = "Nur direkte Schulden 2 Zahlungen, zusammen "
    assert choice in page
    assert page.index(choice) < page.index("Gesamtabrechnung Abbrechen") < page.index("Über andere: 1 Zahlung")
    answer = send(cast)
    made = Clearing.objects.get()
    assert answer.headers["Location"] == f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/"
    assert (made.through_others, made.made_by) == (True, cast.cleo)
    back = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/take-back/")
    assert back.status_code == 302
    assert len(get_overview(cast.club).pairs) == 2


def test_what_one_pays_stands_in_one_row() -> None:
    names = {number: Player(pk=number, name=name) for number, name in enumerate(["Anna", "Ben", "Dora"])}
    with translation.override("de"):
        way = show_way([Owed(0, 1, 50), Owed(0, KITTY, 200), Owed(2, 1, 15)], names, "EUR")
    said = [" / ".join([one.name, " ".join(one.parts), one.amount]).replace("\xa0", " ") for one in way.payers]
    assert said == ["Anna zahlt / Ben 0,50 €, in die Kasse 2,00 € / 2,50 €", "Dora zahlt / Ben / 0,15 €"]


@pytest.mark.parametrize(("name", "typed"), [("way", "free"), ("way", ""), ("stamp", "x"), ("stamp", ""), ("key", "1")])
def test_bad_input_clears_nothing(cast: Cast, chain: list[Evening], name: str, typed: str) -> None:
    assert send(cast, **{name: typed}).status_code == 422
    assert not Clearing.objects.exists()


def test_one_that_was_paid_says_why_it_stands(cast: Cast, chain: list[Evening]) -> None:
    made = clear(cast)
    pay_pair(cast, "Dora", "Ben")
    answer = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/clearings/{made.pk}/take-back/")
    assert answer.status_code == 422
    assert "Eine Zahlung ist gemacht: Die Gesamtabrechnung bleibt." in seen(answer)
    assert not cleared_by(made).can_be_taken_back
