"""Two phones wrote the same game: both versions side by side, what differs marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.shown.calls import list_calls
from dokoclub.evenings.shown.detail import list_attributed
from dokoclub.evenings.shown.people import tell_players
from dokoclub.evenings.shown.rows import kind_of, print_augen
from dokoclub.look import parts
from scoring.contract.attribution import Attribution
from scoring.game.game import Game
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row
from scoring.rules.rules import Rules


class Side(NamedTuple):
    """One version: who wrote it, what it says, what it is worth."""

    title: str
    row: Row
    note: str
    value: int | None
    attribution: Attribution = Attribution()


def compare_versions(
    mine: Side, theirs: Side, names: Names, rules: Rules, *, number: int, after: int | None
) -> parts.Conflict:
    """`number`: that both wanted; `after`: that mine gets if both are games, None where they cannot be."""
    said = dict(_lines(mine, names, rules)), dict(_lines(theirs, names, rules))
    keys = list(dict.fromkeys([*said[1], *said[0]]))
    return parts.Conflict(
        title=_("Game %(number)s is already written") % {"number": number},
        hint=_("Which version counts?") if said[0] != said[1] else _("Both versions say the same."),
        mine=_version(mine, keys, *said),
        theirs=_version(theirs, keys, *said[::-1]),
        both=_("mine becomes game %(number)s") % {"number": after} if after else "",
    )


def _version(side: Side, keys: list[str], own: dict[str, str], other: dict[str, str]) -> parts.Version:
    facts = [
        parts.Fact(text=key) if own.get(key) == other.get(key) == "" else _fact(key, own.get(key), other.get(key))
        for key in keys
    ]
    return parts.Version(title=side.title, facts=facts, value=side.value)


def _fact(key: str, own: str | None, other: str | None) -> parts.Fact:
    said = "–" if own is None else own or _("yes")
    return parts.Fact(text=f"{key}: {said}") if own == other else parts.Fact(text=f"{key}:", differs=said)


def _lines(side: Side, names: Names, rules: Rules) -> Iterator[tuple[str, str]]:
    """What the version says: a heading and what stands behind it; only a heading for a plain fact."""
    row = side.row
    if not isinstance(row, Game) or row.kind != "normal":
        yield _("Kind"), kind_of(row, rules)
    if isinstance(row, Game):
        yield from _game(row, names, rules)
        yield from ((told, "") for told in list_attributed(side.attribution, row, names, rules))
    elif isinstance(row, ByHand):
        yield _("Winners"), tell_players(names, row.winners)
        yield _("Game value"), str(row.value)
    elif isinstance(row, (PointsByHand, Penalty)):
        yield from ((names[player].called, str(points)) for player, points in row.points.items())
    elif isinstance(row, Redeal):
        yield from _redeal(row, names)
    if side.note:
        yield _("Note"), side.note


def _redeal(row: Redeal, names: Names) -> Iterator[tuple[str, str]]:
    if row.reason:
        yield _("Reason"), str(words.REDEALS[row.reason])
    if row.by:
        yield _("Who"), names[row.by].called


def _game(game: Game, names: Names, rules: Rules) -> Iterator[tuple[str, str]]:
    yield str(words.PARTIES["re"]), tell_players(names, game.re)
    yield _("Augen"), print_augen(game)
    if game.no_tricks:
        yield _("Without a trick"), str(words.PARTIES[game.no_tricks])
    yield from list_calls(game, rules)
    if game.hearts_trick:
        yield _("Herzstich went through"), ""
    if game.bock_by_hand:
        yield _("Declare a Bockrunde"), ""
