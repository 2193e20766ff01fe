"""Absence fees by the answer to the date, if the club wants that; a preview shows the effect first."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from dokoclub.clubs.services.members import erase_player
from dokoclub.dates.models import Date, Reply
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services.evenings import open_evening
from dokoclub.evenings.services.people import merge_players
from dokoclub.settlement.models import ClubMoney, Transfer
from dokoclub.settlement.selectors.live import live_lines, settle_live
from dokoclub.settlement.services import freezing
from dokoclub.settlement.services import rules as rules_services
from scoring.money.methods import MoneyRules
from scoring.rules.presets import PRESETS
from tests.cast import Cast, make_player, signed_in
from tests.dates.papers import NO, YES, later, plan, say
from tests.evenings import papers
from tests.evenings.rows import write_entry
from tests.pages import seen

pytestmark = pytest.mark.django_db
BY_ANSWER = MoneyRules(method="flat", absent=500, absent_by="answers", absent_late=300, absent_excused=100)


def play(cast: Cast, one: Date) -> Evening:
    """Seat four guests at the table; the club's own people are absent."""
    four = [make_player(cast.club, f"Gast {number}", guest=True) for number in range(1, 5)]
    with later(one.start):
        table = NewSheet(players=four, rules=PRESETS["ddv"].rules)
        evening = open_evening(cast.club, [table], key=uuid4(), by=cast.ben)
        ids = [str(player.pk) for player in four]
        facts = {"kind": "manual", "players": ids, "winners": ids[:2], "value": 2}
        write_entry(evening.sheets.get(), facts, uuid=uuid4(), by=cast.ben)
        return evenings_evenings.close_evening(evening, by=cast.ben)


def asked(cast: Cast) -> Date:
    """Let Anna say no in time, Ben too late, Cleo yes, and Dora nothing."""
    one = plan(cast, answer_days=2)
    say(cast, one, "Anna", NO)
    say(cast, one, "Ben", YES)
    say(cast, one, "Cleo", YES)
    with later(one.last_moment + timedelta(hours=1)):
        say(cast, one, "Ben", NO)
    return one


def owed(cast: Cast, evening: Evening) -> dict[str, int]:
    names = {player.pk: name for name, player in cast.players.items()}
    flat = settle_live(evening).settlement.flat
    return {names[transfer.payer]: transfer.cents for transfer in flat.transfers if transfer.payer in names}


def by(cast: Cast, rules: MoneyRules) -> None:
    rules_services.change_club_money(cast.club, rules, by=cast.anna)


def test_off_everybody_pays_the_same(cast: Cast) -> None:
    by(cast, MoneyRules(method="flat", absent=500, absent_late=300, absent_excused=100))
    evening = play(cast, asked(cast))
    assert owed(cast, evening) == {"Anna": 500, "Ben": 500, "Cleo": 500, "Dora": 500}


def test_by_the_answer(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    evening = play(cast, asked(cast))
    assert owed(cast, evening) == {"Anna": 100, "Ben": 300, "Cleo": 500, "Dora": 500}


def test_it_may_cost_nothing_to_say_it_in_time(cast: Cast) -> None:
    by(cast, MoneyRules(method="flat", absent=500, absent_by="answers"))
    assert owed(cast, play(cast, asked(cast))) == {"Cleo": 500, "Dora": 500}


def test_who_is_excused_by_the_treasurer_pays_nothing(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    evening = play(cast, asked(cast))
    rules_services.excuse_player(evening, cast.players["Dora"], excused=True, by=cast.cleo)
    assert owed(cast, evening) == {"Anna": 100, "Ben": 300, "Cleo": 500}


def test_who_came_all_the_same_pays_nothing(cast: Cast) -> None:
    """The seats decide."""
    by(cast, BY_ANSWER)
    one = asked(cast)
    with later(one.start):
        sheet = papers.sheet(cast)
        papers.write(cast, sheet, papers.anna_ben(cast))
        evening = evenings_evenings.close_evening(sheet.evening, by=cast.ben)
    assert owed(cast, evening) == {}


def test_a_date_without_an_evening_and_an_evening_without_a_date(cast: Cast) -> None:
    """The first costs nobody anything, the second asked nobody."""
    by(cast, BY_ANSWER)
    one = asked(cast)
    with later(one.end + timedelta(days=1)):
        assert list(live_lines(cast.club)) == []
    evening = play(cast, Date(start=one.start + timedelta(days=7)))
    assert set(owed(cast, evening).values()) == {500}


def test_a_tournament_of_that_day_is_no_evening(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    one = asked(cast)
    Date.objects.filter(pk=one.pk).update(kind="tournament")
    assert set(owed(cast, play(cast, one)).values()) == {500}


def test_it_is_told_why(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    evening = play(cast, asked(cast))
    page = seen(signed_in(cast.dora).get(f"/evenings/{evening.pk}/settlement/"))
    assert "Anna rechtzeitig gesagt" in page
    assert "Ben zu spät gesagt" in page
    assert "3,00 € Fehlgeld, zu spät abgesagt" in page
    assert "1,00 € Fehlgeld, rechtzeitig abgesagt" in page


def test_the_owner_sees_it_before_it_costs_anything(cast: Cast) -> None:
    evening = play(cast, asked(cast))
    url = f"/clubs/{cast.club.pk}/money/method/"
    form = {"method": "flat", "stake": "5", "scope": "evening", "cash_box_share": "50", "present": "", "absent": "5"}
    more = {"absent_by": "answers", "absent_late": "3", "absent_excused": "1"}
    preview = signed_in(cast.anna).post(f"{url}preview/", form | more, headers={"HX-Request": "true"}).content.decode()
    for name, euros in (("Anna", 1), ("Ben", 3), ("Dora", 5)):
        assert f'<span>{name} zahlt in die Kasse</span> <b class="num">{euros},00' in preview
    assert owed(cast, evening) == {}
    signed_in(cast.anna).post(url, form | more)
    assert owed(cast, evening) == {"Anna": 100, "Ben": 300, "Cleo": 500, "Dora": 500}


def test_a_page_from_before_keeps_what_is_set(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    url = f"/clubs/{cast.club.pk}/money/method/"
    form = {"method": "flat", "stake": "5", "scope": "evening", "cash_box_share": "50", "present": "", "absent": "4"}
    assert signed_in(cast.anna).post(url, form).status_code == 302
    kept = ClubMoney.objects.get(club=cast.club).rules
    assert (kept["absent"], kept["absent_by"], kept["absent_late"]) == (400, "answers", 300)


def test_open_payments_follow_the_answers(cast: Cast) -> None:
    """The process caches them."""
    by(cast, BY_ANSWER)
    play(cast, asked(cast))
    assert sum(line.owed.cents for line in live_lines(cast.club)) == 1400
    Reply.objects.filter(player=cast.players["Ben"]).update(late=False)
    assert sum(line.owed.cents for line in live_lines(cast.club)) == 1200


@pytest.mark.parametrize("frozen", [True, False])
def test_who_is_erased_owes_what_he_owed(cast: Cast, frozen: bool) -> None:
    by(cast, BY_ANSWER)
    one = asked(cast)
    evening = play(cast, one)
    if frozen:
        freezing.freeze_evening(evening, by=cast.cleo)
    with later(one.end):
        erase_player(cast.players["Ben"], by=cast.anna)
    assert not Reply.objects.filter(player=cast.players["Ben"]).exists()
    assert owed(cast, evening)["Ben"] == 300
    if frozen:
        rules_services.excuse_player(evening, cast.players["Dora"], excused=True, by=cast.cleo)
        corrected: Any = Transfer.objects.filter(list__correction=1).values_list(
            "payer__name", "receiver__name", "cents"
        )
        assert list(corrected) == [(None, "Dora", 500)]


def test_who_became_another_has_his_answer(cast: Cast) -> None:
    by(cast, BY_ANSWER)
    one = asked(cast)
    isa = make_player(cast.club, "Isa")
    cast.players["Isa"] = isa
    say(cast, one, "Isa", NO)
    evening = play(cast, one)
    merge_players(cast.players["Dora"], isa, by=cast.anna)
    assert owed(cast, evening)["Dora"] == 100
