"""DEMO_RESET=1: visitors may write in the demo club, there alone, and it is recreated each night."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from dokoclub.accounts import hooks
from dokoclub.clubs.models import Club, Membership
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.operations import logs
from tests.accounts.people import text
from tests.cast import make_cast, signed_in
from tests.evenings import papers
from tests.evenings.sending import save
from tests.evenings.views import SCRIPT, fields, url
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.address_kwargs import INVENTED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def public(demo: None, settings: Settings) -> None:
    settings.DEMO = settings.DEMO_RESET = True
    call_command("seed_demo", verbosity=0)  # as on each start


@pytest.fixture
def visitor(client: Client) -> Client:
    client.post("/account/demo/")
    return client


def demo_club() -> Club:
    found: Club = Club.objects.get(memberships__account__is_visitor=True)
    return found


def sheet() -> Sheet:
    """Return the open sheet of the demo club."""
    return Sheet.objects.filter(evening__club=demo_club(), evening__closed_at=None).latest("pk")


def write_game(visitor: Client, on: Sheet) -> int:
    """Return the status of a script's next game; of five players, the one that the sheet names sits out."""
    there = [str(seat.player_id) for seat in on.seats.filter(to_position=None).order_by("place")]
    for out in there:
        four = [player for player in there if len(there) == 4 or player != out]
        given = {"kind": "normal", "re_party": " ".join(four[:2]), "playing": " ".join(four), "re_augen": "131"}
        given |= {"uuid": str(uuid4()), "expected": str(on.games + 1)}
        status = int(save(visitor, on, given, headers=SCRIPT).status_code)
        if status != 422:
            break
    return status


def test_he_writes_a_game_on_the_open_sheet(visitor: Client) -> None:
    before = Entry.objects.count()

    assert "Im Demo-Club mitspielen" in text(Client().get("/"))
    assert url("send_ops", sheet()) in visitor.get(url("show_sheet", sheet())).content.decode()
    assert write_game(visitor, sheet()) == 200
    assert Entry.objects.count() == before + 1


def test_nothing_but_what_is_named(visitor: Client) -> None:
    club = demo_club()
    for name in ("clubs:leave_club", "clubs:add_player", "evenings:delete_evening", "exports:hand_in"):
        gap = {"evening_id": sheet().evening_id} if name.startswith("evenings") else {"club_id": club.pk}
        refused = visitor.post(reverse(name, kwargs=gap), {})
        assert refused.status_code == 403, name
    assert "Im Demo-Club nicht verfügbar." in text(refused)
    for name in ("list_links", "show_pen"):
        gap = {"evening_id": sheet().evening_id} if name == "list_links" else {"sheet_id": sheet().pk}
        assert visitor.post(reverse(f"evenings:{name}", kwargs=gap), {}).status_code == 403


def test_other_clubs_do_not_exist_for_him(visitor: Client) -> None:
    cast = make_cast()
    foreign = papers.sheet(cast)

    assert save(visitor, foreign, fields(cast)).status_code == 404
    assert Entry.objects.filter(sheet=foreign).count() == 0


@pytest.mark.usefixtures("visitor")
def test_without_it_he_writes_nothing(settings: Settings, client: Client) -> None:
    """This also holds when it was on before: the next start removes the rights."""
    settings.DEMO_RESET = False
    before_start = write_game(client, sheet())
    call_command("seed_demo", verbosity=0)
    member = Membership.objects.get(account__is_visitor=True)

    assert before_start == 403
    assert (member.scorer, member.treasurer, member.owner) == (False, False, False)


def test_somebody_who_writes_too_much_waits(visitor: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"demo_write": "2/m/key"}
    answers = [write_game(visitor, sheet()) for _ in range(3)]

    assert (429 in answers[:2], answers[2]) == (False, 429)
    assert visitor.get(url("show_sheet", sheet())).status_code == 200


def test_a_night_makes_it_anew_and_touches_nobody_else(visitor: Client) -> None:
    cast = make_cast()
    other = papers.sheet(cast)
    papers.write(cast, other, papers.anna_ben(cast))
    write_game(visitor, sheet())
    visitor.post(reverse("evenings:close_evening", kwargs={"evening_id": sheet().evening_id}), {})
    old = demo_club()

    call_command("reset_demo", verbosity=0)

    new = demo_club()
    assert (Club.objects.filter(pk=old.pk).exists(), Club.objects.count()) == (False, 3)
    assert Evening.objects.filter(club=new).count() > 1
    assert Entry.objects.filter(sheet=other).count() == 1
    assert visitor.get("/")["Location"] == new.get_absolute_url()
    assert write_game(visitor, sheet()) == 200
    assert logs.read_job_log("reset_demo").ended
    assert "reset_demo" in logs.list_jobs()


def test_it_is_no_job_where_nobody_may_write(settings: Settings) -> None:
    settings.DEMO_RESET = False

    assert "reset_demo" not in logs.list_jobs()
    with pytest.raises(CommandError, match="DEMO_RESET is not set"):
        call_command("reset_demo")


def test_what_he_may_write_is_of_the_sheet_and_never_of_an_owner() -> None:
    assert {ACCESS_RULES[name].may for name in hooks.visitor_may_write} == {May.SCORE, May.MONEY}


def test_people_who_are_signed_in_are_not_counted(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"demo_write": "1/m/key"}
    anna = signed_in(make_cast().anna)
    answers = [anna.post(f"/sheets/{INVENTED}/entries/").status_code for _ in range(3)]

    assert answers == [404, 404, 404]
