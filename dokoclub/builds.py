"""The name of this build: version and a digest of the files, to tell builds of the same version apart."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from dokoclub import __version__

_HERE: Final = Path(__file__).resolve().parent
_SHOWN: Final = 7  # digits


@cache
def name_build() -> str:
    """Return version and digest, such as `0.1.0+4f1c2ab`."""
    digest = sha256()
    for path in sorted(_HERE.rglob("*.py")):
        digest.update(path.relative_to(_HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:_SHOWN]}"
