"""Tables, sheets and games of an evening, as Ben writes them for the cast."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any
from uuid import uuid4

from django.core.management import call_command

from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Entry, Evening, Length, Sheet
from dokoclub.evenings.selectors.evenings import evening_page
from dokoclub.evenings.selectors.results import Highlights, highlights_on, in_text, replay_sheets
from dokoclub.evenings.services import evenings
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.evenings.rows import write_entry


def table(
    cast: Cast, *names: str, rules: Rules | str = "ddv", name: str = "1", dealer: str | None = None
) -> opening.NewSheet:
    """Return a table of these players, Anna to Dora by default."""
    return opening.NewSheet(
        players=[cast.players[name] for name in names] if names else cast.four,
        rules=PRESETS[rules].rules if isinstance(rules, str) else rules,
        first_dealer=cast.players[dealer] if dealer else None,
        table=name,
        length_kind=Length.OPEN,
    )


def evening(cast: Cast, *tables: opening.NewSheet, **facts: Any) -> Evening:
    return evenings.open_evening(cast.club, tables or [table(cast)], key=uuid4(), by=cast.ben, **facts)


def tables_with_a_game(cast: Cast, number: int) -> Evening:
    """Open that many tables at once, with one game on each."""
    opened = evening(cast, *(table(cast, name=str(index)) for index in range(number)))
    for one in opened.sheets.all():
        write(cast, one, anna_ben(cast))
    return opened


def sheet(cast: Cast, *names: str, rules: Rules | str = "ddv", dealer: str | None = None) -> Sheet:
    """Return the only sheet of a new evening."""
    found = evening(cast, table(cast, *names, rules=rules, dealer=dealer)).sheets.get()
    assert isinstance(found, Sheet)
    return found


def game(cast: Cast, re: Sequence[str], kontra: Sequence[str], augen: int, **facts: Any) -> dict[str, Any]:
    return {"kind": "normal", "re": cast.ids(*re), "kontra": cast.ids(*kontra), "re_points": augen, **facts}


def anna_ben(cast: Cast, augen: int = 131, **facts: Any) -> dict[str, Any]:
    """Return a game of Anna and Ben against Cleo and Dora."""
    return game(cast, ("Anna", "Ben"), ("Cleo", "Dora"), augen, **facts)


def solo(cast: Cast, player: str, augen: int, **facts: Any) -> dict[str, Any]:
    others = [name for name in ("Anna", "Ben", "Cleo", "Dora") if name != player]
    return game(cast, (player,), others, augen, **{"kind": "solo", "solo": "damen", **facts})


def write(cast: Cast, sheet: Sheet, facts: dict[str, Any], **more: Any) -> Entry:
    return write_entry(sheet, facts, **{"by": cast.ben, **more})


def totals(sheet: Sheet) -> dict[str, int]:
    """Return the scores of everybody who ever sat there, by name."""
    return {result.player.name: result.scores for result in sheet.results.select_related("player")}


def postings(entry: Entry) -> dict[str, tuple[int, int]]:
    """Return scores and balance by player; "" is the club."""
    rows = entry.postings.select_related("player")
    return {row.player.name if row.player else "": (row.scores, row.balance) for row in rows}


def check_ledger() -> str:
    """Return the output of the command of this name."""
    out = StringIO()
    call_command("check_ledger", stdout=out)
    return out.getvalue()


def closed(cast: Cast, *rows: dict[str, object]) -> Evening:
    """Return an evening at one table, with these rows, closed by Ben."""
    found = evening(cast, table(cast))
    sheet = found.sheets.get()
    for facts in rows:
        write(cast, sheet, facts)
    return evenings.close_evening(found, by=cast.ben)


def get_highlights(one: Evening) -> Highlights:
    return highlights_on(replay_sheets(one))


def text_to_share(one: Evening) -> str:
    return in_text(one, evening_page(one).ranking, get_highlights(one))
