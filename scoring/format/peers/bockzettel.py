"""Bockzettel (doppelkopf-schreiber): a sheet, a group or a backup as JSON, with points that must be worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from scoring.format.building import join_notes
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    check_zero_sum,
    day_in_text,
    moment_of,
    seconds_of,
    take_name,
    take_objects,
    take_texts,
    take_value,
)
from scoring.terms import PLAYING, say

NAME: Final = "bockzettel"

_KINDS: Final = ("sheet", "group", "backup")
_SIDES: Final = ("re", "contra")
_STEPS: Final = ("Under90", "Under60", "Under30", "Schwarz")
_EXTRAS: Final = (
    "Karlchen", "KarlchenGefangen", "DulleGefangen", "FuchsLetzterStich", "Fuchs1", "Fuchs2", "Doppelkopf1",
    "Doppelkopf2", "Doppelkopf3", "Doppelkopf4",
)  # fmt: skip
_OF_THE_WINNER: Final = {
    **{f"{side}Announced": 2 for side in _SIDES},
    **{f"{side}Announced{step}": 1 for side in _SIDES for step in _STEPS},
    **dict.fromkeys(("under90", "under60", "under30", "schwarz"), 1),
}
_OF_A_SIDE: Final = {f"{side}{extra}": side for side in _SIDES for extra in _EXTRAS}
_BASE: Final = ("reWon", "contraWon")  # told by the winner already
_STACKING: Final = ("sequential", "doppelbock")
_BOCK: Final = 2  # points a level


def is_mine(source: Source) -> bool:
    read = source.json
    return isinstance(read, dict) and read.get("app") == "doppelkopf_schreiber"


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    whole = source.json
    if whole.get("formatVersion") != 1 or whole.get("kind") not in _KINDS:
        raise Refused(say("This is a newer version of the file, which this program does not know."), "/formatVersion")
    payload = take_value(whole, "payload", dict, "")
    document = PeerDocument(NAME)
    for player, where in take_objects(payload, "players", "/payload"):
        document.builder.add_player(take_value(player, "id", str, where), _name(player, where))
        if player.get("firstName") or player.get("lastName"):
            document.lose(say("The first and last name of a player"))
    settings: Json = payload["settings"] if isinstance(payload.get("settings"), dict) else {}
    if settings:
        document.lose(say("The settings of the program"))
    listed = take_objects(payload, "groups", "/payload") if payload.get("groups") else []
    groups = {str(group.get("id")): str(group.get("name") or "") for group, _ in listed}
    for sheet, where in take_objects(payload, "sheets", "/payload"):
        _add_sheet(document, source, sheet, where, groups, settings.get("bockStackingMode"))
    return document.finish()


def _name(player: Json, where: str) -> str:
    full = " ".join(str(player[key]) for key in ("firstName", "lastName") if player.get(key))
    return take_name(player.get("playerName") or player.get("nickname") or full or player.get("name"), where)


def _add_sheet(
    document: PeerDocument, source: Source, sheet: Json, where: str, groups: dict[str, str], default: Any
) -> None:
    if "playerIds" in sheet:
        seats = take_texts(sheet, "playerIds", where)
    else:
        seats = [take_value(player, "id", str, at) for player, at in take_objects(sheet, "players", where)]
    games = [game for one, at in take_objects(sheet, "rounds", where) for game in take_objects(one, "games", at)]
    stacking = sheet.get("stackingModeOverride") or default or _STACKING[0]
    if stacking not in _STACKING:
        raise Refused(say("“{key}” is not there as it should be: the file is damaged or newer."), where,
                      key="stackingModeOverride")  # fmt: skip
    try:
        levels = _bock_levels([game for game, _ in games], max(len(seats), PLAYING), stacking)
        rows = [_row(document, game, at, level) for (game, at), level in zip(games, levels, strict=True)]
        document.add_evening(
            rows,
            day=day_in_text(sheet.get("createdAt"), source.day_of, f"{where}/createdAt"),
            key=take_value(sheet, "id", str, where),
            place=str(sheet.get("title") or groups.get(str(sheet.get("groupId"))) or ""),
            seats=seats,
        )
    except KeyError as unknown:
        raise Refused(say("Somebody in it is not in its list of players."), where) from unknown


def _bock_levels(games: Sequence[Json], size: int, stacking: str) -> Iterator[int]:
    """Yield the level of each game: rounds run side by side, each from the game after its trigger."""
    running: list[int] = []
    for game in games:
        yield min(len(running), 2 if stacking == "doppelbock" else 1)
        running = [left - 1 for left in running if left > 1]
        codes, winner = game.get("flagCodes") or (), game.get("winner")
        lost = any(f"{side}Announced" in codes for side in _SIDES if side != winner)
        if lost or game.get("triggersManualBock") is True:
            running.append(size)


def _row(document: PeerDocument, game: Json, where: str, level: int) -> Json:
    re, contra = (take_texts(game, key, where) for key in ("rePlayerIds", "contraPlayerIds"))
    winner, codes = take_value(game, "winner", str, where), take_texts(game, "flagCodes", where)
    if winner not in _SIDES or (len(re), len(contra)) not in ((2, 2), (1, 3), (3, 1)) or len({*re, *contra}) != PLAYING:
        raise Refused(say("This is no game of four: the file is damaged or newer."), where)
    take_value(game, "triggersManualBock", bool, where) if "triggersManualBock" in game else None
    net = _net_of_re(document, winner, [*dict.fromkeys(codes)], level)
    alone = {1: 3, 2: 1, 3: 1}
    points = dict.fromkeys(re, net * alone[len(re)]) | dict.fromkeys(contra, -net * alone[len(contra)])
    check_zero_sum(points.values(), where)
    texts = ["Solo" if len(re) == 1 else "", "Bock" if level else "", "Re" if winner == "re" else "Kontra"]
    told = [code for code in codes if code not in _BASE]
    return document.game(
        points,
        note=join_notes([str(game.get("note") or ""), *texts, *told]),
        key=take_value(game, "id", str, where),
        written=moment_of(seconds_of(game["playedAt"], f"{where}/playedAt")) if game.get("playedAt") else "",
    )


def _net_of_re(document: PeerDocument, winner: str, codes: Sequence[str], level: int) -> int:
    of_side = {"re": 0, "contra": 0}
    of_side[winner] += (1 if winner == "re" else 2) + _BOCK * level
    for code in codes:
        if code in _OF_THE_WINNER:
            of_side[winner] += _OF_THE_WINNER[code]
        elif code in _OF_A_SIDE:
            of_side[_OF_A_SIDE[code]] += 1
        elif code not in _BASE:
            document.lose(say("The mark “{code}”, which nobody knows"), code=code[:40])
    return of_side["re"] - of_side["contra"]
