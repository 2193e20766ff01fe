"""Where do two sets of rules differ? By parameter, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games
from dokoclub.clubs.words.rules import NOTHING, PARAMETERS, VALUES
from scoring.extras import in_order
from scoring.rules import Rules


class Difference(NamedTuple):
    key: str
    label: str
    value: str
    other: str  # what the other rules say; empty where `value` tells the whole difference


def differences(rules: Rules, other: Rules) -> list[Difference]:
    """What `rules` say otherwise than `other`; where only one of them plays Bock, not how it does."""
    mine, theirs = flat(rules), flat(other)
    own = {**other.extra_names, **rules.extra_names}
    differing = [key for key in PARAMETERS if mine.get(key) != theirs.get(key)]
    return [_difference(key, mine.get(key), theirs.get(key), own) for key in differing if not _is_said(key, differing)]


def _is_said(key: str, differing: Collection[str]) -> bool:
    """Is this difference told by another? How Bock is played, and what an own extra is called."""
    if key.startswith("bock."):
        return "bock" in differing
    return key == "extra_names" and ("extras" in differing or "extras_solo" in differing)


def _difference(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> Difference:
    label = str(PARAMETERS[key].label)
    if isinstance(mine, list | dict):
        return Difference(key, label, _more_and_less(_parts(key, mine, own), _parts(key, theirs, own)), "")
    return Difference(key, label, in_words(key, mine, own), in_words(key, theirs, own))


def _more_and_less(mine: list[str], theirs: list[str]) -> str:
    """Also Dulle caught 1; not Karlchen 1."""
    more = ", ".join(part for part in mine if part not in theirs)
    less = ", ".join(part for part in theirs if part not in mine)
    told = [_("also %(parts)s") % {"parts": more}] if more else []
    told += [_("not %(parts)s") % {"parts": less}] if less else []
    return "; ".join(told)


def flat(rules: Rules) -> dict[str, Any]:
    """Every parameter, those of Bock as `bock.…`; without Bock there are none of these."""
    parameters = rules.to_json()
    bock = parameters["bock"]
    parameters["bock"] = bock is not None
    return {**parameters, **{f"bock.{key}": value for key, value in (bock or {}).items()}}


def in_words(key: str, value: Any, own: Mapping[str, str]) -> str:
    """A value as people read it; `own`: the names of the club's own extras."""
    if value is None:
        return str(NOTHING.get(key, "–"))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | dict):
        return ", ".join(_parts(key, value, own)) or _("none")
    words = VALUES.get(key, {})
    return str(words.get(value, value))


def _parts(key: str, value: Any, own: Mapping[str, str]) -> list[str]:
    """Each word of a list, each extra with its points, each name."""
    if isinstance(value, list):
        return [str(VALUES[key][str(word)]) for word in value]
    if key == "extra_names":
        return list(value.values())
    return [f"{games.extra_name(extra, own)} {value[extra]}" for extra in in_order(set(value))]
