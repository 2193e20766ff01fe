"""A score sheet for pages, for readers without an account, and as data for phones offline.

Rows are in the order that the reader prefers.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.texts import games
from dokoclub.core.cache import get_or_compute
from dokoclub.core.formatting import day_and_year
from dokoclub.evenings.domain.opening import is_late
from dokoclub.evenings.domain.sheet_state import SheetState, get_seal
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import Cell, EntryRow, PlayerColumn, SheetPage
from dokoclub.evenings.texts import short_names
from dokoclub.evenings.texts.phone import list_offline_texts, translate_engine
from dokoclub.ui import components
from dokoclub.ui.texts import format_phrase
from scoring.contract import row_text
from scoring.rules.rules import Rules, store_rules
from scoring.terms import Party

# From the uuid of a row to the URL of its expanded part.
Address = Callable[[UUID], str]
Json: TypeAlias = dict[str, Any]

FORMAT: Final = 1


def render_row(
    shown: EntryRow, names: Names, address: Address, detail: components.Detail | None = None
) -> components.SheetRow:
    """Return a row for the page. `detail`: its expanded part, if it is open."""
    entry, line = shown.entry, shown.line
    resting = [player for player in entry.attribution.get("resting", ()) if player in names]
    told = row_text.format_row(shown.rules, shown.facts, line, resting)
    return components.SheetRow(
        key=str(entry.uuid),
        label=format_phrase(told["label"]),
        number=line.number if line else None,
        note=format_phrase(told["note"]),
        cells=[_cell(cell, shown) for cell in shown.cells] if has_cells(shown) else (),
        text=format_phrase(told["text"], names),
        mark=told["mark"],
        said=format_phrase(told["said"]),
        struck=line is None,
        details=address(entry.uuid),
        detail=detail,
        open=detail is not None,
    )


def has_cells(shown: EntryRow) -> bool:
    return shown.line is not None and row_text.has_cells(shown.facts)


def _cell(cell: Cell, shown: EntryRow) -> components.Cell:
    line, key = shown.line, str(cell.player.pk)
    here = line is not None and key in line.score.scores
    plays = cell.party is not None or (here and not cell.sits_out and cell.scores != 0)
    return components.Cell(
        total=cell.total if line is not None and key in line.totals else None,
        change=cell.scores if plays or (here and not cell.sits_out and shown.game is None) else None,
        party=mark_party(cell, shown),
        dealer=cell.deals,
        out=cell.sits_out,
    )


def mark_party(cell: Cell, shown: EntryRow) -> str:
    """Return the label of the party: a word for Re, "" for Kontra."""
    if cell.party is not Party.RE or shown.game is None:
        return ""
    return _("Solo") if shown.game.is_solo else str(games.PARTIES["re"])


def render_sheet(
    page: SheetPage,
    address: Address,
    *,
    oldest_first: bool = False,
    unfolded: Mapping[UUID, components.Detail] | None = None,
) -> components.PrintedSheet:
    """Return the sheet for the page. `unfolded`: the expanded rows, by uuid."""
    rows = page.rows if oldest_first else page.newest_first
    details = unfolded or {}
    return components.PrintedSheet(
        title=get_title(page.sheet),
        columns=_columns(page),
        rows=[render_row(shown, page.names, address, details.get(shown.entry.uuid)) for shown in rows],
        version=page.sheet.version,
        by_game=page.style.large == "game",
    )


def to_read(page: SheetPage, names: Mapping[int, str]) -> components.PrintedSheet:
    """Return the sheet for readers without an account: games and penalties with their marks, without details."""
    columns = [_column(column, page, names[column.player.pk]) for column in page.columns]
    shown = [render_row(shown, page.names, lambda _uuid: "") for shown in page.newest_first if has_cells(shown)]
    return components.PrintedSheet(title="", columns=columns, rows=shown, by_game=page.style.large == "game")


def get_title(sheet: Sheet, *, is_alone: bool = False) -> str:
    """Return a title: Friday, 20 November 2026 · round 2, table 3. With `is_alone`, the day only."""
    day = day_and_year(sheet.evening.date)
    if is_alone:
        return day
    place = {"day": day, "round": sheet.round, "table": sheet.table}
    return _("%(day)s · round %(round)s, table %(table)s") % place


def _columns(page: SheetPage) -> list[components.Column]:
    short = short_names([column.player for column in page.columns])
    return [_column(column, page, column.player.called, short[column.player.pk]) for column in page.columns]


def _column(column: PlayerColumn, page: SheetPage, name: str, short: str = "") -> components.Column:
    is_open = page.sheet.is_open  # on a closed sheet no game follows, so nobody deals or sits out
    return components.Column(
        name=name,
        short=short,
        total=column.total,
        balance=None if page.writes_zero_sum else column.total_balance,
        leads=column.leads,
        is_over=not is_open,
        dealer=is_open and column.deals,
        out=is_open and (column.sits_out or column.rests),
        gone=not column.is_here and not column.rests,
        tint=column.player.tint,
    )


def render_kit(
    page: SheetPage,
    *,
    scope: str,
    may_write: bool,
    by_pen: bool,
    present: Sequence[Player],
    moved: Mapping[str, str],
    engine: str,
) -> Json:
    """Return the data with which a phone runs the sheet offline.

    No query. `present`: people who may sit down. `moved`: ids of players merged into others.

    The rows hold their authors. By scoring link, names are no longer than on the sheet.
    """
    state, sheet = page.state, page.sheet
    people = {str(player.pk): player for player in (*present, *page.names.values())}
    return {
        "format": FORMAT,
        "engine": engine,
        "sheet": sheet.pk,
        "scope": scope,
        "day": sheet.evening.date.isoformat(),
        "version": sheet.version,
        "seal": get_seal(sheet, state.entries),
        "open": sheet.is_open and sheet.evening.is_open and not sheet.evening.club.is_moving,
        "ends": sheet.ends_at.isoformat() if sheet.ends_at else None,  # the clock of its round
        "may_write": may_write,
        "rules": store_rules(page.rules),  # complete, however old the stored rules are
        "players": sheet.players,
        "first_dealer": str(sheet.first_dealer_id),
        "names": {key: player.called for key, player in people.items()},
        "full_names": {key: player.called if by_pen else player.name for key, player in people.items()},
        "tints": {key: player.tint for key, player in people.items()},  # of their cards
        "monograms": {key: player.monogram for key, player in people.items() if player.monogram},
        "rows": [_row(state, entry) for entry in state.entries],
        "struck": [str(entry.uuid) for entry in state.struck],
        "struck_rows": [_struck_row(state, entry) for entry in state.struck],
        "may_join": [[str(one.pk), one.called] for one in present if str(one.pk) not in state.players],
        "moved": dict(moved),
        "style": _style(page),
        **_say(page.rules),
        "language": get_language(),
    }


def without_words(kit: Json, lexicon: str) -> Json:
    """Return the data without the texts, for a phone that has them. They are most of the data and seldom change."""
    return {key: value for key, value in kit.items() if key != "words"} if kit["lexicon"] == lexicon else kit


def _say(rules: Rules) -> Json:
    """Return the texts and their version, by which a phone knows whether it has them."""

    def say() -> Json:
        words = _words(rules)
        return {"lexicon": blake2b(json.dumps(words).encode(), digest_size=6).hexdigest(), "words": words}

    return get_or_compute(f"kit {json.dumps(rules.to_json())}", "words of this program", say)


def format_closed(sheet: Sheet) -> Json | None:
    """Return the author and moment of closing the sheet, or else its evening; None while it is open.

    A query where it is closed. For a club that is moving, return its new address.
    """
    for paper in (sheet, sheet.evening):
        if paper.closed_at is not None:
            return {"who": format_writer(paper.closed_by), "at": paper.closed_at.isoformat()}
    club = sheet.evening.club
    return {"state": "S7moving", "to": club.moving_to} if club.is_moving else None


def format_writer(account: Account | None) -> str:
    return str(account or pgettext("who wrote", "the scoring link"))


def _row(state: SheetState, entry: Entry) -> Json:
    late = {"late": True} if is_late(state, entry) else {}
    return {
        **late,
        "uuid": str(entry.uuid),
        "facts": entry.facts,
        "attribution": entry.attribution,
        "note": entry.note,
        "by": format_writer(entry.changed_by or entry.written_by),
    }


def _struck_row(state: SheetState, entry: Entry) -> Json:
    """Return a struck entry with its position, to restore it. `by` is its author, who then owns it again."""
    return {**_row(state, entry), "at": state.index(entry), "struck_by": format_writer(entry.struck_by)}


def format_by(entries: Iterable[Entry]) -> list[str]:
    """Return the last authors of these entries, each once. The entries' users are already loaded."""
    last = [entry.struck_by if entry.is_struck else entry.changed_by or entry.written_by for entry in entries]
    return [*dict.fromkeys(map(format_writer, last))]


def _style(page: SheetPage) -> Json:
    """Return the display options of a row."""
    return {"large": page.style.large, "ranked_by": page.style.ranked_by}


def _words(rules: Rules) -> Json:
    own = games.own_names(rules)
    return {
        **list_offline_texts(),
        "engine": translate_engine(),
        "extras": {
            key: games.short_extra_name(key, own)
            for key in sorted({*rules.extras, *rules.extras_solo, *games.list_extras(rules)})
        },
        "row": {"problem": _("Game {0}: {1}")},
    }
