"""The page of a sheet: columns, rows, the next game, and the people who wrote and changed rows."""

from uuid import uuid4

import pytest

from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.presenters.entry_form import entry_form
from dokoclub.evenings.selectors import sheets
from dokoclub.evenings.services import entries, evenings
from dokoclub.evenings.services import sheets as sheets_services
from scoring.contract.attribution import Attribution
from scoring.terms import Party
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, game, solo, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, strike_entry, write_entries


def page(sheet: Sheet) -> sheets.SheetPage:
    return sheets.sheet_page(Sheet.objects.select_related("evening__club").get(pk=sheet.pk))


def test_a_new_sheet_has_columns_and_a_game_to_come(cast: Cast, sheet: Sheet) -> None:
    shown = page(sheet)

    assert [column.player.name for column in shown.columns] == ["Anna", "Ben", "Cleo", "Dora"]
    assert not any(column.leads for column in shown.columns)
    assert [column.deals for column in shown.columns] == [True, False, False, False]
    assert (shown.coming.number, shown.coming.dealer.name, shown.coming.sitting_out) == (1, "Anna", ())
    assert [player.name for player in shown.pflichtsolo_open] == ["Anna", "Ben", "Cleo", "Dora"]
    assert shown.rows == ()


def test_a_row_shows_everybody(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    write(cast, sheet, anna_ben(cast, 155))
    row = page(sheet).rows[0]

    assert [
        (cell.player.name, cell.party, cell.scores, cell.total, cell.deals, cell.sits_out) for cell in row.cells
    ] == [
        ("Anna", Party.RE, 2, 2, False, False),
        ("Ben", Party.RE, 2, 2, False, False),
        ("Cleo", Party.KONTRA, -2, -2, False, False),
        ("Dora", Party.KONTRA, -2, -2, False, False),
        ("Emil", None, 0, 0, True, True),
    ]
    assert row.dealer == cast.players["Emil"]
    assert row.reckoning is not None
    assert [(item.key, item.points) for item in row.reckoning.items] == [("won", 1), ("under_90", 1)]


def test_it_says_why_a_party_won(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast, 148, announced={"re": "no90"}))
    re, kontra = page(sheet).rows[0].reasons

    assert (re.won, re.needed, re.had) == (False, 151, 148)
    assert kontra.won


def test_rows_that_are_no_games_have_no_reasons(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, {"kind": "redeal"})
    row = page(sheet).rows[0]

    assert (row.game, row.reasons, row.attribution) == (None, [], Attribution())


def test_leader_and_totals(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, solo(cast, "Ben", 130))
    shown = page(sheet)

    assert [(column.total, column.leads) for column in shown.columns] == [
        (-1, False),
        (3, True),
        (-1, False),
        (-1, False),
    ]


def test_the_newest_row_comes_first_where_wanted(cast: Cast, sheet: Sheet) -> None:
    for augen in (131, 155):
        write(cast, sheet, anna_ben(cast, augen))

    assert [row.entry.number for row in page(sheet).newest_first] == [2, 1]


def test_a_struck_row_stays_in_its_place(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    strike_entry(first, by=cast.anna)
    struck, counted = page(sheet).rows

    assert (struck.entry.is_struck, struck.line, struck.cells, struck.dealer) == (True, None, (), None)
    assert struck.entry.struck_by == cast.anna
    assert counted.entry.number == 1


def test_who_wrote_and_who_changed(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast), by=None)
    amend_entry(entry, anna_ben(cast, 90), by=cast.anna)
    shown = page(sheet).rows[0].entry

    assert (shown.written_by, shown.changed_by, shown.struck_by) == (None, cast.anna, None)


def test_who_left_keeps_the_column(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    write(cast, sheet, anna_ben(cast))
    sheets_services.change_table(sheet, [*cast.four[1:], emil], uuid=uuid4(), by=None)
    shown = page(sheet)

    assert [(column.player.name, column.is_here, column.total) for column in shown.columns] == [
        ("Anna", False, 1),
        ("Ben", True, 1),
        ("Cleo", True, -1),
        ("Dora", True, -1),
        ("Emil", True, 0),
    ]
    assert shown.rows[1].facts.players == tuple(cast.ids("Ben", "Cleo", "Dora", "Emil"))  # type: ignore[union-attr]


def test_bock_to_come(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"}))
    shown = page(sheet)

    assert (shown.bock_left, shown.coming.bock_level) == ((1, 1, 1, 1), 1)


def test_both_columns_where_only_plus_is_written(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="forum")
    write(cast, sheet, solo(cast, "Ben", 119))
    evenings.change_style(cast.club, ranked_by="balance", large="game", full_names=True)
    shown = page(sheet)

    assert not shown.writes_zero_sum
    assert [(column.total, column.total_balance, column.leads) for column in shown.columns] == [
        (9, 3, True),
        (0, -9, False),
        (9, 3, True),
        (9, 3, True),
    ]
    assert (shown.style.large, shown.style.full_names) == ("game", True)


def test_the_list_comes_to_its_end(cast: Cast) -> None:
    new = opening.NewSheet(players=cast.four, rules=page(new_sheet(cast)).rules, length_kind="games", length=4)
    sheet = evenings.open_evening(cast.club, [new], key=uuid4(), by=None).sheets.get()
    write(cast, sheet, anna_ben(cast))
    assert page(sheet).state.paper.next.forced == cast.ids("Cleo")[0]
    for _ in range(3):
        write(cast, sheet, anna_ben(cast))

    assert (page(sheet).games_in_list, page(sheet).coming.is_beyond_list) == (4, True)


@pytest.mark.parametrize("rows", [1, 60])
def test_it_costs_four_queries_whatever_the_length(cast: Cast, sheet: Sheet, rows: int) -> None:
    new = [entries.NewRow(facts=anna_ben(cast), uuid=uuid4()) for _ in range(rows)]
    write_entries(sheet, new, by=cast.ben)
    fresh = Sheet.objects.select_related("evening__club").get(pk=sheet.pk)

    with statements() as found:
        sheets.sheet_page(fresh)
    assert len(found) == 4


def test_a_game_keeps_its_dealer_where_one_before_it_is_struck(cast: Cast) -> None:
    """With five at the table the dealer sits out; a player recorded as playing has not dealt."""
    cast.guest("Emil")
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil")
    five = new_sheet(cast, *names, dealer="Anna")
    for out in names[:4]:
        first, second, *kontra = (name for name in names if name != out)
        write(cast, five, game(cast, [first, second], kontra, 131))
    struck = five.entries.get(number=2)
    strike_entry(struck, by=cast.anna)
    rows = [row for row in page(five).rows if row.line]
    dealt = {row.entry.number: [cell.player.name for cell in row.cells if cell.deals] for row in rows}
    rested = {row.entry.number: [cell.player.name for cell in row.cells if cell.sits_out] for row in rows}
    assert dealt == rested == {1: ["Anna"], 2: ["Cleo"], 3: ["Dora"]}
    assert [row.dealer.name for row in rows if row.dealer] == ["Anna", "Cleo", "Dora"]


@pytest.mark.parametrize(
    ("preset", "above"),
    [
        ("ddv", False),
        ("handbook", False),
        ("hausrunde", False),
        ("ham", True),  # here and below a bonus point or a mark counts in solos, so the boxes stay
        ("parlett", True),
        ("forum", True),
        ("wikipedia2010", True),
    ],
)
def test_solos_stand_above_the_form_only_where_the_bonus_points_stay(cast: Cast, preset: str, above: bool) -> None:
    assert entry_form(page(new_sheet(cast, rules=preset))).solos_above is above
