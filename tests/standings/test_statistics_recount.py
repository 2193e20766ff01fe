"""Every number of the statistics against a slow recount: one loop a number, from the facts of the rows themselves.

Verdicts, values and Bock levels are those of the replayed sheets, points those of the postings.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from dokoclub.evenings.domain import sheet_state
from dokoclub.evenings.domain.results import COLUMNS
from dokoclub.evenings.models import Entry, Posting, Result, Sheet
from dokoclub.evenings.services import entries
from dokoclub.evenings.services import sheets as sheets_services
from dokoclub.standings.models.periods import ALL_TIME
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.standings.services.tallies import count_games
from scoring.contract.stored_rows import load_row, parse_row
from scoring.league.counters import Share
from scoring.rules.kinds import KINDS
from scoring.terms import ABSAGE_KEYS, Call
from tests.cast import Cast
from tests.evenings.dice import Dice
from tests.evenings.papers import evening, solo, table, write
from tests.evenings.rows import strike_entry, write_entries

FIRST_DAY = date(2026, 1, 2)
ABSAGEN = tuple(ABSAGE_KEYS.values())
NEEDED = {"no90": 151, "no60": 181, "no30": 211}


@dataclass
class Game:
    """A played game as stored in the database."""

    facts: dict[str, Any]
    attribution: dict[str, Any]
    winner: str
    value: int
    level: int
    points: dict[str, int]
    rules: dict[str, Any]

    @property
    def re(self) -> list[str]:
        return list(self.facts["re"])

    @property
    def kontra(self) -> list[str]:
        return list(self.facts["kontra"])

    def side(self, player: str) -> str:
        return "re" if player in self.re else "kontra"

    def mates(self, player: str) -> list[str]:
        return self.re if player in self.re else self.kontra

    def others(self, player: str) -> list[str]:
        return self.kontra if player in self.re else self.re

    def augen(self, side: str) -> int:
        return int(self.facts["re_points"] if side == "re" else 240 - self.facts["re_points"])

    def forced(self, side: str) -> list[str]:
        found = self.attribution.get("forced", {}).get(side, [])
        return list(found)

    def called(self, side: str) -> str | None:
        found = self.facts.get("announced", {}).get(side)
        return str(found) if found else None


def ascribed(dice: Dice, row: dict[str, Any]) -> dict[str, Any]:
    """Sometimes attribute an announcement to a player, or a caught Fuchs to two."""
    found: dict[str, Any] = {}
    for side, other in (("re", "kontra"), ("kontra", "re")):
        word = row.get("announced", {}).get(side)
        if word and dice.random.random() < 0.6:
            found.setdefault("announced", {})[side] = {word: dice.random.choice(row[side])}
        if row.get("extras", {}).get(side, {}).get("fuchs") and dice.random.random() < 0.6:
            credit = {"by": dice.random.choice(row[side]), "from": dice.random.choice(row[other])}
            found.setdefault("extras", {})[side] = {"fuchs": [credit]}
    if row["kind"] == "armut" and dice.random.random() < 0.6:
        found["armut"] = {"from": dice.random.choice(row["re"])}
    if row["kind"] == "hochzeit" and len(row["re"]) == 2 and dice.random.random() < 0.6:
        found["hochzeit"] = {"by": dice.random.choice(row["re"]), "trick": dice.random.randint(1, 3)}
    return found


def told(dice: Dice, row: dict[str, Any]) -> dict[str, Any]:
    """Sometimes add marks and forced calls, under rules that have them."""
    found: dict[str, Any] = {}
    if row["kind"] in KINDS:
        for side, word in row.get("announced", {}).items():
            if word and dice.random.random() < 0.5:
                found.setdefault("forced", {})[side] = [dice.random.choice([word, side])]
        if dice.random.random() < 0.3:
            found["marks"] = [{"key": "schweine", "by": dice.random.choice(row["re"] + row["kontra"])}]
    return found


@pytest.fixture(params=["hausrunde", "forum", "ham"])
def club(request: pytest.FixtureRequest, cast: Cast) -> Cast:
    """Return a club with two evenings of all kinds of rows, some of them struck again; the second one in two
    rounds.
    """
    preset: str = request.param
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    numbers = iter(range(10_000))
    for week in range(2):
        dice = Dice(cast, preset, seed=f"{preset}{week}")
        one = evening(cast, table(cast, *dice.table, rules=preset), day=FIRST_DAY + timedelta(weeks=week))
        sheets = [one.sheets.get()]
        if week == 1:
            sheets += sheets_services.next_round(one, [table(cast, *dice.table, rules=preset)], by=None, after=1)
        for sheet in sheets:
            dice.table = [player.name for player in cast.club.players.all() if str(player.pk) in sheet.players]
            rows = [dice.row() for _ in range(30)]
            write_entries(
                sheet,
                [
                    entries.NewRow(
                        facts=row,
                        uuid=UUID(int=next(numbers)),
                        attribution=ascribed(dice, row) | (told(dice, row) if preset == "forum" else {}),
                    )
                    for row in rows
                ],
                by=None,
            )
            some = random.Random(week).sample(list(sheet.entries.games()), 1)
            for entry in some:
                strike_entry(entry, by=None)
    return cast


def written(cast: Cast) -> list[Game]:
    """Return the rows in the order of play."""
    found = []
    for sheet in Sheet.objects.order_by("evening__date", "round", "pk"):
        for entry, _row, line in sheet_state.read_sheet(sheet):
            if entry.facts["kind"] in KINDS:
                points = {str(one.player_id): one.scores for one in Posting.objects.filter(entry=entry)}
                reckoning = line.score.reckoning
                assert reckoning.winner is not None
                found.append(
                    Game(
                        entry.facts,
                        entry.attribution,
                        str(reckoning.winner),
                        reckoning.value or 0,
                        line.bock_level,
                        points,
                        sheet.rules,
                    )
                )
    return found


def share(games: Iterable[Game], player: str) -> Share:
    some = list(games)
    return Share(
        len(some),
        sum(game.winner == game.side(player) for game in some),
        sum(game.points[player] for game in some),
    )


def within_reach(game: Game) -> list[str]:
    """Return whether the game is close, by the definition on the page."""
    if game.winner not in ("re", "kontra"):
        return []
    found = [level for level, augen in NEEDED.items() if game.augen(game.winner) >= augen]
    loser = "kontra" if game.winner == "re" else "re"
    if game.augen(loser) == 0 if game.rules["schwarz"] == "zero_points" else game.facts.get("no_tricks") == loser:
        found.append("schwarz")
    return found


def missed(game: Game) -> list[str]:
    made = game.called(game.winner)
    above = ABSAGEN[ABSAGEN.index(made) + 1 :] if made in ABSAGEN else ABSAGEN
    return [level for level in within_reach(game) if level in above]


def by_key(calls: Counter[Call]) -> dict[str, int]:
    return {call.key: number for call, number in calls.items() if number}


def announced_by(game: Game, player: str) -> list[tuple[str, str]]:
    """Return side and word: in a solo all of the soloist's, otherwise the attributed ones; no forced ones."""
    return [(side, word) for side, word in _announced_by(game, player) if word not in game.forced(side)]


def _announced_by(game: Game, player: str) -> list[tuple[str, str]]:
    words = ["re", *ABSAGEN]
    if len(game.re) == 1 and player in game.re:
        called = game.called("re")
        return [("re", word) for word in words[: words.index(called) + 1]] if called else []
    ascribed_to = game.attribution.get("announced", {})
    if len(game.re) == 1:
        ascribed_to = {side: by for side, by in ascribed_to.items() if side == "kontra"}
    return [(side, word) for side, by in ascribed_to.items() for word, who in by.items() if who == player]


def fuechse_of(game: Game, player: str) -> int:
    if len(game.re) == 1 and player in game.re:
        return int(game.facts.get("extras", {}).get("re", {}).get("fuchs", 0))
    found = [one for by_key in game.attribution.get("extras", {}).values() for one in by_key.get("fuchs", [])]
    return sum(one["by"] == player for one in found)


def longest(flags: Iterable[bool]) -> int:
    best = running = 0
    for flag in flags:
        running = running + 1 if flag else 0
        best = max(best, running)
    return best


def test_every_number_is_what_a_slow_recount_finds(club: Cast) -> None:
    games, counted = written(club), count_games(club.club, ALL_TIME, "scores")
    shares_of_players(games, counted)
    the_rest_of_players(games, counted)
    the_club(games, counted)
    agrees_with_the_results_that_tables_read(club, counted)
    checked_facts_are_read_like_others()


def shares_of_players(games: list[Game], counted: Counted) -> None:
    """Compare: as Re, as Kontra, alone, in Bock games, by solo, with and against everybody."""
    assert len(games) > 40
    players = {player for game in games for player in (*game.re, *game.kontra)}
    assert counted.statistics.players.keys() == players
    for player in players:
        mine = counted.statistics.players[player]
        own = [game for game in games if player in game.re + game.kontra]

        assert mine.all == share(own, player)
        assert mine.re == share([game for game in own if player in game.re], player)
        assert mine.kontra == share([game for game in own if player in game.kontra], player)
        assert mine.alone == share([game for game in own if game.re == [player]], player)
        assert mine.against_solo == share([game for game in own if player in game.kontra and len(game.re) == 1], player)
        assert mine.bock == share([game for game in own if game.level > 0], player)
        for key in ("damen", "trumpf", "fleischlos"):
            played = [game for game in own if game.re == [player] and game.facts.get("solo") == key]
            assert mine.solos.get(key, Share()) == share(played, player)
        for other in players - {player}:
            together = [game for game in own if other in game.mates(player)]
            against = [game for game in own if other in game.others(player)]
            assert mine.with_partner.get(other, Share()) == share(together, player)
            assert mine.against.get(other, Share()) == share(against, player)


def the_rest_of_players(games: list[Game], counted: Counted) -> None:
    """Compare announcements, Absagen, extras, values, Augen, series, the best game."""
    for player, mine in counted.statistics.players.items():
        own = [game for game in games if player in game.re + game.kontra]
        made = [(word, game.winner == side) for game in own for side, word in announced_by(game, player)]
        assert {key: (one.made, one.kept) for key, one in mine.announced.items()} == {
            word: (sum(one == word for one, _ in made), sum(one == word and kept for one, kept in made))
            for word in {word for word, _ in made}
        }
        won = [game for game in own if game.winner == game.side(player)]
        assert by_key(mine.absagen.reached) == Counter(level for game in won for level in within_reach(game))
        assert by_key(mine.absagen.missed) == Counter(level for game in won for level in missed(game))
        assert mine.absagen.games == sum(bool(missed(game)) for game in won)
        assert mine.caught["fuchs"] == sum(fuechse_of(game, player) for game in own)
        took = [game for game in own if "armut" in game.attribution and player in game.re]
        gave = [game for game in took if game.attribution["armut"]["from"] == player]
        assert (mine.gave, mine.took) == (
            share(gave, player),
            share([game for game in took if game not in gave], player),
        )
        married = [game for game in own if game.attribution.get("hochzeit", {}).get("by") == player]
        assert mine.married == share(married, player)
        marks = [mark for game in own for mark in game.attribution.get("marks", []) if mark["by"] == player]
        assert mine.marks == Counter(mark["key"] for mark in marks)
        assert mine.values_won == Counter(game.value for game in won)
        assert mine.values_won + mine.values_not_won == Counter(game.value for game in own)
        counted_augen = [game.augen("re") for game in own if player in game.re and not game.facts.get("step_only")]
        assert (mine.augen_re.games, mine.augen_re.augen) == (len(counted_augen), sum(counted_augen))
        assert mine.wins.longest == longest(game.winner == game.side(player) for game in own)
        assert mine.losses.longest == longest(game.winner not in ("none", game.side(player)) for game in own)
        assert mine.best is not None
        assert mine.best.points == max(game.points[player] for game in own)


def the_club(games: list[Game], of_all: Counted) -> None:
    counted = of_all.statistics.club
    assert counted.games == len(games)
    assert {str(party or "none"): number for party, number in counted.won.items()} == Counter(
        game.winner for game in games
    )
    assert counted.values == Counter(game.value for game in games)
    assert counted.kinds == Counter(game.facts["kind"] for game in games)
    assert counted.bock == Counter(game.level for game in games if game.level)
    assert counted.steps == sum(bool(game.facts.get("step_only")) for game in games)
    assert by_key(counted.absagen.missed) == Counter(level for game in games for level in missed(game))
    for key in ("fuchs", "doppelkopf"):
        sides = [side for game in games for side in game.facts.get("extras", {}).values()]
        assert counted.extras[key] == sum(side.get(key, 0) for side in sides)
    for level in ABSAGEN:
        at_least = ABSAGEN[ABSAGEN.index(level) :]
        made = [
            (game, side)
            for game in games
            for side in ("re", "kontra")
            if game.called(side) in at_least and level not in game.forced(side)
        ]
        kept = sum(game.winner == side for game, side in made)
        assert (counted.announced[level].made, counted.announced[level].kept) == (len(made), kept)
    armut = [game for game in games if game.facts["kind"] == "armut"]
    assert (counted.armut.games, counted.armut.won) == (len(armut), sum(game.winner == "re" for game in armut))
    tricks = [game.attribution["hochzeit"]["trick"] for game in games if "hochzeit" in game.attribution]
    assert counted.found_in == Counter(tricks)
    assert counted.marks == Counter(mark["key"] for game in games for mark in game.attribution.get("marks", []))
    assert {game.value for game in counted.highest} == {max(game.value for game in games)}


def agrees_with_the_results_that_tables_read(club: Cast, counted: Counted) -> None:
    for player in club.players.values():
        mine, results = counted.of(player), list(Result.objects.filter(player=player))

        def total(name: str, results: list[Result] = results) -> int:
            if name in COLUMNS:
                return sum(getattr(result, name) for result in results)
            return sum({**result.counts, **result.extras}.get(name, 0) for result in results)

        absagen = [mine.announced[key] for key in ABSAGEN if key in mine.announced]
        assert {
            "decided": mine.all.games,
            "won": mine.all.won,
            "solos": mine.alone.games,
            "solos_won": mine.alone.won,
            "bock_games": mine.bock.games,
            "fuchs": mine.caught["fuchs"],
            "doppelkopf": mine.caught["doppelkopf"],
            "re_announced": mine.announced["re"].made,
            "re_kept": mine.announced["re"].kept,
            "kontra_announced": mine.announced["kontra"].made,
            "kontra_kept": mine.announced["kontra"].kept,
            "absagen": sum(one.made for one in absagen),
            "absagen_kept": sum(one.kept for one in absagen),
        } == {
            name: total(name)
            for name in (
                "decided", "won", "solos", "solos_won", "bock_games", "fuchs", "doppelkopf", "re_announced", "re_kept",
                "kontra_announced", "kontra_kept", "absagen", "absagen_kept",
            )
        }  # fmt: skip
        assert counted.attended(player).points == total("scores")


def checked_facts_are_read_like_others() -> None:
    for entry in Entry.objects.select_related("sheet"):
        rules = entry.sheet.parsed
        assert load_row(entry.facts, rules) == parse_row(entry.facts, rules)


def test_an_evening_that_other_points_decide_has_no_comeback(cast: Cast) -> None:
    """Points by hand and penalties say who wins, too; the games alone would name somebody who did not."""
    four = cast.ids("Anna", "Ben", "Cleo", "Dora")
    by_hand = {"kind": "manual", "players": four, "winners": cast.ids("Cleo", "Dora"), "value": 50}
    penalty = {"kind": "penalty", "points": {cast.ids("Anna")[0]: -60}, "reason": "Falsch bedient"}
    anna = str(cast.players["Anna"].pk)
    others: list[list[dict[str, Any]]] = [[], [by_hand], [penalty]]
    for number, (augen, more) in enumerate(zip((80, 59, 29), others, strict=True)):
        sheet = evening(cast, day=FIRST_DAY + timedelta(days=number)).sheets.get()
        for facts in (solo(cast, "Anna", augen), solo(cast, "Anna", 240), *more):
            write(cast, sheet, facts)
        found = count_games(cast.club, ALL_TIME, "scores").statistics.players[anna].comeback
        assert found is not None
        assert found.place.day == FIRST_DAY
