"""`manage.py repost` repairs every value that does not follow from the facts, and recounts those of an older
version.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from io import StringIO
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from dokoclub.clubs.models import Club
from dokoclub.evenings import hooks
from dokoclub.evenings.domain.ledger_check import OLDER
from dokoclub.evenings.domain.results import FIELDS
from dokoclub.evenings.models import Entry, Posting, Result, Seat, Sheet
from dokoclub.operations import hooks as operations
from scoring.league.counters import VERSION
from tests.cast import Cast
from tests.evenings.papers import anna_ben, solo, write
from tests.evenings.papers import check_ledger as check
from tests.evenings.papers import sheet as new_sheet

COUNTED_AGAIN: Final = "Sheets that an older version counted are counted again now …\n"


@pytest.fixture(autouse=True)
def ledger(cast: Cast, sheet: Sheet) -> Sheet:
    """Return a ledger of two games and a penalty."""
    anna, dora = cast.ids("Anna", "Dora")
    caught = {"extras": {"re": {"fuchs": [{"by": anna, "from": dora}]}}}
    write(cast, sheet, anna_ben(cast, extras={"re": {"fuchs": 1}}), attribution=caught)
    write(cast, sheet, solo(cast, "Ben", 155, announced={"re": "re"}))
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Cleo")[0]: -3}})
    sheet.refresh_from_db()
    return sheet


def repost(*arguments: str) -> str:
    out = StringIO()
    call_command("repost", *arguments, stdout=out)
    return out.getvalue()


def derived() -> list[Any]:
    """Return all derived values except the version."""
    return [
        list(Result.objects.order_by("pk").values_list("pk", *FIELDS)),
        list(Posting.objects.order_by("entry", "player").values_list("entry", "player", "scores", "balance")),
        list(Seat.objects.order_by("pk").values_list("player", "place", "from_position", "to_position")),
        list(Entry.objects.order_by("pk").values_list("number", "kind")),
        list(Sheet.objects.values_list("games", "bock_left", "counted_by")),
    ]


def version() -> int:
    return Sheet.objects.get().version


def test_where_all_is_right_nothing_is_written(ledger: Sheet) -> None:
    before = derived()

    assert repost() == "0 of 1 sheets were posted again.\n"
    assert (derived(), version()) == (before, ledger.version)


def test_a_counter_is_counted_anew_and_no_phone_reads_the_page_again(
    ledger: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sheet] = []
    monkeypatch.setattr(hooks, "after_repost", [told.append])
    before = derived()
    Result.objects.filter(player__name="Anna").update(extras={}, won=9)
    Result.objects.filter(player__name="Ben").update(counts={"re_announced": 7}, solo_types={})

    assert repost() == "1 of 1 sheets were posted again.\n"
    assert (derived(), version(), told) == (before, ledger.version, [])
    assert check() == "All is right: 1 sheets with 2 games.\n"
    assert repost() == "0 of 1 sheets were posted again.\n"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: Posting.objects.filter(player=None).delete(),
        lambda: Posting.objects.filter(player__name="Anna").update(balance=99),
        lambda: Result.objects.filter(player__name="Anna").update(scores=99),
        lambda: Result.objects.filter(player__name="Anna").delete(),
        lambda: Seat.objects.filter(player__name="Anna").update(place=7),
        lambda: Entry.objects.filter(number=2).update(number=5),
        lambda: Entry.objects.filter(number=2).update(kind="armut"),
        lambda: Sheet.objects.update(games=9, bock_left=[1]),
    ],
)
def test_wrong_points_are_put_right_and_phones_learn_of_it(
    ledger: Sheet, spoil: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sheet] = []
    monkeypatch.setattr(hooks, "after_repost", [told.append])
    spoil()

    assert repost() == "1 of 1 sheets were posted again.\n"
    assert (version(), told) == (ledger.version + 1, [ledger])
    assert check() == "All is right: 1 sheets with 2 games.\n"
    assert repost() == "0 of 1 sheets were posted again.\n"


def test_a_new_counter_reaches_old_sheets(cast: Cast, ledger: Sheet) -> None:
    """The sheets are as an older version left them, which did not count Füchse."""
    before = derived()
    Result.objects.update(extras={})
    Sheet.objects.update(counted_by=VERSION - 1)
    with pytest.raises(CommandError, match=re.escape(OLDER)):
        check()

    assert repost("--older") == COUNTED_AGAIN + "1 of 1 sheets were posted again.\n"
    assert (derived(), version()) == (before, ledger.version)
    assert repost("--older") == "0 of 0 sheets were posted again.\n"


def test_the_server_does_it_before_it_starts_and_after_a_restore(ledger: Sheet) -> None:
    ((name, arguments),) = [one for one in settings.BEFORE_START if one[0] == "repost"]

    def after_restore() -> None:
        for follow in operations.after_restore:
            follow()

    for do_it in (lambda: call_command(name, *arguments), after_restore):
        Result.objects.update(extras={})
        Sheet.objects.update(counted_by=VERSION - 1)
        do_it()
        assert check() == "All is right: 1 sheets with 2 games.\n"


def test_an_older_sheet_on_which_nothing_is_new_is_seen_once(ledger: Sheet) -> None:
    Sheet.objects.update(counted_by=VERSION - 1)

    assert check() == "All is right: 1 sheets with 2 games.\n"
    assert repost("--older") == COUNTED_AGAIN + "0 of 1 sheets were posted again.\n"
    assert repost("--older") == "0 of 0 sheets were posted again.\n"


def test_only_the_sheets_of_one_club(cast: Cast, ledger: Sheet) -> None:
    Result.objects.update(won=9)

    with pytest.raises(CommandError, match=r"There is no club 999999\."):
        repost("--club", "999999")
    other = Club.objects.create(name="Nachbarn")
    assert repost("--club", str(other.pk)) == "0 of 0 sheets were posted again.\n"
    assert repost("--club", str(cast.club.pk)) == "1 of 1 sheets were posted again.\n"


@pytest.mark.parametrize(
    "spoilt",
    [{"kind": "nope"}, {"re": []}, {"re_points": 300}, {"re_points": "x"}, {"extras": {"re": {"fuchs": 9}}}],
    ids=str,
)
def test_a_sheet_that_cannot_be_read_is_named_and_the_others_are_done(
    cast: Cast, ledger: Sheet, spoilt: dict[str, Any]
) -> None:
    entry = Entry.objects.get(number=1)
    Entry.objects.filter(pk=entry.pk).update(facts=entry.facts | spoilt)
    other = new_sheet(cast)
    write(cast, other, anna_ben(cast))
    Result.objects.filter(sheet=other).update(won=9)
    err = StringIO()
    out = StringIO()
    call_command("repost", stdout=out, stderr=err)

    assert out.getvalue() == "1 of 2 sheets were posted again.\n"
    assert err.getvalue() == f"The facts of sheet {ledger.pk} cannot be read; check_ledger tells more.\n"


def test_an_extra_of_the_clubs_own_is_counted_for_who_made_it(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="ham")
    own = {**sheet.rules, "extras": {**sheet.rules["extras"], "dulle": 1}, "extra_names": {"dulle": "Dulle gefangen"}}
    Sheet.objects.filter(pk=sheet.pk).update(rules=own)
    sheet.refresh_from_db()
    said = {"extras": {"re": {"dulle": [{"by": cast.ids("Anna")[0]}]}}}
    write(cast, sheet, anna_ben(cast, extras={"re": {"dulle": 1}}), attribution=said)

    extras = {result.player.name: result.extras for result in Result.objects.filter(sheet=sheet)}
    assert extras == {"Anna": {"dulle": 1}, "Ben": {}, "Cleo": {}, "Dora": {}}


@pytest.mark.parametrize(
    ("rules", "is_left_to_repost"),
    [
        ({"extras": {"fuchs": 1, "doppelkopf": 2}, "extras_solo": {}}, False),
        ({"extras": {"fuchs": 1}, "extras_solo": {"dulle": 1}}, True),
        ({"extras": {"dulle": 1}, "extras_solo": {}}, True),
        ({"version": 1}, False),
    ],
)
def test_the_migration_leaves_own_extras_to_it(rules: dict[str, Any], is_left_to_repost: bool) -> None:
    migration = import_module("dokoclub.evenings.migrations.0002_counts")

    assert migration.has_own_extras(rules) is is_left_to_repost


def test_the_migration_copies_what_is_not_0() -> None:
    """Each database has different SQL for it. The columns are gone, so a temporary table shadows the real one."""
    migration = import_module("dokoclub.evenings.migrations.0002_counts")
    names = (*migration.COUNTERS, *migration.EXTRAS)
    had = {name: number % 3 for number, name in enumerate(names)}
    with connection.cursor() as cursor:
        columns = ", ".join(f"{name} integer" for name in names)
        cursor.execute(f"CREATE TEMPORARY TABLE evenings_result (counts jsonb, extras jsonb, {columns})")
        values = ", ".join(map(str, had.values()))
        cursor.execute(f"INSERT INTO evenings_result ({', '.join(names)}) VALUES ({values})")  # noqa: S608
        migration.copy(None, SimpleNamespace(connection=connection, execute=cursor.execute))
        cursor.execute("SELECT counts, extras FROM evenings_result")
        counts, extras = map(json.loads, cursor.fetchone())
        cursor.execute("DROP TABLE evenings_result")

    assert counts == {name: had[name] for name in migration.COUNTERS if had[name]}
    assert extras == {name: had[name] for name in migration.EXTRAS if had[name]}
