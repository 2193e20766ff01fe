"""Changes at the table between two games: somebody comes, goes, changes places, or another player deals."""

from uuid import uuid4

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain import sheet_state
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors import people, sheets
from dokoclub.evenings.services import errors, evenings
from dokoclub.evenings.services import sheets as sheets_services
from tests.cast import Cast
from tests.evenings.papers import anna_ben, game, totals, write
from tests.evenings.papers import evening as new_evening
from tests.evenings.rows import strike_entry
from tests.evenings.test_open_evening import seats


def change(cast: Cast, sheet: Sheet, players: list[Player], **more: object) -> Entry:
    return sheets_services.change_table(sheet, players, uuid=uuid4(), by=cast.ben, **more)  # type: ignore[arg-type]


def test_who_comes_sits_out_when_dealing_and_gets_a_result(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    write(cast, sheet, anna_ben(cast))
    entry = change(cast, sheet, [*cast.four, emil])
    page = sheets.sheet_page(sheet)

    assert (entry.number, entry.kind) == (None, "table")
    assert page.coming.number == 2
    assert [player.name for player in page.table] == ["Anna", "Ben", "Cleo", "Dora", "Emil"]
    assert [player.name for player in page.coming.sitting_out] == ["Ben"]
    assert totals(sheet)["Emil"] == 0


def test_who_goes_keeps_the_points(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    write(cast, sheet, anna_ben(cast))
    change(cast, sheet, [*cast.four[1:], emil])
    write(cast, sheet, game(cast, ("Ben", "Emil"), ("Cleo", "Dora"), 131))

    assert totals(sheet) == {"Anna": 1, "Ben": 2, "Cleo": -2, "Dora": -2, "Emil": 1}


def test_seats_say_who_sat_where_from_when_to_when(cast: Cast, sheet: Sheet) -> None:
    emil = cast.guest("Emil")
    write(cast, sheet, anna_ben(cast))
    change(cast, sheet, [*cast.four, emil])  # row 2
    change(cast, sheet, [*cast.four[:1], *cast.four[2:], emil])  # row 3

    assert seats(sheet) == [
        ("Anna", 0, 0, None),
        ("Ben", 1, 0, 3),
        ("Cleo", 2, 0, 3),
        ("Dora", 3, 0, 3),
        ("Emil", 4, 2, 3),
        ("Cleo", 1, 3, None),
        ("Dora", 2, 3, None),
        ("Emil", 3, 3, None),
    ]


def test_a_struck_change_gives_the_seats_back(cast: Cast, sheet: Sheet) -> None:
    before = seats(sheet)
    entry = change(cast, sheet, [*cast.four, cast.guest("Emil")])
    strike_entry(entry, by=None)

    assert seats(sheet) == before
    assert totals(sheet).keys() == {"Anna", "Ben", "Cleo", "Dora"}


def test_two_change_places(cast: Cast, sheet: Sheet) -> None:
    change(cast, sheet, [cast.players[name] for name in ("Anna", "Dora", "Cleo", "Ben")])

    assert [player.name for player in sheets.sheet_page(sheet).table] == ["Anna", "Dora", "Cleo", "Ben"]


def test_another_one_deals(cast: Cast, sheet: Sheet) -> None:
    change(cast, sheet, cast.four, dealer=cast.players["Cleo"])

    assert sheets.sheet_page(sheet).coming.dealer == cast.players["Cleo"]


def test_who_comes_owes_a_pflichtsolo_only_if_the_table_says_so(cast: Cast, sheet: Sheet) -> None:
    emil, frida = cast.guest("Emil"), cast.guest("Frida")
    change(cast, sheet, [*cast.four, emil])
    entry = change(cast, sheet, [*cast.four, emil, frida], owing=[frida])
    paper = sheet_state.read_sheet(sheet).paper

    assert paper.pflichtsolo_open == tuple(cast.ids("Anna", "Ben", "Cleo", "Dora", "Frida"))
    assert entry.attribution == {"owing": cast.ids("Frida")}


def problems(cast: Cast, sheet: Sheet, players: list[Player], **more: object) -> list[tuple[str, str]]:
    with pytest.raises(errors.Impossible) as impossible:
        change(cast, sheet, players, **more)
    return [(problem.field, str(problem)) for problem in impossible.value.problems]


def test_three_are_no_table(cast: Cast, sheet: Sheet) -> None:
    assert problems(cast, sheet, cast.four[:3]) == [("players", "Four to seven players sit at a table.")]


def test_a_player_of_another_club_is_a_stranger(cast: Cast, sheet: Sheet) -> None:
    stranger = Player.objects.get(name="Stranger")

    assert problems(cast, sheet, [*cast.four, stranger]) == [("players", "Choose players of the club only.")]


def test_only_who_comes_owes(cast: Cast, sheet: Sheet) -> None:
    assert problems(cast, sheet, cast.four, owing=[cast.players["Anna"]]) == [
        ("attribution.owing", "Only newcomers can be marked as owing a Pflichtsolo.")
    ]


def test_names_that_are_no_numbers_are_strangers(cast: Cast, sheet: Sheet) -> None:
    with pytest.raises(errors.Impossible) as impossible:
        write(cast, sheet, {"kind": "table", "players": [*cast.ids("Anna", "Ben", "Cleo"), "Emil"]})
    assert [problem.field for problem in impossible.value.problems] == ["players"]


def test_who_sits_at_an_open_table_already_is_known(cast: Cast, sheet: Sheet) -> None:
    """A page warns about it; it is not refused."""
    found = people.at_open_tables(cast.four[:1])
    new_evening(cast)

    assert [(seat.player.name, seat.sheet) for seat in found] == [("Anna", sheet)]
    assert len(people.at_open_tables(cast.four[:1])) == 2
    assert len(people.at_open_tables(cast.four[:1], besides=sheet)) == 1
    evenings.close_evening(sheet.evening, by=None)
    assert sheet not in [seat.sheet for seat in people.at_open_tables(cast.four[:1])]


def test_who_has_gone_sits_nowhere(cast: Cast, sheet: Sheet) -> None:
    change(cast, sheet, [*cast.four[1:], cast.guest("Emil")])

    assert people.at_open_tables(cast.four[:1]) == []
