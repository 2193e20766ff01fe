"""The entry form is saved: written once, or refused by field."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import entries as entries_services
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, write_entries
from tests.evenings.sending import save
from tests.evenings.views import fields, phone, problems, url


def test_it_writes_the_game_and_answers_with_the_sheet(cast: Cast, sheet: Sheet) -> None:
    response = save(phone(cast), sheet, fields(cast, re_call="1", re_fuchs="1"))

    assert response.status_code == 200
    assert totals(sheet) == {"Anna": 4, "Ben": 4, "Cleo": -4, "Dora": -4}
    assert "Spiel 1, Wert 4: Einzelheiten" in response.json()["html"]


def test_it_costs_at_most_21_statements_whatever_was_played_before(cast: Cast, sheet: Sheet) -> None:
    def cost(sheet: Sheet, number: int) -> int:
        with statements() as sql:
            response = save(ben, sheet, fields(cast, expected=number))
        assert response.status_code == 200
        return len(sql)

    ben = phone(cast)
    cost(sheet, 1)  # the session is renewed once a day
    first = cost(sheet, 2)
    write_entries(sheet, games(cast, 60), by=cast.ben)
    evenings.close_evening(sheet.evening, by=cast.ben)
    long = new_sheet(cast)
    write_entries(long, games(cast, 60), by=cast.ben)

    assert first <= 21
    assert cost(long, 61) == first


def games(cast: Cast, number: int) -> list[entries_services.NewRow]:
    return [entries_services.NewRow(facts=anna_ben(cast, 121 + count), uuid=uuid4()) for count in range(number)]


def test_a_form_sent_twice_writes_one_game(cast: Cast, sheet: Sheet) -> None:
    form, ben = fields(cast), phone(cast)
    assert [save(ben, sheet, form).status_code for _time in range(2)] == [200, 200]
    assert sheet.entries.count() == 1


@pytest.mark.parametrize(
    ("more", "field", "text"),
    [
        ({"re_augen": ""}, "re_points", "Gib die Augen ein."),
        ({"re_party": ""}, "re", "Wähle die Re-Partei."),
        ({"re_augen": "240"}, "no_tricks", "Waren das alle Stiche?"),
        ({"re_augen": "abc"}, "re_points", None),
        ({"re_augen": "241"}, "re_points", None),
        ({"kind": "solo"}, "solo", None),
        ({"re_augen": "30", "re_doppelkopf": "1"}, "extras.re.doppelkopf", None),
        ({"re_fuchs": "2", "kontra_fuchs": "1"}, "extras.re.fuchs", "Fuchs: Höchstens 2 pro Spiel."),
        ({"kind": "more", "more": "manual"}, "winners", "Wähle die Gewinner."),
        ({"kind": "more", "more": "manual", "winners": "1", "value": "drei"}, "value", None),
        ({"kind": "more"}, "kind", "Wähle: von Hand, Strafpunkte oder eingeworfen."),
        ({"kind": "nothing"}, "kind", None),
        ({"attribution": "[[["}, "attribution", None),
    ],
)
def test_what_is_missing_or_impossible_is_told_at_its_field(
    cast: Cast, sheet: Sheet, more: dict[str, str], field: str, text: str | None
) -> None:
    response = save(phone(cast), sheet, fields(cast, **more))

    assert response.status_code == 422
    told = problems(response)
    assert field in told
    assert text is None or told[field] == text
    assert not sheet.entries.exists()


def test_points_that_cannot_be_read_are_all_that_is_wrong(cast: Cast, sheet: Sheet) -> None:
    """Winners and value are not required where points are written."""
    anna, ben = cast.ids("Anna", "Ben")
    form = fields(cast, kind="more", more="manual", **{f"points_{anna}": "abc", f"points_{ben}": "-3"})
    response = save(phone(cast), sheet, form)

    assert response.status_code == 422
    assert problems(response) == {f"points.{anna}": "Das muss eine ganze Zahl sein."}


def test_steps_are_stored_as_the_bound_of_the_party_that_reached_them(cast: Cast, sheet: Sheet) -> None:
    ben = phone(cast)
    steps = {"re:151": 151, "kontra:151": 89, "even:120": 120, "re:all": 240, "kontra:all": 0}
    for number, step in enumerate(steps, 1):
        assert save(ben, sheet, fields(cast, expected=number, step=step)).status_code == 200
    entries = list(sheet.entries.all())
    assert [entry.facts["re_points"] for entry in entries] == [*steps.values()]
    assert [entry.facts.get("step_only", False) for entry in entries] == [True, True, False, False, False]
    assert [entry.facts.get("no_tricks") for entry in entries] == [None, None, None, "kontra", "re"]


def test_all_kinds_are_written(cast: Cast) -> None:
    sheet, ben = new_sheet(cast, rules="hausrunde"), phone(cast)
    [ben_id] = cast.ids("Ben")
    forms = [
        {"kind": "hochzeit"},
        {"kind": "hochzeit", "re_party": ben_id},
        {"kind": "armut"},
        {"kind": "solo", "solo": "damen", "re_party": ben_id},
        {"kind": "solo", "solo": "stille_hochzeit", "re_party": ben_id},
        {"kind": "normal", "hearts_trick": "on"},
        {"kind": "more", "more": "redeal"},
        {"kind": "more", "more": "manual", "winners": ben_id, "value": "3"},
        {"kind": "more", "more": "penalty", f"points_{ben_id}": "\N{MINUS SIGN}5", "reason": "verworfen"},
    ]
    for form in forms:
        assert save(ben, sheet, {**fields(cast), "expected": "", **form}).status_code == 200
    kinds = [entry.kind for entry in sheet.entries.all()]
    assert kinds == [
        "hochzeit",
        "hochzeit",
        "armut",
        "solo",
        "stille_hochzeit",
        "normal",
        "redeal",
        "manual",
        "penalty",
    ]
    assert sheet.entries.get(kind="penalty").facts == {"kind": "penalty", "points": {ben_id: -5}, "reason": "verworfen"}


def test_who_announced_is_kept(cast: Cast, sheet: Sheet) -> None:
    [anna] = cast.ids("Anna")
    attribution = {"announced": {"re": {"re": anna}}}
    save(phone(cast), sheet, fields(cast, re_call="1", attribution=json.dumps(attribution)))
    assert sheet.entries.get().attribution == attribution


def test_who_sits_there_writes_too(cast: Cast, sheet: Sheet) -> None:
    assert save(phone(cast, "Dora"), sheet, fields(cast)).status_code == 200
    assert save(phone(cast, "Stranger"), sheet, fields(cast)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"re_call": "9"}, "announced.re"),
        ({"re_fuchs": "-1"}, "extras.re.fuchs"),
        ({"re_fuchs": "x"}, "extras.re.fuchs"),
    ],
)
def test_what_no_button_writes_is_named_at_its_field(
    cast: Cast, sheet: Sheet, typed: dict[str, str], field: str
) -> None:
    response = save(phone(cast), sheet, fields(cast, **typed))
    assert response.status_code == 422
    assert field in problems(response)
    assert not sheet.entries.exists()


def test_the_other_phone_hears_who_wrote_the_last_game(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast), by=cast.anna)
    page = phone(cast).get(url("follow_sheet", sheet), {"version": 1}).content.decode()
    assert f'"last": [1, "Anna", "{entry.uuid}"]' in page


def with_a_stranger(cast: Cast) -> dict[str, object]:
    """Return the form of a game of Anna with somebody of another club."""
    anna, cleo, dora = cast.ids("Anna", "Cleo", "Dora")
    foreign = cast.other_club.players.get().pk
    return fields(cast, re_party=f"{anna} {foreign}", playing=f"{anna} {foreign} {cleo} {dora}")


@pytest.mark.promise("foreign-id")
def test_nobody_of_another_club_is_named(cast: Cast, sheet: Sheet) -> None:
    """Regression: anybody writing, even with only the scoring link, learned the name behind any player id."""
    assert problems(save(phone(cast), sheet, with_a_stranger(cast))) == {"re": "? sitzt nicht am Tisch."}


def test_a_form_sent_again_is_known_though_the_clock_was_set_back(cast: Cast, sheet: Sheet) -> None:
    """Regression: the first version of a row was found by its date, and a correction of yesterday came before it."""
    sent = fields(cast)
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        save(phone(cast), sheet, sent)
    entry = sheet.entries.get()
    amend_entry(entry, anna_ben(cast, 90), by=cast.ben)
    assert save(phone(cast), sheet, sent).status_code == 200
    assert sheet.entries.count() == 1
