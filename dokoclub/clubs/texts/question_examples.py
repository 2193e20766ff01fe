"""Examples of one question: the situation stays, its result follows the answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts.examples import ALONE, EXAMPLES, KONTRA, TABLE, TWO, Example, format_result, solo_game
from dokoclub.clubs.texts.examples import two_against_two as game
from dokoclub.clubs.texts.games import own_names, solo_name
from dokoclub.clubs.texts.questions import Question
from dokoclub.clubs.texts.rulebook import WorkedExample
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS
from scoring.rules.rules import Rules
from scoring.terms import Call, Party

RE: Final = Call.ANSAGE


def _example(key: str, situation: object, *games: Game, asks: str = "points", level: int = 0) -> Example:
    return Example(key, "", situation, games, asks, level)  # type: ignore[arg-type]


# Situations that only a house rule tells apart.
HOUSE: Final[Mapping[str, Example]] = {
    example.key: example
    for example in (
        _example("re_fuchs", _("155:85, Re called, with a Fuchs"), game(155, RE, re_extras=(("fuchs", 1),))),
        _example("kontra_called", _("Kontra called, 100:140"), game(100, kontra_call=KONTRA)),
        _example("called_often", _("Re, Kontra, Re, Kontra, 130:110"), game(130, RE, KONTRA, raises=2)),
        _example("re_151", _("151:89, Re called"), game(151, RE)),
        _example("120_silent", _("120:120, nothing called"), game(120)),
        _example("re_215", _("215:25, nothing called"), game(215)),
        _example(
            "three_against",
            _("121:119, Kontra has three bonus points"),
            game(121, kontra_extras=(("fuchs", 2), ("doppelkopf", 1))),
        ),
        _example("re_155", _("155:85, nothing called"), game(155)),
        _example(
            "wrong_card",
            _("Re called, Anna plays a wrong card"),
            game(0, RE, no_tricks=Party.RE, offender=TABLE[0]),
            asks="players",
        ),
        _example(
            "married", _("Anna has a Hochzeit, 130:110"), game(130, kind="hochzeit", married=TABLE[0]), asks="players"
        ),
        _example(
            "two_triggers", _("Re called and lost, with a Herz trick"), game(119, RE, hearts_trick=True), asks="bock"
        ),
    )
}
KNOWN: Final[Mapping[str, Example]] = {**{example.key: example for example in EXAMPLES}, **HOUSE}
# What the answer to a question decides.
SHOWN: Final[Mapping[str, Sequence[str]]] = {
    "re_needs_120": ("120_kontra", "120_both"),
    "kontra_needs_121": ("120_re", "120_kontra", "120_both"),
    "schwarz": ("240_trick",),
    "at_120": ("120_silent",),
    "feigheit": ("re_215",),
    "ansage": ("re_fuchs",),
    "ansage_points": ("re_151",),
    "ansage_double_loser": ("re_won",),
    "gegen_die_alten_as": ("kontra_called",),
    "raises": ("called_often",),
    "absage_points": ("no90_lost", "no60_kontra"),
    "limits": ("re_155",),
    "steps": ("re_151",),
    "against": ("no90_lost", "no60_kontra"),
    "no_winner_keeps": ("both_no60", "both_no90"),
    "extras": ("fuchs", "karlchen", "solo_doppelkopf"),
    "karlchen_cap": ("karlchen",),
    "gegen_die_alten": ("kontra_won",),
    "gegen_die_alten_solo": ("alten_solo",),
    "gegen_die_alten_armut": ("armut",),
    "loser_can_gain": ("three_against",),
    "solo_factor": ("solo_re", "written_solo"),
    "solo_factor_for": ("written_solo",),
    "solo_points": ("solo_lost", "solo_re"),
    "solo_points_to": ("solo_lost",),
    "bock": ("bock_lost", "bock_game"),
    "bock.effect": ("bock_game",),
    "bock.points": ("bock_game",),
    "bock.length": ("bock_lost",),
    "bock.triggers": ("bock_lost", "bock_120"),
    "bock.overlap": ("bock_in_bock",),
    "bock.max_level": ("bock_in_bock",),
    "bock.overflow": ("bock_in_bock",),
    "bock.solo_extends_at": ("bock_solo",),
    "bock.in_solo": ("bock_game_solo",),
    "bock.several": ("two_triggers",),
    "pflichtsolo": ("duty",),
    "games_per_list": ("duty",),
    "dealer_after_solo": ("dealer",),
    "notation": ("written", "written_solo"),
    "points_times": ("written",),
    "payments": ("married",),
    "offender_pays": ("wrong_card",),
}


def write_question_examples(question: Question, rules: Rules, until_now: Rules) -> list[WorkedExample]:
    """List the examples of a question under `rules`, and how they came out until now."""
    new, old = Scorer(rules), Scorer(until_now)
    return [
        WorkedExample(example.key, str(example.situation), result, before if before != result else "")
        for example in _list_examples(question, rules)
        for result, before in [(_format(new, example), _format(old, example))]
    ]


def _format(scorer: Scorer, example: Example) -> str:
    """Return the result without facts that these rules do not know."""
    rules = scorer.rules
    played = tuple(
        replace(one, raises=min(one.raises, rules.raises), offender=one.offender if rules.offender_pays else None)
        for one in example.games
    )
    return format_result(scorer, example._replace(games=played))


def _list_examples(question: Question, rules: Rules) -> Iterator[Example]:
    if question.key == "by_kind":
        own = own_names(rules)
        for key in rules.by_kind:
            situation = format_lazy(_("{kind}, Re called, 130:110"), kind=solo_name(key, own))
            yield _example(key, situation, _of_kind(key), asks="both")
    else:
        yield from (KNOWN[key] for key in SHOWN.get(question.key, ()))


def _of_kind(key: str) -> Game:
    """Return a game of the kind that `by_kind` calls `key`."""
    if key == HOCHZEIT_ALONE:
        return Game(re=ALONE, kontra=_others(), re_augen=130, re_call=RE, kind="hochzeit", married=ALONE[0])
    if key not in KINDS:
        return Game(re=ALONE, kontra=_others(), re_augen=130, re_call=RE, kind="solo", solo=key)
    if key == "solo":
        return solo_game(130, RE)
    if key == "stille_hochzeit":
        return Game(re=ALONE, kontra=_others(), re_augen=130, re_call=RE, kind=key)
    return game(130, RE, kind=key, married=TWO[0] if key == "hochzeit" else None)


def _others() -> tuple[str, ...]:
    return tuple(player for player in TABLE if player not in ALONE)
