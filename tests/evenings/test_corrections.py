"""An old row is changed, struck or brought back: later rows follow, after somebody has looked."""

from typing import Any
from uuid import uuid4

import pytest

from dokoclub.evenings import services
from dokoclub.evenings.models import Entry, Evening, Posting, Sheet
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, postings, solo, totals, write
from tests.evenings.papers import sheet as new_sheet


def amend(cast: Cast, entry: Entry, facts: dict[str, Any], **more: Any) -> Entry:
    return services.amend_entry(entry, facts, **{"seen": version(entry.sheet), "by": cast.anna, **more}).entry


def strike(cast: Cast, entry: Entry, **more: Any) -> Entry:
    return services.strike_entry(entry, **{"seen": version(entry.sheet), "by": cast.anna, **more}).entry


def restore(cast: Cast, entry: Entry, **more: Any) -> Entry:
    return services.restore_entry(entry, **{"seen": version(entry.sheet), "by": cast.anna, **more}).entry


def version(sheet: Sheet) -> int:
    return Sheet.objects.get(pk=sheet.pk).version


def numbers(sheet: Sheet) -> list[int | None]:
    """Of the rows that are not struck, in order."""
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
    again = amend(cast, entry, anna_ben(cast, 131, extras={"re": {"fuchs": 0}}), seen=0)

    assert again.changed_at is None
    assert version(sheet) == before
    assert entry.history.count() == 1


def test_the_last_row_needs_no_confirmation(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    amend(cast, write(cast, sheet, anna_ben(cast)), solo(cast, "Ben", 130))

    assert numbers(sheet) == [1, 2]


def test_nothing_is_asked_where_later_rows_stay_as_they_are(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))

    assert amend(cast, first, anna_ben(cast, 89)).facts["re_points"] == 89


@pytest.fixture
def bock(cast: Cast) -> list[Entry]:
    """Re lost its announcement, so that the second and third game count double."""
    sheet = new_sheet(cast, rules="hausrunde")
    return [
        write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"})),
        write(cast, sheet, anna_ben(cast, 131)),
        write(cast, sheet, anna_ben(cast, 155)),
    ]


def test_later_changes_are_shown_first(cast: Cast, bock: list[Entry]) -> None:
    sheet = bock[0].sheet
    with pytest.raises(services.Unconfirmed) as unconfirmed:
        amend(cast, bock[0], anna_ben(cast, 131, announced={"re": "re"}))
    changes = unconfirmed.value.changes

    assert unconfirmed.value.version == version(sheet)
    assert [change.entry for change in changes] == bock[1:]
    assert changes[0].what == ("bock_level", "score")
    assert [(change.before.bock_level, change.after.bock_level) for change in changes] == [(1, 0), (1, 0)]
    anna = cast.ids("Anna")[0]
    assert [(change.before.score.scores[anna], change.after.score.scores[anna]) for change in changes] == [
        (2, 1),
        (4, 2),
    ]
    assert Entry.objects.get(pk=bock[0].pk).facts["re_points"] == 100


def test_a_confirmed_change_posts_later_rows_anew(cast: Cast, bock: list[Entry]) -> None:
    amend(cast, bock[0], anna_ben(cast, 131, announced={"re": "re"}), confirmed=True)

    assert [postings(entry)["Anna"] for entry in bock] == [(3, 3), (1, 1), (2, 2)]
    assert totals(bock[0].sheet) == {"Anna": 6, "Ben": 6, "Cleo": -6, "Dora": -6}
    assert [entry.history.count() for entry in bock] == [2, 1, 1]


def test_a_confirmation_holds_for_what_was_shown_only(cast: Cast, bock: list[Entry]) -> None:
    shown = version(bock[0].sheet)
    write(cast, bock[0].sheet, anna_ben(cast, 200))

    with pytest.raises(services.Unconfirmed) as unconfirmed:
        amend(cast, bock[0], anna_ben(cast, 131), confirmed=True, seen=shown)
    assert len(unconfirmed.value.changes) == 3
    amend(cast, bock[0], anna_ben(cast, 131), confirmed=True, seen=unconfirmed.value.version)
    assert totals(bock[0].sheet)["Anna"] == 1 + 1 + 2 + 3


def test_who_was_slower_gets_the_other_version(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 131))
    seen = version(sheet)
    amend(cast, entry, anna_ben(cast, 89))

    with pytest.raises(services.Overtaken) as overtaken:
        amend(cast, entry, anna_ben(cast, 200), seen=seen)
    assert overtaken.value.entry is not None
    assert overtaken.value.entry.facts["re_points"] == 89


def test_a_new_row_behind_it_overtakes_nobody(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 131))
    seen = version(sheet)
    write(cast, sheet, anna_ben(cast, 155))

    assert amend(cast, entry, anna_ben(cast, 89), seen=seen).facts["re_points"] == 89


def test_a_struck_row_cannot_be_amended(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))

    with pytest.raises(services.Overtaken) as overtaken:
        amend(cast, entry, anna_ben(cast, 89))
    assert overtaken.value.entry is not None
    assert overtaken.value.entry.is_struck


def test_impossible_facts_change_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))

    with pytest.raises(services.Impossible) as impossible:
        amend(cast, entry, anna_ben(cast, 300))
    assert [problem.field for problem in impossible.value.problems] == ["re_points"]


def test_a_game_can_turn_out_to_be_none(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    amend(cast, first, {"kind": "redeal"}, confirmed=True)

    assert numbers(sheet) == [None, 1]
    assert postings(first) == {}


def test_a_closed_sheet_is_not_amended(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    services.close_sheet(sheet, by=cast.ben)

    for action in (strike, restore):
        with pytest.raises(services.Closed):
            action(cast, entry)
    with pytest.raises(services.Closed):
        amend(cast, entry, anna_ben(cast, 89))
    with pytest.raises(services.Closed):
        services.undo_change(entry, version=entry.version, by=None)


def test_a_row_that_is_gone_is_closed(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    Evening.objects.all().delete()

    with pytest.raises(services.Closed):
        services.strike_entry(entry, seen=99, by=None)


# --- Strike and restore -----------------------------------------------------------------------------------------------
def test_a_struck_row_loses_its_turn_and_later_games_move_up(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast, augen)) for augen in (131, 155, 185)]
    with pytest.raises(services.Unconfirmed) as unconfirmed:
        strike(cast, entries[0])
    struck = strike(cast, entries[0], confirmed=True)

    assert [change.what for change in unconfirmed.value.changes] == [("number", "dealer")] * 2
    assert numbers(sheet) == [1, 2]
    assert (struck.number, struck.struck_by) == (1, cast.anna)
    assert not Posting.objects.filter(entry=struck).exists()
    assert totals(sheet)["Anna"] == 2 + 3
    assert Sheet.objects.get(pk=sheet.pk).games == 2


def test_the_change_log_keeps_the_number_that_it_had(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast)) for _ in range(3)]
    strike(cast, entries[0], confirmed=True)
    strike(cast, entries[1], confirmed=True)

    assert [record.number for record in entries[1].history.all()] == [1, 2]


def test_striking_twice_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))
    strike(cast, entry, seen=0)

    assert entry.history.count() == 2


def test_a_row_changed_since_is_not_struck(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    seen = version(sheet)
    amend(cast, entry, anna_ben(cast, 89))

    with pytest.raises(services.Overtaken):
        strike(cast, entry, seen=seen)


def test_a_struck_row_comes_back_to_its_place(cast: Cast, sheet: Sheet) -> None:
    entries = [write(cast, sheet, anna_ben(cast, augen)) for augen in (131, 155, 185)]
    strike(cast, entries[1], confirmed=True)
    with pytest.raises(services.Unconfirmed):
        restore(cast, entries[1])
    restore(cast, entries[1], confirmed=True)

    assert list(sheet.entries.values_list("number", "position")) == [(1, 1), (2, 2), (3, 3)]
    assert totals(sheet)["Anna"] == 1 + 2 + 3


def test_restoring_twice_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))
    restore(cast, entry)
    restore(cast, entry, seen=0)

    assert entry.history.count() == 3


def test_a_row_struck_again_since_is_not_restored(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))

    with pytest.raises(services.Overtaken):
        restore(cast, entry, seen=entry.version - 1)


# --- A change of the table in the middle ------------------------------------------------------------------------------
def test_a_change_of_the_table_that_later_games_need_stays(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    come = services.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None).entry
    facts = anna_ben(cast)
    facts["kontra"] = cast.ids("Cleo", "Emil")
    write(cast, sheet, facts)

    with pytest.raises(services.Impossible) as impossible:
        strike(cast, come)
    assert [(problem.field, str(problem)) for problem in impossible.value.problems] == [
        ("rows[1].kontra", "Emil does not sit at the table.")
    ]


def test_somebody_who_left_the_club_does_not_come_back_with_a_row(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    come = strike(cast, services.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None).entry)
    emil.left_at, emil.active = come.struck_at, False
    emil.save()

    with pytest.raises(services.Impossible) as impossible:
        restore(cast, come)
    assert [problem.field for problem in impossible.value.problems] == ["players"]


# --- Undo -------------------------------------------------------------------------------------------------------------
def undo(cast: Cast, entry: Entry, **more: Any) -> Entry:
    return services.undo_change(entry, **{"version": entry.version, "by": cast.ben, **more}).entry


def test_a_new_row_is_struck(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    undone = undo(cast, entry)

    assert (undone.is_struck, undone.struck_by) == (True, cast.ben)
    assert totals(sheet)["Anna"] == 0
    assert write(cast, sheet, anna_ben(cast), expected=1).number == 1


def test_undoing_twice_is_undoing_once(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    undo(cast, entry)
    again = undo(cast, entry)

    assert again.is_struck
    assert entry.history.count() == 2


def test_an_amended_row_is_as_it_was_before(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 131), note="vorher")
    undone = undo(cast, amend(cast, entry, solo(cast, "Ben", 130), note="nachher"))

    assert (undone.facts, undone.kind, undone.note) == (anna_ben(cast, 131), "normal", "vorher")
    assert (undone.changed_at, undone.changed_by) == (None, None)
    assert entry.history.latest().history_change_reason == "undo 3"


def test_a_struck_row_comes_back(cast: Cast, sheet: Sheet) -> None:
    entry = strike(cast, write(cast, sheet, anna_ben(cast)))
    undone = undo(cast, entry)

    assert not undone.is_struck
    assert totals(sheet)["Anna"] == 1


def test_a_restored_row_is_struck_again(cast: Cast, sheet: Sheet) -> None:
    entry = restore(cast, strike(cast, write(cast, sheet, anna_ben(cast))))

    assert undo(cast, entry).is_struck


def test_what_was_changed_since_is_not_undone(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    amend(cast, entry, anna_ben(cast, 89))

    with pytest.raises(services.Overtaken):
        undo(cast, entry, version=entry.version)


def test_undoing_an_older_row_is_shown_first(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    with pytest.raises(services.Unconfirmed) as unconfirmed:
        undo(cast, entry)
    undo(cast, entry, confirmed=True, seen=unconfirmed.value.version)

    assert numbers(sheet) == [1]


# --- What it costs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("later", [1, 40])
def test_a_correction_costs_the_same_however_many_rows_follow(cast: Cast, later: int) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    first = write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"}))
    new = [services.NewRow(facts=anna_ben(cast, 122 + number), uuid=uuid4()) for number in range(later)]
    services.write_entries(sheet, new, by=None)

    with statements() as found:
        strike(cast, first, confirmed=True, seen=version(sheet))
    assert len(found) == 16
