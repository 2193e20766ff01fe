"""A club moves to another install by its file, and nothing of it is lost on the way."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.services.erasure import erase_account
from dokoclub.clubs.models import Awaited, Invitation, Membership
from dokoclub.clubs.services.clubs import begin_move, take_back_move
from dokoclub.clubs.services.players import add_player
from dokoclub.evenings.models import Sheet
from dokoclub.exports.models import Import, ImportState
from dokoclub.exports.services.club_file import found_from_file
from tests.accounts.people import make_account
from tests.cast import Cast, signed_in
from tests.evenings import papers
from tests.evenings.sending import batch, game, send
from tests.evenings.views import phone
from tests.exports.club_files import filled
from tests.exports.moves import JSON, NEW, THERE, download, gone, now, page
from tests.pages import seen
from tests.released.asked import asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


# --- The whole way ----------------------------------------------------------------------------------------------------


@pytest.mark.promise("moving")
def test_a_club_with_everything_moves(cast: Cast) -> None:
    for name in ("Cem", "Ina", "Georg", "Luise", "Emil", "Frida", "Karl", "Otto"):
        add_player(cast.club, name=name, short_name="", guest=False, active=True, notes="", by=cast.anna)
    club = filled(cast.club)
    cast.anna.refresh_from_db()  # it has a password by that
    waiting = Sheet.objects.get(evening__club=club, evening__closed_at=None)
    anna = signed_in(cast.anna)

    assert anna.post(page("move_club", club), {"to": "neu.example.org/"}).headers["Location"] == page("move_club", club)
    content = download(cast)
    told = send(phone(cast), waiting, sent := {**batch(waiting), "ops": [kept := game(cast)]}, headers=JSON)
    assert (told.status_code, told.json()["reason"], told.json()["batch"]) == (423, "moving", sent["batch"])

    mia = make_account("mia", "Mia", password=None)  # the owner of before, with an account over there
    there = found_from_file(BytesIO(content), key=uuid4(), by=mia)
    assert asked(signed_in(mia), there) == asked(anna, club)
    call_command("check_ledger", stdout=StringIO())
    assert [*there.memberships.values_list("account__username", "owner")] == [("mia", True)]

    new = signed_in(mia)
    form = new.get(reverse("clubs:invite_again", args=[there.pk])).context["form"]
    people = {one.player.name: one.player for one in Awaited.objects.filter(player__club=there)}
    assert people.keys() == {"Anna", "Ben", "Cleo", "Dora"}
    ticked = [player.pk for name, player in people.items()]
    typed = {"seed": form["seed"].value(), "lasts": 7, "players": ticked, "own": people["Anna"].pk}
    links = [new.post(reverse("clubs:invite_again", args=[there.pk]), typed).headers["Location"] for _ in range(2)]
    assert (links[0], Invitation.objects.filter(club=there).count()) == (links[1], 3)
    assert there.memberships.count() == 1  # no rights for whoever has not accepted
    assert not Awaited.objects.filter(player__club=there).exists()
    made = {
        row.player.name: link.address.partition("//")[2].partition("/")[2]
        for row, link in new.get(links[0]).context["made"]
    }
    for name in ("Ben", "Cleo", "Dora"):
        come = signed_in(make_account(f"{name}2", name, password=None))
        assert come.post("/" + made[name]).status_code == 302
    assert {member.account.display_name: member.rights for member in there.memberships.select_related("account")} == {
        "Mia": "read scorer treasurer owner",
        "Ben": "read scorer",
        "Cleo": "read treasurer",
        "Dora": "read",
    }
    assert there.players.get(name="Anna").account == mia

    assert anna.post(page("confirm_move", club), {"at": THERE}).status_code == 302
    answer = signed_in(cast.dora).get(club.get_absolute_url())
    assert answer.status_code == 410
    assert f'href="{THERE}"' in answer.content.decode()
    assert signed_in(cast.stranger).get(club.get_absolute_url()).status_code == 404
    told = send(phone(cast), waiting, sent, headers=JSON)
    assert (told.status_code, told.json()["to"], told.json()["batch"]) == (410, THERE, sent["batch"])
    assert not waiting.entries.filter(uuid=kept["uuid"]).exists()


def test_taken_back_it_goes_on_as_if_nothing_had_been(cast: Cast, sheet: Sheet) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    refused = send(phone(cast), sheet, sent := batch(sheet, game(cast)), headers=JSON)
    for _ in range(2):
        assert signed_in(cast.anna).post(page("take_back_move", cast.club)).status_code == 302
    taken = send(phone(cast), sheet, sent, headers=JSON)
    assert (refused.status_code, taken.status_code, sheet.entries.count()) == (423, 200, 1)
    assert (now(cast.club).moving_to, now(cast.club).moving_since, now(cast.club).moving_file) == ("", None, "")


# --- To begin ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://neu.example.org", "https://neu.example.org"),
        ("NEU.example.org/clubs/from-file/?a=b#c", "https://neu.example.org"),
        (" http://dokopi:8000/ ", "http://dokopi:8000"),
        ("https://neu.example.org:443", "https://neu.example.org"),
        ("https://döppel.example.org", "https://xn--dppel-jua.example.org"),
        ("http://[fd00::1]:8000", "http://[fd00::1]:8000"),
    ],
)
def test_an_address_is_taken_as_people_copy_it(cast: Cast, typed: str, kept: str) -> None:
    assert signed_in(cast.anna).post(page("move_club", cast.club), {"to": typed}).status_code == 302
    assert now(cast.club).moving_to == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "javascript:alert(1)",
        "ftp://neu.example.org",
        "https://",
        "https://a@neu.example.org",
        "https://neu example.org",
        "https://neu.example.org:99999",
        "https://neu..example.org",
        f"https://{'a' * 300}.example.org",
        'neu.example.org/"<',
    ],
)
def test_what_is_no_address_is_said_beside_the_field_and_kept(cast: Cast, typed: str) -> None:
    answer = signed_in(cast.anna).post(page("move_club", cast.club), {"to": typed})
    assert (answer.status_code, answer.context["form"]["to"].value()) == (422, typed)
    assert answer.context["form"].errors.keys() == {"to"}
    assert not now(cast.club).is_moving


@pytest.mark.parametrize(
    "typed", ["http://testserver/", "https://testserver", "http://localhost:8000", "http://dokopi"]
)
def test_it_does_not_move_to_where_it_is(cast: Cast, typed: str, settings: Any) -> None:
    settings.PUBLIC_URL = "http://localhost:8000"
    settings.ALLOWED_HOSTS = ["testserver", "dokopi"]
    answer = signed_in(cast.anna).post(page("move_club", cast.club), {"to": typed})
    assert answer.status_code == 422
    assert "Auf dieser Seite ist der Club schon: Gib die andere an." in seen(answer)


def test_two_owners_at_once(cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    anna, ben = signed_in(cast.anna), signed_in(cast.ben)
    for _ in range(2):
        assert anna.post(page("move_club", cast.club), {"to": NEW}).status_code == 302
    answer = ben.post(page("move_club", cast.club), {"to": "https://dritt.example.org"})
    assert answer.status_code == 422
    assert f"Der Club zieht schon nach {NEW} um" in seen(answer)
    assert now(cast.club).history.exclude(moving_to="").count() == 1
    anna.post(page("take_back_move", cast.club))
    late = ben.post(page("confirm_move", cast.club), {"at": THERE}, follow=True)
    assert "Umzug zurückgenommen: Der Club bleibt hier." in seen(late)
    assert not now(cast.club).has_moved


def test_an_import_that_is_not_complete_would_stay_behind(cast: Cast) -> None:
    Import.objects.create(club=cast.club, state=ImportState.RUNNING)
    answer = signed_in(cast.anna).post(page("move_club", cast.club), {"to": NEW})
    assert answer.status_code == 422
    assert "Ein Import ist nicht vollständig" in seen(answer)
    assert not now(cast.club).is_moving


def test_the_page_tells_what_is_going_on(
    cast: Cast, sheet: Sheet, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna = signed_in(cast.anna)
    assert "1 Abend ist offen" in seen(anna.get(page("move_club", cast.club)))
    with django_assert_num_queries(6):  # session, account, membership with its club, and three counts
        anna.get(page("move_club", cast.club))


# --- To confirm -------------------------------------------------------------------------------------------------------


def test_it_is_confirmed_by_its_address_there(cast: Cast) -> None:
    anna = signed_in(cast.anna)
    begin_move(cast.club, to=NEW, by=cast.anna)
    early = anna.post(page("confirm_move", cast.club), {"at": THERE})
    assert "Lade zuerst die Datei des Clubs herunter." in seen(early)
    download(cast)
    elsewhere = anna.post(page("confirm_move", cast.club), {"at": "https://boese.example.org/clubs/7/"})
    assert (elsewhere.status_code, elsewhere.context["confirm"]["at"].value()) == (
        422,
        "https://boese.example.org/clubs/7/",
    )
    for _ in range(2):
        assert anna.post(page("confirm_move", cast.club), {"at": THERE}).status_code == 302
    assert (now(cast.club).moved_to, now(cast.club).history.exclude(moved_to="").count()) == (THERE, 1)
    assert anna.post(page("confirm_move", cast.club), {"at": f"{NEW}/clubs/8/"}).status_code == 302
    assert now(cast.club).moved_to == f"{NEW}/clubs/8/"


def test_what_was_changed_since_the_download_is_told(cast: Cast) -> None:
    """An account may be deleted at any time: its name must not live on over there unnoticed."""
    begin_move(cast.club, to=NEW, by=cast.anna)
    download(cast)
    erase_account(cast.dora)
    anna = signed_in(cast.anna)
    answer = anna.post(page("confirm_move", cast.club), {"at": THERE})
    assert answer.status_code == 422
    assert "etwas geändert" in seen(answer)
    download(cast)
    assert anna.post(page("confirm_move", cast.club), {"at": THERE}).status_code == 302


def test_or_it_may_stay_behind(cast: Cast) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    download(cast)
    erase_account(cast.dora)
    assert signed_in(cast.anna).post(page("confirm_move", cast.club), {"at": THERE, "anyway": "on"}).status_code == 302


def test_taken_back_after_all(cast: Cast, sheet: Sheet) -> None:
    club = gone(cast)
    take_back_move(club, by=cast.anna)
    assert signed_in(cast.dora).get(club.get_absolute_url()).status_code == 200
    papers.write(cast, sheet, papers.anna_ben(cast))
