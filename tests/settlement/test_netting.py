"""What is open over several evenings, and what two owe each other in one payment."""

from __future__ import annotations

import re
from datetime import date
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening
from dokoclub.look.days import date_only, short_day
from dokoclub.look.refusals import Reused
from dokoclub.settlement import services
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors.owing import Pair, overview_of
from dokoclub.settlement.services import Changed
from dokoclub.settlement.services.netting import net_two
from dokoclub.settlement.shown.owing import shown_at_once
from dokoclub.settlement.shown.owing_words import tell_pair
from tests.cast import Cast
from tests.evenings.pages import Answer, phone, seen
from tests.settlement import purse
from tests.settlement.purse import a_key

AGAINST = {"Anna": -2, "Ben": 2, "Cleo": -2, "Dora": 2}  # beside the usual: Anna +3, Ben +1, Cleo −1, Dora −3


@pytest.fixture
def two(cast: Cast) -> tuple[Evening, Evening]:
    """Dora pays Anna 0.15 and Cleo pays Ben 0.05; a week later Anna pays Ben 0.10 and Cleo pays Dora 0.10."""
    return purse.evening(cast, day=date(2025, 3, 12)), purse.evening(cast, AGAINST, day=date(2025, 3, 19))


def sentences(cast: Cast) -> list[str]:
    return [tell_pair(pair).replace("\xa0", " ") for pair in overview_of(cast.club).pairs]


def pair_of(cast: Cast, one: str, other: str) -> Pair:
    found = overview_of(cast.club).between(cast.players[one].pk, cast.players[other].pk)
    assert found is not None
    return found


def net(cast: Cast, one: str, other: str, *, stamp: str = "", key: UUID | None = None) -> Payment:
    pair = pair_of(cast, one, other) if not stamp else None
    return net_two(
        cast.club,
        cast.players[one].pk,
        cast.players[other].pk,
        stamp=stamp or (pair.stamp if pair else ""),
        key=key or a_key(),
        by=cast.cleo,
    )


def test_it_holds_closed_evenings_whether_kept_or_not(cast: Cast, two: tuple[Evening, Evening]) -> None:
    assert sentences(cast) == [
        "Anna zahlt Ben 0,10 €",
        "Cleo zahlt Ben 0,05 €",
        "Cleo zahlt Dora 0,10 €",
        "Dora zahlt Anna 0,15 €",
    ]
    before = overview_of(cast.club)
    purse.freeze(cast, two[0])
    assert [(pair.cents, pair.stamp) for pair in overview_of(cast.club).pairs] == [
        (pair.cents, pair.stamp) for pair in before.pairs
    ]


def test_open_evenings_and_other_clubs_are_not_in_it(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.freeze(cast, two[0])
    other = cast.stranger.memberships.get().club
    assert overview_of(other).pairs == ()
    for evening in two:
        purse.delete(cast, evening)
    purse.evening(cast, closed=False)
    purse.evening(cast, stake=0)
    assert overview_of(cast.club).pairs == ()


def test_a_deleted_evening_is_gone_unless_something_was_paid(cast: Cast, two: tuple[Evening, Evening]) -> None:
    first, second = two
    purse.freeze(cast, first)
    purse.pay(cast, "Dora pays Anna 0.15", first)
    purse.delete(cast, first)
    purse.delete(cast, second)
    [pair] = overview_of(cast.club).pairs
    assert (pair.payer, pair.receiver, pair.cents) == (cast.players["Anna"], cast.players["Dora"], 15)
    assert [(line.evening, line.correction) for line in pair.lines] == [(None, 1)]


def test_several_evenings_are_one_payment_that_names_them(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.evening(cast, day=date(2025, 3, 26))
    pair = pair_of(cast, "Anna", "Dora")
    assert (pair.payer, pair.cents, len(pair.lines)) == (cast.players["Dora"], 30, 2)
    payment = net(cast, "Anna", "Dora")
    assert purse.name(payment) == "Dora pays Anna 0.30"
    assert sorted(row.list.money.day.isoformat() for row in payment.transfers.all()) == ["2025-03-12", "2025-03-26"]
    assert list(payment.settles.all()) == list(payment.transfers.all())
    assert overview_of(cast.club).between(pair.player.pk, cast.players["Anna"].pk) is None


def test_both_directions_are_set_off(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    purse.evening(cast, {"Anna": -5, "Ben": 5, "Cleo": 0, "Dora": 0})
    pair = pair_of(cast, "Ben", "Anna")
    assert [pair.signed(line) for line in pair.lines] in ([-15, 25], [25, -15])
    assert purse.name(net(cast, "Ben", "Anna")) == "Anna pays Ben 0.10"
    assert overview_of(cast.club).pairs == ()


def test_what_cancels_out_is_a_payment_of_nothing(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    purse.evening(cast, {"Anna": -3, "Ben": 3, "Cleo": 0, "Dora": 0})
    assert tell_pair(pair_of(cast, "Ben", "Anna")).startswith("Ben")
    payment = net(cast, "Ben", "Anna")
    assert (payment.cents, payment.transfers.count()) == (0, 2)
    assert overview_of(cast.club).pairs == ()


def test_taking_it_back_opens_all_of_them_again(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.evening(cast, day=date(2025, 3, 26))
    before = sentences(cast)
    payment = net(cast, "Anna", "Dora")
    services.take_back_payment(payment, by=cast.cleo)
    assert sentences(cast) == before
    assert (payment.transfers.count(), payment.settles.count()) == (0, 2)


def test_only_the_evenings_of_the_two_are_frozen(cast: Cast, two: tuple[Evening, Evening]) -> None:
    net(cast, "Anna", "Dora")
    assert [money.evening for money in EveningMoney.objects.frozen()] == [two[0]]
    assert Transfer.objects.open().count() == 1


def test_the_same_key_pays_nothing_else(cast: Cast, two: tuple[Evening, Evening]) -> None:
    key = a_key()
    net(cast, "Anna", "Dora", key=key)
    purse.evening(cast, day=date(2025, 3, 26))
    with pytest.raises(Reused):
        net(cast, "Anna", "Dora", key=key, stamp=pair_of(cast, "Anna", "Dora").stamp)
    assert Payment.objects.count() == 1


def test_what_was_seen_is_what_is_paid(cast: Cast, two: tuple[Evening, Evening]) -> None:
    stamp = pair_of(cast, "Anna", "Dora").stamp
    purse.evening(cast, day=date(2025, 3, 26))
    with pytest.raises(Changed):
        net(cast, "Anna", "Dora", stamp=stamp)
    with pytest.raises(Changed):
        net(cast, "Anna", "Cleo", stamp=stamp)
    assert not Payment.objects.exists()
    assert not EveningMoney.objects.frozen().exists()


def test_a_change_after_netting_is_a_correction(cast: Cast, two: tuple[Evening, Evening]) -> None:
    payment = net(cast, "Anna", "Dora")
    purse.correct(cast, two[0], {"Anna": 2, "Ben": 0, "Cleo": 0, "Dora": -2})
    pair = pair_of(cast, "Anna", "Dora")
    assert (payment.cents, pair.cents, [line.correction for line in pair.lines]) == (15, 10, [1])


def test_the_cash_box_is_netted_too(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    for day in (date(2025, 3, 12), date(2025, 3, 19)):
        purse.evening(cast, day=day)
    pair = overview_of(cast.club).between(cast.players["Dora"].pk, None)
    assert pair is not None
    payment = net_two(cast.club, None, cast.players["Dora"].pk, stamp=pair.stamp, key=a_key(), by=cast.cleo)
    assert purse.name(payment) == "Dora pays box 0.30"
    assert [pair.player.name for pair in overview_of(cast.club).with_cash_box] == ["Cleo"]


def test_what_the_cash_box_gets_is_marked_there(cleo: Client, cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast, day=date(2025, 3, 12))
    page = seen(cleo.get(url(cast)))
    assert "Die Kasse +0,20 € bekommt von 2 Du zahlst in die Kasse" in page
    assert "Dora zahlt in die Kasse" in page[page.index("Die Kasse +0,20 €") :]


# --- The pages --------------------------------------------------------------------------------------------------------


def url(cast: Cast, page: str = "") -> str:
    return f"/clubs/{cast.club.pk}/money/{page}"


def button(cast: Cast, one: str, other: str) -> dict[str, str]:
    """What the button of two sends."""
    stamp = pair_of(cast, one, other).stamp
    return {
        "one": str(cast.players[one].pk),
        "other": str(cast.players[other].pk),
        "stamp": stamp,
        "key": str(a_key()),
    }


@pytest.fixture
def cleo(cast: Cast) -> Client:
    return phone(cast, "Cleo")


def test_everybody_finds_his_own_first(cast: Cast, two: tuple[Evening, Evening]) -> None:
    """First those that go the way of the headline, and all with signs: so that they can be added up to it."""
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert "Du zahlst 0,05 € Eine Person zahlt dir, du zahlst an eine Person. Du zahlst Anna" in page
    assert page.index("Du zahlst Anna") < page.index("Cleo zahlt dir") < page.index("Alle im Club 0,40 € offen")
    assert "Du zahlst Anna Abend vom 12. März 2025 −0,15 €" in page
    assert "Cleo zahlt dir Abend vom 19. März 2025 +0,10 €" in page
    everybody = page[page.index("Alle im Club") :]
    assert "Ben +0,15 € bekommt von 2 von Anna 0,10 € von Cleo 0,05 €" in everybody
    assert "Cleo −0,15 € zahlt an 2 Cleo zahlt Ben Abend vom 12. März 2025 0,05 €" in everybody
    assert "Noch offen bei Linde: Anna zahlt Ben 0,10 € (19. März 2025)" in page
    assert "bezahlt" not in page


def test_on_the_long_page_of_the_club_many_payments_are_folded() -> None:
    """One alone is not worth a fold."""
    assert [shown_at_once(payments) for payments in (1, 3, 4, 5, 20)] == [1, 3, 4, 3, 3]


def test_the_club_page_and_the_players_page_say_it_too(cast: Cast, two: tuple[Evening, Evening]) -> None:
    club = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))
    assert "Du zahlst 0,05 € Du zahlst Anna" in club  # first what it comes to
    # the rows of that direction first, and which way each goes: so that they can be added up
    assert "Du zahlst Anna 12. März 2025 −0,15 € Cleo zahlt dir 19. März 2025 +0,10 €" in club
    person = seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/"))
    assert "Dora zahlt 0,05 € Dora zahlt Anna" in person
    assert "Dora zahlt Anna 12. März 2025 −0,15 € Cleo zahlt Dora 19. März 2025 +0,10 €" in person
    purse.delete(cast, two[0])
    purse.delete(cast, two[1])
    assert "Offene Zahlungen" not in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))


def test_many_payments_of_ones_own_fold(cast: Cast) -> None:
    """The first three stand in sight, so that the club is not far below them."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    for others in (("Ben", "Cleo", "Dora"), ("Emil", "Frida", "Gerd")):
        purse.evening(cast, {"Anna": 3, **dict.fromkeys(others, -1)})
    page = seen(phone(cast, "Anna").get(url(cast)))
    assert "3 weitere Zahlungen" in page
    assert page.index("3 weitere Zahlungen") < page.index("Alle im Club")


def test_a_person_has_a_page(cast: Cast, two: tuple[Evening, Evening]) -> None:
    page = seen(phone(cast, "Ben").get(url(cast, f"players/{cast.players['Dora'].pk}/")))
    assert "Dora zahlt Anna 0,15 €" in page
    assert "Abend vom 12. März 2025" in page
    assert "Dora Alle offenen Zahlungen Zahlt 0,05 € Noch offen" in page
    assert "−0,15 € Cleo zahlt Dora Abend vom 19. März 2025 +0,10 €" in page
    assert "Zahlt insgesamt 0,15 € Bekommt insgesamt 0,10 €" in page
    purse.delete(cast, two[0])
    purse.delete(cast, two[1])
    assert "Alles bezahlt" in seen(phone(cast, "Ben").get(url(cast, f"players/{cast.players['Dora'].pk}/")))


def test_one_tap_pays_and_another_takes_it_back(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    assert "Dora zahlt Anna 0,15 €: als bezahlt markieren" in cleo.get(url(cast)).content.decode().replace("\xa0", " ")
    sent = button(cast, "Anna", "Dora")
    for _ in range(2):
        assert cleo.post(url(cast, "net/"), sent).headers["Location"] == url(cast)
    page = seen(cleo.get(url(cast)))
    assert "Zuletzt bezahlt Dora → Anna 0,15 € 12. März 2025 · Cleo" in page
    assert "Dora zahlt" not in page
    payment = Payment.objects.get()
    for _ in range(2):
        assert cleo.post(url(cast, f"payments/{payment.pk}/take-back/")).headers["Location"] == url(cast)
    page = seen(cleo.get(url(cast)))
    assert "Dora zahlt Anna 0,15 €" in page
    assert "Zuletzt bezahlt" not in page


def test_of_what_was_paid_the_day_stands_once(cleo: Client, cast: Cast) -> None:
    today = timezone.localdate()
    evening = purse.evening(cast, day=today)
    purse.freeze(cast, evening)
    purse.pay(cast, "Dora pays Anna 0.15", evening)
    paid = seen(cleo.get(url(cast))).split("Zuletzt bezahlt")[1]
    assert f"{date_only(today)} · Cleo, " in paid
    assert short_day(today) not in paid


def everything(page: Answer) -> dict[str, object]:
    """What the button sends that marks all that one person pays: the last form of its kind on the page."""
    html = page.content.decode()
    form = html[html.rindex("net-several/") :]
    key = re.findall('name="key" value="([^"]+)"', form)[0]
    return {"seen": re.findall('name="seen" value="([^"]+)"', form), "key": key}


def test_one_tap_pays_all_that_one_person_pays(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    page = cleo.get(url(cast))
    assert "Cleo hat alles bezahlt, 0,15 €" in seen(page)
    sent = everything(page)
    for _ in range(2):
        assert cleo.post(url(cast, "net-several/"), sent).status_code == 302
    assert sorted(map(purse.name, Payment.objects.all())) == ["Cleo pays Ben 0.05", "Cleo pays Dora 0.10"]
    assert sentences(cast) == ["Anna zahlt Ben 0,10 €", "Dora zahlt Anna 0,15 €"]


def test_all_of_them_or_none(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    sent = everything(cleo.get(url(cast)))
    purse.evening(cast, {"Cleo": -1, "Ben": 1, "Anna": 0, "Dora": 0}, day=date(2025, 3, 26))
    response = cleo.post(url(cast, "net-several/"), sent)
    assert (response.status_code, Payment.objects.count()) == (422, 0)
    assert "Das hat inzwischen jemand geändert." in seen(response)
    refused: list[dict[str, object]] = [{"seen": []}, {"seen": ["1-2"]}, {"key": "x"}]
    for wrong in refused:
        assert cleo.post(url(cast, "net-several/"), {**sent, **wrong}).status_code == 422


def test_what_was_marked_is_taken_back_from_the_bar(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    before = sentences(cast)
    page = cleo.post(url(cast, "net-several/"), everything(cleo.get(url(cast))), headers={"HX-Request": "true"})
    assert "Cleo, 2 Zahlungen 0,15 € bezahlt eben von dir markiert Rückgängig" in seen(page)
    [payments] = re.findall('name="payments" value="([^"]+)"', page.content.decode())
    assert cleo.post(url(cast, "payments/take-back/"), {"payments": f"{payments}-999"}).status_code == 404
    assert cleo.post(url(cast, "payments/take-back/"), {"payments": "x"}).status_code == 422
    for _ in range(2):
        assert cleo.post(url(cast, "payments/take-back/"), {"payments": payments}).status_code == 302
    assert sentences(cast) == before


def test_a_page_that_is_too_old_changes_nothing(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    sent = button(cast, "Anna", "Dora")
    purse.evening(cast, day=date(2025, 3, 26))
    response = cleo.post(url(cast, "net/"), sent)
    assert response.status_code == 422
    assert "Das hat inzwischen jemand geändert." in seen(response)
    assert "Dora zahlt Anna 0,30 €" in seen(response)
    assert not Payment.objects.exists()


@pytest.mark.parametrize("wrong", [{"one": "x"}, {"other": ""}, {"key": ""}, {"one": str(2**63)}, {"stamp": ""}])
def test_a_form_that_is_not_ours_is_refused(
    cleo: Client, cast: Cast, two: tuple[Evening, Evening], wrong: dict[str, str]
) -> None:
    response = cleo.post(url(cast, "net/"), {**button(cast, "Anna", "Dora"), **wrong})
    assert (response.status_code, Payment.objects.count()) == (422, 0)


def test_a_club_without_money_is_led_to_its_choice_and_offered_no_empty_files(cleo: Client, cast: Cast) -> None:
    page = phone(cast, "Anna").get(url(cast))
    assert f'<a class="button primary" href="{url(cast, "method/")}">Abrechnung wählen</a>' in page.content.decode()
    assert "Alles bezahlt" not in seen(page)
    assert "Offene Posten" not in seen(page)
    assert "Abrechnung wählen" not in seen(cleo.get(url(cast)))


def test_all_paid_says_so(cleo: Client, cast: Cast) -> None:
    purse.rules(cast, present=100)
    assert "Alles bezahlt Sobald ein Abend beendet ist" in seen(cleo.get(url(cast)))


@pytest.mark.parametrize("number", [1, 3])
def test_many_evenings_cost_no_more_queries(
    cast: Cast, cleo: Client, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for week in range(number):
        purse.evening(cast, day=date(2025, 1, 1 + week))
        purse.freeze(cast, purse.evening(cast, AGAINST, day=date(2025, 2, 1 + week)))
        evening = purse.evening(cast, day=date(2025, 3, 1 + week))
        purse.freeze(cast, evening)
        purse.pay(cast, "Dora pays Anna 0.15", evening)
    person = url(cast, f"players/{cast.players['Cleo'].pk}/")
    for page, queries in ((url(cast), 17), (person, 14)):
        cleo.get(page)
        with django_assert_num_queries(queries):
            cleo.get(page)


def test_of_very_many_evenings_the_newest_are_listed(cleo: Client, cast: Cast) -> None:
    """Defect: with 2,000 open evenings the page had 6,000 lines and took 1.5 s each time."""
    for day in range(1, 15):
        purse.evening(cast, day=date(2025, 3, day))
    page = seen(cleo.get(url(cast)))
    assert "Dora zahlt Anna 2,10 € 14 Abende 2 frühere Beträge Abend vom 3. März 2025" in page
    assert "Abend vom 2. März 2025" not in page
    whole = seen(cleo.get(url(cast, f"players/{cast.players['Dora'].pk}/")))
    assert "Abend vom 1. März 2025" in whole
    assert "frühere" not in whole


def test_a_key_of_another_payment_is_said_to_be_used(cast: Cast, two: tuple[Evening, Evening]) -> None:
    key = a_key()
    net(cast, "Anna", "Dora", key=key)
    pair = pair_of(cast, "Cleo", "Ben")
    sent = {"one": cast.players["Cleo"].pk, "other": cast.players["Ben"].pk, "stamp": pair.stamp, "key": key}
    answer = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/net/", sent)

    assert answer.status_code == 422
    assert "Dieser Knopf wurde schon für etwas anderes benutzt." in seen(answer)
    assert Payment.objects.count() == 1


def test_a_key_of_another_club_is_said_to_be_used(cast: Cast, two: tuple[Evening, Evening]) -> None:
    stranger = cast.stranger.players.get()
    other = Payment.objects.create(club=stranger.club, payer=stranger, receiver=None, cents=1)
    with pytest.raises(Reused):
        net(cast, "Anna", "Dora", key=other.key)
