"""The tests without browsers on other versions of Python, and of Django: `make test-versions`.

Each pair of versions has an environment of its own in .tools/versions. Every warning is an error, as always, so what
Python or Django will remove is seen before it goes. Versions that are not on this machine are LEFT OUT by name.
Arguments go to pytest; `--only 3.13` takes one version of Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import dev

PYTHONS: Final[tuple[str, ...]] = ("3.11", "3.12", "3.13")
FOLDER: Final = dev.TOOLS / "versions"
LOCKED: Final = dev.ROOT / "requirements" / "dev.txt"
NAME: Final = "import django, platform; print('Python', platform.python_version(), 'with Django', django.__version__)"
VERSION: Final = "import sys; print('%d.%d' % sys.version_info[:2])"


class Pair(NamedTuple):
    """A version of Python with the locked Django, or with the newest that can be had for it."""

    version: str
    interpreter: Path
    newest_django: bool = False

    @property
    def folder(self) -> Path:
        return FOLDER / (self.version + ("-newest-django" if self.newest_django else ""))

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"


def find_interpreter(version: str) -> Path | None:
    """Return a Python of that version: from the PATH, or as pyenv keeps it."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return Path(sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    named = shutil.which(f"python{version}")
    candidates = [*([Path(named)] if named else []), *sorted(pyenv.glob(f"versions/{version}.*/bin/python"))]
    return next((path for path in candidates if ask(path, VERSION) == version), None)


def ask(python: Path, program: str) -> str:
    """Return what a short program prints; nothing if it cannot run: a shim may exist without its version."""
    try:
        done = subprocess.run([python, "-c", program], capture_output=True, text=True, timeout=60)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def list_pairs(found: dict[str, Path]) -> list[Pair]:
    """Return all versions of Python with the locked Django, and the last one with the newest Django, too."""
    locked = [Pair(version, interpreter) for version, interpreter in found.items()]
    return [*locked, *(pair._replace(newest_django=True) for pair in locked[-1:])]


def prepare(pair: Pair) -> bool:
    """Bring the environment of a pair to the locked packages, and then to the newest Django if that is asked for."""
    uv, told = dev.find_uv(), dev.uv_settings(dev.pip_configuration())
    if not pair.python.exists() and not (
        (uv and dev.call(uv, "venv", "-q", "--python", pair.interpreter, pair.folder, more=told))
        or dev.call(pair.interpreter, "-m", "venv", "--without-pip", pair.folder)
    ):
        return False
    if not (dev.install_with_uv(pair.folder, LOCKED) or dev.install_with_pip(pair.folder, LOCKED)):
        return False
    return not pair.newest_django or install_newest_django(pair, uv, told)


def install_newest_django(pair: Pair, uv: str | None, told: dict[str, str]) -> bool:
    if uv and dev.call(uv, "pip", "install", "-q", "-U", "--python", pair.python, "Django", more=told):
        return True
    pip = (*dev.PIP, "--python", pair.python, "install", "-q", "-U", "Django")
    return dev.call(*pip, more=dev.PLAIN_PIP)


def run_tests(pair: Pair, arguments: list[str]) -> str:
    """Run the tests on a pair; return its name if they fail, and nothing if they pass."""
    if not prepare(pair):
        return f"Python {pair.version}: its packages could not be installed"
    name = ask(pair.python, NAME)
    print(f"{name}:", flush=True)
    passed = dev.call(pair.python, "-m", "pytest", *dev.PARALLEL, "--ignore=tests/browser", *arguments)
    return "" if passed else name


def main(arguments: list[str]) -> None:
    versions = PYTHONS
    if arguments[:1] == ["--only"]:
        versions, arguments = tuple(arguments[1:2]), arguments[2:]
    dev.draw_portion(*arguments)
    found = {version: path for version in versions if (path := find_interpreter(version))}
    failed = [name for pair in list_pairs(found) if (name := run_tests(pair, arguments))]
    for version in versions:
        if version not in found:
            print(f"Python {version} is LEFT OUT: no interpreter of it is here.")
    if failed or not found:
        dev.stop("The tests do not pass on " + (", ".join(failed) or "any version: none is here"), code=1)


if __name__ == "__main__":
    main(sys.argv[1:])
