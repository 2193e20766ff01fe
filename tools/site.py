"""The documents and the handbook as a site: `make docs` builds dist/site/ with Sphinx and checks every link of it.

In German the handbook, in English the documents, too. A page may load nothing from another host; that is checked, as
are all links within the site. `--online` asks the other sites that pages link to.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

import django
from django.utils import translation

import dev

ROOT: Final = dev.ROOT
SITE: Final = ROOT / "dist" / "site"
SETTINGS: Final = ROOT / "docs" / "site"
LANGUAGES: Final = {"de": "Deutsch", "en": "English"}
RUNNING: Final = ("operations", "reliability", "scale", "elsewhere")
FRONT: Final = """<!doctype html>
<html lang="de"><meta charset="utf-8"><title>dokoclub</title><meta name="viewport" content="width=device-width">
<p><a href="de/index.html" lang="de">Deutsch</a> · <a href="en/index.html" lang="en">English</a></p></html>
"""


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    shutil.rmtree(SITE, ignore_errors=True)
    python = dev.fill(dev.TOOLS / "docs", ROOT / "requirements" / "docs.txt")
    builders = ("html", *(["linkcheck"] if "--online" in arguments else []))
    for language in LANGUAGES:
        with TemporaryDirectory() as folder:
            lay_out(Path(folder), language)
            for builder in builders:
                target = SITE / language if builder == "html" else Path(folder) / "checked"
                build(python, builder, Path(folder), target, language)
    (SITE / "index.html").write_text(FRONT, encoding="utf-8")
    report(check_site(SITE), online="--online" in arguments)


def build(python: Path, builder: str, source: Path, target: Path, language: str) -> None:
    """Run Sphinx; a warning, such as a link to a page that is not there, is an error."""
    options = ("-q", "-W", "--keep-going", "-n", "-b", builder, "-d", source / ".doctrees")
    if not dev.call(python, "-m", "sphinx", *options, source, target, more={"SITE_LANGUAGE": language}):
        dev.stop(f"Sphinx is not content with the site in {LANGUAGES[language]}, see above.", code=1)
    (target / ".buildinfo").unlink(missing_ok=True)


# --- From the repository to Sphinx ------------------------------------------------------------------------------------


def lay_out(folder: Path, language: str) -> None:
    """Copy the sources of the site in one language, and write its contents."""
    (folder / "_templates").mkdir()
    shutil.copy(SETTINGS / "conf.py", folder)
    shutil.copy(SETTINGS / "languages.html", folder / "_templates")
    handbook = ROOT / "docs" / "handbook"
    shutil.copytree(handbook / language, folder / "docs" / "handbook" / language)
    shutil.copytree(handbook / "pictures" / language, folder / "docs" / "handbook" / "pictures" / language)
    shutil.copytree(
        ROOT / "docs" / "screenshots", folder / "docs" / "screenshots", ignore=shutil.ignore_patterns("*.py")
    )
    for name in list_documents() if language == "en" else []:
        shutil.copy(ROOT / name, folder / name)
    front = (SETTINGS / f"{language}.md").read_text(encoding="utf-8").replace("(../screenshots/", "(docs/screenshots/")
    (folder / "index.md").write_text("\n\n".join([front, *list_contents(language)]), encoding="utf-8")


def list_documents() -> list[str]:
    """List all documents but README, whose place the front page takes."""
    documents = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
    return ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", *documents]


def list_contents(language: str) -> Iterator[str]:
    """Yield the lists of pages at the front: the handbook by chapters, and in English the documents."""
    from dokoclub.handbook.texts import CHAPTERS, SAMPLE

    with translation.override(language):
        chapters = [(str(chapter.title), chapter.pages) for chapter in CHAPTERS]
    for number, (title, pages) in enumerate(chapters):
        yield write_contents(
            title, (f"docs/handbook/{language}/{page}" for page in ((SAMPLE,) if not number else ()) + pages)
        )
    if language == "en":
        running = [f"docs/{name}" for name in RUNNING]
        names = [name.removesuffix(".md") for name in list_documents()]
        yield write_contents("Running it", [*running, "SECURITY", "CHANGELOG"])
        yield write_contents("Changing it", [name for name in names if name not in (*running, "SECURITY", "CHANGELOG")])


def write_contents(title: str, pages: Iterable[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```"])


# --- Is everything there? ---------------------------------------------------------------------------------------------


class Link(NamedTuple):
    """An address that a page names. `loads`: a browser fetches it by itself."""

    address: str
    loads: bool


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("id", "name"):
                self.anchors.add(value or "")
            elif name in ("href", "src", "action", "data", "poster"):
                self.links.append(Link(value or "", loads=tag != "a"))
            elif name in ("srcset", "style"):
                self.links += [Link(address, loads=True) for address in find_addresses(name, value or "")]


def find_addresses(kind: str, text: str) -> list[str]:
    """Return the addresses that a style, script or list of pictures loads."""
    if kind == "srcset":
        return [part.split()[0] for part in text.split(",") if part.strip()]
    if kind == "js":
        return re.findall(r"(?:fetch|import|importScripts|Worker)\(\s*[\"']((?:https?:)?//[^\"']+)", text)
    found = re.findall(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)", text)
    return [first or second for first, second in found if not (first or second).startswith("data:")]


def read_links(path: Path) -> list[Link]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return Page(text).links
    return [Link(address, loads=True) for address in find_addresses(path.suffix[1:], text)]


def check_site(folder: Path) -> tuple[list[str], set[str]]:
    """Return the broken links of a site, and the addresses of other sites that it only links to."""
    problems, elsewhere = [], set()
    anchors = {path: Page(path.read_text(encoding="utf-8")).anchors for path in folder.rglob("*.html")}
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".css", ".js")):
        for link in read_links(path):
            problem = check_link(path, link, anchors)
            if problem:
                problems.append(f"{path.relative_to(folder)} {problem}: {link.address}")
            elif urlsplit(link.address).netloc:
                elsewhere.add(link.address)
    return sorted(set(problems)), elsewhere


def check_link(path: Path, link: Link, anchors: dict[Path, set[str]]) -> str:
    """Return the problem of a link, or ""."""
    address = urlsplit(link.address)
    if address.netloc or address.scheme not in ("", "data"):
        return "loads from another host" if link.loads else ""
    if address.scheme == "data":
        return ""
    target = (path.parent / unquote(address.path)).resolve() if address.path else path.resolve()
    if not target.is_file():
        return "leads nowhere"
    found = next((known for page, known in anchors.items() if page.resolve() == target), None)
    return "leads to no such part" if found is not None and unquote(address.fragment) not in found else ""


def report(checked: tuple[list[str], set[str]], *, online: bool) -> None:
    problems, elsewhere = checked
    if problems:
        dev.stop("\n".join(problems), code=1)
    pages = len([*SITE.rglob("*.html")])
    print(f"{SITE.relative_to(ROOT)}: {pages} pages, every link leads somewhere, nothing comes from another host.")
    if elsewhere and not online:
        print(f"{len(elsewhere)} links to other sites are LEFT OUT (ARGS=--online asks them).")


if __name__ == "__main__":
    main(sys.argv[1:])
