"""Personal links: the holder answers in one name, sees names and answers, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from dokoclub.clubs.services.clubs import delete_club
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import let_leave
from dokoclub.dates.models import Date, Opens, Reply, Secret
from dokoclub.dates.models.secret import make_token, random_seed
from dokoclub.dates.selectors import feeds
from dokoclub.dates.services import answering, planning
from tests.cast import Cast, signed_in
from tests.dates.papers import NO, YES, in_days, later, plan, say
from tests.pages import seen

pytestmark = pytest.mark.django_db


def link(cast: Cast, name: str = "Nele") -> str:
    """Return the path of the player's new link."""
    player = cast.players.get(name) or cast.guest(name)
    return f"/t/{answering.make_answer_link(player, by=cast.anna).token}/"


def test_an_owner_makes_it_shows_it_again_and_revokes_it(cast: Cast) -> None:
    nele, anna = cast.guest("Nele"), signed_in(cast.anna)
    url = f"/clubs/{cast.club.pk}/dates/links/"
    first = seen(anna.post(f"{url}{nele.pk}/", follow=True))
    found = re.search(r"http://localhost:8000(/t/[\w-]{22}/)", first)
    assert found
    assert found[1] in seen(anna.post(f"{url}{nele.pk}/", follow=True))
    assert Client().get(found[1]).status_code == 200
    assert Secret.objects.get().token_hash not in first
    anna.post(f"{url}{nele.pk}/revoke/")
    gone = Client().get(found[1])
    assert (gone.status_code, "Link ungültig" in seen(gone)) == (404, True)
    assert anna.get(f"{url}{nele.pk}/").status_code == 302  # nothing to show
    anna.post(f"{url}{nele.pk}/")
    assert found[1] not in seen(anna.get(f"{url}{nele.pk}/"))


def test_its_token_ends_in_a_letter_or_digit() -> None:
    """So a chat program takes the whole of it for the link."""
    assert all(make_token(random_seed())[-1].isalnum() for _ in range(300))


def test_the_database_knows_only_its_hash(cast: Cast) -> None:
    path = link(cast)
    row = Secret.objects.values().get()
    assert path.split("/")[2] not in repr(row)
    assert len(path.split("/")[2]) == 22


def test_one_tap_without_an_account(cast: Cast) -> None:
    one, path = plan(cast), link(cast)
    page = Client().post(f"{path}{one.pk}/", {"answer": "yes"}, follow=True)
    assert "1 dabei, drei fehlen noch" in seen(page)
    reply = Reply.objects.get()
    assert (reply.player, reply.given_by, reply.by_link) == (cast.players["Nele"], None, True)
    card = Client().post(f"{path}{one.pk}/", {"answer": "no"}, headers={"HX-Request": "true"})
    assert card.status_code == 200
    assert Reply.objects.get().answer == NO


def test_the_form_of_the_page_is_taken_with_its_token(cast: Cast) -> None:
    one, path, phone = plan(cast), link(cast), Client(enforce_csrf_checks=True)
    assert phone.post(f"{path}{one.pk}/", {"answer": "yes"}).status_code == 403
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', phone.get(path).content.decode())
    assert token
    assert phone.post(f"{path}{one.pk}/", {"answer": "yes", "csrfmiddlewaretoken": token[1]}).status_code == 302


def test_what_is_wrong_is_told_there_too(cast: Cast) -> None:
    one, path = plan(cast), link(cast)
    sent = {"answer": "yes", "details": "on", f"d{one.pk}-remark": "a" * 121}
    page = Client().post(f"{path}{one.pk}/", sent)
    assert (page.status_code, "120" in seen(page)) == (422, True)
    planning.cancel_date(one, by=cast.ben)
    assert Client().post(f"{path}{one.pk}/", {"answer": "yes"}).status_code == 422


def test_it_shows_dates_names_and_answers_and_no_way_further(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Anna", YES)
    page = Client().get(link(cast)).content.decode()
    assert "Anna" in page
    assert "/clubs/" not in page
    assert "/dates/" not in page
    assert "€" not in page


def test_nobody_else_is_answered_for(cast: Cast) -> None:
    """Additional fields in the request change nothing."""
    one, path = plan(cast), link(cast)
    dora = cast.players["Dora"]
    say(cast, one, "Dora", NO)
    Client().post(f"{path}{one.pk}/", {"answer": "yes", "player": dora.pk, "player_id": dora.pk})
    assert dict(Reply.objects.values_list("player__name", "answer")) == {"Dora": NO, "Nele": YES}
    assert Client().post(f"{path}{one.pk}/players/{dora.pk}/", {"answer": "yes"}).status_code == 404


def test_dates_of_another_club_are_not_there(cast: Cast) -> None:
    path = link(cast)
    foreign = Date(club=cast.other_club, start=plan(cast).start, end=plan(cast, in_days(8)).end)
    foreign.save()
    assert Client().post(f"{path}{foreign.pk}/", {"answer": "yes"}).status_code == 404
    assert Client().get(f"{path}{foreign.pk}/date.ics").status_code == 404
    assert not Reply.objects.exists()


def test_a_wrong_token_opens_nothing(cast: Cast) -> None:
    one = plan(cast)
    for token in ("x", "a" * 22, make_token(random_seed())):
        for path in (f"/t/{token}/", f"/t/{token}/{one.pk}/date.ics"):
            assert Client().get(path).status_code == 404
        assert Client().post(f"/t/{token}/{one.pk}/", {"answer": "yes"}).status_code == 404
        assert Client().post(f"/t/{token}/calendar/").status_code == 404


def test_a_calendar_is_no_link_and_a_link_no_calendar(cast: Cast) -> None:
    path = link(cast)
    feed = answering.make_own_calendar(cast.players["Nele"])
    assert Client().get(f"/t/{feed.token}/").status_code == 404
    assert Client().get(f"/calendar/{path.split('/')[2]}.ics").status_code == 404


def test_who_has_left_answers_no_more(cast: Cast) -> None:
    path = link(cast)
    let_leave(cast.players["Nele"], by=cast.anna)
    assert Client().get(path).status_code == 404


def test_a_deleted_club_opens_nothing(cast: Cast) -> None:
    path = link(cast)
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    assert Client().get(path).status_code == 404


def test_the_address_is_told_nobody(cast: Cast) -> None:
    answer = Client().get(link(cast))
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer.headers["Cache-Control"]


def test_with_another_key_of_the_server_it_still_opens_but_is_shown_no_more(cast: Cast, settings: Any) -> None:
    path = link(cast)
    settings.SECRET_KEY = "another"
    assert Client().get(path).status_code == 200
    assert feeds.date_secret(cast.players["Nele"], Opens.ANSWERS).token == ""  # type: ignore[union-attr]
    url = f"/clubs/{cast.club.pk}/dates/links/"
    assert "Link erstellen Nele" in seen(signed_in(cast.anna).get(url))
    made = signed_in(cast.anna).post(f"{url}{cast.players['Nele'].pk}/", follow=True)
    assert path not in seen(made)
    assert Client().get(path).status_code == 404


# --- Erased -----------------------------------------------------------------------------------------------------------


def test_who_is_erased_leaves_no_answer_no_link_and_no_name(cast: Cast) -> None:
    one = plan(cast, note="Nele bringt Kuchen mit")
    path = link(cast)
    say(cast, one, "Nele", NO, remark="bin verreist")
    say(cast, one, "Ben", YES, "Nele", remark="mit Nele")
    answering.make_own_calendar(cast.players["Nele"])
    erase_player(cast.players["Nele"], by=cast.anna)
    assert [*Reply.objects.values_list("player__name", "guests", "remark")] == [("Ben", [], "")]
    assert "Nele" not in repr([*Reply.history.values(), *Date.objects.values(), *Date.history.values()])
    assert not Reply.history.filter(player=cast.players["Nele"]).exists()
    assert not Secret.objects.exists()
    assert Client().get(path).status_code == 404
    one.refresh_from_db()
    assert one.kept == {}


def test_who_was_erased_is_still_counted_where_it_is_over(cast: Cast) -> None:
    one = plan(cast)
    for name in ("Anna", "Dora"):
        say(cast, one, name, YES)
    say(cast, one, "Ben", NO)
    with later(one.end):
        for name in ("Dora", "Ben"):
            erase_player(cast.players[name], by=cast.anna)
        one.refresh_from_db()
        assert one.kept == {str(cast.players["Dora"].pk): "yes", str(cast.players["Ben"].pk): "excused"}
        assert "2 wollten kommen" in seen(signed_in(cast.anna).get(f"/clubs/{cast.club.pk}/dates/"))
    assert [*Reply.objects.values_list("player__name", flat=True)] == ["Anna"]


def test_who_has_left_since_is_still_counted_where_it_is_over(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    with later(one.end):
        let_leave(cast.players["Dora"], by=cast.anna)
        assert "1 wollte kommen" in seen(signed_in(cast.anna).get(f"/clubs/{cast.club.pk}/dates/"))


def test_its_page_says_what_it_is_and_of_whom(cast: Cast) -> None:
    nele, anna = cast.guest("Nele"), signed_in(cast.anna)
    url = f"/clubs/{cast.club.pk}/dates/links/"
    page = anna.post(f"{url}{nele.pk}/", follow=True).content.decode()
    assert "<h1>Persönlicher Link</h1>" in page
    assert "<title>Persönlicher Link: Nele" in page
    listed = seen(anna.get(url))
    assert "Zeigen Nele" in listed
    assert "Zurückziehen" not in listed  # part of the page of the link


def test_guests_without_a_link_are_folded_and_each_list_is_an_alphabet(cast: Cast) -> None:
    for name in ("Nele", "Adele"):
        cast.guest(name)
    page = signed_in(cast.anna).get(f"/clubs/{cast.club.pk}/dates/links/").content.decode()
    _shown, _, folded = page.partition("<summary>Gäste ohne Link (2)</summary>")
    guests = folded.partition("</details>")[0]
    assert re.findall(r'<b translate="no">(\w+)</b>', guests) == ["Adele", "Nele"]


def test_the_way_back_stands_far_from_what_ends_a_link(cast: Cast) -> None:
    nele, anna = cast.guest("Nele"), signed_in(cast.anna)
    page = seen(anna.post(f"/clubs/{cast.club.pk}/dates/links/{nele.pk}/", follow=True))
    assert page.index("Persönlicher Link Alle Links") < page.index("Link teilen") < page.index("Zurückziehen")


def test_a_club_where_everybody_has_an_account_is_told_who_needs_a_link(cast: Cast) -> None:
    """Regression: a new club saw a paragraph and a closed fold, and nothing to do."""
    url = f"/clubs/{cast.club.pk}/dates/links/"
    assert "Noch niemand ohne Zugang" in seen(signed_in(cast.anna).get(url))
    cast.guest("Emil")
    assert "Noch niemand ohne Zugang" not in seen(signed_in(cast.anna).get(url))
