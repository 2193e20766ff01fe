"""Collection of static files: hashed and compressed once, not at every start."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command

STAMP: Final = "collected"  # in STATIC_ROOT: digest of the collected files
MADE_WITH: Final = ("Django", "whitenoise", "Brotli")


def collect_static() -> bool:
    """Run `collectstatic`, unless the same files were already collected the same way; return True if it ran.

    Files used by older pages stay.
    """
    stamp, wanted = Path(settings.STATIC_ROOT) / STAMP, _digest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and _are_all_there():
        return False
    call_command("collectstatic", "--no-input", "--verbosity=0")
    stamp.write_text(wanted, encoding="utf-8")
    return True


def _are_all_there() -> bool:
    """Return True if all files exist: somebody may have cleaned up the folder."""
    named = ManifestStaticFilesStorage().hashed_files
    return bool(named) and all((Path(settings.STATIC_ROOT) / name).exists() for name in named.values())


def _digest() -> str:
    """Return a digest of all files to collect, and of the code that compresses them."""
    found = sha256()
    for piece in _pieces():
        found.update(sha256(piece).digest())
    return found.hexdigest()


def _pieces() -> Iterator[bytes]:
    storage_of_ours = import_module(settings.STORAGES["staticfiles"]["BACKEND"].rpartition(".")[0])
    for path in getattr(storage_of_ours, "PARTS", (storage_of_ours.__file__,)):
        yield Path(str(path)).read_bytes()
    for package in MADE_WITH:
        yield version(package).encode()
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            yield path.encode()
            with storage.open(path) as file:
                yield file.read()
