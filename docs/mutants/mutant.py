"""A mutant: the program with one small fault put in by hand, and the tests that should notice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

# Folders of tests, each above those before it: who uses an app notices its faults, too.
ORDER: Final = (
    "look",
    "handbook",
    "webpush",
    "scoring",
    "accounts",
    "clubs",
    "evenings",
    "dates",
    "standings",
    "settlement",
    "tournaments",
    "screens",
    "exports",
    "house",
)


class Stale(Exception):
    """The program has moved on: what the mutant replaces does not stand in its file exactly once."""


class Mutant(NamedTuple):
    """`old` becomes `new` in the file `path`, and then `breaks` is true."""

    name: str
    path: str
    old: str
    new: str
    breaks: str
    killed_by: str  # the file of tests that is tried first, because it is likely to notice

    @property
    def folders(self) -> list[str]:
        """Tests of the mutant's own app, then of those above it."""
        parts = self.path.split("/")
        app = parts[1] if parts[0] == "dokoclub" else parts[0]
        return [f"tests/{folder}" for folder in ORDER[ORDER.index(app) :]]

    def put_into(self, source: str) -> str:
        """Raises Stale, and SyntaxError for a mutant that no test need run to notice."""
        if source.count(self.old) != 1:
            raise Stale(f"{self.name}: {source.count(self.old)} times in {self.path}: {self.old!r}")
        mutated = source.replace(self.old, self.new)
        compile(mutated, self.path, "exec")
        return mutated

    @contextmanager
    def inside(self, checkout: Path) -> Iterator[None]:
        """The checkout with the mutant in it, and as it was again afterwards."""
        file = checkout / self.path
        if not file.exists():
            raise Stale(f"{self.name}: there is no {self.path}")
        source = file.read_text(encoding="utf-8")
        file.write_text(self.put_into(source), encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(source, encoding="utf-8")
