"""Random evenings: lost, doubled and late requests, killed pages, corrections and a second writer in between.

`DOKO_SEED=7 DOKO_EVENINGS=1000` draws others, and more of them. A wrong evening is reported with its seed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.sheet_server import Phone, SheetServer, game, key

SEED = os.environ.get("DOKO_SEED", "0")
EVENINGS = int(os.environ.get("DOKO_EVENINGS", "6"))
STEPS = 24
FAULTS = ("lost", "answer lost", "late", "portal", "503", "", "")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context()
    yield opened
    opened.close()


class Evening:
    """A phone, its player's wishes, and the fate of its requests."""

    def __init__(self, context: BrowserContext, seed: str) -> None:
        self.chance, self.server = random.Random(seed), SheetServer()
        context.unroute_all()
        context.route("**/*", self.server.answer)
        self.scope = f"{seed}.28"
        self.server.scope = self.scope
        self.phone = Phone(context.new_page(), self.scope)
        self.mine: dict[str, int | None] = {}  # Augen by uuid, in order; None: struck
        self.theirs: list[str] = []
        self.count = 0

    def run(self) -> None:
        steps = (
            self.write,
            self.write,
            self.write,
            self.amend,
            self.strike,
            self.undo,
            self.other,
            self.fail,
            self.kill,
        )
        for _ in range(STEPS):
            self.chance.choice(steps)()
        self.settle()

    def augen(self) -> int:
        self.count += 1
        return 121 + self.count

    def write(self) -> None:
        uuid, augen = key(1000 + self.count), self.augen()
        self.done(self.phone.write(uuid, augen=str(augen)))
        self.mine[uuid] = augen

    def amend(self) -> None:
        if uuid := self.any_standing():
            augen = self.augen()
            fields = game(augen=str(augen))
            if self.done(self.phone.call("amend", row=uuid, fields=fields, confirmed=True)):
                self.mine[uuid] = augen

    def strike(self) -> None:
        if uuid := self.any_standing():
            self.done(self.phone.call("strike", row=uuid, confirmed=True))
            self.mine[uuid] = None

    def undo(self) -> None:
        """Write a new game, and tap "Undo" at once."""
        uuid, augen = key(1000 + self.count), self.augen()
        self.done(self.phone.write(uuid, augen=str(augen)))
        self.done(self.phone.call("undo", uuid=uuid))
        self.mine[uuid] = None

    def any_standing(self) -> str | None:
        standing = [uuid for uuid, augen in self.mine.items() if augen is not None]
        return self.chance.choice(standing) if standing else None

    def other(self) -> None:
        self.theirs.append(key(2000 + self.count))
        self.server.write(game(augen=str(self.augen())), uuid=self.theirs[-1])
        self.phone.call("refresh")

    def fail(self) -> None:
        self.server.faults += self.chance.choices(FAULTS, k=3)
        self.server.down = self.chance.random() < 0.3
        self.phone.call("reached", ok=not self.server.down)
        if self.server.late and self.chance.random() < 0.5:
            self.server.take(self.server.late.pop(0))

    def kill(self) -> None:
        context = self.phone.page.context
        self.phone.page.close()
        self.phone = Phone(context.new_page(), self.scope)

    def done(self, answer: dict[str, object]) -> bool:
        assert not {"problems", "failed", "later"} & answer.keys(), answer
        return True

    def settle(self) -> None:
        self.server.faults, self.server.down = [], False
        for said in self.server.late:
            self.server.take(said)
        self.kill()
        for _ in range(STEPS):
            self.phone.waits_for("!state.waits || state.asked")
            if self.phone.state["asked"]:
                self.phone.call("choose", choice="behind")
        assert not self.phone.state["asked"]
        assert self.phone.state["refused"] is None

    def found(self) -> tuple[dict[str, int], list[str]]:
        rows = {row["uuid"]: row["facts"]["re_points"] for row in self.server.rows}
        assert len(rows) == len(self.server.rows)
        return {uuid: rows[uuid] for uuid in rows if uuid not in self.theirs}, [u for u in rows if u in self.theirs]


@pytest.mark.promise("network")
@pytest.mark.parametrize("number", range(EVENINGS))
def test_an_evening_by_chance_comes_out_as_it_was_meant(context: BrowserContext, number: int) -> None:
    evening = Evening(context, f"{SEED}{number}")
    evening.run()
    mine, theirs = evening.found()
    wanted = {uuid: augen for uuid, augen in evening.mine.items() if augen is not None}
    assert (list(mine.items()), theirs) == (list(wanted.items()), evening.theirs)
    assert [row["uuid"] for row in evening.phone.state["rows"] if not row["struck"]] == [
        row["uuid"] for row in evening.server.rows
    ]
