"""Every address × every right × every method: 404 outside the club, 403 without the right, sign in first.

Cast and papers are made once for all doors; whatever a request or a test writes is taken back behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import demo_visitor
from dokoclub.clubs.services.clubs import delete_club
from tests.clubs import gaps
from tests.clubs.cast import Cast, make_cast, signed_in
from tests.clubs.doors import DOORS, ELSEWHERE, Door, May, addresses
from tests.clubs.gaps import INVENTED, NUMBERS

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE")
FRAGMENT: Final = {"HX-Request": "true"}
WAYS: Final[list[tuple[str, dict[str, str]]]] = [
    *((method, {}) for method in METHODS),
    ("GET", FRAGMENT),
    ("POST", FRAGMENT),
]
SAFE: Final = ("GET", "HEAD")
GAPS: Final = dict(addresses())
RIGHTS: Final = {
    "dora": {May.ANYBODY, May.ACCOUNT, May.READ},
    "ben": {May.ANYBODY, May.ACCOUNT, May.READ, May.SCORE},
    "cleo": {May.ANYBODY, May.ACCOUNT, May.READ, May.MONEY},
    "anna": set(May),
    "stranger": {May.ANYBODY, May.ACCOUNT},
}
TOO_LARGE: Final = 2**63
HANDLERS: Final = {checks: ClientHandler(enforce_csrf_checks=checks) for checks in (False, True)}  # by their check

pytestmark = pytest.mark.django_db  # what a test writes is taken back inside the transaction of the house


def is_of_club(door: Door) -> bool:
    return door.may in (May.READ, May.SCORE, May.MONEY, May.OWN)


OF_CLUB: Final = [name for name, door in DOORS.items() if is_of_club(door)]


def test_every_address_has_its_row() -> None:
    assert set(GAPS) == DOORS.keys() | ELSEWHERE.keys()


# --- The house, and how one asks at its doors -------------------------------------------------------------------------


class House(NamedTuple):
    cast: Cast
    filled: dict[str, Any]  # what stands in the gaps of an address
    elsewhere: dict[str, Any]  # the same, of another club
    cookies: dict[str, str]  # of everybody who is signed in


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        cast = make_cast()
        cookies = {role: cookies_of(getattr(cast, role)) for role in RIGHTS}
        yield House(cast, gaps.fill(cast), gaps.fill_elsewhere(cast), cookies)
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def registration(settings: Settings) -> None:
    settings.REGISTRATION = "open"


def cookies_of(account: Account) -> str:
    """Of a session that has been used today already."""
    client = signed_in(account)
    client.get(reverse("look:show_manifest"))
    return client.cookies.output(header="", sep=";")


def ask(
    cookies: str, method: str, url: str, headers: dict[str, str] | None = None, *, checks: bool = False
) -> HttpResponseBase:
    """What is answered to a browser with these cookies; `checks`: and with the check of the form's token."""
    client = Client(headers={"Cookie": cookies} if cookies else None)
    client.handler = HANDLERS[checks]
    with transaction.atomic():
        response: HttpResponseBase = client.generic(method, url, headers=headers)
        transaction.set_rollback(True)
    return response


def url_of(name: str, filled: dict[str, Any]) -> str:
    return reverse(name, kwargs={gap: filled[gap] for gap in GAPS[name]})


def sign_in_with(url: str) -> str:
    return f"{reverse('account_login')}?next={url}"


# --- Nobody -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOORS)
def test_nobody_is_asked_to_sign_in(name: str, house: House) -> None:
    """The same for a club that exists and for an invented one."""
    door, url = DOORS[name], url_of(name, house.filled)
    asked = [(method, url) for method in METHODS]
    if "club_id" in GAPS[name]:
        asked += [(method, url_of(name, house.filled | {"club_id": INVENTED})) for method in ("GET", "POST")]
    for method, address in asked:
        response = ask("", method, address)
        if door.may is May.ANYBODY:
            assert response.status_code not in (401, 403), method
            assert not response.headers.get("Location", "").startswith(sign_in_with(address)), method
        elif method in SAFE:
            assert (response.status_code, response.headers["Location"]) == (302, sign_in_with(address)), method
        else:
            assert response.status_code == 401, method


@pytest.mark.parametrize("name", DOORS)
def test_nobody_is_told_so_without_a_token_and_in_a_fragment_too(name: str, house: House) -> None:
    closed, url = DOORS[name].may is not May.ANYBODY, url_of(name, house.filled)
    for accept in ("text/html", "application/json"):
        response = ask("", "POST", url, {"Accept": accept}, checks=True)
        assert (response.status_code == 401) == closed, accept
        if closed or response.status_code == 403:
            assert response.headers["Content-Type"].startswith(accept)
    for method in ("GET", "POST"):
        assert (ask("", method, url, FRAGMENT).status_code == 401) == closed, method


def test_a_script_without_a_token_is_told_in_json(house: House) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.cast.anna)
    response = client.post(reverse("clubs:found_club"), headers={"Accept": "application/json"})
    assert (response.status_code, response.json()) == (403, {"error": "csrf"})
    assert "Die Seite war zu alt" in client.post(reverse("clubs:found_club")).content.decode()


# --- Everybody who is signed in ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOORS)
def test_rights_open_doors(name: str, house: House) -> None:
    door, url = DOORS[name], url_of(name, house.filled)
    for role, rights in RIGHTS.items():
        for method, headers in ways(door, role):
            status = ask(house.cookies[role], method, url, headers).status_code
            assert status == expected(status, door, role, rights, method), (role, method, headers)


def ways(door: Door, role: str) -> list[tuple[str, dict[str, str]]]:
    """All of them for two. A method that the door does not know is refused before anybody's right is looked at, and
    HEAD asks the view that answers GET: the others need not try those.
    """
    if not door.methods or role in ("anna", "stranger"):
        return WAYS
    return [(method, headers) for method, headers in WAYS if method in door.methods and method != "HEAD"]


def expected(status: int, door: Door, role: str, rights: set[May], method: str) -> int:
    """What should be answered; where the door is open, anything but a refusal."""
    if door.methods and method not in door.methods:
        return 405
    if is_of_club(door) and role == "stranger":
        return 404
    if door.may not in rights:
        return 403
    if is_of_club(door):
        return status if status in (200, 302, 409, 422) else 200
    return status if status not in (401, 403) and status < 500 else 200


@pytest.mark.parametrize("name", OF_CLUB)
def test_an_invented_club_looks_like_a_foreign_one(name: str, house: House) -> None:
    invented = dict.fromkeys(("club_id", "evening_id", "sheet_id"), INVENTED)
    foreign = {gap: house.elsewhere[gap] for gap in invented}
    for method in DOORS[name].methods:
        for place in (invented, foreign):
            response = ask(house.cookies["anna"], method, url_of(name, house.filled | place))
            assert response.status_code == 404, (method, place)


@pytest.mark.parametrize(("name", "gap"), [(name, gap) for name in GAPS for gap in GAPS[name] if gap in NUMBERS])
def test_a_number_too_large_for_the_database_is_not_here(name: str, gap: str, house: House) -> None:
    for method in DOORS[name].methods if name in DOORS else ("POST",):
        response = ask(house.cookies["anna"], method, url_of(name, house.filled | {gap: TOO_LARGE}))
        assert response.status_code == 404, method


@pytest.mark.parametrize("name", OF_CLUB)
def test_a_deleted_club_is_gone(name: str, house: House) -> None:
    delete_club(house.cast.club, typed=house.cast.club.name, by=house.cast.anna)
    method = "GET" if "GET" in DOORS[name].methods else "POST"
    assert ask(house.cookies["anna"], method, url_of(name, house.filled)).status_code == 404


@pytest.mark.parametrize(
    ("name", "gap"), [(name, gap) for name in OF_CLUB for gap in ("player_id", "member_id") if gap in GAPS[name]]
)
def test_people_of_another_club_are_not_here(name: str, gap: str, house: House) -> None:
    """Anna owns the club in the address, but not that player or member."""
    for method in DOORS[name].methods:
        url = url_of(name, house.filled | {gap: house.elsewhere[gap]})
        assert ask(house.cookies["anna"], method, url).status_code == 404


@pytest.mark.parametrize("name", OF_CLUB)
def test_the_visitor_writes_nowhere(name: str, house: House, settings: Settings) -> None:
    settings.DEMO = True
    cookies = cookies_of(demo_visitor())
    for method in METHODS:
        status = ask(cookies, method, url_of(name, house.filled)).status_code
        if method not in SAFE:
            assert status == 403, method
        else:
            refused = 403 if name in settings.VISITOR_MAY_NOT_READ else 404
            assert status == (refused if method in DOORS[name].methods else 405)
