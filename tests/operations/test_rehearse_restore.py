"""`manage.py rehearse_restore`: the newest backup is tried out beside the site, and what is wrong with it is named."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts.services.erasure import path_of_list, remember_erased
from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Entry, Posting, Sheet, SheetStyle
from dokoclub.operations import backup, logs
from dokoclub.operations.copies import path_beside
from tests.once import Once

pytestmark = pytest.mark.usefixtures("expendable", "backups")


@pytest.fixture(scope="module")
def kept_games(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Once[str]:
    with django_db_blocker.unblock():
        return Once(partial(call_command, "seed_demo", evenings=2, verbosity=0))


@pytest.fixture(autouse=True)
def games(kept_games: Once[str], settings: Settings, tmp_path: Path, expendable: None) -> None:
    """Two evenings of a club."""
    settings.DATA_DIR = tmp_path
    kept_games.anew()


def rehearse() -> str:
    out = StringIO()
    call_command("rehearse_restore", stdout=out)
    return out.getvalue()


def rename() -> None:
    club = Club.objects.get()
    club.name = "Eiche"
    club.save()


@pytest.mark.promise("restore")
def test_a_good_copy_comes_back_whole_and_leaves_nothing_behind(backups: Path) -> None:
    copy = backup.back_up()

    copied, ledger, compared = rehearse().splitlines()

    assert copied == f"{copy.name} can be restored."
    assert ledger.startswith("All is right: ")
    assert compared == "The same files as today: 1 clubs. Changed since: 0 clubs."
    assert {*backups.iterdir()} == {copy, path_beside(copy)}


def test_its_success_is_noted() -> None:
    backup.back_up()

    rehearse()

    assert logs.read_job_log("rehearse_restore").ended


def test_the_database_of_the_site_stays_as_it_is() -> None:
    backup.back_up()
    rename()

    rehearse()

    assert Club.objects.get().name == "Eiche"


def change_style() -> None:
    SheetStyle.objects.create(club=Club.objects.get())


def note_game() -> None:
    entry = Entry.objects.filter(struck_at=None).order_by("pk")[0]
    entry.note = "Hat Anna gesehen"
    entry.save()


@pytest.mark.parametrize("change", [rename, change_style, note_game])
def test_a_club_that_was_changed_since_is_not_compared(change: Callable[[], None]) -> None:
    backup.back_up()
    change()

    assert rehearse().splitlines()[-1] == "The same files as today: 0 clubs. Changed since: 1 clubs."


def test_a_copy_with_other_games_than_were_written_is_found_out() -> None:
    Entry.objects.update(note="Das hat niemand geschrieben")
    backup.back_up()
    Entry.objects.update(note="")
    pk = Club.objects.get().pk

    with pytest.raises(CommandError, match=f"although nobody changed them since the copy: {pk}"):
        rehearse()

    assert logs.read_job_log("rehearse_restore").ended is None


def test_a_copy_that_does_not_add_up_is_found_out(backups: Path) -> None:
    Posting.objects.update(balance=F("balance") + 1)
    copy = backup.back_up()
    Posting.objects.update(balance=F("balance") - 1)

    with pytest.raises(CommandError, match="does not add up: Sheet"):
        rehearse()

    assert Club.objects.exists()
    assert {*backups.iterdir()} == {copy, path_beside(copy)}


def test_a_damaged_copy_is_found_out() -> None:
    copy = backup.back_up()
    content = bytearray(copy.read_bytes())
    content[len(content) // 2] ^= 1
    copy.write_bytes(content)

    with pytest.raises(CommandError, match="damaged"):
        rehearse()


def test_without_a_copy_there_is_nothing_to_rehearse() -> None:
    with pytest.raises(CommandError, match="There is no backup yet"):
        rehearse()


def test_a_role_that_may_not_make_a_database_is_told_so() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("about PostgreSQL")
    backup.back_up()
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE powerless")
        cursor.execute("SET ROLE powerless")
    try:
        with pytest.raises(CommandError, match="CREATEDB") as refused:
            rehearse()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            cursor.execute("DROP ROLE powerless")
    assert refused.value.returncode == 3


def test_the_people_who_are_forgotten_again_are_not_noted_twice() -> None:
    """A rehearsal every night would let the list grow."""
    for _ in range(2):
        remember_erased("player", "00000000-0000-4000-8000-000000000001")

    assert path_of_list().read_text().count("player") == 1


def test_broken_sheets_are_all_named_and_the_rest_is_compared() -> None:
    broken = Sheet.objects.order_by("pk")[:2]
    for sheet in broken:
        Entry.objects.filter(pk=sheet.entries.order_by("pk")[0].pk).update(facts={"kind": "normal", "re": 7})
    backup.back_up()

    with pytest.raises(CommandError) as found:
        rehearse()
    said = str(found.value)
    assert all(f"Sheet {sheet.pk} of the club " in said for sheet in broken)
    assert said.splitlines()[-1].startswith("The same files as today: ")
    assert found.value.returncode == 1
