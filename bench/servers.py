"""Which server for the site? Speed, and who is cut off by a restart: `python -m bench.servers [SECONDS] [SERVER…]`.

For each server: requests a second of /healthz and of a sheet, by one and by eight clients who keep their connections;
then eight clients while its processes are exchanged (HUP), and while it is told to end (TERM) and started anew. Counted
is who had asked and got no answer, or a wrong one; who finds the door closed meanwhile comes again and is not counted.
How they do with slow clients: `python -m bench.connections`. granian is no part of the site: it is fetched into a
temporary folder, and LEFT OUT where it cannot be had.
"""

from __future__ import annotations

import functools
import itertools
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from bench.serving import SERVER, Question, free_port, wait_for

SECONDS: Final = 10.0
ROUNDS: Final = 3
HOST: Final = "127.0.0.1"
GRACE: Final = 30  # seconds for whoever is being answered, as gunicorn has them
APPLICATION: Final = "dokoclub.wsgi:application"
GRANIAN: Final = "granian<3"
THREADED: Final = ("--worker-class", "gthread", "--threads")


class Missing(Exception):
    """A server that cannot be had here."""


def gunicorn(*more: str) -> Callable[[int], list[str]]:
    return lambda _port: [*SERVER, *more, "dokoclub.wsgi"]


def waitress(port: int) -> list[str]:
    return [sys.executable, "-m", "waitress", f"--listen={HOST}:{port}", "--threads=8", APPLICATION]


def granian(port: int) -> list[str]:
    """One process of eight threads, as all the others."""
    place = fetch_granian()
    program = f"import sys; sys.path.append({str(place)!r}); from granian.cli import entrypoint; entrypoint()"
    more = ["--interface", "wsgi", "--workers", "1", "--blocking-threads", "8", "--no-ws", "--log-level", "error"]
    more += ["--workers-kill-timeout", str(GRACE)]  # otherwise it waits for as long as anybody keeps a connection
    return [sys.executable, "-c", program, "--host", HOST, "--port", str(port), *more, APPLICATION]


SERVERS: Final[dict[str, Callable[[int], list[str]]]] = {
    "ours": gunicorn(),
    "gthread": gunicorn(*THREADED, "8"),
    "gthread 64": gunicorn(*THREADED, "64"),
    "waitress": waitress,
    "granian": granian,
}


@functools.cache
def fetch_granian() -> Path:
    """Raises Missing. What is fetched goes with the program."""
    folder = tempfile.TemporaryDirectory(prefix="dokoclub-granian-")
    fetch_granian_into(folder.name)
    _kept.append(folder)
    return Path(folder.name)


_kept: Final[list[object]] = []


def fetch_granian_into(folder: str) -> None:
    """By whatever installs packages here; neither asks the environment of the site."""
    uv, pip = ["uv", "pip", "install", "-q"], [sys.executable, "-m", "pip", "install", "-q"]
    ours = str(Path(__file__).parents[1] / ".tools" / "bin" / "uv")
    outside = ["python3", "-m", "pip", "install", "-q", "--python", sys.executable]
    for command in (pip, outside, uv, [ours, *uv[1:]]):
        try:
            done = subprocess.run([*command, "--target", folder, GRANIAN], capture_output=True, text=True, check=False)
        except OSError:
            continue
        if done.returncode == 0:
            return
    raise Missing("granian could not be fetched")


@contextmanager
def running(server: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    process = begin(server, port)
    try:
        wait_for(port)
        yield process
    finally:
        end(process)


def begin(server: str, port: int) -> subprocess.Popen[bytes]:
    own = {"PORT": str(port), "PROCESSES": "1", "NIGHTLY": "0", "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    return subprocess.Popen(SERVERS[server](port), env=os.environ | own)


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(2 * GRACE)
    except subprocess.TimeoutExpired:
        print(f"{process.args!r} did not end.", file=sys.stderr, flush=True)
        process.kill()
        process.wait()


# --- Clients ----------------------------------------------------------------------------------------------------------


class Client:
    """Keeps a connection; after a trouble it makes a new one."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.connection = HTTPConnection(HOST, question.port, timeout=30)

    def ask(self) -> str:
        """ok, refused (the door was closed), or how it went wrong."""
        if self.connection.sock is None:
            try:
                self.connection.connect()
            except ConnectionRefusedError:
                time.sleep(0.05)
                return "refused"
            except OSError as wrong:
                return type(wrong).__name__
        try:
            self.connection.request("GET", self.question.path, headers={"Cookie": self.question.cookie})
            answer = self.connection.getresponse()
            answer.read()
        except (OSError, HTTPException) as wrong:
            self.connection.close()
            return type(wrong).__name__
        return "ok" if answer.status in (200, 204) else str(answer.status)


@contextmanager
def asking(questions: list[Question]) -> Iterator[Counter[str]]:
    """Clients, one for each question, as fast as they are answered; what they heard."""
    heard, stop = Counter[str](), threading.Event()

    def ask(question: Question) -> None:
        client, own = Client(question), Counter[str]()
        while not stop.is_set():
            own[client.ask()] += 1
        client.connection.close()
        heard.update(own)

    threads = [threading.Thread(target=ask, args=[question]) for question in questions]
    for thread in threads:
        thread.start()
    try:
        yield heard
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def speed(question: Question, clients: int, seconds: float) -> float:
    """Requests a second."""
    with asking([question] * clients) as heard:
        time.sleep(seconds)
    if set(heard) != {"ok"}:
        sys.exit(f"{question.name}: {dict(heard)}")
    return heard["ok"] / seconds


def reload(server: str, port: int, questions: list[Question], seconds: float) -> str:
    with running(server, port) as process, asking(questions) as heard:
        time.sleep(2)
        process.send_signal(signal.SIGHUP)
        time.sleep(seconds)
        ended = process.poll() is not None
    return "ends" if ended else told(heard)


def restart(server: str, port: int, questions: list[Question], seconds: float) -> str:
    process = begin(server, port)
    wait_for(port)
    with asking(questions) as heard:
        time.sleep(2)
        end(process)
        process = begin(server, port)
        wait_for(port)
        time.sleep(seconds)
    end(process)
    return told(heard)


def told(heard: Counter[str]) -> str:
    failed = {word: number for word, number in heard.items() if word not in ("ok", "refused")}
    kinds = f" ({', '.join(sorted(failed))})" if failed else ""
    return f"{sum(failed.values())} of {heard.total() - heard['refused']}{kinds}"


# --- The table --------------------------------------------------------------------------------------------------------


def main() -> None:
    numbers = [float(word) for word in sys.argv[1:] if word.replace(".", "").isdigit()]
    names = [word for word in sys.argv[1:] if word in SERVERS] or [*SERVERS]
    seconds = (numbers or [SECONDS])[0]
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://{HOST}:{port}", "DEMO": "1"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        pages = prepare_pages(port)
        names = [name for name in names if is_here(name, port)]
        show_speed(names, port, pages, seconds / 4)
        show_restarts(names, port, pages, seconds)


def prepare_pages(port: int) -> list[Question]:
    """/healthz and a sheet of sixty games."""
    from bench.pages import prepared

    _pages, written = prepared(port, port)
    sheet = next(question for question in written() if question.name == "sheet of 60 games")
    return [Question("/healthz", port, "/healthz"), sheet]


def is_here(name: str, port: int) -> bool:
    try:
        SERVERS[name](port)
    except Missing as missing:
        print(f"LEFT OUT: {name} ({missing})", flush=True)
        return False
    return True


def show_speed(names: list[str], port: int, pages: list[Question], seconds: float) -> None:
    """In rounds, so that a busy moment of the machine hits all of them; medians."""
    found: dict[tuple[str, str, int], list[float]] = {}
    for _round, name in itertools.product(range(ROUNDS), names):
        with running(name, port):
            for page, clients in itertools.product(pages, (1, 8)):
                speed(page, clients, 0.5)
                found.setdefault((name, page.name, clients), []).append(speed(page, clients, seconds))
    heads = [f"{page.name}, {clients}" for page in pages for clients in (1, 8)]
    print(f"{'requests a second, clients':<26}" + "".join(f"{head:>22}" for head in heads), flush=True)
    for name in names:
        medians = [statistics.median(found[name, page.name, clients]) for page in pages for clients in (1, 8)]
        print(f"{name:<26}" + "".join(f"{median:>22.0f}" for median in medians), flush=True)


def show_restarts(names: list[str], port: int, pages: list[Question], seconds: float) -> None:
    print(f"{'not answered, 8 clients':<26}{'HUP':<44}TERM and a new start", flush=True)
    for name in names:
        questions = (pages * 4)[:8]
        print(f"{name:<26}{reload(name, port, questions, seconds):<44}", end="", flush=True)
        print(restart(name, port, questions, seconds), flush=True)


if __name__ == "__main__":
    main()
