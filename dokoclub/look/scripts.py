"""Which version of a script does a page get? Two with the same hash are the same."""

from __future__ import annotations

from functools import lru_cache
from hashlib import md5
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage

LENGTH: Final = 12  # as Django hashes names


def hash_of_script(name: str) -> str:
    """The 12 digits that stand in the name of the collected file; where none are collected, of the file as it lies."""
    if isinstance(staticfiles_storage, ManifestFilesMixin) and name in staticfiles_storage.hashed_files:
        return str(staticfiles_storage.hashed_files[name]).rsplit(".", 2)[1]
    path = finders.find(name)
    return _hash_of_file(Path(path), Path(path).stat().st_mtime_ns) if path else ""


@lru_cache(maxsize=8)
def _hash_of_file(path: Path, _changed: int) -> str:
    return md5(path.read_bytes(), usedforsecurity=False).hexdigest()[:LENGTH]
