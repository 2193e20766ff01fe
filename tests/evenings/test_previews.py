"""What a row would be worth, and what it would change, before anything is written."""

from typing import Any
from uuid import uuid4

import pytest

from dokoclub.evenings import selectors, services
from dokoclub.evenings.models import Entry, Sheet
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, solo, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, strike_entry


def fresh(entry: Entry) -> Entry:
    """With its sheet as it is now."""
    return Entry.objects.get(pk=entry.pk)


def test_it_is_what_saving_gives(cast: Cast, sheet: Sheet) -> None:
    facts = anna_ben(cast, 155, announced={"re": "re"})
    shown = selectors.preview_row(sheet, facts)
    anna = cast.ids("Anna")[0]

    assert shown.line is not None
    assert (shown.line.number, shown.line.score.reckoning.winner, shown.line.score.scores[anna]) == (1, "re", 4)
    assert shown.next is not None
    assert (shown.next.number, shown.next.dealer) == (2, cast.ids("Ben")[0])
    assert shown.later == ()
    assert not sheet.entries.exists()


def test_it_tells_all_problems_with_names(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    facts = anna_ben(cast, 241)
    assert [problem.field for problem in selectors.preview_row(sheet, facts, note="x" * 201).problems] == [
        "re_points",
        "note",
    ]
    facts = anna_ben(cast) | {"re": [str(emil.pk), *cast.ids("Ben")]}

    assert [str(problem) for problem in selectors.preview_row(sheet, facts).problems] == [
        "Emil does not sit at the table."
    ]


@pytest.mark.parametrize(
    ("before", "facts", "raised"),
    [
        ([], {"augen": 100, "announced": {"re": "re"}}, 4),
        ([], {"augen": 131}, 0),
        ([{"augen": 100, "announced": {"re": "re"}}], {"augen": 131}, 0),
        ([{"augen": 100, "announced": {"re": "re"}}], {"augen": 100, "announced": {"re": "re"}}, 4),
    ],
)
def test_it_says_how_many_games_a_bockrunde_raises(
    cast: Cast, before: list[dict[str, Any]], facts: dict[str, Any], raised: int
) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    for earlier in before:
        write(cast, sheet, anna_ben(cast, **earlier))

    assert selectors.preview_row(sheet, anna_ben(cast, **facts)).bock_games == raised


def test_rules_without_bock_raise_nothing(cast: Cast, sheet: Sheet) -> None:
    assert selectors.preview_row(sheet, anna_ben(cast, 120)).bock_games == 0
    assert selectors.preview_row(sheet, {"kind": "redeal"}).bock_games == 0


def test_the_difference_of_a_correction(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    first = write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"}))
    second = write(cast, sheet, anna_ben(cast))
    shown = selectors.preview_change(fresh(first), anna_ben(cast, 131))

    assert shown.line is not None
    assert shown.line.number == 1
    assert [(change.entry, change.before.bock_level, change.after.bock_level) for change in shown.later] == [
        (second, 1, 0)
    ]
    amend_entry(first, anna_ben(cast, 131), by=None)


def test_the_difference_of_striking_and_of_bringing_back(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, solo(cast, "Ben", 130))
    write(cast, sheet, anna_ben(cast))
    struck = selectors.preview_change(fresh(first), None)
    strike_entry(first, by=None)
    back = selectors.preview_change(fresh(first), first.facts)

    assert struck.line is None
    assert [change.what for change in struck.later] == [("number",)]
    assert [(change.before.number, change.after.number) for change in back.later] == [(1, 2)]


def test_a_correction_that_cannot_be(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    come = services.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None)
    write(cast, sheet, anna_ben(cast) | {"kontra": [*cast.ids("Cleo"), str(emil.pk)]})

    assert [problem.field for problem in selectors.preview_change(come, None).problems] == ["rows[1].kontra"]
    assert [problem.field for problem in selectors.preview_change(come, {"kind": "table"}).problems] == ["players"]


def test_it_costs_one_query(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))

    with statements() as new:
        selectors.preview_row(sheet, anna_ben(cast))
    with statements() as old:
        selectors.preview_change(entry, anna_ben(cast, 90))
    assert (len(new), len(old)) == (1, 1)
