"""Tables of screens, and one large sheet: totals, dealer, Bock left, the last game; seats and clock of a round."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.core.formatting import signed, tone
from dokoclub.evenings.presenters.sheet import has_cells, mark_party
from dokoclub.evenings.selectors.sheets import Cell, EntryRow, PlayerColumn, SheetPage
from dokoclub.evenings.texts import Names, join_names
from dokoclub.screens.models import Scene
from dokoclub.screens.presenters import parts
from dokoclub.screens.selectors import TournamentRoom
from dokoclub.tournaments.presenters.hall import show_round
from dokoclub.tournaments.selectors.day import Day, RoundNow, TableNow
from dokoclub.ui.texts import format_phrase
from scoring.contract import row_text
from scoring.game.game import Game

FEW: Final = 4  # the most tables in two columns; more use three
LETTERS: Final = 14  # of a name in three columns
SMALL: Final = 5  # the most people at a table if two tables are below each other
GAMES_SHOWN: Final = parts.MOST_ROWS - 2  # besides names and totals
SEATING_COLUMNS: Final = 3
HALL_LETTERS: Final = 12  # of a name in three columns


class SheetRow(NamedTuple):
    number: str
    note: str  # ×2, or the kind of solo
    cells: tuple[tuple[parts.Figure, str], ...]  # total after the game, and Re


class ScreenSheet(NamedTuple):
    columns: tuple[parts.Sitter, ...]
    rows: tuple[SheetRow, ...]  # the newest first
    notes: tuple[str, ...]  # notes about the next game


def get_figure(points: int) -> parts.Figure:
    return parts.Figure(signed(points), tone(points))


def page_tables(tables: Sequence[parts.ScreenTable]) -> list[parts.ScenePage]:
    """Return pages of four or six tables, with at most ten people below each other."""
    is_high = any(len(table.sitters) > SMALL for table in tables)
    columns = 2 if len(tables) <= FEW else parts.fit_columns(_names(tables), 3, LETTERS)
    rows = 1 if is_high or len(tables) <= columns - 1 else 2
    if not tables:
        return []
    layout = f"wide-{min(columns, len(tables))} high-{rows}"
    return parts.number_pages(Scene.TABLES, _("Tables"), parts.cut_parts(tables, columns * rows), layout=layout)


def _names(tables: Sequence[parts.ScreenTable]) -> list[str]:
    return [sitter.name for table in tables for sitter in table.sitters]


def render_table(page: SheetPage, names: Names) -> parts.ScreenTable:
    """Return a table. `names`: of everybody in the room."""
    return parts.ScreenTable(
        title=_("Table %(name)s") % {"name": page.sheet.table},
        state=format_state(page),
        sitters=tuple(_sitter(column, page, names) for column in page.columns if column.is_here or column.rests),
        bock=format_bock(page) if page.sheet.is_open else "",
        last=format_last(page, names),
    )


def format_state(page: SheetPage) -> str:
    """Return `Game 15 of 24`; after the last game `list is full`."""
    if not page.sheet.is_open:
        return _("finished")
    meant, number = page.games_in_list, page.coming.number
    if meant is None:
        return _("game %(number)s") % {"number": number}
    if page.coming.is_beyond_list:
        return _("round complete")
    return _("game %(number)s of %(of)s") % {"number": number, "of": meant}


def format_bock(page: SheetPage) -> str:
    """Return `Bock ×2, 3 left`."""
    if not page.bock_left:
        return ""
    left = ngettext("%(games)s left", "%(games)s left", len(page.bock_left)) % {"games": len(page.bock_left)}
    return f"{format_phrase(row_text.format_bock(page.coming.bock_level, page.rules))}, {left}"


def format_last(page: SheetPage, names: Names) -> str:
    """Return `14 · Damensolo: Cem +12`; "" before the first game."""
    games = [entry for entry in page.state.entries if entry.number is not None]
    if not games:
        return ""
    (shown,) = page.show_rows(games[-1:])
    points = {cell.player.pk: _points(cell, page) for cell in shown.cells}
    best = max(points.values(), default=0)
    won = join_names([names[pk] for pk, got in points.items() if got == best and best > 0])
    told = f"{won} {signed(best)}" if won else signed(0)
    kind = f"{kind}: " if (kind := _get_kind(shown)) else ""
    return f"{games[-1].number} · {kind}{told}"


def _get_kind(shown: EntryRow) -> str:
    """Return the kind of a game, "" for a normal game."""
    is_named = not isinstance(shown.facts, Game) or shown.facts.kind != "normal"
    return format_phrase(row_text.format_kind(shown.facts, shown.rules)) if is_named else ""


def _points(cell: Cell, page: SheetPage) -> int:
    return cell.scores if page.style.ranked_by == "scores" else cell.balance


def _sitter(column: PlayerColumn, page: SheetPage, names: Names) -> parts.Sitter:
    name, card = parts.format_player(column.player, names)
    points = column.total if page.style.ranked_by == "scores" else column.total_balance
    plays = page.sheet.is_open
    return parts.Sitter(
        name,
        card,
        get_figure(points),
        leads=column.leads,
        deals=plays and column.deals,
        rests=plays and (column.rests or (column.sits_out and not column.deals)),
    )


def render_sheet(page: SheetPage, names: Names) -> ScreenSheet:
    """Return the last games, the newest first, below the totals."""
    shown = page.show_rows(page.order[-GAMES_SHOWN * 3 :])
    rows = [row for row in shown if has_cells(row)][::-1][:GAMES_SHOWN]
    return ScreenSheet(
        columns=tuple(_sitter(column, page, names) for column in page.columns),
        rows=tuple(_row(row, page) for row in rows),
        notes=tuple(_list_notes(page, names)),
    )


def _row(shown: EntryRow, page: SheetPage) -> SheetRow:
    number = str(shown.line.number) if shown.line and shown.line.number is not None else "–"
    level = row_text.counted_level(shown.rules, shown.facts, shown.line) if shown.line else 0
    note = " ".join(filter(None, [_get_kind(shown), row_text.mark_level(level, shown.rules)]))
    return SheetRow(number, note, tuple((_total(cell, page), mark_party(cell, shown)) for cell in shown.cells))


def _total(cell: Cell, page: SheetPage) -> parts.Figure:
    return get_figure(cell.total if page.style.ranked_by == "scores" else cell.total_balance)


def _list_notes(page: SheetPage, names: Names) -> list[str]:
    """List the notes next to the sheet: game, dealer, Bock, open Pflichtsoli, the last game."""
    told = [format_state(page)]
    if page.sheet.is_open and page.knows_dealer:
        told.append(_("%(name)s deals") % {"name": names[page.coming.dealer.pk]})
        told.append(format_bock(page))
        if page.pflichtsolo_open:
            owing = [names[player.pk] for player in page.pflichtsolo_open]
            everybody = len(owing) == len(page.table)
            told.append(_("Pflichtsolo open: %(names)s") % {"names": _("everyone") if everybody else ", ".join(owing)})
    told.append(format_last(page, names))
    return [one[:1].upper() + one[1:] for one in told if one]


def list_tables(room: TournamentRoom, names: Names) -> list[parts.ScreenTable]:
    """List the tables of the running round: live sheets, and handed-in results; empty when nobody plays."""
    one = room.day.current
    if one is None or not one.playing:
        return []
    cards = {card.number: card.note for card in show_round(room.day, one.number).cards}
    return [_table(room, table, cards[table.table.number], names) for table in one.tables]


def _table(room: TournamentRoom, table: TableNow, told: str, names: Names) -> parts.ScreenTable:
    title = _("Table %(name)s") % {"name": table.table.number}
    page = room.pages.get(table.table.pk)
    if page is not None:
        live = render_table(page, names)
        return parts.ScreenTable(title=title, state=told, sitters=live.sitters, bock=live.bock, last=live.last)
    best = max((sitting.total for sitting in table.seated), default=0)
    sitters = tuple(
        parts.Sitter(
            *parts.format_player(sitting.entrant.player, names),
            get_figure(sitting.total),
            leads=sitting.points is not None and sitting.total == best,
        )
        for sitting in table.seated
    )
    return parts.ScreenTable(title=title, state=told, sitters=sitters)


def page_seating(day: Day, names: Names) -> list[parts.ScenePage]:
    """Return everybody's next seat, by name, as soon as no table of the running round plays any more."""
    if not day.planned or (day.current is not None and day.current.playing):
        return []
    one = day.planned[0]
    seats = sorted(_seats(day, one, names), key=lambda seat: seat.name.casefold())
    title = _("Seats of round %(number)s") % {"number": one.number}
    columns = parts.fit_columns([seat.name for seat in seats], SEATING_COLUMNS, HALL_LETTERS)
    return parts.number_pages(Scene.SEATING, title, parts.side_by_side(seats, columns), layout=f"wide-{columns}")


def _seats(day: Day, one: RoundNow, names: Names) -> list[parts.SeatOf]:
    seated = [
        parts.SeatOf(names[sitting.entrant.player_id], _("Table %(name)s") % {"name": table.table.number})
        for table in one.tables
        for sitting in table.seated
    ]
    paused = [day.entrants[number] for number in one.round.paused if number in day.entrants]
    return [*seated, *(parts.SeatOf(names[entrant.player_id], _("sits out")) for entrant in paused)]


def find_clock(day: Day) -> parts.Clock | None:
    """Return the clock of the running round; without an end if it has none, or nobody plays."""
    one = day.current
    if one is None or one.is_confirmed:
        return None
    place: Mapping[str, int] = {"number": one.number, "of": day.tournament.rounds}
    playing = ngettext("%(number)s table still plays", "%(number)s tables still play", one.playing)
    return parts.Clock(
        ends=show_round(day, one.number).ends,
        text=_("Round %(number)s of %(of)s") % place,
        playing=playing % {"number": one.playing} if one.playing else "",
    )


def page_clock(clock: parts.Clock | None) -> list[parts.ScenePage]:
    if clock is None or clock.ends is None:
        return []
    return [parts.ScenePage(scene=Scene.CLOCK, title="", content=clock, layout="bare")]
