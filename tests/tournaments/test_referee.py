"""/tournaments/…/tables/…/: penalties and fill-ins."""

from __future__ import annotations

import re
from uuid import uuid4

from dokoclub.evenings.services.sheets import close_sheet
from dokoclub.tournaments.models import Place, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import people, rounds, tables
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services.people import Listed
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments.papers import started
from tests.tournaments.tables import (
    finished,
    gaps,
    paper_of,
    play,
    sheet_now,
    sheet_of,
    table_of,
    totals,
    url_of,
)


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
    people.withdraw_entrant(one.entrants.get(number=8), by=cast.anna)
    play(cast, table)
    tables.hand_in_sheet(table, by=cast.anna)
    assert sum(points or 0 for points in totals(table).values()) == -10


def test_a_refused_penalty_keeps_what_was_typed(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    data = {"who": one.entrants.get(player__name="Anna").number, "points": "10", "reason": "Bedient"}
    close_sheet(sheet_of(table), by=cast.anna)
    page = signed_in(cast.ben).post(url_of("note_penalty", one, *gaps(table)), data | {"key": str(uuid4())})
    assert (page.status_code, "Der Zettel ist" in seen(page)) == (422, True)
    assert 'value="Bedient"' in page.content.decode()


def test_a_penalty_on_the_sheet_counts_beside_typed_totals(cast: Cast) -> None:
    one = started(cast)
    table = table_of(one)
    start = one.entrants.get(player__name="Anna").number
    play(cast, table)
    tables.note_penalty(table, start, 10, "Bedient", uuid=uuid4(), by=cast.ben)
    slips = {number: Slip(0) for number in slips_services.get_slips(table)}

    def penalty() -> int:
        return Place.objects.get(table=table, entrant__number=start).penalty

    for _time in range(2):
        tables.hand_in_paper(table, slips, games=24, by=cast.dora)
        assert penalty() == -10
        slips = slips_services.get_slips(table)
    assert slips_services.slips_on_sheet(table_of(one), sheet_now(table))[start].penalty == 0
    tables.give_back(table, by=cast.dora)
    assert penalty() == 0
    tables.hand_in_sheet(table, by=cast.dora)
    assert sum(points or 0 for points in totals(table).values()) + penalty() == -10


def test_typed_points_begin_without_the_penalty_on_the_sheet(cast: Cast) -> None:
    """They are as on the printed slip, where the penalty has a separate column."""
    one = started(cast)
    table = table_of(one)
    start = one.entrants.get(player__name="Anna").number
    play(cast, table)
    before = slips_services.slips_on_sheet(table, sheet_now(table))
    tables.note_penalty(table, start, 10, "Bedient", uuid=uuid4(), by=cast.ben)
    tables.hand_in_sheet(table_of(one), by=cast.anna)
    dora, url = signed_in(cast.dora), url_of("correct_table", one, *gaps(table))
    answer = dora.get(url)
    form = answer.context["form"]
    assert {number: form[f"points_{number}"].value() for number in before} == {
        number: slip.points for number, slip in before.items()
    }
    assert "Strafe" in seen(answer)
    sent = {name: "" if field.value() is None else field.value() for name in form.fields if (field := form[name])}
    dora.post(url, sent | {"reason": "Abgeschrieben", "confirmed": "1", "seen": slips_services.digest_table(table)})
    assert slips_services.get_slips(table)[start] == before[start]._replace(penalty=-10)


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
    data |= {"confirmed": "1", "seen": slips_services.digest_table(table)}
    for _press in range(2):
        assert "Zu spät Anna: ±0 → −10" in seen(ben.post(url, data, follow=True))
    assert Place.objects.get(table=table, entrant__number=start).penalty == -10
    assert [row.points for row in read_day(one).ranking][-1] == -10
    assert "Jemand hat diesen Tisch inzwischen geändert." in seen(dora.post(url, data, follow=True))
    assert table.corrections.count() == 1


def with_fill_in(cast: Cast) -> tuple[Tournament, RoundTable]:
    one = started(cast)
    people.enter_entrants(one, [], [Listed("Springer")], fill_in=True, by=cast.anna)
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
    tables.hand_in_sheet(table, by=cast.anna)
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
    rounds.end_tournament(one, by=cast.anna)
    page = client.get(url_of("enter_entrants", one)).content.decode()
    assert "Das Turnier ist beendet" in page
    assert 'name="listed"' not in page
