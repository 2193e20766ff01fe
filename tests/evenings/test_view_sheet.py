"""The page of a sheet, its news, its chart and its table view."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.urls import reverse

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings, sheets
from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.evenings import create_scoring_link
from scoring.rules.presets import DDV, PARLETT
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, solo, text_to_share, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import write_entries
from tests.evenings.sending import batch, post
from tests.evenings.sending import game as sent_game
from tests.evenings.views import phone, url
from tests.pages import seen


def test_sixty_games_cost_at_most_twelve_statements(cast: Cast, sheet: Sheet) -> None:
    rows = [NewRow(facts=anna_ben(cast, 130 + number), uuid=uuid4()) for number in range(60)]
    write_entries(sheet, rows, by=cast.ben)
    ben = phone(cast)
    with statements() as sql:
        response = ben.get(url("show_sheet", sheet))

    assert response.status_code == 200
    assert response.content.decode().count("Einzelheiten") == 60
    assert len(sql) <= 12


def test_newest_on_top_until_the_phone_wants_it_otherwise(cast: Cast, sheet: Sheet) -> None:
    for _number in range(2):
        write(cast, sheet, anna_ben(cast))
    ben = phone(cast)
    page = ben.get(url("show_sheet", sheet)).content.decode()
    assert page.index("Spiel 2, Wert 1") < page.index("Spiel 1, Wert 1")
    ben.get(url("show_sheet", sheet) + "?order=oldest")
    page = ben.get(url("show_sheet", sheet)).content.decode()
    assert page.index("Spiel 1, Wert 1") < page.index("Spiel 2, Wert 1")


def status(page: str) -> str:
    line = re.search(r'id="status".*?>(.*?)</button>', page, re.DOTALL)
    assert line
    return " ".join(re.sub("<[^>]*>", "", line[1]).split())


def test_the_status_line_names_dealer_bock_and_open_pflichtsoli(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, solo(cast, "Ben", 130))
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert status(page) == "Geber Anna · Pflichtsolo offen: Anna, Cleo, Dora"

    house = new_sheet(cast, rules="hausrunde")
    write(cast, house, anna_ben(cast, 120))
    page = phone(cast).get(url("show_sheet", house)).content.decode()
    assert status(page) == "Geber Ben · Bock ×2, noch 4"


def test_where_nearly_everybody_owes_a_solo_it_names_who_does_not(cast: Cast) -> None:
    """This keeps the line short."""
    cast.guest("Emil")
    five = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    write(cast, five, solo(cast, "Ben", 130))
    page = phone(cast).get(url("show_sheet", five)).content.decode()
    assert "Pflichtsolo offen: alle außer Ben" in status(page)


def test_the_status_says_who_leads(cast: Cast, sheet: Sheet) -> None:
    assert "<p>Ben kommt heraus</p><p>Pflicht- geht vor Lustsolo.</p>" in shown(cast, sheet)

    five = new_sheet(cast, rules="forum")
    assert "<p>Ben kommt heraus</p><p>Beim Solo kommt der Solospieler heraus.</p>" in shown(cast, five)


def test_the_ladder_says_when(cast: Cast, sheet: Sheet) -> None:
    page = shown(cast, sheet)
    assert page.count('<i aria-hidden="true">11</i>') == 1  # above both parties
    assert 'aria-label="Ansagefristen"' in page
    assert "Wann?" in seen(phone(cast).get(url("show_sheet", sheet)))  # regression: a lone question mark
    assert "<p>Karten auf der Hand: Re/Kontra: 11, keine 90: 10, keine 60: 9, keine 30: 8, schwarz: 7</p>" in page

    silent = new_sheet(cast, rules=replace(DDV, call_cards=None))
    assert "Ansagefristen" not in shown(cast, silent)

    stored = new_sheet(cast, rules=replace(DDV, deck=40))  # before a deck without nines had deadlines of its own
    assert "Re/Kontra: 9, keine 90: 8, keine 60: 7, keine 30: 6, schwarz: 5</p>" in shown(cast, stored)


def test_the_form_offers_the_solos_by_their_rank(cast: Cast) -> None:
    page = shown(
        cast, new_sheet(cast, rules=replace(DDV, solos=("herz", "zehner", "damen"), solo_names={"zehner": "Zehner"}))
    )
    assert page.index('value="herz"') < page.index('value="zehner"') < page.index('value="damen"')


def shown(cast: Cast, sheet: Sheet) -> str:
    return phone(cast).get(url("show_sheet", sheet)).content.decode()


def test_the_form_offers_the_extras_as_the_rules_have_them(cast: Cast) -> None:
    """These are Parlett's variants: Lieschen Müller, and a Doppelkopf of two pairs, at most twelve of them."""
    for rules, most in ((PARLETT, "4"), (replace(PARLETT, karlchen_card="queen", doppelkopf="also_pairs"), "12")):
        page = shown(cast, new_sheet(cast, rules=rules)).partition('id="words"')[0]
        assert most == page.split('id="count-re-doppelkopf"')[0].rsplit('data-most="', 1)[1].split('"')[0]
        assert ("Lieschen" in page) == (most == "12")
        assert ("Karlchen" in page) == (most == "4")


def test_an_own_solo_is_offered_written_and_called_by_its_name(cast: Cast) -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=("damen", "zehner"))
    sheet = new_sheet(cast, rules=own)
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert 'value="zehner"' in page
    assert "Zehnersolo" in page

    facts = {**solo(cast, "Ben", 130), "solo": "zehner"}
    entry = write(cast, sheet, facts)
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert "<small>Zehner\N{SOFT HYPHEN}solo</small>" in page
    text = text_to_share(sheet.evening)
    assert "Ben (Zehnersolo +3)" in text
    assert entry.number == 1


def test_who_only_reads_gets_no_form(cast: Cast) -> None:
    for name in ("Emil", "Frieda", "Gustav", "Hilde"):
        cast.guest(name)
    sheet = new_sheet(cast, "Emil", "Frieda", "Gustav", "Hilde")
    page = phone(cast, "Dora").get(url("show_sheet", sheet)).content.decode()
    assert "Spiel eingeben" not in page
    assert "Spielzettel" in page


def test_a_closed_sheet_says_so(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=cast.ben)
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert "Dieser Zettel ist abgeschlossen." in page
    assert "Spiel eingeben" not in page


def test_nothing_is_sent_while_nothing_changed(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    response = dora.get(url("follow_sheet", sheet), {"version": sheet.version})
    assert (response.status_code, response.content) == (204, b"")
    write(cast, sheet, anna_ben(cast))
    response = dora.get(url("follow_sheet", sheet), {"version": sheet.version})
    assert response.status_code == 200
    assert "Spiel 1, Wert 1: Einzelheiten" in response.content.decode()


def test_plus_only_shows_both_columns(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="forum")
    write(cast, sheet, anna_ben(cast))
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert page.count('class="plus-minus"') == 4 + 1  # in the strip that a phone fills


def test_the_chart_has_a_table_behind_it(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast, 155))
    page = phone(cast, "Dora").get(url("show_chart", sheet)).content.decode()
    assert '<th scope="row">1</th><td>+2</td><td>+2</td><td>−2</td><td>−2</td>' in page
    assert "uplot" in page


def test_the_chart_names_the_best_first_and_knows_whose_line_is_mine(cast: Cast, sheet: Sheet) -> None:
    """Regression: of many lines those of the first seats stood out, and the reader's own did not."""
    write(cast, sheet, anna_ben(cast, 90))
    page = phone(cast, "Dora").get(url("show_chart", sheet)).content.decode()
    drawn = json.loads(page.partition('id="running" type="application/json">')[2].partition("</script>")[0])
    assert [line["full"] for line in drawn["lines"]] == ["Cleo", "Dora", "Anna", "Ben"]
    assert [line["full"] for line in drawn["lines"] if line.get("mine")] == ["Dora"]


def test_the_table_view_shows_the_same_sheet(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    page = phone(cast, "Dora").get(url("show_large", sheet)).content.decode()
    assert "Spiel 1, Wert 1: Einzelheiten" in page
    assert "Speichern" not in page


def test_the_table_view_of_a_closed_sheet_says_who_won(cast: Cast, sheet: Sheet) -> None:
    """Nobody deals any more."""
    write(cast, sheet, anna_ben(cast, 155))
    sheets.close_sheet(sheet, by=cast.anna)
    page = seen(phone(cast, "Dora").get(url("show_large", sheet)))
    assert "Anna und Ben gewinnen +2" in page
    assert "Geber" not in page.partition("Anna und Ben gewinnen")[2]


def test_the_pen_opens_one_sheet_without_an_account(cast: Cast, sheet: Sheet) -> None:
    token = create_scoring_link(sheet)
    client = Client(headers={"HX-Request": "true"})
    page = client.get(reverse("evenings:show_sheet_by_pen", args=[token])).content.decode()
    assert "Speichern" in page
    assert f"/sheets/{sheet.pk}/" not in page

    address = reverse("evenings:send_ops_by_pen", args=[token])
    assert post(client, address, batch(sheet, sent_game(cast))).status_code == 200
    assert sheet.entries.get().written_by is None

    evenings.revoke_pen(sheet)
    assert client.get(reverse("evenings:show_sheet_by_pen", args=[token])).status_code == 404


def test_what_is_kept_for_the_rules_is_kept_for_each_language(cast: Cast, sheet: Sheet) -> None:
    def page(client: Client, paper: Sheet) -> str:
        return client.get(url("show_sheet", paper)).content.decode()

    house = new_sheet(cast, rules="hausrunde")
    german, english = phone(cast), phone(cast)
    english.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    pen = (
        Client()
        .get(reverse("evenings:show_sheet_by_pen", kwargs={"token": create_scoring_link(sheet)}))
        .content.decode()
    )

    assert ["Herzstich" in page(german, paper) for paper in (sheet, house, sheet)] == [False, True, False]
    assert ["Digits" in page(client, sheet) for client in (german, english, german)] == [False, True, False]
    told, in_english, by_pen = (words_of(text) for text in (page(german, sheet), page(english, sheet), pen))
    assert (told["save"], in_english["save"]) == ("Speichern", "Save")
    assert told == by_pen


def test_the_menu_of_a_pen_leads_to_nothing_that_asks_for_an_account(cast: Cast, sheet: Sheet) -> None:
    pen = (
        Client()
        .get(reverse("evenings:show_sheet_by_pen", kwargs={"token": create_scoring_link(sheet)}))
        .content.decode()
    )
    address = f'href="{reverse("evenings:show_evening", args=[sheet.evening_id])}"'
    assert address in phone(cast).get(url("show_sheet", sheet)).content.decode()
    assert address not in pen


def words_of(page: str) -> dict[str, object]:
    """Return the texts that the page passes to its script."""
    written = page.partition('<script id="words" type="application/json">')[2].partition("<")[0]
    found: dict[str, object] = json.loads(written)
    return found
