"""How long until the first page of `make run`? `python -m bench.startup [ROUNDS]`.

In a copy of the checkout, without bytecode or data, to which the packages are brought: that is measured apart. Cold is
its first start; warm are those after it, each beside what importing settings, apps and addresses takes alone. With the
processor's seconds in brackets, which say more than the clock where others use the machine.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final, NamedTuple

from bench.serving import free_port

ROOT: Final = Path(__file__).resolve().parent.parent
ROUNDS: Final = 7
WARM_AIM: Final = 2.0  # times importing
COLD_AIM: Final = 10.0  # seconds
PATIENCE: Final = 120.0
PYTHON: Final = str(Path(sys.base_prefix) / "bin" / "python3")  # which .venv is made of
IMPORTS: Final = "import django; django.setup(); import dokoclub.urls"


class Taken(NamedTuple):
    """Seconds."""

    clock: float
    processor: float


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"Load before: {os.getloadavg()[0]:.1f}; seconds by the clock (of the processor)")
    with copied_checkout() as (checkout, home):
        environment = surroundings(home)
        installed = time_command(checkout, environment, PYTHON, "dev.py", "packages")
        cold = serve_once(checkout, environment)
        pairs = [(import_all(checkout, environment), serve_once(checkout, environment)) for _ in range(rounds)]
    imports, starts = ([pair[place] for pair in pairs] for place in (0, 1))
    print(f"getting the packages                     {tell([installed])}")
    print(f"first page of `make run`, cold           {tell([cold])}   aim: {judge(cold.clock, COLD_AIM)}")
    print(f"importing settings, apps and addresses   {tell(imports)}")
    print(f"first page of `make run`, warm           {tell(starts)}")
    for place, name in enumerate(Taken._fields):
        times = middle(starts)[place] / middle(imports)[place]
        print(f"  by the {name:<10} {times:.2f} × importing   aim: {judge(times, WARM_AIM)}")


def surroundings(home: Path) -> dict[str, str]:
    """As somebody has them at home, with the demo club."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "DATABASE"))}
    return kept | {"DATA_DIR": str(home), "PORT": str(free_port()), "NIGHTLY": "0", "LOG_LEVEL": "WARNING"}


def import_all(checkout: Path, environment: dict[str, str]) -> Taken:
    told = environment | {"DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    return time_command(checkout, told, ".venv/bin/python", "-c", IMPORTS)


def time_command(checkout: Path, environment: dict[str, str], *command: str) -> Taken:
    with timed() as taken:
        subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.DEVNULL)
    return taken()


def serve_once(checkout: Path, environment: dict[str, str]) -> Taken:
    """From typing `python3 dev.py run` until the first page is here."""
    with timed() as taken:
        command = [PYTHON, "dev.py", "run"]
        with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.DEVNULL) as server:
            begin = time.perf_counter()
            wait_for_page(int(environment["PORT"]))
            clock = time.perf_counter() - begin
            server.send_signal(signal.SIGTERM)
    return taken()._replace(clock=clock)


def wait_for_page(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            connection = HTTPConnection("127.0.0.1", port, PATIENCE)
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            time.sleep(0.02)
        else:
            assert answer.status == 200, answer.status
            return
    sys.exit("The first page did not come.")


@contextmanager
def timed() -> Iterator[Callable[[], Taken]]:
    """What children took that have ended inside."""
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)

    def taken() -> Taken:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Taken(time.perf_counter() - begin, processor)

    yield taken


@contextmanager
def copied_checkout() -> Iterator[tuple[Path, Path]]:
    """The files that git knows and those that it would, and a folder for data."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as folder:
        checkout, home = Path(folder, "checkout"), Path(folder, "data")
        home.mkdir()
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (checkout / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, checkout / name)
        yield checkout, home


def middle(found: list[Taken]) -> Taken:
    return Taken(*(statistics.median(times) for times in zip(*found, strict=True)))


def tell(found: list[Taken]) -> str:
    return "{:6.2f} ({:.2f})".format(*middle(found))


def judge(found: float, most: float) -> str:
    return f"{most:g}" if found <= most else f"{most:g} NOT"


if __name__ == "__main__":
    main()
