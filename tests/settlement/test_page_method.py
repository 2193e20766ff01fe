"""/evenings/…/settlement/method/ and /clubs/…/money/method/: the settlement method of evenings, each one explained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dokoclub.core.formatting import date_only
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import ClubMoney, EveningMoney
from dokoclub.settlement.selectors.evening import rules_of_club, rules_of_evening
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import Answer, phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import freeze

FORM: dict[str, Any] = {
    "method": "split",
    "stake": "10",
    "scope": "table",
    "cash_box_share": "25",
    "places": "0; 0,50; 1,50",
    "places_from": "first",
    "game_steps": "3 × 0,50; 2 × 1,00; 2,00",
    "solo_steps": "1",
    "pot": "box",
    "cap": "",
    "rounding": "1",
    "rest": "players",
    "present": "1,50",
    "absent": "",
}

SENT = MoneyRules(method="split", stake=10, scope="table", cash_box_share=25, present=150, absent=0)


def send(cast: Cast, name: str, url: str, **changed: str) -> Answer:
    return phone(cast, name).post(url, FORM | changed)


def club_url(cast: Cast, more: str = "") -> str:
    return f"/clubs/{cast.club.pk}/money/method/{more}"


def test_a_club_begins_with_the_preset(cast: Cast) -> None:
    assert rules_of_club(cast.club) == MoneyRules()
    page = seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/settings/"))
    assert "Abrechnung noch nicht gewählt" in page


def test_the_owner_chooses_for_the_club(cast: Cast) -> None:
    response = send(cast, "Anna", club_url(cast))
    assert response.headers["Location"] == f"/clubs/{cast.club.pk}/settings/"
    assert rules_of_club(cast.club) == SENT
    history = ClubMoney.history.get()
    assert history.history_user == cast.anna


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("stake", "0", "Gib eine Zahl über 0 ein."),
        ("stake", "2,555", "Bitte eine Zahl angeben, zum Beispiel 5 oder 2,5"),
        ("stake", "-1", "Bitte eine Zahl angeben, zum Beispiel 5 oder 2,5"),
        ("stake", "", "Bitte ausfüllen."),
        ("stake", "10001", "Höchstens 10000."),
        ("cash_box_share", "101", "Höchstens 100."),
        ("present", "viel", "12,50"),
        ("absent", "1000,01", "Höchstens 1.000,00."),
        ("method", "raffle", "Bitte eine gültige Auswahl treffen."),
    ],
)
def test_what_is_wrong_stands_at_its_field(cast: Cast, name: str, typed: str, said: str) -> None:
    response = send(cast, "Anna", club_url(cast), **{name: typed})
    assert response.status_code == 422
    assert said in seen(response)
    assert f'id="id_{name}_error"' in response.content.decode()
    assert not ClubMoney.objects.exists()


def test_what_is_seldom_changed_is_folded_and_says_how_it_stands(cast: Cast) -> None:
    """What is as usual is not told; an error unfolds its part."""
    usual = seen(phone(cast, "Anna").get(club_url(cast)))
    assert "der ganze Abend zusammen ·" not in usual
    assert "Fehlgeld keine" in usual
    purse.rules(cast, cap=1000, absent=200)
    page = phone(cast, "Anna").get(club_url(cast))
    assert "höchstens 10,00 €" in seen(page)
    assert "Fehlgeld Fehlende 2,00 €" in seen(page)
    assert "<details open" not in page.content.decode()
    wrong = send(cast, "Anna", club_url(cast), present="viel").content.decode()
    assert wrong.count("<details open") == 1


def test_flat_amounts_alone_must_be_something(cast: Cast) -> None:
    response = send(cast, "Anna", club_url(cast), method="flat", present="0")
    assert response.status_code == 422
    assert 'id="id_present_error"' in response.content.decode()


def test_what_the_method_does_not_need_is_not_found_wrong(cast: Cast) -> None:
    send(cast, "Anna", club_url(cast))
    response = send(cast, "Anna", club_url(cast), method="none", stake="x", cash_box_share="", present="?")
    assert response.status_code == 302
    assert rules_of_club(cast.club) == replace(SENT, method="none")


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("players", "Cleo zahlt Ben 0,05 € Dora zahlt Anna 0,15 €"),
        ("per_point_loss", "Cleo zahlt in die Kasse 0,05 € Dora zahlt in die Kasse 0,15 €"),
        ("gap_to_winner", "Ben zahlt in die Kasse 0,10 € Cleo zahlt in die Kasse 0,20 € Dora"),
        ("none", "Keine Zahlungen."),
    ],
)
def test_the_last_evening_is_settled_by_the_method_that_is_chosen(
    cast: Cast, evening: Evening, method: str, said: str
) -> None:
    purse.rules(cast, method=method)
    text = seen(phone(cast, "Anna").get(club_url(cast)))
    assert "Unter den Spielern Die Verlierer zahlen an die Gewinner" in text
    assert f"{date_only(evening.date)} {said}" in text


def test_many_equal_flat_amounts_are_one_line(cast: Cast) -> None:
    purse.rules(cast, method="flat", present=200)
    purse.evening(cast)
    text = seen(phone(cast, "Anna").get(club_url(cast)))
    assert "4 Pauschalen zu 2,00 € 8,00 €" in text
    assert "Anna zahlt in die Kasse 2,00 €" not in text


def test_a_club_that_has_not_played_sees_an_invented_evening(cast: Cast) -> None:
    assert "Das Beispiel Anna +31 · Ben +8 · Cleo −12 · Dora −27" in seen(phone(cast, "Anna").get(club_url(cast)))


def test_the_example_follows_what_is_typed(cast: Cast, evening: Evening, django_assert_max_num_queries: Any) -> None:
    """It comes as a piece for the script, as the page itself without one, and nothing is saved."""
    url, sent = club_url(cast, "preview/"), FORM | {"method": "players", "scope": "evening"}
    script = {"HX-Request": "true"}
    anna = phone(cast, "Anna")
    with django_assert_max_num_queries(17):
        piece = anna.post(url, sent, headers=script).content.decode()
    assert "<form" not in piece
    assert '<span>Dora zahlt Anna</span> <b class="num">0,30\xa0€</b>' in piece
    assert "Dora zahlt Anna 0,30 €" in seen(anna.post(url, sent))
    assert anna.post(url, sent | {"stake": "x"}).status_code == 422
    assert not ClubMoney.objects.exists()


def test_the_example_stays_while_something_wrong_is_typed(cast: Cast, evening: Evening) -> None:
    sent = FORM | {"stake": "x"}
    for page, name in ((club_url(cast), "Anna"), (url_of(evening, "settlement/method/"), "Cleo")):
        answer = phone(cast, name).post(f"{page}preview/", sent, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (204, b"")


def test_the_treasurer_chooses_for_an_evening(cast: Cast, evening: Evening) -> None:
    send(cast, "Cleo", url_of(evening, "settlement/method/"), stake="20")
    evening.refresh_from_db()

    assert evening.stake == 20
    assert rules_of_evening(evening) == replace(SENT, stake=20)
    assert rules_of_club(cast.club) == MoneyRules()
    assert "Minuspunkte für Kasse und Gewinner" in seen(phone(cast, "Dora").get(url_of(evening, "settlement/")))


def test_an_evening_may_have_no_stake(cast: Cast, evening: Evening) -> None:
    send(cast, "Cleo", url_of(evening, "settlement/method/"), method="players", stake="0", present="")
    assert purse.expected(evening) == []
    assert rules_of_evening(evening).method == "players"


def test_its_preview_counts_with_the_stake_that_is_typed(cast: Cast, evening: Evening) -> None:
    sent = FORM | {"method": "players", "stake": "100", "scope": "evening", "present": ""}
    text = seen(phone(cast, "Cleo").post(url_of(evening, "settlement/method/preview/"), sent))
    assert "Cleo zahlt Ben 1,00 € Dora zahlt Anna 3,00 €" in text


def test_once_settled_the_method_stands(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    response = send(cast, "Cleo", url_of(evening, "settlement/method/"))

    assert response.headers["Location"] == url_of(evening, "settlement/")
    assert EveningMoney.objects.get().rules["method"] == "players"


WRONG = (
    ("by_place", "places", "", "Bitte ausfüllen."),
    ("by_place", "places", "0,50 viel", "Beträge hintereinander, z. B. 0,50 0,50 1,00 oder 2 × 0,50; 1,00."),
    ("by_place", "places", "0 × 0,50", "Beträge hintereinander, z. B. 0,50 0,50 1,00 oder 2 × 0,50; 1,00."),
    ("lost_games", "game_steps", "21 × 0,50", "Beträge hintereinander, z. B. 0,50 0,50 1,00 oder 2 × 0,50; 1,00."),
    ("lost_games", "game_steps", "20 × 0,50; 1", "Ein bis 20 Beträge angeben."),
    ("lost_solos", "solo_steps", "1000,01", "Höchstens 1.000,00."),
    ("by_place", "pot", "bank", "Bitte eine gültige Auswahl treffen."),
    ("players", "rounding", "3", "Bitte eine gültige Auswahl treffen."),
    ("players", "rest", "", "Bitte ausfüllen."),
    ("players", "cap", "viel", "12,50"),
)


@pytest.mark.parametrize(("method", "name", "typed", "said"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_with_the_ways_of_clubs_stands_at_its_field(
    cast: Cast, method: str, name: str, typed: str, said: str
) -> None:
    response = send(cast, "Anna", club_url(cast), **{"method": method, "scope": "evening", name: typed})
    assert response.status_code == 422
    assert said in seen(response)
    assert f'id="id_{name}_error"' in response.content.decode()
    assert not ClubMoney.objects.exists()


@pytest.mark.parametrize(("scope", "cap", "rounding"), [("table", "10", "1"), ("evening", "9,99", "10")])
def test_a_cap_that_cannot_hold_is_refused_at_its_field(cast: Cast, scope: str, cap: str, rounding: str) -> None:
    response = send(cast, "Anna", club_url(cast), method="players", scope=scope, cap=cap, rounding=rounding)
    assert response.status_code == 422
    assert 'id="id_cap_error"' in response.content.decode()


def test_a_stake_may_have_fractions_of_a_cent(cast: Cast, evening: Evening) -> None:
    send(cast, "Anna", club_url(cast), method="players", scope="evening", stake="2,5", present="")
    assert rules_of_club(cast.club).stake == "2.5"
    assert "Abrechnung 0,025 € pro Punkt" in seen(phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/settings/"))
    page = phone(cast, "Anna").get(club_url(cast)).content.decode()
    assert 'value="2,5"' in page

    send(
        cast, "Cleo", url_of(evening, "settlement/method/"), method="players", scope="evening", stake="2.5", present=""
    )
    page = seen(phone(cast, "Anna").get(url_of(evening)))
    assert f"Datum, Ort und Einsatz {date_only(evening.date)} · 2,5 Cent pro Punkt" in page
    assert purse.expected(evening) == ["Cleo pays Ben 0.03", "Dora pays Anna 0.08"]
    said = seen(phone(cast, "Dora").get(url_of(evening, "settlement/")))
    assert "Dora: −3 × 0,025 € pro Punkt, gerundet auf 0,01 € = −0,08 €" in said
    assert "Anna: +3 × 0,025 € pro Punkt, als Teil von 0,11 € Einzahlungen = +0,08 €" in said


def test_each_place_costs_what_the_club_says(cast: Cast, evening: Evening) -> None:
    chosen = {"method": "by_place", "scope": "evening", "present": "", "pot": "best"}
    send(cast, "Cleo", url_of(evening, "settlement/method/"), **chosen)
    page = seen(phone(cast, "Dora").get(url_of(evening, "settlement/")))

    assert "Nach Platz · 1: 0,00 €, 2: 0,50 €, ab 3: 1,50 € · geht an: der Beste des Abends" in page
    assert purse.expected(evening) == ["Ben pays Anna 0.50", "Cleo pays Anna 1.50", "Dora pays Anna 1.50"]
    assert "Dora: Platz 4 = −1,50 €" in page
    assert "Anna: Platz 1, und bekommt 3,50 € von 3,50 € = +3,50 €" in page


def test_rows_without_a_winner_lose_nothing(cast: Cast, evening: Evening) -> None:
    """The evening was written by hand: the winners are unknown."""
    send(cast, "Cleo", url_of(evening, "settlement/method/"), method="lost_games", scope="evening", present="")
    assert purse.expected(evening) == []


def test_a_lost_game_costs_both_who_lost_it(cast: Cast) -> None:
    one = papers.evening(cast, papers.table(cast, "Anna", "Ben", "Cleo", "Dora"))
    sheet = one.sheets.get()
    lost = [
        papers.anna_ben(cast, 131),
        papers.game(cast, ("Anna", "Cleo"), ("Ben", "Dora"), 100),
        papers.solo(cast, "Dora", 150),
        papers.solo(cast, "Ben", 90),
    ]
    for facts in lost:
        papers.write(cast, sheet, facts)
    done = evenings_evenings.close_evening(one, by=cast.ben)

    purse.rules(cast, method="lost_games", game_steps=(50, 100))
    assert purse.expected(done) == [
        "Anna pays box 1.50",
        "Ben pays box 1.50",
        "Cleo pays box 2.50",
        "Dora pays box 0.50",
    ]
    purse.rules(cast, method="lost_solos")
    assert purse.expected(done) == ["Ben pays box 1.00"]
