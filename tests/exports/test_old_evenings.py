"""What clubs have, through the pages: season tables, half points, what is left out, names that are nearly right."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from io import BytesIO
from uuid import uuid4

import pytest
from zeal import zeal_ignore

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Entry, Evening, Result, Sheet
from dokoclub.evenings.services import evenings, sheets
from dokoclub.evenings.services.errors import Closed
from dokoclub.exports.exporters.catalog import (
    build_evening_document,
    build_games_document,
    build_league_document,
    build_sheet_document,
)
from dokoclub.exports.exporters.formats import FORMATS
from dokoclub.exports.models import Import, ImportState
from dokoclub.exports.sandbox.requests import Upload
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.exports.services.reading import hand_in
from dokoclub.standings.access import get_league
from dokoclub.standings.models import Honour
from dokoclub.standings.models.periods import year_around
from dokoclub.standings.selectors.tables import LeagueTable, league_table
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import totals
from tests.exports.club_files import former_file
from tests.exports.pages import FIRST, draft, page, send

SEASON = (
    "Datum;Anna;Ben;Cleo;Dora;Emil\n"
    "3.1.2020;10;-4;;-6;\n"
    "10.1.2020;8;2;-5;-7;2\n"
    "17.1.2020;-3;;1;;2\n"
)  # fmt: skip


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


def imported(cast: Cast, **typed: str) -> Import:
    made = draft(cast, Liga=SEASON)
    answer = send(cast, made, **typed)
    assert answer.status_code == 302, seen(answer)
    return Import.objects.get(pk=made.pk)


def test_an_amount_that_does_not_fit_is_told_as_the_reader_writes_it(cast: Cast) -> None:
    some = "Datum;Anna;Ben;Cleo;Dora;Anna €;Ben €;Cleo €;Dora €\n"
    rows = "1.2.2024;10;-10;1;-1;0,50;-0,50;0,05;-0,10\n"
    told = seen(phone(cast, "Anna").get(page(draft(cast, Euro=some + rows))))
    assert "−1 und −0,10 passen nicht zusammen: Sonst ist ein Punkt 0,05 wert." in told
    assert "1 Abend" in told
    assert "0 Spiele" not in told


def table_of(cast: Cast, rules: StandingsRules | None = None) -> LeagueTable:
    return league_table(cast.club, year_around(date(2020, 1, 1)), rules or StandingsRules(), today=date(2020, 2, 1))


def row(cast: Cast, name: str, table: LeagueTable) -> dict[str, object]:
    found = table.row_of(cast.club.players.get(name=name).pk)
    assert found is not None
    return {key: column.value(found) for key, column in COLUMNS.items()}


# --- One row an evening -----------------------------------------------------------------------------------------------


def test_a_season_counts_in_points_and_attendance_and_in_nothing_else(cast: Cast) -> None:
    assert imported(cast).state == ImportState.DONE
    assert {sheet.evening.date: totals(sheet) for sheet in Sheet.objects.select_related("evening")} == {
        date(2020, 1, 3): {"Anna": 10, "Ben": -4, "Dora": -6},
        date(2020, 1, 10): {"Anna": 8, "Ben": 2, "Cleo": -5, "Dora": -7, "Emil": 2},
        date(2020, 1, 17): {"Anna": -3, "Cleo": 1, "Emil": 2},
    }
    assert not any(list(compare_sheet(sheet)) for sheet in Sheet.objects.all())
    assert not Result.objects.filter(games__gt=0).exists()
    assert set(Honour.objects.values_list("games", flat=True)) == {0}
    table = table_of(cast)
    assert (table.held, row(cast, "Anna", table)["evenings"], row(cast, "Anna", table)["points"]) == (3, 3, 15)
    unknown = ("games", "mean_game", "won_percent", "solos", "re_announced", "fuchs")
    assert {row(cast, "Anna", table)[key] for key in unknown} == {None}
    assert row(cast, "Anna", table)["best_evening"] == 10


def test_who_has_no_known_game_has_no_rank_by_the_mean_a_game(cast: Cast) -> None:
    imported(cast)
    send(cast, draft(cast, Eins=FIRST), first_day="2020-03-06")
    ranks = table_of(cast, StandingsRules(score="mean_game"))
    by_name = {ranks.people.by_number[one.player].name: (one.rank, one.score) for one in ranks.rows}
    assert by_name["Emil"] == (None, None)
    assert by_name["Anna"] == (3, Fraction(-1, 2))  # of two games: what the evenings gave is no part of it


def test_a_number_of_games_counts_where_four_played_all_of_them(cast: Cast) -> None:
    made = draft(cast, Liga="Datum;Spiele;Anna;Ben;Cleo;Dora\n3.1.2020;16;10;-4;2;-8\n10.1.2020;;8;2;-5;-5\n")
    assert send(cast, made, points="evening").status_code == 302
    anna = row(cast, "Anna", table_of(cast))
    assert (anna["games"], anna["evenings"], anna["points"]) == (16, 2, 18)
    assert anna["mean_game"] == pytest.approx(10 / 16)
    assert Honour.objects.get(player__name="Anna").games == 16
    assert not any(list(compare_sheet(sheet)) for sheet in Sheet.objects.all())


def test_the_pages_say_what_is_not_known(cast: Cast) -> None:
    imported(cast)
    evening = Evening.objects.get(date="2020-01-10")
    anna = phone(cast, "Anna")
    sheet = evening.sheets.get()
    uuid = sheet.entries.get().uuid
    assert "Spiele unbekannt" in seen(anna.get(f"/clubs/{cast.club.pk}/evenings/?year=2020"))
    shown = anna.get(f"/evenings/{evening.pk}/", follow=True)
    assert shown.status_code == 200
    assert "+8" in seen(shown)
    unfolded = seen(anna.get(f"/sheets/{sheet.pk}/?open={uuid}"))
    assert "Bekannt ist nur das Ergebnis des Abends." in unfolded
    assert "Gegeben von" not in unfolded
    league = seen(anna.get(f"/clubs/{cast.club.pk}/table/2020/"))
    assert "Von 3 Abenden sind nur die Summen bekannt" in league
    for way in ("statistics/", f"players/{cast.players['Anna'].pk}/statistics/", "hall-of-fame/"):
        assert anna.get(f"/clubs/{cast.club.pk}/{way}").status_code in (200, 302, 404)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_such_an_evening_is_there(cast: Cast, language: str) -> None:
    imported(cast)
    evening = Evening.objects.get(date="2020-01-10")
    sheet, anna, club = evening.sheets.get(), phone(cast, "Anna"), cast.club.pk
    row_of = f"/sheets/{sheet.pk}/entries/{sheet.entries.get().uuid}/"
    of_evening = [
        f"/evenings/{evening.pk}/{way}" for way in ("", "chart/", "edit/", "what-if/", "settlement/", "files/")
    ]
    of_sheet = [f"/sheets/{sheet.pk}/{way}" for way in ("", "chart/", "large/", "paper/", "sheet.csv", "sheet.xlsx")]
    of_club = [
        f"/clubs/{club}/{way}"
        for way in (
            "statistics/2020/",
            "hall-of-fame/",
            "table/2020/",
            "paper/2020/",
            "files/table-2020.csv",
            "files/games.json",
        )
    ]
    assert anna.get(f"{row_of}edit/").status_code == 404
    for url in (*of_evening, *of_sheet, row_of, *of_club):
        answer = anna.get(url, HTTP_ACCEPT_LANGUAGE=language)
        assert answer.status_code in (200, 302), url


def test_it_goes_through_the_file_of_the_club(cast: Cast) -> None:
    imported(cast)
    made = draft(cast, Halb="Anna;Ben;Cleo;Dora\n1,5;1,5;-1,5;-1,5\n")
    send(cast, made, "check", double="on")
    send(cast, made, double="on", accept="on")
    content = former_file(cast.club).encode()
    again = found_from_file(BytesIO(content), key=uuid4(), by=cast.ben)
    assert Result.objects.filter(sheet__evening__club=again, summed=1).count() == 11
    assert Result.objects.filter(sheet__evening__club=again, doubled=1).count() == 4
    assert not any(list(compare_sheet(sheet)) for sheet in Sheet.objects.filter(evening__club=again))


def test_nothing_more_is_written_on_such_a_list(cast: Cast) -> None:
    imported(cast)
    evening = Evening.objects.get(date="2020-01-10")
    evenings.reopen_evening(evening, by=cast.anna)
    sheet = evening.sheets.get()
    assert not sheet.is_open
    with pytest.raises(Closed):
        sheets.reopen_sheet(sheet, by=cast.anna)
    assert evenings.close_evening(Evening.objects.get(pk=evening.pk), by=cast.anna).closed_at


def test_it_is_undone_as_any_other(cast: Cast) -> None:
    made = imported(cast)
    assert phone(cast, "Anna").post(page(made, "undo/")).status_code == 302
    assert not Evening.objects.exists()
    assert not Player.objects.filter(name="Emil").exists()


# --- Half points ------------------------------------------------------------------------------------------------------


def test_half_points_are_doubled_and_that_is_said(cast: Cast) -> None:
    made = draft(cast, Halb="Anna;Ben;Cleo;Dora\n1,5;1,5;-1,5;-1,5\n-2;2;2;-2\n")
    assert "Nimm ganze Punkte, oder verdopple unten alle." in seen(phone(cast, "Anna").get(page(made)))
    assert send(cast, made, "check", double="on").status_code == 302
    assert "alle Punkte verdoppelt" in seen(phone(cast, "Anna").get(page(made)))
    assert send(cast, made, double="on", accept="on").status_code == 302
    assert totals(Sheet.objects.get()) == {"Anna": -1, "Ben": 7, "Cleo": 1, "Dora": -7}
    assert Result.objects.filter(doubled=1).count() == 4
    told = seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/table/2020/"))
    assert "1 Abend mit halben Punkten: alle Punkte verdoppelt" in told
    assert not any(list(compare_sheet(sheet)) for sheet in Sheet.objects.all())


# --- Left out ---------------------------------------------------------------------------------------------------------


def test_a_row_is_left_out_by_a_tap_and_taken_in_again(cast: Cast) -> None:
    made = draft(cast, Eins=FIRST + "1o;1;-1;-1\n")
    text = phone(cast, "Anna").get(page(made)).content.decode()
    assert re.search(r'name="leave" value="0\.0:4"', text)
    assert send(cast, made, "check", leave="0.0:4").status_code == 302
    sheet = made.sheets.get()
    assert (sheet.problems, sheet.length) == ([], 2)
    assert "Ausgelassen Eins, Zeile 4" in seen(phone(cast, "Anna").get(page(made)))
    send(cast, made, "check", take_back="0.0:4")
    assert made.sheets.get().problems
    send(cast, made, "check", leave="0.0:4")
    assert send(cast, made).status_code == 302
    assert Entry.objects.count() == 2


def test_a_whole_sheet_is_left_out(cast: Cast) -> None:
    made = draft(cast, Eins=FIRST, Zwei="Platz;Name\n1;Anna\n")
    send(cast, made, "check", leave="1.0 9.9 quatsch ../..")
    assert [sheet.title for sheet in made.sheets.all()] == ["Eins"]
    assert Import.objects.get(pk=made.pk).options["left_out"] == {"1.0": "Zwei"}


def test_days_that_were_typed_stay(cast: Cast) -> None:
    made = draft(cast, Eins=FIRST, Zwei=FIRST + "1o;1;-1;-1\n")
    send(cast, made, "check", first_day="", day_1="2020-05-01")
    send(cast, made, "check", first_day="", day_1="2020-05-01", leave="1.0:4")
    assert [sheet.day for sheet in made.sheets.all()] == [date(2020, 5, 1), None]


# --- Names ------------------------------------------------------------------------------------------------------------


def test_names_that_are_nearly_those_of_a_player_are_proposed(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Benn;Cleo Schmidt;Emil\n1;1;-1;-1\n")
    text = phone(cast, "Anna").get(page(made)).content.decode()
    chosen = re.findall(r'<select name="who_\d".*?selected>(.*?)</option>', text, re.DOTALL)
    assert chosen == ["Anna", "Ben", "Cleo", "neu, als Mitglied"]
    assert "Fast wie Ben: Ist das dieselbe Person?" in text


def test_a_slip_on_one_sheet_is_noticed_beside_the_right_name_on_another(cast: Cast) -> None:
    made = draft(cast, Eins="Annna;Ben;Cleo;Dora\n1;1;-1;-1\n", Zwei="Anna;Ben;Cleo;Dora\n1;1;-1;-1\n")
    assert "Fast wie Anna: Ist das dieselbe Person?" in seen(phone(cast, "Anna").get(page(made)))


def test_who_sits_beside_the_one_he_is_nearly_called_like_is_another(cast: Cast) -> None:
    made = draft(cast, Eins="Annna;Anna;Cleo;Dora\n1;1;-1;-1\n")
    assert "Fast wie" not in seen(phone(cast, "Anna").get(page(made)))


# --- What nobody knows of imported games ------------------------------------------------------------------------------


def test_nobody_dealt_an_imported_game(cast: Cast) -> None:
    send(cast, draft(cast))
    sheet = Sheet.objects.get()
    uuid = sheet.entries.first().uuid  # type: ignore[union-attr]
    text = seen(phone(cast, "Anna").get(f"/sheets/{sheet.pk}/?open={uuid}"))
    assert "Gegeben von" not in text
    anna = row(cast, "Anna", table_of(cast))
    assert (anna["games"], anna["solos"], anna["kontra_kept"]) == (2, None, None)


def test_the_preview_names_the_row_that_is_meant(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Ben;Cleo;Dora\n2;2;-2;-2\n-3;3;3;-3\n3;-3;-3;3\n2;2;-2;-2\n")
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Bitte sieh dir eine Stelle an: Eins, Zeile 5" in text
    assert "Die Differenz" not in text


def test_what_may_be_read_either_way_is_read_as_the_others(cast: Cast) -> None:
    sure = "Anna;Ben;Cleo;Dora\n2;2;-2;-2\n-1;5;1;-5\n1;3;3;-7\n"
    made = draft(cast, Sicher=sure, Unsicher="Anna;Ben;Cleo;Dora\n1;1;-1;-1\n2;2;-2;-2\n")
    assert [sheet.kind for sheet in made.sheets.all()] == ["running", "running"]
    assert [sheet.oddities for sheet in made.sheets.all()] == [[], []]


# --- Our own files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("what", ["sheet", "evening", "club"])
def test_our_own_lists_of_games_are_read_back(cast: Cast, kind: str, what: str) -> None:
    send(cast, draft(cast, Eins=FIRST))
    sheet = Sheet.objects.select_related("evening__club").get()
    document = {
        "sheet": lambda: build_sheet_document(sheet),
        "evening": lambda: build_evening_document(sheet.evening),
        "club": lambda: build_games_document(cast.club),
    }
    content = b"".join(FORMATS[kind].write(document[what]()))
    again = hand_in(cast.club, [Upload(f"wieder.{kind}", content)], key=uuid4(), by=cast.anna)
    (read,) = again.sheets.all()
    assert (read.problems, read.names, read.totals) == ([], ["Anna", "Ben", "Cleo", "Dora"], [-1, 5, 1, -5])
    assert read.day == (None if what == "sheet" else date(2020, 1, 3))


@pytest.mark.parametrize("kind", FORMATS)
def test_our_own_table_says_that_it_is_none(cast: Cast, kind: str) -> None:
    send(cast, draft(cast, Eins=FIRST))
    live = table_of(cast)
    document = build_league_document(cast.club, live.period, live, get_league(cast.club).columns)
    content = b"".join(FORMATS[kind].write(document))
    made = hand_in(cast.club, [Upload(f"tabelle.{kind}", content)], key=uuid4(), by=cast.anna)
    assert "Das ist eine Tabelle ohne Spiele. Nimm stattdessen „Alle Spiele“." in seen(
        phone(cast, "Anna").get(page(made))
    )
