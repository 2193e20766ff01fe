"""From a date to its evening: the people who come are seated."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from dokoclub.dates.models import Date
from dokoclub.dates.services import planning
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import close_evening
from tests.cast import Cast, signed_in
from tests.dates.papers import MAYBE, NO, YES, in_days, later, plan, say
from tests.evenings import papers
from tests.evenings.pages import field
from tests.markup import markup
from tests.pages import seen

pytestmark = pytest.mark.django_db


def seats_of(page: str) -> list[str]:
    found = re.search(r'name="seats" value="([^"]*)"', page)
    assert found
    return found[1].split()


def test_who_comes_sits_and_who_does_not_does_not(cast: Cast) -> None:
    cast.guest("Nele")
    one = plan(cast)
    for name in ("Anna", "Ben", "Nele"):
        say(cast, one, name, YES)
    say(cast, one, "Cleo", MAYBE)
    say(cast, one, "Dora", NO)
    with later(one.start):
        begun = signed_in(cast.ben).post(f"/dates/{one.pk}/begin/")
        assert begun.headers["Location"] == f"/clubs/{cast.club.pk}/evenings/new/?date={one.pk}"
        page = signed_in(cast.ben).get(begun.headers["Location"]).content.decode()
    assert seats_of(page) == cast.ids("Anna", "Ben", "Nele")
    assert 'value="Gasthaus"' in page


def test_on_the_day_the_page_offers_it(cast: Cast) -> None:
    one = plan(cast)
    for url in (f"/clubs/{cast.club.pk}/", f"/dates/{one.pk}/"):
        begins = f'action="/dates/{one.pk}/begin/"'
        assert begins not in markup(signed_in(cast.ben).get(url))
        with later(one.start + timedelta(minutes=10)):
            assert markup(signed_in(cast.ben).get(url)).count(begins) == 1
            assert begins not in markup(signed_in(cast.dora).get(url))


def test_every_way_to_an_evening_of_today_seats_who_comes(cast: Cast) -> None:
    """Regression: the main button of the club started an evening without the answers and the place of the date."""
    one = plan(cast)
    for name in ("Anna", "Ben", "Dora"):
        say(cast, one, name, YES)
    with later(one.start):
        ben = signed_in(cast.ben)
        club = markup(ben.get(f"/clubs/{cast.club.pk}/"))
        page = ben.get(f"/clubs/{cast.club.pk}/evenings/new/").content.decode()
    assert f'<form class="full" method="post" action="/dates/{one.pk}/begin/">' in club
    assert club.count("button big primary") == 1
    assert f'action="/clubs/{cast.club.pk}/evenings/new/"' not in club
    assert seats_of(page) == cast.ids("Anna", "Ben", "Dora")
    assert 'value="Gasthaus"' in page


def test_once_its_evening_has_begun_the_date_leads_there(cast: Cast) -> None:
    one = plan(cast)
    with later(one.start):
        evening = papers.evening(cast)
        ben = signed_in(cast.ben)
        page = markup(ben.get(f"/dates/{one.pk}/"))
        assert f'<a class="row" href="/evenings/{evening.pk}/">' in page
        club = markup(ben.get(f"/clubs/{cast.club.pk}/"))
        assert f'href="/sheets/{evening.sheets.get().pk}/">Weiterschreiben' in club
        assert "/begin/" not in page + club
        assert ben.post(f"/dates/{one.pk}/begin/").headers["Location"] == f"/evenings/{evening.pk}/"
    with later(one.start + timedelta(days=2)):
        assert f'href="/evenings/{evening.pk}/"' in markup(signed_in(cast.dora).get(f"/dates/{one.pk}/"))


def test_after_it_another_evening_of_the_day_begins_as_the_last_one(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    with later(one.start):
        close_evening(papers.evening(cast), by=None)
        page = signed_in(cast.ben).get(f"/clubs/{cast.club.pk}/evenings/new/").content.decode()
    assert seats_of(page) == cast.ids("Anna", "Ben", "Cleo", "Dora")


def test_guests_become_players_once_and_sit_too(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Anna", YES, "Nele", "Oskar")
    say(cast, one, "Ben", YES, "NELE")
    for _ in range(2):
        page = signed_in(cast.ben).post(f"/dates/{one.pk}/begin/", follow=True).content.decode()
    guests = dict(cast.club.players.filter(guest=True).values_list("name", "pk"))
    assert sorted(guests) == ["Nele", "Oskar"]
    assert seats_of(page) == [*cast.ids("Anna", "Ben"), str(guests["Nele"]), str(guests["Oskar"])]


def test_the_evening_has_the_day_of_the_date(cast: Cast) -> None:
    one = plan(cast)
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        say(cast, one, name, YES)
    with later(one.start):
        ben, url = signed_in(cast.ben), f"/clubs/{cast.club.pk}/evenings/new/?date={one.pk}"
        page = ben.get(url)
        form = {
            "seats": " ".join(seats_of(page.content.decode())),
            "name": "1",
            "key": field(page, "key"),
            "length_kind": "open",
            "place": "Gasthaus",
            "club_evening": "on",
        }
        answer = ben.post(url, form)
    assert answer.status_code == 302
    evening = Evening.objects.get()
    assert (evening.date, evening.place) == (one.day, "Gasthaus")


def test_a_date_of_another_day_brings_its_day_along(cast: Cast) -> None:
    one = plan(cast, in_days(3))
    url = f"/clubs/{cast.club.pk}/evenings/new/?date={one.pk}"
    assert f'value="{in_days(3).isoformat()}"' not in signed_in(cast.ben).get(url).content.decode()
    Date.objects.filter(pk=one.pk).update(day=in_days(-1))
    assert f'value="{in_days(-1).isoformat()}"' in signed_in(cast.ben).get(url).content.decode()


@pytest.mark.parametrize("number", ["", "0", "x", "-1", "9" * 30, "²"])
def test_a_date_that_is_none_proposes_the_last_round(cast: Cast, number: str) -> None:
    page = signed_in(cast.ben).get(f"/clubs/{cast.club.pk}/evenings/new/?date={number}")
    assert page.status_code == 200
    assert "Wer spielt mit?" in seen(page)


def test_dates_of_another_club_and_cancelled_ones_seat_nobody(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    own = signed_in(cast.stranger).get(f"/clubs/{cast.other_club.pk}/evenings/new/?date={one.pk}")
    assert "Dora" not in own.content.decode()
    planning.cancel_date(one, by=cast.ben)
    page = signed_in(cast.ben).get(f"/clubs/{cast.club.pk}/evenings/new/?date={one.pk}").content.decode()
    assert "Gasthaus" not in page
    assert timezone.localdate().isoformat() not in page
