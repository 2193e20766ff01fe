"""The worked examples that the text of a preset prints: the game as it is recorded, and its reckoning, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.clubs.words.examples import print_points
from dokoclub.look.words import translate_text
from scoring.contract.published import PUBLISHED
from scoring.contract.reading import read_row
from scoring.game.game import Game
from scoring.game.score import Score, Scorer
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call, Party


class Worked(NamedTuple):
    """An example of a text; `here`: what the club's rules make of it, where that is something else."""

    situation: str
    recorded: str
    items: list[str]
    result: str
    is_printed: bool
    here: str


def write_published(key: str, preset: Rules, rules: Rules) -> list[Worked]:
    """The examples of the preset `key`, scored by its own rules, and by those of the club."""
    theirs, ours = Scorer(preset), Scorer(rules)
    found = []
    for example in PUBLISHED.values():
        if example.preset == key:
            game = _read(example.game, preset)
            score = theirs.score(game)
            result, here = (print_points(game, scored, both=True) for scored in (score, ours.score(game)))
            found.append(
                Worked(
                    situation=translate_text(example.situation),
                    recorded=" · ".join(_recorded(game)),
                    items=list(_items(score, preset)),
                    result=result,
                    is_printed=example.is_printed,
                    here=here if here != result else "",
                )
            )
    return found


def _read(written: Mapping[str, object], rules: Rules) -> Game:
    """A game that a test has read before: it has no problems."""
    game, _level = cast("tuple[Game, int]", read_row(dict(written), rules, []))
    return game


def _recorded(game: Game) -> Iterator[str]:
    """`Trumpfsolo`, `155:85`, `Re keine 90`: what the scorer taps."""
    if game.solo:
        yield words.solo_name(game.solo, {})
    yield f"{game.re_augen}:{AUGEN - game.re_augen}"
    for party, call in ((Party.RE, game.re_call), (Party.KONTRA, game.kontra_call)):
        if call is Call.ANSAGE:
            yield _("%(party)s announced") % {"party": words.PARTIES[party]}
        elif call.is_absage:
            yield _("%(party)s: %(absage)s") % {"party": words.PARTIES[party], "absage": words.ABSAGEN[call.key]}


def _items(score: Score, rules: Rules) -> Iterator[str]:
    """`won 1`; minus where it goes to the other party than the points."""
    net = score.reckoning.net or 0
    for item in score.reckoning.items:
        name = words.item_name(item.key, rules)
        sign = "" if (item.to is Party.RE) == (net >= 0) else "−"
        yield f"{name} {sign}{item.points}"
