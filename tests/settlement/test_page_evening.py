"""/evenings/…/settlement/: the transfers, marked with one tap by everyone with the right."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import date_only
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import ClubMoney, EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors.evening import evening_settlement
from dokoclub.settlement.services import rules as rules_services
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_money_rules
from tests.cast import Cast, make_player
from tests.evenings.pages import Answer, field, phone, seen, url_of
from tests.markup import markup
from tests.settlement import purse
from tests.settlement.purse import correct, freeze, pay

FRAGMENT = {"HX-Request": "true"}


def page(cast: Cast, evening: Evening, name: str = "Cleo") -> Answer:
    return phone(cast, name).get(url_of(evening, "settlement/"))


def press(cast: Cast, evening: Evening, action: str, name: str = "Cleo", **sent: object) -> Answer:
    return phone(cast, name).post(url_of(evening, f"settlement/{action}/"), sent)


def shown(cast: Cast, evening: Evening) -> list[str]:
    """Return the open transfers on the page, as its buttons contain them."""
    return list(dict.fromkeys(field(page(cast, evening), "seen")))


def test_the_result_says_what_is_open_and_leads_there(cast: Cast, evening: Evening) -> None:
    reader = phone(cast, "Dora")
    assert "Abrechnung 2 Zahlungen 0,20 €" in seen(reader.get(url_of(evening)))
    assert f'<a class="row" href="{url_of(evening, "settlement/")}">' in markup(reader.get(url_of(evening)))
    press(cast, evening, "pay", seen=shown(cast, evening)[0])
    assert "Abrechnung 1 Zahlung 0,15 €" in seen(reader.get(url_of(evening)))
    press(cast, evening, "pay-all", seen=shown(cast, evening))
    assert "Abrechnung bezahlt Der Zettel" in seen(reader.get(url_of(evening)))


def test_the_absent_are_counted_apart(cast: Cast) -> None:
    make_player(cast.club, "Emil")
    purse.rules(cast, absent=200)
    evening = purse.evening(cast)
    assert "Abrechnung 2 Zahlungen und 1 Fehlender 2,20 €" in seen(phone(cast, "Dora").get(url_of(evening)))


def test_a_table_without_money_leads_to_none(cast: Cast, evening: Evening) -> None:
    """Regression: the main button led to six rows of ±0,00 €."""
    Evening.objects.filter(pk=evening.pk).update(stake=0)
    for name, ways in (("Dora", 0), ("Cleo", 1)):
        result = markup(phone(cast, name).get(url_of(evening)))
        assert result.count(f'<a class="row" href="{url_of(evening, "settlement/")}">') == ways


@pytest.mark.parametrize("rules", [{"present": 200}, {"absent": 300}, {"method": "by_place"}])
def test_one_with_a_flat_amount_alone_does(cast: Cast, evening: Evening, rules: dict[str, Any]) -> None:
    Evening.objects.filter(pk=evening.pk).update(stake=0)
    ClubMoney.objects.create(club=cast.club, rules=store_money_rules(MoneyRules(**rules)))
    result = phone(cast, "Dora").get(url_of(evening))
    assert f'<a class="row" href="{url_of(evening, "settlement/")}">' in markup(result)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_row_of_the_result_costs_the_same_for_many_tables(
    cast: Cast, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = purse.evening(cast, *[{"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1}] * tables)
    reader = phone(cast, "Dora")
    reader.get(url_of(one))
    with django_assert_num_queries(26):
        reader.get(url_of(one))


def test_it_begins_with_what_is_open_and_the_payments(cast: Cast, evening: Evening) -> None:
    text = seen(page(cast, evening, "Dora"))
    assert "Noch offen 0,20 € Cleo zahlt Ben 0,05 € Dora zahlt Anna 0,15 €" in text
    assert text.index("Teilen") < text.index("Warum")
    assert markup(page(cast, evening)).count("button primary") == 1


def test_points_amounts_and_reasons_are_under_why(cast: Cast, evening: Evening) -> None:
    why = seen(page(cast, evening, "Dora")).partition("Warum")[2]
    assert "Anna +3 +0,15 € Ben +1 +0,05 € Cleo −1 −0,05 € Dora −3 −0,15 € Summe 0 0,00 €" in why
    assert "Cleo: −1 × 0,05 € pro Punkt = −0,05 €" in why
    assert "Ben: +1 × 0,05 € pro Punkt = +0,05 €" in why
    assert "<summary>Warum</summary>" in markup(page(cast, evening))


def test_equal_amounts_of_the_absent_are_one_row_whose_ring_marks_all(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd"):
        make_player(cast.club, name)
    purse.rules(cast, absent=200)
    evening = purse.evening(cast)
    text = seen(page(cast, evening))
    assert "Dora zahlt Anna 0,15 € 3 Fehlende zahlen je 2,00 € in die Kasse: alle mit einem Tipp 6,00 €" in text
    assert text.index("alle mit einem Tipp") < text.index("Emil zahlt in die Kasse")
    label = '"3 Fehlende zahlen je\xa02,00\xa0€ 6,00\xa0€: als bezahlt markieren"'
    form = page(cast, evening).content.decode().partition(label)[0].rpartition("<form")[2]
    press(cast, evening, "pay", seen=re.findall(r'name="seen" value="([^"]+)"', form))
    assert [purse.name(one) for one in Payment.objects.order_by("pk")] == [
        f"{name} pays box 2.00" for name in ("Emil", "Frida", "Gerd")
    ]
    assert "3 Fehlende zahlen je\xa02,00\xa0€ 6,00\xa0€: wieder offen" in page(cast, evening).content.decode()
    press(cast, evening, "take-back", payment=[one.pk for one in Payment.objects.all()])
    assert not Payment.objects.active().exists()


def test_one_of_the_equal_ones_can_pay_alone(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        make_player(cast.club, name)
    purse.rules(cast, absent=200)
    evening = purse.evening(cast)
    (emil,) = [one for one in shown(cast, evening) if one.split("-")[3] == str(Player.objects.get(name="Emil").pk)]
    press(cast, evening, "pay", seen=emil)
    text = seen(page(cast, evening))
    assert "Emil zahlt in die Kasse bezahlt:" in text
    assert "3 Fehlende zahlen je 2,00 €" in text


def test_all_of_a_row_are_paid_or_none(cast: Cast, evening: Evening) -> None:
    wanted = [*shown(cast, evening), "points-0-0-1-2-5"]
    assert press(cast, evening, "pay", seen=wanted).status_code == 422
    assert press(cast, evening, "pay").status_code == 422
    assert not Payment.objects.exists()


def test_buttons_have_the_names_that_people_rely_on(cast: Cast, evening: Evening) -> None:
    html = page(cast, evening).content.decode()
    assert 'aria-label="Dora zahlt Anna 0,15\xa0€: als bezahlt markieren"' in html
    pay_first = shown(cast, evening)[1]
    press(cast, evening, "pay", seen=pay_first)

    assert 'aria-label="Dora zahlt Anna 0,15\xa0€: wieder offen"' in page(cast, evening).content.decode()


def test_who_may_not_book_gets_no_buttons(cast: Cast, evening: Evening) -> None:
    html = page(cast, evening, "Ben").content.decode()
    assert "als bezahlt markieren" not in html
    assert "Alles bezahlt" not in html
    assert "Abrechnung abschließen" not in html


def test_one_tap_marks_and_says_who_and_when(cast: Cast, evening: Evening) -> None:
    response = press(cast, evening, "pay", seen=shown(cast, evening)[1])
    assert response.headers["Location"] == url_of(evening, "settlement/")

    payment = Payment.objects.get()
    assert purse.name(payment) == "Dora pays Anna 0.15"
    text = seen(page(cast, evening, "Dora"))
    assert re.search(r"Noch offen 0,05 € .*Dora zahlt Anna bezahlt: [^€]*, Cleo 0,15 €", text)


def test_a_double_tap_marks_once(cast: Cast, evening: Evening) -> None:
    wanted = shown(cast, evening)[0]
    press(cast, evening, "pay", seen=wanted)
    press(cast, evening, "pay", seen=wanted)

    assert Payment.objects.count() == 1


def test_in_place_it_answers_with_the_lists(cast: Cast, evening: Evening) -> None:
    url, sent = url_of(evening, "settlement/pay/"), {"seen": shown(cast, evening)[0]}
    response = phone(cast, "Cleo").post(url, sent, headers=FRAGMENT)

    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div class="parts halves even" id="settlement">')


def test_another_tap_takes_it_back(cast: Cast, evening: Evening) -> None:
    press(cast, evening, "pay", seen=shown(cast, evening)[0])
    press(cast, evening, "take-back", payment=Payment.objects.get().pk)

    assert len(shown(cast, evening)) == 2
    assert not Payment.objects.active().exists()


@pytest.mark.parametrize("sent", [{}, {"payment": "0"}, {"payment": "x"}])
def test_a_payment_that_cannot_be_read_is_refused(cast: Cast, evening: Evening, sent: dict[str, str]) -> None:
    assert press(cast, evening, "take-back", **sent).status_code == 422


def test_a_payment_of_another_evening_is_not_here(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payment = pay(cast, "Cleo pays Ben 0.05", evening)
    assert press(cast, purse.evening(cast), "take-back", payment=payment.pk).status_code == 404


def test_all_is_paid_at_once(cast: Cast, evening: Evening) -> None:
    wanted = shown(cast, evening)
    press(cast, evening, "pay-all", seen=wanted)
    press(cast, evening, "pay-all", seen=wanted)

    assert Payment.objects.count() == 2
    text = seen(page(cast, evening))
    assert text.index("quitt") < text.index("Cleo zahlt Ben")
    assert "Noch offen" not in text
    assert "Alles bezahlt" not in text


def test_the_stamp_falls_where_the_last_was_paid_and_stands_afterwards(cast: Cast, evening: Evening) -> None:
    url, wanted = url_of(evening, "settlement/pay/"), shown(cast, evening)
    client = phone(cast, "Cleo")
    first, last = (client.post(url, {"seen": one}, headers=FRAGMENT).content.decode() for one in wanted)
    assert "moving" not in first
    assert 'class="parts halves even moving" id="settlement"' in last
    assert "moving" not in page(cast, evening).content.decode()


def test_what_was_not_shown_is_not_paid(cast: Cast, evening: Evening) -> None:
    wanted = shown(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    response = press(cast, evening, "pay-all", seen=wanted)

    assert response.status_code == 422
    assert "Inzwischen hat jemand etwas geändert." in seen(response)
    assert "Dora zahlt Ben 0,15 €" in seen(response)
    assert not Payment.objects.exists()


@pytest.mark.parametrize("sent", ["", "points-0-0-1-2", "points-0-0-box-box-5", "flat-9-0-1-2-5"])
def test_what_no_page_shows_cannot_be_paid(cast: Cast, evening: Evening, sent: str) -> None:
    assert press(cast, evening, "pay", seen=sent).status_code == 422
    assert not EveningMoney.objects.frozen().exists()


def test_settled_for_good_and_let_go_again(cast: Cast, evening: Evening) -> None:
    press(cast, evening, "freeze")
    assert "Abgeschlossen:" in seen(page(cast, evening))
    press(cast, evening, "let-go")

    assert "Abrechnung abschließen" in seen(page(cast, evening))


def test_a_correction_stands_apart(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    text = seen(page(cast, evening))

    assert f"Korrektur zum {evening.date.day}. " in text
    assert "Anna: bisher +0,15 €, nach der Korrektur +0,05 € = −0,10 €" in text
    press(cast, evening, "pay", seen=shown(cast, evening)[2])
    assert purse.name(Payment.objects.get()) == "Anna pays Ben 0.10"


def test_an_open_evening_is_provisional(cast: Cast) -> None:
    evening = purse.evening(cast, closed=False)
    text = seen(page(cast, evening))

    assert "Vorläufig: Der Abend läuft noch." in text
    assert "Cleo zahlt Ben 0,05 €" in text
    assert "als bezahlt markieren" not in page(cast, evening).content.decode()
    assert press(cast, evening, "freeze").status_code == 422


def test_without_a_game_nobody_owes_anything(cast: Cast) -> None:
    purse.rules(cast, absent=200)
    evening = purse.without_game(cast)
    assert "Kein Spiel gespielt, niemand schuldet etwas." in seen(page(cast, evening))


def test_a_club_without_a_method_is_told_so_and_has_nothing_to_share(cast: Cast) -> None:
    html = page(cast, purse.evening(cast, stake=0))
    assert "Noch keine Abrechnung gewählt, also ohne Geld." in seen(html)
    assert "data-share" not in html.content.decode()


def test_without_a_stake_points_cost_nothing(cast: Cast) -> None:
    purse.rules(cast, scope="table")
    evening = purse.evening(cast, stake=0)
    assert "Niemand ist etwas schuldig." in seen(page(cast, evening))


def test_every_table_by_itself(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    purse.rules(cast, scope="table")
    evening = purse.evening(cast, purse.USUAL, {"Emil": 2, "Frida": 0, "Gerd": 0, "Hans": -2})
    text = seen(page(cast, evening))

    assert text.index("Tisch 1") < text.index("Dora zahlt Anna") < text.index("Tisch 2") < text.index("Hans zahlt Emil")


def test_penalties_that_nobody_got_go_to_the_kitty(cast: Cast) -> None:
    evening = purse.evening(cast, closed=False)
    purse.penalty(cast, evening, "Ben", 6)
    text = seen(page(cast, evening))

    assert "Kasse +6 +0,30 € Summe" in text
    assert "Ben zahlt in die Kasse 0,25 €" in text


def test_it_speaks_of_francs_where_the_club_does(cast: Cast) -> None:
    cast.club.currency = "CHF"
    cast.club.save()
    evening = purse.evening(cast)
    assert "Dora zahlt Anna 0,15 CHF" in seen(page(cast, evening))


def test_the_text_to_share_tells_what_is_paid(cast: Cast, evening: Evening) -> None:
    press(cast, evening, "pay", seen=shown(cast, evening)[0])
    html = page(cast, evening).content.decode()
    text = html.partition('id="text" translate="no">')[2].partition("</pre>")[0]

    assert text.split("\n\n")[1] == "Cleo zahlt Ben 0,05\xa0€ (bezahlt)\nDora zahlt Anna 0,15\xa0€"


def test_many_transfers_cost_no_more_queries(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    one = purse.evening(cast, {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1})
    three = purse.evening(
        cast, {"Anna": 3, "Ben": 0, "Cleo": 0, "Dora": -3}, {"Emil": 1, "Frida": 2, "Gerd": -1, "Hans": -2}
    )
    for evening, count in ((one, 1), (three, 3)):
        freeze(cast, evening)
        for row in Transfer.objects.open().filter(list__money__evening=evening):
            pay(cast, purse.name(row), evening)
        assert Transfer.objects.filter(list__money__evening=evening).count() == count
        cleo = phone(cast, "Cleo")
        cleo.get(url_of(evening, "settlement/"))
        with django_assert_num_queries(13):
            cleo.get(url_of(evening, "settlement/"))


@pytest.mark.parametrize("method", ["players", "per_point_loss", "gap_to_winner", "split", "per_game", "flat", "none"])
def test_all_payments_are_all_debts_on_the_page(cast: Cast, method: str) -> None:
    """With random points of three games the transfers add up to each player's claim or debt, to the cent."""
    dice = random.Random(f"money {method}")
    purse.rules(cast, method=method, cash_box_share=33, present=50)
    evening = purse.evening(cast, stake=dice.randint(1, 30), closed=False)
    for _ in range(3):
        three = [dice.randint(-20, 20) for _ in range(3)]
        purse.write(cast, evening.sheets.get(), dict(zip(purse.USUAL, [*three, -sum(three)], strict=True)))
    found = evening_settlement(evening)

    paid = dict.fromkeys([person.player.pk for person in found.persons], 0) | {None: 0}
    for line in found.lines:
        if line.seen.kind == "points":
            paid[line.seen.payer] -= line.seen.cents
            paid[line.seen.receiver] += line.seen.cents
    assert paid == {person.player.pk: person.cents for person in found.persons} | {None: found.box_cents}
    assert sum(paid.values()) == 0
    flat = [line.seen.cents for line in found.lines if line.seen.kind == "flat"]
    assert flat == ([] if method == "none" else [50] * 4)


def test_the_largest_amounts_can_be_paid(cast: Cast) -> None:
    evening = purse.evening(cast, {"Anna": 100_000, "Ben": -100_000, "Cleo": 0, "Dora": 0}, stake=10_000)
    press(cast, evening, "pay", seen=shown(cast, evening)[0])
    assert purse.frozen(evening) == ["Ben pays Anna 10000000.00 paid"]


def test_corrections_of_points_and_of_flat_amounts_are_counted_by_themselves(cast: Cast) -> None:
    purse.rules(cast, present=100, absent=200)
    emil = make_player(cast.club, "Emil")
    evening = purse.evening(cast)
    freeze(cast, evening)
    pay(cast, "Emil pays box 2.00", evening)
    rules_services.excuse_player(evening, emil, excused=True, by=cast.cleo)
    pay(cast, "box pays Emil 2.00", evening)
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})
    rules_services.excuse_player(evening, emil, excused=False, by=cast.cleo)

    headings = re.findall(r'<h2 id="list-[0-9]+">([^<]*)', page(cast, evening).content.decode())
    day = date_only(evening.date)
    assert sorted(headings) == sorted(
        [f"Korrektur zum {day}", f"Pauschalen: Korrektur zum {day}", f"Pauschalen: 2. Korrektur zum {day}"]
    )
    text = page(cast, evening).content.decode().partition('id="text"')[2]
    assert f"Pauschalen: 2. Korrektur zum {day}" in text
