"""The rules form as a browser would send it."""

from __future__ import annotations

from uuid import uuid4

from django.http import QueryDict

from dokoclub.clubs.forms.rules import RulesForm, initial_of_rules
from dokoclub.clubs.models import Club
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, store_rules


def founded_with(club: Club, preset: str) -> None:
    """Pretend that the club was founded with other rules."""
    club.rules_versions.update(preset=preset, rules=store_rules(PRESETS[preset].rules))


def sent(rules: Rules, *, preset: str = "ddv", expected: int = 1, **changes: str | list[str] | None) -> QueryDict:
    """Return every field as the page shows it for `rules`; None leaves a field out, `__` stands in for a dot."""
    form = RulesForm(initial={**initial_of_rules(rules), "expected": expected, "preset": preset, "key": uuid4()})
    data = QueryDict(mutable=True)
    for field in form:
        put(data, field.html_name, field.value())
    for name, value in changes.items():
        put(data, name.replace("__", "."), value)
    return data


def put(data: QueryDict, name: str, value: object) -> None:
    data.pop(name, None)
    if isinstance(value, list):
        data.setlist(name, [str(word) for word in value])
    elif value is True:
        data[name] = "on"
    elif value is not None and value is not False:
        data[name] = str(value)
