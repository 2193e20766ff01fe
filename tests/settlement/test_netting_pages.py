"""/clubs/…/money/: everybody's debts, paid by one tap and taken back."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.core.formatting import date_only, short_day
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment
from dokoclub.settlement.presenters.owing import count_at_once
from tests.cast import Cast
from tests.evenings.pages import Answer, phone, seen
from tests.settlement import purse
from tests.settlement.owing import AGAINST, button, net, pair_of, sentences, url
from tests.settlement.purse import a_key


def test_everybody_finds_his_own_first(cast: Cast, two: tuple[Evening, Evening]) -> None:
    """The first have the headline's direction, and all have signs, so that they add up to it."""
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert "Du zahlst 0,05 € Eine Person zahlt dir, du zahlst einer Person. Du zahlst Anna" in page
    assert page.index("Du zahlst Anna") < page.index("Cleo zahlt dir") < page.index("Alle im Club 0,40 € offen")
    assert "Du zahlst Anna Abend vom 12. März 2025 −0,15 €" in page
    assert "Cleo zahlt dir Abend vom 19. März 2025 +0,10 €" in page
    everybody = page[page.index("Alle im Club") :]
    assert "Ben +0,15 € bekommt von 2 von Anna 0,10 € von Cleo 0,05 €" in everybody
    assert "Cleo −0,15 € zahlt an 2 Cleo zahlt Ben Abend vom 12. März 2025 0,05 €" in everybody
    assert "Noch offen bei Linde: Anna zahlt Ben 0,10 € (19. März 2025)" in page
    assert "bezahlt" not in page


def test_on_the_long_page_of_the_club_many_payments_are_folded() -> None:
    """A single one is not worth a fold."""
    assert [count_at_once(payments) for payments in (1, 3, 4, 5, 20)] == [1, 3, 4, 3, 3]


def test_the_club_page_and_the_players_page_say_it_too(cast: Cast, two: tuple[Evening, Evening]) -> None:
    assert "Du zahlst 0,05 €" in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))
    assert "Du bekommst 0,05 €" in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/"))
    person = seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/"))
    assert "Dora zahlt 0,05 € Dora zahlt Anna" in person
    assert "Dora zahlt Anna 12. März 2025 −0,15 € Cleo zahlt Dora 19. März 2025 +0,10 €" in person
    purse.delete(cast, two[0])
    purse.delete(cast, two[1])
    assert "Du zahlst" not in seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/"))


def test_many_payments_of_ones_own_fold(cast: Cast) -> None:
    """The first three are visible, so that the club's are not far below them."""
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
    """Return the fields of the button that marks all payments of one person: the last form of its kind on the page."""
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
    assert "Alles bezahlt Nach einem Abend um Geld stehen hier die Zahlungen." in seen(cleo.get(url(cast)))


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


def test_very_many_evenings_are_listed_on_the_page_of_the_person(cleo: Client, cast: Cast) -> None:
    """Regression: with 2,000 open evenings the page had 6,000 lines and took 1.5 s each time."""
    for day in range(1, 13):
        purse.evening(cast, day=date(2025, 3, day))
    assert "Abend vom 1. März 2025" in seen(cleo.get(url(cast)))
    purse.evening(cast, day=date(2025, 3, 13))
    answer, person = cleo.get(url(cast)), url(cast, f"players/{cast.players['Dora'].pk}/")
    assert "Dora zahlt Anna 13 Abende" in seen(answer)
    assert "Abend vom" not in seen(answer)
    assert f'<a class="what" href="{person}">' in answer.content.decode()
    assert "Abend vom 1. März 2025" in seen(cleo.get(person))


def test_a_key_of_another_payment_is_said_to_be_used(cast: Cast, two: tuple[Evening, Evening]) -> None:
    key = a_key()
    net(cast, "Anna", "Dora", key=key)
    pair = pair_of(cast, "Cleo", "Ben")
    sent = {"one": cast.players["Cleo"].pk, "other": cast.players["Ben"].pk, "stamp": pair.stamp, "key": key}
    answer = phone(cast, "Cleo").post(f"/clubs/{cast.club.pk}/money/net/", sent)

    assert answer.status_code == 422
    assert "Dieser Knopf wurde schon benutzt. Noch offen:" in seen(answer)
    assert Payment.objects.count() == 1


def test_what_the_cash_box_gets_is_marked_there(cleo: Client, cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast, day=date(2025, 3, 12))
    page = seen(cleo.get(url(cast)))
    assert "Die Kasse +0,20 € bekommt von 2 Du zahlst in die Kasse" in page
    assert "Dora zahlt in die Kasse" in page[page.index("Die Kasse +0,20 €") :]
