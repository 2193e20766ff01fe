"""The cache versions of a club: no write bypasses them, from any code path."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import F

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, ClubVersion, MonthVersion, Player
from dokoclub.clubs.models.stamp import Watched
from dokoclub.clubs.services.version_triggers import renew_version_tokens, unwatch_tables, watch_tables
from dokoclub.core.cache import get_or_compute
from dokoclub.evenings.models import Entry, Evening, Result, Sheet
from tests.cast import Cast
from tests.evenings import papers
from tests.processes import run_at_once, wait_until

Words = tuple[str, str, str]


def words(club: Club) -> Words:
    """Return the versions at the end of the transaction: PostgreSQL renews them only then."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for kind in ("people", "play", "money"):  # another transaction would not have noted anything yet
                cursor.execute(f"SELECT set_config('dokoclub.stamp_{kind}', '', true)")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return ClubVersion.objects.values_list("people", "play", "money").get(club=club)


def changed(before: Words, after: Words) -> set[str]:
    return {kind for kind, one, other in zip(("people", "play", "money"), before, after, strict=True) if one != other}


def test_a_club_has_a_stamp_of_its_own_from_the_first_moment_on(cast: Cast) -> None:
    another = Club.objects.create(name="Another")

    assert len({*words(cast.club), *words(another)}) == 6


def test_every_change_renews_the_word_it_belongs_to(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    before = words(cast.club)
    assert words(cast.club) == before

    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Annika")  # no service, no history, no signal
    after = words(cast.club)
    assert changed(before, after) == {"people"}

    Result.objects.filter(sheet=sheet, player=cast.players["Anna"]).update(won=F("won") + 1)
    assert changed(after, words(cast.club)) == {"play"}


def test_the_name_of_an_account_stands_wherever_it_ever_wrote(cast: Cast) -> None:
    another = Club.objects.create(name="Another")
    before = words(cast.club), words(another)
    Account.objects.filter(pk=cast.anna.pk).update(last_login=F("date_joined"))
    assert (words(cast.club), words(another)) == before

    Account.objects.filter(pk=cast.anna.pk).update(display_name="Annika")

    assert changed(before[0], words(cast.club)) == changed(before[1], words(another)) == {"people"}


def test_after_a_restore_no_word_is_what_it_was(cast: Cast) -> None:
    before = words(cast.club)
    renew_version_tokens()
    assert changed(before, words(cast.club)) == {"people", "play", "money"}


WATCHED_IN_CLUBS = [pytest.param(one, id=one.table) for one in hooks.watched if one.path]


@pytest.mark.parametrize("watched", WATCHED_IN_CLUBS)
def test_every_watched_table_knows_its_club(watched: Watched, demo: None) -> None:
    row: Any = watched.model._default_manager.order_by("?").first()
    if row is None:
        pytest.skip("the demo club has none of these")
    club: Any = row
    for step in () if watched.model is Club else watched.path.split("__"):
        club = getattr(club, step)
    before = words(club)

    watched.model._default_manager.filter(pk=row.pk).update(**{watched.model._meta.pk.attname: row.pk})

    assert changed(before, words(club)) == {watched.kind}


def months(club: Club) -> dict[str, str]:
    words(club)
    return dict(MonthVersion.objects.filter(club=club).values_list("month", "word"))


def test_a_month_has_a_word_of_its_own(cast: Cast) -> None:
    one, other = (papers.evening(cast, day=day) for day in (date(2026, 5, 8), date(2026, 6, 5)))
    before = months(cast.club)
    assert before.keys() == {"2026-05", "2026-06"}

    papers.write(cast, one.sheets.get(), papers.anna_ben(cast, 131))
    after = months(cast.club)
    assert after["2026-05"] != before["2026-05"]
    assert after["2026-06"] == before["2026-06"]

    Evening.objects.filter(pk=other.pk).update(date=date(2026, 7, 3))
    moved = months(cast.club)
    assert moved.keys() == {"2026-05", "2026-06", "2026-07"}
    assert moved["2026-06"] != after["2026-06"]
    assert moved["2026-05"] == after["2026-05"]


def test_another_club_notices_nothing(cast: Cast) -> None:
    another = Club.objects.create(name="Another")
    before = words(another)
    papers.write(cast, papers.sheet(cast), papers.anna_ben(cast, 131))

    assert words(another) == before


def test_rows_that_go_renew_it_too(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    before = words(cast.club)
    Entry.objects.filter(sheet=sheet).delete()

    assert changed(before, words(cast.club)) == {"play"}


def test_a_club_that_goes_takes_its_stamp_along(cast: Cast) -> None:
    papers.write(cast, papers.sheet(cast), papers.anna_ben(cast, 131))
    another = Club.objects.create(name="Another")
    Club.objects.filter(pk=another.pk).delete()

    assert set(ClubVersion.objects.values_list("club", flat=True)) == set(Club.objects.values_list("pk", flat=True))


def test_triggers_that_were_lost_come_back_with_new_words(cast: Cast) -> None:
    """The versions change too, since writes in between went unnoticed."""
    papers.evening(cast, day=date(2026, 5, 8))
    before = words(cast.club)
    unwatch_tables()
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Annika")
    MonthVersion.objects.all().delete()
    assert words(cast.club) == before

    watch_tables(hooks.watched)

    assert months(cast.club).keys() == {"2026-05"}
    assert changed(before, words(cast.club)) == {"people", "play", "money"}
    before = words(cast.club)
    watch_tables(hooks.watched)  # a start finds everything in order
    assert words(cast.club) == before


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_is_given_until_the_stamp_is_another() -> None:
    made: list[int] = []

    def work() -> int:
        made.append(len(made))
        return made[-1]

    assert [get_or_compute("page", "a", work), get_or_compute("page", "a", work)] == [0, 0]
    assert [
        get_or_compute("page", "b", work),
        get_or_compute("other-page", "b", work),
        get_or_compute("page", "b", work),
    ] == [
        1,
        2,
        1,
    ]
    assert [get_or_compute("page", "", work), get_or_compute("page", "", work)] == [3, 4]
    caches["kept"].clear()
    assert get_or_compute("page", "b", work) == 5


@pytest.mark.django_db(transaction=True)
def test_what_several_ask_for_at_once_is_worked_out_once() -> None:
    here: list[int] = []
    made: list[int] = []

    def work() -> int:
        wait_until(lambda: len(here) % 4 == 0)  # until all four have asked
        made.append(len(here))
        return made[-1]

    def ask() -> int:
        here.append(0)
        return get_or_compute("page", "a", work)

    for times in range(1, 20):
        caches["kept"].clear()
        assert run_at_once(*[ask] * 4) == [4 * times] * 4
    assert len(made) == 19


@pytest.mark.django_db(transaction=True)
def test_where_the_first_one_failed_the_next_one_tries() -> None:
    with pytest.raises(ZeroDivisionError):
        get_or_compute("page", "a", lambda: 1 // 0)
    assert get_or_compute("page", "a", lambda: 1) == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_kept_that_may_be_taken_back() -> None:
    assert get_or_compute("page", "a", lambda: "before") == "before"
    with transaction.atomic():
        assert get_or_compute("page", "a", lambda: "not yet true") == "not yet true"
        assert get_or_compute("new-page", "a", lambda: "not yet true") == "not yet true"

    assert get_or_compute("page", "a", lambda: "true") == "before"
    assert get_or_compute("new-page", "a", lambda: "true") == "true"


@pytest.mark.django_db(transaction=True)
def test_a_change_and_its_stamp_are_seen_together() -> None:
    club = Club.objects.create(name="Linde")
    before = ClubVersion.objects.get(club=club).people
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(name="Eiche")
        transaction.set_rollback(True)
    assert ClubVersion.objects.get(club=club).people == before

    Club.objects.filter(pk=club.pk).update(name="Eiche")
    assert ClubVersion.objects.get(club=club).people != before
    assert not Sheet.objects.exists()
