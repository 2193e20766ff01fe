"""Old sheets become evenings: preview, players, days, every refusal, all or nothing, step by step."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from zeal import zeal_ignore

from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.services.clubs import change_rules
from dokoclub.clubs.services.players import let_leave
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Entry, Evening, Result, Sheet
from dokoclub.evenings.services.people import merge_players
from dokoclub.exports.models import Import, ImportState
from dokoclub.exports.sandbox.requests import Upload
from dokoclub.exports.selectors.imports import stored_about
from dokoclub.exports.services import importing
from dokoclub.exports.services import reading as reading_services
from dokoclub.exports.services.reading import hand_in
from dokoclub.exports.services.removal import undo_import
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.selectors.evening import evening_settlement
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services.rules import change_club_money
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import postings, totals
from tests.exports.pages import FIRST, SECOND, draft, page, papers, send


def upload(cast: Cast, who: str = "Anna", **texts: str | bytes) -> str:
    answer = phone(cast, who).post(
        f"/clubs/{cast.club.pk}/imports/new/", {"upload": papers(**texts), "key": str(uuid4())}
    )
    assert answer.status_code == 302, seen(answer)
    return str(answer.headers["Location"])


def results() -> dict[date, dict[str, int]]:
    return {sheet.evening.date: totals(sheet) for sheet in Sheet.objects.not_deleted().select_related("evening")}


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    """Evening by evening, each through the services of the evenings."""
    with zeal_ignore():
        yield


# --- The whole way ----------------------------------------------------------------------------------------------------


def test_from_the_files_to_the_league(cast: Cast) -> None:
    url = upload(cast, Liste10=SECOND, Liste2=FIRST)
    text = seen(phone(cast, "Anna").get(url))
    assert text.index("Liste2") < text.index("Liste10")
    assert "Anna −1 Ben +5 Cleo +1 Dora −5" in text
    assert not Evening.objects.exists()
    answer = send(cast, Import.objects.get())
    assert answer.status_code == 302
    assert results() == {
        date(2020, 1, 3): {"Anna": -1, "Ben": 5, "Cleo": 1, "Dora": -5},
        date(2020, 1, 10): {"Ben": 3, "Dora": -3, "Emil": 3, "Anna": -3},
    }
    assert all(not evening.is_open and evening.stake == 0 for evening in Evening.objects.not_deleted())
    assert not any(sheet.is_open for sheet in Sheet.objects.all())
    assert cast.club.players.get(name="Emil").guest is False
    assert not any(list(compare_sheet(sheet)) for sheet in Sheet.objects.all())
    made = Import.objects.get()
    assert (made.state, bytes(made.files.all()[0].content)) == (ImportState.DONE, b"")
    assert list(made.sheets.values_list("names", "games")) == [([], []), ([], [])]
    assert "Sie zählen in jeder Tabelle" in seen(phone(cast, "Anna").get(page(made)))


def test_the_form_twice_imports_once(cast: Cast) -> None:
    made = draft(cast)
    assert [send(cast, made).status_code for _ in range(2)] == [302, 302]
    assert (Evening.objects.count(), Entry.objects.count()) == (1, 2)


def test_the_upload_twice_is_one_draft(cast: Cast) -> None:
    key, files = uuid4(), [Upload("a.csv", FIRST.encode())]
    made = [hand_in(cast.club, files, key=key, by=cast.anna) for _ in range(2)]
    assert made[0].pk == made[1].pk
    with pytest.raises(Reused):
        hand_in(cast.club, [Upload("a.csv", SECOND.encode())], key=key, by=cast.anna)


def test_games_count_in_points_only(cast: Cast) -> None:
    send(cast, draft(cast))
    result = Result.objects.get(player__name="Ben")
    assert (result.games, result.scores, result.decided, result.won, result.counts) == (2, 5, 0, 0, {})


def test_nobody_owes_anything_for_an_old_sheet(cast: Cast) -> None:
    change_club_money(cast.club, MoneyRules(present=100, absent=200), by=cast.anna)
    send(cast, draft(cast))
    assert get_overview(cast.club).pairs == ()


# --- Players ----------------------------------------------------------------------------------------------------------


def test_players_are_found_by_folded_name_short_name_and_alias(cast: Cast) -> None:
    anna, isa = cast.anna, cast.guest("Isa")
    Player.objects.filter(pk=cast.players["Cleo"].pk).update(short_name="CC")
    merge_players(cast.players["Dora"], isa, by=anna)
    made = draft(cast, Eins="ANNA;ben;cc;isa;Neu\n1;1;-1;-1;\n-1;;-1;1;1\n")
    text = phone(cast, "Anna").get(page(made)).content.decode()
    chosen = re.findall(r'<select name="who_\d".*?selected>(.*?)</option>', text, re.DOTALL)
    assert chosen == ["Anna", "Ben", "Cleo", "Dora", "neu, als Mitglied"]


def test_who_has_left_may_have_played(cast: Cast) -> None:
    let_leave(cast.players["Dora"], by=cast.anna)
    assert send(cast, draft(cast)).status_code == 302
    assert results()[date(2020, 1, 3)]["Dora"] == -5


def test_nobody_of_another_club_has_played(cast: Cast) -> None:
    made = draft(cast)
    players = {name.casefold(): cast.players[name].pk for name in ("Anna", "Ben", "Cleo")}
    players["dora"] = cast.stranger.players.get().pk
    decided = reading_services.Decided(options={}, days={}, players=players, first_day=date(2020, 1, 3))
    with pytest.raises(ValidationError, match="Dora"):
        importing.begin_import(reading_services.decide_people(made, decided), by=cast.anna)
    assert Import.objects.get().state == "draft"


def test_a_guest_is_created_where_one_is_wanted(cast: Cast) -> None:
    send(cast, draft(cast, Eins="Anna;Ben;Cleo;Emil\n1;1;-1;-1\n"), who_3="guest")
    assert cast.club.players.get(name="Emil").guest is True


def test_two_names_are_not_one_person_at_one_table(cast: Cast) -> None:
    answer = send(cast, draft(cast), who_1=str(cast.players["Anna"].pk))
    assert answer.status_code == 422
    assert "Anna ist schon dieselbe Person" in seen(answer)
    assert not Evening.objects.exists()


def test_two_names_may_be_one_person_at_two_tables(cast: Cast) -> None:
    made = draft(cast, Eins=FIRST, Zwei="Anni;Ben;Cleo;Dora\n1;-1;1;-1\n")
    assert send(cast, made, who_4=str(cast.players["Anna"].pk)).status_code == 302
    assert Result.objects.filter(player=cast.players["Anna"]).count() == 2


def test_a_new_name_that_is_taken_is_refused(cast: Cast) -> None:
    answer = send(cast, draft(cast), who_0="member")
    assert answer.status_code == 422
    assert "Anna: So heißt schon Anna." in seen(answer)
    assert (Evening.objects.count(), Import.objects.get().state) == (0, ImportState.DRAFT)


# --- Days -------------------------------------------------------------------------------------------------------------


def test_days_are_filled_in_by_a_rhythm_and_can_be_typed(cast: Cast) -> None:
    made = draft(cast, A1=FIRST, A2=FIRST, A3=FIRST)
    send(cast, made, "days", rhythm="fortnightly")
    assert list(made.sheets.values_list("day", flat=True)) == [
        date(2020, 1, 3), date(2020, 1, 17), date(2020, 1, 31),
    ]  # fmt: skip
    send(cast, made, "check", day_1="2020-01-04", day_2="2020-01-17")
    assert list(made.sheets.values_list("day", flat=True))[:2] == [date(2020, 1, 4), date(2020, 1, 17)]
    send(cast, made, "days", rhythm="same", day_1="2020-01-04")
    assert set(made.sheets.values_list("day", flat=True)) == {date(2020, 1, 3)}


def test_the_day_of_the_file_holds(cast: Cast) -> None:
    made = draft(cast, Eins="Datum;Anna;Ben;Cleo;Dora\n5.6.2019;1;1;-1;-1\n", Zwei=FIRST)
    send(cast, made)
    assert set(results()) == {date(2019, 6, 5), date(2020, 1, 3)}


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("", "Tag von Eins Bitte ausfüllen."),
        ("2999-01-01", "Wähle einen Tag bis heute"),
        ("1066-10-14", "Wähle ein späteres Jahr."),
    ],
)
def test_every_sheet_needs_a_day(cast: Cast, day: str, words: str) -> None:
    answer = send(cast, draft(cast), first_day="", day_1=day)
    assert answer.status_code == 422
    assert words in seen(answer)
    assert not Evening.objects.exists()


def test_a_wrong_first_day_is_told_once(cast: Cast) -> None:
    told = seen(send(cast, draft(cast, A1=FIRST, A2=FIRST), first_day="31.02.2020"))
    assert "Bitte ein gültiges Datum eingeben." in told
    assert "Bitte ausfüllen." not in told


def test_a_rhythm_stays_in_the_calendar(cast: Cast) -> None:
    made = draft(cast, A1=FIRST, A2=FIRST)
    late = reading_services.Decided(options={}, days={1: date(2020, 1, 3)}, players={}, first_day=date(9999, 12, 31))
    with pytest.raises(ValidationError, match="Dieser Abstand"), translation.override("de"):
        reading_services.decide_people(made, late)


@pytest.mark.parametrize(
    ("file", "first_day", "words"),
    [
        (FIRST, "2999-01-01", "Wähle einen Tag bis heute"),  # at the field
        ("Datum;Anna;Ben;Cleo;Dora\n5.6.2091;1;1;-1;-1\n", "2020-01-03", "Zwei: Wähle einen Tag bis heute"),
    ],
)
def test_nobody_has_played_in_the_future(cast: Cast, file: str, first_day: str, words: str) -> None:
    made = draft(cast, Zwei=file)
    answer = send(cast, made, first_day=first_day)
    assert answer.status_code == 422
    assert words in seen(answer)
    assert not Evening.objects.exists()


def test_a_rhythm_leads_nowhere_into_the_future(cast: Cast) -> None:
    answer = send(cast, draft(cast, A1=FIRST, A2=FIRST), first_day=str(timezone.localdate()))
    assert answer.status_code == 422
    assert "A2 fiele auf" in seen(answer)
    assert "id_rhythm_error" in answer.content.decode()  # at its field
    assert not Evening.objects.exists()


# --- One way on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "way"),
    [("Anna;Ben;Cleo;Dora\n1;zwei;-1;-1\n", "Neu lesen"), (FIRST, "2 Spiele importieren")],
)
def test_a_draft_has_one_filled_button(cast: Cast, sheet: str, way: str) -> None:
    made = draft(cast, Liste=sheet)
    text = phone(cast, "Anna").get(page(made)).content.decode()
    filled = re.findall(r'<button class="button primary"[^>]*>(.*?)</button>', text, re.DOTALL)
    assert [" ".join(one.split()) for one in filled] == [way]


# --- Problems ---------------------------------------------------------------------------------------------------------


def test_problems_are_shown_at_row_and_column_and_nothing_is_written(cast: Cast) -> None:
    made = draft(cast, Gut=FIRST, Kaputt="Anna;Ben;Cleo;Dora\n1;zwei;-1;-1\n")
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Zeile 2, Spalte B (Ben): „zwei“ ist keine Zahl." in text
    assert "Ein Problem verhindert den Import." in text  # on top
    assert text.count("verhinder") == 1  # and only once
    assert text.index("verhindert den Import") < text.index("Kaputt") < text.index("Wer ist wer?")  # first of all
    assert "Spiele importieren" not in text
    answer = send(cast, made)
    assert answer.status_code == 422
    assert "Löse zuerst die Probleme in Kaputt" in seen(answer)
    assert (Evening.objects.count(), Import.objects.get().state) == (0, ImportState.DRAFT)


def test_one_sheet_in_the_way_is_left_out_by_a_button_and_the_rest_is_folded(cast: Cast) -> None:
    """Its way out was a link below a filled button that read the same once more."""
    wrong = "Anna;Ben;Cleo;Dora\n1;zwei;-1;-1\n"
    answer = phone(cast, "Anna").get(page(draft(cast, Gut=FIRST, Kaputt=wrong)))
    assert "Blatt Kaputt Zeile 2" in seen(answer)
    text = answer.content.decode()
    assert re.search(r'<button\s+class="button"\s+name="leave"', text)
    reading = re.compile(r'<details class="more"( open)?>\s*<summary><h2 id="reading">')
    assert reading.search(text)[1] is None  # type: ignore[index]
    both = phone(cast, "Anna").get(page(draft(cast, Eins=wrong, Zwei=wrong))).content.decode()
    assert reading.search(both)[1] == " open"  # type: ignore[index]


def test_odd_rows_are_agreed_to_and_the_club_takes_the_rest(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Ben;Cleo;Dora\n2;2;-2;-2\n3;2;-3;-3\n")
    send(cast, made, "check", points="running")
    assert "Zeile 3: Die Punkte ergeben zusammen -1, nicht 0." in seen(phone(cast, "Anna").get(page(made)))
    assert send(cast, made, points="running").status_code == 422
    assert not Evening.objects.exists()
    assert send(cast, made, points="running", accept="on").status_code == 302
    odd = Entry.objects.get(number=2)
    assert postings(odd) == {"Anna": (1, 1), "Ben": (0, 0), "Cleo": (-1, -1), "Dora": (-1, -1), "": (1, 1)}
    assert not list(compare_sheet(odd.sheet))


def test_what_is_too_much_comes_from_the_club(cast: Cast) -> None:
    made = draft(cast, Eins="Anna;Ben;Cleo;Dora\n2;2;-2;-2\n3;3;-2;-3\n")
    send(cast, made, "check", points="running")
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "Zeile 3: Die Punkte ergeben zusammen 1, nicht 0." in text
    assert send(cast, made, points="running").status_code == 422
    assert not Evening.objects.exists()
    assert send(cast, made, points="running", accept="on").status_code == 302
    odd = Entry.objects.get(number=2)
    assert postings(odd) == {"Anna": (1, 1), "Ben": (1, 1), "Cleo": (0, 0), "Dora": (-1, -1), "": (-1, -1)}
    assert not list(compare_sheet(odd.sheet))


def test_imported_evenings_cost_nothing(cast: Cast) -> None:
    change_club_money(cast.club, MoneyRules(method="flat", present=300, absent=100), by=cast.anna)
    made = draft(cast)
    send(cast, made)
    assert evening_settlement(Evening.objects.get()).lines == []
    undo_import(made, by=cast.anna)
    assert not EveningMoney.objects.exists()


def test_the_files_are_read_otherwise(cast: Cast) -> None:
    made = draft(cast)
    assert send(cast, made, "check", points="game").status_code == 302
    sheet = made.sheets.get()
    assert (sheet.kind, sheet.totals) == ("game", [1, 7, -1, -7])


def test_the_same_file_and_the_same_day_are_noticed(cast: Cast) -> None:
    send(cast, draft(cast))
    again = draft(cast)
    send(cast, again, "days")
    text = seen(phone(cast, "Anna").get(page(again)))
    assert "Schon einmal mit demselben Inhalt importiert: Eins.csv" in text
    assert "Schon ein Abend an: Freitag, 3. Januar 2020" in text


def test_a_club_that_writes_only_plus_points(cast: Cast) -> None:
    rules = replace(current_rules(cast.club).parsed, notation="plus_only")
    change_rules(cast.club, rules, preset="hausrunde", expected=1, key=uuid4(), by=cast.anna)
    odd = draft(cast, Plus="Anna;Ben;Cleo;Dora\n2;2;0;0\n2;5;4;0\n")
    send(cast, odd, "check", points="running")
    assert "Zeile 3: Kein Spiel ergibt nach den Regeln des Clubs diese Punkte." in seen(
        phone(cast, "Anna").get(page(odd))
    )
    send(cast, draft(cast, Null=FIRST, Plus="Anna;Ben;Cleo;Dora\n2;2;0;0\n2;5;3;0\n"))
    assert results() == {
        date(2020, 1, 3): {"Anna": -1, "Ben": 5, "Cleo": 1, "Dora": -5},
        date(2020, 1, 10): {"Anna": 2, "Ben": 5, "Cleo": 3, "Dora": 0},
    }
    plus = Result.objects.filter(sheet__evening__date="2020-01-10").select_related("player")
    assert {result.player.name: result.balance for result in plus} == {"Anna": -1, "Ben": 5, "Cleo": 1, "Dora": -5}


def test_points_that_are_no_multiple_of_what_is_written_are_told(cast: Cast) -> None:
    """A row, or the whole sheet where hardly a row fits; neither is refused."""
    rules = replace(current_rules(cast.club).parsed, points_times=10)
    change_rules(cast.club, rules, preset="hausrunde", expected=1, key=uuid4(), by=cast.anna)
    head, tens = "Anna;Ben;Cleo;Dora", "20;20;-20;-20\n-10;10;10;-10\n10;-10;10;-10"
    odd = draft(cast, Zehn=f"{head}\n{tens}\n3;3;-3;-3\n", Alt=f"{head}\n2;2;-2;-2\n-1;1;1;-1\n")
    send(cast, odd, "check", points="game")
    text = seen(phone(cast, "Anna").get(page(odd)))
    assert "Zeile 5: Diese Punkte sind kein Vielfaches von 10." in text
    assert "Kaum eine Zeile ist ein Vielfaches von 10, obwohl jeder Punkt 10-mal geschrieben wird." in text
    assert "Bitte sieh dir 2 Stellen an" in text
    send(cast, draft(cast, Zehn=f"{head}\n{tens}\n3;3;-3;-3\n"), points="game", accept="on")
    assert results()[date(2020, 1, 3)] == {"Anna": 23, "Ben": 23, "Cleo": -3, "Dora": -43}


def test_what_is_stored_about_who_imported(cast: Cast) -> None:
    made = draft(cast)
    assert stored_about(cast.anna) == ("imports", [{"made_at": made.made_at, "files": ["Eins.csv"]}])
    assert stored_about(cast.ben) == ("imports", [])
