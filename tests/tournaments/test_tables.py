"""/tournaments/…/tables/…/: handing in, confirming, corrections, and the end."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.sheets import close_sheet, reopen_sheet
from dokoclub.tournaments.models import Correction, RoundTable
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, seating, tables
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers
from tests.tournaments.papers import started
from tests.tournaments.tables import (
    finished,
    gaps,
    paper_of,
    people_at,
    play,
    sheet_now,
    sheet_of,
    table_of,
    totals,
    url_of,
)


def test_who_sits_there_hands_the_sheet_in_and_all_confirm(cast: Cast) -> None:
    one = started(cast)
    for name, account in (("Elif", cast.stranger),):
        Player.objects.filter(name=name).update(account=account)
    table = table_of(one, "Dora")
    names = play(cast, table)
    page = seen(signed_in(cast.dora).post(url_of("hand_in_sheet", one, *gaps(table)), follow=True))
    assert "Der Zettel ist abgegeben. Jetzt bestätigt ihn jeder am Tisch." in page
    assert [*totals(table).values()] == [1, 1, -1, -1]
    assert not sheet_now(table).is_open
    assert f"Noch nicht bestätigt: {', '.join(names)}" in page
    page = seen(signed_in(cast.dora).post(url_of("confirm_table", one, *gaps(table)), follow=True))
    assert "Du hast bestätigt." in page
    assert ", ".join(name for name in names if name != "Dora") in page
    assert not RoundTable.objects.get(pk=table.pk).is_confirmed


def test_when_everybody_has_confirmed_the_table_is(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.anna)
    accounts = [cast.anna, cast.ben, cast.cleo, cast.stranger]
    for player in Player.objects.filter(club=cast.club):
        Player.objects.filter(pk=player.pk).update(account=None)
    for player, account in zip(people_at(table), accounts, strict=True):
        Player.objects.filter(pk=player.pk).update(account=account)
    assert [tables.confirm_place(table, by=account) for account in accounts] == [False, False, False, True]
    with pytest.raises(ValidationError, match="Du sitzt nicht an diesem Tisch"):
        tables.confirm_place(table, by=cast.dora)


def test_who_closes_the_sheet_hands_it_in(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    close_sheet(sheet_of(table), by=cast.ben)
    table.refresh_from_db()
    assert (table.source, table.games) == ("sheet", 1)
    assert [*totals(table).values()] == [1, 1, -1, -1]


def test_nobody_else_hands_it_in(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    away = next(name for name in ("Ben", "Cleo") if name not in totals(table)) if len(totals(table)) < 8 else ""
    if away:
        account = cast.accounts[away]
        assert signed_in(account).post(url_of("hand_in_sheet", one, *gaps(table))).status_code == 403
    empty = RoundTable.objects.exclude(pk=table.pk).get(round=table.round)
    page = signed_in(cast.anna).post(url_of("hand_in_sheet", one, *gaps(empty)), follow=True).content.decode()
    assert "Auf dem Zettel steht kein Spiel." in page


def test_totals_are_typed_from_paper(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    dora = signed_in(cast.dora)
    url = url_of("type_totals", one, *gaps(table))
    assert "Punkte von Anna" in seen(dora.get(url))
    page = seen(dora.post(url, paper_of(table, 18, -6, -4, -8), follow=True))
    assert "vom Papier, 24 Spiele" in page
    assert [*totals(table).values()] == [18, -6, -4, -8]
    page = seen(dora.post(url_of("sign_table", one, *gaps(table)), follow=True))
    assert "auf Papier unterschrieben" in page
    assert "Der Tisch ist bestätigt" in seen(dora.post(url, paper_of(table, 0, 0, 0, 0)))


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        pytest.param({"points_1": "19"}, "Die Punkte müssen zusammen 0 ergeben, ohne Strafpunkte; sie", id="sum"),
        pytest.param({"games": "25"}, "Gib höchstens 24 Spiele ein.", id="games"),
        pytest.param({"won_1": "25"}, "Gib weniger gewonnene Spiele ein.", id="won"),
        pytest.param({"solos_1": "2", "won_1": "1"}, "Gib weniger gewonnene Spiele ein.", id="solos"),
        pytest.param({"points_1": "viele"}, "ganze Zahl", id="a word"),
    ],
)
def test_what_cannot_be_on_paper_is_said(cast: Cast, fields: dict[str, str], text: str) -> None:
    one = started(cast)
    table = table_of(one)
    answer = signed_in(cast.dora).post(url_of("type_totals", one, *gaps(table)), paper_of(table, 0, 0, 0, 0) | fields)
    assert answer.status_code == 422
    assert text in seen(answer)
    assert set(totals(table).values()) == {None}


def test_handed_in_too_early_it_plays_on(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.anna)
    page = signed_in(cast.dora).post(url_of("give_back", one, *gaps(table)), follow=True).content.decode()
    assert "Der Tisch spielt weiter." in page
    assert sheet_now(table).is_open
    assert set(totals(table).values()) == {None}


def test_games_that_come_later_are_shown_and_the_director_chooses(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    dora = signed_in(cast.dora)
    play(cast, table)
    dora.post(url_of("hand_in_sheet", one, *gaps(table)))
    dora.post(url_of("sign_table", one, *gaps(table)))
    reopen_sheet(sheet_now(table), by=cast.anna)
    play(cast, table)
    url = url_of("show_table", one, *gaps(table))
    told = "Der Zettel wurde nach dem Abgeben geändert. Was gilt, steht oben."
    page = seen(dora.get(url))
    assert told in page
    assert "Auf dem Zettel: " in page
    assert "Spiele kamen nach" in page
    assert [*totals(table).values()] == [1, 1, -1, -1]
    correct = url_of("correct_table", one, *gaps(table))
    form = seen(dora.get(f"{correct}?from=sheet"))
    assert "Jetzige Punkte auf dem Zettel." in form
    typed = paper_of(table, 2, 2, -2, -2) | {"reason": "Zettel zählt", "source": "sheet"}
    page = seen(dora.post(correct, typed))
    assert "Änderungen" in page
    assert [*totals(table).values()] == [1, 1, -1, -1]
    page = seen(dora.post(correct, typed | {"confirmed": "1"}, follow=True))
    assert "vom Zettel, 2 Spiele" in page
    assert [*totals(table).values()] == [2, 2, -2, -2]
    assert told not in page


def test_a_table_of_five_has_played_a_longer_list(cast: Cast) -> None:
    one = started(cast, 9)
    form = signed_in(cast.dora).get(url_of("type_totals", one, 1, 1)).content.decode()
    assert 'name="games" value="30"' in form


def test_a_sheet_that_only_closes_was_not_written_on(cast: Cast) -> None:
    """On a paper day with only a laptop, minutes and the end of the day touch the sheets, which nobody needs."""
    one = started(cast, rounds=1)
    dora = signed_in(cast.dora)
    for table in RoundTable.objects.filter(round__tournament=one):
        dora.post(url_of("type_totals", one, *gaps(table)), paper_of(table, 18, -6, -4, -8))
        tables.sign_table(table)
    founding.change_tournament(one, {"minutes": 30}, by=cast.anna)
    rounds.end_tournament(one, by=cast.anna)
    page = seen(dora.get(url_of("show_table", one, *gaps(table_of(one)))))
    assert "Der Zettel wurde nach dem Abgeben geändert. Was gilt, steht oben." not in page


def test_or_it_stays_as_it_is(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    dora = signed_in(cast.dora)
    play(cast, table)
    dora.post(url_of("hand_in_sheet", one, *gaps(table)))
    reopen_sheet(sheet_now(table), by=cast.anna)
    play(cast, table)
    page = seen(dora.post(url_of("leave_sheet", one, *gaps(table)), follow=True))
    assert "Der Zettel wurde nach dem Abgeben geändert. Was gilt, steht oben." not in page
    assert [*totals(table).values()] == [1, 1, -1, -1]


def test_a_correction_shows_first_which_ranks_move(cast: Cast) -> None:
    one = started(cast, rounds=1, fee=1000)
    one.entrants.update(paid=True)
    dora = signed_in(cast.dora)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round"):
        dora.post(url_of("type_totals", one, *gaps(table)), paper_of(table, 18, 6, -4, -20))
        dora.post(url_of("sign_table", one, *gaps(table)))
    table = table_of(one)
    second = people_at(table)[1].name
    data = paper_of(table, 18, 20, -18, -20) | {"reason": "Verschrieben"}
    page = seen(dora.post(url_of("correct_table", one, *gaps(table)), data))
    assert f"{second} Platz 3 → 1, Preis 0,00 € → 53,00 €" in page
    assert not Correction.objects.exists()
    page = seen(dora.post(url_of("correct_table", one, *gaps(table)), data | {"confirmed": "1"}, follow=True))
    assert f"Verschrieben {second}: +6 → +20, {people_at(table)[2].name}: −4 → −18" in page
    correction = Correction.objects.get()
    assert (correction.made_by, correction.reason) == (cast.dora, "Verschrieben")
    assert RoundTable.objects.get(pk=table.pk).is_confirmed
    assert read_day(one).ranking[0].points == 20


def test_a_correction_needs_a_reason_and_sums_to_0(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    dora = signed_in(cast.dora)
    dora.post(url_of("type_totals", one, *gaps(table)), paper_of(table, 18, 6, -4, -20))
    url = url_of("correct_table", one, *gaps(table))
    assert dora.post(url, paper_of(table, 18, 6, -4, -20)).status_code == 422
    typed = paper_of(table, 18, 6, -4, -20) | {"reason": "Verschrieben"}
    cell = next(name for name in typed if name.startswith("points_"))
    page = dora.post(url, typed | {cell: "zwei"}).content.decode()
    assert 'class="problems"' not in page  # a single wrong field says it itself
    assert re.search(rf'name="{cell}"[^>]* aria-describedby="id_{cell}_error"', page)
    assert f'id="id_{cell}_error"' in page
    answer = dora.post(url, paper_of(table, 19, 6, -4, -20) | {"reason": "Verschrieben"})
    assert "sie ergeben 1" in seen(answer)


def test_it_ends_when_all_is_confirmed(cast: Cast) -> None:
    one = started(cast, rounds=1)
    with pytest.raises(ValidationError, match="Erst müssen alle Tische bestätigt sein"):
        rounds.end_tournament(one, by=cast.anna)
    other = finished(cast)
    page = seen(signed_in(cast.dora).post(url_of("end_tournament", other), follow=True))
    assert "Das Turnier ist beendet. Die Liste steht fest." in page
    other.refresh_from_db()
    assert other.is_over
    assert other.evening is not None
    assert not Evening.objects.get(tournament=other).is_open
    assert (
        "Das Turnier geht weiter."
        in signed_in(cast.anna).post(url_of("resume_tournament", other), follow=True).content.decode()
    )
    assert Evening.objects.get(tournament=other).is_open


def test_lists_and_teams_have_ranks_of_their_own(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1, lists=["Damen"])
    for number, name in ((1, "Füchse"), (2, "Füchse"), (3, "Dachse"), (4, "Dachse")):
        entrant = one.entrants.get(number=number)
        people.change_entrant(entrant, {"tags": ["Damen"] if number > 2 else []}, team=name, by=cast.anna)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(20 - 5 * numbers.index(who) * 2 - 5) for who in numbers}
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Damen Platz Name R 1 Punkte 1 " in page
    assert "Mannschaften Platz Mannschaft Punkte 1 " in page


def test_reopened_and_changed_the_sheet_is_a_correction(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.anna)
    tables.sign_table(table)
    reopen_sheet(sheet_of(table), by=cast.anna)
    play(cast, table)
    assert [*totals(table).values()] == [1, 1, -1, -1]
    assert "Der Zettel wurde nach dem Abgeben geändert. Was gilt, steht oben." in seen(
        signed_in(cast.dora).get(url_of("show_table", one, *gaps(table)))
    )
