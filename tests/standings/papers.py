"""Evenings by their results alone, and the addresses of the league."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from django.utils import timezone

from dokoclub.clubs.models import Player, Season
from dokoclub.evenings.models import Evening, Result, Sheet
from dokoclub.standings.services import league as league_services
from scoring.game.extras import EXTRAS
from scoring.league.rules import StandingsRules
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast

DDV = store_rules(PRESETS["ddv"].rules)


def results(cast: Cast, day: date, points: Mapping[str, int], *, is_open: bool = False, **counts: Any) -> Evening:
    """Write an evening with these points and 4 games each by default. `counts`: of everybody."""
    evening = Evening.objects.create(club=cast.club, date=day, closed_at=None if is_open else timezone.now())
    sheet = Sheet.objects.create(
        evening=evening,
        rules=DDV,
        players=cast.ids(*points),
        first_dealer=cast.players[next(iter(points))],
        games=counts.get("games", 4),
        closed_at=evening.closed_at,
    )
    counted = {"games": 4, "decided": 4, "won": 2, **counts}
    extras = {key: counted.pop(key) for key in EXTRAS if key in counted}
    Result.objects.bulk_create(
        Result(
            sheet=sheet,
            player=cast.players[name],
            extras=extras,
            **{"scores": amount, "balance": amount, **counted},
        )
        for name, amount in points.items()
    )
    return evening


def change(evening: Evening, player: Player, points: int) -> None:
    """Correct a game of a closed evening."""
    Result.objects.filter(sheet__evening=evening, player=player).update(scores=points, balance=points)


def league(cast: Cast, page: str = "table/") -> str:
    return f"/clubs/{cast.club.pk}/{page}"


def season(cast: Cast, first: date, last: date, name: str = "Saison", **more: Any) -> Season:
    """Return a season. `more`: planned, rules, month_rules."""
    wanted = {"rules": StandingsRules(), "month_rules": StandingsRules(), **more}
    frame = league_services.NewSeason(name=name, first=first, last=last, **wanted)
    return league_services.make_season(cast.club, frame, key=uuid4(), by=cast.anna)


def correct(cast: Cast, name: str, points: int, day: date, reason: str = "Kuchen") -> Any:
    return league_services.correct_points(
        cast.club,
        cast.players[name],
        day=day,
        points=points,
        reason=reason,
        key=uuid4(),
        by=cast.anna,
    )
