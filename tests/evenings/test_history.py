"""The history of changes: who, when, before and after; and the data stored about a person can be read."""

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors import people
from dokoclub.evenings.services import evenings
from scoring.game.game import Game
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, write
from tests.evenings.rows import amend_entry, restore_entry, strike_entry


def test_the_life_of_a_row(cast: Cast, sheet: Sheet) -> None:
    anna = cast.anna
    entry = write(cast, sheet, anna_ben(cast, 131), by=None, note="erst so")
    entry = amend_entry(entry, anna_ben(cast, 90), by=anna)
    entry = strike_entry(entry, by=anna)
    entry = restore_entry(entry, by=cast.ben)
    entry = strike_entry(entry, by=cast.ben)
    found = people.get_history(entry)

    assert [
        (change.what, change.by and change.by.display_name, change.number, change.note, change.why)
        for change in found.changes
    ] == [
        ("written", None, 1, "erst so", ""),
        ("changed", "Anna", 1, "", ""),
        ("struck", "Anna", 1, "", ""),
        ("restored", "Ben", 1, "", ""),
        ("struck", "Ben", 1, "", ""),
    ]
    augen = [change.facts.re_augen for change in found.changes if isinstance(change.facts, Game)]
    assert augen == [131, 90, 90, 90, 90]
    assert {player.name for player in found.names.values()} == {"Anna", "Ben", "Cleo", "Dora"}


def test_it_costs_two_queries(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    strike_entry(entry, by=None)

    with statements() as found:
        people.get_history(entry)
    assert len(found) == 2


def test_what_is_stored_about_an_account(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 131), note="Notiz")
    strike_entry(entry, by=cast.ben)
    evenings.make_secret_link(sheet.evening, by=cast.ben)
    name, stored = people.stored_about(cast.ben)

    assert name == "evenings"
    assert [(row["club"], row["date"], row["games"], row["scores"]) for row in stored["results"]] == [
        ("Linde", sheet.evening.date, 0, 0)
    ]
    assert [(row["number"], row["note"]) for row in stored["rows_written"]] == [(1, "Notiz")]
    assert [len(stored[key]) for key in ("evenings_opened", "sheets_opened", "rows_changed", "secret_links_made")] == [
        1, 1, 1, 1,
    ]  # fmt: skip


def test_nothing_is_stored_about_a_stranger(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))

    assert not any(people.stored_about(cast.stranger)[1].values())
