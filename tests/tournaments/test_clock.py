"""The clock of a round on its sheets: the rows that may still be written afterwards, by whom and how late."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.errors import Impossible
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.tournaments.models import Round, RoundTable, Tournament
from dokoclub.tournaments.selectors.day import read_day
from dokoclub.tournaments.services import founding, rounds, seating, tables
from dokoclub.tournaments.services.checking import check_tournaments
from tests.cast import Cast, signed_in
from tests.evenings import papers as evening_papers
from tests.evenings.rows import restore_entry, strike_entry
from tests.evenings.sending import batch, game, is_sound, op, save, send
from tests.evenings.views import fields, url
from tests.tournaments import papers

TOO_LATE = "Zeit um: Nur das laufende Spiel und offene Pflichtsoli zählen noch."


class Late:
    """A round of 100 minutes that began 110 minutes ago; at its first table sit Anna to Dora."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.one = papers.directed(cast, 8, minutes=100, seating="by_hand")
        seating.plan_seating(self.one)
        rounds.start_round(self.one, 1, by=cast.anna)
        Round.objects.update(started_at=timezone.now() - timedelta(minutes=110))
        self.one = Tournament.objects.get(pk=self.one.pk)
        founding.change_tournament(self.one, {"minutes": 100}, by=cast.anna)
        self.table = RoundTable.objects.get(round__number=1, places__entrant__player__name="Anna")
        self.four = [
            place.entrant.player.name
            for place in self.table.places.select_related("entrant__player").order_by("number")
        ]
        for entrant in self.one.entrants.select_related("player"):
            cast.players[entrant.player.name] = entrant.player

    @property
    def sheet(self) -> Sheet:
        return Sheet.objects.get(round_table=self.table)

    def facts(self, augen: int = 131) -> dict[str, Any]:
        return evening_papers.game(self.cast, self.four[:2], self.four[2:], augen)

    def write(self, facts: dict[str, Any] | None = None) -> Entry:
        return evening_papers.write(self.cast, self.sheet, facts or self.facts())

    def sent(self, at: datetime | None = None) -> dict[str, Any]:
        """Return a game as a phone sends it."""
        said = fields(self.cast, *self.four[:2])
        told = {name: str(value) for name, value in said.items() if name not in ("uuid", "expected")}
        told["playing"] = " ".join(self.sheet.players)
        return op(fields=told, number=None, at=(at or timezone.now()).isoformat())


@pytest.fixture
def late(cast: Cast) -> Late:
    return Late(cast)


def test_the_game_in_progress_and_open_pflichtsoli(late: Late) -> None:
    late.write()
    with pytest.raises(Impossible, match="Time's up"):
        late.write()
    (first, *others) = late.four
    late.write(evening_papers.solo(late.cast, first, 131) | {"kontra": late.cast.ids(*others)})
    late.write({"kind": "penalty", "points": {late.cast.ids(first)[0]: -2}, "reason": "Zu laut"})
    with pytest.raises(Impossible, match="Time's up"):
        late.write(evening_papers.solo(late.cast, first, 131) | {"kontra": late.cast.ids(*others)})
    assert is_sound(late.sheet)


def test_corrections_go_on_and_what_is_taken_back_makes_room(late: Late) -> None:
    entry = late.write()
    strike_entry(entry, by=late.cast.anna)
    late.write()
    with pytest.raises(Impossible, match="Time's up"):
        restore_entry(Entry.objects.get(pk=entry.pk), by=late.cast.anna)


def test_the_page_says_so(late: Late) -> None:
    late.write()
    client = signed_in(late.cast.anna)
    page = client.get(url("show_sheet", late.sheet)).content.decode()
    assert f'data-ends="{timezone.localtime(late.sheet.ends_at).isoformat()}"' in page
    assert 'data-zero="Zeit um"' in page
    said = {**fields(late.cast, *late.four[:2]), "playing": " ".join(late.sheet.players), "expected": 2}
    answer = save(client, late.sheet, said)
    assert (answer.status_code, [one["text"] for one in answer.json()["problems"]]) == (422, [TOO_LATE])


def test_recorded_in_time_and_sent_late(late: Late) -> None:
    """Three are from before, one from afterwards; the fifth was begun too late."""
    client, ends = signed_in(late.cast.anna), late.sheet.ends_at
    assert ends is not None
    before = [late.sent(ends - timedelta(minutes=minutes)) for minutes in (30, 20, 10)]
    afterwards = [late.sent(ends + timedelta(minutes=minutes)) for minutes in (2, 6)]
    refused = send(client, late.sheet, batch(late.sheet, *before, *afterwards))
    assert (refused.status_code, refused.json()["op"]) == (422, 4)
    assert [one["text"] for one in refused.json()["problems"]] == [TOO_LATE]
    assert late.sheet.games == 0
    assert send(client, late.sheet, batch(late.sheet, *before, afterwards[0])).status_code == 200
    kit = client.get(url("show_kit", late.sheet)).json()
    assert kit["ends"] == ends.isoformat()
    assert [row.get("late", False) for row in kit["rows"]] == [False, False, False, True]


def test_granted_minutes_count_at_once(late: Late) -> None:
    late.write()
    version = late.sheet.version
    rounds.grant_minutes(late.table.round, 15, table=late.table.number)
    assert late.sheet.version > version, "phones fetch it"
    late.write()
    other = RoundTable.objects.exclude(pk=late.table.pk).get()
    assert other.sheet is not None
    assert other.sheet.ends_at is not None
    assert late.sheet.ends_at == other.sheet.ends_at + timedelta(minutes=15)


def test_a_round_without_a_clock_has_no_end(cast: Cast) -> None:
    one = papers.directed(cast, 8, minutes=None)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    sheet = Sheet.objects.filter(round_table__number=1).get()
    assert sheet.ends_at is None
    assert 'id="clock" hidden' in signed_in(cast.anna).get(url("show_sheet", sheet)).content.decode()


def test_batches_of_other_evenings_know_no_clock(cast: Cast) -> None:
    sheet = evening_papers.sheet(cast, "Anna", "Ben", "Cleo", "Dora")
    sent = [game(cast, "Anna", "Ben", number=1), game(cast, "Anna", "Ben", number=2)]
    assert send(signed_in(cast.anna), sheet, batch(sheet, *sent)).status_code == 200


def test_a_running_tournament_comes_from_a_file_with_its_clock_and_its_sheets(late: Late) -> None:
    """The file also says which sheets were written on since: none of them agrees with its table's result."""
    late.write()
    tables.hand_in_sheet(late.table, by=late.cast.anna)
    content = "".join(club_file(late.cast.club)).encode()
    club = found_from_file(BytesIO(content), key=uuid4(), by=late.cast.anna)
    day = read_day(Tournament.objects.get(club=club))
    assert [table.table.is_handed_in for table in day.rounds[0].tables].count(True) == 1
    assert not any(table.sheet_has_moved for table in day.rounds[0].tables)
    ends = {table.table.sheet.ends_at for table in day.rounds[0].tables if table.table.sheet and not table.games}
    assert ends == {day.rounds[0].tables[0].table.ends_at(100)}
    assert [*check_tournaments()] == []
