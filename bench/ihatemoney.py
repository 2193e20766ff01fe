"""Speed of pages compared with ihatemoney, a well-kept program for shared bills: `python -m bench.ihatemoney`.
It is installed into a separate environment in .tools and served by gunicorn with a project of 30 people and 500
bills, in turn with the bare page of `bench.pages`. LEFT OUT if no package index is reachable. Pages of
`bench.pages` should take at most a tenth of their counterpart: settle for money, statistics, a bill for a game.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from bench.serving import Question, Visitor, free_port, served, wait_for
from dev import TOOLS, find_uv

PACKAGES: Final = ("ihatemoney==6.1.5", "gunicorn", "setuptools<81")
PEOPLE, BILLS, ROUNDS = 30, 500, 12
PROJECT: Final = {"name": "bench", "id": "bench", "password": "bench", "contact_email": "bench@example.org"}
BASIC: Final = {"Authorization": "Basic " + b64encode(b"bench:bench").decode()}
SETTINGS: Final = """SECRET_KEY = "bench"
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/ihatemoney.db"
ALLOW_PUBLIC_PROJECT_CREATION = True
ACTIVATE_DEMO_PROJECT = False
MAIL_SUPPRESS_SEND = True
"""


def main() -> None:
    programs = TOOLS / "ihatemoney" / "bin"
    if not install(programs.parent):
        print("ihatemoney is LEFT OUT: no package index can be reached.")
        return
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home, started(programs, Path(home)) as port:
        bare, visitor, site = free_port(), Visitor(), f"http://127.0.0.1:{port}"
        browser, bill = fill(site)
        with served("bench.bare", bare):
            taken: dict[str, list[float]] = {}
            for _ in range(ROUNDS):
                taken.setdefault("bare page", []).append(visitor.ask(Question("bare", bare, "/")))
                for name in ("settle_bills", "statistics"):
                    taken.setdefault(name, []).append(timed(browser, f"{site}/bench/{name}"))
                taken.setdefault("add a bill", []).append(timed(browser, f"{site}/bench/add", bill))
    beside = statistics.median(taken["bare page"])
    print(f"ihatemoney, {PEOPLE} people, {BILLS} bills; load {os.getloadavg()[0]:.1f}")
    for name, times in taken.items():
        print(f"{name:<20}{statistics.median(times):>9.1f} ms{statistics.median(times) / beside:>9.1f} × bare")


def install(folder: Path) -> bool:
    uv, python = find_uv(), folder / "bin" / "python"
    if not uv:
        return False
    made = python.exists() or not subprocess.run([uv, "venv", "-q", str(folder)], check=False).returncode
    command = [uv, "pip", "install", "-q", "--python", str(python), *PACKAGES]
    return made and not subprocess.run(command, check=False).returncode


@contextmanager
def started(programs: Path, home: Path) -> Iterator[int]:
    port, settings = free_port(), home / "ihatemoney.cfg"
    settings.write_text(SETTINGS.format(folder=home), encoding="utf-8")
    command = [str(programs / "gunicorn"), "--threads=8", f"--bind=127.0.0.1:{port}", "--log-level=error"]
    own = os.environ | {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}
    with subprocess.Popen([*command, "ihatemoney.wsgi:application"], env=own) as server:
        try:
            wait_for(port)
            yield port
        finally:
            server.terminate()


def fill(site: str) -> tuple[OpenerDirector, dict[str, Any]]:
    """Return a signed-in browser, and the form of another bill."""
    browser, api = build_opener(HTTPCookieProcessor(CookieJar())), f"{site}/api/projects"
    send(browser, api, PROJECT | {"default_currency": "XXX"})
    people = [json.loads(send(browser, f"{api}/bench/members", {"name": f"P{n}"})) for n in range(PEOPLE)]
    bill = {"date": "2026-01-02", "what": "Bill", "payer": people[0], "payed_for": people, "amount": "12.50"}
    for number in range(BILLS):
        send(browser, f"{api}/bench/bills", bill | {"payer": people[number % PEOPLE]})
    token = json.loads(send(browser, f"{api}/bench/token"))["token"]
    send(browser, f"{site}/bench/join/{token}")
    page = send(browser, f"{site}/bench/add")
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert found
    return browser, bill | {"csrf_token": found[1], "bill_type": "Expense", "original_currency": "XXX"}


def send(browser: OpenerDirector, url: str, form: dict[str, Any] | None = None) -> str:
    body = urlencode(form, doseq=True).encode() if form else None
    answer: str = browser.open(Request(url, body, BASIC if "/api/" in url else {}), timeout=60).read().decode()  # noqa: S310
    return answer


def timed(browser: OpenerDirector, url: str, form: dict[str, Any] | None = None) -> float:
    start = time.perf_counter()
    send(browser, url, form)
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
