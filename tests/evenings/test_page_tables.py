"""/sheets/…/: a scorer closes a table, removes an empty one, hands out its scoring link; an owner reopens it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings, sheets
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, table, write


def url_of(sheet: Sheet, page: str) -> str:
    return f"/sheets/{sheet.pk}/{page}"


def pen_url(sheet: Sheet) -> str:
    return f"/pen/{evenings.create_scoring_link(sheet)}/"


def test_a_table_is_finished(cast: Cast, sheet: Sheet) -> None:
    for _ in range(2):
        response = phone(cast, "Ben").post(url_of(sheet, "close/"), follow=True)
        assert "Tisch 1 ist fertig." in seen(response)
    sheet.refresh_from_db()
    assert (sheet.is_open, sheet.closed_by, sheet.evening.is_open) == (False, cast.ben, True)


def test_an_owner_opens_it_again(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=None)
    assert "Tisch wieder öffnen" in seen(phone(cast, "Anna").get(f"/evenings/{sheet.evening_id}/"))
    assert "Tisch wieder öffnen" not in seen(phone(cast, "Ben").get(f"/evenings/{sheet.evening_id}/"))
    response = phone(cast, "Anna").post(url_of(sheet, "reopen/"), follow=True)
    assert "Tisch 1 ist wieder offen." in seen(response)
    sheet.refresh_from_db()
    assert sheet.is_open


def test_not_while_the_evening_is_closed(cast: Cast, sheet: Sheet) -> None:
    evenings.close_evening(sheet.evening, by=None)
    response = phone(cast, "Anna").post(url_of(sheet, "reopen/"), follow=True)
    assert "Der Abend ist beendet." in seen(response)
    sheet.refresh_from_db()
    assert not sheet.is_open


def test_an_empty_sheet_is_taken_away(cast: Cast, sheet: Sheet) -> None:
    response = phone(cast, "Ben").post(url_of(sheet, "withdraw/"), follow=True)
    assert "Tisch 1 ist weg." in seen(response)
    assert "Noch ist kein Tisch offen." in seen(response)
    assert phone(cast, "Ben").post(url_of(sheet, "withdraw/")).status_code == 404


def test_a_sheet_with_games_stays(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    response = phone(cast, "Ben").post(url_of(sheet, "withdraw/"), follow=True)
    assert "Auf diesem Zettel stehen schon Spiele: Schließ ihn ab." in seen(response)
    assert Sheet.objects.filter(pk=sheet.pk).exists()


def test_so_does_a_closed_one(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=None)
    assert "abgeschlossen" in seen(phone(cast, "Ben").post(url_of(sheet, "withdraw/"), follow=True))
    assert Sheet.objects.filter(pk=sheet.pk).exists()


# ---- The scoring link of a table ------------------------------------------------------------------------------------


def test_looking_hands_out_no_pen(cast: Cast, sheet: Sheet) -> None:
    page = phone(cast, "Ben").get(url_of(sheet, "pen/"))
    assert "Gast schreiben lassen" in seen(page)
    assert "QR-Code zeigen" in seen(page)
    sheet.refresh_from_db()
    assert sheet.pen == ""


def test_a_pen_is_handed_out_as_text_and_code(cast: Cast, sheet: Sheet) -> None:
    page = phone(cast, "Ben").post(url_of(sheet, "pen/"), follow=True)
    sheet.refresh_from_db()
    assert f"http://localhost:8000{pen_url(sheet)}" in page.content.decode()
    assert "<svg" in page.content.decode().partition('class="qr"')[2]
    assert "no-store" in page.headers["Cache-Control"]
    assert Client().get(pen_url(sheet)).status_code == 200


def test_sent_twice_it_is_the_same_pen(cast: Cast, sheet: Sheet) -> None:
    ben = phone(cast, "Ben")
    first, second = (ben.post(url_of(sheet, "pen/"), follow=True).context["link"].address for _ in range(2))
    assert first == second


def test_taken_back_it_writes_no_more(cast: Cast, sheet: Sheet) -> None:
    url = pen_url(sheet)
    response = phone(cast, "Ben").post(url_of(sheet, "pen/revoke/"), follow=True)
    assert "Der Schreiblink gilt nicht mehr." in seen(response)
    assert "QR-Code zeigen" in seen(response)
    assert Client().get(url).status_code == 404


@pytest.mark.parametrize("close", [sheets.close_sheet, lambda sheet, by: evenings.close_evening(sheet.evening, by=by)])
def test_a_closed_sheet_has_no_pen(cast: Cast, sheet: Sheet, close: object) -> None:
    url = pen_url(sheet)
    assert callable(close)
    close(sheet, by=None)
    assert "Dieser Zettel ist zu." in seen(phone(cast, "Ben").get(url_of(sheet, "pen/")))
    response = phone(cast, "Ben").post(url_of(sheet, "pen/"), follow=True)
    assert "Der Zettel ist abgeschlossen." in seen(response)
    assert Client().get(url).status_code == 404


def test_whoever_sits_there_may_write_but_not_hand_out_the_pen(cast: Cast, sheet: Sheet) -> None:
    assert phone(cast, "Dora").post(url_of(sheet, "pen/")).status_code == 403


def test_with_the_pen_only_who_is_here_this_evening_can_join(cast: Cast) -> None:
    """Emil belongs to the club, Frida plays at the other table."""
    emil, frida = cast.guest("Emil"), cast.guest("Frida")
    night = evening(cast, table(cast), table(cast, "Frida", "Anna", "Ben", "Cleo", name="2"))
    sheet = night.sheets.get(table="1")
    write(cast, sheet, anna_ben(cast))
    address = pen_url(sheet) + "seats/"
    page = Client().get(address)
    assert ("Frida" in seen(page), "Emil" in seen(page)) == (True, False)
    assert "Emil" in seen(phone(cast, "Ben").get(url_of(sheet, "seats/")))

    form = {"uuid": str(uuid4()), "seats": " ".join(cast.ids("Anna", "Ben", "Cleo", "Dora", "Emil"))}
    Client().post(address, form)
    assert not sheet.seats.filter(player=emil).exists()
    Client().post(address, {**form, "seats": " ".join(cast.ids("Anna", "Ben", "Cleo", "Dora", "Frida"))})
    assert sheet.seats.filter(player=frida).exists()


def test_nobody_keeps_or_finds_the_address_of_a_pen(cast: Cast, sheet: Sheet) -> None:
    """Its forms come from its own pages, so the address may be sent as referrer to this site, and to no other."""
    for page in ("", "seats/", "large/", "chart/", "follow/"):
        headers = Client().get(pen_url(sheet) + page).headers
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in headers["Cache-Control"]
        assert headers["Referrer-Policy"] == "same-origin"
