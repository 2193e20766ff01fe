"""/tournaments/…/tables/…/: handing in, confirming, penalties, fill-ins, corrections."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import close_sheet, reopen_sheet
from dokoclub.tournaments import services
from dokoclub.tournaments.models import Correction, Place, RoundTable, Tournament
from dokoclub.tournaments.selectors import Slip, read_day
from dokoclub.tournaments.services import Listed
from tests.cast import Cast, signed_in
from tests.evenings import papers as evening_papers
from tests.pages import seen
from tests.tournaments import papers
from tests.tournaments.papers import started


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def table_of(one: Tournament, name: str = "Anna") -> RoundTable:
    """Where that player sits in the first round."""
    return RoundTable.objects.select_related("round__tournament", "sheet").get(
        round__tournament=one, round__number=1, places__entrant__player__name=name
    )


def people_at(table: RoundTable) -> list[Player]:
    return [place.entrant.player for place in table.places.select_related("entrant__player")]


def sheet_of(table: RoundTable) -> Sheet:
    assert table.sheet is not None
    return table.sheet


def sheet_now(table: RoundTable) -> Sheet:
    return Sheet.objects.get(round_table=table.pk)


def play(cast: Cast, table: RoundTable) -> list[str]:
    """A game on its sheet: the first two win 1. Their names, in the order of places."""
    names = [player.name for player in people_at(table)]
    for player in people_at(table):
        cast.players[player.name] = player
    evening_papers.write(cast, sheet_of(table), evening_papers.game(cast, names[:2], names[2:4], 131))
    return names


def gaps(table: RoundTable) -> tuple[int, int]:
    return table.round.number, table.number


def totals(table: RoundTable) -> dict[str, int | None]:
    return {place.entrant.player.name: place.points for place in table.places.select_related("entrant__player")}


def paper_of(table: RoundTable, *points: int, games: int = 24) -> dict[str, Any]:
    """As the director types it, in the order of places."""
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    return {"games": games} | {f"points_{number}": each for number, each in zip(numbers, points, strict=True)}


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
    services.hand_in_sheet(table, by=cast.anna)
    accounts = [cast.anna, cast.ben, cast.cleo, cast.stranger]
    for player in Player.objects.filter(club=cast.club):
        Player.objects.filter(pk=player.pk).update(account=None)
    for player, account in zip(people_at(table), accounts, strict=True):
        Player.objects.filter(pk=player.pk).update(account=account)
    assert [services.confirm_place(table, by=account) for account in accounts] == [False, False, False, True]
    with pytest.raises(ValidationError, match="Du sitzt nicht an diesem Tisch"):
        services.confirm_place(table, by=cast.dora)


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
        pytest.param({"games": "25"}, "Die Liste hat höchstens 24 Spiele.", id="games"),
        pytest.param({"won_1": "25"}, "So viele Spiele können nicht gewonnen sein.", id="won"),
        pytest.param({"solos_1": "2", "won_1": "1"}, "So viele Spiele können nicht gewonnen sein.", id="solos"),
        pytest.param({"points_1": "viele"}, "Punkte von Anna:", id="a word"),
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
    services.hand_in_sheet(table, by=cast.anna)
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
    told = "Auf dem Zettel wurde geschrieben, nachdem der Tisch abgegeben hatte."
    page = seen(dora.get(url))
    assert told in page
    assert "Auf dem Zettel: " in page
    assert "Spiele kamen nach" in page
    assert [*totals(table).values()] == [1, 1, -1, -1]
    correct = url_of("correct_table", one, *gaps(table))
    form = seen(dora.get(f"{correct}?from=sheet"))
    assert "Das sind die Punkte, die jetzt auf dem Zettel stehen." in form
    typed = paper_of(table, 2, 2, -2, -2) | {"reason": "Zettel zählt", "source": "sheet"}
    page = seen(dora.post(correct, typed))
    assert "Was sich dadurch verschiebt" in page
    assert [*totals(table).values()] == [1, 1, -1, -1]
    page = seen(dora.post(correct, typed | {"confirmed": "1"}, follow=True))
    assert "vom Spielzettel, 2 Spiele" in page
    assert [*totals(table).values()] == [2, 2, -2, -2]
    assert told not in page


def test_a_table_of_five_has_played_a_longer_list(cast: Cast) -> None:
    one = started(cast, 9)
    form = signed_in(cast.dora).get(url_of("type_totals", one, 1, 1)).content.decode()
    assert 'name="games" value="30"' in form


def test_a_sheet_that_only_closes_was_not_written_on(cast: Cast) -> None:
    """A day on paper with a laptop alone: minutes and the end of the day touch the sheets, which nobody needs."""
    one = started(cast, rounds=1)
    dora = signed_in(cast.dora)
    for table in RoundTable.objects.filter(round__tournament=one):
        dora.post(url_of("type_totals", one, *gaps(table)), paper_of(table, 18, -6, -4, -8))
        services.sign_table(table)
    services.change_tournament(one, {"minutes": 30}, by=cast.anna)
    services.end_tournament(one, by=cast.anna)
    page = seen(dora.get(url_of("show_table", one, *gaps(table_of(one)))))
    assert "Auf dem Zettel wurde geschrieben" not in page


def test_or_it_stays_as_it_is(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    dora = signed_in(cast.dora)
    play(cast, table)
    dora.post(url_of("hand_in_sheet", one, *gaps(table)))
    reopen_sheet(sheet_now(table), by=cast.anna)
    play(cast, table)
    page = seen(dora.post(url_of("leave_sheet", one, *gaps(table)), follow=True))
    assert "Auf dem Zettel wurde geschrieben" not in page
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
    answer = dora.post(url, paper_of(table, 19, 6, -4, -20) | {"reason": "Verschrieben"})
    assert "sie ergeben 1" in seen(answer)


def test_the_referee_notes_a_penalty_on_the_sheet(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    start = one.entrants.get(player__name="Anna").number
    data = {"who": start, "points": "10", "reason": "Bedient", "key": str(uuid4())}
    url = url_of("note_penalty", one, *gaps(table))
    for _ in range(2):
        page = signed_in(cast.ben).post(url, data, follow=True)
        assert "Die Strafpunkte stehen auf dem Zettel." in page.content.decode()
    entry = sheet_of(table).entries.get()
    assert (entry.kind, entry.facts["reason"], entry.written_by) == ("penalty", "Bedient", cast.ben)
    assert signed_in(cast.cleo).get(url).status_code == 403
    services.withdraw_entrant(one.entrants.get(number=8), by=cast.anna)
    play(cast, table)
    services.hand_in_sheet(table, by=cast.anna)
    assert sum(points or 0 for points in totals(table).values()) == -10


def test_a_penalty_on_the_sheet_counts_beside_typed_totals(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    start = one.entrants.get(player__name="Anna").number
    play(cast, table)
    services.note_penalty(table, start, 10, "Bedient", uuid=uuid4(), by=cast.ben)
    slips = {number: Slip(0) for number in services.slips_of(table)}

    def penalty() -> int:
        return Place.objects.get(table=table, entrant__number=start).penalty

    for _time in range(2):
        services.hand_in_paper(table, slips, games=24, by=cast.dora)
        assert penalty() == -10
        slips = services.slips_of(table)
    assert services.slips_on_sheet(table_of(one), sheet_now(table))[start].penalty == 0
    services.give_back(table, by=cast.dora)
    assert penalty() == 0
    services.hand_in_sheet(table, by=cast.dora)
    assert sum(points or 0 for points in totals(table).values()) + penalty() == -10


def test_typed_points_begin_without_the_penalty_on_the_sheet(cast: Cast) -> None:
    """As they stand on the printed slip, where the penalty has a column of its own."""
    one = started(cast)
    table = table_of(one)
    start = one.entrants.get(player__name="Anna").number
    play(cast, table)
    before = services.slips_on_sheet(table, sheet_now(table))
    services.note_penalty(table, start, 10, "Bedient", uuid=uuid4(), by=cast.ben)
    services.hand_in_sheet(table_of(one), by=cast.anna)
    dora, url = signed_in(cast.dora), url_of("correct_table", one, *gaps(table))
    answer = dora.get(url)
    form = answer.context["form"]
    assert {number: form[f"points_{number}"].value() for number in before} == {
        number: slip.points for number, slip in before.items()
    }
    assert "Strafe" in seen(answer)
    sent = {name: "" if field.value() is None else field.value() for name in form.fields if (field := form[name])}
    dora.post(url, sent | {"reason": "Abgeschrieben", "confirmed": "1", "seen": services.stamp_slips(table)})
    assert services.slips_of(table)[start] == before[start]._replace(penalty=-10)


def test_a_penalty_after_handing_in_is_shown_first(cast: Cast) -> None:
    one = started(cast, rounds=1)
    table = table_of(one)
    dora, ben = signed_in(cast.dora), signed_in(cast.ben)
    dora.post(url_of("type_totals", one, *gaps(table)), paper_of(table, 0, 0, 0, 0))
    dora.post(url_of("sign_table", one, *gaps(table)))
    start = one.entrants.get(player__name="Anna").number
    data = {"who": start, "points": "10", "reason": "Zu spät", "key": str(uuid4())}
    url = url_of("note_penalty", one, *gaps(table))
    assert "Anna Platz 1 → 8" in seen(ben.post(url, data))
    data |= {"confirmed": "1", "seen": services.stamp_slips(table)}
    for _press in range(2):
        assert "Zu spät Anna: ±0 → −10" in seen(ben.post(url, data, follow=True))
    assert Place.objects.get(table=table, entrant__number=start).penalty == -10
    assert [row.points for row in read_day(one).ranking][-1] == -10
    assert "Jemand hat diesen Tisch inzwischen geändert." in seen(dora.post(url, data, follow=True))
    assert table.corrections.count() == 1


def with_fill_in(cast: Cast) -> tuple[Tournament, RoundTable]:
    one = started(cast)
    services.enter_entrants(one, [], [Listed("Springer")], fill_in=True, by=cast.anna)
    return one, table_of(one)


def test_a_no_show_was_never_there(cast: Cast) -> None:
    one, table = with_fill_in(cast)
    numbers = {entrant.player.name: entrant.number for entrant in one.entrants.select_related("player")}
    data = {"leaves": numbers["Anna"], "comes": numbers["Springer"]}
    page = seen(signed_in(cast.dora).post(url_of("fill_seat", one, *gaps(table)), data, follow=True))
    assert "Springer springt ein." in page
    assert "Springer" in totals(table)
    assert "Anna" not in totals(table)
    assert str(one.entrants.get(fill_in=True).player_id) in sheet_now(table).players


def test_who_leaves_keeps_what_was_played(cast: Cast) -> None:
    one, table = with_fill_in(cast)
    play(cast, table)
    numbers = {entrant.player.name: entrant.number for entrant in one.entrants.select_related("player")}
    data = {"leaves": numbers["Anna"], "comes": numbers["Springer"]}
    page = seen(signed_in(cast.dora).post(url_of("fill_seat", one, *gaps(table)), data, follow=True))
    assert "Anna ging weg" in page
    services.hand_in_sheet(table, by=cast.anna)
    found = totals(table)
    assert (abs(found["Anna"] or 0), found["Springer"], len(found)) == (1, 0, 5)
    assert "Springer" not in [read_day(one).entrants[row.who].player.name for row in read_day(one).ranking]


def test_where_nobody_is_free_the_way_to_enter_somebody_is_offered(cast: Cast) -> None:
    one = started(cast)
    here = signed_in(cast.dora).get(url_of("fill_seat", one, *gaps(table_of(one))))
    assert "Kein Springer ist frei" in seen(here)
    assert all(place.entrant.player.name in seen(here) for place in table_of(one).places.all())
    assert "Zurück zum Tisch" in seen(here)
    url = f"{url_of('enter_entrants', one)}?fill_in=1"
    assert f'href="{url}"' in here.content.decode()
    assert re.search(r'name="fill_in"[^>]* checked', signed_in(cast.dora).get(url).content.decode())


def test_nobody_fills_in_and_nothing_is_typed_at_a_table_that_is_confirmed(cast: Cast) -> None:
    one = finished(cast)
    table = table_of(one)
    client, here = signed_in(cast.dora), gaps(table)
    assert "Dieser Tisch spielt nicht" in seen(client.get(url_of("fill_seat", one, *here)))
    page = client.get(url_of("type_totals", one, *here)).content.decode()
    assert "Dieser Tisch ist bestätigt" in page
    assert url_of("correct_table", one, *here) in page
    assert "<input" not in page.partition("<main")[2].partition("</main>")[0]
    services.end_tournament(one, by=cast.anna)
    page = client.get(url_of("enter_entrants", one)).content.decode()
    assert "Das Turnier ist beendet" in page
    assert 'name="listed"' not in page


def finished(cast: Cast, **facts: Any) -> Tournament:
    one = started(cast, rounds=1, **facts)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        points = dict(zip(numbers, (18, 6, -4, -20), strict=True))
        services.hand_in_paper(table, {who: Slip(each) for who, each in points.items()}, games=24, by=cast.dora)
        services.sign_table(table)
    return one


def test_it_ends_when_all_is_confirmed(cast: Cast) -> None:
    one = started(cast, rounds=1)
    with pytest.raises(ValidationError, match="Erst müssen alle Tische bestätigt sein"):
        services.end_tournament(one, by=cast.anna)
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
        services.change_entrant(entrant, {"tags": ["Damen"] if number > 2 else []}, team=name, by=cast.anna)
    services.plan_seating(one)
    services.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        slips = {who: Slip(20 - 5 * numbers.index(who) * 2 - 5) for who in numbers}
        services.hand_in_paper(table, slips, games=24, by=cast.dora)
    page = seen(signed_in(cast.dora).get(url_of("show_tournament", one)))
    assert "Damen Platz Name R 1 Punkte 1 " in page
    assert "Mannschaften Platz Mannschaft Punkte 1 " in page


def test_reopened_and_changed_the_sheet_is_a_correction(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    play(cast, table)
    services.hand_in_sheet(table, by=cast.anna)
    services.sign_table(table)
    reopen_sheet(sheet_of(table), by=cast.anna)
    play(cast, table)
    assert [*totals(table).values()] == [1, 1, -1, -1]
    assert "Auf dem Zettel wurde geschrieben" in seen(signed_in(cast.dora).get(url_of("show_table", one, *gaps(table))))
