"""The sheets of the style page: their rows, and the engine's results. No query anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Sheet, SheetStyle
from dokoclub.evenings.selectors.sheets import SheetPage, page_with
from scoring.contract.stored_rows import store_row
from scoring.game.game import Game
from scoring.game.rows import Penalty, Row
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, store_rules
from scoring.terms import Call
from tools.style.shown.club import BEGIN, BY_NUMBER, CLUB, NOBODYS, make_evening, make_seats

DDV: Final = PRESETS["ddv"].rules
HOUSE: Final = PRESETS["hausrunde"].rules
BOCK: Final = replace(HOUSE, bock=HOUSE.bock and replace(HOUSE.bock, triggers=(*HOUSE.bock.triggers, "by_hand")))
PACE: Final = timedelta(minutes=6)  # a game


def make_game(at_table: str, re: str, augen: int, *, out: str = "", **more: Any) -> Game:
    """Return a game of players by initial; everybody neither in Re nor sitting out is in Kontra."""
    kontra = [initial for initial in at_table if initial not in re + out]
    return Game(re=_keys(re), kontra=_keys(kontra), re_augen=augen, sitting_out=_keys(out), **more)


def make_solo(at_table: str, soloist: str, kind: str, augen: int, *, out: str = "", **more: Any) -> Game:
    return make_game(at_table, soloist, augen, out=out, kind="solo", solo=kind, **more)


def _keys(initials: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(scoring_key, make_seats("".join(initials))))


def make_sheet(
    at_table: str, rules: Rules, rows: Sequence[Row] = (), *, struck: int = 0, is_open: bool = True
) -> SheetState:
    """Return a replayed sheet. `struck`: the number of the struck row, counted from 1."""
    players = make_seats(at_table)
    made = Sheet(
        pk=NOBODYS,
        evening=make_evening().evening,
        rules=store_rules(rules),
        players=list(map(scoring_key, players)),
        first_dealer=players[0],
        version=len(rows),
        games=sum(map(events.is_game, rows)) - bool(struck),
        closed_at=None if is_open else BEGIN + len(rows) * PACE,
    )
    entries: list[Entry] = []
    for position, row in enumerate(rows, 1):
        is_numbered = events.is_game(row) and position != struck
        number = 1 + sum(entry.number is not None for entry in entries)
        at = BEGIN + position * PACE
        entries.append(
            Entry(
                pk=position,
                sheet=made,
                uuid=UUID(int=position),
                position=position,
                number=number if is_numbered else None,
                kind=store_row(row)["kind"],
                facts=store_row(row),
                version=position,
                written_at=at,
                struck_at=at if position == struck else None,
            )
        )
    return replay_entries(made, entries)


def make_page(of: SheetState, *, large: str = "total") -> SheetPage:
    """Return the page of a sheet. `large`: the large number in a cell, as in SheetStyle."""
    return page_with(of, {str(pk): player for pk, player in BY_NUMBER.items()}, SheetStyle(club=CLUB, large=large))


GAMES: Final = (
    make_game("ABCK", "AB", 154),
    make_game("ABCK", "CK", 161, re_call=Call.ANSAGE),
    make_game("ABCK", "AK", 124),
    make_solo("ABCK", "K", "damen", 112),
    make_game("ABCK", "BC", 105, kontra_call=Call.ANSAGE, kontra_extras=(("fuchs", 1),)),
    make_game("ABCK", "AC", 131, re_extras=(("doppelkopf", 1),)),
    make_game("ABCK", "BK", 187, re_call=Call.NO_90, re_extras=(("karlchen", 1),)),
    make_solo("ABCK", "C", "fleischlos", 143, re_call=Call.ANSAGE),
    make_game("ABCK", "AB", 128),
    make_game("ABCK", "CK", 66, kontra_call=Call.ANSAGE),
    Penalty(points={scoring_key(make_seats("K")[0]): -2}, reason="Falsch bedient"),
    make_game("ABCK", "AB", 211, re_call=Call.NO_60),
    make_game("ABCK", "BK", 120, kind="hochzeit"),
    make_solo("ABCK", "A", "buben", 151, re_call=Call.ANSAGE),
    make_game("ABCK", "BC", 134, re_call=Call.ANSAGE),
)


@cache
def empty_sheet() -> SheetState:
    return make_sheet("ABCK", DDV)


@cache
def sheet_of_four() -> SheetState:
    """Return a sheet with thirteen games by the tournament rules, one struck, and a penalty."""
    return make_sheet("ABCK", DDV, GAMES, struck=9)


@cache
def closed_sheet() -> SheetState:
    return make_sheet("ABCK", DDV, GAMES, struck=9, is_open=False)


@cache
def sheet_of_five() -> SheetState:
    """Return a sheet on which the dealer sits out."""
    rows = [
        make_game("ABCKD", "BC", 133, out="A"),
        make_game("ABCKD", "AD", 155, out="B", re_call=Call.ANSAGE),
        make_game("ABCKD", "AK", 119, out="C"),
        make_solo("ABCKD", "D", "damen", 130, out="K"),
        make_game("ABCKD", "AC", 126, out="D"),
    ]
    return make_sheet("ABCKD", DDV, rows)


@cache
def sheet_of_seven() -> SheetState:
    rows = [
        make_game("ABCKDFJ", "BC", 133, out="ADF"),
        make_solo("ABCKDFJ", "K", "damen", 112, out="BFJ"),
    ]
    return make_sheet("ABCKDFJ", HOUSE, rows)


@cache
def sheet_in_bock() -> SheetState:
    """Return a house round in the middle of a Bockrunde."""
    rows = [
        make_game("ABCK", "AB", 154),
        make_game("ABCK", "CK", 137, re_call=Call.ANSAGE),
        make_game("ABCK", "AK", 186, re_extras=(("fuchs", 1), ("karlchen_gefangen", 1))),
        make_game("ABCK", "BK", 120, re_call=Call.ANSAGE, kontra_call=Call.ANSAGE),
        make_game("ABCK", "AC", 141),
    ]
    return make_sheet("ABCK", BOCK, rows)


# Games in the entry form.
FOX: Final = make_game("ABCK", "AK", 155, re_call=Call.ANSAGE, re_extras=(("fuchs", 1),))
LOST_SOLO: Final = make_solo("ABCK", "K", "damen", 112, re_call=Call.NO_90)
NOBODY_WINS: Final = make_game("ABCK", "BC", 135, re_call=Call.NO_90, kontra_call=Call.NO_90)
BY_STEPS: Final = make_game("ABCK", "AB", 151, step_only=True)
WITH_TICKS: Final = replace(FOX, hearts_trick=True, bock_by_hand=True)
