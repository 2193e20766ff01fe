"""Corrections to the opening of a sheet: wrong people, wrong order or wrong dealer."""

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain import sheet_state
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import errors, sheets
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write


def correct(cast: Cast, sheet: Sheet, names: str, dealer: str, **more: int) -> Sheet:
    players: list[Player] = [cast.players[name] for name in names.split()]
    seen = Sheet.objects.get(pk=sheet.pk).version
    return sheets.correct_opening(
        sheet, players=players, first_dealer=cast.players[dealer], **{"seen": seen, **more}, by=cast.ben
    )


def test_dealer_and_order_follow(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    corrected = correct(cast, sheet, "Dora Cleo Ben Anna", "Cleo")
    paper = sheet_state.read_sheet(corrected).paper

    assert [line.dealer for line in paper.lines] == cast.ids("Cleo")
    assert paper.next.dealer == cast.ids("Ben")[0]
    assert [record.history_user for record in corrected.history.all()] == [cast.ben] * 2


def test_somebody_else_sat_there_all_along(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    correct(cast, sheet, "Anna Ben Cleo Emil", "Anna")

    assert totals(sheet).keys() == {"Anna", "Ben", "Cleo", "Emil"}
    assert [seat.player.name for seat in sheet.seats.select_related("player")] == ["Anna", "Ben", "Cleo", "Emil"]


def test_the_same_opening_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    assert correct(cast, sheet, "Anna Ben Cleo Dora", "Anna", seen=0).version == 1


def test_who_has_played_cannot_have_been_absent(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Emil")
    write(cast, sheet, anna_ben(cast))

    with pytest.raises(errors.Impossible) as impossible:
        correct(cast, sheet, "Anna Ben Cleo Emil", "Anna")
    assert [(problem.field, str(problem)) for problem in impossible.value.problems] == [
        ("rows[1].kontra", "Dora does not sit at the table.")
    ]


def test_a_table_that_cannot_be(cast: Cast, sheet: Sheet) -> None:
    with pytest.raises(errors.Impossible) as impossible:
        correct(cast, sheet, "Anna Ben Cleo", "Dora")
    assert [problem.field for problem in impossible.value.problems] == ["players", "first_dealer"]


def test_somebody_wrote_meanwhile(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))

    with pytest.raises(errors.Conflict):
        correct(cast, sheet, "Dora Cleo Ben Anna", "Dora", seen=1)


def test_a_closed_sheet_stays(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=None)

    with pytest.raises(errors.Closed):
        correct(cast, sheet, "Dora Cleo Ben Anna", "Dora")
