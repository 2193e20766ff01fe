"""How fast is every page, beside a bare Django page in the same run? `make bench`.

Two servers as `make run` starts them, one with the demo club and one with a bare page. One client asks all pages in
turn, round by round, so that a busy moment of the machine hits all of them. Shown are medians, and their ratio to the
bare page.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Final, NamedTuple

ROUNDS: Final = 60
WARM_UP: Final = 5
BARE: Final = "bare Django page"


class Page(NamedTuple):
    name: str
    port: int
    path: str
    cookie: str = ""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home, ExitStack() as stack:
        ours, bare = free_port(), free_port()
        os.environ |= {"DATA_DIR": home, "DEMO": "1", "LOG_LEVEL": "WARNING", "PUBLIC_URL": f"http://127.0.0.1:{ours}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
        pages = [Page(BARE, bare, "/"), *pages_of_demo(ours)]
        stack.enter_context(served("bench.bare", bare))
        stack.enter_context(served("dokoclub.wsgi", ours))
        report(measured(pages, rounds))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(application: str, port: int) -> Iterator[None]:
    command = [sys.executable, "-m", "gunicorn", "-c", "python:dokoclub.server", application]
    with subprocess.Popen(command, env=os.environ | {"PORT": str(port)}) as server:
        try:
            wait_for(port)
            yield
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("The server did not start.")


def pages_of_demo(port: int) -> list[Page]:
    """Pages of the demo club, signed in as its visitor."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from dokoclub.accounts.services import demo_visitor
    from dokoclub.clubs.services.demo import demo_club

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    client = Client()
    client.force_login(demo_visitor())
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    club = [demo_club().pk]
    return [
        Page("health", port, "/healthz"),
        Page("sign in", port, reverse("account_login")),
        Page("club", port, reverse("clubs:show_club", args=club), cookie),
        Page("players", port, reverse("clubs:list_players", args=club), cookie),
        Page("rules", port, reverse("clubs:show_rules", args=club), cookie),
    ]


def measured(pages: list[Page], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of every answer, by page."""
    connections = {page.port: HTTPConnection("127.0.0.1", page.port) for page in pages}
    taken: dict[str, list[float]] = {page.name: [] for page in pages}
    for number in range(WARM_UP + rounds):
        for page in pages:
            milliseconds = asked(connections[page.port], page)
            if number >= WARM_UP:
                taken[page.name].append(milliseconds)
    return taken


def asked(connection: HTTPConnection, page: Page) -> float:
    start = time.perf_counter()
    connection.request("GET", page.path, headers={"Cookie": page.cookie, "Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        sys.exit(f"{page.name} answered {answer.status}.")
    return (time.perf_counter() - start) * 1000


def report(taken: dict[str, list[float]]) -> None:
    bare = statistics.median(taken[BARE])
    print(f"{'page':<20} {'median ms':>9} {'95 % below':>10} {'bare pages':>10}")
    for name, times in taken.items():
        median, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{name:<20} {median:>9.2f} {high:>10.2f} {median / bare:>10.1f}")


if __name__ == "__main__":
    main()
