"""Where do two sets of rules differ? By parameter, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games, house
from dokoclub.clubs.words.rules import NOTHING, PARAMETERS, VALUES
from dokoclub.look.words import translate_text
from scoring.game.extras import in_order
from scoring.rules.combinations import BY_STEP
from scoring.rules.parameters import STEPS
from scoring.rules.rules import SILENT_OF_THE_TABLE, Rules

BY_EXTRA: Final = ("extras", "extras_solo")  # the parameters that give points to each extra
IN_ORDER: Final = BY_STEP  # of which each number has its place
LONG: Final = ("table_notes",)  # told once


class Difference(NamedTuple):
    key: str
    label: str
    value: str
    other: str  # what the other rules say; empty where `value` tells the whole difference


def compare_rules(rules: Rules, other: Rules) -> list[Difference]:
    """What `rules` say otherwise than `other`; where only one of them plays Bock, not how it does.

    Rules that say nothing at all of the table are not other rules for that.
    """
    mine, theirs = flatten_rules(rules), flatten_rules(other)
    own = {**games.own_names(other), **games.own_names(rules)}
    differing = [key for key in PARAMETERS if mine.get(key) != theirs.get(key)]
    if all(mine[key] == nothing for key, nothing in SILENT_OF_THE_TABLE.items()):
        differing = [key for key in differing if key not in SILENT_OF_THE_TABLE]
    return [_difference(key, mine.get(key), theirs.get(key), own) for key in differing if not _is_said(key, differing)]


def _is_said(key: str, differing: Collection[str]) -> bool:
    """Is this difference told by another? How Bock is played, and what an own extra is called."""
    if key.startswith("bock."):
        return "bock" in differing
    if key == "solo_names":
        return "solos" in differing
    return key == "extra_names" and ("extras" in differing or "extras_solo" in differing)


def _difference(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> Difference:
    label = str(PARAMETERS[key].label)
    if key in IN_ORDER or not isinstance(mine, list | dict):
        other = "" if key in LONG else in_words(key, theirs, own)
        return Difference(key, label, in_words(key, mine, own), other)
    told = [*_changed_points(key, mine, theirs, own), *_more_and_less(key, mine, theirs, own)]
    if key == "solos" and _is_ranked_otherwise(mine, theirs):
        told.append(_("in this order: %(parts)s") % {"parts": in_words(key, mine, own)})
    return Difference(key, label, "; ".join(told) or in_words(key, mine, own), "")


def _is_ranked_otherwise(mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Those that both play."""
    return [key for key in mine if key in theirs] != [key for key in theirs if key in mine]


def _changed_points(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> list[str]:
    """Fuchs caught 2 instead of 1."""
    return [
        _("%(part)s instead of %(points)s") % {"part": part, "points": theirs[extra]}
        for extra in _in_both(key, mine, theirs)
        if mine[extra] != theirs[extra]
        for part in _parts(key, {extra: mine[extra]}, own)
    ]


def _more_and_less(key: str, mine: Any, theirs: Any, own: Mapping[str, str]) -> list[str]:
    """Also Dulle caught 1; not Karlchen 1."""
    both = _in_both(key, mine, theirs)
    here, there = (_parts(key, _without(value, both), own) for value in (mine, theirs))
    more = ", ".join(part for part in here if part not in there)
    less = ", ".join(part for part in there if part not in here)
    told = [_("also: %(parts)s") % {"parts": more}] if more else []
    return told + ([_("not: %(parts)s") % {"parts": less}] if less else [])


def _in_both(key: str, mine: Any, theirs: Any) -> list[str]:
    """The extras to which both give points."""
    return in_order(set(mine) & set(theirs)) if key in BY_EXTRA else []


def _without(value: Any, extras: Collection[str]) -> Any:
    """`value`, were it points by extra, without those extras."""
    return {extra: points for extra, points in value.items() if extra not in extras} if extras else value


def flatten_rules(rules: Rules) -> dict[str, Any]:
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
    if key == "table_notes":
        return translate_text(value) if value else _("none")
    words = VALUES.get(key, {})
    return str(words.get(str(value), value))


def _parts(key: str, value: Any, own: Mapping[str, str]) -> list[str]:
    """Each word of a list, each extra with its points, each name."""
    if key in IN_ORDER:
        return [f"{games.STEPS[step]}: {number}" for step, number in zip(STEPS, value, strict=True)]
    if isinstance(value, list):
        return [_word(key, word, own) for word in value]
    if key in ("extra_names", "solo_names", "marks", "redeal_names"):
        return list(value.values())
    if key in house.TELLING:
        return house.TELLING[key](value, own)
    return [f"{games.extra_name(extra, own)} {value[extra]}" for extra in in_order(set(value))]


def _word(key: str, word: str | int, own: Mapping[str, str]) -> str:
    known = VALUES.get(key, {}).get(str(word))
    return str(known or own.get(f"solo.{word}") or own.get(f"redeal.{word}") or own.get(f"mark.{word}", str(word)))
