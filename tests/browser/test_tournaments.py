"""A tournament in a browser: founded, drawn, started, played on a phone, confirmed; and the looks of every page."""

from __future__ import annotations

import re
from typing import Final
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, seating
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services import tables as tables_services
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from scoring.tournament.series import series_rules
from tests.browser.conftest import OpenPhone, SignIn
from tests.browser.looks import Looks
from tests.browser.without_network import OpenKept
from tests.cast import Cast
from tests.evenings.papers import write
from tests.tournaments import papers

pytestmark = pytest.mark.django_db(transaction=True)

TABLET: Final = ViewportSize(width=768, height=1024)


def url_of(name: str, one: Tournament, *gaps: object) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def test_the_director_plays_a_round(page: Page, sign_in: SignIn, cast: Cast) -> None:
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/tournaments/")
    page.get_by_role("link", name="Neues Turnier").click()
    page.get_by_label("Name").fill("Martini-Turnier")
    page.get_by_label("Runden", exact=True).fill("1")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("link", name="Teilnehmer eintragen").click()
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        page.get_by_label(name, exact=True).check()
    page.get_by_label("Andere, einer pro Zeile").fill("Elif\nFinn\nGero\nHanna")
    page.get_by_role("button", name="Eintragen").click()
    expect(page.get_by_text("8 weitere Teilnehmer. 4 sind neue Gäste.")).to_be_visible()
    page.get_by_role("link", name="Martini-Turnier").click()
    page.get_by_role("button", name="Tische auslosen").click()
    page.get_by_role("button", name="Runde 1 starten").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^1:\d\d:\d\d$"))
    page.get_by_role("link", name="Mein Sitz").click()
    expect(page.get_by_text("Runde 1: Tisch", exact=False)).to_be_attached()
    page.get_by_role("link", name="Abgeben").click()
    page.get_by_role("link", name="Punkte vom Papier eintippen").click()
    expect(page.locator("[name^=points_]")).to_have_count(4)
    for seat, points in enumerate(("18", "-6", "-4", "-8")):
        page.locator("[name^=points_]").nth(seat).fill(points)
    page.get_by_label("Gespielte Spiele").fill("24")
    expect(page.get_by_text("±0")).to_be_visible()
    page.get_by_role("button", name="Punkte speichern").click()
    page.get_by_role("button", name="Ich bestätige meine Punkte").click()
    expect(page.get_by_text("Du hast bestätigt.")).to_be_visible()
    page.get_by_role("button", name="Von allen unterschrieben").click()
    expect(page.get_by_text("auf Papier unterschrieben")).to_be_visible()


def test_who_ticks_names_has_the_button_at_hand(page: Page, sign_in: SignIn, cast: Cast) -> None:
    sign_in(page.context, cast.anna)
    page.set_viewport_size({"width": 390, "height": 560})
    page.goto(url_of("enter_entrants", papers.directed(cast, 0)))
    button = page.get_by_role("button", name="Eintragen")
    expect(button).not_to_be_in_viewport()
    page.get_by_label("Anna", exact=True).check()
    page.evaluate("scrollTo(0, 0)")
    expect(button).to_be_in_viewport(ratio=1)


def start_short_list(cast: Cast) -> tuple[Sheet, list[str]]:
    """Start Anna's table two games before the end of its list, and return its players."""
    one = papers.with_people(cast, 8, rounds=1, games=4, rules=store_rules(PRESETS["parlett"].rules))
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    sheet = Sheet.objects.get(round_table__places__entrant__player=cast.players["Anna"])
    for _game in range(2):
        write(cast, sheet, {"kind": "normal", "re": sheet.players[:2], "kontra": sheet.players[2:], "re_points": 131})
    return sheet, [Player.objects.get(pk=player).name for player in sheet.players]


def test_a_full_list_is_handed_in_and_takes_no_game_more(open_phone: OpenPhone, cast: Cast) -> None:
    """The form stays for corrections and penalties; nobody can write beyond the list, not even in front of another
    row.
    """
    sheet, names = start_short_list(cast)
    phone = open_phone(sheet, "Anna")
    full = phone.page.locator("#full")
    for number in (3, 4):
        expect(full).to_be_hidden()
        phone.game(names[:2], 131)
        phone.save(number)
    expect(full).to_contain_text("Die Liste ist voll")
    phone.game(names[:2], 131)
    phone.says("Die Liste ist voll", "Jetzt abgeben.")
    phone.press("Speichern")
    expect(full.get_by_role("link", name="Abgeben")).to_be_focused()

    phone.unfold("Spiel 4, Wert 1: Einzelheiten")
    phone.press("Davor einfügen")
    phone.game(names[:2], 131)
    phone.says("Die Liste ist voll")
    phone.press("Abbrechen")
    phone.press("Bearbeiten")
    expect(full).to_be_hidden()
    phone.write("Augen Re", "160")
    phone.says("Re gewinnt · 2")
    phone.press("Änderung übernehmen")
    expect(phone.page.get_by_text("Spiel 4 geändert").first).to_be_visible()
    phone.is_sent()
    assert sheet.entries.count() == 4

    full.get_by_role("link", name="Abgeben").click()
    hand_in = phone.page.locator("main .actions").first.get_by_role("button").first
    expect(hand_in).to_have_text("Zettel abgeben")
    hand_in.click()
    expect(phone.page.get_by_role("button", name="Ich bestätige meine Punkte")).to_be_visible()


def test_without_a_network_a_full_list_says_so_too(open_kept: OpenKept, cast: Cast) -> None:
    sheet, names = start_short_list(cast)
    phone = open_kept(sheet, "Anna")
    phone.goes_offline()
    for _game in range(2):
        phone.game(names[:2], 131)
        phone.press("Speichern")
        phone.is_empty()
    phone.says("Die Liste ist voll")
    phone.page.locator("#full a").click()
    expect(phone.page.locator(".bar .toast")).to_have_text(
        "Abgeben geht, sobald alles gesendet ist.", use_inner_text=True
    )
    phone.comes_back()
    expect(phone.page.get_by_role("button", name="Zettel abgeben")).to_be_visible()
    assert sheet.entries.count() == 4


def test_the_hall_follows_without_an_account(page: Page, cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=2)
    seating.plan_seating(one)
    token = founding.make_link(one, by=cast.anna).token
    page.goto(f"/n/{token}/")
    page.get_by_role("link", name="Elif").click()
    expect(page.get_by_role("heading", name="Elif")).to_be_visible()
    rounds.start_round(one, 1, by=cast.anna)
    expect(page.get_by_text("Runde 1 läuft")).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()


def test_how_it_ended(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        points = (18 + table.number, 6 + table.number, -4 - table.number, -20 - table.number)
        slips = {who: Slip(each) for who, each in zip(numbers, points, strict=True)}
        tables_services.hand_in_paper(table, slips, games=24, by=cast.anna)
        tables_services.sign_table(table)
    rounds.end_tournament(one, by=cast.anna)
    for phone in looks.pages:
        sign_in(phone.context, cast.anna)
    looks.look_at(url_of("show_seat", one), url_of("show_tournament", one))
    tournaments = reverse("tournaments:list_tournaments", args=[cast.club.pk])
    looks.look_at(tournaments, url_of("list_entrants", one), sizes=(TABLET,))
    assert looks.found == []
    expect(looks.wide.locator(".entrants .mark").first).to_be_in_viewport(ratio=1)


def test_every_page(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    one = papers.directed(cast, 17, rounds=2, fee=1000, lists=["Damen"])
    one.entrants.update(paid=True)
    entrant = one.entrants.get(number=1)
    people.change_entrant(entrant, {"tags": ["Damen"]}, team="Füchse", by=cast.anna)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    tables = list(RoundTable.objects.filter(round__tournament=one, round__number=1).select_related("round__tournament"))
    for table in tables[1:]:
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(each) for who, each in zip(numbers, (18, 6, -4, -20), strict=True)}
        tables_services.hand_in_paper(table, slips, games=24, by=cast.anna)
    tables_services.sign_table(tables[1])
    slips = slips_services.slips_with_penalty(tables[1], next(iter(slips_services.get_slips(tables[1]))), 10)
    tables_services.correct_table(tables[1], slips, source="paper", reason="Zu spät", by=cast.anna)
    for phone in looks.pages:
        sign_in(phone.context, cast.anna)
    link = founding.make_link(one, by=cast.anna)
    token = link.token
    entry = people.make_entry_link(one, by=cast.anna)
    applicant = people.ask_to_enter(one, people.Listed("Greta", home="Füchse"), key=uuid4())
    facts = founding.SeriesFacts("Rangliste", series_rules("mean_round", minimum=2), 24, [one.pk])
    series = founding.found_series(cast.club, facts, key=uuid4(), by=cast.anna)
    looks.look_at(
        f"/clubs/{cast.club.pk}/tournaments/",
        f"/clubs/{cast.club.pk}/tournaments/new/",
        *(
            url_of(name, one, *gaps)
            for name, gaps in (
                ("show_tournament", ()),
                ("edit_tournament", ()),
                ("list_entrants", ()),
                ("enter_entrants", ()),
                ("edit_entrant", (1,)),
                ("list_officials", ()),
                ("show_money", ()),
                ("edit_money", ()),
                ("show_round", (1,)),
                ("show_round", (2,)),
                ("show_table", (1, 1)),
                ("show_table", (1, 2)),
                ("type_totals", (1, 1)),
                ("correct_table", (1, 2)),
                ("note_penalty", (1, 1)),
                ("fill_seat", (1, 1)),
                ("print_cards", (1,)),
                ("print_seating", (1,)),
                ("print_slips", (1,)),
                ("print_results", ()),
                ("show_seat", ()),
                ("list_links", ()),
                ("show_link", (link.pk,)),
                ("list_entry_links", ()),
                ("show_entry_link", (entry.pk,)),
                ("show_certificate", ()),
            )
        ),
        f"/tournament-series/{series.pk}/",
        f"/tournament-series/{series.pk}/edit/",
        f"/enter/{entry.token}/",
        f"/enter/{entry.token}/{applicant.key}/",
        f"/n/{token}/",
        f"/n/{token}/5/",
    )
    assert looks.found == []
