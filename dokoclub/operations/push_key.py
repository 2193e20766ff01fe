"""Backup of the push key (webpush/encryption.py), by which browsers know this install, next to the copies.

A database restored elsewhere names browsers that accept this key only.
"""

import os
from pathlib import Path

from django.conf import settings

from dokoclub.webpush.encryption import FILE


def save_key() -> None:
    """Copy the key next to the copies, if there is one. Raises OSError."""
    _copy_key(Path(settings.DATA_DIR), Path(settings.BACKUP_DIR))


def bring_key(folder: Path) -> None:
    """Copy the key from the folder of a restored copy, if there is one. Raises OSError."""
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
