"""What the tests of the sheet's views share: phones that are signed in, and the fields of the entry form."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from dokoclub.evenings.models import Entry, Sheet
from tests.cast import Cast, signed_in

SCRIPT = {"HX-Request": "true"}


def phone(cast: Cast, name: str = "Ben") -> Client:
    """Signed in, and asking as a script does."""
    return signed_in(cast.accounts[name], SCRIPT)


def url(name: str, sheet: Sheet, entry: Entry | None = None) -> str:
    gaps: dict[str, Any] = {"sheet_id": sheet.pk} | ({"uuid": entry.uuid} if entry else {})
    return reverse(f"evenings:{name}", kwargs=gaps)


def fields(cast: Cast, *re: str, expected: object = 1, **more: object) -> dict[str, object]:
    """The form of a normal game of Anna to Dora: `re` are those of the Re party."""
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
    """Of a 422: texts by field."""
    return {problem["field"]: problem["text"] for problem in response.json()["problems"]}
