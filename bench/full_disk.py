"""What is said when the disk is full, and is anything lost? `python -m bench.full_disk [SAVES]`, as root.

A disk of its own in memory (tmpfs) holds the data folder. It is filled to the last byte, saves and sign-ins are tried,
and room is made again. Ends with 1 where an answer is a bare error, or a game that was answered is not there. LEFT OUT
where nothing may be mounted; tests/operations/test_later.py then tries SQLite's own limit of pages instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from bench.serving import TOKEN, Question, free_port, served

if TYPE_CHECKING:
    from bench.evenings import Table

SAVES: Final = 40
SIZE: Final = "48m"
WORDS: Final = "Der Speicher des Servers ist voll"


def main() -> int:
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else SAVES
    with disk_of_its_own() as home:
        if home is None:
            print("LEFT OUT: nothing may be mounted here.", file=sys.stderr)
            return 0
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
        return 0 if tried(Path(home), port, saves) else 1


@contextmanager
def disk_of_its_own() -> Iterator[str | None]:
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", home]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            yield None
            return
        try:
            yield home
        finally:
            subprocess.run(["umount", "--lazy", home], check=True)


def tried(home: Path, port: int, saves: int) -> bool:
    table = prepared(port)
    sheet = table._new_sheet()
    answered: list[str] = []
    with served("dokoclub.wsgi", port):
        said = [save(table._save("", sheet, number), answered) for number in (1, 2)]
        show("with room", said)
        filler = home / "filler"
        fill(filler)
        full = [save(table._save("", sheet, 3), answered) for _ in range(saves)]
        full += [ask(port, "/account/login/", {"login": "bench", "password": "kreuz-dame-sticht"}) for _ in range(5)]
        show("full: saves and sign-ins", full)
        show("full: pages", [ask(port, f"/sheets/{sheet.pk}/", None, table.cookie), ask(port, "/healthz")])
        filler.unlink()
        number = 1 + len(answered)
        again = [save(table._save("", sheet, number), answered), ask(port, "/healthz")]
        show("with room again", again)
    from dokoclub.evenings.models import Entry

    stored = {str(key) for key in Entry.objects.values_list("uuid", flat=True)}
    print(f"answered {len(answered)}, found {len(stored & set(answered))}")
    in_words = all(status in (200, 302, 409) or (status == 503 and WORDS in text) for status, text in full)
    return in_words and set(answered) <= stored and again[0][0] == 200


def prepared(port: int) -> Table:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bench.evenings import Table
    from bench.pages import signed_in

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    table = Table(port)
    table.owner.set_password("kreuz-dame-sticht")
    table.owner.save()
    table.cookie = signed_in(table.owner)
    connection.close()
    return table


def fill(filler: Path) -> None:
    with open(filler, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def save(question: Question, answered: list[str]) -> tuple[int, str]:
    assert question.form is not None
    status, text = ask(question.port, question.path, question.form, question.cookie)
    if status == 200:
        answered.append(question.form["uuid"])
    return status, text


def ask(port: int, path: str, form: dict[str, str] | None = None, cookie: str = "") -> tuple[int, str]:
    """A new connection each time; a save as the sheet sends it."""
    headers = {"Cookie": f"{cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Accept-Language": "de"}
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers |= {"HX-Request": "true"} if "/entries/" in path else {}
    connection.request("POST" if form is not None else "GET", path, urlencode(form or {}), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def show(when: str, answers: list[tuple[int, str]]) -> None:
    counted = Counter(f"{status}{' in words' if WORDS in text else ''}" for status, text in answers)
    print(f"{when:<26} " + ", ".join(f"{number} × {what}" for what, number in counted.items()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
