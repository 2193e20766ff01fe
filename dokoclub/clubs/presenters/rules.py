"""The rules in groups that fold: how each stands now, in words, and what in it is changed or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.forms.rules import RulesForm
from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.rule_summaries import format_briefly
from dokoclub.clubs.texts.rulebook import LONG, Difference, compare_rules
from dokoclub.ui.texts import get_name
from scoring.rules.presets import Preset
from scoring.rules.rules import Rules

MOST_SAID: Final = 2  # differences in a folded row; its number tells of the others
# Fields of tables, by group: they are called after their parameter and something more.
IN_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "extras": ("extras.", "extras_solo.", "own."),
    "solo": ("own_solo.", "rank."),
    "table": ("call_cards.", "call_cards_hochzeit.", "call_cards_kontra.", "call_cards_solo.", "mark.", "reason."),
}
MOST_NAMED: Final = 4  # rules of a version that changed many


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Whether a question is answered otherwise than the preset does, and what that says."""

    key: str
    differs: bool
    words: str  # "" where it is too long to be said again


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    field: BoundField
    source: str
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """A group of the form; folded, unless something in it is wrong or was just changed without being saved."""

    key: str
    title: str
    stands: str  # in a line; "" while something in the form is wrong, which makes no rules
    number: int  # of its differences from the preset
    said: tuple[tuple[str, str], ...]  # label and words of the first of them; "" for a label that the title says
    is_unsaved: bool  # something in it is other than in the rules in force
    wrong: int  # fields
    is_open: bool
    questions: tuple[Question, ...]
    in_tables: tuple[Mark, ...]  # of the parameters that have no field of their own
    told: list[rulebook.Told]

    @property
    def marks(self) -> tuple[Mark, ...]:
        return (*(question.mark for question in self.questions), *self.in_tables)


def show_groups(form: RulesForm, preset: Preset, in_force: Rules, rules: Rules | None) -> list[RuleGroup]:
    """`rules`: what the form says, None while something in it is wrong; a form that was sent opens what it changes."""
    told = rulebook.write_examples(rules or in_force, in_force)
    differing = {one.key: one for one in compare_rules(rules, preset.rules)} if rules else {}
    unsaved = {one.key for one in compare_rules(rules, in_force)} if rules else set()
    return [
        _group(
            chapter,
            form,
            {key: _mark(key, differing.get(key), get_name(preset)) for key in chapter.parameters},
            differences=[differing[key] for key in chapter.parameters if key in differing],
            stands=format_briefly(chapter.key, rules) if rules else "",
            is_unsaved=not unsaved.isdisjoint(chapter.parameters),
            told=told[chapter.key],
        )
        for chapter in rulebook.CHAPTERS
    ]


def _group(
    chapter: rulebook.Chapter,
    form: RulesForm,
    marks: Mapping[str, Mark],
    *,
    differences: list[Difference],
    stands: str,
    is_unsaved: bool,
    told: list[rulebook.Told],
) -> RuleGroup:
    wrong = _count_wrong(chapter, form.errors if form.is_bound else ())
    asked = form.of_chapter(chapter)
    own_fields = {field.name for field, _source in asked}
    return RuleGroup(
        key=chapter.key,
        title=str(chapter.title),
        stands=stands,
        number=len(differences),
        said=tuple(_say(one, str(chapter.title)) for one in differences[:MOST_SAID]),
        is_unsaved=is_unsaved,
        wrong=wrong,
        is_open=bool(wrong) or (is_unsaved and form.is_bound),
        questions=tuple(Question(field=field, source=source, mark=marks[field.name]) for field, source in asked),
        in_tables=tuple(mark for key, mark in marks.items() if key not in own_fields),
        told=told,
    )


def _say(one: Difference, title: str) -> tuple[str, str]:
    return "" if one.label == title else one.label, "" if one.key in LONG else one.value


def _mark(key: str, found: Difference | None, preset: str) -> Mark:
    if found is None:
        return Mark(key=key, differs=False, words="")
    if found.key in LONG:
        return Mark(key=key, differs=True, words="")
    other = _("%(preset)s: %(value)s") % {"preset": preset, "value": found.other}
    return Mark(key=key, differs=True, words=other if found.other else found.value)


def _count_wrong(chapter: rulebook.Chapter, wrong: Iterable[str]) -> int:
    return sum(name in chapter.parameters or name.startswith(IN_TABLES.get(chapter.key, ())) for name in wrong)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVersion:
    version: RulesVersion
    changed: str  # "Sonderpunkte, Bock" against the one before; "" of the first, and where only words moved


def show_versions(versions: Sequence[RulesVersion]) -> list[ShownVersion]:
    """`versions`: the newest first, as they are listed. No query."""
    before = [*versions[1:], None]
    return [
        ShownVersion(version=one, changed=name_changes(one.parsed, earlier.parsed) if earlier else "")
        for one, earlier in zip(versions, before, strict=True)
    ]


def name_changes(rules: Rules, before: Rules) -> str:
    """`Sonderpunkte, Bock and 3 more`; "" where both say the same."""
    labels = [one.label for one in compare_rules(rules, before)]
    named = ", ".join(labels[:MOST_NAMED])
    rest = len(labels) - MOST_NAMED
    if rest <= 0:
        return named
    return ngettext("%(named)s and %(rest)s more", "%(named)s and %(rest)s more", rest) % {"named": named, "rest": rest}
