"""The key by which browsers know this install (webpush/encryption.py) lies beside the copies of the database, too.

A database restored elsewhere names browsers that listen to this key alone.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings

from dokoclub.webpush.encryption import FILE


def keep_key() -> None:
    """Beside the copies, if there is one. Raises OSError."""
    _copy_key(Path(settings.DATA_DIR), Path(settings.BACKUP_DIR))


def bring_key(folder: Path) -> None:
    """From where a copy was that has just been restored, if there is one. Raises OSError."""
    _copy_key(folder, Path(settings.DATA_DIR))


def _copy_key(source: Path, target: Path) -> None:
    key, kept = source / FILE, target / FILE
    if not key.is_file() or (kept.is_file() and kept.read_bytes() == key.read_bytes()):
        return
    unfinished = target / f"{FILE}.{os.getpid()}"
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.read_bytes())
        os.fsync(file.fileno())
    unfinished.replace(kept)
