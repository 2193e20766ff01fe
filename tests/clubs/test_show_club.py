"""/clubs/…/: Heute, for a young club and for who is no player; its evenings and dates are tested in their apps."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub import NEWS
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership, Player
from dokoclub.evenings.services import evenings
from dokoclub.handbook.presenters import find_title
from tests.cast import Cast, make_club, make_player, signed_in
from tests.evenings.papers import evening as open_evening
from tests.markup import markup
from tests.pages import seen


def only(cast: Cast, number: int) -> None:
    """Let only so many players of the club play."""
    names = ["Anna", "Ben", "Cleo", "Dora"][:number]
    Player.objects.filter(club=cast.club).exclude(name__in=names).update(active=False)


def test_a_new_club_asks_for_names(anna: Client, cast: Cast) -> None:
    club = make_club("Ahorn", cast.anna)
    make_player(club, "Anna")
    page = seen(anna.get(f"/clubs/{club.pk}/"))
    assert "Wer spielt mit? Namen reichen, ein Konto braucht keiner. Dazu Noch 3 Namen" in page
    assert "Eure Regeln in zwölf Fragen DDV-Turnierspielregeln" in page
    assert "Die anderen einladen" in page
    assert "Abend starten" not in page


def test_a_name_is_added_there(anna: Client, cast: Cast) -> None:
    only(cast, 2)
    url = f"/clubs/{cast.club.pk}/"
    (key,) = re.findall(r'name="key" value="([^"]+)"', anna.get(url).content.decode())
    sent = {"key": key, "name": "Emil", "guest": "False", "active": "on", "today": "1"}
    assert [anna.post(f"{url}players/new/", sent)["Location"] for _ in range(2)] == [url, url]
    page = seen(anna.get(url))
    assert Player.objects.filter(club=cast.club, name="Emil").count() == 1
    assert "Noch 1 Name" in page
    assert "Noch 1 Namen" not in page


def test_a_name_that_is_taken_is_refused_beside_its_field(anna: Client, cast: Cast) -> None:
    only(cast, 2)
    sent = {"key": str(uuid4()), "name": "Ben", "guest": "False", "active": "on", "today": "1"}
    answer = anna.post(f"/clubs/{cast.club.pk}/players/new/", sent)
    assert answer.status_code == 422
    assert 'value="Ben"' in answer.content.decode()


def test_with_four_the_first_evening_is_started(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/")
    assert "Wer ist da? Abend starten" in seen(page)
    assert markup(page).count("button primary") == 1


def test_who_may_not_start_one_reads_that_none_is_open(dora: Client, cast: Cast) -> None:
    told = seen(dora.get(f"/clubs/{cast.club.pk}/"))
    assert "Kein Abend offen" in told
    assert "Abend starten" not in told
    only(cast, 3)
    page = dora.get(f"/clubs/{cast.club.pk}/")
    assert "Noch 1 Name" in seen(page)
    assert 'name="name"' not in page.content.decode()


def test_the_questions_are_offered_until_the_rules_are_set_or_an_evening_is_over(
    anna: Client, dora: Client, cast: Cast
) -> None:
    """One line for an owner, also while the first evening runs."""
    url, line = f"/clubs/{cast.club.pk}/", "Eure Regeln in zwölf Fragen"
    first = open_evening(cast)
    page = anna.get(url)
    assert line in seen(page)
    assert f'href="{url}rules/edit/questions/"' in page.content.decode()
    assert line not in seen(dora.get(url))
    version = cast.club.rules_versions.get()
    version.pk, version.number, version.key = None, 2, uuid4()
    version.save()
    assert line not in seen(anna.get(url))
    version.delete()
    assert line in seen(anna.get(url))
    evenings.close_evening(first, by=None)
    assert line not in seen(anna.get(url))


def test_a_member_has_nothing_to_set_up(dora: Client, cast: Cast) -> None:
    page = seen(dora.get(f"/clubs/{cast.club.pk}/"))
    for line in ("Regeln", "Die anderen einladen"):
        assert line not in page.partition("Wer ist da?")[2]


def test_a_newcomer_may_say_who_they_are(cast: Cast, stranger: Client) -> None:
    Membership.objects.create(club=cast.club, account=cast.stranger)
    make_player(cast.club, "Gerd")
    page = stranger.get(f"/clubs/{cast.club.pk}/")
    assert "Ich stehe auf der Spielerliste" in seen(page)
    assert f'href="/clubs/{cast.club.pk}/claims/"' in page.content.decode()


def test_there_are_at_most_three_lines(anna: Client, cast: Cast) -> None:
    """The questions, the others, the code; and somebody who says to be Gerd, who comes first."""
    club = make_club("Ahorn", cast.anna)
    make_player(club, "Anna")
    make_player(club, "Gerd")
    page = markup(anna.get(f"/clubs/{club.pk}/"))
    assert page.count('class="line"') == 3


def test_the_own_card_leads_to_the_own_page(anna: Client, cast: Cast, stranger: Client) -> None:
    Membership.objects.create(club=cast.club, account=cast.stranger)
    own = f'href="/clubs/{cast.club.pk}/players/{cast.players["Anna"].pk}/statistics/"'
    assert f'class="own-page" {own}' in anna.get(f"/clubs/{cast.club.pk}/").content.decode()
    page = stranger.get(f"/clubs/{cast.club.pk}/").content.decode()
    assert 'class="own-page" href="/account/"' in page


def test_no_club_page_has_a_foot_but_the_one_about_it(anna: Client, cast: Cast) -> None:
    assert "<footer" not in anna.get(f"/clubs/{cast.club.pk}/").content.decode()
    assert "<footer" not in anna.get(f"/clubs/{cast.club.pk}/table/", follow=True).content.decode()
    about = anna.get(f"/clubs/{cast.club.pk}/about/").content.decode()
    assert "Handbuch" in about[about.index("<footer") :]
    assert "/theme/" not in about
    assert "/theme/" in anna.get("/account/", follow=True).content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_many_players_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club("Ahorn", cast.stranger)
    for account in (cast.anna, cast.ben, cast.cleo)[:number]:
        Membership.objects.create(club=club, account=account)
        make_player(club, account.display_name, account)
    client = signed_in(cast.stranger)
    client.get(f"/clubs/{club.pk}/")
    with django_assert_num_queries(10):
        client.get(f"/clubs/{club.pk}/")


# --- What is new in this version --------------------------------------------------------------------------------------


def test_a_new_version_is_told_until_it_is_read(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """Accounts from before the upgrade have read nothing."""
    anna, url = signed_in(cast.anna), f"/clubs/{cast.club.pk}/"
    assert "Neu in Version" not in seen(anna.get(url))  # a new account
    Account.objects.filter(pk=cast.anna.pk).update(news_read="")
    for _ in range(2):
        assert f"Neu in Version {NEWS}" in seen(anna.get(url))
    assert 'href="/account/news/"' in anna.get(url).content.decode()
    page = anna.get("/account/news/", follow=True)
    assert f"Neu in Version {NEWS}" in seen(page)
    assert "Neu in Version" not in seen(anna.get(url))
    with django_assert_num_queries(2):  # session and account
        assert anna.get("/account/news/").headers["Location"] == "/help/news/"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_handbook_tells_of_the_version_that_the_line_names(language: str) -> None:
    assert find_title("news", language).endswith(f" {NEWS}")
