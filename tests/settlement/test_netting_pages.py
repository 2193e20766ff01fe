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
from tests.cast import Cast, make_player
from tests.evenings.pages import Answer, phone, seen
from tests.markup import markup
from tests.settlement import purse
from tests.settlement.owing import AGAINST, button, net, pair_of, sentences, url
from tests.settlement.purse import a_key


def test_everybody_finds_his_own(cast: Cast, two: tuple[Evening, Evening]) -> None:
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert "Du zahlst 0,05 € Dir zahlen Cleo 19. März 2025 0,10 € Du zahlst Anna 12. März 2025 0,15 €" in page
    assert "Ben" not in page


def test_all_others_are_on_the_second_tab_and_a_treasurer_sees_everything(
    cast: Cast, cleo: Client, two: tuple[Evening, Evening]
) -> None:
    page = seen(phone(cast, "Dora").get(url(cast, "all/")))
    assert "0,40 € offen" in page
    rows = page.partition("0,40 € offen")[2].partition("Mehr")[0]
    assert "Cleo zahlt Ben 12. März 2025 0,05 €" in rows
    assert "Dora" not in rows
    assert "Noch offen bei Linde: Anna zahlt Ben 0,10 € (19. März 2025)" in page
    assert "Dora zahlt Anna 12. März 2025 0,15 €" in seen(cleo.get(url(cast, "all/")))


def test_the_kitty_is_a_tab_where_the_club_has_one(cast: Cast) -> None:
    assert "Meine Alle Kasse" in seen(phone(cast, "Dora").get(url(cast)))
    cast.club.features = ["dates"]
    cast.club.save()
    assert "Meine Alle Kasse" not in seen(phone(cast, "Dora").get(url(cast)))


def test_nothing_open_is_stamped(cast: Cast) -> None:
    purse.rules(cast, present=100)
    page = seen(phone(cast, "Dora").get(url(cast)))
    assert "quitt Niemand schuldet dir etwas, du niemandem." in page
    assert "Niemand schuldet jemandem etwas." in seen(phone(cast, "Dora").get(url(cast, "all/")))


def test_how_to_tick_is_told_until_one_has_ticked(cast: Cast, cleo: Client, two: tuple[Evening, Evening]) -> None:
    assert "Kreis antippen = bezahlt" in seen(cleo.get(url(cast)))
    assert "Kreis antippen = bezahlt" not in seen(phone(cast, "Dora").get(url(cast)))
    net(cast, "Cleo", "Ben")
    assert "Kreis antippen = bezahlt" not in seen(cleo.get(url(cast)))


def test_a_person_has_a_page(cast: Cast, two: tuple[Evening, Evening]) -> None:
    page = seen(phone(cast, "Ben").get(url(cast, f"players/{cast.players['Dora'].pk}/")))
    assert "Dora 3. im März 2025 Punkte Geld Angaben" in page
    assert "Zahlt 0,05 € Noch offen Dora zahlt Anna 12. März 2025 0,15 €" in page
    assert "Zahlt insgesamt 0,15 € Bekommt insgesamt 0,10 €" in page
    purse.delete(cast, two[0])
    purse.delete(cast, two[1])
    assert "quitt" in seen(phone(cast, "Ben").get(url(cast, f"players/{cast.players['Dora'].pk}/")))


def test_one_tap_pays_and_another_takes_it_back(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    everything = url(cast, "all/")
    assert "Dora zahlt Anna 0,15 €: als bezahlt markieren" in cleo.get(everything).content.decode().replace("\xa0", " ")
    sent = {**button(cast, "Anna", "Dora"), "on": "all"}
    for _ in range(2):
        assert cleo.post(url(cast, "net/"), sent).headers["Location"] == everything
    page = seen(cleo.get(everything))
    assert "Zuletzt bezahlt Dora → Anna 12. März 2025 · Cleo" in page
    assert "Dora zahlt" not in page
    payment = Payment.objects.get()
    for _ in range(2):
        answer = cleo.post(url(cast, f"payments/{payment.pk}/take-back/"), {"on": "all"})
        assert answer.headers["Location"] == everything
    page = seen(cleo.get(everything))
    assert "Dora zahlt Anna 12. März 2025 0,15 €" in page
    assert "Zuletzt bezahlt" not in page


@pytest.mark.parametrize("on", ["", "x", "9" * 40, "0"])
def test_a_button_of_no_known_page_leads_to_ones_own(
    cleo: Client, cast: Cast, two: tuple[Evening, Evening], on: str
) -> None:
    sent = {**button(cast, "Anna", "Dora"), "on": on}
    assert cleo.post(url(cast, "net/"), sent).headers["Location"] == url(cast)


def test_in_place_it_answers_with_the_page_of_the_button(
    cleo: Client, cast: Cast, two: tuple[Evening, Evening]
) -> None:
    dora = cast.players["Dora"].pk
    sent = {**button(cast, "Anna", "Dora"), "on": dora}
    page = seen(cleo.post(url(cast, "net/"), sent, headers={"HX-Request": "true"}))
    assert "Dora → Anna 0,15 € bezahlt eben von dir markiert Rückgängig" in page
    assert "Cleo zahlt Dora" in page


def test_of_what_was_paid_the_day_stands_once(cleo: Client, cast: Cast) -> None:
    today = timezone.localdate()
    evening = purse.evening(cast, day=today)
    purse.freeze(cast, evening)
    purse.pay(cast, "Dora pays Anna 0.15", evening)
    paid = seen(cleo.get(url(cast, "all/"))).split("Zuletzt bezahlt")[1]
    assert f"{date_only(today)} · Cleo, " in paid
    assert short_day(today) not in paid


def of_cleo(cast: Cast) -> str:
    return url(cast, f"players/{cast.players['Cleo'].pk}/")


def everything(page: Answer) -> dict[str, object]:
    """Return the fields of the button that marks all payments of one person: the last form of its kind on the page."""
    html = page.content.decode()
    form = html[html.rindex("net-several/") :]
    key = re.findall('name="key" value="([^"]+)"', form)[0]
    return {"seen": re.findall('name="seen" value="([^"]+)"', form), "key": key}


def test_one_tap_pays_all_that_one_person_pays(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    page = cleo.get(of_cleo(cast))
    assert (
        'aria-label="Cleo hat alles bezahlt, 0,15\N{NO-BREAK SPACE}€: als bezahlt markieren"' in page.content.decode()
    )
    sent = everything(page)
    for _ in range(2):
        assert cleo.post(url(cast, "net-several/"), sent).status_code == 302
    assert sorted(map(purse.name, Payment.objects.all())) == ["Cleo pays Ben 0.05", "Cleo pays Dora 0.10"]
    assert sentences(cast) == ["Anna zahlt Ben 0,10 €", "Dora zahlt Anna 0,15 €"]


def test_all_of_them_or_none(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    sent = everything(cleo.get(of_cleo(cast)))
    purse.evening(cast, {"Cleo": -1, "Ben": 1, "Anna": 0, "Dora": 0}, day=date(2025, 3, 26))
    response = cleo.post(url(cast, "net-several/"), sent)
    assert (response.status_code, Payment.objects.count()) == (422, 0)
    assert "Das hat inzwischen jemand geändert." in seen(response)
    refused: list[dict[str, object]] = [{"seen": []}, {"seen": ["1-2"]}, {"key": "x"}]
    for wrong in refused:
        assert cleo.post(url(cast, "net-several/"), {**sent, **wrong}).status_code == 422


def test_what_was_marked_is_taken_back_from_the_bar(cleo: Client, cast: Cast, two: tuple[Evening, Evening]) -> None:
    before = sentences(cast)
    page = cleo.post(url(cast, "net-several/"), everything(cleo.get(of_cleo(cast))), headers={"HX-Request": "true"})
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
    response = cleo.post(url(cast, "net/"), {**sent, "on": "all"})
    assert response.status_code == 422
    assert "Das hat inzwischen jemand geändert." in seen(response)
    assert "Dora zahlt Anna 12. März 2025, 26. März 2025 0,30 €" in seen(response)
    assert not Payment.objects.exists()


@pytest.mark.parametrize("wrong", [{"one": "x"}, {"other": ""}, {"key": ""}, {"one": str(2**63)}, {"stamp": ""}])
def test_a_form_that_is_not_ours_is_refused(
    cleo: Client, cast: Cast, two: tuple[Evening, Evening], wrong: dict[str, str]
) -> None:
    response = cleo.post(url(cast, "net/"), {**button(cast, "Anna", "Dora"), **wrong})
    assert (response.status_code, Payment.objects.count()) == (422, 0)


def test_a_club_without_money_is_led_to_its_choice_and_offered_no_empty_files(cleo: Client, cast: Cast) -> None:
    page = phone(cast, "Anna").get(url(cast))
    assert f'<a class="button primary" href="{url(cast, "method/")}">Abrechnung wählen</a>' in markup(page)
    assert "Alles bezahlt" not in seen(page)
    assert "Offene Posten" not in seen(page)
    assert "Abrechnung wählen" not in seen(cleo.get(url(cast)))


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
    heute = f"/clubs/{cast.club.pk}/"
    for page, queries in ((url(cast), 11), (url(cast, "all/"), 13), (person, 11), (heute, 17)):
        cleo.get(page)
        with django_assert_num_queries(queries):
            cleo.get(page)


def test_the_evenings_of_a_pair_are_listed_on_the_page_of_the_person(cleo: Client, cast: Cast) -> None:
    for day in range(1, 14):
        purse.evening(cast, day=date(2025, 3, day))
    answer, person = seen(cleo.get(url(cast, "all/"))), url(cast, f"players/{cast.players['Dora'].pk}/")
    assert "Dora zahlt Anna 13 Abende 1,95 €" in answer
    assert "Abend vom" not in answer
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


def test_those_who_pay_the_kitty_the_same_are_one_row(cleo: Client, cast: Cast) -> None:
    purse.rules(cast, present=100)
    purse.evening(cast, stake=0, day=date(2025, 3, 12))
    page = cleo.get(url(cast, "all/"))
    assert "4 zahlen in die Kasse je 1,00 €: Anna, Ben, Cleo und Dora 4,00 €" in seen(page)
    for _ in range(2):
        assert cleo.post(url(cast, "net-several/"), everything(page)).status_code == 302
    assert sorted(map(purse.name, Payment.objects.all())) == [
        f"{name} pays box 1.00" for name in ("Anna", "Ben", "Cleo", "Dora")
    ]


def test_more_than_a_phone_shows_is_folded_the_smallest_first_to_go(cleo: Client, cast: Cast) -> None:
    """A payment marked below the fold leaves it open."""
    for first in (1, 4, 7, 10):
        three = {f"Gast {number:02}": -number for number in range(first, first + 3)}
        cast.players.update({name: make_player(cast.club, name) for name in three})
        purse.evening(cast, {"Anna": -sum(three.values()), **three})
    page = cleo.get(url(cast, "all/"))
    shown, _, folded = seen(page).partition("5 weitere")
    assert shown.index("Gast 12 zahlt") < shown.index("Gast 06 zahlt") < len(shown)
    assert folded.index("Gast 05 zahlt") < folded.index("Gast 01 zahlt")
    assert '<details class="more unfolds">' in markup(page)
    sent = {**button(cast, "Gast 01", "Anna"), "on": "all", "unfolded": "on"}
    after = cleo.post(url(cast, "net/"), sent, headers={"HX-Request": "true"})
    assert '<details class="more unfolds" open><summary>4 weitere' in markup(after)
