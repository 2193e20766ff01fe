"""The clubs that meet this Friday, and the data for the crowd."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from bench.serving import signed_in
from bench.sizes.copying import count_on, move_number, read_club, read_strides, write_copies
from bench.sizes.template import build_club
from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Entry

SHEETS: Final = 16  # of each table: a fresh one for each step of the search
GAMES: Final = 100  # that each club has played before
PASSWORD: Final = "fuchs am end"  # noqa: S105  # of an installation that exists for some minutes


def fill_clubs(number: int) -> dict[str, Any]:
    """Create the clubs, with one table in each."""
    first = build_club(GAMES, waiting=SHEETS)
    rows, strides = read_club(), read_strides()
    write_copies(rows, range(1, number))
    count_on()
    newcomer = Account.objects.create_user(username=f"neu-{uuid4().hex}", display_name="Neu", password=PASSWORD)
    return {
        "tables": [describe_table(first, strides, copy) for copy in range(number)],
        "newcomer": {"login": newcomer.username, "password": PASSWORD},
    }


def highest_entry() -> int:
    """Return the highest key of an entry: those of the crowd come after it."""
    return Entry.objects.order_by("-pk").values_list("pk", flat=True)[0]


def describe_table(first: dict[str, Any], strides: dict[int, int], copy: int) -> dict[str, Any]:
    club, player = (move_number(first[name], copy, strides) for name in ("club_id", "player_id"))
    return {
        "cookie": signed_in(Account.objects.get(pk=move_number(first["account"], copy, strides))),
        "sheets": [move_number(sheet, copy, strides) for sheet in first["waiting"]],
        "players": [str(move_number(int(one), copy, strides)) for one in first["four"]],
        "pages": {
            "club": f"/clubs/{club}/",
            "league": f"/clubs/{club}/table/{first['months'][-1]}/",
            "statistics": f"/clubs/{club}/statistics/all/",
            "one player": f"/clubs/{club}/players/{player}/statistics/all/",
            "evening": f"/evenings/{move_number(first['closed_evening'], copy, strides)}/",
        },
    }
