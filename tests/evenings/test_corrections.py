"""An old row is changed, struck or restored: later rows follow."""

from typing import Any
from uuid import uuid4

import pytest

from dokoclub.evenings.models import Entry, Evening, Posting, Sheet
from dokoclub.evenings.services import entries as entries_services
from dokoclub.evenings.services import errors, sheets
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, postings, solo, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, restore_entry, strike_entry, write_entries


def amend(cast: Cast, entry: Entry, facts: dict[str, Any], **more: Any) -> Entry:
    return amend_entry(entry, facts, **{"by": cast.anna, **more})


def strike(cast: Cast, entry: Entry, **more: Any) -> Entry:
    return strike_entry(entry, **{"by": cast.anna, **more})


def restore(cast: Cast, entry: Entry, **more: Any) -> Entry:
    return restore_entry(entry, **{"by": cast.anna, **more})


def version(sheet: Sheet) -> int:
    return Sheet.objects.get(pk=sheet.pk).version


def numbers(sheet: Sheet) -> list[int | None]:
    """List the numbers of the rows that are not struck, in order."""
    return list(Entry.objects.counted().filter(sheet=sheet).order_by("position").values_list("number", flat=True))


# --- Amend ------------------------------------------------------------------------------------------------------------
def test_it_replaces_facts_and_points(cast: Cast, sheet: Sheet) -> None:
    entry = amend(cast, write(cast, sheet, anna_ben(cast, 131)), anna_ben(cast, 89), note="verzählt")

    assert postings(entry) == {"Anna": (-3, -3), "Ben": (-3, -3), "Cleo": (3, 3), "Dora": (3, 3)}
    assert totals(sheet) == {"Anna": -3, "Ben": -3, "Cleo": 3, "Dora": 3}
    assert (entry.changed_by, entry.note) == (cast.anna, "verzählt")
    assert entry.changed_at is not None


def test_it_keeps_who_when_before_and_after(cast: Cast, sheet: Sheet) -> None:
    entry = amend(cast, write(cast, sheet, anna_ben(cast, 131)), anna_ben(cast, 89))
    after, before = entry.history.all()

    assert (before.history_user, before.facts["re_points"]) == (cast.ben, 131)
    assert (after.history_user, after.facts["re_points"]) == (cast.anna, 89)


def test_the_same_facts_change_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 131))
    before = version(sheet)
    again = amend(cast, entry, anna_ben(cast, 131, extras={"re": {"fuchs": 0}}))

    assert again.changed_at is None
    assert version(sheet) == before
    assert entry.history.count() == 1


def test_a_game_becomes_another_one(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    amend(cast, write(cast, sheet, anna_ben(cast)), solo(cast, "Ben", 130))

    assert numbers(sheet) == [1, 2]


def test_later_rows_stay_as_they_are(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))

    assert amend(cast, first, anna_ben(cast, 89)).facts["re_points"] == 89


@pytest.fixture
def bock(cast: Cast) -> list[Entry]:
    """Return a sheet on which Re lost its announcement, so that the second and third game count double."""
    sheet = new_sheet(cast, rules="hausrunde")
    return [
        write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"})),
        write(cast, sheet, anna_ben(cast, 131)),
        write(cast, sheet, anna_ben(cast, 155)),
    ]


def test_a_change_posts_later_rows_anew(cast: Cast, bock: list[Entry]) -> None:
    amend(cast, bock[0], anna_ben(cast, 131, announced={"re": "re"}))

    assert [postings(entry)["Anna"] for entry in bock] == [(3, 3), (1, 1), (2, 2)]
    assert totals(bock[0].sheet) == {"Anna": 6, "Ben": 6, "Cleo": -6, "Dora": -6}
    assert [entry.history.count() for entry in bock] == [2, 1, 1]


def test_impossible_facts_change_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))

    with pytest.raises(errors.Impossible) as impossible:
        amend(cast, entry, anna_ben(cast, 300))
    assert [problem.field for problem in impossible.value.problems] == ["re_points"]


def test_a_game_can_turn_out_to_be_none(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    amend(cast, first, {"kind": "redeal"})

    assert numbers(sheet) == [None, 1]
    assert postings(first) == {}


def test_a_closed_sheet_is_not_amended(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    sheets.close_sheet(sheet, by=cast.ben)

    for action in (strike, restore):
        with pytest.raises(errors.Closed):
            action(cast, entry)
    with pytest.raises(errors.Closed):
        amend(cast, entry, anna_ben(cast, 89))


def test_a_row_that_is_gone_is_closed(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    Evening.objects.all().delete()

    with pytest.raises(errors.Closed):
        strike_entry(entry, by=None)


# --- Strike and restore -----------------------------------------------------------------------------------------------
def test_a_struck_row_loses_its_turn_and_later_games_move_up(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast, augen)) for augen in (131, 155, 185)]
    struck = strike(cast, entries[0])

    assert numbers(sheet) == [1, 2]
    assert (struck.number, struck.struck_by) == (1, cast.anna)
    assert not Posting.objects.filter(entry=struck).exists()
    assert totals(sheet)["Anna"] == 2 + 3
    assert Sheet.objects.get(pk=sheet.pk).games == 2


def test_the_change_log_keeps_the_number_that_it_had(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast)) for _ in range(3)]
    strike(cast, entries[0])
    strike(cast, entries[1])

    assert [record.number for record in entries[1].history.all()] == [1, 2]


def test_striking_twice_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))
    strike(cast, entry)

    assert entry.history.count() == 2


def test_a_struck_row_comes_back_to_its_place(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast, augen)) for augen in (131, 155, 185)]
    strike(cast, entries[1])
    restore(cast, entries[1])

    assert list(sheet.entries.values_list("number", "position")) == [(1, 1), (2, 2), (3, 3)]
    assert totals(sheet)["Anna"] == 1 + 2 + 3


def test_restoring_twice_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))
    restore(cast, entry)
    restore(cast, entry)

    assert entry.history.count() == 3


# --- A change of the table in the middle ------------------------------------------------------------------------------
def test_a_change_of_the_table_that_later_games_need_stays(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    come = sheets.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None)
    facts = anna_ben(cast)
    facts["kontra"] = cast.ids("Cleo", "Emil")
    write(cast, sheet, facts)

    with pytest.raises(errors.Impossible) as impossible:
        strike(cast, come)
    assert [(problem.field, str(problem)) for problem in impossible.value.problems] == [
        ("rows[1].kontra", "Emil does not sit at the table.")
    ]


def test_somebody_who_left_the_club_does_not_come_back_with_a_row(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    come = strike(cast, sheets.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None))
    emil.left_at, emil.active = come.struck_at, False
    emil.save()

    with pytest.raises(errors.Impossible) as impossible:
        restore(cast, come)
    assert [problem.field for problem in impossible.value.problems] == ["players"]


# --- The cost ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("later", [1, 40])
def test_a_correction_costs_the_same_however_many_rows_follow(cast: Cast, later: int) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    first = write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"}))
    new = [entries_services.NewRow(facts=anna_ben(cast, 122 + number), uuid=uuid4()) for number in range(later)]
    write_entries(sheet, new, by=None)

    with statements() as found:
        strike(cast, first)
    assert len(found) == 15
