"""Deeds of single games, as the page of a player prints them."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player
from dokoclub.look.words import name_of
from dokoclub.standings.selectors.feats import fetch_keys
from dokoclub.standings.selectors.statistics import Counted
from scoring.league.feats import FEATS, Done, FeatGame


class Behind(NamedTuple):
    """A game behind a deed."""

    title: str
    day: date
    url: str


class Deed(NamedTuple):
    name: str
    times: int
    games: list[Behind]  # the last ones, the newest first


def of_player(counted: Counted, player: Player) -> list[Deed] | None:
    """In the order of the registry; None without any. One query for the games behind them."""
    mine = counted.of(player).feats
    keys = fetch_keys(game for done in mine.values() for game in done.latest)
    return [_deed(name_of(feat), mine[key], keys) for key, feat in FEATS.items() if key in mine] or None


def _deed(name: str, done: Done, keys: dict[FeatGame, str]) -> Deed:
    return Deed(name, done.times, [_behind(game, keys.get(game)) for game in reversed(done.latest)])


def _behind(game: FeatGame, key: str | None) -> Behind:
    url = reverse("evenings:show_sheet", args=[game.place.sheet])
    title = _("Game %(number)s") % {"number": game.number}
    return Behind(title, game.place.day, f"{url}?open={key}#game-{key}" if key else url)
