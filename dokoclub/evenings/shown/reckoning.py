"""Why is a game worth what it is worth? Its reckoning in words, each line with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.clubs.words import rulebook
from dokoclub.look import parts
from dokoclub.look.numbers import signed
from scoring.game.extras import EXTRAS, variant_extras
from scoring.game.game import Game
from scoring.game.score import NOBODY, Reckoning
from scoring.game.value import Item
from scoring.game.verdict import Reason
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Party

# Behind which parameter of the rules a line of the reckoning stands, by the beginning of its key.
PARAMETERS: Final = {
    "schwarz_played": "schwarz",
    "announced_": "ansage_points",
    "absage_": "absage_points",
    "against_": "against",
    "solo": "solo_points",
    "gegen_die_alten": "gegen_die_alten",
    "bock": "bock.points",
}
PLAYED: Final = "TSR 7.2.2 a"  # won, and played under 90, 60, 30: the same in all rules


def of_game(rules: Rules, game: Game, reckoning: Reckoning, reasons: Iterable[Reason]) -> parts.Reckoning:
    """A played game; `reasons` tell who needed what."""
    side = _side(reckoning)
    behind = tuple(item for item in reckoning.items if item.key == "bock") if reckoning.factors else ()
    items = [item for item in reckoning.items if item not in behind]
    total = sum(_points(item, side) for item in items)
    told = [_item(item, side, rules, nobody=reckoning.winner == NOBODY) for item in items]
    return parts.Reckoning(
        headline=tell_outcome(reckoning, game),
        items=told,
        sum=total if reckoning.factors else None,
        times=[*_times(reckoning, total), *(_behind(item, side, reckoning) for item in behind)],
        value=reckoning.value,
        notes=list(_notes(reckoning, game, reasons)),
        books=rulebook.books_cited(item.source for item in told),
    )


def by_hand(reckoning: Reckoning) -> parts.Reckoning:
    """A row of which only winners and value are known, or only the points."""
    return parts.Reckoning(headline=_("Entered by hand"), value=reckoning.value)


def tell_outcome(reckoning: Reckoning, game: Game) -> str:
    """Re wins with 154 Augen; at least 151, where only the step is known."""
    if reckoning.winner == NOBODY:
        return _("Nobody wins")
    party = Party.RE if reckoning.winner == Party.RE else Party.KONTRA
    augen = game.re_augen if party is Party.RE else AUGEN - game.re_augen
    said = {"party": words.PARTIES[party], "augen": augen}
    if game.step_only and is_bound_of(party, game):
        return _("%(party)s wins with at least %(augen)s Augen") % said
    if game.step_only:
        return _("%(party)s wins with at most %(augen)s Augen") % said
    return _("%(party)s wins with %(augen)s Augen") % said


def is_bound_of(party: Party, game: Game) -> bool:
    """A step is stored as the lower bound of the party that reached it."""
    return (game.re_augen > AUGEN // 2) == (party is Party.RE)


def _side(reckoning: Reckoning) -> Party:
    """Whose points they are in the end: in whose eyes the lines have their signs."""
    points = reckoning.net or 0
    return Party.KONTRA if points < 0 or (points == 0 and reckoning.winner == Party.KONTRA) else Party.RE


def _points(item: Item, side: Party) -> int:
    return item.points if item.to is side else -item.points


def _item(item: Item, side: Party, rules: Rules, *, nobody: bool) -> parts.Item:
    text = str(words.item_name(item.key, against=rules.against, own=words.own_names(rules)))
    if nobody or is_extra(item.key, rules):
        text = f"{text} ({words.PARTIES[item.to]})"
    return parts.Item(reason=text, points=_points(item, side), source=source_of(item.key, rules))


def is_extra(key: str, rules: Rules) -> bool:
    return key in EXTRAS or rules.knows_extra(key)


def source_of(key: str, rules: Rules) -> str:
    """Where a rule book says so; nothing for what only this club counts."""
    if key in EXTRAS:
        return variant_extras(rules).get(key, EXTRAS[key]).source
    if rules.knows_extra(key):
        return ""
    for start, parameter in PARAMETERS.items():
        if key.startswith(start):
            return rulebook.source_of(parameter)
    return PLAYED


def _times(reckoning: Reckoning, points: int) -> Iterator[parts.Times]:
    """What multiplies, and what it comes to. `bock_game` leaves extras alone, so that only its end is shown."""
    for factor in reckoning.factors:
        points = points * factor.times if factor.key != "bock_game" else _without_later(reckoning, factor.key)
        yield parts.Times(reason=f"{words.FACTORS[factor.key]} ×{factor.times}", points=points)


def _behind(item: Item, side: Party, reckoning: Reckoning) -> parts.Times:
    """What Bock adds is not doubled by announcements."""
    return parts.Times(reason=f"{words.ITEMS[item.key]} {signed(_points(item, side))}", points=reckoning.value or 0)


def _without_later(reckoning: Reckoning, key: str) -> int:
    """The value before the factors behind this one; they divide it without a rest."""
    behind = [factor.times for factor in reckoning.factors if factor.key != key]
    value = reckoning.value or 0
    for times in behind:
        value //= times
    return value


def _notes(reckoning: Reckoning, game: Game, reasons: Iterable[Reason]) -> Iterator[str]:
    if not game.step_only:
        for reason in reasons:
            if reckoning.winner in (NOBODY, reason.party) or reason.announced_by is reason.party:
                yield _told(reason)
    if reckoning.bock_triggers:
        yield _("This starts a Bockrunde.")


def _told(reason: Reason) -> str:
    """Re needed 151 after keine 90 and had 148."""
    key = "needed_augen_after" if reason.key == "needed_augen" and reason.absage.is_absage else reason.key
    absage = words.ABSAGEN[reason.absage.key] if reason.absage.is_absage else ""
    return str(words.REASONS[key]) % {
        "party": words.PARTIES[reason.party],
        "needed": reason.needed,
        "had": reason.had,
        "absage": absage,
    }
