"""A text never stops a game: text from a phone is cleaned, and only invisible characters are removed."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokoclub.clubs.models import Player
from dokoclub.core import http
from dokoclub.evenings.models import Entry, Sheet
from scoring.text import clean_line
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.sending import batch, game, op, send
from tests.evenings.views import phone
from tests.portions import examples

Json = dict[str, Any]
SCOTLAND = "🏴" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbsct") + "\U000e007f"
PASTED = [
    "Familienabend 👨‍👩‍👧", SCOTLAND, "zu\u00a0spät\u00ad", "\ufeff\u202eא\u202c", "a\ud800b", "a\x00b", "\u200b",
    "e" + 40 * "\u0301", "a\nb\u2028c", "\u0958" * 200,
]  # fmt: skip


def penalty(cast: Cast, **more: str) -> Json:
    points = {f"points_{cast.ids('Anna')[0]}": "-1"}
    return op(fields={"kind": "more", "more": "penalty", "reason": "", **points, **more})


@pytest.mark.parametrize("text", PASTED, ids=ascii)
def test_no_note_and_no_reason_stops_a_game(cast: Cast, sheet: Sheet, text: str) -> None:
    noted = game(cast)
    noted["fields"] = {**noted["fields"], "note": text}

    answer = send(phone(cast), sheet, batch(sheet, noted, penalty(cast, reason=text), game(cast)))

    assert answer.status_code == 200, answer.content
    first, second, _ = sheet.entries.order_by("position")
    assert first.note == clean_line(text)[:200].strip()
    assert second.facts.get("reason", "") == first.note


@given(st.text(max_size=60) | st.lists(st.sampled_from(PASTED), max_size=3).map("".join))
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_noted_is_taken(cast: Cast, sheet: Sheet, text: str) -> None:
    sheet.refresh_from_db()
    noted = game(cast)
    noted["fields"] = {**noted["fields"], "note": text}
    answer = send(phone(cast), sheet, {**batch(sheet, noted), "seal": ""})
    assert answer.status_code == 200, answer.content


def test_what_a_phone_kept_long_ago_is_the_same_batch_again(cast: Cast, sheet: Sheet) -> None:
    noted = game(cast)
    noted["fields"] = {**noted["fields"], "note": "a\u200bb \ud800"}
    sent = batch(sheet, noted)
    answers = [send(phone(cast), sheet, sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [entry.note for entry in sheet.entries.all()] == ["ab"]


def test_a_reason_of_old_is_the_same_reason_when_it_comes_again(cast: Cast, sheet: Sheet) -> None:
    """Old reasons were stored with the spaces as typed."""
    facts = {"kind": "penalty", "points": {cast.ids("Anna")[0]: -1}, "reason": "zu  spät"}
    first = write(cast, sheet, facts, uuid=(uuid := uuid4()))
    Entry.objects.filter(pk=first.pk).update(facts=facts)

    assert write(cast, sheet, facts, uuid=uuid).pk == first.pk
    assert write(cast, sheet, {**facts, "reason": "zu spät"}, uuid=uuid).pk == first.pk
    with pytest.raises(http.Reused):
        write(cast, sheet, {**facts, "reason": "zu früh"}, uuid=uuid)


def test_a_form_with_an_unseen_character_is_the_same_form_without(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast), uuid=(uuid := uuid4()), note="Emil\u200b ")
    assert write(cast, sheet, anna_ben(cast), uuid=uuid, note="Emil").pk == first.pk


def test_a_guest_is_called_as_everybody_reads_it(cast: Cast, sheet: Sheet) -> None:
    key = str(uuid4())
    change = op(
        "seats",
        players=[*cast.ids("Anna", "Ben", "Cleo"), f"guest:{key}"],
        guests=[{"uuid": key, "name": "\ufeffEmil 👨‍🍳\u202e"}],
    )
    answer = send(phone(cast), sheet, batch(sheet, change))
    assert answer.status_code == 200, answer.content
    assert Player.objects.get(key=key).name == "Emil 👨‍🍳"


HALF = json.loads('"\\ud800"')


@pytest.mark.parametrize(
    "fields",
    [
        {"attribution": json.dumps({HALF: 1})},
        {"attribution": json.dumps({"announced": {"re": HALF, HALF: HALF}})},
        {"attribution": json.dumps({"extras": {"re": {HALF: [HALF]}}})},
        {"re_party": f"{HALF} x"},
        {"kind": HALF},
        {"solo": HALF, "kind": "solo"},
        {f"re_{HALF}": "1"},
        {"re_augen": HALF},
    ],
    ids=ascii,
)
def test_half_a_character_anywhere_ends_in_a_sentence(cast: Cast, sheet: Sheet, fields: dict[str, str]) -> None:
    wrong = op(fields={**game(cast)["fields"], **fields})
    answer = send(phone(cast), sheet, batch(sheet, wrong))
    assert answer.status_code in (200, 422), answer.content
    seats = op("seats", players=[HALF], dealer=HALF, guests=[{"uuid": str(uuid4()), "name": HALF, "player": HALF}])
    assert send(phone(cast), sheet, batch(sheet, seats)).status_code in (400, 409, 422)
