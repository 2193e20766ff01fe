"""On paper: a filled sheet, an empty one, a table."""

from __future__ import annotations

from dokoclub.evenings.services.evenings import close_evening
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen


def test_a_filled_sheet(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    papers.write(cast, sheet, papers.solo(cast, "Dora", 100), note="knapp")
    text = seen(phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/"))
    assert "Spielzettel" in text[: text.index("Nr.")]  # what it is, and of whom
    assert cast.club.name in text[: text.index("Nr.")]
    assert "Nr. Anna Ben Cleo Dora Wert Notiz" in text
    assert "1 +1 +1 +1 +1 −1 −1 −1 −1 1" in text
    assert "2 +2 +1 +2 +1 ±0 +1 −4 −3 1 Damensolo · knapp" in text
    assert "Summe +2 +2 ±0 −4" in text


def test_a_club_stands_at_who_played_for_re(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    page = phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/")
    assert "Kreuz = Re." not in seen(page)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    page = phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/")
    cells = page.content.decode().partition("<tbody>")[2].partition("</tbody>")[0].split("<td>")[1:5]
    assert ['aria-label="Re"' in cell for cell in cells] == [True, True, False, False]
    assert "Am Tisch Kreuz = Re." in seen(page)


def test_at_its_foot_stands_what_holds_at_the_table(cast: Cast) -> None:
    sheet = papers.sheet(cast, rules="forum")
    text = seen(phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/"))
    assert "Am Tisch Sonderpunkte:" in text
    assert "Karten auf der Hand: Re/Kontra: 11, keine 90: 10" in text
    assert "Schweine und Ähnliches: Schweine, Hyperschweine" in text


def test_cards_dealt_again_stand_on_it(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, {"kind": "redeal", "reason": "misdeal", "by": cast.ids("Cleo")[0]}, note="zu viele")
    papers.write(cast, sheet, {"kind": "redeal"})
    text = seen(phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/"))
    assert "– – – – – Eingeworfen: vergeben, Cleo · zu viele" in text
    assert "– – – – – Eingeworfen, derselbe Geber" in text


def test_five_at_the_table(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = papers.sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    assert "1 +1 +1 +1 +1 −1 −1 −1 −1 – 1" in seen(phone(cast, "Dora").get(f"/sheets/{sheet.pk}/paper/"))


def test_an_empty_sheet(cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/paper/"
    text = seen(phone(cast, "Dora").get(url))
    assert "Nr. Geber Wert Notiz 1 2 3 4 5" in text
    assert "Hausrunde" in text
    ben, cleo = cast.ids("Ben", "Cleo")
    page = phone(cast, "Dora").get(f"{url}?players={ben}&players={cleo}&seats=5&rows=6")
    text = seen(page)
    assert "Nr. Geber Ben Cleo Wert Notiz 1 2 3 4 5 6 Summe Am Tisch Regeln: Hausrunde Sonderpunkte:" in text
    head = page.content.decode().partition("</thead>")[0]
    over_players, over_nothing = head.count('<th scope="col" translate="no">'), head.count("<td></td>")
    assert (over_players, over_nothing) == (2, 3)  # what stands over nothing heads nothing


def test_the_file_that_a_spreadsheet_opens_stands_first(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    dora = phone(cast, "Dora")
    assert "Alle Spiele Excel Alle Spiele CSV Alle Spiele Doko-Zettel" in seen(
        dora.get(f"/clubs/{cast.club.pk}/files/")
    )
    of_evening = seen(dora.get(f"/evenings/{sheet.evening_id}/files/"))
    assert "Tisch 1 Drucken Tisch 1 Excel Tisch 1 CSV Tisch 1 Doko-Zettel" in of_evening


def test_an_empty_sheet_comes_before_the_form_for_another(cast: Cast) -> None:
    page = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/paper/").content.decode()
    assert '<details class="more screen-only">' in page
    wrong = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/paper/?seats=8").content.decode()
    assert '<details class="more screen-only" open>' in wrong


def test_what_does_not_fit_on_it(cast: Cast) -> None:
    for wrong in ("seats=8", "seats=4&rows=61", "seats=4&players=0", "seats=viele"):
        assert phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/paper/?{wrong}").status_code == 422


def test_a_table_of_nobody_is_neither_printed_nor_kept(cast: Cast) -> None:
    text = phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/paper/all/").content.decode()
    assert "Noch nichts zu drucken" in text
    assert "data-print" not in text
    assert " download" not in text


def test_a_table(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    close_evening(sheet.evening, by=cast.anna)
    text = seen(phone(cast, "Dora").get(f"/clubs/{cast.club.pk}/paper/all/"))
    assert "Tabelle gesamt Linde nach 1 Abend" in text  # what it is, by itself on a wall
    assert "So wird gewertet Gewertet nach: Summe der Punkte." in text
    assert text.index("Anna") < text.index("Cleo")
    assert "Drucken" in text
