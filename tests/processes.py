"""Child processes and threads of the tests: each wait has a limit, and its failure tells what was printed."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Barrier, Event, Thread
from typing import IO, Any, Protocol

from django.db import connections

PATIENCE = 300  # seconds; nothing here takes ten, but a machine may have more to do


@contextmanager
def start_child(command: Sequence[object], **more: Any) -> "Iterator[subprocess.Popen[str]]":
    """Run a command in parallel to the test, as text; it is killed when the block ends."""
    words = [str(word) for word in command]
    with subprocess.Popen(words, text=True, **more) as child:
        try:
            yield child
        finally:
            child.kill()
            child.wait(PATIENCE)


def read_line(child: "subprocess.Popen[str]", *, limit: float = PATIENCE) -> str:
    """Return the next line that a child prints; kill it and fail if none comes in time."""
    return read_until(child, "", limit=limit)


def read_until(child: "subprocess.Popen[str]", words: str, *, limit: float = PATIENCE) -> str:
    """Return the next line with these words that a child prints, without its end; skip the ones before."""
    lines: list[str] = []

    def read(stream: IO[str]) -> None:
        for line in iter(stream.readline, ""):
            lines.append(line)
            if line.endswith("\n") and words in line:
                return

    assert child.stdout is not None
    reader = Thread(target=read, args=(child.stdout,), daemon=True)
    reader.start()
    reader.join(limit)
    if reader.is_alive():
        child.kill()
        reader.join(PATIENCE)
        raise AssertionError(f"{child.args!r} did not print {words or 'a line'!r} in {limit} s, but {lines}")
    if not lines or not lines[-1].endswith("\n") or words not in lines[-1]:
        child.wait(PATIENCE)
        errors = child.stderr.read() if child.stderr else ""
        raise AssertionError(f"{child.args!r} ended without {words or 'a line'!r}, and printed {lines} {errors}")
    return lines[-1].removesuffix("\n")


def read_to_end(child: "subprocess.Popen[str]", *, limit: float = PATIENCE) -> tuple[str, str]:
    """Return what else a child prints, and its errors; kill it and fail if it does not end in time."""
    try:
        printed, errors = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired as late:
        child.kill()
        raise AssertionError(f"{child.args!r} did not end in {limit} s, but printed {late.output!r}") from late
    return printed or "", errors or ""


class Waited(Protocol):
    """A thread, or a process of multiprocessing."""

    name: str

    def join(self, timeout: float | None = None) -> None: ...

    def is_alive(self) -> bool: ...


def join_all(*running: Waited, limit: float = PATIENCE) -> None:
    """Wait until these have ended; fail if one has not in time."""
    for one in running:
        one.join(limit)
        assert not one.is_alive(), f"{one.name} did not end in {limit} s"


def wait_until(condition: Callable[[], bool], *, limit: float = PATIENCE) -> None:
    """Ask again and again until it is so; fail if it is not in time."""
    pause = Event()
    for _ in range(int(limit * 100)):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError(f"It did not happen in {limit} s")


def run_at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Begin all calls at the same moment, each in its own thread. Return what each returned or raised."""
    answers: list[Any] = [None] * len(calls)
    start = Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE)
            answers[place] = call()
        except Exception as raised:  # the test looks at it
            answers[place] = raised
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=made, daemon=True) for made in enumerate(calls)]
    for thread in threads:
        thread.start()
    join_all(*threads)
    return answers
