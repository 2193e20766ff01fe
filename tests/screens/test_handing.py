"""Onto the television: who may hand out its link, the code that a remote control types, and who guesses one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.services.erasure import erase_account
from dokoclub.evenings.models import Evening
from dokoclub.screens.models import CODE_LASTS, Code, LinkKind, ScreenLink, hash_code
from dokoclub.screens.selectors import stored_about
from dokoclub.screens.services import end_screen
from dokoclub.screens.views.codes import MOST_AN_HOUR
from dokoclub.tournaments.models import Role
from dokoclub.tournaments.services.founding import name_official
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.screens import papers

pytestmark = pytest.mark.django_db


@contextmanager
def later(**time: float) -> Iterator[None]:
    with time_machine.travel(timezone.now() + timedelta(**time)):
        yield


def type_in(code: str, address: str = "203.0.113.1") -> tuple[int, str]:
    """The status, and where it leads or what it says."""
    answer = Client(REMOTE_ADDR=address).post("/tv/", {"code": code})
    return answer.status_code, answer.headers.get("Location") or seen(answer)


def wrong(code: str, number: int) -> str:
    return f"{(int(code) + number) % 1_000_000:06}"


# --- The link ---------------------------------------------------------------------------------------------------------


def test_a_scorer_makes_it_shows_it_again_and_revokes_it(cast: Cast) -> None:
    evening, ben = papers.evening_of(cast, 8), signed_in(cast.ben)
    url = f"/evenings/{evening.pk}/screen/"
    assert "Auf dem Fernseher zeigen" in seen(ben.get(f"/evenings/{evening.pk}/"))
    first = seen(ben.post(url, follow=True))
    found = re.search(r"http://localhost:8000(/tv/[\w-]+/)", first)
    assert found
    assert "http://localhost:8000/tv/ " in first
    assert found[1] in seen(ben.get(url))
    assert papers.address(papers.screen(cast, evening=evening)) == found[1]
    assert ScreenLink.objects.get().made_by == cast.ben
    page = seen(ben.post(f"{url}end/", follow=True))
    assert "Der Link öffnet nichts mehr." in page
    assert "/tv/" not in page
    assert Client().get(found[1]).status_code == 404
    ben.post(url)
    assert papers.address(papers.screen(cast, evening=evening)) != found[1]


def test_first_comes_the_code_and_the_long_address_is_folded(cast: Cast) -> None:
    evening, ben = papers.evening_of(cast, 4), signed_in(cast.ben)
    page = ben.post(f"/evenings/{evening.pk}/screen/", follow=True).content.decode()
    before, _, folded = page.partition("Die lange Adresse</summary>")
    assert (before.count("button primary"), before.count("/tv/")) == (1, 1)
    assert 'class="qr"' in folded


def test_the_way_back_stands_above_and_what_ends_the_link_is_folded(cast: Cast) -> None:
    evening, ben = papers.evening_of(cast, 4), signed_in(cast.ben)
    answer = ben.post(f"/evenings/{evening.pk}/screen/", follow=True)
    assert f'<a class="back" href="/evenings/{evening.pk}/">' in answer.content.decode()
    page = seen(answer)
    assert "Zurück" not in page
    assert page.index("Speichern") < page.index("Nicht mehr zeigen") < page.index("Link zurückziehen")


def test_it_asks_for_no_code_before_there_is_one_and_calls_nothing_optional(cast: Cast) -> None:
    """Defects: "type the code" stood above the button that makes it, and a choice that is always made was optional."""
    url, ben = f"/evenings/{papers.evening_of(cast, 4).pk}/screen/", signed_in(cast.ben)
    page = seen(ben.post(url, follow=True))
    assert "den Code eintippen" not in page
    assert "freiwillig" not in page
    assert "den Code eintippen" in seen(ben.post(f"{url}code/", follow=True))


def test_the_table_and_a_tournament_are_called_what_they_are(cast: Cast) -> None:
    """Defects: "one link for all tables" was said of the league, and a tournament without a name was named twice."""
    anna = signed_in(cast.anna)
    assert "für alle Tische" not in seen(anna.get(f"/clubs/{cast.club.pk}/screen/"))
    one = papers.tournament_of(cast, 8)
    assert f"Das Turnier „{one.name}“" not in seen(anna.get(f"/tournaments/{one.pk}/screen/"))
    assert "für alle Tische" in seen(anna.get(f"/tournaments/{one.pk}/screen/"))


def test_it_leads_there_for_whoever_may(cast: Cast) -> None:
    evening, one = papers.evening_of(cast, 4), papers.tournament_of(cast, 8)
    name_official(one, cast.dora, Role.DIRECTOR, by=cast.anna)
    name_official(one, cast.ben, Role.REFEREE, by=cast.anna)
    pages = {
        f"/evenings/{evening.pk}/": (cast.ben, cast.dora, f"/evenings/{evening.pk}/screen/"),
        f"/sheets/{evening.sheets.get().pk}/": (cast.ben, cast.dora, f"/evenings/{evening.pk}/screen/"),
        f"/tournaments/{one.pk}/": (cast.dora, cast.ben, f"/tournaments/{one.pk}/screen/"),
        f"/clubs/{cast.club.pk}/table/all/": (cast.anna, cast.ben, f"/clubs/{cast.club.pk}/screen/"),
    }
    for page, (may, may_not, way) in pages.items():
        assert f'href="{way}"' in signed_in(may).get(page).content.decode()
        assert f'href="{way}"' not in signed_in(may_not).get(page).content.decode()
        assert [signed_in(one).get(way).status_code for one in (may, may_not, cast.stranger)] == [200, 403, 404]
        assert signed_in(may).post(way, follow=True).status_code == 200
    assert ScreenLink.objects.count() == 3


def test_what_it_shows_can_be_changed(cast: Cast) -> None:
    one, anna = papers.tournament_of(cast, 8), signed_in(cast.anna)
    link, url = papers.screen(cast, tournament=one), f"/tournaments/{one.pk}/screen/"
    assert "Gespeichert" in seen(anna.post(url, {"scene": "clock", "light": "on"}, follow=True))
    link.refresh_from_db()
    assert (link.scene, link.light) == ("clock", True)
    answer = anna.post(url, {"scene": "money"})
    assert answer.status_code == 422
    assert ScreenLink.objects.get().scene == "clock"


def test_of_an_evening_long_ago_there_is_none(cast: Cast) -> None:
    evening = papers.evening_of(cast, 4)
    Evening.objects.filter(pk=evening.pk).update(date=timezone.localdate() - timedelta(days=31))
    page = seen(signed_in(cast.ben).post(f"/evenings/{evening.pk}/screen/", follow=True))
    assert "Zu lange her: Die Links sind abgelaufen." in page
    assert not ScreenLink.objects.exists()


def test_it_outlives_who_made_it_without_a_name(cast: Cast) -> None:
    link = papers.screen(cast)
    assert stored_about(cast.anna) == (
        "screens",
        {"secret_links_made": [{"made_at": link.made_at, "revoked_at": None}], "codes_made": []},
    )
    evening = papers.evening_of(cast, 4)
    signed_in(cast.ben).post(f"/evenings/{evening.pk}/screen/")
    erase_account(cast.ben)
    assert "Ben" not in str(ScreenLink.objects.exclude(evening=None).get().made_by)
    assert Client().get(papers.address(papers.screen(cast, evening=evening))).status_code == 200


def test_its_page_costs_the_same_for_many_links(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    anna, url = signed_in(cast.anna), f"/clubs/{cast.club.pk}/screen/"
    for _ in range(2):
        papers.screen(cast)
        anna.get(url)
        with django_assert_num_queries(5):
            anna.get(url)
        end_screen(papers.screen(cast))


# --- The code ---------------------------------------------------------------------------------------------------------


def test_six_digits_open_it_for_ten_minutes(cast: Cast) -> None:
    link = papers.screen(cast)
    page = seen(signed_in(cast.anna).post(f"/clubs/{cast.club.pk}/screen/code/", follow=True))
    found = re.search(r"(\d{3}) (\d{3}) öffnet bis", page)
    assert found
    code = found[1] + found[2]
    assert type_in(code) == (302, papers.address(link))
    assert type_in(f" {found[1]}-{found[2]} ") == (302, papers.address(link))
    with later(minutes=9):
        assert type_in(code)[0] == 302
    with later(minutes=10, seconds=1):
        assert type_in(code)[0] == 422
        assert "öffnet bis" not in seen(signed_in(cast.anna).get(f"/clubs/{cast.club.pk}/screen/"))
    with later(minutes=-1):  # the clock was set back
        assert type_in(code)[0] == 422


def test_another_code_ends_the_one_before_and_so_does_revoking(cast: Cast) -> None:
    link = papers.screen(cast)
    first, second = papers.code_of(link), papers.code_of(link)
    assert type_in(first)[0] == (302 if first == second else 422)
    end_screen(link)
    assert type_in(second)[0] == 422


def test_only_a_keyed_hash_of_it_is_stored(cast: Cast) -> None:
    code = papers.code_of(papers.screen(cast))
    stored = Code.objects.values().get()
    assert stored["hash"] == hash_code(code, LinkKind.SCREEN)
    assert code not in {str(value) for value in stored.values()}


def test_five_tries_then_the_long_address(cast: Cast) -> None:
    link = papers.screen(cast)
    code = papers.code_of(link)
    assert [type_in(wrong(code, number))[0] for number in range(1, 6)] == [422] * 5
    status, page = type_in(code)
    assert status == 429
    assert "Zu viele falsche Codes. Öffne die lange Adresse" in page
    assert type_in(code, "203.0.113.2")[0] == 302
    assert Client(REMOTE_ADDR="203.0.113.1").get(papers.address(link)).status_code == 200
    with later(seconds=CODE_LASTS[LinkKind.SCREEN].total_seconds() + 1):
        assert type_in(code)[0] == 422  # it has ended meanwhile
        assert type_in(papers.code_of(link), "203.0.113.3")[0] == 302


def test_whoever_types_right_ones_is_never_held_up(cast: Cast) -> None:
    """Twenty screens of a hall stand behind one address."""
    code = papers.code_of(papers.screen(cast))
    assert {type_in(code)[0] for _ in range(6)} == {302}


def test_many_addresses_together_have_few_tries(cast: Cast) -> None:
    code = papers.code_of(papers.screen(cast))
    tried = [type_in(wrong(code, number), f"198.51.100.{number}")[0] for number in range(1, MOST_AN_HOUR + 1)]
    assert set(tried) == {422}
    assert type_in(code, "203.0.113.9")[0] == 429


def test_it_says_what_a_code_looks_like_before_one_is_typed(cast: Cast) -> None:
    assert 'placeholder="123 456"' in Client().get("/tv/").content.decode()


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "9" * 30])
def test_what_is_no_code_is_no_guess(cast: Cast, typed: str) -> None:
    code = papers.code_of(papers.screen(cast))
    for _ in range(6):
        status, page = type_in(typed)
        assert status == 422
    assert "Zu viele" not in page
    assert type_in(code)[0] == 302
