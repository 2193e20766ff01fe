"""Programs from Debian's packages, unpacked into a folder: nothing is installed, and nothing is left behind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple


class Missing(Exception):
    """A program that is not on this machine, and could not be downloaded."""


class Program(NamedTuple):
    """A program, and the root of its own files (`/`, unless it was unpacked)."""

    path: Path
    root: Path

    @property
    def version(self) -> str:
        done = subprocess.run(
            [str(self.path), _word_for_version(self.path)], capture_output=True, text=True, check=True
        )
        found = re.search(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
        return found[0] if found else "of an unknown version"


PACKAGES: Final = {
    "caddy": ("caddy",),
    "nginx": ("nginx", "nginx-common"),
    "haproxy": ("haproxy",),
    "pgbouncer": ("pgbouncer",),
    "redis-server": ("redis-server", "redis-tools"),
}
PATH: Final = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))


def find_program(name: str, folder: Path) -> Program:
    """Return the installed program, else Debian's, unpacked into `folder`. Raises Missing."""
    if found := shutil.which(name, path=PATH):
        return Program(Path(found), Path("/"))
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        raise Missing(f"{name} is not here, and this is no Debian")
    for package in PACKAGES[name]:
        _unpack(package, folder)
    unpacked = shutil.which(name, path=f"{folder}/usr/bin{os.pathsep}{folder}/usr/sbin")
    if unpacked is None or not _starts(Path(unpacked)):
        raise Missing(f"Debian's package of {name} does not start here (what it needs: apt-get install {name})")
    return Program(Path(unpacked), folder)


def _unpack(package: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for command in (["apt-get", "download", "-qq", package], ["sh", "-c", f"dpkg -x {package}_*.deb ."]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(f"Debian's package {package} could not be had (apt-get update?): {done.stderr.strip()[:200]}")


def _starts(program: Path) -> bool:
    asked = [str(program), _word_for_version(program)]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _word_for_version(program: Path) -> str:
    return {"caddy": "version", "pgbouncer": "-V"}.get(program.name, "-v")
