"""The suggestion for a new evening, taken from the last one."""

from datetime import date, timedelta
from uuid import uuid4

from django.utils import timezone

from dokoclub.clubs.services.players import change_player, let_leave
from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Length
from dokoclub.evenings.selectors import starting
from dokoclub.evenings.services import evenings, sheets
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import evening, table


def test_everything_is_as_it_was(cast: Cast) -> None:
    new = opening.NewSheet(
        players=[cast.players[name] for name in ("Dora", "Anna", "Cleo", "Ben")],
        rules=PRESETS["ddv"].rules,
        first_dealer=cast.players["Cleo"],
        length_kind=Length.ROUNDS,
        length=6,
    )
    opened = evening(cast, new, stake=10, place="Linde", club_evening=False)
    found = starting.suggest_start(cast.club)

    assert [player.name for player in found.players] == ["Dora", "Anna", "Cleo", "Ben"]
    assert found.first_dealer == cast.players["Cleo"]
    assert (found.stake, found.place, found.club_evening) == (10, "Linde", False)
    assert (found.length_kind, found.length) == (Length.ROUNDS, 6)
    assert found.rules.preset == "hausrunde"
    assert found.last == opened


def test_a_first_evening_has_everybody_if_they_are_a_table(cast: Cast) -> None:
    found = starting.suggest_start(cast.club)

    assert {player.name for player in found.players} == {"Anna", "Ben", "Cleo", "Dora"}
    assert (found.others, found.first_dealer, found.last) == ((), None, None)
    assert (found.length_kind, found.length, found.stake, found.club_evening) == (Length.OPEN, None, 0, True)


def test_a_first_evening_of_many_is_for_them_to_choose(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hanna"):
        cast.guest(name)
    found = starting.suggest_start(cast.club)

    assert found.players == ()
    assert len(found.others) == 8


def test_who_left_or_rests_is_not_preselected(cast: Cast) -> None:
    evening(cast)
    let_leave(cast.players["Dora"], by=cast.anna)
    change_player(cast.players["Ben"], name="Ben", short_name="", guest=False, active=False, notes="", by=cast.anna)
    found = starting.suggest_start(cast.club)

    assert [player.name for player in found.players] == ["Anna", "Cleo"]
    assert [player.name for player in found.others] == ["Ben"]


def test_others_stand_by_how_often_they_came(cast: Cast) -> None:
    """Frida came twice recently, Emil once, Gerd long ago."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    today = timezone.localdate()
    evening(cast, table(cast, "Anna", "Ben", "Cleo", "Gerd"), day=date(2020, 1, 1))
    for days in range(6, 1, -1):
        guests = {5: ["Frida"], 4: ["Frida"], 3: ["Emil"]}.get(days, ["Dora"])
        evening(cast, table(cast, "Anna", "Ben", "Cleo", *guests), day=today - timedelta(days=days))
    found = starting.suggest_start(cast.club)

    assert [player.name for player in found.players] == ["Anna", "Ben", "Cleo", "Dora"]
    assert [player.name for player in found.others] == ["Frida", "Emil", "Gerd"]


def test_several_tables_are_all_there(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hanna"):
        cast.guest(name)
    evening(cast, table(cast), table(cast, "Emil", "Frida", "Gerd", "Hanna", name="2"))

    assert len(starting.suggest_start(cast.club).players) == 8


def test_it_costs_five_queries(cast: Cast) -> None:
    evening(cast)
    with statements() as found:
        starting.suggest_start(cast.club)
    assert len(found) == 5


def test_the_seating_of_the_end_is_proposed(cast: Cast) -> None:
    """Somebody else sat down in the course of the evening."""
    opened = evening(cast)
    cast.guest("Emil")
    sheet = opened.sheets.get()
    players = [cast.players[name] for name in ("Emil", "Ben", "Cleo", "Dora")]
    sheets.change_table(sheet, players, uuid=uuid4(), by=cast.anna)
    evenings.close_evening(opened, by=cast.anna)
    assert [player.name for player in starting.suggest_start(cast.club).players] == ["Emil", "Ben", "Cleo", "Dora"]
