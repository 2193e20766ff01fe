"""The rules as a readable page: chapters of parameters, each with a sentence and its source, and examples."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.texts import games
from dokoclub.clubs.texts.examples import EXAMPLES, Example, format_results
from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.texts.rules import NOTHING, PARAMETERS, SOURCES, VALUES
from dokoclub.ui.texts import translate_text
from scoring.game.extras import in_order
from scoring.rules.combinations import BY_STEP
from scoring.rules.parameters import BOCK_PARAMETERS, OF_THE_TABLE, STEPS
from scoring.rules.parameters import PARAMETERS as SCORING_PARAMETERS
from scoring.rules.presets import NEW_CLUB, PRESETS, Preset
from scoring.rules.readings import find_readings
from scoring.rules.rules import NO_HOUSE_RULES, SILENT_OF_THE_TABLE, Rules

BY_EXTRA: Final = ("extras", "extras_solo")  # the parameters with points for each extra
IN_ORDER: Final = BY_STEP  # each of their numbers has its place
LONG: Final = ("table_notes",)  # shown only once


class Difference(NamedTuple):
    key: str
    label: str
    value: str
    other: str  # the value in the other rules; empty if `value` shows the whole difference


def compare_rules(rules: Rules, other: Rules) -> list[Difference]:
    """List the differences of `rules` from `other`; without details of Bock if only one of them plays it.

    Rules that are silent about the table do not differ for that reason.
    """
    mine, theirs = flatten_rules(rules), flatten_rules(other)
    own = {**games.own_names(other), **games.own_names(rules)}
    return [_difference(key, mine.get(key), theirs.get(key), own) for key in _list_differing(mine, theirs)]


def _list_differing(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    differing = [key for key in PARAMETERS if mine.get(key) != theirs.get(key)]
    if all(mine[key] == nothing for key, nothing in SILENT_OF_THE_TABLE.items()):
        differing = [key for key in differing if key not in SILENT_OF_THE_TABLE]
    return [key for key in differing if not _is_said(key, differing)]


def find_nearest_preset(rules: Rules) -> str:
    """Return the preset with the fewest differences."""
    mine = flatten_rules(rules)

    def distance(key: str) -> tuple[int, bool]:
        return len(_list_differing(mine, flatten_rules(PRESETS[key].rules))), key != NEW_CLUB

    return min(PRESETS, key=distance)


def _is_said(key: str, differing: Collection[str]) -> bool:
    """Return True if another difference covers this one: details of Bock, or names of own extras, solos and reasons."""
    if key.startswith("bock."):
        return "bock" in differing
    if key in ("solo_names", "redeal_names"):
        return ("solos" if key == "solo_names" else "redeals") in differing
    return key == "extra_names" and ("extras" in differing or "extras_solo" in differing)


def _difference(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> Difference:
    label = str(PARAMETERS[key].label)
    if key in IN_ORDER or not isinstance(mine, list | dict):
        other = "" if key in LONG else in_words(key, theirs, own)
        return Difference(key, label, in_words(key, mine, own), other)
    told = [*_changed_points(key, mine, theirs, own), *_more_and_less(key, mine, theirs, own)]
    if key == "solos" and _is_ranked_otherwise(mine, theirs):
        told.append(gettext("in this order: %(parts)s") % {"parts": in_words(key, mine, own)})
    return Difference(key, label, "; ".join(told) or in_words(key, mine, own), "")


def _is_ranked_otherwise(mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Compare the order of the solos in both."""
    return [key for key in mine if key in theirs] != [key for key in theirs if key in mine]


def _changed_points(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> list[str]:
    """List changed points: Fuchs caught 2 instead of 1."""
    return [
        gettext("%(part)s instead of %(points)s") % {"part": part, "points": theirs[extra]}
        for extra in _in_both(key, mine, theirs)
        if mine[extra] != theirs[extra]
        for part in _parts(key, {extra: mine[extra]}, own)
    ]


def _more_and_less(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> list[str]:
    """List additions and removals: also Dulle caught 1; not Karlchen 1."""
    both = _in_both(key, mine, theirs)
    here, there = (_parts(key, _without(value, both), own) for value in (mine, theirs))
    more = ", ".join(part for part in here if part not in there)
    less = ", ".join(part for part in there if part not in here)
    told = [gettext("also %(parts)s") % {"parts": more}] if more else []
    return told + ([gettext("not %(parts)s") % {"parts": less}] if less else [])


def _in_both(key: str, mine: Any, theirs: Any) -> list[str]:
    """List the extras with points in both."""
    return in_order(set(mine) & set(theirs)) if key in BY_EXTRA else []


def _without(value: Any, extras: Collection[str]) -> Any:
    """Return `value` without those extras, if it holds points by extra."""
    return {extra: points for extra, points in value.items() if extra not in extras} if extras else value


def flatten_rules(rules: Rules) -> dict[str, Any]:
    """Return every parameter, those of Bock as `bock.…`; without Bock there are none of these."""
    parameters = rules.to_json()
    bock = parameters["bock"]
    parameters["bock"] = bock is not None
    return {**parameters, **{f"bock.{key}": value for key, value in (bock or {}).items()}}


def in_words(key: str, value: Any, own: Mapping[str, str]) -> str:
    """Format a value for people; `own`: the club's own names."""
    if value is None:
        return str(NOTHING.get(key, "–"))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list | dict):
        return ", ".join(_parts(key, value, own)) or gettext("none")
    if key == "table_notes":
        return translate_text(value) if value else gettext("none")
    words = VALUES.get(key, {})
    return str(words.get(str(value), value))


def _parts(key: str, value: Any, own: Mapping[str, str]) -> list[str]:
    """List each word of a list, each extra with its points, each name."""
    if key in IN_ORDER:
        return [f"{games.STEPS[step]}: {number}" for step, number in zip(STEPS, value, strict=True)]
    if isinstance(value, list):
        return [_word(key, word, own) for word in value]
    if key in ("extra_names", "solo_names", "marks", "redeal_names"):
        return list(value.values())
    if key in games.TELLING:
        return games.TELLING[key](value, own)
    return [f"{games.extra_name(extra, own)} {value[extra]}" for extra in in_order(set(value))]


def _word(key: str, word: str | int, own: Mapping[str, str]) -> str:
    known = VALUES.get(key, {}).get(str(word))
    return str(known or own.get(f"solo.{word}") or own.get(f"redeal.{word}") or own.get(f"mark.{word}", str(word)))


class Chapter(NamedTuple):
    key: str
    title: Promise
    parameters: tuple[str, ...]


CHAPTERS: Final[Sequence[Chapter]] = (
    Chapter("winner", _("Winning"), ("re_needs_120", "kontra_needs_121", "schwarz", "at_120", "feigheit")),
    Chapter(
        "calls",
        _("Calls and further calls"),
        (
            "ansage",
            "ansage_points",
            "ansage_double_loser",
            "gegen_die_alten_as",
            "raises",
            "absage_points",
            "limits",
            "steps",
            "against",
            "no_winner_keeps",
        ),
    ),
    Chapter(
        "extras",
        _("Bonus points"),
        (
            "extras",
            "extras_solo",
            "extra_names",
            "doppelkopf",
            "karlchen_card",
            "karlchen_cap",
            "gegen_die_alten",
            "gegen_die_alten_solo",
            "gegen_die_alten_armut",
            "loser_can_gain",
        ),
    ),
    Chapter(
        "solo",
        _("Solo and Armut"),
        (
            "solos",
            "solo_names",
            "armut",
            "solo_factor",
            "solo_factor_for",
            "solo_points",
            "solo_points_to",
            "by_kind",
        ),
    ),
    Chapter("bock", _("Bockrunden"), ("bock", *(f"bock.{key}" for key in BOCK_PARAMETERS))),
    Chapter("list", _("The list"), ("pflichtsolo", "games_per_list", "dealer_after_solo")),
    Chapter("notation", _("The sheet"), ("notation", "points_times", "payments", "offender_pays")),
    Chapter("table", _("At the table"), OF_THE_TABLE),
)


def get_source(key: str) -> str:
    """Return the rule book reference: `TSR 7.1.2`."""
    if key.startswith("bock."):
        return BOCK_PARAMETERS[key.removeprefix("bock.")].source
    return SCORING_PARAMETERS[key].source


def spell_source(source: str) -> str:
    """Spell out the books in `TSR 7.1.3; HAM`; `source` comes from `get_source`."""
    cited = (part.partition(" ") for part in source.split("; "))
    return "; ".join(", ".join(filter(None, (str(SOURCES[book]), place))) for book, _space, place in cited)


def books_cited(sources: Iterable[str]) -> list[str]:
    """List the cited books, `TSR: tournament rules of …`, each once."""
    books = dict.fromkeys(part.partition(" ")[0] for source in sources if source for part in source.split("; "))
    return [f"{book}: {SOURCES[book]}" for book in books]


class RuleLine(NamedTuple):
    """One parameter of the rulebook page."""

    label: str
    sentence: str
    source: str
    value: str
    otherwise: str  # the preset's value, if different
    readings: list[str]  # readings of the preset's text, if these rules follow them


class WorkedExample(NamedTuple):
    """An example and its result under these rules."""

    key: str
    situation: str
    result: str
    until_now: str  # its result under the previous rules, if different


class RulebookPage(NamedTuple):
    key: str
    title: str
    lines: list[RuleLine]
    examples: list[WorkedExample]


def write_pages(rules: Rules, preset: Preset) -> list[RulebookPage]:
    """Build all pages of `rules`, with differences from the preset."""
    told = write_examples(rules, rules)
    return [
        RulebookPage(chapter.key, str(chapter.title), _lines(chapter, rules, preset), told[chapter.key])
        for chapter in CHAPTERS
    ]


def _lines(chapter: Chapter, rules: Rules, preset: Preset) -> list[RuleLine]:
    mine, theirs = flatten_rules(rules), flatten_rules(preset.rules)
    readings = find_readings(preset.key)
    return [
        RuleLine(
            str(PARAMETERS[key].label),
            str(PARAMETERS[key].sentence),
            spell_source(get_source(key)),
            in_words(key, mine[key], own_names(rules)),
            in_words(key, theirs[key], own_names(preset.rules)) if key in theirs and mine[key] != theirs[key] else "",
            [translate_text(reading) for reading in readings.get(key, ()) if mine[key] == theirs[key]],
        )
        for key in chapter.parameters
        if key in mine and not _is_silent(key, mine)
    ]


def _is_silent(key: str, mine: Mapping[str, Any]) -> bool:
    """Is there nothing to tell? House rules that nobody has chosen, and deadlines that follow from others."""
    if key == "call_cards_hochzeit":
        return not mine["call_cards"] and not mine[key]
    return (key in NO_HOUSE_RULES and mine[key] == NO_HOUSE_RULES[key]) or (key, mine[key]) == ("bock.several", "one")


def write_examples(rules: Rules, until_now: Rules) -> Mapping[str, list[WorkedExample]]:
    """List the examples by chapter: results under `rules`, and under the previous ones."""
    new, old = format_results(rules), format_results(until_now)
    return {
        chapter.key: [_compare_example(example, new, old) for example in EXAMPLES if example.chapter == chapter.key]
        for chapter in CHAPTERS
    }


def _compare_example(example: Example, new: Mapping[str, str], old: Mapping[str, str]) -> WorkedExample:
    result, before = new[example.key], old[example.key]
    return WorkedExample(example.key, str(example.situation), result, before if before != result else "")
