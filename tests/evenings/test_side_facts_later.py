"""Extra facts of a game, later: players who are merged or leave, and the file of a club."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import people
from dokoclub.exports.club_file.writing import club_file
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.telling import CALLED, by_id, detail, of_kind
from tests.exports.test_found_from_file import bring


@pytest.fixture
def forum(cast: Cast) -> Sheet:
    """Return a sheet under rules with Schweine and Hyperschweine, which force everything that can be forced."""
    return new_sheet(cast, rules="forum")


# ---- Players who are merged or leave ----


def test_two_who_are_one_person_and_back(cast: Cast) -> None:
    emil = cast.guest("Emil")
    sheet = new_sheet(cast, "Emil", "Ben", "Cleo", "Dora", rules="forum")
    emil_id, anna, ben, cleo, dora = cast.ids("Emil", "Anna", "Ben", "Cleo", "Dora")
    party = {"re": [emil_id, ben], "kontra": [cleo, dora], "re_points": 130}
    for kind, said in (
        ("armut", {"armut": {"from": emil_id}, "marks": [{"key": "schweine", "by": emil_id}]}),
        ("hochzeit", {"hochzeit": {"by": emil_id, "trick": 1}}),
    ):
        write(cast, sheet, {"kind": kind, **party}, attribution=said)
    said_before = list(sheet.entries.order_by("position").values_list("attribution", flat=True))

    merge = people.merge_players(cast.players["Anna"], emil, by=cast.anna)
    armut, hochzeit = sheet.entries.order_by("position")
    assert armut.attribution == {"armut": {"from": anna}, "marks": [{"key": "schweine", "by": anna}]}
    assert hochzeit.attribution == {"hochzeit": {"by": anna, "trick": 1}}

    people.take_back_merge(merge, by=cast.anna)
    assert list(sheet.entries.order_by("position").values_list("attribution", flat=True)) == said_before


def test_who_is_erased_has_no_name_there_either(cast: Cast) -> None:
    emil = cast.guest("Emil")
    sheet = new_sheet(cast, "Emil", "Ben", "Cleo", "Dora", rules="forum")
    emil_id, ben, cleo, dora = cast.ids("Emil", "Ben", "Cleo", "Dora")
    facts = {"kind": "normal", "re": [emil_id, ben], "kontra": [cleo, dora], "re_points": 130}
    entry = write(cast, sheet, facts, attribution={"marks": [{"key": "schweine", "by": emil_id}]})
    erase_player(emil, by=cast.anna)
    text = detail(cast, sheet, entry)
    assert "Schweine: " in text
    assert "Emil" not in text


# ---- The file of a club ----


@pytest.fixture
def file(cast: Cast, forum: Sheet) -> dict[str, Any]:
    """Return the file of a club with all of these facts."""
    said = {"marks": [{"key": "schweine", "by": "Cleo"}], "forced": {"re": ["re"]}}
    write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=by_id(cast, said))
    armut = {"armut": {"from": cast.ids("Ben")[0]}}
    write(cast, forum, of_kind(cast, "armut", "Anna", "Ben"), attribution=armut)
    hochzeit = {"hochzeit": {"by": cast.ids("Ben")[0], "trick": 3}}
    write(cast, forum, of_kind(cast, "hochzeit", "Anna", "Ben"), attribution=hochzeit)
    found = json.loads("".join(club_file(cast.club)))
    assert isinstance(found, dict)
    return found


def test_a_club_file_brings_it_along(cast: Cast, file: dict[str, Any]) -> None:
    assert bring(cast, json.dumps(file).encode()).status_code == 200
    club = Club.objects.latest("pk")
    assert club != cast.club
    assert json.loads("".join(club_file(club))) == file
    cleo, ben = (str(club.players.get(name=name).pk) for name in ("Cleo", "Ben"))
    said = Entry.objects.filter(sheet__evening__club=club).order_by("position").values_list("attribution", flat=True)
    assert list(said) == [
        {"marks": [{"key": "schweine", "by": cleo}], "forced": {"re": ["re"]}},
        {"armut": {"from": ben}},
        {"hochzeit": {"by": ben, "trick": 3}},
    ]


@pytest.mark.parametrize(
    "said",
    [
        {"marks": 5},
        {"marks": [{"key": "schweine"}]},
        {"marks": [{"key": "schweine", "by": "99"}]},
        {"marks": [{"key": "superschweine", "by": "1"}]},
        {"forced": {"re": ["no30"]}},
        {"armut": {"from": "1"}},
        {"extras": {"both": {}}},
    ],
)
def test_a_club_file_with_what_cannot_be_said_is_refused(cast: Cast, file: dict[str, Any], said: Any) -> None:
    file["evenings"][0]["sheets"][0]["rows"][0]["who"] = said
    answer = bring(cast, json.dumps(file).encode())
    assert answer.status_code == 422
    assert Club.objects.filter(name="Linde").count() == 1


def test_points_are_what_they_are_without_it(cast: Cast, forum: Sheet) -> None:
    """A lost forced Re costs the same as any Re."""
    called: dict[str, Any] = {"announced": {"re": "re"}}
    write(cast, forum, anna_ben(cast, 119, **called), attribution={"forced": {"re": ["re"]}})
    assert totals(forum) == {"Anna": 0, "Ben": 0, "Cleo": 4, "Dora": 4}
    forum.refresh_from_db()
    assert forum.bock_left == [1, 1, 1, 1]  # Bock all the same
