"""Strangers who send slowly, endlessly or without reading cost a bounded amount, and others are answered meanwhile.

The same attack on a naive server shows that it bites: a test that passes there as well says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Event

import pytest

from tests.serving import attacks
from tests.serving.server import LARGE, Server

SOON = 5.0  # seconds in which somebody must be answered
LOOKS = 120  # a tenth of a second each
MOST_MEMORY = 60_000_000  # bytes on top of what it had
MOST_TEMPORARY = 4_000_000

Attack = Callable[[Server], AbstractContextManager[None]]


@pytest.mark.promise("slow-connections")
@pytest.mark.parametrize(
    "attack",
    [attacks.half_heads, attacks.idle_connections, attacks.slow_bodies, attacks.slow_bodies_with_cookie],
    ids=lambda attack: attack.__name__,
)
def test_newcomers_are_answered(site: Server, naive: Server, attack: Attack) -> None:
    assert not keeps_answering(naive, attack), "the attack does nothing"
    assert keeps_answering(site, attack)
    assert site.is_answering()


def keeps_answering(server: Server, attack: Attack) -> bool:
    """Return whether each of some newcomers is answered while it lasts."""
    with attack(server):
        return all(server.is_answering(SOON) for _ in range(3))


@pytest.mark.promise("slow-connections")
def test_answers_that_nobody_reads_fill_no_memory(site: Server, naive: Server) -> None:
    measured = attacks.unread_answers, Server.count_memory, MOST_MEMORY
    assert grow(naive, *measured) > MOST_MEMORY, "the attack does nothing"
    assert grow(site, *measured) < MOST_MEMORY
    assert site.is_answering()


@pytest.mark.promise("slow-connections")
def test_bodies_that_never_end_fill_no_disk(site: Server, naive: Server) -> None:
    measured = attacks.unfinished_bodies, Server.count_temporary, MOST_TEMPORARY
    assert grow(naive, *measured) > MOST_TEMPORARY, "the attack does nothing"
    assert grow(site, *measured) < MOST_TEMPORARY
    assert site.is_answering()


def grow(server: Server, attack: Attack, measure: Callable[[Server], int], most: int) -> int:
    """Return by how much the measure rises until it is more than `most`, or for LOOKS looks."""
    assert server.is_answering(path=LARGE)  # what it loads only once is loaded
    before, pause, grown = measure(server), Event(), 0
    with attack(server):
        for _ in range(LOOKS):
            pause.wait(0.1)
            grown = max(grown, measure(server) - before)
            if grown > most:
                break
    return grown
