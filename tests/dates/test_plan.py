"""Planning, moving, cancelling and restoring dates, on the page and by everyone with the right."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from dokoclub.core.formatting import day_and_year
from dokoclub.core.http import Reused
from dokoclub.dates.models import Date
from dokoclub.dates.services import planning
from tests import clock
from tests.cast import Cast, signed_in
from tests.dates.papers import NO, YES, form_of, in_days, later, plan, say, wanted

pytestmark = pytest.mark.django_db


def url_of(cast: Cast, what: str = "") -> str:
    return f"/clubs/{cast.club.pk}/dates/{what}"


def test_one_date(cast: Cast) -> None:
    page = signed_in(cast.ben).post(url_of(cast, "new/"), form_of(in_days(3), place="Linde"), follow=True)
    assert "1 Termin ist geplant." in page.content.decode()
    (made,) = Date.objects.all()
    local = timezone.localtime(made.start)
    assert (local.date(), local.time(), made.place) == (in_days(3), time(19, 30), "Linde")
    assert made.end - made.start == timedelta(hours=4)
    assert (made.series, made.made_by, made.sequence) == (None, cast.ben, 0)


def test_a_rhythm_is_written_out_for_a_year(cast: Cast) -> None:
    page = signed_in(cast.ben).post(url_of(cast, "new/"), form_of(in_days(1), rhythm="2"), follow=True)
    assert "Termine sind geplant." in page.content.decode()
    days = [one.day for one in Date.objects.all()]
    assert days[0] == in_days(1)
    assert {later - earlier for earlier, later in pairwise(days)} == {timedelta(weeks=2)}
    assert len(days) in (26, 27)
    assert len({one.series for one in Date.objects.all()}) == 1


def test_past_midnight_a_year_ends_where_it_ended_before(cast: Cast) -> None:
    """The last day of a rhythm may be the very last that can be planned."""
    clock.set_to(datetime(2027, 1, 1, 0, 30, tzinfo=ZoneInfo("Europe/Berlin")))
    form = form_of(date(2027, 1, 1), rhythm="1")
    page = signed_in(cast.ben).post(url_of(cast, "new/"), form, follow=True)
    assert "Termine sind geplant." in page.content.decode()
    assert Date.objects.latest("day").day == date(2027, 12, 24)
    until = {**form, "key": str(uuid4()), "until": "2027-12-31"}
    refused = signed_in(cast.ben).post(url_of(cast, "new/"), until)
    assert "Wähle Tage in den nächsten zwölf Monaten." in refused.content.decode()


def test_a_form_sent_twice_plans_once_and_what_is_there_stays(cast: Cast) -> None:
    ben, form = signed_in(cast.ben), form_of(in_days(7), rhythm="1", until=in_days(21).isoformat())
    for _ in range(2):
        ben.post(url_of(cast, "new/"), form)
    assert Date.objects.count() == 3
    page = ben.post(url_of(cast, "new/"), {**form, "key": str(uuid4()), "until": in_days(28).isoformat()}, follow=True)
    assert "1 Termin ist geplant. 3 gab es schon." in page.content.decode()
    assert Date.objects.count() == 4


def test_a_key_of_another_club_is_refused(cast: Cast) -> None:
    key = uuid4()
    planning.write_dates(cast.club, wanted(), key=key, by=cast.ben)
    with pytest.raises(Reused):
        planning.write_dates(cast.other_club, wanted(), key=key, by=cast.stranger)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"day": "2020-01-03"}, "Wähle eine spätere Zeit."),
        ({"day": "2199-01-03"}, "Wähle Tage in den nächsten zwölf Monaten."),
        ({"day": "0202-01-03"}, "Stimmt das Jahr?"),
        ({"begins": "25:00"}, "gültige Uhrzeit"),
        ({"rhythm": "month"}, "Wähle mindestens einen."),
        ({"rhythm": "1", "until": "2020-11-21"}, "Wähle einen Tag nach dem ersten."),
        ({"rhythm": "5"}, "5"),
        ({"places": "0"}, "1"),
        ({"note": "a" * 201}, "200"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_what_cannot_be_planned_is_told(cast: Cast, fields: dict[str, str], said: str) -> None:
    form = {**form_of(in_days(5)), **fields}
    page = signed_in(cast.ben).post(url_of(cast, "new/"), form)
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not Date.objects.exists()


def test_the_page_proposes_the_hour_and_place_of_the_last_date(cast: Cast) -> None:
    plan(cast, place="bei Georg", begins=time(18, 15))
    page = signed_in(cast.ben).get(url_of(cast, "new/")).content.decode()
    assert 'value="bei Georg"' in page
    assert 'value="18:15"' in page


def test_a_moved_date_keeps_its_answers_and_asks_again(cast: Cast) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    dora, ben = signed_in(cast.dora), signed_in(cast.ben)
    ben.post(f"/dates/{one.pk}/edit/", form_of(in_days(8), begins="20:00"))
    one.refresh_from_db()
    assert (one.sequence, one.moves, one.replies.count()) == (1, 1, 1)
    page = dora.get(f"/dates/{one.pk}/").content.decode()
    assert '<p class="minus">verschoben</p>' in page
    assert "4 offen" in page
    for address in (f"/dates/{one.pk}/", url_of(cast)):
        assert "verschoben" in ben.get(address).content.decode(), "seen without an answer, too"
    assert "neu gefragt: 4 Antworten fehlen" in ben.get(f"/dates/{one.pk}/").content.decode()
    dora.post(f"/dates/{one.pk}/answer/", {"answer": "yes"})
    page = dora.get(f"/dates/{one.pk}/").content.decode()
    assert "Du bist dabei" in page
    assert "3 offen" in page
    assert "verschoben" not in ben.get(url_of(cast)).content.decode()


def test_a_page_that_changes_a_date_says_so_and_which(cast: Cast) -> None:
    page = signed_in(cast.ben).get(f"/dates/{plan(cast).pk}/edit/").content.decode()
    assert "<h1>Termin ändern</h1>" in page
    assert f"<b>{day_and_year(in_days(7))}</b>" in page


def test_another_note_asks_nobody_again_and_nothing_new_is_no_change(cast: Cast) -> None:
    one = plan(cast)
    planning.change_date(one, wanted(note="Bring Kuchen mit"), by=cast.ben)
    planning.change_date(one, wanted(note="Bring Kuchen mit"), by=cast.ben)
    one.refresh_from_db()
    assert (one.sequence, one.moves, one.note) == (1, 0, "Bring Kuchen mit")


def test_one_of_a_rhythm_is_moved_and_cancelled_alone(cast: Cast) -> None:
    days = [in_days(7), in_days(14), in_days(21)]
    first, second, third = planning.write_dates(cast.club, wanted(), days, key=uuid4(), by=cast.ben)
    planning.change_date(first, wanted(in_days(8)), by=cast.ben)
    signed_in(cast.ben).post(f"/dates/{second.pk}/cancel/")
    page = signed_in(cast.dora).get(url_of(cast)).content.decode()
    assert page.count("abgesagt") == 1
    third.refresh_from_db()
    assert (third.sequence, third.day) == (0, in_days(21))


def test_a_cancelled_date_asks_nobody_and_can_come_back(cast: Cast) -> None:
    one, ben = plan(cast), signed_in(cast.ben)
    say(cast, one, "Dora", YES)
    for _ in range(2):
        ben.post(f"/dates/{one.pk}/cancel/")
    refused = signed_in(cast.dora).post(f"/dates/{one.pk}/answer/", {"answer": "no"}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "Antworten kann niemand mehr" in refused.content.decode()
    ben.post(f"/dates/{one.pk}/renew/")
    one.refresh_from_db()
    assert (one.is_cancelled, one.sequence) == (False, 2)
    assert one.replies.get().answer == YES


def test_what_has_begun_stays(cast: Cast) -> None:
    one = plan(cast)
    with later(one.start + timedelta(minutes=1)):
        page = signed_in(cast.ben).post(f"/dates/{one.pk}/edit/", form_of(in_days(20)))
        assert page.status_code == 422
        assert "Der Termin läuft schon und bleibt unverändert." in page.content.decode()
        told = signed_in(cast.ben).post(f"/dates/{one.pk}/cancel/", follow=True).content.decode()
        assert "Der Termin läuft schon und bleibt unverändert." in told
    one.refresh_from_db()
    assert (one.sequence, one.is_cancelled) == (0, False)


def test_a_date_cannot_be_moved_into_the_past(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Wähle eine spätere Zeit"):
        planning.change_date(plan(cast), wanted(date(2020, 1, 1)), by=cast.ben)


def test_the_date_of_a_night_belongs_to_the_evening_before(cast: Cast) -> None:
    one = plan(cast, begins=time(0, 30))
    assert one.day == in_days(6)


def test_an_answer_is_in_time_until_so_many_days_before(cast: Cast) -> None:
    one = plan(cast, answer_days=2)
    assert timezone.localtime(one.answer_until).date() == in_days(5)
    planning.change_date(one, wanted(in_days(9), answer_days=2), by=cast.ben)
    one.refresh_from_db()
    assert timezone.localtime(one.answer_until).date() == in_days(7)
    assert say(cast, one, "Dora", NO).late is False
