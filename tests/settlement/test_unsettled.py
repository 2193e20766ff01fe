"""Before erasing a person: the page lists open amounts with names, and the place to settle them."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Membership, Player
from dokoclub.settlement.services.accounts import pay_out, reverse_row
from tests.accounts.people import PASSWORD
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement import purse
from tests.settlement.test_accounts import charge, pay

WARNING = "Geld ist noch offen. Bitte zuerst abrechnen:"


def asked(cast: Cast, name: str = "Dora") -> str:
    """Return the club page's text before it erases."""
    return seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/players/{cast.players[name].pk}/erase/"))


def own(cast: Cast, name: str) -> str:
    """Return the text of the page of the user's own account."""
    client = phone(cast, name)
    answer = client.get("/account/delete/")
    if answer.status_code == 302:
        client.post(answer.headers["Location"], {"password": PASSWORD})
        answer = client.get("/account/delete/")
    return seen(answer)


def test_where_nothing_is_open_nothing_is_said(cast: Cast) -> None:
    assert WARNING not in asked(cast)
    assert WARNING not in own(cast, "Dora")


def test_open_payments_of_evenings(cast: Cast) -> None:
    purse.freeze(cast, purse.evening(cast))
    assert f"{WARNING} Dora zahlt Anna −0,15 € Offenes steht danach unter" in asked(cast)
    assert f"{WARNING} Dora zahlt Anna +0,15 €" in asked(cast, "Anna")
    assert f"{WARNING} Du zahlst Anna Linde −0,15 €" in own(cast, "Dora")


def test_what_an_evening_comes_to_that_nobody_has_frozen(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    purse.evening(cast)
    assert "Dora zahlt in die Kasse −0,15 €" in asked(cast)


def test_the_account_with_the_cash_box(cast: Cast) -> None:
    charge(cast, 500, "Beitrag Mai", name="Dora")
    charge(cast, 250, "Zu spät", name="Dora", kind="fine")
    pay(cast, 100, name="Dora")
    assert f"{WARNING} Dora schuldet der Kasse Beitrag Mai, Zu spät −6,50 €" in asked(cast)
    assert f"{WARNING} Dora schuldet der Kasse Linde · Beitrag Mai, Zu spät −6,50 €" in own(cast, "Dora")
    pay(cast, 1000, name="Dora")
    assert f"{WARNING} Die Kasse schuldet Dora ein Guthaben +3,50 €" in asked(cast)


def test_what_the_kitty_paid_too_much(cast: Cast) -> None:
    row = pay(cast, 300, name="Dora")
    facts = {"purpose": "Rest", "day": row.day, "key": purse.a_key(), "by": cast.cleo}
    pay_out(cast.players["Dora"], cents=300, **facts)
    reverse_row(row, by=cast.cleo)
    assert f"{WARNING} Die Kasse hat Dora zu viel ausgezahlt −3,00 €" in asked(cast)


def test_each_line_leads_to_where_it_is_settled(cast: Cast) -> None:
    purse.freeze(cast, purse.evening(cast))
    charge(cast, 500, name="Dora")
    dora = cast.players["Dora"].pk
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/players/{dora}/erase/").content.decode()
    assert f'href="/clubs/{cast.club.pk}/money/players/{dora}/"' in page
    assert f'href="/clubs/{cast.club.pk}/money/accounts/{dora}/"' in page


def test_who_is_erased_all_the_same_leaves_the_sums_as_they_were(cast: Cast) -> None:
    purse.freeze(cast, purse.evening(cast))
    charge(cast, 500, name="Dora", reason="Bahn verpasst")
    assert WARNING in asked(cast)
    phone(cast, "Anna").post(f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/erase/")
    assert Player.objects.get(pk=cast.players["Dora"].pk).is_erased
    page = seen(phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/all/"))
    assert "Ehemaliges Mitglied 1 zahlt Anna" in page
    assert "Bahn verpasst" not in seen(
        phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/money/accounts/{cast.players['Dora'].pk}/")
    )
    call_command("check_ledger")


@pytest.mark.parametrize("number", [1, 3])
def test_many_open_payments_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(number):
        purse.freeze(cast, purse.evening(cast))
        charge(cast, 500, name="Dora")
    anna, url = phone(cast, "Anna"), f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/erase/"
    anna.get(url)
    with django_assert_num_queries(10):
        anna.get(url)


# Leaving without erasure


def told(cast: Cast, reader: str, way: str) -> str:
    return seen(phone(cast, reader).get(f"/clubs/{cast.club.pk}/{way}"))


def test_who_leaves_or_is_removed_is_told_what_is_open(cast: Cast) -> None:
    removing = f"members/{cast.member(cast.dora).pk}/remove/"
    assert WARNING not in told(cast, "Dora", "leave/")
    purse.freeze(cast, purse.evening(cast))
    charge(cast, 250, "Zu spät", name="Dora", kind="fine")
    assert f"{WARNING} Du zahlst Anna −0,15 € Dora schuldet der Kasse Zu spät −2,50 €" in told(cast, "Dora", "leave/")
    assert f"{WARNING} Dora zahlt Anna −0,15 €" in told(cast, "Anna", removing)
    assert "Ehemaliges Mitglied" not in told(cast, "Anna", removing), "he keeps his name"


def test_when_a_player_has_left_what_is_open_is_said(cast: Cast) -> None:
    purse.freeze(cast, purse.evening(cast))
    client, way = phone(cast, "Anna"), f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/leave/"
    assert "Geld ist noch offen: Dora zahlt Anna: 0,15 €." in seen(client.post(way, follow=True))


def test_where_the_account_has_no_page_any_more_nothing_is_a_link(cast: Cast) -> None:
    purse.freeze(cast, purse.evening(cast))
    charge(cast, 500, "Beitrag Mai", name="Dora")
    Membership.objects.filter(club=cast.club, account=cast.dora).delete()
    told = own(cast, "Dora")
    assert "−0,15 €" in told
    assert "Linde · Beitrag Mai · auszugleichen mit Anna" in told
    page = phone(cast, "Dora")
    own(cast, "Dora")
    page.post("/account/confirm-access/", {"password": PASSWORD})
    assert f"/clubs/{cast.club.pk}/" not in page.get("/account/delete/").content.decode()
    assert "Erst abrechnen" not in told
