"""A row of the sheet is unfolded, and fills the form again."""

from __future__ import annotations

import re

from django.test import Client

from dokoclub.evenings.domain.events import get_row
from dokoclub.evenings.models import Sheet
from scoring.contract import form as form_of
from tests.cast import Cast
from tests.evenings.papers import anna_ben, solo, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.sending import batch, op, send
from tests.evenings.views import phone, url


def test_it_unfolds_to_the_reckoning_with_the_rule_behind_each_line(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast, 155, announced={"re": "re"}), note="knapp")
    text = phone(cast, "Dora").get(url("show_entry", sheet, entry)).content.decode()
    for word in (
        "Re gewinnt mit 155 Augen",
        "Re angesagt",
        "TSR 7.2.2 b",
        "Spielwert",
        "knapp",
        "von Ben",
        "Streichen",
    ):
        assert word in text


def test_an_owner_comes_from_a_row_to_the_rules_behind_it(cast: Cast) -> None:
    """One link for each rule, and one to find another; scorers, readers and links cannot change rules."""
    sheet = new_sheet(cast, rules="hausrunde")
    entry = write(cast, sheet, solo(cast, "Ben", 112, announced={"re": "re"}, extras={"kontra": {"fuchs": 1}}))
    shown = phone(cast, "Anna").get(url("show_entry", sheet, entry)).content.decode()
    assert "Das rechnen wir anders" in shown
    asked = re.findall(r"/rules/edit/(\S*)/\"", shown)
    assert asked == ["ansage_points", "bock.triggers"]
    assert f'href="/clubs/{cast.club.pk}/rules/edit/"' in shown
    for name in ("Ben", "Dora"):
        assert "/rules/edit/" not in phone(cast, name).get(url("show_entry", sheet, entry)).content.decode()
    unfolded = {"open": str(entry.uuid)}
    assert "/rules/edit/" not in phone(cast, "Ben").get(f"/sheets/{sheet.pk}/", unfolded).content.decode()
    assert "/rules/edit/" in phone(cast, "Anna").get(f"/sheets/{sheet.pk}/", unfolded).content.decode()


def test_a_row_without_points_has_no_rule_to_change(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, {"kind": "redeal"})
    assert "/rules/edit/" not in phone(cast, "Anna").get(url("show_entry", sheet, entry)).content.decode()


def test_a_reader_without_the_pen_gets_no_buttons(cast: Cast) -> None:
    for name in ("Emil", "Frieda", "Gustav", "Hilde"):
        cast.guest(name)
    sheet = new_sheet(cast, "Emil", "Frieda", "Gustav", "Hilde")
    entry = write(cast, sheet, {"kind": "redeal"})
    assert "Streichen" not in phone(cast, "Dora").get(url("show_entry", sheet, entry)).content.decode()


def test_without_a_script_it_leads_to_the_page_with_the_row_unfolded(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    client = Client()
    client.force_login(cast.dora)
    response = client.get(url("show_entry", sheet, entry), follow=True)
    assert "Re gewinnt mit 131 Augen" in response.content.decode()


def test_the_fields_of_every_kind_say_the_same_row_again(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    anna, ben, cleo, dora = cast.ids("Anna", "Ben", "Cleo", "Dora")
    rows = [
        anna_ben(
            cast, 155, announced={"re": "no90", "kontra": "kontra"}, extras={"re": {"fuchs": 1}}, hearts_trick=True
        ),
        anna_ben(cast, 89, step_only=True),
        anna_ben(cast, 240, no_tricks="kontra"),
        anna_ben(cast, 240),
        solo(cast, "Ben", 112),
        {"kind": "stille_hochzeit", "re": [ben], "kontra": [anna, cleo, dora], "re_points": 130},
        {"kind": "manual", "players": [anna, ben, cleo, dora], "winners": [ben], "value": 3},
        {"kind": "manual", "points": {anna: 3, ben: 3, cleo: -3, dora: -3}},
        {"kind": "penalty", "points": {ben: -5}, "reason": "verworfen"},
        {"kind": "redeal"},
        {"kind": "redeal", "reason": "nines", "by": cleo},
        {"kind": "redeal", "reason": "misdeal"},
        {"kind": "redeal", "by": dora},
    ]
    for facts in rows:
        entry = write(cast, sheet, facts)
        said = {
            **form_of.fields_of_row(get_row(entry, sheet.parsed), {}, ""),
            "playing": " ".join((anna, ben, cleo, dora)),
        }
        assert isinstance(form_of.read_entry_form(said), form_of.Written)
        answer = send(phone(cast), sheet, batch(sheet, op("amend", row=str(entry.uuid), fields=said)))
        assert answer.status_code == 200, answer.json()
        before = entry.facts
        entry.refresh_from_db()
        assert entry.facts == before
        assert entry.changed_at is None
