"""Every address × every right × every method: 404 outside the club, 403 without the right, sign in first."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import demo_visitor
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.evenings.models import Entry, PlayerMerge, Sheet
from dokoclub.evenings.services import NewSheet, make_secret_link, merge_players, open_evening, write_entry
from scoring.presets import PRESETS
from tests.clubs.cast import Cast, make_player, signed_in
from tests.clubs.doors import DOORS, ELSEWHERE, Door, May, addresses
from tests.clubs.test_show_invitation import make_invitation

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
INVENTED: Final = 987_654
TOO_LARGE: Final = 2**63
NUMBERS: Final = {
    "club_id",
    "evening_id",
    "sheet_id",
    "link_id",
    "merge_id",
    "player_id",
    "member_id",
    "invitation_id",
    "number",
}


def test_every_address_has_its_row() -> None:
    assert set(GAPS) == DOORS.keys() | ELSEWHERE.keys()


@pytest.fixture
def filled(cast: Cast, settings: Settings, request: pytest.FixtureRequest) -> dict[str, Any]:
    """What stands in the gaps of an address: the cast's club, and Dora in it. Built only where the address asks."""
    settings.REGISTRATION = "open"
    gaps = set(GAPS[request.node.callspec.params["name"]])
    known = {
        "club_id": cast.club.pk,
        "player_id": cast.player(cast.dora).pk,
        "member_id": cast.member(cast.dora).pk,
        "number": 1,
        "pk": INVENTED,
        "state": "normal",
    }
    if gaps & {"token", "invitation_id"}:
        token, invitation = make_invitation(cast)
        known |= {"token": token, "invitation_id": invitation.pk}
    if "merge_id" in gaps:
        known["merge_id"] = make_merge(cast).pk
    if gaps & {"evening_id", "sheet_id", "uuid", "link_id"}:
        sheet, entry = make_sheet(cast.club, cast.ben)
        known |= {"evening_id": sheet.evening_id, "sheet_id": sheet.pk, "uuid": entry.uuid}
        known["link_id"] = make_secret_link(sheet.evening, by=cast.ben).pk
    return known


def make_merge(cast: Cast) -> PlayerMerge:
    kept, merged = (make_player(cast.club, name) for name in ("Isabella", "Isa"))
    return merge_players(kept, merged, by=cast.anna)


def make_sheet(club: Club, by: Account) -> tuple[Sheet, Entry]:
    """A sheet with one row, at whose table nobody sits who has an account."""
    players = [make_player(club, name) for name in ("Emil", "Frieda", "Gustav", "Hilde")]
    table = NewSheet(players=players, rules=PRESETS["ddv"].rules)
    sheet = open_evening(club, [table], key=uuid4(), by=by).sheets.get()
    return sheet, write_entry(sheet, {"kind": "redeal"}, uuid=uuid4(), expected=None, by=by)


def ask(client: Client, method: str, url: str, **headers: str) -> HttpResponseBase:
    """What is answered; whatever it wrote is taken back."""
    with transaction.atomic():
        response: HttpResponseBase = client.generic(method, url, headers=headers or None)
        transaction.set_rollback(True)
    return response


def url_of(name: str, filled: dict[str, Any]) -> str:
    return reverse(name, kwargs={gap: filled[gap] for gap in GAPS[name]})


def is_of_club(door: Door) -> bool:
    return door.may in (May.READ, May.SCORE, May.MONEY, May.OWN)


def sign_in_with(url: str) -> str:
    return f"{reverse('account_login')}?next={url}"


@pytest.mark.parametrize("name", DOORS)
def test_nobody_is_asked_to_sign_in(name: str, filled: dict[str, Any]) -> None:
    """The same for a club that exists and for an invented one."""
    door, client = DOORS[name], Client()
    for club in (filled["club_id"], INVENTED):
        url = url_of(name, filled | {"club_id": club})
        for method in METHODS:
            response = ask(client, method, url)
            if door.may is May.ANYBODY:
                assert response.status_code not in (401, 403), method
                assert not response.headers.get("Location", "").startswith(sign_in_with(url)), method
            elif method in SAFE:
                assert (response.status_code, response.headers["Location"]) == (302, sign_in_with(url))
            else:
                assert response.status_code == 401, method


@pytest.mark.parametrize("name", DOORS)
def test_nobody_is_told_so_without_a_token_too(name: str, filled: dict[str, Any]) -> None:
    closed, url = DOORS[name].may is not May.ANYBODY, url_of(name, filled)
    for accept in ("text/html", "application/json"):
        response = ask(Client(enforce_csrf_checks=True), "POST", url, Accept=accept)
        assert (response.status_code == 401) == closed, accept
        if closed or response.status_code == 403:
            assert response.headers["Content-Type"].startswith(accept)


def test_a_script_without_a_token_is_told_in_json(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.anna)
    response = client.post(reverse("clubs:found_club"), headers={"Accept": "application/json"})
    assert (response.status_code, response.json()) == (403, {"error": "csrf"})
    assert "Die Seite war zu alt" in client.post(reverse("clubs:found_club")).content.decode()


@pytest.mark.parametrize("name", DOORS)
def test_a_fragment_for_nobody_is_401(name: str, filled: dict[str, Any]) -> None:
    door, url = DOORS[name], url_of(name, filled)
    for method in ("GET", "POST"):
        response = ask(Client(), method, url, **FRAGMENT)
        assert (response.status_code == 401) == (door.may is not May.ANYBODY)


@pytest.mark.parametrize("name", DOORS)
def test_rights_open_doors(name: str, filled: dict[str, Any], cast: Cast) -> None:
    door, url = DOORS[name], url_of(name, filled)
    for role, rights in RIGHTS.items():
        cookies = signed_in(getattr(cast, role)).cookies.output(header="", sep=";")
        for method, headers in WAYS:
            status = ask(Client(headers={"Cookie": cookies}), method, url, **headers).status_code
            assert status == expected(status, door, role, rights, method), (role, method, headers)


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


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if is_of_club(door)])
def test_an_invented_club_looks_like_a_foreign_one(name: str, filled: dict[str, Any], cast: Cast) -> None:
    door = DOORS[name]
    sheet, _entry = make_sheet(cast.other_club, cast.stranger)
    places = (
        dict.fromkeys(("club_id", "evening_id", "sheet_id"), INVENTED),
        {"club_id": cast.other_club.pk, "evening_id": sheet.evening_id, "sheet_id": sheet.pk},
    )
    for method in METHODS:
        expected_status = 404 if method in door.methods else 405
        for place in places:
            response = ask(signed_in(cast.anna), method, url_of(name, filled | place))
            assert response.status_code == expected_status, (method, place)


@pytest.mark.parametrize(("name", "gap"), [(name, gap) for name in GAPS for gap in GAPS[name] if gap in NUMBERS])
def test_a_number_too_large_for_the_database_is_not_here(
    name: str, gap: str, filled: dict[str, Any], cast: Cast
) -> None:
    for method in DOORS[name].methods if name in DOORS else ("POST",):
        response = ask(signed_in(cast.anna), method, url_of(name, filled | {gap: TOO_LARGE}))
        assert response.status_code == 404, method


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if is_of_club(door)])
def test_a_deleted_club_is_gone(name: str, filled: dict[str, Any], cast: Cast) -> None:
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    method = "GET" if "GET" in DOORS[name].methods else "POST"
    assert ask(signed_in(cast.anna), method, url_of(name, filled)).status_code == 404


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if "player_id" in GAPS[name]])
def test_players_of_another_club_are_not_here(name: str, filled: dict[str, Any], cast: Cast) -> None:
    """Anna owns the club in the address, but not the player."""
    foreign = make_player(cast.other_club, "Fremd")
    for method in DOORS[name].methods:
        assert ask(signed_in(cast.anna), method, url_of(name, filled | {"player_id": foreign.pk})).status_code == 404


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if "member_id" in GAPS[name]])
def test_members_of_another_club_are_not_here(name: str, filled: dict[str, Any], cast: Cast) -> None:
    foreign = cast.other_club.memberships.get()
    for method in DOORS[name].methods:
        assert ask(signed_in(cast.anna), method, url_of(name, filled | {"member_id": foreign.pk})).status_code == 404


@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if is_of_club(door)])
def test_the_visitor_writes_nowhere(name: str, filled: dict[str, Any], cast: Cast, settings: Settings) -> None:
    settings.DEMO = True
    client = signed_in(demo_visitor())
    for method in METHODS:
        status = ask(client, method, url_of(name, filled)).status_code
        if method not in SAFE:
            assert status == 403, method
        else:
            refused = 403 if name in settings.VISITOR_MAY_NOT_READ else 404
            assert status == (refused if method in DOORS[name].methods else 405)
