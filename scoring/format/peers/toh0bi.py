"""toh0bi (Zettel): one session as JSON."""

from __future__ import annotations

from typing import Final

from scoring.format.building import join_notes
from scoring.format.peers.common import (
    Imported,
    Json,
    PeerDocument,
    Refused,
    Source,
    check_zero_sum,
    day_in_text,
    take_name,
    take_objects,
    take_value,
)
from scoring.terms import PLAYING, say

NAME: Final = "toh0bi"


def is_mine(source: Source) -> bool:
    read = source.json
    if not isinstance(read, dict) or not isinstance(read.get("session_id"), str):
        return False
    rounds = read.get("rounds")
    return isinstance(rounds, list) and all(isinstance(one, dict) and "round_number" in one for one in rounds)


def read_source(source: Source) -> Imported:
    """Return the document. Raises Refused."""
    whole, document = source.json, PeerDocument(NAME)
    names = [take_name(player.get("name"), where) for player, where in take_objects(whole, "players", "")]
    for name in names:
        document.builder.add_player(name, name)
    rounds = take_objects(whole, "rounds", "")
    numbers = [take_value(one, "round_number", int, where) for one, where in rounds]
    if len(set(numbers)) < len(numbers):
        raise Refused(say("A game is in it twice: the file is damaged."), "/rounds")
    rows = [
        _row(document, one, names, where)
        for _number, (one, where) in sorted(zip(numbers, rounds, strict=True), key=lambda pair: pair[0])
    ]
    document.add_evening(
        rows,
        day=day_in_text(whole.get("created_at"), source.day_of, "/created_at"),
        key=whole["session_id"],
        seats=names,
    )
    return document.finish()


def _row(document: PeerDocument, one: Json, names: list[str], where: str) -> Json:
    points = _points(document, one, names, f"{where}/scores")
    if one.get("winning_team"):
        document.lose(say("Whether Re or Kontra won is only a note"))
    if one.get("is_bock"):
        document.lose(say("That a game was a Bock game is only a note"))
    texts = ["Solo" if one.get("is_solo") else "", "Bock" if one.get("is_bock") else ""]
    return document.game(points, note=join_notes([*texts, str(one.get("winning_team") or "")]), key=one.get("id"))


def _points(document: PeerDocument, one: Json, names: list[str], where: str) -> dict[str, int]:
    """Return the points of everybody who played; where five played, they need not sum to zero."""
    scores, out = take_value(one, "scores", dict, where), one.get("sitting_out")
    if set(scores) != set(names) or out not in (None, *names):
        raise Refused(say("Somebody in it is not in its list of players."), where)
    points = {name: take_value(scores, name, int, where) for name in names}
    if out is not None and points.pop(out):
        raise Refused(say("Somebody has points who does not play: the file is damaged."), where)
    if len(points) == PLAYING:
        check_zero_sum(points.values(), where)
    elif sum(points.values()):
        document.lose(say("A game with five whose points do not sum to 0 is kept as it is written"))
    return points
