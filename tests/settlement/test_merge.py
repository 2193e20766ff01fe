"""Two players are merged: money goes along and comes back."""

import pytest

from dokoclub.evenings.models import Evening, PlayerMerge
from dokoclub.evenings.services import people
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.evening import evening_settlement
from dokoclub.settlement.services import payments, rules
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import expected, freeze, frozen, pay


@pytest.fixture
def guest(cast: Cast) -> Evening:
    """Return an evening with Isa, who owes Anna 0.15."""
    cast.guest("Isa")
    return purse.evening(cast, {"Anna": 3, "Ben": 1, "Cleo": -1, "Isa": -3})


def merge(cast: Cast, kept: str, merged: str) -> PlayerMerge:
    return people.merge_players(cast.players[kept], cast.players[merged], by=cast.anna)


def test_what_is_owed_goes_along(cast: Cast, guest: Evening) -> None:
    freeze(cast, guest)
    merge(cast, "Dora", "Isa")

    assert frozen(guest) == expected(guest) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert frozen(guest, correction=1) == []


def test_what_was_paid_goes_along_and_comes_back(cast: Cast, guest: Evening) -> None:
    freeze(cast, guest)
    payment = pay(cast, "Isa pays Anna 0.15", guest)
    found = merge(cast, "Dora", "Isa")
    assert purse.name(Payment.objects.get(pk=payment.pk)) == "Dora pays Anna 0.15"

    people.take_back_merge(found, by=cast.anna)
    assert purse.name(Payment.objects.get(pk=payment.pk)) == "Isa pays Anna 0.15"
    assert frozen(guest) == ["Cleo pays Ben 0.05", "Isa pays Anna 0.15 paid"]
    assert frozen(guest, correction=1) == []


def test_what_was_frozen_since_comes_back_too(cast: Cast, guest: Evening) -> None:
    found = merge(cast, "Dora", "Isa")
    freeze(cast, guest)
    payment = pay(cast, "Dora pays Anna 0.15", guest)
    people.take_back_merge(found, by=cast.anna)

    assert purse.name(Payment.objects.get(pk=payment.pk)) == "Isa pays Anna 0.15"
    assert frozen(guest) == [*expected(guest)[:1], "Isa pays Anna 0.15 paid"]
    assert frozen(guest, correction=1) == []


def test_other_evenings_of_the_kept_player_are_left_alone(cast: Cast, evening: Evening, guest: Evening) -> None:
    freeze(cast, evening)
    freeze(cast, guest)
    found = merge(cast, "Dora", "Isa")
    people.take_back_merge(found, by=cast.anna)

    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert frozen(guest) == ["Cleo pays Ben 0.05", "Isa pays Anna 0.15"]
    assert not Transfer.objects.filter(list__correction__gte=1).exists()


def test_one_who_owed_himself_owes_nothing(cast: Cast) -> None:
    """There are two tables on one evening: Isa at the second is Anna at the first."""
    for name in ("Isa", "Emil", "Frida", "Gerd"):
        cast.guest(name)
    evening = purse.evening(cast, purse.USUAL, {"Isa": -3, "Emil": 0, "Frida": 0, "Gerd": 3})
    freeze(cast, evening)
    assert frozen(evening) == expected(evening)
    found = merge(cast, "Anna", "Isa")

    assert sorted(frozen(evening) + frozen(evening, correction=1)) != []
    owed = purse.sums(evening)
    assert owed == {"Anna": 0, "Ben": 5, "Cleo": -5, "Dora": -15, "Gerd": 15}
    people.take_back_merge(found, by=cast.anna)
    assert purse.sums(evening) == {"Anna": 15, "Ben": 5, "Cleo": -5, "Dora": -15, "Gerd": 15, "Isa": -15}
    assert not Transfer.objects.filter(list__correction__gte=1).exists()


def test_an_excuse_goes_along(cast: Cast) -> None:
    cast.guest("Isa")
    player = cast.players["Isa"]
    player.guest = False
    player.save()
    purse.rules(cast, absent=200)
    evening = purse.evening(cast)
    rules.excuse_player(evening, player, excused=True, by=cast.cleo)
    assert expected(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    emil = cast.guest("Emil")
    emil.guest = False
    emil.save()
    merge(cast, "Emil", "Isa")
    assert expected(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]

    rules.excuse_player(evening, emil, excused=False, by=cast.cleo)
    assert expected(evening)[-1] == "Emil pays box 2.00"


@pytest.fixture
def twice(cast: Cast) -> Evening:
    """Let Emil owe Anna as much as Ben owes Isa; the first is paid. Then merge Isa into Anna and Emil into Ben."""
    for name in ("Xaver", "Isa", "Emil", "Frida"):
        cast.guest(name)
    first = {"Xaver": 0, "Anna": 5, "Emil": -5, "Frida": 0}
    evening = purse.evening(cast, first, {"Isa": 5, "Dora": 0, "Ben": -5, "Cleo": 0})
    assert expected(evening) == ["Emil pays Anna 0.25", "Ben pays Isa 0.25"]
    freeze(cast, evening)
    pay(cast, "Emil pays Anna 0.25", evening)
    merge(cast, "Anna", "Isa")
    merge(cast, "Ben", "Emil")
    return evening


def test_of_two_that_look_equal_the_open_one_is_paid(cast: Cast, twice: Evening) -> None:
    assert frozen(twice) == ["Ben pays Anna 0.25 paid", "Ben pays Anna 0.25"]
    [line] = evening_settlement(twice).open_lines
    for _tap in range(2):
        payments.pay_some(twice, seen=[line.seen], by=cast.cleo)

    assert frozen(twice) == ["Ben pays Anna 0.25 paid", "Ben pays Anna 0.25 paid"]
    assert Payment.objects.count() == 2


def test_of_two_that_are_open_a_double_tap_pays_one(cast: Cast, twice: Evening) -> None:
    payments.take_back_payments([Payment.objects.get()], by=cast.cleo)
    page = phone(cast, "Cleo").get(url_of(twice, "settlement/"))
    first, second = dict.fromkeys(field(page, "seen"))
    for _tap in range(2):
        phone(cast, "Cleo").post(url_of(twice, "settlement/pay/"), {"seen": second})

    assert second == f"{first}-1"
    assert frozen(twice) == ["Ben pays Anna 0.25", "Ben pays Anna 0.25 paid"]


def test_of_two_that_look_equal_each_has_its_own_button(cast: Cast, twice: Evening) -> None:
    page = phone(cast, "Cleo").get(url_of(twice, "settlement/"))
    html = page.content.decode()
    owed = f"points-0-0-{cast.players['Ben'].pk}-{cast.players['Anna'].pk}-25"

    assert (html.count(f'id="button-{owed}"'), html.count(f'id="button-{owed}-1"')) == (1, 1)
    assert seen(page).count("Ben: −5 × 0,05 € pro Punkt = −0,25 €") == 2  # both of his shares
    answer = phone(cast, "Cleo").post(url_of(twice, "settlement/pay-all/"), {"seen": field(page, "seen")})
    assert answer.status_code == 302
    assert not Transfer.objects.open().exists()
