"""The sheets of the style page: what was written down there, and what the engine makes of it. No query anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.facts import key
from dokoclub.evenings.ledger.folded import Folded, fold_entries
from dokoclub.evenings.models import Entry, Sheet, SheetStyle
from dokoclub.evenings.selectors.sheets import SheetPage, page_with
from dokoclub.style.shown.club import BEGIN, BY_NUMBER, CLUB, NOBODYS, evening, seats
from scoring.game.game import Game
from scoring.game.rows import Penalty, Row
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, store
from scoring.terms import Call

DDV: Final = PRESETS["ddv"].rules
HOUSE: Final = PRESETS["hausrunde"].rules
BOCK: Final = replace(HOUSE, bock=HOUSE.bock and replace(HOUSE.bock, triggers=(*HOUSE.bock.triggers, "by_hand")))
PACE: Final = timedelta(minutes=6)  # a game


def game(at_table: str, re: str, augen: int, *, out: str = "", **more: Any) -> Game:
    """Players by initial; whoever is neither Re nor out is Kontra."""
    kontra = [initial for initial in at_table if initial not in re + out]
    return Game(re=_keys(re), kontra=_keys(kontra), re_augen=augen, sitting_out=_keys(out), **more)


def solo(at_table: str, soloist: str, kind: str, augen: int, *, out: str = "", **more: Any) -> Game:
    return game(at_table, soloist, augen, out=out, kind="solo", solo=kind, **more)


def _keys(initials: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(key, seats("".join(initials))))


def sheet(at_table: str, rules: Rules, rows: Sequence[Row] = (), *, struck: int = 0, is_open: bool = True) -> Folded:
    """`struck`: which of the rows was, counted from 1."""
    players = seats(at_table)
    made = Sheet(
        pk=NOBODYS,
        evening=evening().evening,
        rules=store(rules),
        players=list(map(key, players)),
        first_dealer=players[0],
        version=len(rows),
        games=sum(map(facts.is_game, rows)) - bool(struck),
        closed_at=None if is_open else BEGIN + len(rows) * PACE,
    )
    entries: list[Entry] = []
    for position, row in enumerate(rows, 1):
        is_numbered = facts.is_game(row) and position != struck
        number = 1 + sum(entry.number is not None for entry in entries)
        at = BEGIN + position * PACE
        entries.append(
            Entry(
                pk=position,
                sheet=made,
                uuid=UUID(int=position),
                position=position,
                number=number if is_numbered else None,
                kind=facts.store_row(row)["kind"],
                facts=facts.store_row(row),
                version=position,
                written_at=at,
                struck_at=at if position == struck else None,
            )
        )
    return fold_entries(made, entries)


def page(of: Folded, *, large: str = "total") -> SheetPage:
    """`large`: what stands large in a cell, as in SheetStyle."""
    return page_with(of, {str(pk): player for pk, player in BY_NUMBER.items()}, SheetStyle(club=CLUB, large=large))


GAMES: Final = (
    game("ABCK", "AB", 154),
    game("ABCK", "CK", 161, re_call=Call.ANSAGE),
    game("ABCK", "AK", 124),
    solo("ABCK", "K", "damen", 112),
    game("ABCK", "BC", 105, kontra_call=Call.ANSAGE, kontra_extras=(("fuchs", 1),)),
    game("ABCK", "AC", 131, re_extras=(("doppelkopf", 1),)),
    game("ABCK", "BK", 187, re_call=Call.NO_90, re_extras=(("karlchen", 1),)),
    solo("ABCK", "C", "fleischlos", 143, re_call=Call.ANSAGE),
    game("ABCK", "AB", 128),
    game("ABCK", "CK", 66, kontra_call=Call.ANSAGE),
    Penalty(points={key(seats("K")[0]): -2}, reason="Falsch bedient"),
    game("ABCK", "AB", 211, re_call=Call.NO_60),
    game("ABCK", "BK", 120, kind="hochzeit"),
    solo("ABCK", "A", "buben", 151, re_call=Call.ANSAGE),
    game("ABCK", "BC", 134, re_call=Call.ANSAGE),
)


@cache
def empty() -> Folded:
    return sheet("ABCK", DDV)


@cache
def four() -> Folded:
    """Thirteen games by the tournament rules, one struck, and a penalty."""
    return sheet("ABCK", DDV, GAMES, struck=9)


@cache
def overtaken() -> Folded:
    """Somebody else has written the same game as FOX, a little differently."""
    return sheet("ABCK", DDV, (*GAMES, replace(FOX, re_augen=151, re_extras=())), struck=9)


@cache
def closed() -> Folded:
    return sheet("ABCK", DDV, GAMES, struck=9, is_open=False)


@cache
def five() -> Folded:
    """The dealer sits out."""
    rows = [
        game("ABCKD", "BC", 133, out="A"),
        game("ABCKD", "AD", 155, out="B", re_call=Call.ANSAGE),
        game("ABCKD", "AK", 119, out="C"),
        solo("ABCKD", "D", "damen", 130, out="K"),
        game("ABCKD", "AC", 126, out="D"),
    ]
    return sheet("ABCKD", DDV, rows)


@cache
def seven() -> Folded:
    rows = [
        game("ABCKDFJ", "BC", 133, out="ADF"),
        solo("ABCKDFJ", "K", "damen", 112, out="BFJ"),
    ]
    return sheet("ABCKDFJ", HOUSE, rows)


@cache
def bock() -> Folded:
    """A house round in the middle of a Bockrunde."""
    rows = [
        game("ABCK", "AB", 154),
        game("ABCK", "CK", 137, re_call=Call.ANSAGE),
        game("ABCK", "AK", 186, re_extras=(("fuchs", 1), ("karlchen_gefangen", 1))),
        game("ABCK", "BK", 120, re_call=Call.ANSAGE, kontra_call=Call.ANSAGE),
        game("ABCK", "AC", 141),
    ]
    return sheet("ABCK", BOCK, rows)


# What is being written on them.
FOX: Final = game("ABCK", "AK", 155, re_call=Call.ANSAGE, re_extras=(("fuchs", 1),))
LOST_SOLO: Final = solo("ABCK", "K", "damen", 112, re_call=Call.NO_90)
NOBODY_WINS: Final = game("ABCK", "BC", 135, re_call=Call.NO_90, kontra_call=Call.NO_90)
BY_STEPS: Final = game("ABCK", "AB", 151, step_only=True)
WITH_TICKS: Final = replace(FOX, hearts_trick=True, bock_by_hand=True)
