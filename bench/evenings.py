"""A table for writing games during a measurement."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from django.urls import reverse

from bench.games import Games
from bench.serving import Question
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.clubs import found_club
from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings
from scoring.rules.presets import PRESETS

NAMES: Final = ("Anna", "Ben", "Cleo", "Dora")
CLUB: Final = 30  # players, so that the bare page has its rows


class Table:
    """Four people of one club, under the most common rules: with Bock, so that games depend on earlier ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.owner = Account.objects.create_user(username="bench", display_name="Bench")
        self.club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=self.owner)
        names = [*NAMES, *(f"Gast {number}" for number in range(CLUB - len(NAMES)))]
        self.four = _players(self.club, names)[: len(NAMES)]
        self.games = Games([str(player.pk) for player in self.four])
        self.cookie = ""

    def _save(self, name: str, sheet: Sheet, base: int) -> Question:
        path = reverse("evenings:send_ops", args=[sheet.pk])
        return Question(name, self.port, path, self.cookie, self.games.fill_form(), base=base)

    def _new_sheet(self) -> Sheet:
        table = opening.NewSheet(players=self.four, rules=PRESETS["hausrunde"].rules)
        evening = evenings.open_evening(self.club, [table], key=uuid4(), by=self.owner)
        return Sheet.objects.get(evening=evening)


def _players(club: Club, names: list[str]) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names]
