"""Every state of a tournament shows only fitting parts: no rank before the first points, nothing running after the
end.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.presenters.seating import format_worth
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, seating, tables
from dokoclub.tournaments.services import founding as money_services
from dokoclub.tournaments.services import rounds as rounds_services
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers

FEE = 1000  # cents


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def begun(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    """Return a tournament in its first round, without a game."""
    one = papers.directed(cast, number, **{"rounds": 1, "fee": FEE, **facts})
    one.entrants.update(paid=True)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    return one


def played(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    one = begun(cast, number, **facts)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        points = (18, 6, -4, -20, 0)[: len(numbers)]
        slips = {who: Slip(each) for who, each in zip(numbers, points, strict=True)}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        tables.sign_table(table)
    return one


def test_before_the_first_game_nobody_has_a_rank(cast: Cast) -> None:
    one = begun(cast)
    dora = signed_in(cast.dora)
    answer = dora.get(url_of("show_tournament", one))
    assert seen(answer).count(" Cleo ") == 1  # at the table, and in no list next to it
    assert "standing-list" not in answer.content.decode()
    assert "von 8" not in seen(dora.get(url_of("show_seat", one)))
    money = seen(dora.get(url_of("show_money", one)))
    assert "Preise Platz 1 53,00 € Platz 2 27,00 €" in money
    assert "Preise jetzt" not in money
    assert "Name" not in seen(dora.get(url_of("print_results", one)))


def test_the_first_game_or_penalty_makes_the_list(cast: Cast) -> None:
    one = begun(cast)
    assert not read_day(one).has_points
    RoundTable.objects.filter(round__tournament=one, number=1).get().places.filter(number=1).update(penalty=-5)
    assert read_day(one).has_points
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Punktestand Platz Name R 1 Punkte 1 " in page


def test_the_link_for_the_hall_ends_with_a_podium(cast: Cast) -> None:
    one = played(cast)
    url = reverse("tournaments:show_by_link", args=[founding.make_link(one, by=cast.anna).token])
    rounds_services.end_tournament(one, by=cast.anna)
    answer = Client().get(url)
    assert re.search(r"\w+ und \w+ gewinnen \+18 Punktestand", seen(answer))
    assert "Urkunde" not in seen(answer)  # its page needs an account


def test_fees_and_prizes_stand_fast_after_the_end(cast: Cast) -> None:
    one, dora = played(cast), signed_in(cast.dora)
    url = url_of("edit_money", one)
    page = seen(dora.get(url))
    assert "Startgeld in € Leer: nichts. Zuschuss in € Leer: nichts." in page
    assert "Anteil für Preise in %" in page
    assert "(freiwillig)" not in page.partition("Verteilung")[0]
    rounds_services.end_tournament(one, by=cast.anna)
    page = seen(dora.get(url))
    assert "Startgeld und Preise stehen fest. Verteilung" in page
    assert "Speichern" not in page


def test_what_was_played_is_told_in_the_order_of_an_invitation(cast: Cast) -> None:
    one = rounds_services.end_tournament(played(cast, place="Vereinsheim"), by=cast.anna)
    page = seen(signed_in(cast.dora).get(url_of("edit_tournament", one)))
    assert re.search(r"So wurde gespielt .* Tag .* Ort Vereinsheim Regeln .* Runden 1 Spiele pro Runde 24 ", page)
    assert "Steht seit der ersten Runde fest" not in page


def test_a_round_leads_to_the_others_and_begins_with_the_own_table(cast: Cast) -> None:
    one = begun(cast, rounds=2)
    cleo = signed_in(cast.cleo)
    assert url_of("show_round", one, 2) in cleo.get(url_of("show_round", one, 1)).content.decode()
    for name in ("Cleo", "Dora"):
        table = RoundTable.objects.get(round__tournament=one, round__number=1, places__entrant__player__name=name)
        page = seen(signed_in(getattr(cast, name.lower())).get(url_of("show_round", one, 1)))
        first = re.search(r"Tisch (\d)( dein Tisch)?", page)
        assert first is not None
        assert first.groups() == (str(table.number), " dein Tisch")
        assert page.count("dein Tisch") == 1
    whole = played(cast, name="Ganz")
    assert seen(cleo.get(url_of("show_round", whole, 1))).count("bestätigt") == 1  # not for each table


def test_nobody_is_chosen_beforehand_for_a_penalty(cast: Cast) -> None:
    one = begun(cast)
    page = signed_in(cast.dora).get(url_of("note_penalty", one, 1, 1)).content.decode()
    assert page.count('type="radio" name="who"') == 4
    assert "checked" not in page.partition('name="who"')[2]


def test_a_certificate_waits_for_the_end(cast: Cast) -> None:
    coming, running = papers.directed(cast, 8), played(cast)
    dora = signed_in(cast.dora)
    for one, told in ((coming, "Das Turnier hat noch nicht begonnen"), (running, "Das Turnier läuft noch")):
        page = dora.get(url_of("show_certificate", one))
        assert f"{told} " in seen(page)
        assert "Drucken" not in seen(page)
        assert "Urkunde" not in seen(dora.get(url_of("show_tournament", one)))
    rounds_services.end_tournament(running, by=cast.anna)
    assert "Urkunde" in seen(dora.get(url_of("show_tournament", running)))
    assert "Drucken" in seen(dora.get(url_of("show_certificate", running)))


def test_a_long_list_folds_and_paper_has_all_of_it(cast: Cast) -> None:
    short, long = played(cast), played(cast, 17, name="Lang")
    dora = signed_in(cast.dora)
    assert "Alle 8" not in seen(dora.get(url_of("show_tournament", short)))
    assert "Alle 17 zeigen" in seen(dora.get(url_of("show_tournament", long)))
    assert "Alle 17" not in seen(dora.get(url_of("print_results", long)))


def test_after_the_end_nobody_sits_anywhere(cast: Cast) -> None:
    one = rounds_services.end_tournament(played(cast), by=cast.anna)
    page = seen(signed_in(cast.dora).get(url_of("show_seat", one)))
    assert re.search("8 Teilnehmer Das Turnier ist beendet. Platz \\d Deine Punkte \\S+ Ergebnis", page)
    for gone in ("läuft", "Spielzettel", "Punkte bestätigen", "gibt zuerst"):
        assert gone not in page


def test_after_the_end_an_entrant_is_read_and_nobody_withdraws(cast: Cast) -> None:
    one = rounds_services.end_tournament(played(cast), by=cast.anna)
    page = seen(signed_in(cast.dora).get(url_of("edit_entrant", one, 1)))
    assert "Startnummer 1" in page
    assert "Ergebnis" in page
    assert "Abmelden" not in page
    assert "Speichern" not in page


def test_too_few_are_led_to_enter_more(cast: Cast) -> None:
    one = papers.directed(cast, 5)
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Es fehlen noch 3 Teilnehmer: Ein Turnier braucht acht. Teilnehmer eintragen" in page
    assert "Tische auslosen" not in page


def test_nothing_is_seated_by_a_standing_that_still_moves(cast: Cast) -> None:
    one = begun(cast, seating="standing", rounds=2)
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Sind alle Tische bestätigt, wird die nächste Runde eingeteilt." in page
    assert "Nächste Runde auslosen" not in page


def test_what_only_the_director_does_stands_apart(cast: Cast) -> None:
    one = begun(cast)
    assert "Für die Turnierleitung Tischkarten" in seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    page = seen(signed_in(cast.cleo).get(url_of("show_tournament", one)))
    assert "Rund ums Turnier Teilnehmer alle haben bezahlt Startgeld und Preise" in page
    assert "Turnierleitung" not in page


def test_a_slip_that_waits_for_nobody_else_is_signed_by_the_filled_button(cast: Cast) -> None:
    one = begun(cast)
    table = RoundTable.objects.select_related("round__tournament").get(
        round__tournament=one, places__entrant__player__name="Anna"
    )
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    tables.hand_in_paper(table, {who: Slip(0) for who in numbers}, games=24, by=cast.dora)
    url = url_of("show_table", one, 1, table.number)

    def filled() -> list[str]:
        page = signed_in(cast.anna).get(url).content.decode()
        found = re.findall(r'<(?:a|button)\s+class="button primary"[^>]*>(.*?)</', page, re.DOTALL)
        return [" ".join(text.split()) for text in found]

    assert filled() == ["Ich bestätige meine Punkte"]
    tables.confirm_place(table, by=cast.anna)
    assert filled() == ["Von allen unterschrieben"]


def test_where_it_costs_nothing_a_fee_is_set_not_changed(cast: Cast) -> None:
    assert "Startgeld und Preise festlegen" in seen(
        signed_in(cast.dora).get(url_of("show_money", papers.directed(cast, 8)))
    )


@pytest.mark.parametrize(
    ("number", "rounds", "told", "bound"),
    [
        pytest.param(16, 2, "Niemand sitzt zweimal mit derselben Person am Tisch.", "", id="nobody"),
        pytest.param(8, 2, "4-mal sitzen zwei wieder am selben Tisch.", "Weniger geht bei so vielen", id="few people"),
    ],
)
def test_reunions_are_told_in_words(cast: Cast, number: int, rounds: int, told: str, bound: str) -> None:
    one = papers.with_people(cast, number, rounds=rounds)
    found = format_worth(seating.plan_seating(one))
    assert (found.text, found.bound[: len(bound)], found.seed) == (told, bound, 7)


def test_an_entrant_is_a_name_with_a_start_number_below(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    page = seen(signed_in(cast.dora).get(url_of("edit_entrant", one, 1)))
    assert page.startswith("Anna Startnummer 1 ")


def test_heads_of_typed_points_say_what_of(cast: Cast) -> None:
    page = seen(signed_in(cast.dora).get(url_of("type_totals", begun(cast), 1, 1)))
    assert "gewonnen verloren Name Punkte Spiele Soli Soli" in page


def test_a_tournament_leads_back_to_the_others_and_its_pages_to_it(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    for view, back in (
        ("show_tournament", reverse("tournaments:list_tournaments", args=[one.club.pk])),
        ("list_entrants", url_of("show_tournament", one)),
    ):
        page = signed_in(cast.dora).get(url_of(view, one)).content.decode()
        assert f'<a class="back" href="{back}">' in page


def test_who_took_part_is_listed_below_heads(cast: Cast) -> None:
    one = rounds_services.end_tournament(played(cast), by=cast.anna)
    page = seen(signed_in(cast.dora).get(url_of("list_entrants", one)))
    assert "Nr. Name Platz" in page
    assert re.search(r"1 Anna Platz \d", page)


def test_what_is_missing_before_the_end_is_named_with_its_link(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    director = signed_in(cast.dora)
    first, second = RoundTable.objects.filter(round__tournament=one).select_related("round__tournament")
    hand_in_alike(cast, first)
    answer = director.get(reverse("tournaments:show_tournament", args=[one.pk]))
    told = "Zum Beenden fehlt die Bestätigung: Runde 1, Tisch 1 nicht von allen bestätigt Runde 1, Tisch 2"
    assert told in seen(answer)
    assert reverse("tournaments:show_table", args=[one.pk, 1, second.number]) in answer.content.decode()
    with pytest.raises(ValidationError, match="Runde 1, Tisch 1; Runde 1, Tisch 2"):
        rounds_services.end_tournament(one, by=cast.anna)
    hand_in_alike(cast, second)
    for table in (first, second):
        tables.sign_table(table)
    page = seen(director.get(reverse("tournaments:show_tournament", args=[one.pk])))
    assert "Zum Beenden fehlt" not in page
    assert "Turnier beenden" in page


def hand_in_alike(cast: Cast, table: RoundTable, won: int = 0) -> None:
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    slips = {who: Slip(each, won=won) for who, each in zip(numbers, (9, 0, -4, -5), strict=True)}
    tables.hand_in_paper(table, slips, games=24, by=cast.dora)


def test_games_won_that_are_not_known_lose_no_tie(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    first, second = RoundTable.objects.filter(round__tournament=one).select_related("round__tournament")
    hand_in_alike(cast, first, won=12)
    hand_in_alike(cast, second)
    assert [row.rank for row in read_day(one).ranking][:2] == [1, 1]
    told = "Gewonnene Spiele entscheiden keinen Gleichstand. Sie fehlen hier: Runde 1, Tisch 2"
    assert told in seen(signed_in(cast.dora).get(reverse("tournaments:show_tournament", args=[one.pk])))
    hand_in_alike(cast, second, won=11)
    assert [row.rank for row in read_day(one).ranking][:2] == [1, 2]


def test_games_won_are_typed_of_all_or_of_nobody(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    table = RoundTable.objects.filter(round__tournament=one).select_related("round")[0]
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    url = reverse("tournaments:type_totals", args=[one.pk, 1, table.number])
    typed = {"games": 24} | {f"points_{who}": 0 for who in numbers} | {f"won_{numbers[0]}": 5}
    answer = signed_in(cast.dora).post(url, typed)
    assert answer.status_code == 422
    assert "Gewonnene Spiele bei allen eintragen oder bei niemandem; 0 für keines." in seen(answer)
    assert signed_in(cast.dora).post(url, typed | {f"won_{who}": 0 for who in numbers[1:]}).status_code == 302


def test_a_late_fee_is_ticked_and_booked_after_the_end(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1, fee=500)
    seating.plan_seating(one)
    rounds_services.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        hand_in_alike(cast, table)
        tables.sign_table(table)
    rounds_services.end_tournament(one, by=cast.anna)
    director = signed_in(cast.dora)
    url = reverse("tournaments:pay_fee", args=[one.pk, 1])
    assert url in director.get(reverse("tournaments:list_entrants", args=[one.pk])).content.decode()
    director.post(url, {"paid": "1"})
    assert one.entrants.get(number=1).paid
    assert money_services.book_money(Tournament.objects.get(pk=one.pk), by=cast.anna) > 0
    answer = director.post(reverse("tournaments:withdraw_entrant", args=[one.pk, 1]), follow=True)
    assert one.entrants.get(number=1).withdrawn_after is None, answer
