"""What a trial finds: the site, what stands in front of it, and who writes there."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from ssl import SSLContext
from typing import TYPE_CHECKING, Final

from bench.proxies.documented import Places
from bench.proxies.visitor import Answer, Visitor
from bench.serving import Question

if TYPE_CHECKING:
    from bench.evenings import Table

PASSWORD: Final = "fuchs am end"  # noqa: S105  # of an install that lives some minutes


class WrongTrial(Exception):
    """What was seen instead of what the document says."""


def expect(condition: bool, seen: object) -> None:
    if not condition:
        raise WrongTrial(str(seen))


@dataclass
class Scene:
    """The site, what stands in front of it, and who writes there."""

    places: Places
    table: Table
    server: subprocess.Popen[bytes]
    seconds: float = 60.0  # for each attack
    tls: SSLContext = field(default_factory=ssl.create_default_context)
    saves: Iterator[Question] = field(init=False)

    def __post_init__(self) -> None:
        self.saves = self._all_saves()

    def visitor(self, origin: str = "127.0.0.1") -> Visitor:
        return Visitor(self.places.https, self.tls, origin)

    def owner(self, origin: str = "127.0.0.1") -> Visitor:
        """Signed in."""
        visitor = self.visitor(origin)
        visitor.sign_in("bench", PASSWORD)
        return visitor

    def save(self, by: Visitor) -> Answer:
        """The next game of some sheet."""
        question = next(self.saves)
        return by.post(question.path, question.form or {}, HX_Request="true")

    def _all_saves(self) -> Iterator[Question]:
        while True:
            sheet = self.table._new_sheet()
            yield from (self.table._save("save", sheet, number) for number in range(1, 41))
