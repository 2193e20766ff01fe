"""Uploads that are costly for everybody else: `make bench-bombs [WORD …]`; a WORD selects uploads by name.
Files that need far more than their size, and the largest that are allowed, are uploaded to a server as `make run`
starts it (on PostgreSQL: `python -m tests.throwaway_postgres python -m bench.bombs`). All the while a member of another
club saves one game after the other; before it the same without an upload. The output shows the answer, its time, the
saves (median, 95 %), and the memory of the server before and after.
"""

from __future__ import annotations

import html
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from bench import made_bombs as made
from bench.games import UNWRITTEN
from bench.serving import MULTIPART, TOKEN, Files, Question, Visitor, free_port, multipart, served, set_up, signed_in

if TYPE_CHECKING:
    from bench.evenings import Table

QUIET: Final = 30  # saves before each upload
WARM_UP: Final = 150  # saves before the first: until each thread has its connection, with two megabytes of its pages
REST: Final = 15  # seconds after the last; a server gives memory back every ten
PAUSE: Final = 0.05  # seconds between two
SHEETS: Final = 150  # of 30 games
GAMES: Final = 8000  # of the largest files


class Answer(NamedTuple):
    status: int
    place: str
    text: str
    seconds: float


class Upload(NamedTuple):
    name: str
    path: str
    field: str
    files: Callable[[], Files]


def uploads(club: int, club_file: bytes) -> list[Upload]:
    sheets, clubs = f"/clubs/{club}/imports/new/", "/clubs/from-file/"

    def many(number: int, content: bytes, end: str = "xlsx") -> Files:
        return {f"Bombe{place}.{end}": content for place in range(number)}

    return [
        Upload("a text of 30 MB in 5,000 cells", sheets, "upload", lambda: many(1, made.share_text(30_000_000, 5000))),
        Upload("texts of 30 kB in 5,000 cells", sheets, "upload", lambda: many(1, made.share_text(30_000, 5000))),
        Upload("20 × 1.9 million cells", sheets, "upload", lambda: many(20, made.list_cells(1_900_000))),
        Upload("unpacked 1 GB", sheets, "upload", lambda: many(1, made.unpack_to(1024))),
        Upload("5 million nested tags", sheets, "upload", lambda: many(1, made.nest_tags(5_000_000))),
        Upload("CSV of 5 million cells", sheets, "upload", lambda: many(1, made.spread_cells(25_000, 200), "csv")),
        Upload("CSV of 30,000 rows", sheets, "upload", lambda: many(1, made.write_table(29_990), "csv")),
        Upload("4 × CSV of 30,000 rows", sheets, "upload", lambda: many(4, made.write_table(29_990), "csv")),
        Upload("club file of 78 MB", clubs, "file", lambda: {"club.json": b"".join(made.repeat_club(780_000))}),
        Upload("club file, deep", clubs, "file", lambda: {"club.json": made.nest_club(30_000_000)}),
        Upload(f"club of {GAMES:,} games", clubs, "file", lambda: {"club.json": club_file}),
    ]


def main() -> None:
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        club, cookie, club_file, writer = prepared(port)
        with served("dokoclub.wsgi", port) as server:
            writer.save_while(lambda saved: saved < WARM_UP)
            show_head()
            begin = memory_of(server.pid)
            for upload in uploads(club, club_file):
                if not wanted or any(word in upload.name for word in wanted):
                    send = sender(port, cookie, upload)
                    measure(upload.name, send, writer, server.pid)
            if not wanted or "import" in wanted:
                send, place = importer(port, cookie, club)
                measure("and its import", send, writer, server.pid)
                measure("which is undone", undoer(port, cookie, place), writer, server.pid)
            if not wanted or "purge" in wanted:
                measure(f"purge of {GAMES:,} games", purger(), writer, server.pid)
            time.sleep(REST)
            end = memory_of(server.pid)
            print(f"memory {begin:.0f} → {end:.0f} MB, {end - begin:+.0f} over all of it (aim: 20 at most)")


def prepared(port: int) -> tuple[int, str, bytes, Writer]:
    """Return a club for the files, its owner's cookie, the file of a large club, and a writer in another club."""
    set_up()
    from django.db import connection

    from bench.evenings import Table
    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models.features import all_features
    from dokoclub.clubs.services.clubs import found_club

    table = Table(port)
    table.cookie = signed_in(table.owner)
    anna = Account.objects.create_user(username="anna", display_name="Anna")
    club = found_club(name="Ziel", preset="hausrunde", player_name="", key=uuid4(), by=anna)
    club.features = all_features()
    club.save()
    content = large_club(anna)
    writer = Writer(table)
    connection.close()
    return club.pk, signed_in(anna), content, writer


def large_club(anna: object) -> bytes:
    from dokoclub.clubs.services.clubs import found_club
    from dokoclub.exports.club_file.writing import club_file
    from dokoclub.exports.models import ImportState
    from dokoclub.exports.sandbox.requests import Upload as File
    from dokoclub.exports.services import importing, reading
    from dokoclub.exports.services import reading as deciding

    club = found_club(name="Groß", preset="hausrunde", player_name="", key=uuid4(), by=anna)  # type: ignore[arg-type]
    files = [File("Jahre.csv", made.write_table(GAMES, note=10))]
    found = reading.hand_in(club, files, key=uuid4(), by=anna)  # type: ignore[arg-type]
    players: dict[str, int | str] = dict.fromkeys(("anna", "ben", "cleo", "dora"), "member")
    found = deciding.decide_people(found, deciding.Decided(options={}, days={}, players=players))
    found = importing.begin_import(found, by=anna)  # type: ignore[arg-type]
    while found.state == ImportState.RUNNING:
        found = importing.go_on(found, by=anna)  # type: ignore[arg-type]
    return "".join(club_file(club)).encode()


# --- Somebody saves games ---------------------------------------------------------------------------------------------


class Writer:
    """A client that saves one game after the other, each the next one of some sheet."""

    def __init__(self, table: Table) -> None:
        self.visitor = Visitor()
        sheets = [table._new_sheet() for _ in range(SHEETS)]
        self.questions: Iterator[Question] = (
            table._save("save", sheet, UNWRITTEN + number) for number in range(30) for sheet in sheets
        )

    def save_while(self, goes_on: Callable[[int], bool]) -> list[float]:
        """Save games and return the milliseconds of each."""
        taken: list[float] = []
        while goes_on(len(taken)):
            taken.append(self.visitor.ask(next(self.questions)))
            time.sleep(PAUSE)
        return taken


def measure(name: str, send: Callable[[], Answer], writer: Writer, server: int) -> None:
    writer.visitor = Visitor()  # the server closes an idle connection, such as while a large file is made
    quiet = writer.save_while(lambda saved: saved < QUIET)
    before = memory_of(server)
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(send()))
    thread.start()
    during = writer.save_while(lambda saved: thread.is_alive() or saved < 2)
    thread.join()
    show(name, answers[0], quiet, during, before, memory_of(server))


def memory_of(server: int) -> float:
    """Return the resident MB of the server and its answering process."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return sum(_resident(pid) for pid in [server, *map(int, children)])


def _resident(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0


# --- Somebody uploads -------------------------------------------------------------------------------------------------


def sender(port: int, cookie: str, upload: Upload) -> Callable[[], Answer]:
    body = multipart({"key": str(uuid4())}, upload.field, upload.files())

    def send() -> Answer:
        answer = ask(port, "POST", upload.path, cookie, body, MULTIPART)
        if answer.place:
            shown = ask(port, "GET", answer.place, cookie)
            return answer._replace(text=shown.text)
        return answer

    return send


def importer(port: int, cookie: str, club: int) -> tuple[Callable[[], Answer], str]:
    """Upload a large CSV first, unmeasured; return a function that imports it, in one request after the first."""
    upload = Upload("", f"/clubs/{club}/imports/new/", "upload", lambda: {"Jahre.csv": made.write_table(GAMES, note=5)})
    place = ask(
        port,
        "POST",
        upload.path,
        cookie,
        multipart({"key": str(uuid4())}, "upload", upload.files()),
        MULTIPART,
    ).place
    form: dict[str, str] = dict.fromkeys(("separator", "encoding", "points", "players"), "auto")
    form |= {"rhythm": "weekly", "action": "import", **{f"who_{number}": "member" for number in range(4)}}
    page = ask(port, "GET", place, cookie)
    days = dict(re.findall(r'name="(day_\d+)" value="([^"]*)"', page.text))

    def send() -> Answer:
        kind = "application/x-www-form-urlencoded"
        first = ask(port, "POST", place, cookie, urlencode(form | days).encode(), kind)
        rest = ask(port, "POST", f"{place}go-on/", cookie, b"", kind)
        return rest._replace(seconds=first.seconds + rest.seconds)

    return send, place


def undoer(port: int, cookie: str, place: str) -> Callable[[], Answer]:
    return lambda: ask(port, "POST", f"{place}undo/", cookie)


def purger() -> Callable[[], Answer]:
    """Return the nightly purge of a large club that was deleted long ago, run by a child as on the server."""
    from datetime import timedelta

    from django.utils import timezone

    from dokoclub.clubs.models import Club

    club = Club.objects.filter(name="Groß").earliest("pk")
    Club.objects.filter(pk=club.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    Club.history.filter(id=club.pk).update(history_date=timezone.now() - timedelta(days=31))

    def send() -> Answer:
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "manage.py", "purge"], check=False, capture_output=True, text=True)
        return Answer(done.returncode, "", done.stderr, time.perf_counter() - start)

    return send


def ask(port: int, method: str, path: str, cookie: str, body: bytes = b"", kind: str = "") -> Answer:
    headers = {"Cookie": f"{cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Content-Type": kind}
    connection = HTTPConnection("127.0.0.1", port, timeout=1200)
    start = time.perf_counter()
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    return Answer(answer.status, answer.headers.get("Location") or "", text, time.perf_counter() - start)


# --- The table --------------------------------------------------------------------------------------------------------

_TOLD: Final = re.compile(r'class="(?:errorlist|problem)[^>]*>(?:\s*<[^>]*>)*\s*([^<]+)')


def show_head() -> None:
    times = f"{'quiet: median':>14} {'95 %':>5} {'meanwhile: saves':>17} {'median':>6} {'95 %':>6} ms"
    print(f"{'upload':<32} {'status':>6} {'s':>6} {times}   server MB", flush=True)


def show(
    name: str, answer: Answer, quiet: Sequence[float], during: Sequence[float], before: float, after: float
) -> None:
    told = [html.unescape(found[1]).strip() for found in _TOLD.finditer(answer.text)][-1:]
    quiet_times = f"{statistics.median(quiet):>14.0f} {high(quiet):>5.0f}"
    times = f"{quiet_times} {len(during):>17} {statistics.median(during):>6.0f} {high(during):>6.0f}"
    print(f"{name:<32} {answer.status:>6} {answer.seconds:>6.1f} {times}      {before:.0f} → {after:.0f}", flush=True)
    for text in told:
        print(f"    {text}", flush=True)


def high(taken: Sequence[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1]


if __name__ == "__main__":
    main()
