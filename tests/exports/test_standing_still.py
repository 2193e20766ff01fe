"""A club that moves is only read, and who belongs to one that has moved is sent on."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dokoclub.clubs.models import Club, Invitation, IsMoving
from dokoclub.clubs.services.clubs import begin_move, delete_club, take_back_move
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.models import Secret
from dokoclub.dates.services.answering import make_answer_link, make_calendar
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.services.dues import save_fine
from dokoclub.standings.models import LeagueLink
from dokoclub.standings.services.league import make_league_link
from tests.cast import Cast, signed_in
from tests.clubs.test_show_invitation import make_invitation
from tests.dates.papers import in_days, plan
from tests.evenings import papers
from tests.evenings.sending import batch, game, save
from tests.evenings.views import fields, phone, url
from tests.exports.moves import FORM, JSON, NEW, THERE, download, gone, page
from tests.pages import seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    return papers.sheet(cast)


# --- Only to be read --------------------------------------------------------------------------------------------------


def test_what_is_typed_is_refused_in_words_and_can_be_sent_again(cast: Cast, sheet: Sheet) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    typed = urlencode({"place": "Zum Löwen & Co"})
    answer = signed_in(cast.ben).post(f"/evenings/{sheet.evening_id}/edit/", typed, content_type=FORM)
    assert answer.status_code == 423
    assert "Linde zieht um und ist bis dahin nur lesbar." in seen(answer)
    assert 'name="place" value="Zum Löwen &amp; Co"' in answer.content.decode()
    told = save(phone(cast), sheet, fields(cast))
    assert (told.status_code, told.headers["Content-Type"]) == (423, "text/plain; charset=utf-8")
    assert "Nichts wurde gespeichert" in told.content.decode()


def test_every_page_says_so(cast: Cast, sheet: Sheet) -> None:
    begin_move(cast.club, to=NEW, by=cast.anna)
    dora = signed_in(cast.dora)
    for address in (cast.club.get_absolute_url(), f"/clubs/{cast.club.pk}/evenings/", f"/clubs/{cast.club.pk}/dates/"):
        assert f"Der Club zieht nach {NEW} um" in seen(dora.get(address)), address
    paper = phone(cast).get(url("show_sheet", sheet))
    assert "Der Club zieht um: Bis dahin sind seine Zettel nur lesbar." in seen(paper)
    assert 'id="entry"' not in paper.content.decode()


def test_the_kit_of_a_phone_says_so_and_its_pen_writes_nothing(cast: Cast, sheet: Sheet) -> None:
    token = evenings_evenings.create_scoring_link(sheet)
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
    league = make_league_link(cast.club, by=cast.anna).token
    begin_move(cast.club, to=NEW, by=cast.anna)
    anybody = Client()
    read = [f"/t/{personal}/", f"/calendar/{feed}.ics", f"/l/{league}/", f"/invitation/{token}/"]
    assert [anybody.get(address).status_code for address in read] == [200] * 4
    assert anybody.post(reverse("dates:answer_by_link", args=[personal, date.pk]), {"answer": "yes"}).status_code == 423
    stranger = signed_in(cast.stranger)
    assert stranger.post(f"/invitation/{token}/").status_code == 423
    assert not cast.club.memberships.filter(account=cast.stranger).exists()


@pytest.mark.promise("moving")
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
    fine = save_fine(cast.club, None, name="Zu spät", cents=250, key=uuid4())
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
        evenings_evenings.close_evening(sheet.evening, by=cast.anna)


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


# --- Sent on ----------------------------------------------------------------------------------------------------------


def test_whoever_held_a_right_link_is_told_and_nobody_else(cast: Cast, sheet: Sheet) -> None:
    token, _ = make_invitation(cast)
    links = {
        "pen": reverse("evenings:show_sheet_by_pen", args=[evenings_evenings.create_scoring_link(sheet)]),
        "evening": reverse(
            "evenings:show_by_link",
            args=[evenings_evenings.make_secret_link(sheet.evening, by=cast.ben).token],
        ),
        "league": f"/l/{make_league_link(cast.club, by=cast.anna).token}/",
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
    assert "ist umgezogen. Mitglieder und Links werden bis" in seen(signed_in(cast.anna).get(page("move_club", club)))
    Club.objects.filter(pk=club.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("purge", stdout=StringIO())
    assert not Club.objects.filter(pk=club.pk).exists()
    assert signed_in(cast.dora).get(club.get_absolute_url()).status_code == 404
