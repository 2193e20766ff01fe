"""Signed-in phones, and the fields of the entry form, for the tests of the sheet's views."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from dokoclub.evenings.models import Entry, Sheet
from tests.cast import Cast, signed_in

SCRIPT = {"HX-Request": "true"}


def phone(cast: Cast, name: str = "Ben") -> Client:
    """Return a signed-in client that sends requests as a script does."""
    return signed_in(cast.accounts[name], SCRIPT)


def url(name: str, sheet: Sheet, entry: Entry | None = None) -> str:
    gaps: dict[str, Any] = {"sheet_id": sheet.pk} | ({"uuid": entry.uuid} if entry else {})
    return reverse(f"evenings:{name}", kwargs=gaps)


def fields(cast: Cast, *re: str, expected: object = 1, **more: object) -> dict[str, object]:
    """Return the form of a normal game of Anna to Dora: `re` are the players of the Re party."""
    return {
        "kind": "normal",
        "re_party": " ".join(cast.ids(*re or ("Anna", "Ben"))),
        "playing": " ".join(cast.ids("Anna", "Ben", "Cleo", "Dora")),
        "re_augen": "131",
        "uuid": str(uuid4()),
        "expected": expected,
        **more,
    }


def problems(response: Any) -> dict[str, str]:
    """Return the texts of a 422 by field."""
    return {problem["field"]: problem["text"] for problem in response.json()["problems"]}
