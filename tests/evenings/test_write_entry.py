"""Writing a game: facts, number, postings, results; once."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from dokoclub.core import http as errors_look
from dokoclub.evenings.domain import validation
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import entries as entries_services
from dokoclub.evenings.services import errors, evenings, sheets
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, game, postings, solo, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, write_entries


def test_it_posts_the_points(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 155, announced={"re": "re"}))

    assert entry.number == 1
    assert entry.kind == "normal"
    assert postings(entry) == {"Anna": (4, 4), "Ben": (4, 4), "Cleo": (-4, -4), "Dora": (-4, -4)}
    assert totals(sheet) == {"Anna": 4, "Ben": 4, "Cleo": -4, "Dora": -4}


def test_it_keeps_who_wrote_and_in_the_history_too(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast), note=" Anna  gab ")

    assert entry.written_by == cast.ben
    assert entry.note == "Anna gab"
    assert [record.history_user for record in entry.history.all()] == [cast.ben]


def test_it_raises_the_version_and_counts_the_games(cast: Cast, sheet: Sheet) -> None:
    assert (sheet.version, sheet.games) == (1, 0)
    entry = write(cast, sheet, anna_ben(cast))
    sheet.refresh_from_db()

    assert (sheet.version, sheet.games, entry.version) == (2, 1, 2)


def test_plus_points_and_balance_are_both_kept(cast: Cast) -> None:
    entry = write(cast, new_sheet(cast, rules="forum"), solo(cast, "Ben", 119))

    assert postings(entry) == {"Anna": (9, 3), "Ben": (0, -9), "Cleo": (9, 3), "Dora": (9, 3)}


def test_what_a_penalty_falls_short_goes_to_the_club(cast: Cast, sheet: Sheet) -> None:
    anna, ben = cast.ids("Anna", "Ben")
    entry = write(cast, sheet, {"kind": "penalty", "points": {anna: -12, ben: 4}, "reason": "verworfen"})

    assert entry.number is None
    assert postings(entry) == {"Anna": (-12, -12), "Ben": (4, 4), "": (8, 8)}
    assert totals(sheet) == {"Anna": -12, "Ben": 4, "Cleo": 0, "Dora": 0}


def test_dealt_again_posts_nothing_and_has_no_number(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, {"kind": "redeal"})

    assert (entry.number, entry.position, postings(entry)) == (None, 1, {})
    assert write(cast, sheet, anna_ben(cast)).number == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "manual", "players": ["Anna", "Ben", "Cleo", "Dora"], "winners": ["Anna"], "value": 2},
        {"kind": "manual", "points": {"Anna": 6, "Ben": -2, "Cleo": -2, "Dora": -2}},
    ],
)
def test_rows_by_hand_are_games(cast: Cast, sheet: Sheet, facts: dict[str, Any]) -> None:
    entry = write(cast, sheet, by_id(cast, facts))

    assert entry.number == 1
    assert postings(entry) == {"Anna": (6, 6), "Ben": (-2, -2), "Cleo": (-2, -2), "Dora": (-2, -2)}


def by_id(cast: Cast, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with ids for once, instead of names."""
    changed = dict(facts)
    for key in ("players", "winners"):
        if key in facts:
            changed[key] = cast.ids(*facts[key])
    if "points" in facts:
        changed["points"] = {cast.ids(name)[0]: points for name, points in facts["points"].items()}
    return changed


def test_who_sits_out_gets_no_posting(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    entry = write(cast, sheet, anna_ben(cast))

    assert postings(entry).keys() == {"Anna", "Ben", "Cleo", "Dora"}
    assert totals(sheet)["Emil"] == 0


def test_facts_are_kept_without_what_goes_without_saying(cast: Cast, sheet: Sheet) -> None:
    said = anna_ben(
        cast, announced={"re": None, "kontra": "kontra"}, extras={"re": {"fuchs": 0}}, bock=3, step_only=False
    )

    assert write(cast, sheet, said).facts == anna_ben(cast, announced={"kontra": "kontra"})


def test_a_karo_solo_is_a_trumpf_solo(cast: Cast, sheet: Sheet) -> None:
    assert write(cast, sheet, solo(cast, "Ben", 130, solo="karo")).facts["solo"] == "trumpf"


# --- Written once -----------------------------------------------------------------------------------------------------
def test_the_same_form_twice_writes_once(cast: Cast, sheet: Sheet) -> None:
    uuid = uuid4()
    first = write(cast, sheet, anna_ben(cast), uuid=uuid)
    again = write(cast, sheet, anna_ben(cast), uuid=uuid)

    assert first.pk == again.pk
    assert totals(sheet)["Anna"] == 1
    assert Entry.history.count() == 1


def test_it_is_the_same_form_whatever_became_of_the_row(cast: Cast, sheet: Sheet) -> None:
    uuid = uuid4()
    first = write(cast, sheet, anna_ben(cast), uuid=uuid)
    amend_entry(first, anna_ben(cast, 90), by=cast.ben)
    again = write(cast, sheet, anna_ben(cast), uuid=uuid)

    assert again.facts["re_points"] == 90


@pytest.mark.parametrize("other", [{"augen": 130}, {"note": "anders"}, {"kind": "nonsense"}])
def test_the_same_uuid_with_another_game_is_refused(cast: Cast, sheet: Sheet, other: dict[str, Any]) -> None:
    uuid = uuid4()
    write(cast, sheet, anna_ben(cast), uuid=uuid)
    facts = anna_ben(cast, other.get("augen", 131))
    facts["kind"] = other.get("kind", "normal")

    with pytest.raises(errors_look.Reused) as refused:
        write(cast, sheet, facts, uuid=uuid, note=other.get("note", ""))
    assert refused.value.uuid == uuid


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"attribution": {"announced": {"re": None}}}, "attribution.announced.re"),
        ({"attribution": {"extras": {"re": {"fuchs": [1]}}}}, "attribution.extras.re.fuchs"),
        ({"note": "a" * 201}, "note"),
    ],
)
def test_a_repeat_that_nobody_can_have_written_is_refused_at_its_field(
    cast: Cast, sheet: Sheet, said: dict[str, Any], field: str
) -> None:
    uuid = uuid4()
    write(cast, sheet, anna_ben(cast), uuid=uuid)

    with pytest.raises(errors.Impossible) as refused:
        write(cast, sheet, anna_ben(cast), uuid=uuid, **said)
    assert [problem.field for problem in refused.value.problems] == [field]


def test_a_uuid_may_be_used_on_another_sheet(cast: Cast, sheet: Sheet) -> None:
    uuid = uuid4()
    first = write(cast, sheet, anna_ben(cast), uuid=uuid)

    assert write(cast, new_sheet(cast), anna_ben(cast), uuid=uuid).pk != first.pk


# --- Sheets that accept no games --------------------------------------------------------------------------------------
def test_a_closed_sheet_takes_nothing(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=cast.ben)

    with pytest.raises(errors.Closed):
        write(cast, sheet, anna_ben(cast))


def test_a_closed_evening_takes_nothing(cast: Cast, sheet: Sheet) -> None:
    evenings.close_evening(sheet.evening, by=cast.ben)

    with pytest.raises(errors.Closed):
        write(cast, sheet, anna_ben(cast))


def test_a_deleted_evening_takes_nothing(cast: Cast, sheet: Sheet) -> None:
    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=cast.anna)

    with pytest.raises(errors.Closed):
        write(cast, sheet, anna_ben(cast))


def test_a_sheet_that_is_gone_takes_nothing(cast: Cast, sheet: Sheet) -> None:
    gone = Sheet.objects.get(pk=sheet.pk)
    sheets.withdraw_sheet(sheet, by=cast.ben)

    with pytest.raises(errors.Closed):
        write(cast, gone, anna_ben(cast))


# --- Impossible facts -------------------------------------------------------------------------------------------------
def problems(cast: Cast, sheet: Sheet, facts: Any, **more: Any) -> list[tuple[str, str]]:
    with pytest.raises(errors.Impossible) as impossible:
        write(cast, sheet, facts, **more)
    assert sheet.entries.count() == 0
    return [(problem.field, str(problem)) for problem in impossible.value.problems]


def test_all_problems_come_at_once(cast: Cast, sheet: Sheet) -> None:
    facts = anna_ben(cast, 241, extras={"re": {"fuchs": 3}}, colour="red")

    assert problems(cast, sheet, facts) == [
        ("colour", "There is no such key in this kind of row."),
        ("re_points", "Enter 0 to 240 card points."),
        ("extras.re.fuchs", "At most 2 per game."),
    ]


def test_facts_must_be_an_object(cast: Cast, sheet: Sheet) -> None:
    assert problems(cast, sheet, ["normal"]) == [("", "This must be an object.")]


def test_a_player_who_does_not_sit_there_is_named(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")

    assert problems(cast, sheet, game(cast, ("Anna", "Emil"), ("Cleo", "Dora"), 131)) == [
        ("re", "Emil does not sit at the table.")
    ]


def test_a_player_who_does_not_exist_is_a_question_mark(cast: Cast, sheet: Sheet) -> None:
    facts = anna_ben(cast)
    facts["re"] = [cast.ids("Anna")[0], "nobody"]

    assert problems(cast, sheet, facts) == [("re", "? does not sit at the table.")]


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"kind": "penalty", "points": {"Anna": -100_001}}, "points"),
        ({"kind": "manual", "players": ["Anna", "Ben", "Cleo", "Dora"], "winners": ["Anna"], "value": 33_334}, "value"),
    ],
)
def test_points_that_no_table_has_written(cast: Cast, sheet: Sheet, facts: dict[str, Any], field: str) -> None:
    assert problems(cast, sheet, by_id(cast, facts)) == [(field, "Enter a smaller number.")]


def test_a_note_that_is_too_long(cast: Cast, sheet: Sheet) -> None:
    said = [("note", "The note has more than 200 characters.")]
    assert problems(cast, sheet, anna_ben(cast), note="x" * 201) == said


def test_note_and_reason_are_kept_without_what_nobody_sees(cast: Cast, sheet: Sheet) -> None:
    facts = {"kind": "penalty", "points": {cast.ids("Anna")[0]: -1}, "reason": "zu\u00a0spät \ud800"}
    penalty = write(cast, sheet, facts, note="\ufeffFamilie 👨‍👩‍👧\u202e ")
    assert (penalty.note, penalty.facts["reason"]) == ("Familie 👨‍👩‍👧", "zu spät")


def test_a_reason_that_is_too_long(cast: Cast, sheet: Sheet) -> None:
    facts = {"kind": "penalty", "points": {cast.ids("Anna")[0]: -1}, "reason": "x" * 201}

    assert problems(cast, sheet, facts) == [("reason", "The reason has more than 200 characters.")]


def test_an_attribution_must_be_an_object(cast: Cast, sheet: Sheet) -> None:
    assert problems(cast, sheet, anna_ben(cast), attribution=[("re", "Anna")]) == [
        ("attribution.re", "There is no such key in this kind of row.")
    ]


def test_a_sheet_has_an_end(cast: Cast, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "MOST_ROWS", 2)
    for _ in range(2):
        write(cast, sheet, {"kind": "redeal"})

    with pytest.raises(errors.Impossible) as impossible:
        write(cast, sheet, anna_ben(cast))
    assert [str(problem) for problem in impossible.value.problems] == ["A sheet has at most 2 rows: start another."]


def test_numbers_that_no_database_holds_are_nobody(cast: Cast, sheet: Sheet) -> None:
    facts = anna_ben(cast)
    facts["re"] = ["9" * 40, "٣"]

    assert {problem for _, problem in problems(cast, sheet, facts)} == {"? does not sit at the table."}


# --- Many at once -----------------------------------------------------------------------------------------------------
def rows(cast: Cast, *augen: int) -> list[entries_services.NewRow]:
    return [entries_services.NewRow(facts=anna_ben(cast, number), uuid=UUID(int=number)) for number in augen]


def test_many_rows_at_once_are_the_same_as_one_by_one(cast: Cast, sheet: Sheet) -> None:
    entries = write_entries(sheet, rows(cast, 131, 80, 155), by=cast.ben)
    other = new_sheet(cast)
    for augen in (131, 80, 155):
        write(cast, other, anna_ben(cast, augen))

    assert [entry.number for entry in entries] == [1, 2, 3]
    assert totals(sheet) == totals(other)
    assert [record.history_user for record in Entry.history.filter(sheet=sheet)] == [cast.ben] * 3


def test_rows_that_are_there_already_are_left_alone(cast: Cast, sheet: Sheet) -> None:
    write_entries(sheet, rows(cast, 131, 80), by=cast.ben)
    written = write_entries(sheet, rows(cast, 131, 80, 155), by=cast.ben)

    assert [entry.number for entry in written] == [3]
    assert write_entries(sheet, rows(cast, 131), by=cast.ben) == []


def test_one_bad_row_and_none_is_written(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    stranger = entries_services.NewRow(facts=game(cast, ("Anna", "Emil"), ("Cleo", "Dora"), 131), uuid=uuid4())
    for bad, field in (([*rows(cast, 131, 241)], "rows[1].re_points"), ([*rows(cast, 131), stranger], "rows[1].re")):
        with pytest.raises(errors.Impossible) as impossible:
            write_entries(sheet, bad, by=cast.ben)
        assert [problem.field for problem in impossible.value.problems] == [field]
    assert sheet.entries.count() == 0


def test_a_change_of_the_table_among_many_rows(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    come = {"kind": "table", "players": cast.ids("Anna", "Ben", "Cleo", "Emil")}
    play = game(cast, ("Anna", "Emil"), ("Ben", "Cleo"), 131)
    new = [entries_services.NewRow(facts=facts, uuid=uuid4()) for facts in (come, play)]

    assert [entry.number for entry in write_entries(sheet, new, by=None)] == [None, 1]


def test_a_sheet_that_was_read_before_is_read_anew(cast: Cast, sheet: Sheet) -> None:
    """Ben's phone has the sheet from before Anna's game."""
    before = Sheet.objects.get(pk=sheet.pk)
    write(cast, sheet, anna_ben(cast, 131))
    entry = write(cast, before, anna_ben(cast, 100))
    assert (entry.number, entry.position) == (2, 2)
    assert postings(entry) == {"Anna": (-2, -2), "Ben": (-2, -2), "Cleo": (2, 2), "Dora": (2, 2)}


# --- The cost ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("before", [0, 60])
def test_it_costs_the_same_whatever_the_length(cast: Cast, sheet: Sheet, before: int) -> None:
    new = [entries_services.NewRow(facts=anna_ben(cast, 121 + number), uuid=uuid4()) for number in range(before)]
    write_entries(sheet, new, by=None)
    sheet = Sheet.objects.select_related("evening__club").get(pk=sheet.pk)  # as freshly opened

    with statements() as found:
        write(cast, sheet, anna_ben(cast))
    assert len(found) == 7


def test_many_rows_cost_as_much_as_a_few(cast: Cast, sheet: Sheet) -> None:
    with statements() as few:
        write_entries(sheet, rows(cast, 131, 132), by=None)
    with statements() as many:
        write_entries(sheet, rows(cast, *range(133, 173)), by=None)
    assert len(few) == len(many) == 7
