"""The reasons for a redeal, and the player: offered, written, shown, corrected. A redeal never counts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from dokoclub.evenings.domain.events import get_row
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import errors, evenings
from scoring.contract.form import fields_of_row
from scoring.rules.presets import DDV, PRESETS
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.pages import seen, url_of
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, strike_entry
from tests.evenings.sending import batch, op, save, send
from tests.evenings.views import fields, phone, problems, url

WITHOUT_NINES = replace(PRESETS["forum"].rules, deck=40, redeals=("kings", "armut_refused", "double_armut"))
REASONS = ["Fünf Neunen", "Armut abgelehnt", "Doppelte Armut", "Vergeben"]


def dealt_again(cast: Cast, **typed: Any) -> dict[str, Any]:
    return fields(cast, kind="more", more="redeal", expected="", **typed)


def offered(cast: Cast, sheet: Sheet) -> list[str]:
    """List the reasons that the form shows before anything is filled in."""
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    group = page.split('aria-label="Warum"')[1].split('name="dealt_again"')[0]
    assert 'aria-pressed="true"' not in group
    shown = [one for one in group.split('<div class="toggle"')[1:] if "hidden" not in one.split(">")[0]]
    return [re.split(r"</?button[^>]*>", one)[1].strip() for one in shown]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (DDV, REASONS[-1:]),
        (PRESETS["forum"].rules, REASONS),
        (PRESETS["hausrunde"].rules, REASONS),
        (replace(DDV, redeals=("double_armut", "nines")), [REASONS[0], *REASONS[2:]]),
        (WITHOUT_NINES, ["Fünf Könige", *REASONS[1:]]),
        (replace(DDV, redeals=("nines", "kings")), ["Fünf Neunen", "Fünf Könige", "Vergeben"]),
    ],
)
def test_the_form_offers_what_the_rules_name_and_a_misdeal(cast: Cast, rules: Rules, expected: list[str]) -> None:
    assert offered(cast, new_sheet(cast, rules=rules)) == expected


@pytest.mark.parametrize(
    ("reason", "by", "said"),
    [
        ("", "", "Eingeworfen, derselbe Geber"),
        ("nines", "Anna", "Eingeworfen: fünf Neunen, Anna"),
        ("kings", "Ben", "Eingeworfen: fünf Könige, Ben"),
        ("armut_refused", "", "Eingeworfen: Armut abgelehnt"),
        ("double_armut", "", "Eingeworfen: doppelte Armut"),
        ("misdeal", "Dora", "Eingeworfen: vergeben, Dora"),
        ("", "Ben", "Eingeworfen: Ben"),
    ],
)
def test_the_row_says_why_and_by_whom(cast: Cast, sheet: Sheet, reason: str, by: str, said: str) -> None:
    """A reason that these rules do not name is written all the same."""
    ids = cast.ids(by) if by else [""]
    response = save(phone(cast), sheet, dealt_again(cast, dealt_again=reason, dealt_again_by=ids[0]))
    assert (response.status_code, said in response.json()["html"]) == (200, True)
    entry = sheet.entries.get()
    assert entry.facts == {"kind": "redeal", **({"reason": reason} if reason else {}), **({"by": ids[0]} if by else {})}
    assert (entry.number, totals(sheet)) == (None, dict.fromkeys(("Anna", "Ben", "Cleo", "Dora"), 0))
    call_command("check_ledger", verbosity=0)


def test_what_is_typed_for_another_row_is_no_reason(cast: Cast, sheet: Sheet) -> None:
    """The fields of all rows are sent; those of another kind are ignored."""
    left = {"dealt_again": "nines", "dealt_again_by": cast.ids("Ben")[0]}
    save(phone(cast), sheet, fields(cast, **left))
    save(phone(cast), sheet, dealt_again(cast, reason="verworfen", solo_of=cast.ids("Ben")[0]))
    game, redeal = sheet.entries.all()
    assert "reason" not in game.facts
    assert redeal.facts == {"kind": "redeal"}


def test_what_cannot_be_is_said_at_its_field(cast: Cast, sheet: Sheet) -> None:
    stranger = str(cast.guest("Emil").pk)
    for typed, found in (
        ({"dealt_again": "fives"}, {"reason"}),
        ({"dealt_again": "misdeal", "dealt_again_by": stranger}, {"by"}),
        ({"dealt_again_by": "999999999999999999999"}, {"by"}),
    ):
        response = save(phone(cast), sheet, dealt_again(cast, **typed))
        assert (response.status_code, set(problems(response))) == (422, found)
    said = problems(save(phone(cast), sheet, dealt_again(cast, dealt_again_by=stranger)))
    assert "Emil sitzt nicht am Tisch." in str(said)
    assert not sheet.entries.exists()


def test_who_sits_out_can_have_dealt_wrong(cast: Cast) -> None:
    """With five at the table that is the dealer."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    emil = cast.ids("Emil")[0]
    form = dealt_again(cast, dealt_again="misdeal", dealt_again_by=emil)
    assert save(phone(cast), sheet, form).status_code == 200
    assert sheet.entries.get().facts == {"kind": "redeal", "reason": "misdeal", "by": emil}


def test_a_correction_tells_what_stood_there(cast: Cast, sheet: Sheet) -> None:
    [anna] = cast.ids("Anna")
    entry = write(cast, sheet, {"kind": "redeal", "reason": "nines", "by": anna}, note="schon wieder")
    told = fields_of_row(get_row(entry, sheet.parsed), entry.attribution, entry.note)
    assert (told["dealt_again"], told["dealt_again_by"], told["note"]) == ("nines", anna, "schon wieder")
    said = op("amend", row=str(entry.uuid), fields={"kind": "more", "more": "redeal", "dealt_again": "misdeal"})
    assert send(phone(cast), sheet, batch(sheet, said)).status_code == 200
    text = phone(cast).get(url("show_entry", sheet, entry)).content.decode()
    assert "vorher: Eingeworfen: fünf Neunen, Anna" in text
    assert Entry.objects.get(pk=entry.pk).facts == {"kind": "redeal", "reason": "misdeal"}


def test_a_struck_row_still_says_it(cast: Cast, sheet: Sheet) -> None:
    """The player may have left the table since."""
    cast.guest("Emil")
    entry = write(cast, sheet, {"kind": "redeal", "reason": "double_armut", "by": cast.ids("Cleo")[0]})
    strike_entry(entry, by=cast.ben)
    assert "Eingeworfen: doppelte Armut, Cleo" in seen(phone(cast, "Dora").get(url("show_sheet", sheet)))


def test_a_table_without_whom_it_was_is_refused(cast: Cast) -> None:
    """Cleo dealt wrong: a change of the table that removes her may come after that row, not before."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil")
    table = write(cast, sheet, {"kind": "table", "players": cast.ids("Anna", "Ben", "Cleo", "Dora")})
    write(cast, sheet, {"kind": "redeal", "reason": "misdeal", "by": cast.ids("Cleo")[0]})
    other = {"kind": "table", "players": cast.ids("Anna", "Ben", "Dora", "Emil")}
    sheet.refresh_from_db()
    with pytest.raises(errors.Impossible) as refused:
        amend_entry(table, other, by=cast.ben)
    assert [problem.field for problem in refused.value.problems] == ["rows[redeal].by"]
    assert write(cast, sheet, other).number is None


def test_other_rules_find_the_same_redeal(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="forum")
    write(cast, sheet, {"kind": "redeal", "reason": "nines", "by": cast.ids("Anna")[0]})
    write(cast, sheet, anna_ben(cast, 155))
    evening = evenings.close_evening(sheet.evening, by=None)
    found = phone(cast, "Dora").get(url_of(evening, "what-if/"), {"preset": "ddv"}).context["found"]
    assert {standing.player.name: standing.other for standing in found.standings}["Anna"] == 2


def test_a_reason_costs_no_statement_more(cast: Cast) -> None:
    def cost(sheet: Sheet, **said: str) -> int:
        form = {**dealt_again(cast, **said), "uuid": str(uuid4())}
        with statements() as sql:
            assert save(ben, sheet, form).status_code == 200
        return len(sql)

    ben, sheet = phone(cast), new_sheet(cast)
    cost(sheet)  # the session is renewed once a day
    assert cost(sheet, dealt_again="nines", dealt_again_by=cast.ids("Dora")[0]) == cost(sheet)
