"""Off-site backups: the newest copy, optionally encrypted, is passed to a command of the founder's choice."""

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from django.conf import settings

from dokoclub.operations import backup, copies
from dokoclub.operations.copies import BackupRefused, NotHere
from dokoclub.operations.systemd import SECRET
from dokoclub.webpush import FILE as PUSH_KEY

PREFIX: Final = ".leaving-"  # of the staging folder
LONGEST: Final = 60 * 60  # seconds; a hanging command must not delay the next night
TOLD: Final = 200  # last characters of a command's output


def send_newest() -> str:
    """Pass the newest copy and its related files to BACKUP_COMMAND; return their names. Raises BackupRefused."""
    if not settings.BACKUP_COMMAND:
        raise NotHere("BACKUP_COMMAND is not set.")
    copy = backup.newest_copy()
    with _folder() as folder:
        for file in _list_files(copy):
            _put(file, folder)
        files = sorted(folder.iterdir())
        _run(_fill(settings.BACKUP_COMMAND, folder, files), "BACKUP_COMMAND")
        return ", ".join(file.name for file in files)


def _list_files(copy: Path) -> list[Path]:
    """List the copy, its checksum, the list of erased ids, the push key, and the founder's texts."""
    data = Path(settings.DATA_DIR)
    wanted = (copy, copies.path_beside(copy), data / "erased_ids", data / PUSH_KEY)
    return [path for path in (*wanted, *sorted((data / "texts").glob("*.txt"))) if path.is_file()]


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a private staging folder next to the copies, after deleting those of killed processes."""
    backups = Path(settings.BACKUP_DIR)
    for old in backups.glob(f"{PREFIX}*"):
        if old.stat().st_mtime < time.time() - 2 * LONGEST:
            shutil.rmtree(old, ignore_errors=True)
    try:
        folder = Path(mkdtemp(prefix=PREFIX, dir=backups))
    except OSError as wrong:
        raise BackupRefused(f"{backups} cannot be written to: {wrong.strerror}") from wrong
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _put(file: Path, folder: Path) -> None:
    """Put a file into the folder, encrypted if set; else as a hard link, to save space on the same disk."""
    if settings.BACKUP_ENCRYPT:
        _run(_encrypt(settings.BACKUP_ENCRYPT, file, folder), "BACKUP_ENCRYPT")
        return
    try:
        os.link(file, folder / file.name)
    except OSError:
        shutil.copy2(file, folder / file.name)


def _encrypt(told: str, file: Path, folder: Path) -> list[str]:
    """Build the encryption command. `told`: age:RECIPIENT or gpg:RECIPIENT.

    The private key is not needed here, and should be stored elsewhere.
    """
    program, _, recipient = told.partition(":")
    out, source = str(folder / f"{file.name}.{program}"), str(file)
    if program == "age":
        return ["age", "--encrypt", "--recipient", recipient, "--output", out, source]
    trusted = ["--batch", "--yes", "--trust-model", "always"]
    return ["gpg", *trusted, "--encrypt", "--recipient", recipient, "--output", out, source]


def _fill(command: str, folder: Path, files: Sequence[Path]) -> list[str]:
    """Fill placeholders without a shell: {files} becomes one word per file, {folder} the folder with only these."""
    filled: list[str] = []
    for word in shlex.split(command):
        filled += map(str, files) if word == "{files}" else [word.replace("{folder}", str(folder))]
    return filled


def _run(command: Sequence[str], name: str) -> None:
    """Run a command without our secrets and without input.

    Raises BackupRefused with `name` and the last line of its errors.
    """
    environment = {key: value for key, value in os.environ.items() if key not in SECRET}
    pipe = subprocess.PIPE
    try:
        child = subprocess.Popen(  # noqa: S603  # those who set the variable may run programs as this user anyway
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=pipe,
            env=environment,
            start_new_session=True,
        )
    except OSError as wrong:
        raise BackupRefused(f"{name}: {command[0]} could not be started: {wrong.strerror}.") from wrong
    try:
        said = child.communicate(timeout=LONGEST)[1].decode(errors="replace").strip()
    except subprocess.TimeoutExpired:
        raise BackupRefused(f"{name} took longer than {LONGEST // 60} minutes.") from None
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
    if child.returncode:
        last = said.splitlines()[-1][-TOLD:] if said else "it said nothing"
        raise BackupRefused(f"{name} ended with {child.returncode}: {last}")
