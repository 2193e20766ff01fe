"""What a game is worth: the items in the order a player counts them, and what multiplies. rules.md 1.3–1.12."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from scoring.game.bock import factor_at, outcome_triggers
from scoring.game.extras import KARLCHEN, Counts, in_order, worth_of_extras
from scoring.game.game import ARMUT, SOLO, Outcome
from scoring.game.verdict import is_schwarz, winning_party
from scoring.rules.rules import Bock, Rules
from scoring.terms import ABSAGEN, LIMIT, Call, Party

# Against a failed Absage, `30_over`: the Augen that earn a point (TSR 7.2.2 e, f).
MARK: Final = {Call.NO_90: 120, Call.NO_60: 90, Call.NO_30: 60, Call.SCHWARZ: 30}


class Item(NamedTuple):
    """One line of the reckoning, shown to the players as it is."""

    to: Party  # who is credited
    key: str  # a key with a translation, never a ready sentence
    points: int  # Spielpunkte, never 0 in a reckoning


class Factor(NamedTuple):
    """What multiplies: `bock_game`, `announced_re`, `announced_kontra` or `bock`."""

    key: str
    times: int


class Verdict(NamedTuple):
    """All that follows from an outcome alone, before extras and Bock."""

    winner: Party | None
    items: tuple[Item, ...]
    game: int  # net for Re of the items without gegen die Alten
    alten: int  # net for Re of gegen die Alten
    if_re: tuple[Factor, ...]  # Ansage factors if the points go to Re …
    if_kontra: tuple[Factor, ...]  # … and if they go to Kontra
    triggers: tuple[str, ...]  # of the rules' Bock triggers


class Worth(NamedTuple):
    """The net points of Re after everything, and what was needed beyond the items before."""

    net: int
    factors: tuple[Factor, ...]
    items: tuple[Item, ...]


def judge_outcome(rules: Rules, outcome: Outcome) -> Verdict:
    won_by = winning_party(rules, outcome)
    lines = list_items(rules, outcome, won_by)
    alten = net_points(item for item in lines if item.key == "gegen_die_alten")
    return Verdict(
        winner=won_by,
        items=lines,
        game=net_points(lines) - alten,
        alten=alten,
        if_re=ansage_factors(rules, outcome, won_by, gets=Party.RE),
        if_kontra=ansage_factors(rules, outcome, won_by, gets=Party.KONTRA),
        triggers=outcome_triggers(rules.bock, outcome, won_by),
    )


def worth_with_bock(bock: Bock | None, verdict: Verdict, apart: int, level: int) -> Worth:
    """Bock and Ansage doubling. FOR; rules.md 1.3, 1.13, 2.5–2.7.

    `apart`: net of gegen die Alten and extras, which `double_game` leaves alone. Rules without Bock
    ignore the level.
    """
    effect = bock.effect if bock is not None and level else None
    factors: list[Factor] = []
    items: tuple[Item, ...] = ()
    points = verdict.game
    if effect == "double_game" and verdict.winner is not None:
        factors.append(Factor("bock_game", factor_at(level)))
        points *= factor_at(level)
    points += apart
    for doubling in ansage_doubling(verdict, points):
        factors.append(doubling)
        points *= doubling.times
    if effect == "double_all":
        factors.append(Factor("bock", factor_at(level)))
        points *= factor_at(level)
    if effect == "add" and verdict.winner is not None and bock is not None and bock.points:
        items = (Item(verdict.winner, "bock", bock.points * level),)
        points += net_points(items)
    return Worth(points, tuple(factors), items)


def ansage_doubling(verdict: Verdict, points: int) -> tuple[Factor, ...]:
    """The sign tells who gets the points; 0 points do not go to the loser. rules.md 2.6."""
    to_re = points > 0 or (points == 0 and verdict.winner is Party.RE)
    return verdict.if_re if to_re else verdict.if_kontra


def net_points(lines: Iterator[Item] | tuple[Item, ...]) -> int:
    """Spielpunkte of Re: its items less those of Kontra. rules.md 2.4."""
    return sum(item.points if item.to is Party.RE else -item.points for item in lines)


def list_items(rules: Rules, outcome: Outcome, won_by: Party | None) -> tuple[Item, ...]:
    """Everything but extras and Bock, in the order of rules.md 6; only what is not 0."""
    if won_by is None:
        lines = _without_a_winner(rules, outcome)
    else:
        lines = chain(
            [Item(won_by, "won", 1)],
            played_under(outcome, won_by),
            played_schwarz(rules, outcome, won_by),
            ansage_items(rules, outcome, won_by),
            absage_items(rules, outcome, won_by),
            against_items(rules, outcome, won_by),
            solo_items(rules, outcome, won_by),
            gegen_die_alten(rules, outcome, won_by),
        )
    return tuple(item for item in lines if item.points)


def _without_a_winner(rules: Rules, outcome: Outcome) -> Iterator[Item]:
    """What each party still gets where nobody won. TSR 7.2.2; rules.md 1.6."""
    if "under" in rules.no_winner_keeps:
        for party in Party:
            yield from played_under(outcome, party)
    if "against" in rules.no_winner_keeps:
        yield from against_items(rules, outcome, None)


def played_under(outcome: Outcome, to: Party) -> Iterator[Item]:
    """Source: TSR 7.2.2 a; rules.md 1.7."""
    for limit in LIMIT.values():
        if outcome.augen(to.opponent) < limit:
            yield Item(to, f"under_{limit}", 1)


def played_schwarz(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Source: TSR 7.2.2 a; rules.md 1.8."""
    if is_schwarz(rules, outcome, won_by.opponent):
        yield Item(won_by, "schwarz_played", 1)


def ansage_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Source: TSR 7.2.2 b; rules.md 1.3."""
    if rules.ansage == "add":
        for party in Party:
            if outcome.call(party) >= Call.ANSAGE:
                yield Item(won_by, f"announced_{party}", rules.ansage_points)


def absage_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Source: TSR 7.2.2 c, d; rules.md 1.4."""
    for party in Party:
        for absage in announced_absagen(outcome, party):
            yield Item(won_by, f"absage_{absage.key}_{party}", rules.absage_points)


def against_items(rules: Rules, outcome: Outcome, won_by: Party | None) -> Iterator[Item]:
    """Against a failed Absage, each announced level by itself. TSR 7.2.2 e, f; rules.md 1.5.

    Where nobody won, both Absagen have failed, and `per_level` credits each to the opponents too (1.6).
    """
    for absage in ABSAGEN:
        for party in Party:
            if outcome.call(party.opponent) >= absage and _scores_against(rules, outcome, party, won_by, absage):
                yield Item(party, f"against_{absage.key}", 1)


def _scores_against(rules: Rules, outcome: Outcome, party: Party, won_by: Party | None, absage: Call) -> bool:
    if rules.against == "30_over":
        return outcome.augen(party) >= MARK[absage]
    return rules.against == "per_level" and won_by in (party, None)


def solo_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Source: FOR; rules.md 1.12."""
    if outcome.side == SOLO and (won_by is Party.RE or rules.solo_points_to == "winner"):
        yield Item(won_by, "solo", rules.solo_points)


def gegen_die_alten(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Source: TSR 7.2; rules.md 1.9."""
    if won_by is Party.RE:
        return
    if outcome.side == SOLO and not rules.gegen_die_alten_solo:
        return
    if outcome.side == ARMUT and not rules.gegen_die_alten_armut:
        return
    yield Item(won_by, "gegen_die_alten", rules.gegen_die_alten)


def announced_absagen(outcome: Outcome, party: Party) -> list[Call]:
    return [absage for absage in ABSAGEN if outcome.call(party) >= absage]


def ansage_factors(rules: Rules, outcome: Outcome, won_by: Party | None, gets: Party) -> tuple[Factor, ...]:
    """What doubles if the points go to `gets`, who need not be the winner. FOR; rules.md 1.3."""
    if rules.ansage != "double" or won_by is None:
        return ()
    announced = [party for party in Party if outcome.call(party) >= Call.ANSAGE]
    if gets is not won_by:
        if rules.ansage_double_loser == "never":
            return ()
        if rules.ansage_double_loser == "literal" and won_by in announced:
            return ()
    return tuple(Factor(f"announced_{party}", 2) for party in announced)


def extra_items(rules: Rules, side: str, won_by: Party | None, re: Counts, kontra: Counts) -> tuple[Item, ...]:
    """Sonderpunkte, one item a party and key. TSR 7.2; rules.md 1.6, 1.10."""
    if won_by is None and "extras" not in rules.no_winner_keeps:
        return ()
    counts_for = worth_of_extras(rules, solo=side == SOLO)
    of_re, of_kontra = (
        cap_extras(rules, {key: count * counts_for[key] for key, count in counts if key in counts_for})
        for counts in (re, kontra)
    )
    lines = []
    for key in in_order(of_re.keys() | of_kontra.keys()):
        if of_re.get(key):
            lines.append(Item(Party.RE, key, of_re[key]))
        if of_kontra.get(key):
            lines.append(Item(Party.KONTRA, key, of_kontra[key]))
    return tuple(lines)


def cap_extras(rules: Rules, points: dict[str, int]) -> dict[str, int]:
    """The two Karlchen together count at most `karlchen_cap`, Karlchen gefangen yielding first. PAR."""
    left = rules.karlchen_cap
    if left is None:
        return points
    shortened = dict(points)
    for key in KARLCHEN:
        shortened[key] = min(points.get(key, 0), left)
        left -= shortened[key]
    return shortened
