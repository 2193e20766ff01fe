"""What a phone has saved as a file comes in whole: every fact, under the rules of the list."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from zeal import zeal_ignore

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.players import let_leave
from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.exports.models import Import
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.evenings.papers import totals
from tests.exports.pages import draft, page, send
from tests.processes import PATIENCE

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    """Evening by evening, each through the services of the evenings."""
    with zeal_ignore():
        yield


def normal(*re: str, points: int = 131, at: tuple[str, ...] = ("Anna", "Ben", "Cleo", "Dora"), **more: Any) -> Json:
    kontra = [name for name in at if name not in re]
    return {"kind": "normal", "re": [*re], "kontra": kontra, "re_points": points, **more}


def evening(**more: Any) -> Json:
    """Under Bock, with a redeal, a penalty, and Emil who takes Dora's place."""
    later = ("Anna", "Ben", "Cleo", "Emil")
    return {
        "id": "Keller · Runde 1",
        "day": "2026-11-13",
        "preset": "hausrunde",
        "players": ["Anna", "Ben", "Cleo", "Dora"],
        "first_dealer": "Ben",
        "games": [
            normal("Anna", "Ben", points=120),
            {"kind": "redeal", "reason": "nines", "by": "Cleo"},
            normal("Anna", "Dora", points=155, extras={"re": {"fuchs": 1}}, announced={"re": "re"}),
            {"kind": "penalty", "points": {"Ben": -2}, "reason": "Bier verschüttet"},
            {"kind": "table", "players": [*later]},
            normal("Emil", "Ben", points=90, at=later),
        ],
        **more,
    }


def line(given: Json) -> str:
    return json.dumps(given, ensure_ascii=False) + "\n"


def worked_out(given: Json) -> Json:
    """By the command line itself."""
    command = [sys.executable, "-m", "scoring", "sheet"]
    run = subprocess.run(command, input=line(given), capture_output=True, text=True, check=True, timeout=PATIENCE)
    found: Json = json.loads(run.stdout)
    return found


def test_games_that_reached_the_club_all_the_same_are_named(cast: Cast) -> None:
    """A phone saves its whole sheet: what was sent before stands in the file, too."""
    sent = papers.write(cast, papers.sheet(cast), papers.anna_ben(cast, 120))
    uuids = [str(sent.uuid), *(str(uuid4()) for _ in range(4)), "no uuid"]
    text = seen(phone(cast, "Anna").get(page(draft(cast, Handy=line(evening(uuids=uuids))))))
    assert "Schon auf einem Zettel des Clubs: 1 dieser Zeilen." in text


def test_every_fact_comes_in_and_makes_the_points_of_the_command_line(cast: Cast) -> None:
    said: list[Json] = [{} for _ in range(6)]
    said[2] = {"extras": {"re": {"fuchs": [{"by": "Dora", "from": "Cleo"}]}}, "announced": {"re": {"re": "Anna"}}}
    said[4] = {"resting": ["Dora"]}
    given = evening(attribution=said, notes=["", "", "schön gespielt", "", "", ""])
    made = draft(cast, Handy=line(given))

    text = seen(phone(cast, "Anna").get(page(made)))
    assert "alles wie geschrieben" in text
    assert send(cast, made).status_code == 302

    sheet = Sheet.objects.get()
    emil = Player.objects.get(name="Emil")
    assert totals(sheet) == worked_out(given)["totals"]
    assert (sheet.evening.date, sheet.rules["bock"] is not None) == (date(2026, 11, 13), True)
    assert sheet.first_dealer == cast.players["Ben"]
    rows = [*sheet.entries.all()]
    assert [row.kind for row in rows] == ["normal", "redeal", "normal", "penalty", "table", "normal"]
    cleo, dora, anna = cast.ids("Cleo", "Dora", "Anna")
    assert rows[1].facts == {"kind": "redeal", "reason": "nines", "by": cleo}
    assert rows[2].facts["re"] == [anna, dora]
    assert rows[2].attribution["extras"] == {"re": {"fuchs": [{"by": dora, "from": cleo}]}}
    assert rows[2].attribution["announced"] == {"re": {"re": anna}}
    assert rows[2].note == "schön gespielt"
    assert (rows[4].facts["players"][-1], rows[4].attribution) == (str(emil.pk), {"resting": [dora]})
    assert [*compare_sheet(sheet)] == []
    assert made.sheets.get().line is None


def test_rules_of_a_phone_are_a_preset_with_all_parameters(cast: Cast) -> None:
    own = PRESETS["hausrunde"].rules.to_json()
    given = evening(preset="ddv", overrides=own)
    send(cast, draft(cast, Handy=line(given)))
    assert totals(Sheet.objects.get()) == worked_out(evening())["totals"]


def test_two_lists_in_a_file_are_two_evenings_and_the_form_twice_is_one(cast: Cast) -> None:
    first, second = evening(id="2026-11-06 Eins", day=None), evening(id="Zwei")
    made = draft(cast, Handy="\ufeff" + line(first) + "\n" + line(second))

    assert [sheet.title for sheet in made.sheets.all()] == ["2026-11-06 Eins", "Zwei"]
    assert [send(cast, made).status_code for _ in range(2)] == [302, 302]
    days = [sheet.evening.date for sheet in Sheet.objects.order_by("evening__date")]
    assert days == [date(2026, 11, 6), date(2026, 11, 13)]
    assert Entry.objects.count() == 12


def test_who_is_called_like_a_word_of_the_game_or_an_id_is_somebody(cast: Cast) -> None:
    """`re` is a party, `fuchs` an extra, and the other is called like the number of a third."""
    number = cast.ids("Anna")[0]
    names = ("re", "fuchs", number, "Anna")
    said = [{"extras": {"re": {"fuchs": [{"by": "re"}]}}, "announced": {"re": {"re": "fuchs"}}}]
    games = [normal("re", "fuchs", at=names, extras={"re": {"fuchs": 1}}, announced={"re": "re"})]
    given = evening(players=[*names], first_dealer=number, games=games, attribution=said)
    send(cast, draft(cast, Handy=line(given)))

    entry = Entry.objects.get()
    ids = {player.name: str(player.pk) for player in cast.club.players.all()}
    assert entry.facts["re"] == [ids["re"], ids["fuchs"]]
    assert entry.facts["kontra"] == [ids[number], ids["Anna"]]
    assert entry.attribution["extras"] == {"re": {"fuchs": [{"by": ids["re"]}]}}
    assert entry.attribution["announced"] == {"re": {"re": ids["fuchs"]}}


def wrong(cast: Cast, text: str) -> str:
    """What the preview says of a file."""
    made = draft(cast, Handy=text)
    assert made.sheets.get().problems
    assert send(cast, made).status_code == 422
    return seen(phone(cast, "Anna").get(page(made)))


def test_what_is_wrong_is_told_at_its_row(cast: Cast) -> None:
    games = [normal("Anna", "Ben"), normal("Anna", "Ben", points=300), normal("Anna", "Xaver")]
    text = wrong(cast, line(evening(games=games)))
    assert "Zeile 2" in text
    assert "0 bis 240" in text
    assert "Zeile 3" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Zeile 1 ist keine Liste für die Kommandozeile."),
        ('{"a": NaN}', "Dieses JSON ist weder eine Datei dieser Seite noch eine Liste von Spielen."),
        ('{"games": NaN}', "Zeile 1 ist keine Liste für die Kommandozeile."),
        ('{"a":' * 90_000, "Zeile 1 ist keine Liste für die Kommandozeile."),
        ('{"n": ' + "9" * 5000 + "}", "Zeile 1 ist keine Liste für die Kommandozeile."),
        ("{}", "Dieses JSON ist weder eine Datei dieser Seite noch eine Liste von Spielen."),
        ('{"games": []}', "Wähle eine Voreinstellung:"),
        (line(evening(games=[])), "Es sind keine Spiele darin."),
        (line(evening(first_dealer="Anna", games=[{"kind": "redeal"}] * 1000)), "höchstens 999"),
        (line(evening(attribution=[{"marks": 7}, *[None] * 5])), "Zeile 1"),
        (line(evening(attribution=["x", *[None] * 5])), "Zeile 1"),
        (line(evening(notes=[7, *[None] * 5])), "Das muss ein Text sein."),
        (line(evening(notes=["x" * 201, *[None] * 5])), "Die Notiz hat mehr als 200 Zeichen."),
        (
            line(evening(players=["Anna", "anna", "Cleo", "Dora"], first_dealer="Anna", games=[{"kind": "redeal"}])),
            "„anna“ steht zweimal darin.",
        ),
        (
            line(
                evening(players=["Anna", "\u200b👨‍🍳", "Cleo", "Dora"], first_dealer="Anna", games=[{"kind": "redeal"}])
            ),
            "Ein Buchstabe oder eine Ziffer fehlt.",
        ),
        (
            line(evening(players=["Anna", "A" * 41, "Cleo", "Dora"], first_dealer="Anna", games=[{"kind": "redeal"}])),
            "Ein Name hat höchstens 40 Zeichen.",
        ),
    ],
)
def test_what_is_no_list_is_told_in_words(cast: Cast, text: str, said: str) -> None:
    assert said in wrong(cast, text)


def test_who_has_left_sits_there_from_the_first_and_joins_only_when_back(cast: Cast) -> None:
    emil = cast.guest("Emil")
    let_leave(cast.players["Dora"], by=cast.anna)
    let_leave(emil, by=cast.anna)
    made = draft(cast, Handy=line(evening()))
    assert "Emil hat den Club verlassen" in seen(send(cast, made))
    assert send(cast, draft(cast, Handy=line(evening(games=evening()["games"][:4])))).status_code == 302
    assert Import.objects.filter(state="done").count() == 1


# --- Beside tables ----------------------------------------------------------------------------------------------------


def test_a_list_is_left_out_as_any_sheet_but_none_of_its_rows(cast: Cast) -> None:
    """Later rows of it rest on those before."""
    told = line(evening(id="Gut")) + line(evening(id="Schlecht", notes=[7, *[None] * 5]))
    made = draft(cast, Handy=told)
    text = phone(cast, "Anna").get(page(made)).content.decode()
    assert "Zeile 1 auslassen" not in text
    assert 'value="0.1"' in text
    send(cast, made, "check", leave="0.1")
    assert [sheet.title for sheet in made.sheets.all()] == ["Gut"]
    send(cast, made, "check", take_back="0.1")
    assert [sheet.title for sheet in made.sheets.all()] == ["Gut", "Schlecht"]
    send(cast, made, "check", leave="0.1")
    assert send(cast, made).status_code == 302
    assert totals(Sheet.objects.get()) == worked_out(evening())["totals"]


def test_a_list_comes_beside_a_table_and_our_own_games(cast: Cast) -> None:
    """What begins alike is told apart by what it says of itself."""
    games = [{"date": "2026-10-02", "number": 1, "points": {"Anna": 3, "Ben": 3, "Cleo": -3, "Dora": -3}}]
    own = json.dumps({"name": "linde-alle-spiele", "games": games})
    made = draft(cast, Tabelle="Anna,Ben,Cleo,Dora\n2,2,-2,-2\n", Handy=line(evening()), Spiele=own)
    found = {sheet.title: sheet for sheet in made.sheets.all()}
    assert {title: (sheet.length, sheet.problems) for title, sheet in found.items()} == {
        "Keller · Runde 1": (6, []),
        "Spiele": (1, []),
        "Tabelle": (1, []),
    }
    assert [title for title, sheet in found.items() if sheet.kind == "list"] == ["Keller · Runde 1"]
    assert "alles wie geschrieben" in seen(phone(cast, "Anna").get(page(made)))


def test_the_file_of_a_club_is_told_where_it_belongs(cast: Cast) -> None:
    club = json.dumps({"format": "dokoclub", "version": 1})
    assert "Das ist die Datei eines ganzen Clubs" in wrong(cast, club)
