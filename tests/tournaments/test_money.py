"""/tournaments/…/money/: fees, prizes and losses, as rows of the kitty that name the player and sum to 0."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.urls import reverse

from dokoclub.settlement.models import CashClosing, CashEntry, ClubMoney
from dokoclub.settlement.services.kitty import book_cash
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip, get_prizes
from dokoclub.tournaments.services import founding as money_services
from dokoclub.tournaments.services import people, rounds, seating, tables
from dokoclub.tournaments.services import slips as slips_services
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_money_rules
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def played(cast: Cast, *, points: tuple[int, ...] = (18, 6, -4, -20), number: int = 8, **facts: Any) -> Tournament:
    """Return a finished round: at every table the first player has the first of `points`, and so on."""
    one = papers.directed(cast, number, **{"rounds": 1, "fee": 1000, **facts})
    one.entrants.update(paid=True)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(each, solos_lost=1) for who, each in zip(numbers, points, strict=True)}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        tables.sign_table(table)
    one.refresh_from_db()
    return one


def ended(cast: Cast, **facts: Any) -> Tournament:
    return rounds.end_tournament(played(cast, **facts), by=cast.anna)


def form_of(**fields: Any) -> dict[str, Any]:
    usual = {"fee": "10", "payout": "100", "way": "tables", "unit": "100", "loss_money": "none", "loss_goes_to": "box"}
    return {**usual, **fields}


def test_what_it_costs_and_pays_is_changed(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    url = url_of("edit_money", one)
    page = seen(signed_in(cast.dora).post(url, form_of(way="percent", shares="50 30 20", extra="157,50"), follow=True))
    assert "Startgeld 10,00 €" in page
    assert "Preisgeld 237,50 € wenn alle bezahlen" in page
    assert "Platz 1 119,50 € Platz 2 71,00 € Platz 3 47,00 €" in page
    one.refresh_from_db()
    assert (one.fee, one.shares, one.extra) == (1000, [50, 30, 20], 15750)
    assert signed_in(cast.cleo).get(url).status_code == 403


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        pytest.param({"way": "percent", "shares": "50 30"}, "zusammen 100 ergeben, nicht 80", id="not 100"),
        pytest.param(
            {"way": "percent", "shares": "halb"}, "Schreib ganze Zahlen, zum Beispiel 50 30 20.", id="no number"
        ),
        pytest.param({"way": "amounts", "fixed": "viel"}, "Beträge hintereinander", id="no amounts"),
        pytest.param({"payout": "101"}, "Höchstens 100.", id="more than all"),
        pytest.param({"fee": "-3"}, "Betrag ohne Vorzeichen eingeben.", id="less than nothing"),
    ],
)
def test_what_is_wrong_is_said(cast: Cast, fields: dict[str, str], text: str) -> None:
    one = papers.directed(cast, 8)
    answer = signed_in(cast.dora).post(url_of("edit_money", one), form_of(**fields))
    assert answer.status_code == 422
    assert text.casefold() in seen(answer).casefold()


def test_equal_ranks_share_their_prizes(cast: Cast) -> None:
    one = played(cast)
    money = get_prizes(read_day(one))
    assert (money.pool, money.places) == (8000, [5300, 2700])
    assert sorted(money.cents.values()) == [4000, 4000]
    page = seen(signed_in(cast.dora).get(url_of("show_money", one)))
    assert "Preise jetzt" in page
    assert "Preisgeld 80,00 €" in page
    assert (page.count("40,00 €"), page.count("Platz 1")) == (2, 0)


def test_after_the_end_its_lines_sum_to_what_stays(cast: Cast) -> None:
    one = ended(cast, payout=75)
    page = seen(signed_in(cast.dora).get(url_of("show_money", one)))
    assert "Preisgeld 60,00 € Startgeld 10,00 € alle haben bezahlt 80,00 € Preise −60,00 €" in page
    assert "Bleibt dem Club 20,00 €" in page
    assert page.count("Preise ") == 2, "the title and the line, no prizes to be won"
    one = ended(cast, loss_money="per_lost_solo", loss_solo=100)
    page = seen(signed_in(cast.dora).get(url_of("show_money", one)))
    assert "bezahlt 80,00 € Verlustgeld 8,00 € Preise −80,00 € Bleibt dem Club 8,00 €" in page


def test_who_has_not_paid_stands_above_the_way_to_tick_it(cast: Cast) -> None:
    one = papers.directed(cast, 8, fee=1000)
    one.entrants.exclude(number=3).update(paid=True)
    page = seen(signed_in(cast.dora).get(url_of("show_money", one)))
    assert "7 von 8 haben bezahlt 70,00 € Noch nicht bezahlt Cleo Zahlungen ankreuzen" in page


def test_where_nothing_is_paid_and_nothing_won_it_says_so(cast: Cast) -> None:
    page = seen(signed_in(cast.dora).get(url_of("show_money", papers.directed(cast, 8))))
    assert "Ohne Startgeld und Preise" in page
    assert "0,00 €" not in page


def test_everything_is_booked_and_names_the_player(cast: Cast) -> None:
    one = ended(cast)
    page = seen(signed_in(cast.cleo).post(url_of("book_money", one), follow=True))
    assert "10 Buchungen in der Kasse." in page
    assert "Kasse und Liste stimmen überein." in page
    rows = CashEntry.objects.filter(club=cast.club)
    assert sum(row.cents for row in rows) == 0
    assert {(row.purpose, row.cents) for row in rows} == {
        ("Startgeld: Martini-Turnier", 1000),
        ("Preis: Martini-Turnier", -4000),
    }
    assert rows.filter(player=None).count() == 0
    assert {row.number for row in rows} == set(range(1, 11))
    page = signed_in(cast.cleo).post(url_of("book_money", one), follow=True).content.decode()
    assert "Alles war schon gebucht." in page
    assert CashEntry.objects.count() == 10
    call_command("check_ledger")


def test_a_correction_is_booked_anew(cast: Cast) -> None:
    one = ended(cast)
    money_services.book_money(one, by=cast.cleo)
    table = RoundTable.objects.select_related("round__tournament").filter(round__tournament=one)[0]
    slips = slips_services.get_slips(table)
    first, second = list(slips)[:2]
    slips |= {first: slips[first]._replace(points=6), second: slips[second]._replace(points=18)}
    tables.correct_table(table, slips, source="paper", reason="Verwechselt", by=cast.dora)
    page = seen(signed_in(cast.cleo).get(url_of("show_money", one)))
    assert "Die Liste hat sich seit dem Buchen geändert: Falsches wird storniert und neu gebucht." in page
    assert money_services.book_money(one, by=cast.cleo) == 2
    sums: dict[int | None, int] = {}
    for row in CashEntry.objects.all():
        sums[row.player_id] = sums.get(row.player_id, 0) + row.cents
    players = {entrant.number: entrant.player_id for entrant in one.entrants.all()}
    assert (sums[players[first]], sums[players[second]]) == (1000, -3000)
    assert sum(sums.values()) == 0
    assert money_services.book_money(one, by=cast.cleo) == 0
    call_command("check_ledger")


def test_it_is_booked_at_the_end_by_who_keeps_the_money(cast: Cast) -> None:
    one = played(cast)
    with pytest.raises(ValidationError, match=r"Beende zuerst das Turnier."):
        money_services.book_money(one, by=cast.cleo)
    assert signed_in(cast.dora).post(url_of("book_money", one)).status_code == 403


def test_more_than_there_is_is_not_paid(cast: Cast) -> None:
    one = ended(cast, fixed=[9000])
    assert "Die Preise übersteigen das Geld: Senke sie." in seen(signed_in(cast.cleo).get(url_of("show_money", one)))
    with pytest.raises(ValidationError, match=r"Die Preise übersteigen das Geld: Senke sie."):
        money_services.book_money(one, by=cast.cleo)


def test_what_is_not_paid_out_stays_in_the_box(cast: Cast) -> None:
    one = ended(cast, payout=90, fixed=[3000, 1000], points=(18, 6, -4, -20))
    one.entrants.filter(number=8).update(paid=False)
    money_services.book_money(one, by=cast.cleo)
    assert sum(row.cents for row in CashEntry.objects.all()) == 7000 - 4000
    assert get_prizes(read_day(one)).pool == 6300
    assert "Noch nicht bezahlt Hanna" in seen(signed_in(cast.cleo).get(url_of("show_money", one)))


def test_losing_costs_what_the_rules_say(cast: Cast) -> None:
    one = ended(cast, loss_money="per_minus_point", loss_point=50, fee=0)
    money = get_prizes(read_day(one))
    assert sorted(money.losses.values()) == [200, 200, 1000, 1000]
    money_services.book_money(one, by=cast.cleo)
    assert sum(row.cents for row in CashEntry.objects.all()) == 2400
    solos = ended(cast, loss_money="per_lost_solo", loss_goes_to="best_of_round", fee=0)
    money = get_prizes(read_day(solos))
    assert (set(money.losses.values()), sorted(money.gains.values())) == ({50}, [200, 200])
    money_services.book_money(solos, by=cast.cleo)
    assert sum(row.cents for row in CashEntry.objects.all()) == 2400


def test_losses_go_into_the_prizes(cast: Cast) -> None:
    one = played(cast, loss_money="per_lost_solo", loss_goes_to="pool", fee=0)
    assert get_prizes(read_day(one)).pool == 400


def test_fill_ins_pay_nothing_and_win_nothing(cast: Cast) -> None:
    one = papers.with_people(cast, 7, rounds=1, fee=1000, uneven="fill_ins")
    people.enter_entrants(one, [], [people.Listed("Otto")], by=cast.anna)
    people.enter_entrants(one, [], [people.Listed("Springer")], fill_in=True, by=cast.anna)
    one.entrants.update(paid=True)
    money = get_prizes(read_day(one))
    assert (sum(money.fees.values()), len(money.places)) == (8000, 2)


def test_the_evening_itself_costs_nothing(cast: Cast) -> None:
    ClubMoney.objects.create(club=cast.club, rules=store_money_rules(MoneyRules(method="players", present=500)))
    one = played(cast)
    page = seen(signed_in(cast.cleo).get(reverse("settlement:show_evening", args=[one.evening_id])))
    assert "5,00" not in page
    call_command("check_ledger")


def test_a_prize_passes_to_the_next_list_where_one_is_enough(cast: Cast) -> None:
    one = played(cast, lists=["Damen"], no_double=True)
    assert sum(get_prizes(read_day(one)).cents.values()) == 8000


def test_a_replacement_has_the_day_of_its_reversal(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the year was closed the box would otherwise be short until the reversal."""
    one = ended(cast)
    book_cash(cast.club, cents=10_000, purpose="Bestand", day=one.day, key=uuid4(), by=cast.anna)
    money_services.book_money(one, by=cast.cleo)
    table = RoundTable.objects.filter(round__tournament=one).select_related("round__tournament")[0]
    slips = slips_services.get_slips(table)
    first, second = list(slips)[:2]
    slips[first], slips[second] = slips[second], slips[first]
    tables.correct_table(table, slips, source="paper", reason="Vertauscht", by=cast.dora)
    later = date(one.day.year + 1, 3, 1)
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: later)
    none = dict.fromkeys(("opening", "began", "came_in", "went_out", "rows"), 0)
    CashClosing.objects.create(club=cast.club, year=one.day.year, **none)
    assert money_services.book_money(one, by=cast.cleo) > 0
    rows = CashEntry.objects.filter(club=cast.club, day=later)
    assert {row.counts_on for row in rows} == {later}
    assert rows.filter(reverses=None).exists()
    assert rows.exclude(reverses=None).exists()
    assert not CashEntry.objects.filter(club=cast.club, counts_on__gt=one.day).exclude(counts_on=later).exists()
