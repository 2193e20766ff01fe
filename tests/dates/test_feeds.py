"""Calendar feeds, read by the library that wrote them and as bytes: every known calendar trap."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Membership
from dokoclub.clubs.services.clubs import delete_club, switch_feature
from dokoclub.clubs.services.players import let_leave
from dokoclub.dates.models import Date, DateKind, Secret
from dokoclub.dates.models.date import begin_at
from dokoclub.dates.selectors.feeds import DAYS_AHEAD, DAYS_BACK
from dokoclub.dates.services import answering, planning
from tests.cast import Cast, make_club, signed_in
from tests.dates.papers import MAYBE, NO, YES, in_days, later, now, plan, say, wanted
from tests.pages import seen

pytestmark = pytest.mark.django_db


def own(account: Account) -> str:
    return f"/calendar/{answering.make_calendar(account).token}.ics"


def of_club(cast: Cast) -> str:
    return f"/calendar/{answering.make_calendar(cast.dora, cast.club).token}.ics"


def read(path: str) -> bytes:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content


def events(path: str) -> list[Any]:
    return list(Calendar.from_ical(read(path)).walk("VEVENT"))


def unfolded(path: str) -> str:
    return read(path).decode().replace("\r\n ", "")


def put(cast: Cast, start: datetime, **facts: Any) -> Date:
    """Write a value that the form would refuse."""
    one = Date(club=cast.club, start=start, end=start + timedelta(hours=4), **facts)
    one.save()
    return one


# --- The content ------------------------------------------------------------------------------------------------------


def test_the_own_feed_says_what_one_has_answered(cast: Cast) -> None:
    marks = {"Doko ✓ · Linde": YES, "Doko × · Linde": NO, "Doko ? · Linde": MAYBE}
    for number, answer in enumerate(marks.values(), start=1):
        say(cast, plan(cast, in_days(number)), "Dora", answer)
    plan(cast, in_days(9))
    assert [str(event["SUMMARY"]) for event in events(own(cast.dora))] == [*marks, "Doko ? · Linde"]


def test_each_line_of_the_calendar_itself_stands_there_once(cast: Cast) -> None:
    plan(cast)
    for path in (own(cast.dora), of_club(cast)):
        names = [line.partition(":")[0] for line in unfolded(path).split("BEGIN:VEVENT")[0].splitlines()]
        assert len(names) == len(set(names))
        assert {"NAME", "X-WR-CALNAME"} < set(names)


def test_a_date_leads_to_its_page_but_not_who_has_no_account(cast: Cast) -> None:
    """A player without an account would only be asked for one."""
    one, nele = plan(cast), cast.guest("Nele")
    token = answering.make_answer_link(nele, by=cast.anna).token
    assert all(f"/dates/{one.pk}/" in unfolded(path) for path in (own(cast.dora), of_club(cast)))
    for path in (f"/calendar/{answering.make_own_calendar(nele).token}.ics", f"/t/{token}/{one.pk}/date.ics"):
        assert "URL:" not in unfolded(path)


def test_a_moved_date_is_a_question_again(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    planning.change_date(one, wanted(in_days(8)), by=cast.ben)
    assert str(events(own(cast.dora))[0]["SUMMARY"]) == "Doko ? · Linde"


def test_it_holds_all_clubs(cast: Cast) -> None:
    other = make_club("Kastanie", cast.dora, player_name="Dora")
    plan(cast)
    one = Date(
        club=other, start=now() + timedelta(days=2), end=now() + timedelta(days=2, hours=3), kind=DateKind.TOURNAMENT
    )
    one.save()
    titles = [str(event["SUMMARY"]) for event in events(own(cast.dora))]
    assert titles == ["Doko-Turnier ? · Kastanie", "Doko ? · Linde"]


def test_a_club_without_dates_is_not_in_it(cast: Cast) -> None:
    plan(cast)
    switch_feature(cast.club, "dates", on=False, by=cast.anna)
    assert events(own(cast.dora)) == []


def test_the_feed_of_a_club_has_no_names_and_no_answers(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES, "Nele")
    text = unfolded(of_club(cast))
    assert "SUMMARY:Doko · Linde" in text
    assert not [name for name in ("Anna", "Ben", "Cleo", "Dora", "Nele", "✓") if name in text]


def test_who_has_no_account_has_a_feed_of_his_own(cast: Cast) -> None:
    nele, one = cast.guest("Nele"), plan(cast)
    say(cast, one, "Nele", YES)
    link = answering.make_answer_link(nele, by=cast.anna).token
    page = Client().post(f"/t/{link}/calendar/", follow=True)
    found = re.search(r"http://localhost:8000(/calendar/[\w-]{22}\.ics)", seen(page))
    assert found
    assert [str(event["SUMMARY"]) for event in events(found[1])] == ["Doko ✓ · Linde"]
    signed_in(cast.anna).post(f"/clubs/{cast.club.pk}/dates/links/{nele.pk}/revoke/")
    assert Client().get(found[1]).status_code == 404


def test_sixty_days_back_and_thirteen_months_ahead(cast: Cast) -> None:
    inside = [
        put(cast, now() - timedelta(days=DAYS_BACK)),
        put(cast, now() + timedelta(days=DAYS_AHEAD) - timedelta(minutes=1)),
    ]
    put(cast, now() - timedelta(days=DAYS_BACK, hours=5))
    put(cast, now() + timedelta(days=DAYS_AHEAD + 1))
    found = {str(event["UID"]) for event in events(own(cast.dora))}
    assert found == {one.uid for one in inside}


def test_a_cancelled_date_stays_and_says_so(cast: Cast) -> None:
    """A calendar that no longer finds the date would keep it."""
    one = plan(cast, in_days(300))
    planning.cancel_date(one, by=cast.ben)
    for days in (0, DAYS_BACK - 1):
        with later(now() + timedelta(days=days)):
            assert [str(event["STATUS"]) for event in events(own(cast.dora))] == ["CANCELLED"]
    with later(one.end + timedelta(days=DAYS_BACK + 1)):
        assert events(own(cast.dora)) == []


def test_a_place_with_commas_and_signs_comes_back_as_it_was(cast: Cast) -> None:
    plan(cast, place="Linde, hinten; links", note="Bring 5 € mit\\n, bitte: 🂡 äöü " + "ü" * 120)
    (event,) = events(own(cast.dora))
    assert str(event["LOCATION"]) == "Linde, hinten; links"
    assert str(event["DESCRIPTION"]).startswith("Bring 5 € mit\\n, bitte: 🂡 äöü üüü")


# --- The format -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("local", "utc"),
    [
        (begin_at(date(2026, 10, 25), time(3)), datetime(2026, 10, 25, 2, tzinfo=UTC)),
        (begin_at(date(2027, 3, 28), time(3)), datetime(2027, 3, 28, 1, tzinfo=UTC)),
        (begin_at(date(2026, 12, 31), time(19, 30)), datetime(2026, 12, 31, 18, 30, tzinfo=UTC)),
        (begin_at(date(2028, 2, 29), time(19, 30)), datetime(2028, 2, 29, 18, 30, tzinfo=UTC)),
    ],
    ids=["october", "march", "new-year", "leap-day"],
)
def test_times_are_utc(cast: Cast, local: datetime, utc: datetime) -> None:
    with later(utc - timedelta(days=3)):
        put(cast, local)
        path = own(cast.dora)
        (event,) = events(path)
        assert event.start == utc
        assert f"DTSTART:{utc:%Y%m%dT%H%M%SZ}\r\n" in read(path).decode()
        assert "VTIMEZONE" not in read(path).decode()


def test_the_same_uid_after_every_change_and_one_more_each_time(cast: Cast) -> None:
    one, path = plan(cast), own(cast.dora)
    (before,) = events(path)
    planning.change_date(one, wanted(in_days(9), place="Vereinsheim", kind="tournament"), by=cast.ben)
    (after,) = events(path)
    assert before["UID"] == after["UID"] == one.uid
    assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 1)
    assert after["DTSTAMP"].dt >= before["DTSTAMP"].dt


def test_the_stamp_is_the_last_change_and_not_now(cast: Cast) -> None:
    one = plan(cast)
    with later(now() + timedelta(days=1)):
        (event,) = events(own(cast.dora))
        assert event["DTSTAMP"].dt == one.changed_at.replace(microsecond=0)
        say(cast, one, "Dora", YES)
        (event,) = events(own(cast.dora))
        assert event["DTSTAMP"].dt > one.changed_at


def test_asked_twice_it_is_the_same_to_the_byte(cast: Cast) -> None:
    say(cast, plan(cast), "Dora", YES)
    for path in (own(cast.dora), of_club(cast)):
        first = read(path)
        with later(now() + timedelta(hours=1)):
            assert Client(headers={"Accept-Language": "en"}).get(path).content == first


def test_no_line_is_longer_than_75_octets(cast: Cast) -> None:
    plan(cast, place="Ä" * 60, note="🂡" * 100 + "ß" * 100)
    for path in (own(cast.dora), of_club(cast)):
        content = read(path)
        assert max(len(line) for line in content.split(b"\r\n")) <= 75
        assert b"\n" not in content.replace(b"\r\n", b"")
        content.decode()


def test_what_calendars_are_asked_and_what_they_are_not_told(cast: Cast) -> None:
    say(cast, plan(cast), "Dora", YES)
    text = unfolded(own(cast.dora))
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in text
    assert "X-PUBLISHED-TTL:PT1H\r\n" in text
    assert not [word for word in ("VALARM", "ATTENDEE", "ORGANIZER", "mailto", "RRULE", "RECURRENCE") if word in text]
    assert text.count("UID:") == 2


def test_one_address_is_what_their_page_is_for(cast: Cast) -> None:
    """However many feeds there are, the page links back, and says at its end how slowly calendars read them."""
    dora, page = signed_in(cast.dora), f"/clubs/{cast.club.pk}/calendar/"
    for made in range(3):
        shown = dora.get(page)
        assert shown.content.decode().count("primary") == 1
        assert seen(shown).count("Zurückziehen") == made
        dora.post(page, {"of": ("own", "club", "club")[made]})
    assert (
        seen(shown).index("Meine Termine")
        < seen(shown).index("hinken Stunden hinterher")
        < seen(shown).index("Alle Termine")
    )


# --- Its address ------------------------------------------------------------------------------------------------------


def test_what_the_answer_says_of_itself(cast: Cast) -> None:
    answer = Client().get(own(cast.dora))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "private" in answer.headers["Cache-Control"]
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert "Content-Disposition" not in answer.headers
    assert "Set-Cookie" not in answer.headers


def test_who_asks_again_is_told_that_nothing_has_changed(cast: Cast) -> None:
    one, path = plan(cast), own(cast.dora)
    mark = Client().get(path).headers["ETag"]
    again = Client(headers={"If-None-Match": mark}).get(path)
    assert (again.status_code, again.content) == (304, b"")
    say(cast, one, "Dora", YES)
    changed = Client(headers={"If-None-Match": mark}).get(path)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != mark


def test_a_wrong_address_is_not_found(cast: Cast) -> None:
    for token in ("x", "a" * 22, ""):
        assert Client().get(f"/calendar/{token}.ics").status_code == 404


def test_its_page_makes_shows_and_revokes_both(cast: Cast) -> None:
    dora, url = signed_in(cast.dora), f"/clubs/{cast.club.pk}/calendar/"
    page = seen(dora.get(url))
    assert "Kalender hinken Stunden hinterher" in page
    for of in ("own", "club"):
        made = dora.post(url, {"of": of}, follow=True).content.decode()
        found = re.findall(r"(http|webcal)://localhost:8000(/calendar/[\w-]{22}\.ics)", made)
        assert {beginning for beginning, _ in found} == {"http", "webcal"}
        (path,) = {path for _, path in found}
        assert Client().get(path).status_code == 200
        dora.post(f"{url}revoke/", {"of": of})
        assert Client().get(path).status_code == 404
    assert Secret.objects.open().count() == 0


def test_it_ends_with_the_membership(cast: Cast) -> None:
    plan(cast)
    club, mine = of_club(cast), own(cast.dora)
    Membership.objects.filter(account=cast.dora).delete()
    assert Client().get(club).status_code == 404
    assert events(mine) == []


def test_a_deleted_club_is_in_no_feed(cast: Cast) -> None:
    plan(cast)
    club, mine = of_club(cast), own(cast.dora)
    delete_club(cast.club, typed=cast.club.name, by=cast.anna)
    assert Client().get(club).status_code == 404
    assert events(mine) == []


def test_who_has_left_has_no_answers_in_it(cast: Cast) -> None:
    one, path = plan(cast), own(cast.dora)
    say(cast, one, "Dora", YES)
    let_leave(cast.players["Dora"], by=cast.anna)
    assert str(events(path)[0]["SUMMARY"]) == "Doko · Linde"


def test_many_dates_cost_no_more_queries_than_one(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = own(cast.dora)
    for number in (1, 2, 3):
        say(cast, plan(cast, in_days(number)), "Dora", YES)
        with django_assert_num_queries(5):
            read(path)


# --- One date ---------------------------------------------------------------------------------------------------------


def test_one_date_to_download(cast: Cast) -> None:
    one = plan(cast, begins=time(20), ends=time(1))
    say(cast, one, "Dora", YES)
    link = answering.make_answer_link(cast.players["Dora"], by=cast.anna).token
    signed, by_link = (
        signed_in(cast.dora).get(f"/dates/{one.pk}/date.ics"),
        Client().get(f"/t/{link}/{one.pk}/date.ics"),
    )
    assert signed.content == by_link.content
    assert signed.headers["Content-Disposition"] == 'attachment; filename="dokoclub.ics"'
    event: Any = Calendar.from_ical(signed.content).walk("VEVENT")[0]
    assert (event["UID"], event.end - event.start) == (one.uid, timedelta(hours=5))
