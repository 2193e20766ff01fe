"""Settled game by game: minus and plus of an evening are counted apart, on pages, when frozen and after corrections."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.services import evenings, posting
from dokoclub.settlement.selectors.evening import evening_settlement
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.settlement import purse
from tests.settlement.purse import correct, freeze


def played(cast: Cast) -> Evening:
    """Three games of minus and plus: Anna loses 4 and wins 3, as in the club that settles so."""
    purse.rules(cast, method="per_game", cash_box_share=50)
    evening = purse.evening(cast, {"Anna": -4, "Ben": -4, "Cleo": 4, "Dora": 4}, closed=False, stake=10)
    purse.write(cast, evening.sheets.get(), {"Anna": 3, "Ben": -3, "Cleo": 3, "Dora": -3})
    return evening


def cents(evening: Evening) -> dict[str, int]:
    return {person.player.name: person.cents for person in evening_settlement(evening).persons}


def minus(evening: Evening) -> dict[str, int]:
    results = Result.objects.filter(sheet__evening=evening).select_related("player")
    return {result.player.name: result.counts.get("minus", 0) for result in results}


def test_who_lost_four_and_won_three_pays_forty_and_gets_fifteen(cast: Cast) -> None:
    """14 minus points are 1.40, half of it for 14 plus points: 5 cents each."""
    assert cents(played(cast)) == {"Anna": 15 - 40, "Ben": -70, "Cleo": 35, "Dora": 20 - 30}


def test_the_page_says_why(cast: Cast) -> None:
    evening = evenings.close_evening(played(cast), by=cast.ben)
    page = seen(phone(cast, "Cleo").get(url_of(evening, "settlement/")))
    assert "4 Minuspunkte × 0,10 € pro Punkt; Pluspunkte: 3 von 14, also dieser Teil von 0,70 €" in page


def test_a_penalty_costs_minus_points_that_nobody_wins(cast: Cast) -> None:
    evening = played(cast)
    purse.penalty(cast, evening, "Dora", 2)
    assert minus(evening) == {"Anna": 4, "Ben": 7, "Cleo": 0, "Dora": 5}
    assert cents(evening)["Dora"] == -50 + 23  # 4 of 14 plus points, of half of 1.60


def test_frozen_lists_are_corrected_game_by_game(cast: Cast) -> None:
    """Another game, 2 won and 2 lost by two each: 18 minus and 18 plus points."""
    evening = played(cast)
    before = cents(evening)
    freeze(cast, evenings.close_evening(evening, by=cast.ben))
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": -2, "Dora": 2})
    assert before["Anna"] == -25
    assert cents(evening)["Anna"] == 15 - 60


def test_the_sums_stand_in_the_ledger_and_come_back_when_they_are_wrong(cast: Cast) -> None:
    evening = played(cast)
    call_command("check_ledger", stdout=StringIO())
    for result in Result.objects.all():
        result.counts.pop("minus", None)
        result.save()
    assert minus(evening)["Ben"] == 0
    list(posting.repost_sheets(cast.club))
    assert minus(evening)["Ben"] == 7
