"""Winner of a game, and the Augen or tricks each party needed. TSR 6.4, 7.1; rules.md 1.1, 1.2, 1.8."""

from __future__ import annotations

from typing import NamedTuple

from scoring.game.game import Outcome
from scoring.game.kind import get_kind_value, is_alone, is_priced
from scoring.rules.rules import Rules
from scoring.terms import ABSAGEN, AUGEN, LIMIT, Call, Party


def as_counted(rules: Rules, outcome: Outcome) -> Outcome:
    """Return `outcome` as the rules take it: in some kinds of games Re counts as announced. rules.md 1.19, 1.20.
    Rules other than those of the game may know fewer further calls.
    """
    raises = min(outcome.raises, rules.raises)
    if outcome.re_call is Call.NONE and get_kind_value(rules, outcome.side, "announced", False):
        return outcome._replace(re_call=Call.ANSAGE, raises=raises)
    return outcome._replace(raises=raises)


def known_absagen(rules: Rules) -> list[Call]:
    """List the steps that raise, lowest first. rules.md 1.26."""
    return [absage for absage in ABSAGEN if absage.key in rules.limits]


def find_winner(rules: Rules, outcome: Outcome) -> Party | None:
    """Return the final winner: a party that was too timid has not won. rules.md 1.2, 1.19, 1.24."""
    outcome = as_counted(rules, outcome)
    won_by = winning_party(rules, outcome)
    return won_by.opponent if won_by is not None and is_too_timid(rules, outcome, won_by) else won_by


def is_too_timid(rules: Rules, outcome: Outcome, won_by: Party) -> bool:
    """Return whether the winner announced too few of the steps that it played. rules.md 1.24."""
    if rules.feigheit is None or is_alone(outcome.side) or is_priced(rules, outcome.side):
        return False
    known = known_absagen(rules)
    played = sum(is_held_under(rules, outcome, won_by.opponent, absage) for absage in known)
    return played - sum(absage <= outcome.call(won_by) for absage in known) >= rules.feigheit


def winning_party(rules: Rules, outcome: Outcome) -> Party | None:
    """Return the party that won; None if neither did. Never both: rules.md 1.17, first row."""
    for party in Party:
        if has_won(rules, outcome, party):
            return party
    return None


def has_won(rules: Rules, outcome: Outcome, party: Party) -> bool:
    """Return whether the party won. TSR 6.4, 7.1; rules.md 1.2."""
    own, others = outcome.call(party), outcome.call(party.opponent)
    if own.is_absage:
        return is_held_under(rules, outcome, party.opponent, own)
    if others.is_absage:
        return not is_held_under(rules, outcome, party, others)
    return outcome.augen(party) >= augen_without_absage(rules, outcome, party)


def is_held_under(rules: Rules, outcome: Outcome, party: Party, absage: Call) -> bool:
    """Return whether `party` has stayed under the limit of its opponents' Absage. rules.md 2.1."""
    if absage is Call.SCHWARZ:
        return is_schwarz(rules, outcome, party)
    return outcome.augen(party) < LIMIT[absage]


def is_schwarz(rules: Rules, outcome: Outcome, party: Party) -> bool:
    """Return whether the party is schwarz. TSR 7.2.2 a (no trick); HAM (no Augen); rules.md 1.8."""
    if rules.schwarz == "zero_points":
        return outcome.augen(party) == 0
    return outcome.no_tricks is party


def augen_without_absage(rules: Rules, outcome: Outcome, party: Party) -> int:
    """Return the Augen that `party` needs if nobody made an Absage. TSR 7.1.2, 7.1.3; rules.md 1.1."""
    if party is Party.RE:
        return AUGEN // 2 if _applies(rules.re_needs_120, outcome) else AUGEN // 2 + 1
    return AUGEN // 2 + 1 if _applies(rules.kontra_needs_121, outcome) else AUGEN // 2


def _applies(when: str, outcome: Outcome) -> bool:
    if when == "any_call":
        return outcome.kontra_call >= Call.ANSAGE or outcome.re_call >= Call.ANSAGE
    if when == "kontra_any":
        return outcome.kontra_call >= Call.ANSAGE
    if when == "kontra_only":
        return outcome.kontra_call >= Call.ANSAGE and outcome.re_call is Call.NONE
    return False


class Reason(NamedTuple):
    """The reason why a party won or not: "Re needed 151 after keine 90 and had 148"."""

    party: Party
    won: bool
    needed: int | None  # Augen; None: tricks count, see `key`
    had: int  # Augen
    absage: Call  # that set the mark; NONE: nobody made one
    announced_by: Party | None

    @property
    def key(self) -> str:
        """Return `needed_augen`, `needed_every_trick` (schwarz announced) or `needed_a_trick` (by the opponents)."""
        if self.needed is not None:
            return "needed_augen"
        return "needed_every_trick" if self.announced_by is self.party else "needed_a_trick"


def reason_for(rules: Rules, outcome: Outcome, party: Party) -> Reason:
    """Return the Augen or tricks that `party` needed, after which Absage, and the Augen it had."""
    outcome = as_counted(rules, outcome)
    own, others = outcome.call(party), outcome.call(party.opponent)
    won, had = has_won(rules, outcome, party), outcome.augen(party)
    if own.is_absage:
        return Reason(party, won, _needed_after_own(rules, own), had, own, party)
    if others.is_absage:
        return Reason(party, won, _needed_against(rules, others), had, others, party.opponent)
    needed = augen_without_absage(rules, outcome, party)
    return Reason(party, won, needed, had, Call.NONE, None)


def _needed_after_own(rules: Rules, absage: Call) -> int | None:
    if absage is Call.SCHWARZ:
        return AUGEN if rules.schwarz == "zero_points" else None
    return AUGEN - LIMIT[absage] + 1


def _needed_against(rules: Rules, absage: Call) -> int | None:
    if absage is Call.SCHWARZ:
        return 1 if rules.schwarz == "zero_points" else None
    return LIMIT[absage]
