"""Rows by hand: parties from winners and value, winners and value from points. rules.md 1.16."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scoring.game import balance
from scoring.game.payments import Payment, is_written, share_payment
from scoring.game.rows import ByHand, PointsByHand
from scoring.rules.rules import Rules
from scoring.terms import PLAYING, Player, Problem, say


class Parties(NamedTuple):
    """A game by hand as a game: `net` is the Spielpunkte of Re before the factor of a solo."""

    net: int
    re: tuple[Player, ...]
    kontra: tuple[Player, ...]


def get_parties(row: ByHand) -> Parties:
    """Return the parties: one winner has won a solo, three have beaten one player, two are taken for Re."""
    losers = tuple(player for player in row.players if player not in row.winners)
    if len(losers) == 1:
        return Parties(-row.value, losers, row.winners)
    return Parties(row.value, row.winners, losers)


def points_problems(row: PointsByHand, rules: Rules) -> Iterator[Problem]:
    """List points that the notation could not have written.
    An imported row may fall short: the club takes the rest.
    """
    if row.imported:
        if sum(row.points.values()) > 0 and find_game(row, rules) is None:
            yield Problem("points", say("An imported row's points must add up to 0 or less."))
        return
    if rules.notation == "zero_sum":
        if sum(row.points.values()) != 0:
            yield Problem("points", say("A game's points must add up to 0."))
    elif from_points(row, rules) is None:
        yield Problem("points", say("No game gives these points: enter winners and value."))


def find_game(row: PointsByHand, rules: Rules) -> ByHand | None:
    """Return the game that gives these points; if the row is imported, with a payment beside it too. rules.md 1.27.
    A payment between opponents explains nothing here: the parties are unknown.
    """
    found = from_points(row, rules)
    if found is not None or not row.imported:
        return found
    for key in rules.payments:
        for by in row.players:
            payment, rest = Payment(key, by), dict(row.points)
            for player, points in share_payment(rules, payment, row.players, ()).items():
                if is_written(rules, payment, points):
                    rest[player] -= points
            found = from_points(replace(row, points=rest), rules)
            if found is not None:
                return replace(found, payments=(payment,))
    return None


def from_points(row: PointsByHand, rules: Rules) -> ByHand | None:
    """Return the winners and value that give these points in the rules' notation; None if no game does."""
    largest = max(abs(points) for points in row.points.values())
    lose = rules.notation == "minus_only"
    winners = tuple(player for player, points in row.points.items() if (points >= 0 if lose else points > 0))
    if not 1 <= len(winners) < PLAYING:
        return None
    alone = 3 if lose else 1  # the number of winners if the soloist writes
    factor = balance.solo_factor(rules, is_solo=len(winners) != 2, soloist_writes=len(winners) == alone)
    found = ByHand(players=row.players, winners=winners, value=largest // factor, sitting_out=row.sitting_out)
    of = get_parties(found)
    written = balance.write_scores(rules, of.net, of.re, of.kontra, ())
    return found if written == dict(row.points) else None
