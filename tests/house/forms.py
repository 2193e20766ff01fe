"""The forms of a page, as a browser would send them: by whom the page was made, and not by who tests it."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin

Pairs = list[tuple[str, str]]  # name and value, in the order of the page


class Choice(NamedTuple):
    """A field. `sent`: what goes along if nobody touches it; `could`: what else a finger could make of it."""

    name: str
    kind: str  # type of an input, or "select", "textarea", "button"
    sent: list[str]
    could: list[str]
    attributes: dict[str, str]


class Form(NamedTuple):
    action: str  # where it goes
    fields: list[Choice]

    @property
    def shape(self) -> tuple[str, ...]:
        """The same for two forms that ask the same."""
        return tuple(sorted({field.name for field in self.fields}))

    def fill(self, *, press: bool = True) -> Pairs:
        """As somebody in a hurry sends it: what must not be empty is filled with something likely.

        `press`: by the first button that has a name, where there is one.
        """
        pairs: Pairs = []
        pressed = not press
        for field in self.fields:
            if field.kind == "button":
                pairs += [(field.name, field.could[0])] if not pressed and field.name else []
                pressed = True
            elif field.sent and field.sent != [""]:
                pairs += [(field.name, value) for value in field.sent]
            elif field.name not in dict(pairs):
                pairs += [(field.name, value) for value in _guess(field)]
        return pairs


USUAL = {"number": "1", "date": "2026-03-12", "email": "a@example.org", "text": "Neu", "password": "kreuz bube sticht"}


def _guess(field: Choice) -> list[str]:
    if field.kind in ("select", "radio"):
        return [value for value in field.could if value][:1]
    if field.kind == "checkbox" or "required" not in field.attributes:
        return [] if field.kind == "checkbox" else [""]
    return [USUAL.get(field.kind, "Neu")]


def find_forms(page: str, address: str) -> Iterator[Form]:
    """Those that are posted; and one more for each other place that a script of the page posts the same fields to."""
    reader = _Reader()
    reader.feed(page)
    for number, (attributes, places) in reader.forms.items():
        fields = [field for owner, field in reader.fields if owner == number]
        posted = attributes.get("action", "") if attributes.get("method", "").lower() == "post" else None
        for action in {posted, attributes.get("hx-post"), *places} - {None}:
            yield Form(urljoin(address, str(action)), _joined(fields))


def _joined(fields: list[Choice]) -> list[Choice]:
    """Radio buttons of one name are one field."""
    found: dict[tuple[str, str], Choice] = {}
    for field in fields:
        key = (field.name, field.kind if field.kind in ("radio", "checkbox") else f"{field.kind} {len(found)}")
        known = found.get(key)
        found[key] = field._replace(sent=known.sent + field.sent, could=known.could + field.could) if known else field
    return list(found.values())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, tuple[dict[str, str], set[str]]] = {}
        self.fields: list[tuple[str, Choice]] = []
        self._inside = ""  # the form that is open
        self._open: Choice | None = None  # the select that is open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = has.get("id") or f"form {len(self.forms)}"
            self.forms[self._inside] = (has, set())
        if (owner := has.get("form") or self._inside) and (place := has.get("hx-post") or has.get("formaction")):
            self.forms.setdefault(owner, ({}, set()))[1].add(place)
        if tag in ("input", "select", "textarea", "button") and "disabled" not in has and owner:
            self._note(owner, tag, has)
        elif tag == "option" and self._open is not None:
            self._open.could.append(has.get("value", ""))
            if "selected" in has:
                self._open.sent.append(has.get("value", ""))

    def _note(self, owner: str, tag: str, has: dict[str, str]) -> None:
        kind = has.get("type", "text") if tag == "input" else tag
        value = has.get("value", "on" if kind in ("checkbox", "radio") else "")
        if tag == "button" and (has.get("type") == "button" or not has.get("name")):
            return
        ticked = kind not in ("checkbox", "radio", "select", "button") or "checked" in has
        could = [] if tag == "select" else [value]
        field = Choice(has.get("name", ""), kind, could[:] if ticked else [], could, has)
        if field.name and kind not in ("submit", "file"):
            self.fields.append((owner, field))
        self._open = field if tag == "select" else None

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""
        elif tag == "select":
            self._open = None
