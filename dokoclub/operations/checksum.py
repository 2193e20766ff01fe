"""Is a copy still what was written? Its SHA-256 lies beside it, in a file that `sha256sum --check` reads as well."""

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from dokoclub.operations.refusal import Refused

_LINE: Final = re.compile(r"([0-9a-f]{64}) [ *].+\n?")


def path_beside(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.sha256")


def write_checksum(copy: Path) -> None:
    """Readable by its owner alone; there all at once or not at all. Raises OSError."""
    text = f"{_digest(copy)}  {copy.name}\n"
    unfinished = path_beside(copy).with_name(f"{path_beside(copy).name}.part")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path_beside(copy))
    finally:
        unfinished.unlink(missing_ok=True)


def compare_checksum(copy: Path) -> None:
    """Raises Refused where `copy` has changed since; one without a checksum is of an older version, and passes."""
    beside = path_beside(copy)
    try:
        if not beside.exists():
            return
        noted = _LINE.fullmatch(beside.read_text(encoding="utf-8", errors="replace"))
        digest = _digest(copy)
    except OSError as wrong:
        raise Refused(f"{copy.name} cannot be read: {wrong.strerror}") from wrong
    if noted is None:
        raise Refused(f"{beside.name} is damaged: it holds no SHA-256. Without that file the copy is not compared.")
    if noted[1] != digest:
        raise Refused(f"{copy.name} is damaged: it is not what {beside.name} says it was. Take an older copy.")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
