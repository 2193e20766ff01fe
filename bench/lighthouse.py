"""Lighthouse, as a phone: `python3 dev.py lighthouse [RUNS]`, five of each page without. LEFT OUT without node.

npm brings its package, at the version named here, into .tools. The site is served as `make run` does, with the demo
club; a Chromium of its own is signed in, and asked for each page in turn, round by round, so that a busy moment of the
machine hits all of them. Shown are medians, and what keeps a page from 100. It ends with 1 where accessibility or best
practices are below 100, where SEO is on a page that may be found, or where a page is more than two points slower than a
bare one.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import sync_playwright

from bench.pages import signed_in
from bench.serving import free_port, served, wait_for
from dev import TOOLS, chromium

VERSION: Final = "12.8.2"  # the last one for node 20
PROGRAM: Final = TOOLS / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
RUNS: Final = 5
TRIES: Final = 3  # now and then it misses the beginning of a page
BARE: Final = "bare Django page"
SLOWER: Final = 2  # points of performance below the bare page, at most
KINDS: Final = ("performance", "accessibility", "best-practices", "seo")
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


class Asked(NamedTuple):
    name: str
    url: str
    is_public: bool = False  # whether search engines shall find it


class Heard(NamedTuple):
    scores: dict[str, int]  # by kind, of 100
    paint: float  # milliseconds until the largest contentful paint
    blocked: float  # milliseconds
    shift: float
    kilobytes: float
    requests: int
    faults: frozenset[str]  # audits that failed, but for those of performance


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    if not bring_lighthouse():
        print("LEFT OUT: Lighthouse needs node and npm.")
        return 0
    with tempfile.TemporaryDirectory(prefix="dokoclub-lighthouse-") as home, ExitStack() as stack:
        bare, site = free_port(), free_port()
        os.environ |= {"DATA_DIR": home, "DEMO": "1", "LOG_LEVEL": "WARNING", "PUBLIC_URL": f"http://127.0.0.1:{site}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
        pages, cookie = prepare(f"http://127.0.0.1:{site}")
        stack.enter_context(served("bench.bare", bare))
        stack.enter_context(served("dokoclub.wsgi", site))
        port = stack.enter_context(opened_chromium(Path(home), pages[0].url, cookie))
        heard = measure([Asked(BARE, f"http://127.0.0.1:{bare}/"), *pages], runs, port)
    return show(heard, pages)


# --- Node, a browser, a site ------------------------------------------------------------------------------------------


def bring_lighthouse() -> bool:
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    package = PROGRAM.parents[1] / "package.json"
    if not package.exists() or json.loads(package.read_text(encoding="utf-8"))["version"] != VERSION:
        folder = PROGRAM.parents[3]
        folder.mkdir(parents=True, exist_ok=True)
        quiet = ("--no-audit", "--no-fund", "--no-save", "--no-package-lock", "--ignore-scripts", "--loglevel=error")
        subprocess.run(["npm", "install", "--prefix", folder, *quiet, f"lighthouse@{VERSION}"], check=True)
    return True


def prepare(site: str) -> tuple[list[Asked], str]:
    """The pages, and the session of somebody who owns the demo club and sees all of them."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Membership
    from dokoclub.clubs.services.demo import demo_club
    from dokoclub.evenings.models import Evening
    from dokoclub.standings.models.periods import month_around

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    club = demo_club()
    owner = Account.objects.create_user("lighthouse", display_name="Lara")
    Membership.objects.create(club=club, account=owner, owner=True)
    tonight = Evening.objects.get(club=club, closed_at=None)
    last = Evening.objects.filter(club=club).exclude(closed_at=None).order_by("-date")[0]
    month, year = month_around(last.date).key, str(last.date.year)
    addresses = {
        "home": reverse("clubs:show_home"),  # a stranger's: see `measure`
        "sign in": reverse("account_login"),
        "club": reverse("clubs:show_club", args=[club.pk]),
        "sheet": reverse("evenings:show_sheet", args=[tonight.sheets.order_by("pk")[0].pk]),
        "table": reverse("standings:show_table", args=[club.pk, month]),
        "statistics": reverse("standings:show_club_statistics", args=[club.pk, year]),
        "settlement": reverse("settlement:show_evening", args=[last.pk]),
    }
    public = ("home", "sign in")
    return [Asked(name, f"{site}{path}", name in public) for name, path in addresses.items()], signed_in(owner)


@contextmanager
def opened_chromium(home: Path, url: str, cookie: str) -> Iterator[int]:
    """Its port, for those who steer it. Under localhost it is signed in, under 127.0.0.1 it is a stranger."""
    port = free_port()
    found = chromium() or playwright_chromium()
    command = [found, *FLAGS, f"--remote-debugging-port={port}", f"--user-data-dir={home / 'browser'}", "about:blank"]
    quiet = subprocess.DEVNULL
    browser = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        wait_for(port)
        name, _is, value = cookie.partition("=")
        with sync_playwright() as play:
            steered = play.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            signed = {"name": name, "value": value, "url": url.replace("127.0.0.1", "localhost")}
            steered.contexts[0].add_cookies([signed])  # type: ignore[list-item]
        yield port
    finally:
        os.killpg(browser.pid, signal.SIGTERM)  # its name may be that of a script around it
        browser.wait()


def playwright_chromium() -> str:
    with sync_playwright() as play:
        return play.chromium.executable_path


# --- Measured ---------------------------------------------------------------------------------------------------------


def measure(pages: Sequence[Asked], runs: int, port: int) -> dict[str, list[Heard]]:
    heard: dict[str, list[Heard]] = {}
    for number in range(runs):
        for page in pages:
            print(f"\rround {number + 1} of {runs}: {page.name:<20}", end="", flush=True)
            is_stranger = page.is_public or page.name == BARE
            url = page.url if is_stranger else page.url.replace("127.0.0.1", "localhost")
            heard.setdefault(page.name, []).append(ask(url, port))
    print("\r" + " " * 50 + "\r", end="")
    return heard


def ask(url: str, port: int) -> Heard:
    kinds = ",".join(KINDS)
    options = (f"--port={port}", "--output=json", "--quiet", f"--only-categories={kinds}", "--hostname=127.0.0.1")
    command = ["node", str(PROGRAM), url, *options]
    for _ in range(TRIES):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0 and "runtimeError" not in (told := json.loads(done.stdout)):
            return read(told, url)
    sys.exit(f"Lighthouse got nothing from {url}: {(done.stderr or done.stdout)[-500:]}")


def read(told: Mapping[str, Any], url: str) -> Heard:
    """Ends the program where another page was shown, as to somebody who is not signed in."""
    if told["finalDisplayedUrl"].rstrip("/") != url.rstrip("/"):
        sys.exit(f"{url} leads to {told['finalDisplayedUrl']}")
    audits, categories = told["audits"], told["categories"]
    network = audits["network-requests"]["details"]["items"]
    return Heard(
        {kind: round(100 * (categories[kind]["score"] or 0)) for kind in KINDS},
        audits["largest-contentful-paint"].get("numericValue", 0.0),
        audits["total-blocking-time"].get("numericValue", 0.0),
        audits["cumulative-layout-shift"].get("numericValue", 0.0),
        sum(one.get("transferSize", 0) for one in network) / 1000,
        len(network),
        frozenset(f"{kind}: {named}" for kind in KINDS[1:] for named in failed(categories[kind], audits)),
    )


def failed(category: Mapping[str, Any], audits: Mapping[str, Any]) -> Iterator[str]:
    for one in category["auditRefs"]:
        audit = audits[one["id"]]
        if one["weight"] and audit["score"] is not None and audit["score"] < 1:
            items = audit.get("details", {}).get("items", [])
            first = json.dumps(items[0], ensure_ascii=False)[:300] if items else ""
            yield f"{audit['title']} {first}".strip()


# --- Told -------------------------------------------------------------------------------------------------------------


def show(heard: Mapping[str, Sequence[Heard]], pages: Sequence[Asked]) -> int:
    print(f"Lighthouse {VERSION}, medians of {len(heard[BARE])}, load {os.getloadavg()[0]:.1f}")
    print(f"{'page':<18} perf  a11y  best   SEO  LCP ms  TBT ms    CLS     kB  requests")
    medians = {name: summed(runs) for name, runs in heard.items()}
    for name, one in medians.items():
        scores = "  ".join(f"{one.scores[kind]:>4}" for kind in KINDS)
        print(f"{name:<18} {scores}  {one.paint:>6.0f}  {one.blocked:>6.0f}  {one.shift:>5.3f}", end="")
        print(f"  {one.kilobytes:>5.1f}  {one.requests:>8}")
    wrong = [what for page in pages for what in too_low(page, medians[page.name], medians[BARE])]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


def summed(runs: Sequence[Heard]) -> Heard:
    """Medians, and every fault that was ever found."""
    median = statistics.median
    return Heard(
        {kind: round(median(run.scores[kind] for run in runs)) for kind in KINDS},
        median(run.paint for run in runs),
        median(run.blocked for run in runs),
        median(run.shift for run in runs),
        median(run.kilobytes for run in runs),
        round(median(run.requests for run in runs)),
        frozenset().union(*(run.faults for run in runs)),
    )


def too_low(page: Asked, one: Heard, bare: Heard) -> Iterator[str]:
    for kind in KINDS[1:]:
        if one.scores[kind] < 100 and (kind != "seo" or page.is_public):
            yield f"{page.name}: {kind} {one.scores[kind]}"
            yield from (f"    {fault}" for fault in sorted(one.faults) if fault.startswith(kind))
    if one.scores["performance"] < bare.scores["performance"] - SLOWER:
        yield f"{page.name}: performance {one.scores['performance']}, bare {bare.scores['performance']}"


if __name__ == "__main__":
    sys.exit(main())
