"""Texts that the program shows, found in Python and templates without the gettext programs. Needs Babel."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.extract import extract
from django.template.base import Lexer, Token, TokenType
from django.utils.translation.template import templatize

# Markers of texts, and the arguments that are text; "c" is the context that distinguishes equal texts.
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "N_", "say")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("say_in", "pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}


class Text(NamedTuple):
    """A text to translate, as it is in the program."""

    context: str | None
    one: str
    many: str | None


def find_used(code: list[Path], templates: list[Path]) -> dict[tuple[str | None, str], Text]:
    """Return every text by (context, text); a plural wins over the same text without."""
    texts: dict[tuple[str | None, str], Text] = {}
    for path in code:
        source = path.read_bytes()
        for text in (*in_python(source), *in_f_strings(source)):
            texts[text.context, text.one] = _richer(text, texts.get((text.context, text.one)))
    for path in templates:
        for text in in_template(path.read_text(encoding="utf-8"), str(path)):
            texts[text.context, text.one] = _richer(text, texts.get((text.context, text.one)))
    return texts


def _richer(text: Text, known: Text | None) -> Text:
    return known if known and known.many else text


def in_python(source: bytes) -> Iterator[Text]:
    for _line, found, _comments, context in extract("python", BytesIO(source), KEYWORDS, (), {"encoding": "utf-8"}):
        one, many = found if isinstance(found, tuple) else (found, None)
        yield Text(context, one, many)


def in_f_strings(source: bytes) -> Iterator[Text]:
    """Find the texts between their braces, which Babel does not read."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FormattedValue):
            yield from in_python(ast.unparse(node.value).encode())


def in_template(source: str, origin: str) -> Iterator[Text]:
    """Yield the texts of a template.
    Django turns everything except the texts into X; line by line the rest reads as Python.
    """
    for line in templatize(source, origin=origin).splitlines():
        yield from in_python(line.strip().encode())


# --- Text in a template that nobody marked ---------------------------------------------------------------------------

SPOKEN_ATTRIBUTES: Final = {"alt", "aria-description", "aria-label", "aria-valuetext", "label", "placeholder", "title"}
SILENT_ELEMENTS: Final = {"script", "style", "code", "kbd"}
VOID_ELEMENTS: Final = {"br", "hr", "img", "input", "link", "meta", "use", "path", "wbr", "col", "source"}
WORD: Final = re.compile(r"[^\W\d_]{2,}")
NAMES: Final = {"dokoclub"}


def find_unmarked(source: str) -> list[tuple[int, str]]:
    """List (line, words) in a template outside of translate tags, except inside `translate="no"`."""
    reader = _Reader()
    reader.feed(_plain_html(source))
    reader.close()
    return reader.found


def _plain_html(source: str) -> str:
    """Return the template's own text; tags become spaces of as many lines."""
    shown: list[str] = []
    inside: str | None = None
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            inside = _block_after(token, inside)
        if token.token_type == TokenType.TEXT and inside is None:
            shown.append(token.contents)
        else:
            shown.append("\n" * token.contents.count("\n") or " ")
    return "".join(shown)


def _block_after(token: Token, inside: str | None) -> str | None:
    """Return the block after this tag that hides its text from the check."""
    name = token.contents.split()[0] if token.contents.split() else ""
    if inside:
        return None if name == f"end{inside}" else inside
    return name if name in ("blocktranslate", "blocktrans", "comment") else None


class _Reader(HTMLParser):
    """A parser that notes words between tags and in attributes that are read aloud or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID_ELEMENTS and (self.silent or tag in SILENT_ELEMENTS or given.get("translate") == "no"):
            self.silent.append(tag)
        for name, value in attrs:
            if not self.silent and (name in SPOKEN_ATTRIBUTES or _is_button_label(tag, name, given)):
                self._note(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_ELEMENTS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            while self.silent.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._note(data)

    def _note(self, text: str) -> None:
        words = [word for word in WORD.findall(text) if word not in NAMES]
        if words:
            self.found.append((self.getpos()[0] + text[: text.find(words[0])].count("\n"), " ".join(words)))


def _is_button_label(tag: str, name: str, given: dict[str, str | None]) -> bool:
    return tag == "input" and name == "value" and given.get("type") in ("submit", "button", "reset")
