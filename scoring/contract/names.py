"""Names for a narrow column: as short as they are clear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def shorten_names(people: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return a name for each id; `people`: [short name or "", name] by id.

    Anna Schmidt is Anna, beside another Anna she is Anna S., and beside Anna Singer she is Anna Schmidt.
    """
    first = {key: _first_name(one[0], one[1]) for key, one in people.items()}
    initial = {
        key: _with_initial(first[key], one[1]) if _is_shared(first, key) else first[key] for key, one in people.items()
    }
    return {key: one[1] if _is_shared(initial, key) else initial[key] for key, one in people.items()}


def _is_shared(names: Mapping[str, str], key: str) -> bool:
    return any(other != key and names[other] == names[key] for other in names)


def _first_name(short: str, name: str) -> str:
    return short or name.split()[0]


def _with_initial(first: str, name: str) -> str:
    words = name.split()
    return f"{first} {words[-1][0]}." if len(words) > 1 else name
