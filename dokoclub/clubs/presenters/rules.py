"""The rules form in collapsible groups: a summary of each, its differences from the preset and its errors."""

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

MOST_SAID: Final = 2  # differences in a collapsed row; the total number shows that there are more
# Fields in tables, by group: their names start with these prefixes.
IN_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "extras": ("extras.", "extras_solo.", "own."),
    "solo": ("own_solo.", "rank.", "kind."),
    "notation": ("payment.", "hochzeit_paid"),
    "table": ("call_cards.", "call_cards_hochzeit.", "call_cards_kontra.", "call_cards_solo.", "mark.", "reason."),
}
MOST_NAMED: Final = 4  # changed rules listed by name for a version


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Whether an answer differs from the preset, and the preset's value."""

    key: str
    differs: bool
    words: str  # "" if it is too long to repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    field: BoundField
    source: str
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """A group of the form; collapsed, unless it has errors or unsaved changes."""

    key: str
    title: str
    stands: str  # in one line; "" while the form has errors, since there are no rules then
    number: int  # of differences from the preset
    said: tuple[tuple[str, str], ...]  # label and words of the first differences; "" for a label equal to the title
    is_unsaved: bool  # some value differs from the rules in force
    wrong: int  # number of fields with errors
    is_open: bool
    questions: tuple[Question, ...]
    in_tables: tuple[Mark, ...]  # of the parameters without a field of their own
    told: list[rulebook.WorkedExample]

    @property
    def marks(self) -> tuple[Mark, ...]:
        return (*(question.mark for question in self.questions), *self.in_tables)


def show_groups(form: RulesForm, preset: Preset, in_force: Rules, rules: Rules | None) -> list[RuleGroup]:
    """Build the groups. `rules`: those in the form, None while it has errors; a sent form opens changed groups."""
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
    told: list[rulebook.WorkedExample],
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
class VersionItem:
    version: RulesVersion
    changed: str  # "Sonderpunkte, Bock" compared to the previous one; "" for the first, or if only wording changed


def show_versions(versions: Sequence[RulesVersion]) -> list[VersionItem]:
    """Build the list of versions, newest first. No query."""
    before = [*versions[1:], None]
    return [
        VersionItem(version=one, changed=name_changes(one.parsed, earlier.parsed) if earlier else "")
        for one, earlier in zip(versions, before, strict=True)
    ]


def name_changes(rules: Rules, before: Rules) -> str:
    """Name the changed rules: `Sonderpunkte, Bock and 3 more`; "" if there are none."""
    labels = [one.label for one in compare_rules(rules, before)]
    named = ", ".join(labels[:MOST_NAMED])
    rest = len(labels) - MOST_NAMED
    if rest <= 0:
        return named
    return ngettext("%(named)s and %(rest)s more", "%(named)s and %(rest)s more", rest) % {"named": named, "rest": rest}
