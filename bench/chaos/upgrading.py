"""Upgrade during the run of `bench.chaos`.
The next version migrates the database while this one still answers, and replaces it later.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from bench.chaos.site import Site
from bench.chaos.writers import Book

HERE: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("bench", "dokoclub", "scoring", "templates", "static", "locale", "tests", "manage.py")
# The next version needs a field of each game that this one does not know.
FIELD: Final = '    weather = models.CharField(max_length=9, default="sunny")\n'
HOLD: Final = 4  # additional seconds of its migration
SLOW: Final = f"\n        migrations.RunPython(lambda apps, schema: __import__('time').sleep({HOLD})),\n    ]\n"


class Upgrader(threading.Thread):
    """A thread that migrates after a third of `seconds`, and lets the new version serve after two thirds."""

    def __init__(self, sites: Sequence[Site], home: Path, page: str, cookie: str, book: Book, seconds: float) -> None:
        super().__init__(name="upgrader")
        self._sites, self._copy, self._third, self._book = sites, home / "next", seconds / 3, book
        self._page, self._cookie = page, cookie
        self.killed: Counter[str] = Counter()

    def run(self) -> None:
        make_next_version(self._copy)
        self._read_for(self._third)
        migrating = subprocess.Popen([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=self._copy)
        while migrating.poll() is None:
            self._read_for(0.2)
        self._book.count(f"migrated: {'well' if migrating.returncode == 0 else 'not'}")
        self._read_for(self._third)
        for site in self._sites:
            site.serve_from(self._copy)
        self._read_for(self._third)

    def _read_for(self, seconds: float) -> None:
        """Read a page again and again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for site in self._sites:
                with suppress(OSError, HTTPException):
                    connection = HTTPConnection("127.0.0.1", site.port, timeout=30)
                    connection.request("GET", self._page, headers={"Cookie": self._cookie})
                    self._book.count(f"page answered {connection.getresponse().status}")
                    connection.close()
            time.sleep(0.2)


def make_next_version(copy: Path) -> None:
    """Make a copy with one more column, which every new row must have, and a slow migration."""
    for part in PARTS:
        source = HERE / part
        (shutil.copytree if source.is_dir() else shutil.copy)(source, _made(copy / part))
    model = copy / "dokoclub" / "evenings" / "models" / "entry.py"
    text = model.read_text()
    model.write_text(text.replace("    history = ", f"{FIELD}\n    history = ", 1))
    command = [sys.executable, "manage.py", "makemigrations", "evenings", "--name=next", "--verbosity=0"]
    subprocess.run(command, cwd=copy, check=True)
    (migration,) = (copy / "dokoclub" / "evenings" / "migrations").glob("*_next.py")
    migration.write_text(re.sub(r"\n    \]\s*$", SLOW, migration.read_text()))


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
