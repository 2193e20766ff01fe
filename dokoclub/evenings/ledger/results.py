"""What did each player do on a sheet? The counters of `Result`, from the folded list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from dokoclub.evenings.ledger import attribution, facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry, Result
from scoring.game.extras import EXTRAS
from scoring.game.game import Game
from scoring.game.rows import Row, Table
from scoring.game.sheet import Line
from scoring.terms import Call, Party, Player

COUNTERS: Final = (
    "games", "decided", "won", "scores", "balance", "solos", "solos_won", "re_announced", "re_kept",
    "kontra_announced", "kontra_kept", "absagen", "absagen_kept", "fuchs", "karlchen", "karlchen_gefangen",
    "doppelkopf", "bock_games", "pflichtsoli_open",
)  # fmt: skip
FIELDS: Final = (*COUNTERS, "solo_types")


class Deeds:
    """The counters of one player on one sheet, while they are counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.solo_types: dict[str, list[int]] = {}

    def count_solo(self, key: str, *, won: bool) -> None:
        self.counts.update(solos=1, solos_won=won)
        played = self.solo_types.setdefault(key, [0, 0])
        played[0] += 1
        played[1] += won


def results(folded: Folded) -> list[Result]:
    """A result for everybody who ever sat there, in the order of coming."""
    deeds = {player: Deeds() for player in everybody(folded)}
    for entry, row, line in zip(folded.entries, folded.rows, folded.lines, strict=True):
        _count(deeds, entry, row, line)
    for player, done in deeds.items():
        done.counts["scores"] = folded.paper.totals[player]
        done.counts["balance"] = folded.paper.balances[player]
        done.counts["pflichtsoli_open"] = player in folded.paper.pflichtsolo_open
    return [_result(folded, player, done) for player, done in deeds.items()]


def everybody(folded: Folded) -> list[Player]:
    """All who ever sat at the table."""
    players = dict.fromkeys(folded.sheet.players)
    for row in folded.rows:
        if isinstance(row, Table):
            players |= dict.fromkeys(row.players)
    return list(players)


def _count(deeds: dict[Player, Deeds], entry: Entry, row: Row, line: Line) -> None:
    if facts.is_game(row):
        for player in facts.playing(row):
            deeds[player].counts["games"] += 1
    if isinstance(row, Game):
        _count_game(deeds, row, line)
        _count_attributed(deeds, row, line, entry.attribution)


def _count_game(deeds: dict[Player, Deeds], game: Game, line: Line) -> None:
    for player in game.players:
        counts = deeds[player].counts
        counts["decided"] += 1
        counts["bock_games"] += line.bock_level > 0
    won_by = line.score.reckoning.winner
    for party in Party:
        if won_by is party:
            for player in attribution.players_of(game, party):
                deeds[player].counts["won"] += 1
    if game.is_solo:
        won = line.score.reckoning.winner is Party.RE
        deeds[game.re[0]].count_solo(game.solo or game.kind, won=won)


def _count_attributed(deeds: dict[Player, Deeds], game: Game, line: Line, raw: dict[str, Any]) -> None:
    if not raw and not game.is_solo:
        return
    known = attribution.read(raw, game)
    for party, call, player in known.announced:
        kept = line.score.reckoning.winner is party
        counts = deeds[player].counts
        if call is Call.ANSAGE:
            counts.update({f"{party}_announced": 1, f"{party}_kept": kept})
        else:
            counts.update(absagen=1, absagen_kept=kept)
    for credit in known.extras:
        if credit.key in EXTRAS:
            deeds[credit.by].counts[credit.key] += 1


def _result(folded: Folded, player: Player, done: Deeds) -> Result:
    counters = {name: done.counts[name] for name in COUNTERS}
    return Result(sheet=folded.sheet, player_id=int(player), solo_types=done.solo_types, **counters)


def differing(stored: Iterable[Result], fresh: Iterable[Result]) -> list[tuple[Result | None, Result | None]]:
    """Pairs of stored and right results that are not the same; None where one is missing."""
    before, after = ({result.player_id: result for result in some} for some in (stored, fresh))
    return [
        (before.get(player), after.get(player))
        for player in before | after
        if _values(before.get(player)) != _values(after.get(player))
    ]


def _values(result: Result | None) -> tuple[Any, ...] | None:
    return tuple(getattr(result, name) for name in FIELDS) if result is not None else None
