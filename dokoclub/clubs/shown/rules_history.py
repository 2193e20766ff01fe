"""The versions of a club's rules: who wrote each, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.words.compare import compare_rules
from scoring.rules.rules import Rules

MOST_NAMED: Final = 4  # rules of a version that changed many


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
