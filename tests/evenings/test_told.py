"""Marks, forced calls, who gave an Armut, who married: kept beside a game, checked, shown, and never worth a point."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.erasure import erase_player
from dokoclub.evenings import services
from dokoclub.evenings.ledger.attribution import store_attribution
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.exports.club_file.writing import club_file
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.cast import Cast
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.views import fields, phone, problems, url
from tests.exports.test_found_from_file import bring

CALLED = {"announced": {"re": "no90", "kontra": "kontra"}}


@pytest.fixture
def forum(cast: Cast) -> Sheet:
    """Under rules with Schweine and Hyperschweine, which force all that can be forced."""
    return new_sheet(cast, rules="forum")


def by_id(cast: Cast, said: Any) -> Any:
    """What was written with names, for once."""
    if isinstance(said, dict):
        return {key: by_id(cast, value) for key, value in said.items()}
    if isinstance(said, list):
        return [by_id(cast, value) for value in said]
    return cast.ids(said)[0] if isinstance(said, str) and said in cast.players else said


def detail(cast: Cast, sheet: Sheet, entry: Entry, name: str = "Dora") -> str:
    """What unfolds below the row, in one line: Dora only reads."""
    html = phone(cast, name).get(url("show_entry", sheet, entry)).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def of_kind(cast: Cast, kind: str, *party: str, **facts: Any) -> dict[str, Any]:
    kontra = [name for name in ("Anna", "Ben", "Cleo", "Dora") if name not in party]
    return {"kind": kind, "re": cast.ids(*party), "kontra": cast.ids(*kontra), "re_points": 130, **facts}


# ---- What is kept ----


def test_it_is_kept_in_one_order(cast: Cast, forum: Sheet) -> None:
    said = {
        "forced": {"kontra": ["kontra"], "re": ["no90", "re"]},
        "marks": [{"by": "Cleo", "key": "schweine"}, {"by": "Anna", "key": "hyperschweine"}],
    }
    entry = write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=by_id(cast, said))

    anna, cleo = cast.ids("Anna", "Cleo")
    assert json.dumps(entry.attribution) == json.dumps(
        {
            "marks": [{"key": "hyperschweine", "by": anna}, {"key": "schweine", "by": cleo}],
            "forced": {"re": ["re", "no90"], "kontra": ["kontra"]},
        }
    )


def test_the_same_said_in_another_order_is_the_same_row(cast: Cast, forum: Sheet) -> None:
    """A form that comes twice writes once."""
    uuid, (anna, ben) = uuid4(), cast.ids("Anna", "Ben")
    marks = [{"key": "schweine", "by": anna}, {"key": "hyperschweine", "by": ben}]
    first = write(cast, forum, anna_ben(cast), uuid=uuid, attribution={"marks": marks})

    assert write(cast, forum, anna_ben(cast), uuid=uuid, attribution={"marks": marks[::-1]}) == first
    with pytest.raises(services.Reused):
        write(cast, forum, anna_ben(cast), uuid=uuid, attribution={"marks": marks[:1]})


def test_what_says_nothing_is_not_kept(cast: Cast, forum: Sheet) -> None:
    said: dict[str, Any] = {"marks": [], "forced": {"re": [], "kontra": []}}
    assert write(cast, forum, anna_ben(cast), attribution=said).attribution == {}
    assert write(cast, forum, of_kind(cast, "armut", "Anna", "Ben"), attribution={"armut": {}}).attribution == {}
    assert write(cast, forum, of_kind(cast, "hochzeit", "Anna", "Ben"), attribution={"hochzeit": {}}).attribution == {}


def test_what_was_said_before_is_kept_as_it_was() -> None:
    old = {"announced": {"kontra": {"kontra": "4"}, "re": {"re": "2"}}, "extras": {"re": {"fuchs": [{"by": "2"}]}}}
    assert json.dumps(store_attribution(old)) == json.dumps(old)


def test_an_armut_and_a_hochzeit(cast: Cast, forum: Sheet) -> None:
    anna, ben = cast.ids("Anna", "Ben")
    armut = write(cast, forum, of_kind(cast, "armut", "Anna", "Ben"), attribution={"armut": {"from": anna}})
    hochzeit = write(
        cast, forum, of_kind(cast, "hochzeit", "Anna", "Ben"), attribution={"hochzeit": {"trick": 2, "by": ben}}
    )
    assert armut.attribution == {"armut": {"from": anna}}
    assert json.dumps(hochzeit.attribution) == json.dumps({"hochzeit": {"by": ben, "trick": 2}})


# ---- What cannot be said ----

MARK = "This must be an object with key and by."


@pytest.mark.parametrize(
    ("said", "field", "problem"),
    [
        ({"marks": {}}, "marks", "This must be a list."),
        ({"marks": "schweine"}, "marks", "This must be a list."),
        ({"marks": ["schweine"]}, "marks[0]", MARK),
        ({"marks": [{"key": "schweine"}]}, "marks[0]", MARK),
        ({"marks": [{"key": "schweine", "by": "Anna", "from": "Ben"}]}, "marks[0]", MARK),
        ({"marks": [{"key": "superschweine", "by": "Anna"}]}, "marks[0].key", "These rules know no such mark."),
        ({"marks": [{"key": [], "by": "Anna"}]}, "marks[0].key", "These rules know no such mark."),
        ({"marks": [{"key": "schweine", "by": "Emil"}]}, "marks[0].by", "This must be a player of the game."),
        ({"marks": [{"key": "schweine", "by": None}]}, "marks[0].by", "This must be a player of the game."),
        ({"marks": [{"key": "schweine", "by": []}]}, "marks[0].by", "This must be a player of the game."),
        (
            {"marks": [{"key": "schweine", "by": "Anna"}, {"key": "schweine", "by": "Cleo"}]},
            "marks[1].key",
            "A mark stands only once in a game.",
        ),
        ({"forced": []}, "forced", "This must be an object."),
        ({"forced": {"both": ["re"]}}, "forced.both", "There are only re and kontra."),
        ({"forced": {"re": "re"}}, "forced.re", "This must be a list."),
        ({"forced": {"re": ["no60"]}}, "forced.re[0]", "This was not announced."),
        ({"forced": {"re": ["re", "kontra"]}}, "forced.re[1]", "This was not announced."),
        ({"forced": {"re": [None]}}, "forced.re[0]", "This was not announced."),
        ({"forced": {"re": [["re"]]}}, "forced.re[0]", "This was not announced."),
        ({"forced": {"re": ["re", "re"]}}, "forced.re[1]", "Nothing can stand twice in this list."),
        ({"armut": {"from": "Anna"}}, "armut", "This is said of an Armut only."),
        ({"hochzeit": {"by": "Anna"}}, "hochzeit", "This is said of a Hochzeit only."),
    ],
)
def test_what_cannot_be_said_of_a_game(cast: Cast, forum: Sheet, said: Any, field: str, problem: str) -> None:
    cast.guest("Emil")
    with pytest.raises(services.Impossible) as impossible:
        write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=by_id(cast, said))
    assert [(found.field, str(found)) for found in impossible.value.problems] == [(f"attribution.{field}", problem)]


@pytest.mark.parametrize(
    ("kind", "party", "said", "field", "problem"),
    [
        ("armut", "Anna Ben", "Anna", "armut", "This must be an object with from."),
        ("armut", "Anna Ben", {"by": "Anna"}, "armut", "This must be an object with from."),
        ("armut", "Anna Ben", {"from": "Cleo"}, "armut.from", "This must be a player of the party."),
        ("armut", "Anna Ben", {"from": None}, "armut.from", "This must be a player of the party."),
        ("hochzeit", "Anna Ben", ["Anna"], "hochzeit", "This must be an object with by and trick."),
        ("hochzeit", "Anna Ben", {"from": "Anna"}, "hochzeit", "This must be an object with by and trick."),
        ("hochzeit", "Anna Ben", {"by": "Dora"}, "hochzeit.by", "This must be a player of the party."),
        ("hochzeit", "Anna Ben", {"trick": 0}, "hochzeit.trick", "This must be 1, 2 or 3."),
        ("hochzeit", "Anna Ben", {"trick": 4}, "hochzeit.trick", "This must be 1, 2 or 3."),
        ("hochzeit", "Anna Ben", {"trick": "2"}, "hochzeit.trick", "This must be 1, 2 or 3."),
        ("hochzeit", "Anna Ben", {"trick": True}, "hochzeit.trick", "This must be 1, 2 or 3."),
        (
            "hochzeit",
            "Anna",
            {"by": "Anna", "trick": 3},
            "hochzeit.trick",
            "No trick found a partner: Re is one player.",
        ),
    ],
)
def test_what_cannot_be_said_of_an_armut_or_a_hochzeit(
    cast: Cast, forum: Sheet, kind: str, party: str, said: Any, field: str, problem: str
) -> None:
    with pytest.raises(services.Impossible) as impossible:
        write(cast, forum, of_kind(cast, kind, *party.split()), attribution={kind: by_id(cast, said)})
    assert [(found.field, str(found)) for found in impossible.value.problems] == [(f"attribution.{field}", problem)]


@pytest.mark.parametrize(
    ("said", "field", "problem"),
    [
        ({"forced": {"re": ["re"]}}, "forced", "These rules force nobody to announce."),
        ({"marks": [{"key": "schweine", "by": "Anna"}]}, "marks[0].key", "These rules know no such mark."),
    ],
)
def test_rules_without_them(cast: Cast, sheet: Sheet, said: Any, field: str, problem: str) -> None:
    with pytest.raises(services.Impossible) as impossible:
        write(cast, sheet, anna_ben(cast, 155, **CALLED), attribution=by_id(cast, said))
    assert [(found.field, str(found)) for found in impossible.value.problems] == [(f"attribution.{field}", problem)]


def test_the_form_says_it_in_german_at_its_field(cast: Cast, forum: Sheet) -> None:
    said = {"marks": [{"key": "schweine", "by": "999"}], "forced": {"re": ["re"]}}
    answer = phone(cast).post(url("write_entry", forum), fields(cast, attribution=json.dumps(said)))
    assert answer.status_code == 422
    assert problems(answer) == {
        "attribution.marks[0].by": "Das muss ein Spieler des Spiels sein.",
        "attribution.forced.re[0]": "Das wurde nicht angesagt.",
    }


def test_no_other_row_has_any_of_it(cast: Cast, forum: Sheet) -> None:
    with pytest.raises(services.Impossible) as impossible:
        write(cast, forum, {"kind": "redeal"}, attribution={"marks": []})
    assert [found.field for found in impossible.value.problems] == ["attribution.marks"]


# ---- What a row tells ----


def test_the_details_tell_it(cast: Cast, forum: Sheet) -> None:
    said = {"marks": [{"key": "schweine", "by": "Cleo"}], "forced": {"re": ["re", "no90"], "kontra": ["kontra"]}}
    entry = write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=by_id(cast, said))
    text = detail(cast, forum, entry)
    for told in ("Schweine: Cleo", "Re war Pflicht", "keine 90 war Pflicht", "Kontra war Pflicht"):
        assert told in text


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("armut", {"from": "Anna"}, "Armut: Anna gab, Ben nahm"),
        ("armut", {"from": "Ben"}, "Armut: Ben gab, Anna nahm"),
        ("hochzeit", {"by": "Anna", "trick": 2}, "Hochzeit: Anna, Partner im 2. Stich"),
        ("hochzeit", {"by": "Ben"}, "Hochzeit: Ben"),
        ("hochzeit", {"trick": 1}, "Hochzeit: Partner im 1. Stich"),
    ],
)
def test_the_details_of_an_armut_and_a_hochzeit(
    cast: Cast, forum: Sheet, kind: str, said: dict[str, Any], told: str
) -> None:
    entry = write(cast, forum, of_kind(cast, kind, "Anna", "Ben"), attribution={kind: by_id(cast, said)})
    assert told in detail(cast, forum, entry)


def test_an_own_extra_is_called_by_its_name(cast: Cast) -> None:
    own = {"extras": {"dulle": 2}, "extra_names": {"dulle": "Dulle gefangen"}}
    rules = override_rules(PRESETS["hausrunde"].rules, own)
    assert isinstance(rules, Rules)
    sheet = new_sheet(cast, rules=rules)
    said = {"extras": {"re": {"dulle": [{"by": cast.ids("Ben")[0]}]}}}
    entry = write(cast, sheet, anna_ben(cast, extras={"re": {"dulle": 1}}), attribution=said)
    assert "Dulle gefangen: Ben" in detail(cast, sheet, entry)


def test_a_corrected_row_tells_what_it_said_before(cast: Cast, forum: Sheet) -> None:
    anna, cleo = cast.ids("Anna", "Cleo")
    entry = write(cast, forum, anna_ben(cast), attribution={"marks": [{"key": "schweine", "by": anna}]})
    entry = services.amend_entry(
        entry,
        anna_ben(cast),
        seen=entry.version,
        by=cast.anna,
        attribution={"marks": [{"key": "schweine", "by": cleo}]},
    ).entry
    text = detail(cast, forum, entry)
    assert "vorher: Normalspiel · Re: Anna, Ben · 131 : 109 · Schweine: Anna" in text

    services.amend_entry(entry, anna_ben(cast), seen=entry.version, by=cast.anna, attribution=entry.attribution)
    entry.refresh_from_db()
    assert entry.history.count() == 2  # the same again changes nothing


def test_the_form_of_a_correction_says_it_all_again(cast: Cast, forum: Sheet) -> None:
    said = by_id(cast, {"marks": [{"key": "schweine", "by": "Cleo"}], "forced": {"re": ["re"]}})
    entry = write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=said)
    told = phone(cast).get(url("amend_entry", forum, entry)).json()
    assert json.loads(told["fields"]["attribution"]) == said


# ---- What is missing ----


@pytest.mark.parametrize(
    ("mark", "by", "called", "hint"),
    [
        ("schweine", "Anna", {}, "Schweine: Re fehlt"),
        ("schweine", "Anna", {"kontra_call": "1"}, "Schweine: Re fehlt"),
        ("schweine", "Cleo", {"re_call": "2"}, "Schweine: Kontra fehlt"),
        ("schweine", "Anna", {"re_call": "2"}, ""),
        ("hyperschweine", "Anna", {}, ""),
    ],
)
def test_the_preview_hints_at_the_ansage_that_a_mark_forces(
    cast: Cast, forum: Sheet, mark: str, by: str, called: dict[str, str], hint: str
) -> None:
    said = json.dumps({"marks": [{"key": mark, "by": cast.ids(by)[0]}]})
    answer = phone(cast).post(url("preview_entry", forum), fields(cast, attribution=said, **called))
    assert answer.status_code == 200
    assert ("fehlt" in answer.content.decode()) == bool(hint)
    assert hint in answer.content.decode()

    saved = phone(cast).post(url("write_entry", forum), fields(cast, attribution=said, **called))
    assert saved.status_code == 200  # it is never refused


def test_two_phones_that_differ_in_nothing_else_see_it(cast: Cast, forum: Sheet) -> None:
    said = [json.dumps({"marks": [{"key": "schweine", "by": one}]}) for one in cast.ids("Anna", "Cleo")]
    phone(cast, "Anna").post(url("write_entry", forum), fields(cast, attribution=said[0]))
    answer = phone(cast).post(url("write_entry", forum), fields(cast, attribution=said[1]))
    text = " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())
    assert answer.status_code == 409
    assert "Welche Fassung gilt?" in text
    assert "Schweine: Anna: ja" in text
    assert "Schweine: Cleo: ja" in text

    again = phone(cast).post(url("write_entry", forum), fields(cast, attribution=said[0]))
    assert "Beide Fassungen sagen dasselbe." in again.content.decode()


# ---- Who becomes somebody else, or leaves ----


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

    merge = services.merge_players(cast.players["Anna"], emil, by=cast.anna)
    armut, hochzeit = sheet.entries.order_by("position")
    assert armut.attribution == {"armut": {"from": anna}, "marks": [{"key": "schweine", "by": anna}]}
    assert hochzeit.attribution == {"hochzeit": {"by": anna, "trick": 1}}

    services.take_back_merge(merge, by=cast.anna)
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
    """Of a club in which all of it was said."""
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
    file["entries"][0]["attribution"] = said
    answer = bring(cast, json.dumps(file).encode())
    assert answer.status_code == 422
    assert Club.objects.filter(name="Linde").count() == 1


def test_points_are_what_they_are_without_it(cast: Cast, forum: Sheet) -> None:
    """A forced Re that is lost costs what any Re costs."""
    called: dict[str, Any] = {"announced": {"re": "re"}}
    write(cast, forum, anna_ben(cast, 119, **called), attribution={"forced": {"re": ["re"]}})
    assert totals(forum) == {"Anna": 0, "Ben": 0, "Cleo": 4, "Dora": 4}
    forum.refresh_from_db()
    assert forum.bock_left == [1, 1, 1, 1]  # Bock all the same


# ---- The form ----


def test_the_form_offers_the_marks_of_the_rules_to_each_party(cast: Cast) -> None:
    """Also where no Sonderpunkt counts at all; without marks there is nothing of the kind."""
    for marks, ticks in (({"schweine": "Schweine"}, 2), ({}, 0)):
        rules = override_rules(PRESETS["ddv"].rules, {"extras": {}, "extras_solo": {}, "marks": marks})
        assert isinstance(rules, Rules)
        page = phone(cast).get(url("show_sheet", new_sheet(cast, rules=rules))).content.decode()
        assert page.count('data-mark="schweine"') == ticks
        assert ('aria-label="Sonderpunkte Kontra"' in page) == bool(ticks)
