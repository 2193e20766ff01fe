"""View data of the handbook: Markdown files of docs/handbook, rendered to HTML once per process; and help links."""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from dokoclub.handbook.texts import HELPING, PAGES, SAMPLE, TASKS

FOLDER: Final = Path(settings.FILES_DIR) / "docs" / "handbook"
OTHERWISE: Final = "en"  # if there is no handbook in the reader's language
SHORT: Final = 18  # characters of a name that fit a line of the smallest phone, in the widest letters
WIDEST: Final = 358  # pixels of a picture: the width of a phone's page


class HandbookPage(NamedTuple):
    """A page. `lead`: its first sentence or two, under the title."""

    name: str
    language: str
    title: str
    lead: SafeString
    body: SafeString


class HandbookStep(NamedTuple):
    """A step of the sample evening. `task`: the action on the sheet, "" if the step is only read."""

    number: int
    task: str
    title: str
    body: SafeString


def find_language() -> str:
    """Return the reader's language if it has a handbook, else English."""
    language = str(get_language())
    return language if (FOLDER / language).is_dir() else OTHERWISE


def read_page(name: str, language: str) -> HandbookPage:
    """Read a page. Raises KeyError if there is no such page."""
    if name not in PAGES:
        raise KeyError(name)
    title, lead, rest = _opening(name, language)
    return HandbookPage(name, language, title, _render(lead), _render(rest))


def find_title(name: str, language: str) -> str:
    return _opening(name, language)[0]


def read_sample(language: str) -> HandbookPage:
    """Read the introduction of the sample, before its first step."""
    title, lead, rest = _opening(SAMPLE, language)
    before = rest[: next(iter(_headings(rest)), len(rest))]
    return HandbookPage(SAMPLE, language, title, _render(lead), _render(before))


def read_steps(language: str) -> list[HandbookStep]:
    """List the steps, one under each second-level heading."""
    _title, _lead, rest = _opening(SAMPLE, language)
    begins = [*_headings(rest), len(rest)]
    return [
        HandbookStep(number, task, rest[start + 1].content, _render(rest[start + 3 : end]))
        for number, (task, start, end) in enumerate(zip(TASKS, begins, begins[1:], strict=False), start=1)
    ]


@cache
def read_text(name: str, language: str) -> str:
    """Return a page as it is written, for searches."""
    return (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")


@cache
def digest_pages() -> str:
    """Return a version that changes with any file of the handbook."""
    found = blake2b(digest_size=12)
    for path in sorted(FOLDER.rglob("*.md")):
        found.update(path.read_bytes())
    return found.hexdigest()


# --- From Markdown to HTML --------------------------------------------------------------------------------------------


@cache
def _parse(name: str, language: str) -> list[Token]:
    return _markdown().parse(read_text(name, language))


def _opening(name: str, language: str) -> tuple[str, list[Token], list[Token]]:
    """Return the title, the paragraph below it, and the rest."""
    tokens = _parse(name, language)
    return tokens[1].content, tokens[4:5], tokens[6:]


def _headings(tokens: Sequence[Token]) -> list[int]:
    return [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]


def _render(tokens: Sequence[Token]) -> SafeString:
    reader = _markdown()
    html: str = reader.renderer.render(tokens, reader.options, {})
    return mark_safe(html)  # noqa: S308  # of our own files, whose HTML is text


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False})
    for kind, write in (("code_inline", _write_control), ("image", _write_picture), ("link_open", _write_link)):
        reader.add_render_rule(kind, write)
    return reader


def _write_control(this: RendererHTML, tokens: Sequence[Token], place: int, *_more: Any) -> str:
    """Render code as the name of a button, link or field; short names are never broken."""
    name = tokens[place].content
    return format_html('<b class="control{}">{}</b>', " whole" if len(name) <= SHORT else "", name)


def _write_picture(this: RendererHTML, tokens: Sequence[Token], place: int, _options: Any, env: Any) -> str:
    """Render a picture with its size, so that nothing jumps while loading; missing ones as their alternative text.

    The first one of a page is loaded at once, since it is at the top.
    """
    path = str(tokens[place].attrs["src"]).removeprefix("../pictures/")
    if not (FOLDER / "pictures" / path).exists():
        return format_html("{}", tokens[place].content)
    width, height = measure_picture((FOLDER / "pictures" / path).read_bytes())
    loading = "lazy" if env.get("has_picture") else "eager"
    env["has_picture"] = True
    return format_html(
        '<img src="{}" alt="{}" width="{}" height="{}" loading="{}">',
        static(f"handbook/{path}"),
        tokens[place].content,
        WIDEST,
        round(height * WIDEST / width),
        loading,
    )


def _write_link(this: RendererHTML, tokens: Sequence[Token], place: int, *_more: Any) -> str:
    """Render a link to another page of the handbook; there are no others."""
    name = str(tokens[place].attrs["href"]).removesuffix(".md")
    return format_html('<a href="{}">', get_address(name))


def get_address(name: str) -> str:
    return reverse("handbook:show_sample") if name == SAMPLE else reverse("handbook:show_page", args=[name])


def measure_picture(webp: bytes) -> tuple[int, int]:
    """Return width and height in pixels of a picture written by Chromium. Source: RFC 9649, "VP8 " and "VP8X"."""
    if webp[12:16] == b"VP8X":
        return 1 + int.from_bytes(webp[24:27], "little"), 1 + int.from_bytes(webp[27:30], "little")
    width, height = (int.from_bytes(webp[at : at + 2], "little") & 0x3FFF for at in (26, 28))
    return width, height


class Help(NamedTuple):
    """A help link. `title`: of its page; "" for the contents."""

    url: str
    title: str


def find_help(request: HttpRequest | None) -> Help:
    """Find the help page of an address; the contents if there is none, or no request. No query."""
    match = getattr(request, "resolver_match", None)
    route = match.view_name if match else ""
    name = HELPING.get(route) or HELPING.get(route.partition(":")[0], "")
    if not name:
        return Help(reverse("handbook:show_contents"), "")
    return Help(reverse("handbook:show_page", args=[name]), find_title(name, find_language()))
