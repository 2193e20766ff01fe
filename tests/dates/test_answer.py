"""Answers to a date: by one tap, by an owner, with guests; their visibility, and how they count."""

from __future__ import annotations

import html
import re
from datetime import time, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.clubs import delete_club
from dokoclub.clubs.services.players import let_leave
from dokoclub.core.formatting import day, short_day
from dokoclub.dates.models import Date, DateState, Reply
from dokoclub.dates.selectors import answers
from dokoclub.dates.services import planning
from dokoclub.evenings.services.people import merge_players, take_back_merge
from tests.cast import Cast, make_club, signed_in
from tests.dates.papers import MAYBE, NO, YES, in_days, later, plan, say
from tests.pages import seen as words_of_page

pytestmark = pytest.mark.django_db
FRAGMENT = {"HX-Request": "true"}


def seen(response: Any) -> str:
    """Return the visible text of a page or of a part of one."""
    if "<main" in response.content.decode():
        return words_of_page(response)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())).split())


def tap(cast: Cast, name: str, one: Date, **fields: Any) -> Any:
    return signed_in(cast.accounts[name]).post(f"/dates/{one.pk}/answer/", fields, headers=FRAGMENT)


def page_of(cast: Cast, one: Date | None = None) -> str:
    """Return the words of a date's page, else of the list."""
    url = f"/dates/{one.pk}/" if one else f"/clubs/{cast.club.pk}/dates/"
    return seen(signed_in(cast.dora).get(url))


def test_one_tap_answers_and_the_card_comes_back_alone(cast: Cast) -> None:
    one = plan(cast)
    card = tap(cast, "Dora", one, answer="yes")
    words = seen(card)
    assert card.status_code == 200
    assert "<html" not in card.content.decode()
    assert "1 dabei, drei fehlen noch" in words
    assert Reply.objects.get().given_by == cast.dora


def test_without_a_script_the_page_of_the_date_comes_back(cast: Cast) -> None:
    one = plan(cast)
    page = signed_in(cast.dora).post(f"/dates/{one.pk}/answer/", {"answer": "maybe"}, follow=True)
    assert page.redirect_chain == [(f"/dates/{one.pk}/", 302)]
    assert "Dora Vielleicht" in seen(page)


def test_each_row_of_the_list_says_how_many_come_and_the_readers_answer(cast: Cast) -> None:
    one = plan(cast)
    assert "Noch niemand Kommst du?" in page_of(cast)
    say(cast, one, "Dora", YES)
    assert "1 dabei, drei fehlen noch Dabei" in page_of(cast)
    page = signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/dates/").content.decode()
    assert page.count(f'href="/dates/{one.pk}/"') == 1, "one target a row"


def test_who_comes_stands_there_by_card_and_by_name(cast: Cast) -> None:
    """Regression: above "3 coming" lay two cards, as a guest had none."""
    one = plan(cast)
    say(cast, one, "Cleo", YES, "Nele")
    say(cast, one, "Ben", YES)
    say(cast, one, "Dora", NO)
    page = tap(cast, "Anna", one, answer="maybe")
    hand = re.search(r'class="hand"[^>]*>(.*?)</div>', page.content.decode(), re.DOTALL)
    assert hand
    assert re.findall(r'data-letters="(\w+)"', hand[1]) == ["B", "C", "N"]
    words = seen(page)
    assert "3 dabei, einer fehlt noch" in words
    assert "Anna Vielleicht Ben Dabei Cleo bringt mit: Nele Dabei Dora Nicht" in words


def test_more_cards_than_there_is_room_for_are_counted(cast: Cast) -> None:
    one = plan(cast)
    for number in range(10):
        say(cast, one, cast.guest(f"Mitspieler {number}").name, YES)
    say(cast, one, "Ben", YES, "Nele", "Oskar")
    page = signed_in(cast.dora).get(f"/dates/{one.pk}/").content.decode()
    hand = page.partition('class="hand"')[2].partition("</div>")[0]
    assert "+3" in hand
    assert hand.count('class="pc p') == 10


@pytest.mark.parametrize(
    ("coming", "guests", "said"),
    [
        (0, 0, "Noch niemand"),
        (1, 0, "1 dabei, drei fehlen noch"),
        (2, 0, "2 dabei, zwei fehlen noch"),
        (3, 0, "3 dabei, einer fehlt noch"),
        (3, 1, "4 dabei: ein Tisch zu viert"),
        (4, 0, "4 dabei: ein Tisch zu viert"),
        (4, 3, "7 dabei: ein Tisch zu siebt"),
        (6, 3, "9 dabei: ein Tisch zu fünft, einer zu viert"),
        (12, 1, "13 dabei: ein Tisch zu fünft, 2 zu viert"),
        (12, 0, "12 dabei: 3 Tische zu viert"),
    ],
)
def test_what_tables_that_makes(cast: Cast, coming: int, guests: int, said: str) -> None:
    one = plan(cast)
    for number in range(4, coming):
        cast.guest(f"Mitspieler {number}")
    names = ("Nele", "Oskar", "Paula")[:guests]
    for name in list(cast.players)[:coming]:
        say(cast, one, name, YES, *(names if name == "Anna" else ()))
    assert said in page_of(cast, one)


def test_who_has_not_answered_is_counted_and_guests_are_not_asked(cast: Cast) -> None:
    cast.guest("Nele")
    one = plan(cast)
    say(cast, one, "Ben", NO)
    assert "3 offen" in page_of(cast, one)


def test_the_last_answer_counts_and_all_are_kept(cast: Cast) -> None:
    one = plan(cast)
    for answer in (YES, MAYBE, NO, NO):
        say(cast, one, "Dora", answer)
    reply = Reply.objects.get()
    assert reply.answer == NO
    assert [row.answer for row in reply.history.order_by("history_id")] == [YES, MAYBE, NO]


def test_guests_a_later_hour_and_a_remark(cast: Cast) -> None:
    one = plan(cast)
    tap(cast, "Dora", one, answer="yes")
    details = {f"d{one.pk}-{name}": value for name, value in (("guest_1", "Nele"), ("guest_3", "Oskar"))}
    more = {f"d{one.pk}-comes_at": "21:15", f"d{one.pk}-remark": "mit Kuchen"}
    words = seen(tap(cast, "Dora", one, answer="yes", details="on", **details, **more))
    assert "3 dabei, einer fehlt noch" in words
    assert "Dora ab 21:15 · bringt mit: Nele, Oskar · mit Kuchen Dabei" in words
    reply = Reply.objects.get()
    assert (reply.guests, reply.comes_at, reply.remark) == (["Nele", "Oskar"], time(21, 15), "mit Kuchen")
    tap(cast, "Dora", one, answer="maybe")  # a tap leaves the note next to it unchanged
    assert Reply.objects.get().guests == ["Nele", "Oskar"]
    tap(cast, "Dora", one, answer="no")  # and an absent player brings no guests
    assert (Reply.objects.get().guests, Reply.objects.get().remark) == ([], "mit Kuchen")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"answer": ""}, "Wähle eine Antwort."),
        ({"answer": "ja"}, "Wähle eine Antwort."),
        ({"answer": "yes", "details": "on", "remark": "a" * 121}, "120"),
        ({"answer": "yes", "details": "on", "comes_at": "9 Uhr"}, "gültige Uhrzeit"),
        ({"answer": "yes", "details": "on", "comes_at": "18:00"}, "Der Termin geht von 19:30 bis 23:30 Uhr."),
        ({"answer": "yes", "details": "on", "comes_at": "23:30"}, "Der Termin geht von 19:30 bis 23:30 Uhr."),
        (
            {"answer": "yes", "details": "on", "guest_1": "Nele", "guest_2": "NELE"},
            "Gib den zwei Gästen verschiedene Namen.",
        ),
        ({"answer": "yes", "details": "on", "guest_1": "***"}, "Buchstaben oder eine Ziffer"),
    ],
    ids=["nothing", "word", "remark", "hour", "before it", "over by then", "twins", "stars"],
)
def test_what_is_no_answer_is_told(cast: Cast, fields: dict[str, str], said: str) -> None:
    one = plan(cast)
    sent = {name if name in ("answer", "details") else f"d{one.pk}-{name}": value for name, value in fields.items()}
    card = tap(cast, "Dora", one, **sent)
    assert card.status_code == 422
    assert said in seen(card)
    assert not Reply.objects.exists()
    whole = signed_in(cast.dora).post(f"/dates/{one.pk}/answer/", sent)
    assert (whole.status_code, said in seen(whole)) == (422, True)


@pytest.mark.parametrize(
    ("comes_at", "kept"),
    [("19:30", None), ("19:31", time(19, 31)), ("00:30", time(0, 30))],
    ids=["begin", "later", "night"],
)
def test_from_the_beginning_on_is_no_later_and_past_midnight_is(cast: Cast, comes_at: str, kept: time | None) -> None:
    one = plan(cast, ends=time(1, 0))
    tap(cast, "Dora", one, answer="yes", details="on", **{f"d{one.pk}-comes_at": comes_at})
    assert Reply.objects.get().comes_at == kept


def test_a_no_after_the_last_moment_is_late(cast: Cast) -> None:
    one = plan(cast, answer_days=2)
    say(cast, one, "Anna", NO)
    say(cast, one, "Ben", YES)
    with later(one.last_moment + timedelta(minutes=1)):
        for name in ("Anna", "Ben", "Cleo"):
            say(cast, one, name, NO)
        say(cast, one, "Dora", YES)
    late = dict(Reply.objects.values_list("player__name", "late"))
    assert late == {"Anna": False, "Ben": True, "Cleo": True, "Dora": False}
    page = seen(signed_in(cast.dora).get(f"/dates/{one.pk}/"))
    # The time of the answer is shown for late answers only.
    assert re.search(r"Ben \w\w \d+\. \w+\.?( \d{4})?, \d\d:\d\d Nicht, zu spät", page)
    assert "Anna Nicht Ben" in page
    with later(one.last_moment + timedelta(minutes=5)):
        say(cast, one, "Ben", YES)
        assert Reply.objects.get(player__name="Ben").late is False
        say(cast, one, "Ben", NO)
        assert Reply.objects.get(player__name="Ben").late is True


def test_nobody_answers_once_it_has_begun(cast: Cast) -> None:
    one = plan(cast)
    with later(one.start):
        card = tap(cast, "Dora", one, answer="yes")
    assert card.status_code == 422
    assert "Antworten kann niemand mehr" in seen(card)
    assert not Reply.objects.exists()


def test_a_line_of_heute_takes_no_answer_to_a_date_that_is_cancelled(cast: Cast) -> None:
    one = plan(cast)
    assert "Dabei Vielleicht Nicht" in seen(tap(cast, "Dora", one, today="1", answer="yes"))
    planning.cancel_date(one, by=cast.anna)
    answer = tap(cast, "Dora", one, today="1", answer="no")
    assert "Antworten kann niemand mehr: Der Termin hat begonnen oder ist abgesagt." in seen(answer)
    assert "Dabei" not in seen(answer)


def test_who_is_no_player_any_more_is_led_away_and_no_page_stands_in_the_line(cast: Cast) -> None:
    one = plan(cast)
    Player.objects.filter(account=cast.dora).update(account=None)
    answer = tap(cast, "Dora", one, today="1", answer="yes")
    assert (answer.content, answer["HX-Redirect"]) == (b"", f"/clubs/{cast.club.pk}/dates/")


def test_an_owner_answers_for_a_player_and_others_do_not(cast: Cast) -> None:
    one, nele = plan(cast), cast.guest("Nele")
    url = f"/dates/{one.pk}/players/{nele.pk}/"
    assert signed_in(cast.ben).post(url, {"answer": "yes"}).status_code == 403
    people = signed_in(cast.anna).post(url, {"answer": "yes"}, headers=FRAGMENT)
    assert "Nele Dabei Vielleicht Nicht" in seen(people)  # the possible answers, and no hour, which nobody needs here
    assert (
        f'id="for-{nele.pk}-yes"\n      class="yes"\n      name="answer"\n      value="yes"\n      aria-pressed="true"'
        in (people.content.decode())
    )
    assert Reply.objects.get().given_by == cast.anna
    assert "Wähle eine der Antworten." in seen(signed_in(cast.anna).post(url, {"answer": "?"}, follow=True))
    stranger = cast.other_club.players.get()
    foreign = signed_in(cast.anna).post(f"/dates/{one.pk}/players/{stranger.pk}/", {"answer": "yes"})
    assert foreign.status_code == 404


def test_a_member_who_does_not_play_reads(cast: Cast) -> None:
    one = plan(cast)
    let_leave(cast.players["Dora"], by=cast.anna)
    page = signed_in(cast.dora).post(f"/dates/{one.pk}/answer/", {"answer": "yes"}, follow=True)
    assert "Antworten können nur Spieler des Clubs. Bitte einen Inhaber, dich einzutragen." in seen(page)
    assert "also wirst du nicht gefragt" in page_of(cast)
    assert not Reply.objects.exists()


def test_places_are_counted(cast: Cast) -> None:
    one = plan(cast, places=2)
    say(cast, one, "Anna", YES)
    assert "1 von 2 Plätzen frei" in page_of(cast, one)
    say(cast, one, "Ben", YES, "Nele")
    assert "nur 2 Plätze: Es kommen zu viele" in page_of(cast, one)


def test_answers_of_who_became_another_count_for_him_and_come_back(cast: Cast) -> None:
    one, isa = plan(cast), cast.guest("Isa")
    say(cast, one, "Isa", NO)
    merge = merge_players(cast.players["Dora"], isa, by=cast.anna)
    assert answers.read_date(one).replies[cast.players["Dora"].pk].answer == NO
    say(cast, one, "Dora", YES)
    assert answers.read_date(one).heads == 1
    take_back_merge(merge, by=cast.anna)
    found = answers.read_date(one)
    assert (found.replies[isa.pk].answer, found.replies[cast.players["Dora"].pk].answer) == (NO, YES)


def test_who_has_left_is_in_no_list(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Cleo", YES)
    let_leave(cast.players["Cleo"], by=cast.anna)
    assert answers.read_date(one).heads == 0


def test_a_deleted_club_takes_no_answers(cast: Cast) -> None:
    one = plan(cast)
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    with pytest.raises(planning.TooLate):
        say(cast, one, "Dora", YES)


def test_many_dates_cost_no_more_queries_than_one(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    say(cast, plan(cast), "Dora", YES)
    dora = signed_in(cast.dora)
    dora.get(f"/clubs/{cast.club.pk}/dates/")
    for number in (8, 9, 10):
        with django_assert_num_queries(7):
            dora.get(f"/clubs/{cast.club.pk}/dates/")
        one = plan(cast, in_days(number))
        for name in ("Anna", "Ben", "Cleo", "Dora"):
            say(cast, one, name, YES, "Nele")


def test_the_page_of_a_date_has_a_text_to_share(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Anna", YES, "Nele")
    page = seen(signed_in(cast.dora).get(f"/dates/{one.pk}/"))
    assert "19:30 Gasthaus: 2 kommen, 3 offen: Ben, Cleo, Dora" in page
    assert f"http://localhost:8000/dates/{one.pk}/" in page
    for name in ("Ben", "Cleo", "Dora"):
        say(cast, one, name, NO)
    assert "19:30 Gasthaus: 2 kommen http" in seen(signed_in(cast.dora).get(f"/dates/{one.pk}/"))


# --- The pages where players start ------------------------------------------------------------------------------------


def test_the_page_of_the_club_asks(cast: Cast) -> None:
    one, two = plan(cast, in_days(6)), plan(cast, in_days(14))
    dora, url = signed_in(cast.dora), f"/clubs/{cast.club.pk}/"
    page = seen(dora.get(url))
    assert page.count("Kommst du?") == 2  # of the next date on the leaf, of the other in a line
    assert f"{short_day(two.start)}: Kommst du?" in page
    say(cast, two, "Dora", YES)
    assert seen(dora.get(url)).count("Kommst du?") == 1
    say(cast, one, "Ben", YES)
    assert "1 dabei" in seen(dora.get(url))
    sent = dora.post(f"/dates/{one.pk}/answer/", {"answer": YES, "today": "1"})
    assert sent["Location"] == url
    assert "Du bist dabei" in seen(dora.get(url))


def test_a_member_who_does_not_play_sees_the_date_and_is_not_asked(cast: Cast) -> None:
    one = plan(cast, in_days(3))
    Player.objects.filter(pk=cast.players["Dora"].pk).update(account=None)
    page = signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/")
    assert day(one.start) in seen(page)
    assert "Kommst du?" not in seen(page)
    assert f"/dates/{one.pk}/answer/" not in page.content.decode()


def test_a_date_further_away_than_a_week_is_no_leaf(cast: Cast) -> None:
    one = plan(cast, in_days(8))
    page = seen(signed_in(cast.ben).get(f"/clubs/{cast.club.pk}/"))
    assert "Wer ist da?" in page
    assert f"{short_day(one.start)} Dabei Vielleicht Nicht" in page
    Date.objects.update(state=DateState.CANCELLED)
    assert "Dabei" not in seen(signed_in(cast.ben).get(f"/clubs/{cast.club.pk}/"))


def test_the_line_takes_the_answer_and_shows_it(cast: Cast) -> None:
    one, ben, url = plan(cast, in_days(8)), signed_in(cast.ben), f"/clubs/{cast.club.pk}/"
    assert f'action="/dates/{one.pk}/answer/"' in ben.get(url).content.decode()
    sent = {"answer": YES, "today": "1"}
    line = ben.post(f"/dates/{one.pk}/answer/", sent, headers={"HX-Request": "true"}).content.decode()
    assert line.count('aria-pressed="true"') == 1
    assert "<li" not in line
    assert "Dabei" not in seen(ben.get(url))  # nothing is asked any more
    refused = ben.post(f"/dates/{one.pk}/answer/", {"today": "1"}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "Wähle eine Antwort." in seen(refused)


def test_only_what_comes_soon_is_asked_where_one_begins(cast: Cast) -> None:
    for days in (6, 14, 40):
        plan(cast, in_days(days))
    make_club("Kastanie", cast.dora, player_name="Dora")
    dora = signed_in(cast.dora)
    assert seen(dora.get(f"/clubs/{cast.club.pk}/")).count("Kommst du?") == 2  # the date in 40 days waits
    assert seen(dora.get("/")).count("Kommst du?") == 1  # the next one alone
    assert page_of(cast).count("drei fehlen noch") == 0


def test_the_start_page_of_who_is_in_several_clubs_has_a_line_for_each_open_answer(cast: Cast) -> None:
    make_club("Kastanie", cast.dora, player_name="Dora")
    one = plan(cast)
    dora = signed_in(cast.dora)
    assert "Wer kommt? Linde" in seen(dora.get("/"))
    say(cast, one, "Dora", NO)
    assert "Wer kommt?" not in seen(dora.get("/"))
