"""The rules to change: differences from the preset, chapters, and one question with its answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.forms import BoundField, MultipleChoiceField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.forms.rule_fields import ASKED
from dokoclub.clubs.forms.rules import RulesForm
from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.texts import rulebook
from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.texts.questions import OF_PARAMETER, Question, has_effect, of_chapter, write_question_examples
from dokoclub.clubs.texts.rules import PARAMETERS
from dokoclub.ui.texts import get_name
from scoring.rules.presets import Preset
from scoring.rules.rules import Rules
from scoring.rules.values import Flag

# Templates for extra fields of a question, or in place of its field.
TABLES: Final[Mapping[str, str]] = {
    "extras": "clubs/_extras_table.html",
    "solos": "clubs/_own_solos.html",
    "by_kind": "clubs/_by_kind.html",
    "payments": "clubs/_payments.html",
    "call_cards": "clubs/_cards_in_hand.html",
    "redeals": "clubs/_own_reasons.html",
    "marks": "clubs/_marks.html",
}
MOST_NAMED: Final = 4  # changed rules listed by name for a version


class RuleRow(NamedTuple):
    """A question in a list: its label and the answer in force, or how that differs from the preset."""

    key: str
    label: str
    value: str


class ChapterRows(NamedTuple):
    title: str
    rows: list[RuleRow]


def list_differences(rules: Rules, other: Rules) -> list[RuleRow]:
    """List how `rules` differ from `other`, a row for each difference."""
    return [
        RuleRow(OF_PARAMETER[one.key].key, one.label, "" if one.key in rulebook.LONG else one.value)
        for one in rulebook.compare_rules(rules, other)
    ]


def list_chapters(rules: Rules) -> list[ChapterRows]:
    """List all questions that count under these rules, by chapter."""
    return [
        ChapterRows(
            str(chapter.title), [row_of(one, rules) for one in of_chapter(chapter.key) if has_effect(one, rules)]
        )
        for chapter in rulebook.CHAPTERS
    ]


def row_of(question: Question, rules: Rules) -> RuleRow:
    return RuleRow(question.key, question.label, "" if question.key in rulebook.LONG else _answer(question.key, rules))


def _answer(key: str, rules: Rules) -> str:
    """Return the answer of these rules; "" for details of Bock where none is played."""
    mine = rulebook.flatten_rules(rules)
    return rulebook.in_words(key, mine[key], own_names(rules)) if key in mine else ""


class Option(NamedTuple):
    """One answer to tap."""

    control: SafeString
    target: str  # its id
    label: str
    is_preset: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPart:
    """One question on its page. `preset`: the answer of the preset where no option is marked."""

    key: str
    label: str
    hint: str
    source: str
    field: BoundField | None  # None: a table asks for it
    options: list[Option]  # of a field with options
    table: str  # a template with further fields
    preset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPage:
    parts: list[AskedPart]
    examples: list[rulebook.WorkedExample]
    others: list[rulebook.WorkedExample]  # examples of other questions that come out differently
    differs: bool  # the rules in force, from the preset

    @property
    def is_alone(self) -> bool:
        return len(self.parts) == 1


def show_question(
    form: RulesForm, asked: Sequence[Question], preset: Preset, in_force: Rules, rules: Rules | None
) -> QuestionPage:
    """Build the page of a question. `rules`: those in the form, None while it has errors."""
    new = rules or in_force
    examples = [told for question in asked for told in write_question_examples(question, new, in_force)]
    shown = {told.key for told in examples}
    others = [told for some in rulebook.write_examples(new, in_force).values() for told in some]
    differing = {one.key for one in rulebook.compare_rules(in_force, preset.rules)}
    return QuestionPage(
        parts=[_part(form, question, preset) for question in asked],
        examples=examples,
        others=[told for told in others if told.until_now and told.key not in shown],
        differs=not differing.isdisjoint(asked[-1].parameters),
    )


def _part(form: RulesForm, question: Question, preset: Preset) -> AskedPart:
    key = question.key
    field = form[key] if key in form.fields else None
    answer = rulebook.flatten_rules(preset.rules).get(key)
    options = _options(field, answer) if field is not None else []
    is_marked = any(option.is_preset for option in options)
    told = (
        ""
        if is_marked or key in rulebook.LONG or answer is None
        else rulebook.in_words(key, answer, own_names(preset.rules))
    )
    return AskedPart(
        key=key,
        label=question.label,
        hint=str(PARAMETERS[key].hint),
        source=rulebook.spell_source(rulebook.get_source(key)),
        field=field,
        options=options,
        table=TABLES.get(key, ""),
        preset=told and _("%(preset)s: %(value)s") % {"preset": get_name(preset), "value": told},
    )


def _options(field: BoundField, answer: Any) -> list[Option]:
    """List the answers of a field that has some; yes and no of a flag."""
    if isinstance(ASKED.get(field.name), Flag):
        return list(_yes_and_no(field, answer))
    several = isinstance(field.field, MultipleChoiceField)
    return [
        Option(
            one.tag(),
            one.id_for_label,
            str(one.choice_label),
            not several and answer is not None and one.data["value"] == str(answer),
        )
        for one in field
        if "label" in one.data
    ]


def _yes_and_no(field: BoundField, answer: Any) -> Iterator[Option]:
    for value, label in ((True, _("yes")), (False, _("no"))):
        target = f"{field.auto_id}_{label}"
        checked = SafeString(" checked") if bool(field.value()) is value else ""
        tag = '<input type="radio" name="{}" value="{}" id="{}"{}>'
        yield Option(
            format_html(tag, field.html_name, str(value).lower(), target, checked), target, label, answer is value
        )


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
    labels = [one.label for one in rulebook.compare_rules(rules, before)]
    named = ", ".join(labels[:MOST_NAMED])
    rest = len(labels) - MOST_NAMED
    if rest <= 0:
        return named
    return ngettext("%(named)s and %(rest)s more", "%(named)s and %(rest)s more", rest) % {"named": named, "rest": rest}
