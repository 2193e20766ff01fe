"""A row of the sheet is unfolded, corrected, struck, taken back in, undone."""

from __future__ import annotations

from django.test import Client

from dokoclub.evenings.models import Sheet
from scoring.contract import form as form_of
from tests.cast import Cast
from tests.evenings.papers import anna_ben, solo, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.views import fields, phone, url


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
        told = phone(cast).get(url("amend_entry", sheet, entry)).json()
        playing = [player for player, *_ in told["coming"]["players"]]
        again = form_of.read_entry_form({**told["fields"], "playing": " ".join(playing)})
        assert isinstance(again, form_of.Written)
        assert (
            phone(cast)
            .post(
                url("amend_entry", sheet, entry),
                {**told["fields"], "playing": " ".join(playing), "seen": told["coming"]["version"]},
            )
            .status_code
            == 200
        )
        before = entry.facts
        entry.refresh_from_db()
        assert entry.facts == before
        assert entry.changed_at is None


def test_later_games_that_would_change_are_shown_first(cast: Cast) -> None:
    """120 to 120 starts a Bockrunde: without it, game 2 is no Bock game."""
    sheet = new_sheet(cast, rules="hausrunde")
    first = write(cast, sheet, anna_ben(cast, 120))
    write(cast, sheet, anna_ben(cast, 155))
    sheet.refresh_from_db()
    ben, form = phone(cast), fields(cast, seen=sheet.version)
    before = totals(sheet)
    response = ben.post(url("amend_entry", sheet, first), form)

    assert response.status_code == 409
    assert "Spiel 2: Bock entfällt, +4 → +2" in response.content.decode()
    assert totals(sheet) == before

    response = ben.post(url("amend_entry", sheet, first), {**form, "confirmed": "on"})
    assert response.status_code == 200
    assert totals(sheet) == {"Anna": 3, "Ben": 3, "Cleo": -3, "Dora": -3}


def test_a_row_changed_by_somebody_else_is_shown_beside_mine(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    seen = entry.version
    phone(cast, "Anna").post(url("amend_entry", sheet, entry), fields(cast, re_augen="140", seen=seen))
    response = phone(cast).post(url("amend_entry", sheet, entry), fields(cast, re_augen="150", seen=seen))
    page = response.content.decode()
    assert response.status_code == 409
    assert "Meine gilt" in page
    assert "Von Anna" in page
    assert "Zwei Spiele" not in page


def test_struck_and_taken_back_in_without_scripts(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    client = Client()
    client.force_login(cast.ben)
    page = client.post(url("strike_entry", sheet, entry), {"seen": entry.version}, follow=True)
    assert "Spiel 1 gestrichen" in page.content.decode()
    assert "Gestrichenes Spiel: Einzelheiten" in page.content.decode()
    entry.refresh_from_db()
    client.post(url("restore_entry", sheet, entry), {"seen": entry.version})
    entry.refresh_from_db()
    assert not entry.is_struck


def test_striking_asks_where_games_move_up(cast: Cast, sheet: Sheet) -> None:
    first = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    sheet.refresh_from_db()
    client = Client()
    client.force_login(cast.ben)
    page = client.post(url("strike_entry", sheet, first), {"seen": sheet.version})
    assert page.status_code == 409
    assert "Spiel 2: wird Spiel 1" in page.content.decode()
    client.post(url("strike_entry", sheet, first), {"seen": sheet.version, "confirmed": "on"})
    first.refresh_from_db()
    assert first.is_struck


def test_undo_takes_the_last_thing_back(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    response = phone(cast).post(url("undo_entry", sheet, entry), {"version": entry.version})
    assert response.status_code == 200
    assert "Rückgängig gemacht" in response.content.decode()
    entry.refresh_from_db()
    assert entry.is_struck


def test_without_a_script_the_question_is_a_page_of_its_own(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast, 155))
    sheet.refresh_from_db()
    client = Client()
    client.force_login(cast.ben)
    response = client.post(url("strike_entry", sheet, entry), {"seen": sheet.version})
    page = response.content.decode()
    assert (response.status_code, "<html" in page, "Das ändert spätere Spiele" in page) == (409, True, True)
    response = client.post(url("strike_entry", sheet, entry), {"seen": sheet.version, "confirmed": "on"})
    assert response.status_code == 302
    assert sheet.entries.get(pk=entry.pk).is_struck
