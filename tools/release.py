"""Steps of a release: `python3 dev.py release` checks, builds into dist/, and prints the tag. It changes no history.

Everything is tried, and everything that does not agree is listed. The packages are built twice, from the checkout and
from what git holds, and the wheel once more from the sdist: all must be the same to the bit.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import dev
from dokoclub import NEWS, __version__

ROOT: Final = dev.ROOT
DIST: Final = ROOT / "dist"
CHANGELOG: Final = ROOT / "CHANGELOG.md"
PICTURED: Final = ROOT / "docs" / "screenshots" / "screens.sha256"  # the screens of the pictures
VENDORED: Final = ROOT / "static" / "vendor"
SCREENS: Final = (
    "templates/**/*.html",
    "static/css/*.css",
    "static/js/**/*.js",
    "locale/**/*.mo",
    "docs/screenshots/*.py",
)


class ReleaseError(Exception):
    """A step could not be done; the message says which and why."""


def main() -> None:
    DIST.mkdir(exist_ok=True)
    for former in DIST.glob("dokoclub-*"):
        former.unlink()
    problems: list[str] = []
    try:
        problems += check_agreement()
        problems += build_twice()
        write_sbom(next(DIST.glob("*.whl")))
    except ReleaseError as error:
        problems.append(str(error))
    print("\n".join(f"{digest}  {name}" for name, digest in write_sums().items()))
    if problems:
        dev.stop("\nNot ready for release:\n" + "\n".join(f"- {problem}" for problem in problems), code=1)
    print(f"\nEverything agrees. To release it: git tag -a v{__version__} -m 'dokoclub {__version__}'")


# --- What must agree --------------------------------------------------------------------------------------------------


def check_agreement() -> Iterator[str]:
    """Yield a sentence for everything that does not fit the version."""
    yield from check_version(__version__, CHANGELOG.read_text(encoding="utf-8"), ask_git("tag", "--list").split())
    yield from check_news(__version__, NEWS)
    if changed := ask_git("status", "--porcelain").splitlines():
        yield f"{len(changed)} files are not committed, such as {changed[0][3:]}."
    for name, command in (
        ("Migrations", ("django", "makemigrations", "--check", "--dry-run")),
        ("Translations", ("tools.translations", "--check")),
    ):
        if not dev.call(sys.executable, "-m", *command, more=dev.TESTED, quiet=True):
            yield f"{name} are missing: `python3 dev.py check` names them."
    if not PICTURED.exists() or PICTURED.read_text(encoding="ascii").strip() != hash_screens():
        yield "The pictures show older screens: `make screenshots` takes them again."


def check_version(version: str, changelog: str, tags: list[str]) -> Iterator[str]:
    """Yield what CHANGELOG and tags say against a version."""
    _, *sections = re.split(r"^## (?=\S)", changelog, flags=re.MULTILINE)
    titles = [section.splitlines()[0] for section in sections]
    versions = [title.split()[0] for title in titles]
    if versions[:1] != [version]:
        yield f"CHANGELOG.md begins with {titles[0] if titles else 'nothing'}, and this is version {version}."
    elif not re.fullmatch(r"\S+ \(\d{4}-\d\d-\d\d\)", titles[0]):
        yield f"CHANGELOG.md does not say on which day {version} is released: “## {version} (2027-01-31)”."
    elif not re.search(r"^- \S", sections[0], re.MULTILINE):
        yield f"CHANGELOG.md does not say what {version} changes."
    if len(set(versions)) < len(versions):
        yield "CHANGELOG.md names a version twice."
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"{version} is no version of three numbers."
    if f"v{version}" in tags:
        yield f"Version {version} has a tag already: raise dokoclub.__version__."


def check_news(version: str, news: str) -> Iterator[str]:
    """Yield what the page about the news says against a version; a version that only repairs has none of its own."""
    if news != version.rpartition(".")[0]:
        yield f"dokoclub.NEWS is {news}, and this is version {version}."
    for page in sorted(ROOT.glob("docs/handbook/*/news.md")):
        title = page.read_text(encoding="utf-8").splitlines()[0]
        if not title.endswith(f" {news}"):
            yield f"{page.relative_to(ROOT)} begins with “{title}”, and dokoclub.NEWS is {news}."


def hash_screens() -> str:
    """Return a digest of everything that shapes the pictures."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in SCREENS for path in ROOT.glob(pattern)):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def note_pictures() -> None:
    """Record the screens of the pictures, for the next release."""
    PICTURED.write_text(hash_screens() + "\n", encoding="ascii")


def ask_git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError) as error:
        raise ReleaseError(f"git {words[0]} does not answer, and a release is a commit: {error}") from error
    return done.stdout


# --- The packages -----------------------------------------------------------------------------------------------------


def build_twice() -> list[str]:
    """Build into dist/, and again elsewhere; return what differs."""
    with TemporaryDirectory() as folder:
        clean, again = Path(folder) / "clean", Path(folder) / "again"
        build(ROOT, DIST, "sdist", "wheel")
        unpack_commit(clean)
        build(clean, again / "commit", "sdist", "wheel")
        (sdist,) = DIST.glob("*.tar.gz")
        with tarfile.open(sdist) as packed:
            packed.extractall(clean, filter="data")
        build(clean / sdist.name.removesuffix(".tar.gz"), again / "sdist", "wheel")
        pairs = [(DIST / made.name, made) for made in sorted(again.glob("*/*"))]
        return [
            f"{first.name}, built again from its {second.parent.name}, is another file."
            for first, second in pairs
            if not first.exists() or hash_file(first) != hash_file(second)
        ]


def build(source: Path, folder: Path, *targets: str) -> None:
    """Build packages of a folder as if at the moment of the commit, so that clocks and time stamps change nothing."""
    moment = {"SOURCE_DATE_EPOCH": ask_git("log", "-1", "--format=%ct").strip()}
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    command += [word for target in targets for word in ("-t", target)]
    done = subprocess.run(command, cwd=source, env=os.environ | moment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise ReleaseError(f"The packages could not be built: {done.stderr.strip()[-500:]}")


def unpack_commit(folder: Path) -> None:
    """Write the files of the commit, without anything that only lies in the checkout."""
    archive = folder.with_suffix(".tar")
    ask_git("archive", "--format=tar", f"--output={archive}", "HEAD")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")


def write_sbom(wheel: Path) -> None:
    """Write what an installed wheel consists of, with versions, licences and who needs whom (CycloneDX)."""
    writer = dev.fill(dev.TOOLS / "release", ROOT / "requirements" / "release.txt")
    target = DIST / f"dokoclub-{__version__}.cdx.json"
    with TemporaryDirectory() as folder:
        installed = Path(folder)
        options = ("--output-reproducible", "--of", "JSON", "-o", target, installed / "bin" / "python")
        if not dev.install_apart(wheel, installed):
            raise ReleaseError("The wheel could not be installed to list its parts.")
        if not dev.call(writer, "-m", "cyclonedx_py", "environment", *options, quiet=True):
            raise ReleaseError("cyclonedx-py could not list the parts of the wheel.")
    listed = describe_parts(json.loads(target.read_text(encoding="utf-8")))
    target.write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")


def describe_parts(listed: dict[str, Any]) -> dict[str, Any]:
    """Return the SBOM with dokoclub as its subject, and with the script of others that the wheel itself contains."""
    parts = [part for part in listed["components"] if part["name"] != "dokoclub"]
    (subject,) = (part for part in listed["components"] if part["name"] == "dokoclub")
    for part in (subject, *parts):  # where the wheel lay on this machine is nobody's business
        part.pop("externalReferences", None)
    for licence in sorted(VENDORED.glob("*.LICENSE")):
        name, _, version = licence.stem.partition("-")
        part = {"type": "library", "name": name, "version": version, "purl": f"pkg:npm/{name}@{version}"}
        parts.append({"bom-ref": part["purl"], **part, "licenses": [{"license": {"id": "MIT"}}]})
    metadata = listed["metadata"] | {"component": subject | {"type": "application"}}
    return listed | {"metadata": metadata, "components": parts}


def write_sums() -> dict[str, str]:
    """Write SHA256SUMS, as `sha256sum -c` reads it; return the digests by name."""
    sums = {path.name: hash_file(path) for path in sorted(DIST.glob("dokoclub-*"))}
    text = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (DIST / "SHA256SUMS").write_text(text, encoding="ascii")
    return sums


def hash_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
