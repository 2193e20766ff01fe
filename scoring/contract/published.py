"""Worked examples from the sources of the presets, each as a game of the command line with its result.
Tests score them, and the rules page shows them: this is their only place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from scoring.terms import say

PLAYERS: Final = "ABCD"


class Published(NamedTuple):
    """An example; `expect`: winner, value and scores, as the command line answers."""

    key: str
    preset: str
    situation: str  # as the source tells it
    game: Mapping[str, Any]
    expect: Mapping[str, Any]
    is_printed: bool  # the source prints its number; otherwise only the winner, and the items that count


def _game(
    key: str,
    preset: str,
    situation: str,
    re_party: str,
    augen: int,
    *,
    re: str | None = None,
    kontra: str | None = None,
    winner: str,
    value: int,
    scores: Sequence[int],
    printed: bool = True,
) -> Published:
    """Return an example with Re as letters of PLAYERS, Augen of Re, and the highest announcement of each party."""
    alone = len(re_party) == 1
    game = {
        "kind": "solo" if alone else "normal",
        "solo": "trumpf" if alone else None,
        "re": list(re_party),
        "kontra": [player for player in PLAYERS if player not in re_party],
        "re_points": augen,
        "announced": {"re": re, "kontra": kontra},
    }
    expect = {"winner": winner, "value": value, "scores": dict(zip(PLAYERS, scores, strict=True))}
    return Published(key, preset, situation, game, expect, printed)


PUBLISHED: Final = {
    example.key: example
    for example in (
        _game(
            "seed000-ex1",
            "ham",
            say("Re called Re and no 90 and has 155; Kontra has 85"),
            "AB",
            155,
            re="no90",
            winner="re",
            value=5,
            scores=(5, 5, -5, -5),
        ),
        _game(
            "seed000-ex2",
            "ham",
            say("Kontra called Kontra, no 90 and no 60; Kontra has 150, Re 90"),
            "AB",
            90,
            kontra="no60",
            winner="re",
            value=6,
            scores=(6, 6, -6, -6),
        ),
        _game(
            "seed000-inline-91",
            "ham",
            say("Kontra says no 60, and Re has 91"),
            "AB",
            91,
            kontra="no60",
            winner="re",
            value=6,
            scores=(6, 6, -6, -6),
            printed=False,
        ),
        _game(
            "seed000-both-fail",
            "ham",
            say("Both called no 90; Re has 110, Kontra 130"),
            "AB",
            110,
            re="no90",
            kontra="no90",
            winner="none",
            value=1,
            scores=(-1, -1, 1, 1),
            printed=False,
        ),
        _game(
            "seed001-ex-151",
            "parlett",
            say("Re doubles and says no 90, Kontra doubles back; Re takes at least 151"),
            "AB",
            151,
            re="no90",
            kontra="kontra",
            winner="re",
            value=7,
            scores=(7, 7, -7, -7),
        ),
        _game(
            "seed001-ex-180",
            "parlett",
            say("The same game, and Re takes 180"),
            "AB",
            180,
            re="no90",
            kontra="kontra",
            winner="re",
            value=7,
            scores=(7, 7, -7, -7),
        ),
        _game(
            "seed001-partners-121",
            "parlett",
            say("Re takes at least 121"),
            "AB",
            121,
            winner="re",
            value=1,
            scores=(1, 1, -1, -1),
        ),
        _game(
            "seed001-opponents-120",
            "parlett",
            say("Kontra takes at least 120"),
            "AB",
            120,
            winner="kontra",
            value=2,
            scores=(-2, -2, 2, 2),
        ),
        _game(
            "seed001-solo-won", "parlett", say("A solo is won"), "A", 121, winner="re", value=1, scores=(3, -1, -1, -1)
        ),
        _game(
            "seed001-solo-lost",
            "parlett",
            say("A solo is lost"),
            "A",
            120,
            winner="kontra",
            value=1,
            scores=(-3, 1, 1, 1),
        ),
        _game(
            "seed004-ex1",
            "wikipedia2010",
            say("No call, Re wins with 131"),
            "AB",
            131,
            winner="re",
            value=1,
            scores=(1, 1, -1, -1),
        ),
        _game(
            "seed004-ex2",
            "wikipedia2010",
            say("A soloist wins with 153, without an call"),
            "A",
            153,
            winner="re",
            value=2,
            scores=(6, -2, -2, -2),
        ),
        _game(
            "seed004-ex3",
            "wikipedia2010",
            say("Kontra, no 60 was called; Kontra has 183"),
            "AB",
            57,
            kontra="no60",
            winner="kontra",
            value=8,
            scores=(-8, -8, 8, 8),
        ),
        _game(
            "seed004-ex4",
            "wikipedia2010",
            say("Re, no 60 was called, Kontra said Kontra; Re has 178"),
            "AB",
            178,
            re="no60",
            kontra="kontra",
            winner="kontra",
            value=10,
            scores=(-10, -10, 10, 10),
        ),
        _game(
            "seed004-ex5",
            "wikipedia2010",
            say("A soloist called Re, no 90 and has 87"),
            "A",
            87,
            re="no90",
            winner="kontra",
            value=7,
            scores=(-21, 7, 7, 7),
        ),
        _game(
            "ddvpub-1",
            "ddv",
            say("Both called schwarz; Re has 57"),
            "AB",
            57,
            re="schwarz",
            kontra="schwarz",
            winner="none",
            value=5,
            scores=(-5, -5, 5, 5),
        ),
        _game(
            "ddvpub-2",
            "ddv",
            say("Re called no 90, Kontra schwarz; 75:165"),
            "AB",
            75,
            re="no90",
            kontra="schwarz",
            winner="none",
            value=0,
            scores=(0, 0, 0, 0),
        ),
        _game(
            "ddvpub-3",
            "ddv",
            say("Re called no 90, Kontra nothing; Kontra has 110"),
            "AB",
            130,
            re="no90",
            winner="kontra",
            value=5,
            scores=(-5, -5, 5, 5),
        ),
        _game(
            "ddvpub-4",
            "ddv",
            say("Re called no 60, Kontra Kontra; 170:70"),
            "AB",
            170,
            re="no60",
            kontra="kontra",
            winner="kontra",
            value=8,
            scores=(-8, -8, 8, 8),
        ),
        _game(
            "ddvpub-5",
            "ddv",
            say("Both called no 60; 170:70"),
            "AB",
            170,
            re="no60",
            kontra="no60",
            winner="none",
            value=3,
            scores=(3, 3, -3, -3),
        ),
    )
}
