"""Every address and who may pass: 404 outside the club, 403 without the right, sign in first.

Rights are a ladder (tests/clubs/test_models.py): for each rule, the tests try only the strongest account that must be
refused and the weakest that must get in; no view reads a right past the ladder (tests/house/test_architecture.py).
Visitors who are signed out, have no token or look at the demo are stopped before the view, by its name, its mark and
the method alone: one rule of each kind is requested, and all views are checked for their mark.

A view refuses before it makes a page: there, each view is called directly with each of its methods, and one rule of
each kind is requested as a browser does, through all middleware.

Cast and papers are made once for all tests; all that a request or a test writes is rolled back after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.test.utils import override_settings
from django.urls import ResolverMatch, resolve, reverse
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import demo_visitor, make_founder
from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.clubs import begin_move, confirm_move, delete_club, note_file
from dokoclub.core import offline
from tests.accounts.people import PASSWORD, make_account
from tests.cast import Cast, account, make_cast
from tests.house import address_kwargs
from tests.house.access_rule import OFFERED, STANDS_ON, WRITING, AccessRule, May
from tests.house.access_table import ACCESS_RULES, ELSEWHERE
from tests.house.address_kwargs import INVENTED, NUMBERS
from tests.house.asking import GAPS, ask, cookies_of, status_of_view, url_of
from tests.once import taken_back

PLAIN: Final = ("GET", "POST")
SAFE: Final = ("GET", "HEAD")
ALL: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
FRAGMENT: Final = {"HX-Request": "true"}
OUTSIDE: Final = "stranger"
WEAKEST: Final = {May.ACCOUNT: "stranger", May.READ: "dora", May.SCORE: "ben", May.MONEY: "cleo", May.OWN: "anna"} | {
    May.FOUNDER: "founder"
}
STRONGEST: Final = {
    May.SCORE: "cleo",
    May.MONEY: "ben",
    May.OWN: "both",
    May.FOUNDER: "anna",
}  # who is of the club, but has not that right
TOO_LARGE: Final = 2**63
NOWHERE: Final = dict.fromkeys(("club_id", "evening_id", "sheet_id", "date_id", "tournament_id", "series_id"), INVENTED)
COUNTED: Final = {"number", "start", "table", "year"}  # in each club from 1 on
pytestmark = pytest.mark.django_db  # what a test writes is taken back inside the transaction of the house


def is_of_club(rule: AccessRule) -> bool:
    return rule.may in (May.READ, May.SCORE, May.MONEY, May.OWN)


def known(rule: AccessRule) -> list[str]:
    """The methods to try where HEAD could not say more than GET."""
    return [method for method in PLAIN if method in rule.methods]


OF_CLUB: Final = [name for name, rule in ACCESS_RULES.items() if is_of_club(rule)]
OF_EACH_KIND: Final = list({(rule.may, rule.methods): name for name, rule in ACCESS_RULES.items()}.values())


@pytest.mark.promise("rights")
def test_every_address_has_its_row() -> None:
    assert set(GAPS) == ACCESS_RULES.keys() | ELSEWHERE.keys()


# --- A club with everything, and a request to it ----------------------------------------------------------------------


class House(NamedTuple):
    cast: Cast
    filled: dict[str, Any]  # what stands in the gaps of an address
    elsewhere: dict[str, Any]  # the same, of another club
    cookies: dict[str, str]  # of everybody who is signed in, by role
    people: dict[str, Account]  # who they are

    def ask(self, role: str, method: str, name: str, **places: Any) -> int:
        """The status; `places`: what stands in a gap instead."""
        return ask(self.cookies[role], method, self.url(name, **places)).status_code

    def knock(self, role: str, method: str, name: str, **places: Any) -> int:
        """The status that the view alone comes to: without a page of it, sessions and what else lies before views."""
        return status_of_view(resolve(self.url(name, **places)), method, self.people[role])

    def url(self, name: str, **places: Any) -> str:
        return url_of(name, self.filled | places)


@pytest.fixture(scope="module")
def house(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with (
        taken_back(django_db_blocker),
        override_settings(DATA_DIR=folder, **OFFERED),
    ):
        cast = make_cast()
        cast.stranger.set_password(PASSWORD)  # without one, the pages that ask for it again are for nobody
        cast.stranger.save()
        both = account("Both")
        Membership.objects.create(club=cast.club, account=both, scorer=True, treasurer=True)
        founder = make_account("founder", "Founder", password=None)
        make_founder(founder)
        people = {name.lower(): person for name, person in cast.accounts.items()} | {"both": both, "founder": founder}
        with override_settings(DEMO=True):
            cookies = {"visitor": cookies_of(demo_visitor())}
        cookies |= {role: cookies_of(person) for role, person in people.items()} | {"nobody": ""}
        yield House(
            cast, address_kwargs.fill(cast), address_kwargs.fill(address_kwargs.make_other(cast)), cookies, people
        )


@pytest.fixture(autouse=True)
def data_dir() -> None:
    """Forget the counts of the test before; the folder is made with the house, once for all."""
    cache.clear()


def sign_in_with(url: str) -> str:
    return f"{reverse('account_login')}?next={url}"


# --- The mark of a view -----------------------------------------------------------------------------------------------


def view_of(name: str, house: House) -> ResolverMatch:
    return resolve(house.url(name))


def test_a_view_asks_for_an_account_unless_it_is_open_to_anybody(house: House) -> None:
    """By this mark the middleware tells whom to send to sign in, before the view."""
    asking = {name for name in ACCESS_RULES if getattr(view_of(name, house).func, "login_required", True)}
    assert asking == {name for name, rule in ACCESS_RULES.items() if rule.may is not May.ANYBODY}


@pytest.mark.promise("rights")
def test_a_view_refuses_methods_that_it_does_not_know_before_it_looks_who_asks(house: House) -> None:
    """The view itself is asked, by nobody at all."""
    answers = {
        (name, method): status_of_view(view_of(name, house), method, AnonymousUser())
        for name, rule in ACCESS_RULES.items()
        if rule.methods
        for method in ALL
        if method not in rule.methods and not (method in SAFE and name in STANDS_ON)
    }
    assert {asked: status for asked, status in answers.items() if status != 405} == {}


@pytest.mark.promise("rights")
def test_the_address_of_a_form_leads_to_its_page(house: House) -> None:
    """As a browser asks for it that opens a wrong form again: only for those who may see the page."""
    for name, page in STANDS_ON.items():
        for role in house.people:
            for places in ({}, NOWHERE):
                wanted = house.knock(role, "GET", page, **places)
                assert house.knock(role, "GET", name, **places) == (wanted if wanted >= 400 else 302), (name, role)
        answer = ask(house.cookies["anna"], "GET", house.url(name))
        by_link = ACCESS_RULES[name].may is May.ANYBODY  # of what this token does not open: tests/dates/test_links.py
        assert answer.headers.get("Location") == (None if by_link else house.url(page)), name


def test_no_other_address_of_a_form_shows_a_page(house: House) -> None:
    answers = {
        name: ask(house.cookies[WEAKEST.get(rule.may, "nobody")], "POST", house.url(name))
        for name, rule in ACCESS_RULES.items()
        if rule.methods == WRITING and name not in STANDS_ON
    }
    shown = [name for name, answer in answers.items() if answer.status_code in (200, 422)]
    assert [name for name in shown if answers[name].headers["Content-Type"].startswith("text/html")] == []


# --- Nobody -----------------------------------------------------------------------------------------------------------


def test_nobody_is_let_in_where_anybody_may_come(house: House) -> None:
    answers = {
        (name, method): ask("", method, house.url(name))
        for name, rule in ACCESS_RULES.items()
        if rule.may is May.ANYBODY
        for method in known(rule) or PLAIN
    }
    refused = {
        (name, method): answer.status_code
        for (name, method), answer in answers.items()
        if answer.status_code in (401, 403)
        or answer.status_code >= 500
        or answer.headers.get("Location", "").startswith(sign_in_with(house.url(name)))
    }
    assert refused == {}


@pytest.mark.promise("rights")
@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_nobody_is_asked_to_sign_in(name: str, house: House) -> None:
    """The same for a club that exists and for an invented one."""
    closed, url = ACCESS_RULES[name].may is not May.ANYBODY, house.url(name)
    asked = [(method, url) for method in ("GET", "HEAD", "POST", "PUT", "DELETE")]
    if "club_id" in GAPS[name]:
        asked.append(("GET", house.url(name, club_id=INVENTED)))
    for method, address in asked if closed else ():
        response = ask("", method, address)
        if method in SAFE:
            assert (response.status_code, response.headers["Location"]) == (302, sign_in_with(address)), method
        else:
            assert response.status_code == 401, method


@pytest.mark.promise("foreign-origin")
@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_nobody_is_told_so_without_a_token_and_in_a_fragment_too(name: str, house: House) -> None:
    closed, url = ACCESS_RULES[name].may is not May.ANYBODY, house.url(name)
    for accept in ("text/html", "application/json"):
        response = ask("", "POST", url, {"Accept": accept}, checks=True)
        assert (response.status_code == 401) == closed, accept
        if closed or response.status_code == 403:
            assert response.headers["Content-Type"].startswith(accept)
    assert (ask("", "GET", url, FRAGMENT).status_code == 401) == closed


@pytest.mark.promise("foreign-origin")
def test_a_script_without_a_token_is_told_in_json(house: House) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.cast.anna)
    response = client.post(reverse("clubs:found_club"), headers={"Accept": "application/json"})
    assert (response.status_code, response.json()) == (403, {"error": "csrf"})
    assert "Die Seite war zu alt" in client.post(reverse("clubs:found_club")).content.decode()


# --- Everybody who is signed in ---------------------------------------------------------------------------------------


@pytest.mark.promise("rights")
def test_the_weakest_who_may_is_let_in(house: House) -> None:
    answers = {
        (name, role, method): house.ask(role, method, name)
        for name, rule in ACCESS_RULES.items()
        for role in ([WEAKEST[rule.may]] if rule.may in WEAKEST else [])
        for method in known(rule) or PLAIN
    }
    assert {asked: status for asked, status in answers.items() if not is_let_in(status, ACCESS_RULES[asked[0]])} == {}


@pytest.mark.promise("sheets-only")
@pytest.mark.walk
def test_only_sheets_may_be_kept_for_the_time_without_a_network(house: House) -> None:
    """Never a club, its money or league, or an account; each address is requested by the strongest and signed out."""
    kept = {
        name
        for name, rule in ACCESS_RULES.items()
        for role in ("anna", "nobody")
        if "GET" in (rule.methods or PLAIN)
        and ask(house.cookies[role], "GET", house.url(name)).headers.get(offline.KEEP)
    }
    # And a sheet with a pen: tests/ui/test_show_worker.py. The two others say nothing of anybody.
    assert kept == {"evenings:show_sheet", "evenings:begin_evening", "ui:show_offline"}


def is_let_in(status: int, rule: AccessRule) -> bool:
    if is_of_club(rule):
        return status in (200, 302, 400, 409, 422)  # 400: what was sent is not what a script sends
    return status not in (401, 403) and status < 500


@pytest.mark.promise("rights")
def test_the_strongest_who_may_not_is_refused(house: House) -> None:
    """Without the right, whatever else somebody may."""
    answers = {
        (name, role, method): house.knock(role, method, name)
        for name, rule in ACCESS_RULES.items()
        for role in ([STRONGEST[rule.may]] if rule.may in STRONGEST else [])
        for method in known(rule)
    }
    assert {asked: status for asked, status in answers.items() if status != 403} == {}


@pytest.mark.promise("foreign-club")
def test_a_club_does_not_exist_for_who_is_not_of_it(house: House) -> None:
    answers = {
        (name, method): house.knock(OUTSIDE, method, name) for name in OF_CLUB for method in known(ACCESS_RULES[name])
    }
    assert {asked: status for asked, status in answers.items() if status != 404} == {}


@pytest.mark.promise("foreign-club")
def test_an_invented_club_looks_like_a_foreign_one(house: House) -> None:
    answers = {
        (name, method): house.knock("anna", method, name, **NOWHERE)
        for name in OF_CLUB
        for method in known(ACCESS_RULES[name])
    }
    assert {asked: status for asked, status in answers.items() if status != 404} == {}


@pytest.mark.parametrize("name", [name for name in OF_EACH_KIND if name in OF_CLUB])
def test_a_browser_is_told_what_the_view_came_to(name: str, house: House) -> None:
    """And so is a script, which asks for a part of the page."""
    refused = STRONGEST.get(ACCESS_RULES[name].may)
    for method in known(ACCESS_RULES[name]):
        foreign = [
            ask(house.cookies[OUTSIDE], method, house.url(name), headers).status_code for headers in ({}, FRAGMENT)
        ]
        assert [*foreign, house.ask("anna", method, name, **NOWHERE)] == [404, 404, 404], method
        if refused:
            assert house.ask(refused, method, name) == 403, method


@pytest.mark.promise("foreign-club")
def test_a_number_too_large_for_the_database_is_not_here(house: House) -> None:
    answers = {
        (name, gap, method): house.knock("anna", method, name, **{gap: TOO_LARGE})
        for name, found in GAPS.items()
        for gap in found
        if gap in NUMBERS
        for method in (known(ACCESS_RULES[name]) if name in ACCESS_RULES else ("POST",))
    }
    assert {asked: status for asked, status in answers.items() if status != 404} == {}


def test_a_deleted_club_is_gone(house: House) -> None:
    delete_club(house.cast.club, typed=house.cast.club.name, by=house.cast.anna)
    answers = {name: house.knock("anna", known(ACCESS_RULES[name])[0], name) for name in OF_CLUB}
    assert {asked: status for asked, status in answers.items() if status != 404} == {}


STILL_OPEN: Final = {"exports:move_club", "exports:export_moving", "exports:confirm_move", "exports:take_back_move"}


def test_a_club_on_the_move_is_only_read(house: House) -> None:
    """All that writes in a club says so, a new address without further work. Its pages can still be read."""
    begin_move(house.cast.club, to="https://new.example.org", by=house.cast.anna)
    written = {
        name: house.ask(WEAKEST[ACCESS_RULES[name].may], "POST", name)
        for name in OF_CLUB
        if "POST" in ACCESS_RULES[name].methods and name not in STILL_OPEN
    }
    assert {name: status for name, status in written.items() if status != 423} == {}
    read = {
        name: house.ask("anna", "GET", name)
        for name in OF_EACH_KIND
        if name in OF_CLUB and "GET" in known(ACCESS_RULES[name])
    }
    assert {name: status for name, status in read.items() if status not in (200, 302, 409, 423)} == {}


def test_who_belongs_to_a_club_that_has_moved_is_sent_on(house: House) -> None:
    club = house.cast.club
    begin_move(club, to="https://new.example.org", by=house.cast.anna)
    note_file(club, "0" * 64, by=house.cast.anna)
    confirm_move(club, at="https://new.example.org/clubs/7/", by=house.cast.anna)
    of_each_gap = {frozenset(GAPS[name]): name for name in OF_CLUB if name not in STILL_OPEN}.values()
    for role, wanted in (("dora", 410), (OUTSIDE, 404)):
        answers = {name: house.ask(role, known(ACCESS_RULES[name])[0], name) for name in of_each_gap}
        assert {name: status for name, status in answers.items() if status != wanted} == {}, role
    assert [house.ask(role, "GET", "exports:move_club") for role in ("anna", "dora", OUTSIDE)] == [200, 403, 404]


@pytest.mark.promise("foreign-club")
def test_nothing_of_another_club_is_here(house: House) -> None:
    """Anna owns the club in the address, or of its evening, but not what else is named there."""
    answers = {
        (name, gap, method): house.ask("anna", method, name, **{gap: house.elsewhere[gap]})
        for name in OF_CLUB
        for gap in GAPS[name]
        if gap in {*NUMBERS, "token"} - NOWHERE.keys() - COUNTED
        for method in known(ACCESS_RULES[name])
    }
    assert {asked: status for asked, status in answers.items() if status != 404} == {}
    assert len({gap for _, gap, _ in answers}) > 20


@pytest.mark.promise("rights")
def test_the_visitor_writes_nowhere_and_reads_no_club_but_his(house: House, settings: Settings) -> None:
    """At every other address, and by other methods: tests/accounts/test_demo.py."""
    settings.DEMO = True
    for name in {*OF_EACH_KIND, *hooks.visitor_may_not_read}.intersection(OF_CLUB):
        assert house.ask("visitor", "POST", name) == 403, name
        refused = 403 if name in hooks.visitor_may_not_read else 404
        read = "GET" in ACCESS_RULES[name].methods or name in STANDS_ON
        assert house.ask("visitor", "GET", name) == (refused if read else 405), name
