"""Checks of a whole game: all impossible facts, each at its field. rules.md 1.20, 1.26 to 1.28, 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.game.game import Game, get_outcome
from scoring.game.payments import HOCHZEIT, Payment
from scoring.game.verdict import find_winner
from scoring.rules.rules import Rules
from scoring.terms import Call, Party, Player, Problem, say


def call_problems(re_call: Call, kontra_call: Call, raises: int, rules: Rules | None) -> Iterator[Problem]:
    """List steps that do not raise, and too many further calls. rules.md 1.20, 1.26."""
    if raises < 0:
        yield Problem("raises", say("A count cannot be negative."))
    if rules is None:
        return
    for party, call in ((Party.RE, re_call), (Party.KONTRA, kontra_call)):
        if call.is_absage and call.key not in rules.limits:
            yield Problem(f"announced.{party}", say("These rules do not know this step."))
    if raises > rules.raises:
        yield Problem("raises", say("These rules know at most {most} further calls."), {"most": rules.raises})


def named_problems(game: Game, rules: Rules | None) -> Iterator[Problem]:
    """List impossible statements about single players. rules.md 1.27, 1.28."""
    yield from married_problems(game.kind, game.re, game.married, rules)
    if rules is not None and game.offender is not None:
        yield from offender_problems(game, game.offender, rules)
    yield from payment_problems(game.payments, game.players, rules)


def married_problems(kind: str, re: Sequence[Player], married: Player | None, rules: Rules | None) -> Iterator[Problem]:
    """Check the married player. rules.md 1.27."""
    if married is not None and kind != HOCHZEIT:
        yield Problem("married", say("Only in a Hochzeit."))
    elif married is not None and married not in re:
        yield Problem("married", say("Only of Re."))
    elif married is None and kind == HOCHZEIT and len(re) > 1 and rules is not None and HOCHZEIT in rules.payments:
        yield Problem("married", say("Who has married?"))


def offender_problems(game: Game, offender: Player, rules: Rules) -> Iterator[Problem]:
    """Check the player of a wrong card. rules.md 1.28."""
    if not rules.offender_pays:
        yield Problem("offender", say("These rules have no payment for a partner."))
    elif offender not in game.players:
        yield Problem("offender", say("{player} does not play."), {"player": offender})
    elif find_winner(rules, get_outcome(game)) is (Party.RE if offender in game.re else Party.KONTRA):
        yield Problem("offender", say("A player of a wrong card has not won."))


def payment_problems(payments: Sequence[Payment], players: Sequence[Player], rules: Rules | None) -> Iterator[Problem]:
    """Check the payments of single players. rules.md 1.27."""
    for place, payment in enumerate(payments):
        if rules is not None and payment.key not in rules.payments:
            yield Problem(f"payments[{place}].key", say("There is no such payment."))
        if payment.by not in players:
            yield Problem(f"payments[{place}].by", say("{player} does not play."), {"player": payment.by})
