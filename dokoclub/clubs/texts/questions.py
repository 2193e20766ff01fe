"""The rules as questions that are asked one at a time: which parameters each sets, and where it counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from dokoclub.clubs.texts.rulebook import CHAPTERS, Chapter
from dokoclub.clubs.texts.rules import PARAMETERS as WORDS
from scoring.rules.combinations import BY_STEP
from scoring.rules.rules import Rules

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
