"""Marks, forced calls, the player who gave an Armut or married: stored with a game, checked, shown, and never worth
a point.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from dokoclub.core import http as errors_look
from dokoclub.evenings.domain.events import get_row
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import errors
from scoring.contract.attribution import store_attribution
from scoring.contract.form import fields_of_row
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry
from tests.evenings.sending import save
from tests.evenings.telling import CALLED, by_id, detail, of_kind
from tests.evenings.views import fields, phone, problems, url


@pytest.fixture
def forum(cast: Cast) -> Sheet:
    """Return a sheet under rules with Schweine and Hyperschweine, which force everything that can be forced."""
    return new_sheet(cast, rules="forum")


# ---- Stored facts ----


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
    with pytest.raises(errors_look.Reused):
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


# ---- Impossible facts ----


def test_the_form_says_it_in_german_at_its_field(cast: Cast, forum: Sheet) -> None:
    said = {"marks": [{"key": "schweine", "by": "999"}], "forced": {"re": ["re"]}}
    answer = save(phone(cast), forum, fields(cast, attribution=json.dumps(said)))
    assert answer.status_code == 422
    assert problems(answer) == {
        "attribution.marks[0].by": "Das muss ein Spieler des Spiels sein.",
        "attribution.forced.re[0]": "Das wurde nicht angesagt.",
    }


def test_no_other_row_has_any_of_it(cast: Cast, forum: Sheet) -> None:
    with pytest.raises(errors.Impossible) as impossible:
        write(cast, forum, {"kind": "redeal"}, attribution={"marks": []})
    assert [found.field for found in impossible.value.problems] == ["attribution.marks"]


# ---- The text of a row ----


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
    entry = amend_entry(
        entry,
        anna_ben(cast),
        by=cast.anna,
        attribution={"marks": [{"key": "schweine", "by": cleo}]},
    )
    text = detail(cast, forum, entry)
    assert "vorher: Normalspiel · Re: Anna, Ben · 131 : 109 · Schweine: Anna" in text

    amend_entry(entry, anna_ben(cast), by=cast.anna, attribution=entry.attribution)
    entry.refresh_from_db()
    assert entry.history.count() == 2  # the same again changes nothing


def test_a_corrected_row_tells_the_announcements_that_are_otherwise_now(cast: Cast, forum: Sheet) -> None:
    told = {"announced": {"re": "no90"}, "extras": {"re": {"fuchs": 2}}}
    entry = write(cast, forum, anna_ben(cast, 155, **told))
    now = anna_ben(cast, 155, announced={"re": "re", "kontra": "kontra"})
    amend_entry(entry, now, by=cast.anna)
    entry.refresh_from_db()
    text = detail(cast, forum, entry)
    assert "155 : 85 · keine 90 abgesagt (Re) · Fuchs gefangen (Re) 2 · ohne Kontra angesagt" in text


def test_the_form_of_a_correction_says_it_all_again(cast: Cast, forum: Sheet) -> None:
    said = by_id(cast, {"marks": [{"key": "schweine", "by": "Cleo"}], "forced": {"re": ["re"]}})
    entry = write(cast, forum, anna_ben(cast, 155, **CALLED), attribution=said)
    told = fields_of_row(get_row(entry, forum.parsed), entry.attribution, entry.note)
    assert json.loads(told["attribution"]) == said


# ---- The form ----


def test_the_form_offers_the_marks_of_the_rules_to_each_party(cast: Cast) -> None:
    """They are offered even if no Sonderpunkt counts at all; without marks there are no such fields."""
    for marks, ticks in (({"schweine": "Schweine"}, 2), ({}, 0)):
        rules = override_rules(PRESETS["ddv"].rules, {"extras": {}, "extras_solo": {}, "marks": marks})
        assert isinstance(rules, Rules)
        page = phone(cast).get(url("show_sheet", new_sheet(cast, rules=rules))).content.decode()
        assert page.count('data-mark="schweine"') == ticks
        assert ('aria-label="Sonderpunkte Kontra"' in page) == bool(ticks)
