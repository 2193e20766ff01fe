"""A table at which games are written while the clock runs: what is asked, in the order in which it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

from django.urls import reverse

from bench.games import Games
from bench.serving import Question
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.clubs import found_club
from dokoclub.evenings import services
from dokoclub.evenings.models import Sheet
from scoring.rules.presets import PRESETS

NAMES: Final = ("Anna", "Ben", "Cleo", "Dora")
CLUB: Final = 30  # players, so that the bare page has its rows


class Table:
    """Four people of one club, under the rules of most rounds: with Bock, so that games depend on earlier ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.owner = Account.objects.create_user(username="bench", display_name="Bench")
        self.club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=self.owner)
        names = [*NAMES, *(f"Gast {number}" for number in range(CLUB - len(NAMES)))]
        self.four = _players(self.club, names)[: len(NAMES)]
        self.games = Games([str(player.pk) for player in self.four])
        self.cookie = ""

    def questions(self) -> Iterator[Question]:
        """Of a new sheet; the games between the measured ones are written at once, unmeasured."""
        sheet = self._new_sheet()
        yield self._post("bare insert", "bare_insert", {"evening": str(sheet.evening_id)})
        yield self._save("save game 1", sheet, 1)
        self._write(sheet, 48)
        yield self._save("save game 50", sheet, 50)
        self._write(sheet, 10)
        yield self._get("bare page of 30 rows", "bare_rows")
        yield self._get("sheet of 60 games", "evenings:show_sheet", sheet_id=sheet.pk)
        path = reverse("evenings:preview_entry", kwargs={"sheet_id": sheet.pk})
        yield Question("preview of game 61", self.port, path, self.cookie, self._form(61))
        version = Sheet.objects.get(pk=sheet.pk).version
        path = reverse("evenings:follow_sheet", kwargs={"sheet_id": sheet.pk})
        yield Question("nothing new on it (204)", self.port, f"{path}?version={version}", self.cookie)
        yield self._get("its evening", "evenings:show_evening", evening_id=sheet.evening_id)

    def _get(self, name: str, view: str, **gaps: Any) -> Question:
        return Question(name, self.port, reverse(view, kwargs=gaps), self.cookie)

    def _post(self, name: str, view: str, form: dict[str, str], **gaps: Any) -> Question:
        return self._get(name, view, **gaps)._replace(form=form)

    def _save(self, name: str, sheet: Sheet, number: int) -> Question:
        return self._post(name, "evenings:write_entry", self._form(number), sheet_id=sheet.pk)

    def _new_sheet(self) -> Sheet:
        table = services.NewSheet(players=self.four, rules=PRESETS["hausrunde"].rules)
        evening = services.open_evening(self.club, [table], key=uuid4(), by=self.owner)
        return Sheet.objects.get(evening=evening)

    def _form(self, number: int) -> dict[str, str]:
        return self.games.fill_form(number)

    def _write(self, sheet: Sheet, number: int) -> None:
        rows = [services.NewRow(facts=self.games.draw_facts(), uuid=uuid4()) for _ in range(number)]
        with services.write_on(sheet, by=self.owner) as work:
            work.write_all(rows)


def _players(club: Club, names: list[str]) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names]
