"""What are buttons, links and fields of the interface called? Read out of every template, and of pages as they are.

A name that a template has is asked for in a language by its msgid. What Python hands to a template (the kinds of a
game, the ways in a club, the labels of forms) has no name there: that is read off pages as a browser gets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext, override, pgettext

CONTROLS: Final = frozenset({"a", "button", "summary", "label", "legend", "input", "select", "textarea"})
VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"})
# A text of a template: translated where it stands, or kept as a variable for an include that makes a button of it.
TRANSLATED: Final = re.compile(
    r'{%\s*translate\s+"(?P<text>(?:[^"\\]|\\.)*)"(?:\s+context\s+"(?P<context>[^"]*)")?(?:\s+as\s+(?P<name>\w+))?\s*%}'
)
BLOCK: Final = re.compile(r"{%\s*blocktranslate(?P<more>[^%]*)%}(?P<text>.*?){%\s*endblocktranslate\s*%}", re.DOTALL)
OTHER: Final = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
MADE_OF: Final = frozenset({"button", "action", "label", "start", "way"})  # names of variables that become a control
SOFT: Final = "\u00ad"
MARK: Final = "\x01"  # between msgid and context
BREAK: Final = "\x02"  # where a template decides, and between the texts of a control
OPTIONAL: Final = re.compile(r" \((?:freiwillig|optional)\)$")


class Names(HTMLParser):
    """Each text inside a control, the whole of it, and what is read out in its place."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, list[str]]] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs).get("aria-label")
        if said and (tag in CONTROLS or dict(attrs).get("role") == "group"):
            self.found |= whole_and_parts(said)
        if tag not in VOID:
            self.open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, texts = self.open.pop()
            if name in CONTROLS:
                self.found |= whole_and_parts(BREAK.join(texts))
            if self.open:
                self.open[-1][1].extend(texts)
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.open[-1][1].append(data)


def whole_and_parts(text: str) -> set[str]:
    """A control may have one name or another: its texts stand for themselves, too."""
    return {tidy(part) for part in (*text.split(BREAK), text.replace(BREAK, " "))}


def tidy(text: str) -> str:
    return OPTIONAL.sub("", " ".join(text.replace(SOFT, "").split()))


def names_in(html: str) -> set[str]:
    parser = Names()
    parser.feed(html)
    parser.close()
    return parser.found - {""}


def names_of_templates(language: str) -> set[str]:
    """Of all controls of all templates that have a text of their own, in that language."""
    with override(language):
        return {translate(name) for path in templates() for name in names_in(as_html(path.read_text("utf-8")))}


def templates() -> Iterable[Path]:
    return (path for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html") if "handbook" not in path.parts)


def as_html(template: str) -> str:
    """Without its logic: in the place of each text its msgid, and of a variable nothing."""
    variables = {found["name"]: marked(found) for found in TRANSLATED.finditer(template) if found["name"]}
    buttons = "".join(f"<button>{text}</button>" for name, text in variables.items() if name in MADE_OF)
    html = TRANSLATED.sub(lambda found: "" if found["name"] else marked(found), template)
    html = BLOCK.sub(lambda found: escape(" ".join(found["text"].split())) if "{{" not in found["text"] else "", html)
    html = re.sub(r"{{\s*(\w+)(?:\|\w+)*\s*}}", lambda found: variables.get(found[1], ""), html)
    return OTHER.sub(BREAK, html) + buttons


def marked(found: re.Match[str]) -> str:
    text = found["text"].replace('\\"', '"')
    return escape(f"{text}{MARK}{found['context']}" if found["context"] else text)


def translate(name: str) -> str:
    text, _, context = name.partition(MARK)
    return tidy(pgettext(context, text) if context else gettext(text))
