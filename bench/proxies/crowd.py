"""Does anybody notice that the site's processes are exchanged, or that it is started anew?"""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException

from bench.proxies.scene import Scene, expect
from bench.proxies.visitor import Answer, Visitor
from bench.serving import start, wait_for


def try_reload(scene: Scene) -> str:
    """Processes that are exchanged are not noticed by anybody."""
    with crowd(scene) as answers:
        scene.server.send_signal(signal.SIGHUP)
        time.sleep(scene.seconds / 4)
    expect(set(answers.counts) == {200}, answers.told())
    return f"{answers.told()}; {count_saved(answers)}"


def try_restart(scene: Scene) -> str:
    """As systemd does it. Some hear meanwhile to come again (503); what was saved is there once."""
    with crowd(scene) as answers:
        scene.server.terminate()
        scene.server.wait()
        scene.server = start("dokoclub.wsgi", scene.places.site)
        wait_for(scene.places.site)
        time.sleep(scene.seconds / 4)
    expect(set(answers.counts) <= {200, 503}, answers.told())
    return f"{answers.told()}; {count_saved(answers)}"


@dataclass
class Answers:
    """What a crowd heard, and which games it was told are saved."""

    counts: Counter[int | str] = field(default_factory=Counter)
    saved: set[str] = field(default_factory=set)
    slowest: float = 0.0

    def told(self) -> str:
        heard = ", ".join(f"{number} × {status}" for status, number in self.counts.most_common())
        return f"{heard}; the slowest after {self.slowest:.1f} s"


@contextmanager
def crowd(scene: Scene) -> Iterator[Answers]:
    """Seven who look and one who writes, each with a connection of its own, for a while before and after."""
    answers, stop = Answers(), threading.Event()
    tasks: list[Callable[[], None]] = [partial(read, scene.visitor(), answers, stop) for _ in range(7)]
    tasks.append(partial(write, scene, scene.owner(), answers, stop))
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    time.sleep(2)
    try:
        yield answers
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def read(visitor: Visitor, answers: Answers, stop: threading.Event) -> None:
    while not stop.wait(0.02):
        ask_once(answers, lambda: visitor.ask("/readyz"))


def write(scene: Scene, visitor: Visitor, answers: Answers, stop: threading.Event) -> None:
    """As the sheet does it: what was not answered well is sent again, with its key."""
    while not stop.wait(0.05):
        question = next(scene.saves)
        form = question.form or {}
        send = partial(visitor.post, question.path, form, HX_Request="true")
        while ask_once(answers, send) != 200:
            time.sleep(0.5)
        answers.saved.add(form["uuid"])


def ask_once(answers: Answers, ask: Callable[[], Answer]) -> int | str:
    begin = time.perf_counter()
    try:
        answer = ask()
        found: int | str = answer.status
        if found == 503 and not answer.headers["Retry-After"]:
            found = "503 without Retry-After"
    except (OSError, HTTPException) as wrong:
        found = type(wrong).__name__
    answers.slowest = max(answers.slowest, time.perf_counter() - begin)
    answers.counts[found] += 1
    return found


def count_saved(answers: Answers) -> str:
    from dokoclub.evenings.models import Entry

    found = Entry.objects.filter(uuid__in=answers.saved).count()
    expect(found == len(answers.saved), f"{len(answers.saved)} saved, {found} there")
    return f"{found} games saved, each once"
