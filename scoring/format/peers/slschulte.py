"""slschulte (Tracker): games as JSON, the newest first."""

from __future__ import annotations

from typing import Any, Final

from scoring.format.building import join_notes
from scoring.format.checks import is_day
from scoring.format.parsing import NoJson, parse_text
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    as_objects,
    check_zero_sum,
    moment_of,
    seconds_of,
    take_name,
    take_objects,
    take_value,
)
from scoring.terms import AUGEN, PLAYING, say

NAME: Final = "slschulte"


def is_mine(source: Source) -> bool:
    read = source.json
    return isinstance(read, list) and bool(read) and all(map(_is_game, read))


def _is_game(one: Any) -> bool:
    return isinstance(one, dict) and {"points_re", "points_kontra", "participations"} <= one.keys()


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    document, days = PeerDocument(NAME), dict[str, list[Json]]()
    games = [(_order(game, where), game, where) for game, where in as_objects(source.json, "")]
    if len({order[1] for order, _, _ in games}) < len(games):
        raise Refused(say("A game is in it twice: the file is damaged."))
    for order, game, where in sorted(games, key=lambda one: one[0]):
        day = take_value(game, "game_day", str, where)
        if not is_day(day):
            raise Refused(say("There is no such day."), f"{where}/game_day")
        days.setdefault(day, []).append(_row(document, game, where, order))
    for day, rows in sorted(days.items()):
        document.add_evening(rows, day=day, key=day)
    return document.finish()


def _order(game: Json, where: str) -> tuple[int, int]:
    return seconds_of(game.get("date"), f"{where}/date"), take_value(game, "id", int, where)


def _row(document: PeerDocument, game: Json, where: str, order: tuple[int, int]) -> Json:
    re, kontra = (take_value(game, key, int, where) for key in ("points_re", "points_kontra"))
    if re + kontra != AUGEN:
        raise Refused(say("The card points do not sum to 240: the file is damaged."), where)
    points: dict[str | int, int] = {}
    for one, at in take_objects(game, "participations", where):
        key = take_value(one, "player_id", int, at)
        document.builder.add_player(key, take_name(one.get("name"), at))
        points[key] = take_value(one, "points_earned", int, at)
    if len(points) != PLAYING:
        raise Refused(say("This is no game of four: the file is damaged or newer."), where)
    check_zero_sum(points.values(), where)
    extras, announced = _ticked(game, "extras", where), _ticked(game, "announcements", where)
    if extras:
        document.lose(say("To which party a bonus point belonged"), times=len(extras))
    kind, bock = str(game.get("game_type") or ""), game.get("bock_round")
    texts = ["" if kind in ("", "normal") else kind.capitalize(), "Bock" if bock else "", f"Re {re} : {kontra}"]
    return document.game(
        points, note=join_notes([*texts, *announced, *extras]), key=order[1], written=moment_of(order[0])
    )


def _ticked(game: Json, key: str, where: str) -> list[str]:
    """Return the words that are true in JSON inside a text."""
    try:
        read = parse_text(game.get(key) or "{}") if isinstance(game.get(key, ""), str) else game[key]
    except NoJson:
        raise Refused(say("“{key}” is not there as it should be: the file is damaged or newer."), where, key=key) \
            from None  # fmt: skip
    return [word for word, is_true in read.items() if is_true] if isinstance(read, dict) else []
