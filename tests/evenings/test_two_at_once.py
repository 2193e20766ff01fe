"""Two phones write at the same moment: the database lets one of them be first."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from dokoclub.evenings.domain import ledger_check
from dokoclub.evenings.models import Entry, Sending, Sheet
from dokoclub.evenings.services import evenings, operations, sync
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import insert_entry
from tests.once import Once
from tests.processes import run_at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


@pytest.mark.promise("form-once")
def test_the_same_form_from_two_threads_writes_once(cast: Cast) -> None:
    sheet, uuid = papers.sheet(cast), uuid4()

    answers = run_at_once(*[lambda: write(cast, sheet, anna_ben(cast), uuid=uuid)] * 2)

    assert [answer.pk for answer in answers] == [sheet.entries.get().pk] * 2


@pytest.mark.promise("many")
def test_many_at_once_lose_nothing(cast: Cast) -> None:
    sheet = papers.sheet(cast)

    answers = run_at_once(
        *[lambda number=number: write(cast, sheet, anna_ben(cast), uuid=UUID(int=number)) for number in range(8)]
    )

    assert sorted(answer.number for answer in answers) == list(range(1, 9))
    assert Sheet.objects.get(pk=sheet.pk).games == 8


def batch(cast: Cast, sheet: Sheet, *games: UUID) -> operations.Batch:
    """Return a batch of that many games, based on the current sheet."""
    said = {"kind": "normal", "re_augen": "131", "playing": " ".join(cast.ids("Anna", "Ben", "Cleo", "Dora"))}
    fields = {**said, "re_party": " ".join(cast.ids("Anna", "Ben"))}
    base = Sheet.objects.get(pk=sheet.pk).version
    return operations.Batch(
        uuid4(), base, "", None, tuple(operations.Write(uuid, None, fields, None) for uuid in games)
    )


def send(cast: Cast, sheet: Sheet, what: operations.Batch) -> sync.Received:
    """Send the batch as a request does that has read the sheet before."""
    return sync.receive_batch(
        Sheet.objects.select_related("evening__club__version").get(pk=sheet.pk), what, by=cast.ben
    )


@pytest.mark.promise("batch")
def test_the_same_batch_from_many_threads_is_written_once(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    what = batch(cast, sheet, *(UUID(int=number) for number in range(1, 5)))

    answers = run_at_once(*[lambda: send(cast, sheet, what)] * 6)

    assert sorted(answer.is_new for answer in answers) == [False] * 5 + [True]
    assert {answer.version for answer in answers} == {2}
    assert [*sheet.entries.values_list("number", flat=True)] == [1, 2, 3, 4]
    assert Sending.objects.count() == 1


@pytest.mark.promise("number-once", "batch")
def test_one_of_two_batches_is_first_and_the_other_hears_of_it(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    both = [batch(cast, sheet, *(UUID(int=start + number) for number in range(3))) for start in (10, 20)]

    answers = run_at_once(*[lambda what=what: send(cast, sheet, what) for what in both])

    written = [answer for answer in answers if isinstance(answer, sync.Received)]
    behind = [answer for answer in answers if isinstance(answer, sync.Behind)]
    assert (len(written), len(behind)) == (1, 1)
    assert [entry.uuid for entry in behind[0].entries] == [entry.uuid for entry in written[0].changed]
    assert [*sheet.entries.values_list("number", flat=True)] == [1, 2, 3]
    assert [*ledger_check.compare_sheet(Sheet.objects.get(pk=sheet.pk))] == []


@pytest.mark.promise("batch")
def test_a_batch_and_a_form_with_the_same_game_are_one_row(cast: Cast) -> None:
    sheet, uuid = papers.sheet(cast), uuid4()
    what = batch(cast, sheet, uuid)

    answers = run_at_once(lambda: send(cast, sheet, what), lambda: write(cast, sheet, anna_ben(cast), uuid=uuid))

    assert [type(answer) for answer in answers] == [sync.Received, Entry]
    assert sheet.entries.count() == 1


def test_one_uuid_for_the_batches_of_two_sheets_at_once_is_refused_at_one(cast: Cast) -> None:
    sheets = [papers.sheet(cast), papers.sheet(cast)]
    same = uuid4()
    both = [(sheet, batch(cast, sheet, uuid4())._replace(uuid=same)) for sheet in sheets]

    answers = run_at_once(*[lambda one=one: send(cast, *one) for one in both])

    assert sorted(type(answer).__name__ for answer in answers) == ["Received", "Reused"]
    assert Entry.objects.count() == 1


def test_a_guest_of_two_copies_at_once_is_entered_once(cast: Cast) -> None:
    sheet, guest = papers.sheet(cast), operations.Guest(uuid4(), "Emil")
    players = (*cast.ids("Anna", "Ben", "Cleo"), f"guest:{guest.uuid}")
    what = batch(cast, sheet)._replace(ops=(operations.Seats(uuid4(), None, players, None, (), (), (guest,), None),))

    answers = run_at_once(*[lambda: send(cast, sheet, what)] * 3)

    assert [len(answer.guests) for answer in answers] == [1, 1, 1]
    assert cast.club.players.filter(name="Emil").count() == 1


@pytest.mark.promise("form-once")
def test_a_form_that_opens_an_evening_twice_opens_one(cast: Cast) -> None:
    key = uuid4()
    answers = run_at_once(*[lambda: evenings.open_evening(cast.club, [papers.table(cast)], key=key, by=cast.ben)] * 2)

    assert answers[0].pk == answers[1].pk
    assert Sheet.objects.count() == 1


def test_two_insert_and_a_third_appends_at_once(cast: Cast) -> None:
    """Each waits for the other; numbers and positions stay those of one list."""
    sheet = papers.sheet(cast)
    first, second = write(cast, sheet, anna_ben(cast)), write(cast, sheet, anna_ben(cast))

    def insert(stands: Entry) -> Entry:
        return insert_entry(stands, anna_ben(cast, 155), by=None)

    run_at_once(lambda: insert(first), lambda: insert(second), lambda: write(cast, sheet, anna_ben(cast, 90)))
    rows = Entry.objects.filter(sheet=sheet).order_by("position")

    assert [(row.position, row.number) for row in rows] == [(place, place) for place in range(1, 6)]
    assert rows.last().facts["re_points"] == 90  # type: ignore[union-attr]
    assert [*ledger_check.compare_sheet(Sheet.objects.get(pk=sheet.pk))] == []
