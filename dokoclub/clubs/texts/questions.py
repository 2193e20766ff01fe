"""The rules as questions that are asked one at a time: what each sets, where it counts, and its examples.

In an example the situation stays, and its result follows the answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts.examples import ALONE, EXAMPLES, KONTRA, TABLE, TWO, Example, format_result, solo_game
from dokoclub.clubs.texts.examples import two_against_two as game
from dokoclub.clubs.texts.games import own_names, solo_name
from dokoclub.clubs.texts.rulebook import CHAPTERS, Chapter, WorkedExample
from dokoclub.clubs.texts.rules import PARAMETERS as WORDS
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rules.combinations import BY_STEP
from scoring.rules.kinds import HOCHZEIT_ALONE, KINDS
from scoring.rules.rules import Rules
from scoring.terms import Call, Party

# Parameters that are asked together, by the first of them.
TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "extras": ("extras", "extras_solo", "extra_names"),
    "solos": ("solos", "solo_names"),
    "call_cards": BY_STEP,
    "redeals": ("redeals", "redeal_names"),
    "marks": ("marks", "marks_force_ansage"),
}
# Fields of the rules form that do not have the name of a parameter, by question: what their names begin with.
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "extras": ("extras.", "extras_solo.", "own."),
    "solos": ("own_solo.", "rank."),
    "call_cards": tuple(f"{key}." for key in BY_STEP),
    "redeals": ("reason.",),
    "marks": ("mark.",),
    "by_kind": ("kind.", "worth."),
    "payments": ("payment.", "hochzeit_paid"),
}


class Question(NamedTuple):
    """One question. `parameters`: those it sets; the first is its key."""

    key: str
    chapter: Chapter
    parameters: tuple[str, ...]

    @property
    def label(self) -> str:
        return str(WORDS[self.key].label)

    @property
    def is_plain(self) -> bool:
        """Return whether one field asks for all of it."""
        return self.key not in FIELDS

    def owns(self, field: str) -> bool:
        """Return whether a field of the rules form belongs to this question."""
        return field == self.key or field.startswith(FIELDS.get(self.key, ()))


def _list_questions() -> Iterator[Question]:
    asked = {key for parameters in TOGETHER.values() for key in parameters[1:]}
    for chapter in CHAPTERS:
        for key in chapter.parameters:
            if key not in asked:
                yield Question(key, chapter, TOGETHER.get(key, (key,)))


QUESTIONS: Final[Mapping[str, Question]] = {question.key: question for question in _list_questions()}
OF_PARAMETER: Final[Mapping[str, Question]] = {
    parameter: question for question in QUESTIONS.values() for parameter in question.parameters
}


def _doubles_the_game(rules: Rules) -> bool:
    return "double_game" in (rules.ansage, rules.bock and rules.bock.effect)


def _soloist_leads(rules: Rules) -> bool:
    return rules.solo_leads == "soloist" or any(entry.get("leads") for entry in rules.by_kind.values())


# Questions that count only where another has a certain answer: that other question, and the answer.
NEEDS: Final[Mapping[str, tuple[str, Callable[[Rules], bool]]]] = {
    "ansage_points": ("ansage", lambda rules: rules.ansage == "add"),
    "ansage_double_loser": ("ansage", lambda rules: rules.ansage == "double"),
    "gegen_die_alten_as": ("ansage", _doubles_the_game),
    "gegen_die_alten_solo": ("gegen_die_alten", lambda rules: rules.gegen_die_alten > 0),
    "gegen_die_alten_armut": ("gegen_die_alten", lambda rules: rules.gegen_die_alten > 0),
    "solo_points_to": ("solo_points", lambda rules: rules.solo_points > 0),
    "solo_factor": ("notation", lambda rules: rules.notation != "zero_sum"),
    "solo_factor_for": ("notation", lambda rules: rules.notation != "zero_sum"),
    "solo_leads_first": ("solo_leads", _soloist_leads),
    "solo_leads_duties": ("solo_leads", _soloist_leads),
    **{key: ("bock", lambda rules: rules.bock is not None) for key in QUESTIONS if key.startswith("bock.")},
}


def has_effect(question: Question, rules: Rules) -> bool:
    """Return whether any answer to the question changes something under these rules."""
    _needed, holds = NEEDS.get(question.key, ("", None))
    return holds is None or holds(rules)


def asked_with(question: Question, rules: Rules) -> tuple[Question, ...]:
    """Return the questions of its page: the one that it depends on first, where it would not count otherwise."""
    if has_effect(question, rules):
        return (question,)
    return (QUESTIONS[NEEDS[question.key][0]], question)


def of_chapter(key: str) -> Sequence[Question]:
    return [question for question in QUESTIONS.values() if question.chapter.key == key]


def next_question(question: Question, rules: Rules) -> Question | None:
    """Return the next one of its chapter that counts."""
    later = of_chapter(question.chapter.key)
    later = later[later.index(question) + 1 :]
    return next((other for other in later if has_effect(other, rules)), None)


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
