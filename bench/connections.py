"""Does the site answer while others send slowly, or too much? `python -m bench.connections [SECONDS]`.

The time of /healthz (a new connection each time, as a phone comes) and of saving a game, first alone, then under each
attack of bench/attacks.py. "Refused": answered 503 with Retry-After, as a save is while too many bodies come slowly.
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
from bench.serving import Question, Visitor, free_port, served

SECONDS: Final = 20.0
HOST: Final = "127.0.0.1"


Times = tuple[list[float], int, int]


def times_of(questions: Callable[[], Iterable[Question]], seconds: float) -> Times:
    """Return the milliseconds of answers, and how many were refused, and not given within ten seconds."""
    taken, refused, unanswered, end = [], 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for question in questions():
            try:
                taken.append(Visitor(timeout=10).ask(question))
            except SystemExit as other:
                if "503" not in str(other):
                    raise
                refused += 1
            except (OSError, HTTPException):
                unanswered += 1
            if time.monotonic() > end:
                break
    return taken, refused, unanswered


def told(times: Times) -> str:
    taken, refused, unanswered = times
    lost = f", {refused} refused" * bool(refused) + f", {unanswered} not answered" * bool(unanswered)
    if not taken:
        return f"none{lost}"
    return f"{statistics.median(taken):.0f} ms, at most {max(taken):.0f}{lost}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://{HOST}:{port}", "DEMO": "1"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        _pages, written = prepared(port, port)
        print(f"{'while':<32} {'/healthz':<44} saving a game")
        with served("dokoclub.wsgi", port):
            for name, attack in ATTACKS.items():
                with under(attack, Target(port)):
                    health = times_of(lambda: [Question("health", port, "/healthz")], seconds / 2)
                    saves = times_of(lambda: first_saves(written), seconds / 2)
                print(f"{name:<32} {told(health):<44} {told(saves)}", flush=True)


def first_saves(written: Callable[[], Iterable[Question]]) -> Iterator[Question]:
    return (question for question in itertools.islice(written(), 2) if question.name == "save game 1")


if __name__ == "__main__":
    main()
