"""Keep what a version writes, when it is released: `python -m tests.released.make 26eba3e`.

The commit is unpacked into a folder that is thrown away afterwards. In it `COMMIT/fill.py` fills an install with that
version's own services, and its own commands write the backup and the file of the club; beside them lie what the club
comes to and the SHA-256 of the migrations. For the next release, copy the folder's fill.py and bring it up to date; the
old one stays as it was, since it speaks of modules as they were called then.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.processes import PATIENCE

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
CARRIED: Final = ("__init__.py", "asked.py")


def main(commit: str) -> None:
    kept = HERE / commit
    with tempfile.TemporaryDirectory(prefix="dokoclub-released-") as folder:
        checkout, data, made = (Path(folder, name) for name in ("checkout", "data", "made"))
        made.mkdir()
        unpack(commit, checkout)
        for arguments in (
            ["manage.py", "prepare"],
            [str(kept / "fill.py")],
            ["manage.py", "backup"],
            ["-m", "tests.released.asked", str(made)],
        ):
            run(checkout, data, arguments)
        (backup,) = (data / "backups").glob("*.sqlite3")
        keep(backup.read_bytes(), kept / "backup.sqlite3.gz")
        keep((made / "club.json").read_bytes(), kept / "club.json.gz")
        shutil.copy(made / "figures.json", kept)
        (kept / "migrations.sha256").write_text("".join(migrations(checkout)), encoding="utf-8")


def unpack(commit: str, checkout: Path) -> None:
    """The tree of the commit, with what this folder asks of it."""
    packed = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=PATIENCE
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(checkout, filter="data")
    (checkout / "tests" / "released").mkdir(exist_ok=True)
    for name in CARRIED:
        shutil.copy(HERE / name, checkout / "tests" / "released")


def run(checkout: Path, data: Path, arguments: list[str]) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(checkout),
        "DATA_DIR": str(data),
        "LOG_LEVEL": "ERROR",
    }
    subprocess.run([sys.executable, *arguments], cwd=checkout, env=environment, check=True, timeout=PATIENCE)


def keep(content: bytes, path: Path) -> None:
    path.write_bytes(gzip.compress(content, mtime=0))


def migrations(checkout: Path) -> Iterator[str]:
    """As `sha256sum` writes and checks them."""
    for path in sorted(checkout.glob("dokoclub/*/migrations/[0-9]*.py")):
        yield f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(checkout).as_posix()}\n"


if __name__ == "__main__":
    main(sys.argv[1])
