"""Value of a game: the items in the order in which a player counts them, and the factors. rules.md 1.3–1.12."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from scoring.game.bock import factor_at, outcome_triggers
from scoring.game.extras import KARLCHEN, Counts, in_order, worth_of_extras
from scoring.game.game import Outcome
from scoring.game.kind import ARMUT, get_kind_value, is_alone, is_priced
from scoring.game.verdict import as_counted, is_schwarz, is_too_timid, known_absagen, winning_party
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, LIMIT, Call, Party

# Against a failed Absage, `30_over`: the Augen that earn a point (TSR 7.2.2 e, f).
MARK: Final = {Call.NO_90: 120, Call.NO_60: 90, Call.NO_30: 60, Call.SCHWARZ: 30}
MOST_STEPS: Final = 21  # that double; more count as these


class Item(NamedTuple):
    """One line of the reckoning, shown to the players as it is."""

    to: Party  # the credited party
    key: str  # a key with a translation, never a ready sentence
    points: int  # Spielpunkte, never 0 in a reckoning


class Factor(NamedTuple):
    """A factor of the value."""

    key: str  # of reckoning_text.FACTORS
    times: int


class Verdict(NamedTuple):
    """Everything that follows from an outcome alone, before extras and Bock."""

    winner: Party | None
    items: tuple[Item, ...]
    game: int  # net for Re of the items without gegen die Alten
    alten: int  # net for Re of gegen die Alten
    if_re: tuple[Factor, ...]  # Ansage factors if the points go to Re …
    if_kontra: tuple[Factor, ...]  # … and if they go to Kontra
    triggers: tuple[str, ...]  # of the rules' Bock triggers
    of_game: tuple[Factor, ...] = ()  # Ansage factors of the game alone
    at_120: tuple[Factor, ...] = ()


class Worth(NamedTuple):
    """The net points of Re after everything, with the factors and the items added after extras."""

    net: int
    factors: tuple[Factor, ...]
    items: tuple[Item, ...]


def judge_outcome(rules: Rules, told: Outcome) -> Verdict:
    """Judge an outcome in the order of rules.md 2, up to the sums of step 4."""
    outcome = as_counted(rules, told)
    won_by = winning_party(rules, outcome)
    lines = list_items(rules, outcome, won_by)
    if won_by is not None and is_too_timid(rules, outcome, won_by):
        won_by = won_by.opponent
        lines = hand_over(lines, won_by)
    alten = net_points(item for item in lines if item.key == "gegen_die_alten")
    return Verdict(
        winner=won_by,
        items=lines,
        game=net_points(lines) - alten,
        alten=alten,
        if_re=ansage_factors(rules, outcome, won_by, gets=Party.RE),
        if_kontra=ansage_factors(rules, outcome, won_by, gets=Party.KONTRA),
        triggers=outcome_triggers(rules.bock, outcome, won_by),
        of_game=game_factors(rules, outcome, won_by),
        at_120=even_factors(rules, outcome, won_by),
    )


def hand_over(lines: tuple[Item, ...], to: Party) -> tuple[Item, ...]:
    """Move the points of the win from the party that was too timid, leaving out gegen die Alten. rules.md 1.24."""
    return tuple(item._replace(to=to) for item in lines if item.key != "gegen_die_alten")


def reckon_worth(rules: Rules, verdict: Verdict, extras: int, level: int) -> Worth:
    """Return the worth of the items. rules.md 2.5 to 2.7b.
    `extras`: their net; `level`: of Bock, which rules without Bock ignore.
    """
    factors = [*game_doubling(rules, verdict, level)]
    is_of_game = rules.gegen_die_alten_as == "game"
    points = verdict.game + verdict.alten if is_of_game else verdict.game
    for doubling in factors:
        points *= doubling.times
    points += extras if is_of_game else verdict.alten + extras
    items = level_turned_points(rules, verdict.winner, points)
    points += net_points(items)
    if rules.steps == "double" and points:
        steps = 2 ** (min(abs(points), MOST_STEPS) - 1)
        factors.append(Factor("steps", steps))
        points = steps if points > 0 else -steps
    behind = [*ansage_doubling(verdict, points), *verdict.at_120]
    bock = rules.bock if level else None
    if bock is not None and bock.effect == "double_all":
        behind.append(Factor("bock", factor_at(level)))
    for doubling in behind:
        points *= doubling.times
    if bock is not None and bock.effect == "add" and verdict.winner is not None and bock.points:
        added = (Item(verdict.winner, "bock", bock.points * level),)
        points += net_points(added)
        items += added
    behind.append(Factor("written", rules.points_times))
    return Worth(points * rules.points_times, tuple(one for one in (*factors, *behind) if one.times > 1), items)


def game_doubling(rules: Rules, verdict: Verdict, level: int) -> Iterator[Factor]:
    """Yield the factors of the game alone, if somebody won: Bock, then Ansagen and raises. rules.md 2.5, 2.6."""
    if verdict.winner is not None and rules.bock is not None and rules.bock.effect == "double_game":
        yield Factor("bock_game", factor_at(level))
    yield from verdict.of_game


def level_turned_points(rules: Rules, won_by: Party | None, net: int) -> tuple[Item, ...]:
    """Return the item that brings a game to 0 if its points would go to losers that cannot gain. rules.md 1.25."""
    if rules.loser_can_gain or won_by is None or (net >= 0) is (won_by is Party.RE) or not net:
        return ()
    return (Item(won_by, "no_turn", abs(net)),)


def ansage_doubling(verdict: Verdict, points: int) -> tuple[Factor, ...]:
    """Return the Ansage factors for the party that gets the points. rules.md 2.6.
    The sign of `points` shows that party; 0 points do not go to the loser.
    """
    to_re = points > 0 or (points == 0 and verdict.winner is Party.RE)
    return verdict.if_re if to_re else verdict.if_kontra


def net_points(lines: Iterator[Item] | tuple[Item, ...]) -> int:
    """Return the Spielpunkte of Re: its items less those of Kontra. rules.md 2.4."""
    return sum(item.points if item.to is Party.RE else -item.points for item in lines)


def list_items(rules: Rules, outcome: Outcome, won_by: Party | None) -> tuple[Item, ...]:
    """List everything except extras and Bock, in the order of rules.md 6; only items that are not 0."""
    if is_priced(rules, outcome.side):
        lines = fixed_price(rules, outcome, won_by)
    elif won_by is None:
        lines = _without_a_winner(rules, outcome)
    else:
        lines = chain(
            won_items(rules, outcome, won_by),
            played_under(rules, outcome, won_by),
            played_schwarz(rules, outcome, won_by),
            ansage_items(rules, outcome, won_by),
            absage_items(rules, outcome, won_by),
            against_items(rules, outcome, won_by),
            kind_items(rules, outcome, won_by),
            gegen_die_alten(rules, outcome, won_by),
        )
    return tuple(item for item in lines if item.points)


def _without_a_winner(rules: Rules, outcome: Outcome) -> Iterator[Item]:
    """Yield the items that each party still gets if nobody won. TSR 7.2.2; rules.md 1.6."""
    if "under" in rules.no_winner_keeps:
        for party in Party:
            yield from played_under(rules, outcome, party)
    if "against" in rules.no_winner_keeps:
        yield from against_items(rules, outcome, None)


def fixed_price(rules: Rules, outcome: Outcome, won_by: Party | None) -> Iterator[Item]:
    """Yield the one item of such a kind of game: its price if Re wins, or if Kontra does. rules.md 1.19."""
    if won_by is not None:
        won, lost = get_kind_value(rules, outcome.side, "fixed", None)
        yield Item(won_by, "fixed", won if won_by is Party.RE else lost)


def won_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the point of the win; at 120 to 120 it can be read as one for "under 120". TSR 7.2.2 a; rules.md 1.23."""
    decided = outcome.re_call.is_absage or outcome.kontra_call.is_absage
    if decided or not (is_even(outcome) and rules.at_120 == "without_won"):
        yield Item(won_by, "won", 1)


def is_even(outcome: Outcome) -> bool:
    return outcome.re_augen == AUGEN // 2


def played_under(rules: Rules, outcome: Outcome, to: Party) -> Iterator[Item]:
    """Yield a point for each step that the opponents stayed under. TSR 7.2.2 a; rules.md 1.7, 1.26."""
    for absage in known_absagen(rules):
        if absage in LIMIT and outcome.augen(to.opponent) < LIMIT[absage]:
            yield Item(to, f"under_{LIMIT[absage]}", 1)


def played_schwarz(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the point for opponents that are schwarz. TSR 7.2.2 a; rules.md 1.8, 1.26."""
    if Call.SCHWARZ in known_absagen(rules) and is_schwarz(rules, outcome, won_by.opponent):
        yield Item(won_by, "schwarz_played", 1)


def ansage_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the points of Ansagen; further calls are worth as much (1.20). TSR 7.2.2 b; rules.md 1.3."""
    if rules.ansage == "add":
        for party in announced_by(outcome):
            yield Item(won_by, f"announced_{party}", rules.ansage_points)
        yield Item(won_by, "raises", rules.ansage_points * outcome.raises)


def announced_by(outcome: Outcome) -> list[Party]:
    return [party for party in Party if outcome.call(party) >= Call.ANSAGE]


def absage_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the points of Absagen. TSR 7.2.2 c, d; rules.md 1.4."""
    for party in Party:
        for absage in announced_absagen(rules, outcome, party):
            yield Item(won_by, f"absage_{absage.key}_{party}", rules.absage_points)


def against_items(rules: Rules, outcome: Outcome, won_by: Party | None) -> Iterator[Item]:
    """Yield points against a failed Absage, each announced level by itself. TSR 7.2.2 e, f; rules.md 1.5.
    If nobody won, both Absagen have failed, and `per_level` credits each to the opponents too (1.6).
    """
    for absage in known_absagen(rules):
        for party in Party:
            if outcome.call(party.opponent) >= absage and _scores_against(rules, outcome, party, won_by, absage):
                yield Item(party, f"against_{absage.key}", 1)


def _scores_against(rules: Rules, outcome: Outcome, party: Party, won_by: Party | None, absage: Call) -> bool:
    if rules.against == "30_over":
        return outcome.augen(party) >= MARK[absage]
    return rules.against == "per_level" and won_by in (party, None)


def kind_items(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the points of a solo, or of another kind of game. FOR; rules.md 1.12, 1.19."""
    if not is_alone(outcome.side):
        yield Item(won_by, outcome.side, get_kind_value(rules, outcome.side, "points", 0))
    elif won_by is Party.RE or rules.solo_points_to == "winner":
        yield Item(won_by, "solo", get_kind_value(rules, outcome.side, "points", rules.solo_points))


def gegen_die_alten(rules: Rules, outcome: Outcome, won_by: Party) -> Iterator[Item]:
    """Yield the points of gegen die Alten. TSR 7.2; rules.md 1.9, 1.19."""
    counts = True
    if is_alone(outcome.side):
        counts = rules.gegen_die_alten_solo
    elif outcome.side == ARMUT:
        counts = rules.gegen_die_alten_armut
    if won_by is Party.KONTRA and get_kind_value(rules, outcome.side, "gegen_die_alten", counts):
        yield Item(won_by, "gegen_die_alten", rules.gegen_die_alten)


def announced_absagen(rules: Rules, outcome: Outcome, party: Party) -> list[Call]:
    return [absage for absage in known_absagen(rules) if outcome.call(party) >= absage]


def ansage_factors(rules: Rules, outcome: Outcome, won_by: Party | None, gets: Party) -> tuple[Factor, ...]:
    """Return the factors if the points go to `gets`, which need not be the winner. FOR; rules.md 1.3, 1.20."""
    if rules.ansage != "double" or won_by is None:
        return ()
    announced = announced_by(outcome)
    if gets is not won_by:
        if rules.ansage_double_loser == "never":
            return ()
        if rules.ansage_double_loser == "literal" and won_by in announced:
            return ()
    return (*(Factor(f"announced_{party}", 2) for party in announced), *raise_factors("raises", outcome))


def raise_factors(key: str, outcome: Outcome) -> tuple[Factor, ...]:
    """Return the factor of the further calls: each doubles as an Ansage does. rules.md 1.20."""
    return (Factor(key, 2**outcome.raises),) if outcome.raises else ()


def game_factors(rules: Rules, outcome: Outcome, won_by: Party | None) -> tuple[Factor, ...]:
    """Return the factors of the game alone, which do not double extras and the like. rules.md 1.20."""
    if rules.ansage != "double_game" or won_by is None:
        return ()
    announced = (Factor(f"announced_{party}_game", 2) for party in announced_by(outcome))
    return (*announced, *raise_factors("raises_game", outcome))


def even_factors(rules: Rules, outcome: Outcome, won_by: Party | None) -> tuple[Factor, ...]:
    """Return the factor of a game at 120 to 120. rules.md 1.23."""
    return (Factor("120_120", 2),) if rules.at_120 == "double" and won_by is not None and is_even(outcome) else ()


def extra_items(rules: Rules, side: str, won_by: Party | None, re: Counts, kontra: Counts) -> tuple[Item, ...]:
    """List the Sonderpunkte, one item per party and key. TSR 7.2; rules.md 1.6, 1.10."""
    if won_by is None and "extras" not in rules.no_winner_keeps:
        return ()
    counts_for = worth_of_extras(rules, side)
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
    """Cap the two Karlchen together at `karlchen_cap`; Karlchen gefangen yields first. PAR."""
    left = rules.karlchen_cap
    if left is None:
        return points
    shortened = dict(points)
    for key in KARLCHEN:
        shortened[key] = min(points.get(key, 0), left)
        left -= shortened[key]
    return shortened
