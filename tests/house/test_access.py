"""Every address × every right, reading and writing: 404 outside the club, 403 without the right, sign in first.

Everybody of the cast reads and writes once at every door, each in his own way (WAYS). Only the stranger tries all of
them, and the methods that a door does not know. Who is signed out and the demo visitor are stopped before the view, by
nothing but its name and the method: for them GET and POST are asked everywhere, other methods at some doors.

Cast and papers are made once for all doors; whatever a request or a test writes is taken back behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler
from django.test.utils import override_settings
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import demo_visitor
from dokoclub.clubs.services.clubs import delete_club
from tests.cast import Cast, make_cast, signed_in
from tests.house import gaps
from tests.house.doors import DOORS, ELSEWHERE, Door, May, addresses
from tests.house.gaps import INVENTED, NUMBERS
from tests.once import taken_back

Way = tuple[str, dict[str, str]]  # method, headers

PLAIN: Final = ("GET", "POST")
RARE: Final = ("HEAD", "PUT", "DELETE")
SAFE: Final = ("GET", "HEAD")
FRAGMENT: Final = {"HX-Request": "true"}
AS_PAGE: Final[list[Way]] = [("GET", {}), ("POST", {})]
AS_FRAGMENT: Final[list[Way]] = [("GET", FRAGMENT), ("POST", FRAGMENT)]
HEAD_ONLY: Final[list[Way]] = [("HEAD", {}), ("POST", {})]
UNUSUAL: Final[list[Way]] = [("PUT", {}), ("DELETE", {})]
WAYS: Final[dict[str, list[Way]]] = {
    "dora": AS_PAGE,
    "ben": AS_FRAGMENT,
    "cleo": HEAD_ONLY,
    "anna": AS_PAGE,
    "stranger": [*AS_PAGE, *AS_FRAGMENT, ("HEAD", {}), *UNUSUAL],
}
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


def known(door: Door) -> list[str]:
    """The methods to try where HEAD could not say more than GET."""
    return [method for method in PLAIN if method in door.methods]


OF_CLUB: Final = [name for name, door in DOORS.items() if is_of_club(door)]
OF_EACH_KIND: Final = list({(is_of_club(door), door.may, door.methods): name for name, door in DOORS.items()}.values())


def test_every_address_has_its_row() -> None:
    assert set(GAPS) == DOORS.keys() | ELSEWHERE.keys()


# --- The house, and how one asks at its doors -------------------------------------------------------------------------


class House(NamedTuple):
    cast: Cast
    filled: dict[str, Any]  # what stands in the gaps of an address
    elsewhere: dict[str, Any]  # the same, of another club
    cookies: dict[str, str]  # of everybody who is signed in
    visitor: str  # the cookies of who looks around the demo club


@pytest.fixture(scope="module")
def house(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with taken_back(django_db_blocker), override_settings(DATA_DIR=folder, REGISTRATION="open"):
        cast = make_cast()
        cookies = {role: cookies_of(getattr(cast, role)) for role in RIGHTS}
        with override_settings(DEMO=True):
            visitor = cookies_of(demo_visitor())
        yield House(cast, gaps.fill(cast), gaps.fill_elsewhere(cast), cookies, visitor)


@pytest.fixture(autouse=True)
def data_dir() -> None:
    """One for all doors is made with the house; here only the counts of the test before are forgotten."""
    cache.clear()


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
    asked = [(method, url) for method in (*PLAIN, *(RARE if name in OF_EACH_KIND else ()))]
    if "club_id" in GAPS[name]:
        asked.append(("GET", url_of(name, house.filled | {"club_id": INVENTED})))
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
    assert (ask("", "GET", url, FRAGMENT).status_code == 401) == closed


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


def ways(door: Door, role: str) -> list[Way]:
    """A method that the door does not know is refused before anybody's right is looked at, as the stranger's 405 shows:
    he would get 404 otherwise. The others need not try it.
    """
    if not door.methods or role == "stranger":
        return WAYS[role]
    return [(method, headers) for method, headers in WAYS[role] if method in door.methods]


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
    for method in known(DOORS[name]):
        for place in (invented, foreign):
            response = ask(house.cookies["anna"], method, url_of(name, house.filled | place))
            assert response.status_code == 404, (method, place)


@pytest.mark.parametrize(("name", "gap"), [(name, gap) for name in GAPS for gap in GAPS[name] if gap in NUMBERS])
def test_a_number_too_large_for_the_database_is_not_here(name: str, gap: str, house: House) -> None:
    for method in known(DOORS[name]) if name in DOORS else ("POST",):
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
    for method in known(DOORS[name]):
        url = url_of(name, house.filled | {gap: house.elsewhere[gap]})
        assert ask(house.cookies["anna"], method, url).status_code == 404


@pytest.mark.parametrize("name", OF_CLUB)
def test_the_visitor_writes_nowhere(name: str, house: House, settings: Settings) -> None:
    """Methods other than these: tests/accounts/test_demo.py."""
    settings.DEMO = True
    for method in PLAIN:
        status = ask(house.visitor, method, url_of(name, house.filled)).status_code
        if method not in SAFE:
            assert status == 403, method
        else:
            refused = 403 if name in hooks.visitor_may_not_read else 404
            assert status == (refused if method in DOORS[name].methods else 405)
