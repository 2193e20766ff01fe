"""The rules as a page reads them: chapters of parameters, each in a sentence with its source, and examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.words.compare import flatten_rules, in_words
from dokoclub.clubs.words.examples import EXAMPLES, Example, tell_results
from dokoclub.clubs.words.games import own_names
from dokoclub.clubs.words.rules import PARAMETERS, SOURCES
from dokoclub.look.words import translate_text
from scoring.rules.parameters import BOCK_PARAMETERS, OF_THE_TABLE
from scoring.rules.parameters import PARAMETERS as SCORING_PARAMETERS
from scoring.rules.presets import Preset
from scoring.rules.readings import find_readings
from scoring.rules.rules import NO_HOUSE_RULES, Rules


class Chapter(NamedTuple):
    key: str
    title: Promise
    parameters: tuple[str, ...]


CHAPTERS: Final[Sequence[Chapter]] = (
    Chapter("winner", _("Who wins"), ("re_needs_120", "kontra_needs_121", "schwarz", "at_120", "feigheit")),
    Chapter(
        "calls",
        _("Ansagen and Absagen"),
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
        _("Sonderpunkte"),
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


def source_of(key: str) -> str:
    """Where a rule book says so: `TSR 7.1.2`."""
    if key.startswith("bock."):
        return BOCK_PARAMETERS[key.removeprefix("bock.")].source
    return SCORING_PARAMETERS[key].source


def spell_source(source: str) -> str:
    """`TSR 7.1.3; HAM` with the names of the books; `source` as `source_of` gives it."""
    cited = (part.partition(" ") for part in source.split("; "))
    return "; ".join(", ".join(filter(None, (str(SOURCES[book]), place))) for book, _space, place in cited)


def books_cited(sources: Iterable[str]) -> list[str]:
    """`TSR: tournament rules of …`, each abbreviation once."""
    books = dict.fromkeys(part.partition(" ")[0] for source in sources if source for part in source.split("; "))
    return [f"{book}: {SOURCES[book]}" for book in books]


class Line(NamedTuple):
    """One parameter, to be read."""

    label: str
    sentence: str
    source: str
    value: str
    otherwise: str  # what the preset says, where it says something else
    readings: list[str]  # of the preset's text, where these rules follow them


class Told(NamedTuple):
    """An example and what these rules make of it."""

    key: str
    situation: str
    result: str
    until_now: str  # what the rules before it made of it, where that was something else


class Page(NamedTuple):
    key: str
    title: str
    lines: list[Line]
    examples: list[Told]


def write_pages(rules: Rules, preset: Preset) -> list[Page]:
    """The whole book of `rules`, with what the preset says otherwise."""
    told = write_examples(rules, rules)
    return [
        Page(chapter.key, str(chapter.title), _lines(chapter, rules, preset), told[chapter.key]) for chapter in CHAPTERS
    ]


def _lines(chapter: Chapter, rules: Rules, preset: Preset) -> list[Line]:
    mine, theirs = flatten_rules(rules), flatten_rules(preset.rules)
    readings = find_readings(preset.key)
    return [
        Line(
            str(PARAMETERS[key].label),
            str(PARAMETERS[key].sentence),
            spell_source(source_of(key)),
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


def write_examples(rules: Rules, until_now: Rules) -> Mapping[str, list[Told]]:
    """By chapter: what `rules` make of each example, and what was made of it until now."""
    new, old = tell_results(rules), tell_results(until_now)
    return {
        chapter.key: [_told(example, new, old) for example in EXAMPLES if example.chapter == chapter.key]
        for chapter in CHAPTERS
    }


def _told(example: Example, new: Mapping[str, str], old: Mapping[str, str]) -> Told:
    result, before = new[example.key], old[example.key]
    return Told(example.key, str(example.situation), result, before if before != result else "")
