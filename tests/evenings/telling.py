"""The details of a game for the tests: by names, and as its row shows them."""

from __future__ import annotations

import re
from typing import Any

from dokoclub.evenings.models import Entry, Sheet
from tests.cast import Cast
from tests.evenings.views import phone, url

CALLED = {"announced": {"re": "no90", "kontra": "kontra"}}


def by_id(cast: Cast, said: Any) -> Any:
    """Return the facts with ids for once, instead of names."""
    if isinstance(said, dict):
        return {key: by_id(cast, value) for key, value in said.items()}
    if isinstance(said, list):
        return [by_id(cast, value) for value in said]
    return cast.ids(said)[0] if isinstance(said, str) and said in cast.players else said


def detail(cast: Cast, sheet: Sheet, entry: Entry, name: str = "Dora") -> str:
    """Return the details below the row in one line, as Dora sees them, who only reads."""
    html = phone(cast, name).get(url("show_entry", sheet, entry)).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def of_kind(cast: Cast, kind: str, *party: str, **facts: Any) -> dict[str, Any]:
    kontra = [name for name in ("Anna", "Ben", "Cleo", "Dora") if name not in party]
    return {"kind": kind, "re": cast.ids(*party), "kontra": cast.ids(*kontra), "re_points": 130, **facts}
