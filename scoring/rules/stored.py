"""Flat rules in storage: JSON with a version, read back with all their problems at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from scoring.rules.values import Values
from scoring.terms import Problem, say

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
Known: TypeAlias = Mapping[str, Values]
Added: TypeAlias = Mapping[int, Mapping[str, object]]


def value_problems(given: object, known: Known) -> list[Problem]:
    """List unknown keys, missing keys, and values that a parameter cannot take; `given` should be complete."""
    if not isinstance(given, dict):
        return [Problem("", say("This must be an object of parameters."))]
    found = [Problem(str(key), say("There is no such parameter.")) for key in given if key not in known]
    for key, values in known.items():
        if key in given:
            found.extend(values.problems(key, given[key]))
        else:
            found.append(Problem(key, say("This parameter is missing.")))
    return found


def upgrade_stored(stored: object, newest: int, added: Added) -> dict[str, Any] | list[Problem]:
    """Return stored parameters without their version; a later parameter takes the value meant before it existed."""
    if not isinstance(stored, dict):
        return [Problem("", say("This must be an object of parameters."))]
    written = stored.get("version")
    if type(written) is not int or not 1 <= written <= newest:
        return [Problem("version", say("These rules have no version from 1 to {newest}."), {"newest": newest})]
    parameters = {key: value for key, value in stored.items() if key != "version"}
    for since in range(written + 1, newest + 1):
        parameters = {**added.get(since, {}), **parameters}
    return parameters


def plain_parameters(rules: DataclassInstance) -> dict[str, Any]:
    """Return all parameters as JSON values, in the order of the class."""
    values = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def build_rules(rules: type[T], parameters: Any) -> T:
    """Build the rules from parameters that have been checked."""
    return rules(**{key: tuple(value) if isinstance(value, list) else value for key, value in parameters.items()})
