"""Which tests run for this commit; all of them run again and again.

`dev.py test` tells a number of the commit in DOKO_PORTION, from which two digits are drawn. It also draws the examples
of Hypothesis, which are fewer then. Without the variable everything runs: `dev.py test-all`, or a plain pytest.

For one commit in ten (last digit): a walk, which looks at many pages in many sizes, or is marked as such; a random
case, which has a parameter `seed` or is marked as one; a set of parameters of a browser test.
For four in ten (the digit before): a browser test, unless it is a walk or proves a promise.
On PostgreSQL only tests with a database run, and the parameters of all of them are drawn: the statements are the same.
Those that never commit run for two commits in ten, those of copies and starts (tests/operations) for four; all others
that commit, and so lock, for each.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final, TypeVar
from zlib import crc32

PORTIONS: Final = 10
DRAWN: Final = int(os.environ["DOKO_PORTION"]) if os.environ.get("DOKO_PORTION") else None
PORTION: Final = None if DRAWN is None else DRAWN % PORTIONS

WALKS: Final = {"looks", "readers"}  # fixtures of tests that look at pages
COMMITTING: Final = {"transactional_db", "live_server"}
DATABASE: Final = {"db", "django_db_setup", *COMMITTING}  # the second one of tests that bring a database of their own

Item = TypeVar("Item")


def describe(drawn: int | None) -> str:
    if drawn is None:
        return "Walks, random cases and browser tests: all"
    return (
        f"Walks, random cases and browser tests: DOKO_PORTION={drawn % PORTIONS**2}; `dev.py test-all` runs all of them"
    )


def examples(number: int) -> int:
    """Return how many examples Hypothesis tries of so many in the whole."""
    return number if PORTION is None else max(number // PORTIONS, 5)


def due(alike: Sequence[Item]) -> list[Item]:
    """Return those that are drawn for this commit, of many that one test tries."""
    return list(alike) if PORTION is None else draw(alike, PORTION, 0)


def draw(alike: Sequence[Item], portion: int, start: int, *, least: int = 0) -> list[Item]:
    """Return one in ten of them, beginning somewhere in the first ten; or `least` where that is none."""
    drawn = [one for place, one in enumerate(alike) if (place + start) % PORTIONS == portion]
    return drawn or [alike[(portion + start) % len(alike)]][:least]


def choose(items: Sequence[Any], drawn: int | None = DRAWN, *, postgresql: bool = False) -> list[Any]:
    """Return the tests that run, in their order."""
    functions: dict[str, list[Any]] = {}
    for item in items:
        if has_database(item) or not postgresql:
            functions.setdefault(str(item.nodeid).partition("[")[0], []).append(item)
    if drawn is None:
        return [item for alike in functions.values() for item in alike]
    walks = sorted((name for name, alike in functions.items() if is_walk(alike[0])), key=spread)
    turn, portion = divmod(drawn, PORTIONS)
    chosen: set[Any] = set()
    for name, alike in functions.items():
        start = crc32(name.encode())
        if (start // PORTIONS + turn) % PORTIONS >= turns(alike[0], postgresql=postgresql):
            continue
        if is_walk(alike[0]):
            chosen.update(draw(alike, portion, walks.index(name)))
        elif postgresql or are_cases(alike[0]):
            chosen.update(draw(alike, portion, start, least=1))
        else:
            chosen.update(alike)
    return [item for item in items if item in chosen]


def turns(item: Any, *, postgresql: bool) -> int:
    """Return for how many commits in ten a test runs, with all its parameters or some."""
    if postgresql and not commits(item):
        return 2
    if postgresql and is_in("operations", item):
        return 4
    is_drawn = is_in("browser", item) and not is_walk(item) and not item.get_closest_marker("promise")
    return 4 if is_drawn else PORTIONS


def is_in(folder: str, item: Any) -> bool:
    return f"/tests/{folder}/" in item.path.as_posix()


def spread(name: str) -> tuple[str, str]:
    """Walks of one name, such as through every page of an app, are alike and belong into different portions."""
    path, _, function = name.partition("::")
    return function, path


def are_cases(item: Any) -> bool:
    return item.get_closest_marker("cases") is not None or "seed" in parameters(item) or is_in("browser", item)


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
