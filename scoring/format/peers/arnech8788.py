"""arnech8788: the running game, a backup, an archive or a league, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from scoring.format.building import join_notes
from scoring.format.parsing import NoJson, parse_text
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    check_zero_sum,
    day_in_text,
    digest_of,
    moment_of,
    seconds_in,
    take_name,
    take_objects,
    take_texts,
    take_value,
)
from scoring.terms import PLAYING, say

NAME: Final = "arnech8788"


def is_mine(source: Source) -> bool:
    return any(True for _ in _find_games(source.json, ""))


def _find_games(read: Any, where: str) -> Iterator[tuple[Json, str]]:
    """Yield everything that holds rounds: a state, a backup, an archive, a league."""
    if isinstance(read, list):
        for place, one in enumerate(read):
            yield from _find_games(one, f"{where}/{place}")
    elif isinstance(read, dict):
        rounds = (
            _rounds_in(read["roundsJson"], where) if isinstance(read.get("roundsJson"), str) else read.get("rounds")
        )
        if _has_rounds(rounds):
            yield {**read, "rounds": rounds}, where
        for key in ("game", "archive", "games"):
            yield from _find_games(read.get(key), f"{where}/{key}")


def _rounds_in(text: str, where: str) -> Any:
    try:
        return parse_text(text)
    except NoJson:
        raise Refused(say("“{key}” is not there as it should be: the file is damaged or newer."), where,
                      key="roundsJson") from None  # fmt: skip


def _has_rounds(rounds: Any) -> bool:
    """Look at all rounds: a file with one that is different is damaged, and recognized by the others."""
    keys = {"playing", "winners", "scores"}
    return isinstance(rounds, list) and any(isinstance(one, dict) and keys <= one.keys() for one in rounds)


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    document, seen = PeerDocument(NAME), set[str]()
    for game, where in sorted(_find_games(source.json, ""), key=lambda found: str(_start(found[0]))):
        key = _key(game)
        if key not in seen:  # a backup may hold the running game twice
            seen.add(key)
            _add_game(document, source, game, where, key)
    whole = source.json if isinstance(source.json, dict) else {}
    for key, lost in (("turnier", say("A tournament")), ("badges", say("Badges")), ("colors", say("Colours"))):
        if whole.get(key):
            document.lose(lost)
    return document.finish()


def _start(game: Json) -> Any:
    return game.get("gameStartTime") or game.get("date") or (game["rounds"][0].get("timestamp") or "")


def _key(game: Json) -> str:
    start = _start(game)
    return str(start) if start else digest_of(json.dumps(game["rounds"], sort_keys=True))


def _add_game(document: PeerDocument, source: Source, game: Json, where: str, key: str) -> None:
    names = game.get("players")
    seats = [take_name(name, f"{where}/players") for name in names] if isinstance(names, list) else []
    rows = [_row(document, one, at) for one, at in take_objects(game, "rounds", where)]
    start = _start(game)
    if isinstance(start, int):
        day = str(source.day_of(seconds_in(start, where)))
    else:
        day = day_in_text(start, source.day_of, where)
    played = {name for one in game["rounds"] for name in one["playing"]}
    for name in seats:
        if name not in played:
            document.lose(say("{name}, who never played"), name=name)
    document.add_evening(rows, day=day, key=key, seats=[name for name in seats if name in played])


def _row(document: PeerDocument, one: Json, where: str) -> Json:
    playing = [take_name(name, where) for name in take_texts(one, "playing", where)]
    winners, scores = take_texts(one, "winners", where), take_value(one, "scores", dict, where)
    if len(set(playing)) != PLAYING or not set(winners) <= set(playing):
        raise Refused(say("This is no game of four: the file is damaged or newer."), where)
    if any(points for name, points in scores.items() if name not in playing):
        raise Refused(say("Somebody has points who does not play: the file is damaged."), where)
    points = {}
    for name in playing:
        document.builder.add_player(name, name)
        points[name] = take_value(scores, name, int, f"{where}/scores")
    check_zero_sum(points.values(), f"{where}/scores")
    value = abs(take_value(one, "points", int, where))
    if any(abs(won) % value if value else won for won in points.values()):
        raise Refused(say("These points come from no game: the file is damaged."), where)
    is_solo = take_value(one, "solo", bool, where)
    stamp = one.get("timestamp")
    return document.game(
        points,
        note=join_notes([str(one.get("soloType") or "Solo") if is_solo else "", "Bock" if one.get("bock") else ""]),
        written=moment_of(seconds_in(stamp, where)) if stamp is not None else "",
    )
