"""The games behind deeds."""

from __future__ import annotations

from collections.abc import Iterable

from dokoclub.evenings.models import Entry
from scoring.league.feats import FeatGame


def fetch_keys(games: Iterable[FeatGame]) -> dict[FeatGame, str]:
    """By which key the page of a sheet unfolds each of these games. One query, or none where there is no game."""
    wanted = {(game.place.sheet, game.number): game for game in games}
    if not wanted:
        return {}
    sheets, numbers = ({place[index] for place in wanted} for index in (0, 1))
    rows = Entry.objects.counted().filter(sheet__in=sheets, number__in=numbers).values_list("sheet", "number", "uuid")
    return {wanted[sheet, number]: str(uuid) for sheet, number, uuid in rows if (sheet, number) in wanted}
