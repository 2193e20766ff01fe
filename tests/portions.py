"""One in five of many tests alike: which of them run for this commit.

`dev.py test` tells a number of the commit in DOKO_PORTION, which draws one of five portions; together they are the
whole. It also draws the examples of Hypothesis, which are fewer then.
Without the variable everything runs: `dev.py test-all`, or a plain pytest.

Drawn are walks, which look at many pages in many sizes, or are marked as such; random cases, which have a parameter
`seed` or are marked as cases; and the parameters of browser tests. Each test but a walk runs with one set at least.
On PostgreSQL only tests with a database run, and the parameters of all of them are drawn: the statements are the same.
Of those that never commit, two in five run for a commit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final, TypeVar
from zlib import crc32

PORTIONS: Final = 5
DRAWN: Final = int(os.environ["DOKO_PORTION"]) if os.environ.get("DOKO_PORTION") else None
PORTION: Final = None if DRAWN is None else DRAWN % PORTIONS

WALKS: Final = {"looks", "readers"}  # fixtures of tests that look at pages
COMMITTING: Final = {"transactional_db", "live_server"}
DATABASE: Final = {"db", "django_db_setup", *COMMITTING}  # the second one of tests that bring a database of their own

Item = TypeVar("Item")


def describe(portion: int | None) -> str:
    if portion is None:
        return "Walks and random cases: all"
    return f"Walks and random cases: portion {portion} (of 0 to {PORTIONS - 1}); `dev.py test-all` runs all of them"


def examples(number: int) -> int:
    """Return how many examples Hypothesis tries of so many in the whole."""
    return number if PORTION is None else max(number // PORTIONS, 5)


def due(alike: Sequence[Item]) -> list[Item]:
    """Return those that are drawn for this commit, of many that one test tries."""
    return list(alike) if PORTION is None else draw(alike, PORTION, 0)


def draw(alike: Sequence[Item], portion: int, start: int, *, least: int = 0) -> list[Item]:
    """Return one in five of them, beginning somewhere in the first five; or `least` where that is none."""
    drawn = [one for place, one in enumerate(alike) if (place + start) % PORTIONS == portion]
    return drawn or [alike[(portion + start) % len(alike)]][:least]


def choose(items: Sequence[Any], portion: int | None = PORTION, *, postgresql: bool = False) -> list[Any]:
    """Return the tests that run, in their order."""
    functions: dict[str, list[Any]] = {}
    for item in items:
        functions.setdefault(str(item.nodeid).partition("[")[0], []).append(item)
    walks = sorted((name for name, alike in functions.items() if is_walk(alike[0])), key=spread)
    chosen: set[Any] = set()
    for name, alike in functions.items():
        if postgresql and not has_database(alike[0]):
            continue
        start = crc32(name.encode())
        if (
            postgresql
            and portion is not None
            and not commits(alike[0])
            and (start // PORTIONS + portion) % PORTIONS > 1
        ):
            continue
        if portion is None:
            chosen.update(alike)
        elif is_walk(alike[0]):
            chosen.update(draw(alike, portion, walks.index(name)))
        elif postgresql or are_cases(alike[0]):
            chosen.update(draw(alike, portion, start, least=1))
        else:
            chosen.update(alike)
    return [item for item in items if item in chosen]


def spread(name: str) -> tuple[str, str]:
    """Walks of one name, such as through every page of an app, are alike and belong into different portions."""
    path, _, function = name.partition("::")
    return function, path


def are_cases(item: Any) -> bool:
    return (
        item.get_closest_marker("cases") is not None
        or "seed" in parameters(item)
        or "/tests/browser/" in item.path.as_posix()
    )


def parameters(item: Any) -> dict[str, Any]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def is_walk(item: Any) -> bool:
    return item.get_closest_marker("walk") is not None or not WALKS.isdisjoint(item.fixturenames)


def commits(item: Any) -> bool:
    """Return whether the test commits, so that locks and other connections matter."""
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or not COMMITTING.isdisjoint(item.fixturenames)


def has_database(item: Any) -> bool:
    return item.get_closest_marker("django_db") is not None or not DATABASE.isdisjoint(item.fixturenames)
