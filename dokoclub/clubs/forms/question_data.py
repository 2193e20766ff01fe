"""One question of the rules form as if the whole form had been sent: all other fields say what is in force."""

from collections.abc import Collection
from typing import Any

from django.http import QueryDict

from dokoclub.clubs.forms import house_rows
from dokoclub.clubs.forms.rules import RulesForm, initial_of_rules
from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.texts.questions import QUESTIONS, Question
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules

SENT_ALONG = ("key", "expected")  # hidden on the page of a question


def fresh_form(version: RulesVersion, rules: Rules | None = None) -> RulesForm:
    """Return the unsent form, with the rules of `version` or others."""
    values = initial_of_rules(rules or version.parsed)
    return RulesForm(initial={**values, "expected": version.number, "preset": version.preset})


def filled_form(version: RulesVersion, sent: QueryDict, asked: Collection[Question]) -> RulesForm:
    """Return the bound form: the `asked` fields as sent, all others as in `version`."""
    data = QueryDict(mutable=True)
    for field in fresh_form(version):
        if not _is_asked(field.html_name, asked):
            _put(data, field.html_name, field.value())
    for name in sent:
        if name in SENT_ALONG or _is_asked(name, asked):
            data.setlist(name, sent.getlist(name))
    return RulesForm(data, in_force=version.parsed)


def _is_asked(field: str, asked: Collection[Question]) -> bool:
    return any(question.owns(field) for question in asked)


def _put(data: QueryDict, name: str, value: Any) -> None:
    """Write a value as a browser would send it."""
    if isinstance(value, (list, tuple)):
        data.setlist(name, [str(word) for word in value])
    elif value is True:
        data[name] = "on"
    elif value is not None and value is not False:
        data[name] = str(value)


def questions_with_errors(form: RulesForm) -> list[Question]:
    """List the questions whose fields have errors, in the order of the chapters."""
    return [question for question in QUESTIONS.values() if any(question.owns(field) for field in form.errors)]


def as_preset(version: RulesVersion, sent: QueryDict) -> QueryDict:
    """Return what would have been sent with all answers of the version's preset."""
    data = QueryDict(mutable=True)
    for field in fresh_form(version, PRESETS[version.preset].rules):
        _put(data, field.html_name, field.value())
    for name in SENT_ALONG:
        data[name] = sent.get(name, "")
    return data


def with_free_row(sent: QueryDict) -> QueryDict:
    """Return what was sent, with one more row for a kind of game."""
    data = sent.copy()
    rows = {int(match[1]) for match in map(house_rows.ROW_OF_A_KIND.fullmatch, sent) if match}
    data[f"kind.{max(rows, default=-1) + 1}.of"] = ""
    return data
