"""A club moves to another install by its file, and nothing of it is lost on the way."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.services import erase_account
from dokoclub.clubs.models import Awaited, Club, Invitation, IsMoving, Membership
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.clubs.services.erasure import erase_player
from dokoclub.clubs.services.moving import begin_move, confirm_move, note_file, take_back_move
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.models import Secret
from dokoclub.dates.services import make_answer_link, make_calendar
from dokoclub.evenings import services as evenings
from dokoclub.evenings.models import Sheet
from dokoclub.exports.models import Import, State
from dokoclub.exports.services.club_files import found_from_file
from dokoclub.settlement.services.dues import keep_fine
from dokoclub.standings.models import LeagueLink
from dokoclub.standings.services import make_league_link
from tests.accounts.people import make_account
from tests.cast import Cast, account, signed_in
from tests.clubs.test_show_invitation import make_invitation
from tests.dates.papers import in_days, plan
from tests.evenings import papers
from tests.evenings.sending import batch, game, send
from tests.evenings.views import fields, phone, url
from tests.exports.test_club_file import filled
from tests.pages import seen
from tests.released.asked import asked

pytestmark = pytest.mark.django_db

NEW: Final = "https://neu.example.org"
THERE: Final = f"{NEW}/clubs/7/"
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = {"HX-Request": "true", "Accept": "application/json"}


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


def page(name: str, club: Club) -> str:
    return reverse(f"exports:{name}", args=[club.pk])


def now(club: Club) -> Club:
    return Club.objects.get(pk=club.pk)


def download(cast: Cast) -> bytes:
    answer: Any = signed_in(cast.anna).get(page("export_moving", cast.club))
    return b"".join(answer.streaming_content)


def gone(cast: Cast, at: str = THERE) -> Club:
    """The club has moved."""
    begin_move(cast.club, to=NEW, by=cast.anna)
    note_file(cast.club, "0" * 64, by=cast.anna)
    confirm_move(cast.club, at=at, by=cast.anna)
    return now(cast.club)


# --- The whole way ----------------------------------------------------------------------------------------------------


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


# --- Only to be read --------------------------------------------------------------------------------------------------


def test_what_is_typed_is_refused_in_words_and_can_be_sent_again(cast: Cast, sheet: Sheet) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    typed = urlencode({"place": "Zum Löwen & Co"})
    answer = signed_in(cast.ben).post(f"/evenings/{sheet.evening_id}/edit/", typed, content_type=FORM)
    assert answer.status_code == 423
    assert "Linde zieht an eine andere Adresse um" in seen(answer)
    assert 'name="place" value="Zum Löwen &amp; Co"' in answer.content.decode()
    told = phone(cast).post(url("write_entry", sheet), fields(cast))
    assert (told.status_code, told.headers["Content-Type"]) == (423, "text/plain; charset=utf-8")
    assert "Nichts wurde gespeichert" in told.content.decode()


def test_every_page_says_so(cast: Cast, sheet: Sheet) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    dora = signed_in(cast.dora)
    for address in (cast.club.get_absolute_url(), f"/clubs/{cast.club.pk}/evenings/", f"/clubs/{cast.club.pk}/dates/"):
        assert f"Der Club zieht nach {NEW} um" in seen(dora.get(address)), address
    paper = phone(cast).get(url("show_sheet", sheet))
    assert "Der Club zieht an eine andere Adresse um" in seen(paper)
    assert 'id="entry"' not in paper.content.decode()


def test_the_kit_of_a_phone_says_so_and_its_pen_writes_nothing(cast: Cast, sheet: Sheet) -> None:
    token = evenings.give_pen(sheet)
    begin_move(cast.club, to=NEW, by=cast.anna)
    kit = phone(cast).get(url("show_kit", sheet)).json()
    assert (kit["open"], kit["closed"]) == (False, {"state": "S7moving", "to": NEW})
    pen = Client(headers=JSON)
    address = reverse("evenings:send_ops_by_pen", args=[token])
    told = pen.post(address, json.dumps(batch(sheet, game(cast))), content_type="application/json")
    assert told.status_code == 423
    assert pen.get(reverse("evenings:show_kit_by_pen", args=[token])).json()["open"] is False


def test_links_that_write_are_refused_and_links_that_read_go_on(cast: Cast, sheet: Sheet) -> None:
    date = plan(cast, in_days(3))
    personal = make_answer_link(cast.players["Dora"], by=cast.anna).token
    feed = make_calendar(cast.dora, cast.club).token
    token, _ = make_invitation(cast)
    league = evenings.link_token(make_league_link(cast.club, by=cast.anna))
    begin_move(cast.club, to=NEW, by=cast.anna)
    anybody = Client()
    read = [f"/t/{personal}/", f"/calendar/{feed}.ics", f"/l/{league}/", f"/invitation/{token}/"]
    assert [anybody.get(address).status_code for address in read] == [200] * 4
    assert anybody.post(reverse("dates:answer_by_link", args=[personal, date.pk]), {"answer": "yes"}).status_code == 423
    stranger = signed_in(cast.stranger)
    assert stranger.post(f"/invitation/{token}/").status_code == 423
    assert not cast.club.memberships.filter(account=cast.stranger).exists()


def test_an_evening_that_has_begun_on_a_phone_waits_there(cast: Cast) -> None:
    ben, club = phone(cast), cast.club
    address = reverse("evenings:open_begun", args=[club.pk])
    begun = {"format": 1, "key": str(uuid4()), "players": cast.ids("Anna", "Ben", "Cleo", "Dora"), "guests": []}
    begins = ben.get(reverse("evenings:show_blank", args=[club.pk])).json()["begins"]
    sent = json.dumps({**begun, "first_dealer": cast.ids("Anna")[0], **begins})
    begin_move(club, to=NEW, by=cast.anna)
    told = ben.post(address, sent, content_type="application/json", headers=JSON)
    assert (told.status_code, told.json()["key"], told.json()["to"]) == (423, begun["key"], NEW)
    assert ben.get(reverse("evenings:show_blank", args=[club.pk]), headers=JSON).status_code == 423
    take_back_move(club, by=cast.anna)
    assert ben.post(address, sent, content_type="application/json", headers=JSON).status_code == 200


def test_a_fine_at_the_sheet_too(cast: Cast, sheet: Sheet) -> None:
    fine = keep_fine(cast.club, None, name="Zu spät", cents=250, key=uuid4())
    begin_move(cast.club, to=NEW, by=cast.anna)
    typed = {"player": cast.players["Dora"].pk, "fine": fine.pk, "key": str(uuid4())}
    assert phone(cast).post(f"/sheets/{sheet.pk}/fine/", typed).status_code == 423


def test_who_passed_the_door_before_it_was_shut_is_stopped_inside(cast: Cast, sheet: Sheet) -> None:
    """The request was let in a moment before the move began."""
    begin_move(cast.club, to=NEW, by=cast.anna)
    with pytest.raises(IsMoving):
        papers.write(cast, sheet, papers.anna_ben(cast))
    with pytest.raises(IsMoving):
        add_player(cast.club, name="Neu", short_name="", guest=True, active=True, notes="", by=cast.anna)
    with pytest.raises(IsMoving):
        delete_club(cast.club, typed="Linde", by=cast.anna)
    with pytest.raises(IsMoving):
        evenings.close_evening(sheet.evening, by=cast.anna)


def test_the_night_leaves_it_as_it_is(cast: Cast, sheet: Sheet) -> None:
    sheet.evening.deleted_at = timezone.now() - timedelta(days=40)
    sheet.evening.save()
    begin_move(cast.club, to=NEW, by=cast.anna)
    before = download(cast)
    call_command("purge", stdout=StringIO())
    assert download(cast) == before
    take_back_move(cast.club, by=cast.anna)
    call_command("purge", stdout=StringIO())
    assert not cast.club.evenings.exists()


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
    assert "auf der der Club jetzt ist" in seen(answer)


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
    assert "Der Umzug wurde zurückgenommen" in seen(late)
    assert not now(cast.club).has_moved


def test_only_owners(cast: Cast) -> None:
    for name in ("move_club", "export_moving", "confirm_move", "take_back_move"):
        for person, status in ((cast.ben, 403), (cast.cleo, 403), (cast.dora, 403), (cast.stranger, 404)):
            method = "get" if name == "export_moving" else "post"
            assert getattr(signed_in(person), method)(page(name, cast.club), {"to": NEW}).status_code == status, name
    assert not now(cast.club).is_moving


def test_an_import_that_is_not_complete_would_stay_behind(cast: Cast) -> None:
    Import.objects.create(club=cast.club, state=State.RUNNING)
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
    assert "Noch niemand hat die Datei" in seen(early)
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


# --- Sent on ----------------------------------------------------------------------------------------------------------


def test_whoever_held_a_right_link_is_told_and_nobody_else(cast: Cast, sheet: Sheet) -> None:
    token, _ = make_invitation(cast)
    links = {
        "pen": reverse("evenings:show_sheet_by_pen", args=[evenings.give_pen(sheet)]),
        "evening": reverse(
            "evenings:show_by_link", args=[evenings.link_token(evenings.make_secret_link(sheet.evening, by=cast.ben))]
        ),
        "league": f"/l/{evenings.link_token(make_league_link(cast.club, by=cast.anna))}/",
        "personal": f"/t/{make_answer_link(cast.players['Dora'], by=cast.anna).token}/",
        "invitation": f"/invitation/{token}/",
    }
    feed = f"/calendar/{make_calendar(cast.dora, cast.club).token}.ics"
    own = f"/calendar/{make_calendar(cast.dora).token}.ics"
    gone(cast)
    anybody = Client()
    for what, address in links.items():
        answer = anybody.get(address)
        assert answer.status_code == 410, what
        assert THERE in answer.content.decode(), what
    assert f"URL:{THERE}".encode() in anybody.get(feed).content
    assert anybody.get(own).status_code == 200
    LeagueLink.objects.update(revoked_at="2026-01-01T00:00Z")
    Invitation.objects.update(revoked_at="2026-01-01T00:00Z")
    Secret.objects.update(revoked_at="2026-01-01T00:00Z")
    Sheet.objects.update(pen="")
    ended = [address for what, address in links.items() if what != "evening"]
    assert [anybody.get(address).status_code for address in [*ended, feed]] == [404] * 5
    assert anybody.get(links["league"][:-4] + "xyz/").status_code == 404


def test_the_start_page_lists_it_and_the_owner_finds_his_way_back(cast: Cast) -> None:
    club = gone(cast)
    home = seen(signed_in(cast.dora).get("/"))
    assert "Umgezogene Clubs" in home
    assert "Gelöschte Clubs" not in seen(signed_in(cast.anna).get("/"))
    assert page("move_club", club) in signed_in(cast.anna).get(club.get_absolute_url()).content.decode()
    assert page("move_club", club) not in signed_in(cast.dora).get(club.get_absolute_url()).content.decode()
    assert signed_in(cast.anna).post(reverse("clubs:take_back_club", args=[club.pk])).status_code == 410


def test_after_thirty_days_it_is_gone_for_good(cast: Cast, sheet: Sheet) -> None:
    club = gone(cast)
    assert "ist er hier für immer weg" in seen(signed_in(cast.anna).get(page("move_club", club)))
    Club.objects.filter(pk=club.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("purge", stdout=StringIO())
    assert not Club.objects.filter(pk=club.pk).exists()
    assert signed_in(cast.dora).get(club.get_absolute_url()).status_code == 404


# --- Invited again ----------------------------------------------------------------------------------------------------


def arrived(cast: Cast) -> tuple[Club, Client]:
    begin_move(cast.club, to=NEW, by=cast.anna)
    owner = account("Mia")
    return found_from_file(BytesIO(download(cast)), key=uuid4(), by=owner), signed_in(owner)


def test_an_owner_is_never_made_by_an_invitation(cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True, scorer=False)
    club, mia = arrived(cast)
    address = reverse("clubs:invite_again", args=[club.pk])
    assert "besaß den Club" in seen(mia.get(address))
    ben = club.players.get(name="Ben")
    typed = {"seed": mia.get(address).context["form"]["seed"].value(), "lasts": 7, "players": [ben.pk]}
    mia.post(address, typed)
    made = Invitation.objects.get(club=club)
    assert (made.player, made.scorer, made.treasurer, made.single_use) == (ben, True, True, True)
    assert Awaited.objects.filter(player__club=club).count() == 3


@pytest.mark.parametrize("number", [1, 3])
def test_many_people_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club, mia = arrived(cast)
    ticked = list(Awaited.objects.filter(player__club=club).values_list("player", flat=True)[:number])
    Awaited.objects.filter(player__club=club).exclude(player__in=ticked).delete()
    address = reverse("clubs:invite_again", args=[club.pk])
    mia.get(address)  # the first page of a day renews the session
    with django_assert_num_queries(6):
        seed = mia.get(address).context["form"]["seed"].value()
    with django_assert_num_queries(12):
        made = mia.post(address, {"seed": seed, "lasts": 7, "players": ticked}).headers["Location"]
    with django_assert_num_queries(4):
        assert len(mia.get(made).context["made"]) == number


def test_nobody_is_invited_and_nothing_is_kept(cast: Cast) -> None:
    club, mia = arrived(cast)
    assert "4 hatten ein Konto" in seen(mia.get(club.get_absolute_url()))
    mia.post(reverse("clubs:invite_again", args=[club.pk]), {"forget": "1"})
    assert not Awaited.objects.filter(player__club=club).exists()
    assert "hatten ein Konto" not in seen(mia.get(club.get_absolute_url()))


def test_what_was_typed_is_kept_where_something_is_wrong(cast: Cast) -> None:
    club, mia = arrived(cast)
    ben = club.players.get(name="Ben")
    address = reverse("clubs:invite_again", args=[club.pk])
    answer = mia.post(address, {"seed": "forged", "lasts": 7, "players": [ben.pk]})
    assert answer.status_code == 422
    assert [one.player.name for one, ticked in answer.context["awaited"] if ticked] == ["Ben"]
    assert not Invitation.objects.filter(club=club).exists()


def test_who_is_awaited_is_forgotten_after_a_month_and_when_erased(cast: Cast) -> None:
    club, _ = arrived(cast)
    erase_player(club.players.get(name="Ben"), by=club.memberships.get().account)
    assert Awaited.objects.filter(player__club=club).count() == 3
    Awaited.objects.update(came_at=timezone.now() - timedelta(days=31))
    call_command("purge", stdout=StringIO())
    assert not Awaited.objects.exists()


def test_rights_stand_in_the_file_by_player(cast: Cast) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    told = json.loads(download(cast))
    names = [row["name"] for row in told["players"]]
    rights = {
        names[row["player"] - 1]: [name for name in ("owner", "scorer", "treasurer") if row[name]]
        for row in told["rights"]
    }
    assert rights == {"Anna": ["owner"], "Ben": ["scorer"], "Cleo": ["treasurer"], "Dora": []}
