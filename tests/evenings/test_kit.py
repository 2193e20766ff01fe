"""The kit: the sheet data that a phone takes along, and the account that it belongs to."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings, sheets
from dokoclub.evenings.texts.phone import translate_engine
from scoring.contract import phone as engine
from scoring.rules.rules import ADDED, VERSION, store_rules
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, totals, write
from tests.evenings.rows import amend_entry, strike_entry
from tests.evenings.sending import Json, batch, game, send
from tests.evenings.views import SCRIPT, phone, url


def kit_of(cast: Cast, sheet: Sheet, name: str = "Ben") -> Json:
    found: Json = phone(cast, name).get(url("show_kit", sheet)).json()
    return found


def test_a_row_of_it_says_what_was_written_and_by_whom(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast), note="schön")
    amend_entry(entry, anna_ben(cast, 155), by=cast.anna)
    entry.refresh_from_db()

    kit = kit_of(cast, sheet)

    row = {"uuid": str(entry.uuid), "facts": entry.facts, "attribution": {}, "note": "", "by": "Anna"}
    assert kit["rows"] == [row]
    assert (kit["format"], kit["sheet"], kit["version"], kit["writer"]) == (1, sheet.pk, entry.version, "Ben")
    assert kit["scope"] == f"{cast.ben.pk}.{sheet.pk}"
    assert (kit["open"], kit["may_write"], kit["closed"], kit["language"]) == (True, True, None, "de")


def test_the_engine_works_it_out_as_the_server_does(cast: Cast) -> None:
    """This holds under Bock and with a change of the table; a struck row is listed apart, with its position."""
    sheet, emil = papers.sheet(cast, rules="hausrunde"), cast.guest("Emil")
    struck = [write(cast, sheet, anna_ben(cast, augen)) for augen in (120, 131, 240)][1]
    sheets.change_table(sheet, [*cast.four[:3], emil], uuid=uuid4(), by=None, resting=[cast.players["Dora"]])
    write(cast, sheet, papers.game(cast, ("Anna", "Emil"), ("Ben", "Cleo"), 181))
    strike_entry(struck, by=cast.anna)

    kit = kit_of(cast, sheet)

    opened = engine.open_sheet(kit)
    assert isinstance(opened, engine.Opened)
    told = engine.work_out(opened, kit["rows"])
    assert {kit["full_names"][player]: total for player, total in told["totals"].items()} == totals(sheet)
    assert (kit["struck"], [row["at"] for row in kit["struck_rows"]]) == ([str(struck.uuid)], [1])
    assert [(row["by"], row["struck_by"]) for row in kit["struck_rows"]] == [("Ben", "Anna")]  # wrote it, and struck it
    assert kit["rows"][2]["attribution"] == {"resting": cast.ids("Dora")}
    assert kit["may_join"] == [[*cast.ids("Dora"), "Dora"]]


def test_a_phone_draws_everybodys_card(cast: Cast, sheet: Sheet) -> None:
    """The phone shows the tint, and the letters of a player who has two."""
    cleo = cast.players["Cleo"]
    cleo.monogram = "Cl"
    cleo.save()
    kit = kit_of(cast, sheet)
    assert kit["tints"].keys() == kit["names"].keys()
    assert kit["monograms"] == {str(cleo.pk): "Cl"}


def test_it_is_fetched_again_only_when_something_has_changed(cast: Cast, sheet: Sheet) -> None:
    client, address = phone(cast), url("show_kit", sheet)
    first = client.get(address)
    headers = {"If-None-Match": first["ETag"]}

    same = client.get(address, headers=headers)
    write(cast, sheet, anna_ben(cast))
    other = client.get(address, headers=headers)

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert (other.status_code, first["Cache-Control"]) == (200, "private, no-store")
    assert other["ETag"].startswith(f'"{other.json()["version"]}-')


@pytest.mark.parametrize("change", ["name", "right", "language", "guest"])
def test_what_else_makes_another_one_of_it(cast: Cast, sheet: Sheet, change: str, client: Any) -> None:
    client, address = phone(cast, "Cleo"), url("show_kit", sheet)
    first = client.get(address)
    if change == "name":
        type(cast.players["Dora"]).objects.filter(name="Dora").update(short_name="Do")
    elif change == "right":
        sheets.change_table(sheet, [*cast.four[:2], cast.players["Dora"], cast.guest("Emil")], uuid=uuid4(), by=None)
    elif change == "guest":
        cast.guest("Emil")
    else:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    again = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 200


def test_who_may_only_read_has_it_too(cast: Cast, sheet: Sheet) -> None:
    sheets.change_table(sheet, [*cast.four[:3], cast.guest("Emil")], uuid=uuid4(), by=None)
    assert kit_of(cast, sheet, "Dora")["may_write"] is False
    assert phone(cast, "Stranger").get(url("show_kit", sheet)).status_code == 404


def test_a_closed_sheet_tells_who_closed_it(cast: Cast, sheet: Sheet) -> None:
    closed = sheets.close_sheet(sheet, by=cast.anna)
    kit = kit_of(cast, sheet)
    assert closed.closed_at
    assert (kit["open"], kit["closed"]) == (False, {"who": "Anna", "at": closed.closed_at.isoformat()})


def test_with_the_pen_one_hears_of_who_is_here_and_no_more(cast: Cast, sheet: Sheet, client: Any) -> None:
    emil = cast.guest("Emil")
    type(emil).objects.filter(name="Dora").update(name="Dora Geheim", short_name="Dora")
    address = reverse("evenings:show_kit_by_pen", kwargs={"token": evenings.create_scoring_link(sheet)})

    answer = client.get(address, headers=SCRIPT)
    again = client.get(address, headers={**SCRIPT, "If-None-Match": answer["ETag"]})

    kit = answer.json()
    assert kit["may_join"] == []
    assert sorted(kit["names"].values()) == sorted(kit["full_names"].values()) == ["Anna", "Ben", "Cleo", "Dora"]
    assert (kit["writer"], kit["scope"], kit["may_write"]) == (None, f"pen.{sheet.pk}", True)
    assert (again.status_code, answer["Referrer-Policy"]) == (304, "same-origin")
    assert not {"Emil", "Geheim", "Linde"} & {*answer.content.decode().split('"')}


def test_nothing_of_money_mail_or_the_club_is_in_it(cast: Cast, sheet: Sheet) -> None:
    cast.anna.email = "anna@example.org"
    cast.anna.save()
    text = json.dumps(kit_of(cast, sheet))
    assert "example.org" not in text
    assert "Linde" not in text


def test_it_takes_few_statements_whatever_the_length(cast: Cast, sheet: Sheet) -> None:
    client, taken = phone(cast), []
    client.get(url("show_kit", sheet))
    for _ in range(2):
        for _row in range(6):
            write(cast, sheet, anna_ben(cast))
        with statements() as found:
            client.get(url("show_kit", sheet))
        taken.append(len(found))
    assert taken == [10, 10]


def test_words_are_in_the_readers_language_and_come_once(cast: Cast, sheet: Sheet) -> None:
    kit = kit_of(cast, sheet)
    with translation.override("de"):
        assert kit["words"]["engine"] == translate_engine()
    assert kit["words"]["page"]["wait"][1] == "{0} Spiele warten auf diesem Handy."
    assert kit["words"]["state"]["file"] == "Als Datei sichern"

    known = send(phone(cast), sheet, batch(sheet, game(cast), lexicon=kit["lexicon"])).json()["kit"]
    unknown = send(phone(cast), sheet, batch(sheet, game(cast), lexicon="older")).json()["kit"]

    assert ("words" in known, unknown["words"]) == (False, kit["words"])


def test_the_page_of_the_sheet_names_both_addresses(cast: Cast, sheet: Sheet) -> None:
    page = phone(cast).get(url("show_sheet", sheet)).content.decode()
    scope = f"{cast.ben.pk}.{sheet.pk}"
    for named in (
        f'data-kit="/sheets/{sheet.pk}/kit/"',
        f'data-ops="/sheets/{sheet.pk}/ops/"',
        f'data-scope="{scope}"',
    ):
        assert named in page


def test_the_page_of_a_pen_names_its_own(cast: Cast, sheet: Sheet, client: Any) -> None:
    address = reverse("evenings:show_sheet_by_pen", kwargs={"token": evenings.create_scoring_link(sheet)})
    page = client.get(address).content.decode()
    assert f'data-kit="{address}kit/"' in page
    assert f'data-scope="pen.{sheet.pk}"' in page


def test_rules_from_long_ago_are_told_whole(cast: Cast) -> None:
    """Later additions are in the file that the phone stores, too, with the meaning they had then."""
    sheet = papers.sheet(cast, rules="hausrunde")
    late = {*ADDED[2], *ADDED[3]}
    before = {key: value for key, value in sheet.rules.items() if key not in late} | {"version": 1}
    Sheet.objects.filter(pk=sheet.pk).update(rules=before)
    told = kit_of(cast, sheet)["rules"]
    assert told == store_rules(Sheet.objects.get(pk=sheet.pk).parsed)
    assert (told["karlchen_card"], told["version"]) == ("jack", VERSION)
