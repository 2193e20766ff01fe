"""Attributions to single players: checked, read, stored, and moved to another player."""

from typing import Any

import pytest

from scoring.contract.attribution import check_attribution, read_attribution, with_other_player
from scoring.contract.form import fields_of_row
from scoring.contract.stored_rows import load_row, parse_row
from scoring.game.game import Game
from scoring.game.played import Announced, Credit, Mark
from scoring.game.rows import Row, Table
from scoring.rules.presets import PRESETS
from scoring.terms import Call, Party
from tests.scoring.paper import rows

HAUSRUNDE, FORUM = PRESETS["hausrunde"].rules, PRESETS["forum"].rules


def game(written: str) -> Game:
    (found,) = rows(HAUSRUNDE, written)
    assert isinstance(found, Game)
    return found


def wrong(raw: object, row: Row, *newcomers: str) -> dict[str, str]:
    """Return field → sentence."""
    return {one.field: str(one) for one in check_attribution(raw, row, FORUM, newcomers)}


def test_what_is_no_object_says_nothing() -> None:
    assert wrong([], game("AB-CD 130")) == {"attribution": "This must be an object."}


@pytest.mark.parametrize(
    ("credit", "told"),
    [
        ({"by": "Zoe"}, "This must be a player of the party."),
        ({"by": "Anna", "from": "Ben"}, "Choose a player of the other side."),
        ({"by": "Anna", "from": "Cleo"}, None),
        ({"by": "Anna"}, None),
        ({"from": "Cleo"}, "This must be a player of the party."),
        ({"by": "Anna", "to": "Ben"}, "This must be an object with by and from."),
        ("Anna", "This must be an object with by and from."),
    ],
)
def test_who_caught_a_fuchs(credit: object, told: str | None) -> None:
    raw = {"extras": {"re": {"fuchs": [credit]}}}
    assert wrong(raw, game("AB-CD 130 re:fuchs")).get("attribution.extras.re.fuchs") == told


def test_a_doppelkopf_is_caught_from_nobody() -> None:
    raw = {"extras": {"re": {"doppelkopf": [{"by": "Anna", "from": "Cleo"}]}}}
    assert [*wrong(raw, game("AB-CD 130 re:doppelkopf")).values()] == ["Nobody loses this bonus point."]


def test_lists_and_objects_that_are_none() -> None:
    raw: dict[str, Any] = {
        "announced": {"re": [], "solo": {}},
        "extras": {"re": {"fuchs": 1}, "kontra": []},
        "marks": 1,
        "forced": {"re": "re", "kontra": ["kontra", 5]},
        "armut": 1,
        "hochzeit": {"by": "Anna"},
    }
    assert wrong(raw, game("AB-CD 130 re kontra:kontra re:fuchs")) == {
        "attribution.announced.re": "This must be an object.",
        "attribution.announced.solo": "Choose Re or Kontra.",
        "attribution.extras.re.fuchs": "This must be a list.",
        "attribution.extras.kontra": "This must be an object.",
        "attribution.marks": "This must be a list.",
        "attribution.forced.re": "This must be a list.",
        "attribution.forced.kontra[1]": "That wasn't called.",
        "attribution.armut": "This is said of an Armut only.",
        "attribution.hochzeit": "This is said of a Hochzeit only.",
    }
    assert wrong({"announced": [], "extras": 1, "forced": 1}, game("AB-CD 130")) == {
        f"attribution.{key}": "This must be an object." for key in ("announced", "extras", "forced")
    }


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"owing": []}, {"owing": "There is no such key in this kind of row."}),
        ({"announced": {"re": {"no60": "Anna"}}}, {"announced.re.no60": "That wasn't called."}),
        ({"announced": {"re": {"kontra": "Anna"}}}, {"announced.re.kontra": "That wasn't called."}),
        ({"announced": {"re": {"re": "Cleo"}}}, {"announced.re.re": "This must be a player of the party."}),
        (
            {"extras": {"re": {"fuchs": [{"by": "Anna"}] * 2}}},
            {"extras.re.fuchs": "More are credited to players than counted: correct one."},
        ),
        ({"extras": {"re": {"fuchs": [{"by": []}]}}}, {"extras.re.fuchs": "This must be a player of the party."}),
        ({"marks": [{"key": "super", "by": "Anna"}]}, {"marks[0].key": "These rules know no such mark."}),
        ({"marks": [{"key": [], "by": "Anna"}]}, {"marks[0].key": "These rules know no such mark."}),
        (
            {"marks": [{"key": "schweine", "by": "Emil"}, {"key": "schweine", "by": None}]},
            {f"marks[{number}].by": "This must be a player of the game." for number in range(2)},
        ),
        ({"forced": {"both": ["re"]}}, {"forced.both": "Choose Re or Kontra."}),
        (
            {"forced": {"re": ["no60", "kontra", None, ["re"]]}},
            {f"forced.re[{number}]": "That wasn't called." for number in range(4)},
        ),
    ],
)
def test_what_nobody_can_have_done(raw: object, told: dict[str, str]) -> None:
    expected = {f"attribution.{field}": sentence for field, sentence in told.items()}
    found = wrong(raw, game("AB-CD 130 re:no90 kontra re:fuchs"))
    assert {field: sentence for field, sentence in found.items() if "only once" not in sentence} == expected


def test_marks_and_forced_calls_stand_once() -> None:
    twice = [{"key": "schweine", "by": "Ben"}, {"key": "schweine", "by": "Ben"}, {"key": "schweine"}]
    assert wrong({"marks": twice, "forced": {"re": ["re", "re"]}}, game("AB-CD 130 re")) == {
        "attribution.marks[1].key": "This happens only once in a game.",
        "attribution.marks[2]": "This must be an object with key and by.",
        "attribution.forced.re[1]": "Each entry once in this list.",
    }


def test_an_armut_and_a_hochzeit() -> None:
    (armut,), (hochzeit,), (alone,) = (
        rows(HAUSRUNDE, f"{parties} 130 {kind}")
        for parties, kind in (("AB-CD", "armut"), ("AB-CD", "hochzeit"), ("A-BCD", "hochzeit"))
    )
    assert wrong({"armut": []}, armut) == {"attribution.armut": "This must be an object with from."}
    assert wrong({"armut": {"from": "Cleo"}}, armut) == {
        "attribution.armut.from": "This must be a player of the party."
    }
    assert wrong({"armut": {}}, armut) == wrong({"armut": {"from": "Ben"}}, armut) == {}
    assert wrong({"hochzeit": []}, hochzeit) == {"attribution.hochzeit": "This must be an object with by and trick."}
    assert wrong({"hochzeit": {"by": "Cleo", "trick": 4}}, hochzeit) == {
        "attribution.hochzeit.by": "This must be a player of the party.",
        "attribution.hochzeit.trick": "This must be 1, 2 or 3.",
    }
    for trick in (0, "2", True):
        assert wrong({"hochzeit": {"trick": trick}}, hochzeit) == {
            "attribution.hochzeit.trick": "This must be 1, 2 or 3."
        }
    assert wrong({"hochzeit": {"by": "Ben", "trick": 3}}, hochzeit) == wrong({"hochzeit": {"by": "Anna"}}, alone) == {}
    assert [*wrong({"hochzeit": {"trick": 1}}, alone).values()] == ["No trick found a partner: Re is one player."]


def test_what_rules_do_not_force_was_not_forced() -> None:
    found = check_attribution({"forced": {"re": ["re"]}}, game("AB-CD 130 re"), HAUSRUNDE, ())
    assert [str(one) for one in found] == ["These rules force nobody to call."]
    found = check_attribution({"marks": [{"key": "schweine", "by": "Anna"}]}, game("AB-CD 130"), HAUSRUNDE, ())
    assert [str(one) for one in found] == ["These rules know no such mark."]


def test_who_joins_may_owe_and_who_sits_does_not_rest() -> None:
    table = Table(players=("Anna", "Ben", "Cleo", "Emil"))
    assert wrong({"owing": ["Emil"], "resting": ["Dora"]}, table, "Emil") == {}
    assert wrong({"owing": ["Anna"], "resting": ["Ben"]}, table, "Emil") == {
        "attribution.owing": "Only newcomers can be marked as owing a Pflichtsolo.",
        "attribution.resting": "Players resting can't be at the table.",
    }
    assert wrong({"owing": "Emil", "resting": [1]}, table, "Emil") == {
        "attribution.owing": "This must be a list of names.",
        "attribution.resting": "This must be a list of names.",
    }
    assert [*wrong({"announced": {}}, table)] == ["attribution.announced"]


def test_it_is_read_for_counting() -> None:
    raw = {
        "announced": {"re": {"re": "Anna", "no90": "Ben"}},
        "extras": {"kontra": {"fuchs": [{"by": "Cleo", "from": "Anna"}]}},
        "marks": [{"key": "schweine", "by": "Ben"}],
        "forced": {"re": ["re"]},
        "hochzeit": {"by": "Anna", "trick": 2},
    }
    read = read_attribution(raw, game("AB-CD 130 re:no90 kontra:fuchs"))
    assert read.announced == (Announced(Party.RE, Call.ANSAGE, "Anna"), Announced(Party.RE, Call.NO_90, "Ben"))
    assert read.extras == (Credit(Party.KONTRA, "fuchs", "Cleo", "Anna"),)
    assert read.told.marks == (Mark("schweine", "Ben"),)
    assert read.told.forced == ((Party.RE, Call.ANSAGE),)
    assert (read.told.gave, read.told.married, read.told.found_in) == (None, "Anna", 2)


def test_a_soloist_did_it_all() -> None:
    raw = {"extras": {"re": {"fuchs": [{"by": "Anna", "from": "Ben"}]}, "kontra": {"fuchs": [{"by": "Ben"}]}}}
    read = read_attribution(raw, game("A-BCD 130 re:no90 re:fuchs re:doppelkopf kontra:fuchs"))
    assert [(one.call, one.by) for one in read.announced] == [(Call.ANSAGE, "Anna"), (Call.NO_90, "Anna")]
    assert read.extras == (
        Credit(Party.KONTRA, "fuchs", "Ben", None),
        Credit(Party.RE, "fuchs", "Anna", "Ben"),
        Credit(Party.RE, "doppelkopf", "Anna"),
    )


def test_somebody_else_takes_a_players_place() -> None:
    raw = {
        "announced": {"re": {"re": "12"}},
        "marks": [{"key": "12", "by": "12"}],
        "hochzeit": {"by": "12", "trick": 2},
    }
    assert with_other_player(raw, "12", "5") == {
        "announced": {"re": {"re": "5"}},
        "marks": [{"key": "5", "by": "5"}],
        "hochzeit": {"by": "5", "trick": 2},
    }


# --- Facts -----------------------------------------------------------------------------------------------------------


def test_facts_that_are_no_object() -> None:
    found = parse_row([], HAUSRUNDE)
    assert isinstance(found, list)
    assert [str(one) for one in found] == ["This must be an object."]


def test_kept_facts_that_nobody_can_have_written() -> None:
    with pytest.raises(ValueError, match="Please fill this in"):
        load_row({"kind": "table"}, HAUSRUNDE)


def test_a_change_of_the_table_has_no_form() -> None:
    with pytest.raises(ValueError, match="Table"):
        fields_of_row(Table(players=("Anna", "Ben", "Cleo", "Emil")), {}, "")
