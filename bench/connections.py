"""Does the site answer while others send slowly, or too much? `python -m bench.connections [SECONDS] [SERVER…]`.

For each server the time of /healthz (a new connection each time, as a phone comes) and of saving a game, first alone,
then under each attack: 1,000 connections that never finish their head, 200 bodies of a byte a second, 300 MB sent by a
stranger, with its length and in pieces without one. SERVER: `ours`, or one of bench/servers.py to compare.
"""

from __future__ import annotations

import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from typing import Final

from bench.attacks import ATTACKS, Target, under
from bench.pages import prepared
from bench.servers import SERVERS, is_here, running
from bench.serving import Question, Visitor, free_port

SECONDS: Final = 20.0
HOST: Final = "127.0.0.1"


def times_of(questions: Callable[[], Iterable[Question]], seconds: float) -> tuple[list[float], int]:
    """Milliseconds of those that were answered, and how many were not within ten seconds."""
    taken, unanswered, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for question in questions():
            try:
                taken.append(Visitor(timeout=10).ask(question))
            except (OSError, HTTPException):
                unanswered += 1
            if time.monotonic() > end:
                break
    return taken, unanswered


def told(times: tuple[list[float], int]) -> str:
    taken, unanswered = times
    if not taken:
        return f"no answer ({unanswered} asked)"
    lost = f", {unanswered} not answered" if unanswered else ""
    return f"{statistics.median(taken):.0f} ms, at most {max(taken):.0f}{lost}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://{HOST}:{port}", "DEMO": "1"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        _pages, written = prepared(port, port)
        print(f"{'server':<12} {'while':<18} {'/healthz':<38} saving a game")
        for server in filter(lambda name: is_here(name, port), sys.argv[2:] or SERVERS):
            with running(server, port):
                for name, attack in ATTACKS.items():
                    with under(attack, Target(port)):
                        health = times_of(lambda: [Question("health", port, "/healthz")], seconds / 2)
                        saves = times_of(lambda: first_saves(written), seconds / 2)
                    print(f"{server:<12} {name:<18} {told(health):<38} {told(saves)}", flush=True)


def first_saves(written: Callable[[], Iterable[Question]]) -> Iterator[Question]:
    return (question for question in itertools.islice(written(), 2) if question.name == "save game 1")


if __name__ == "__main__":
    main()
