"""`python3 -m scoring rating`: games in, ratings of players out. rating.md 49–53."""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite
from typing import Any, Final

from scoring.contract.reading import Found, Raw, read_names
from scoring.rating import Kind, RatedGame, rate_players, sum_games
from scoring.terms import Problem, say

HIGHEST: Final = 1_000_000  # of values, scales and half-lives
LATEST: Final = 10_000_000  # day
MOST_PLAYERS: Final = 500  # with equations that are solved in seconds
_SIZES: Final = ((2, 2), (1, 3))  # of Re and Kontra
_LINE: Final = frozenset(("id", "games", "scale", "half_life_days"))
_GAME: Final = frozenset(("re", "kontra", "value", "evening"))


def answer_rating(line: Raw) -> dict[str, Any] | list[Problem]:
    """Return the answer to a line, without its id; or all its problems. The rating day is that of the last evening."""
    found = _unknown(line, _LINE)
    scale = _positive(line, "scale", found)
    half_life = _positive(line, "half_life_days", found)
    games = line.get("games")
    if not isinstance(games, list):
        found.append(Problem("games", say("This must be a list of games.")))
        games = []
    read = [_game(raw, f"games[{index}]", found) for index, raw in enumerate(games)]
    evenings: dict[int, list[RatedGame]] = {}
    for one in read:
        if one is not None:
            evenings.setdefault(one[0], []).append(one[1])
    if len({name for some in evenings.values() for game in some for name in (*game.re, *game.kontra)}) > MOST_PLAYERS:
        found.append(Problem("games", say("At most {most} players can be rated."), {"most": MOST_PLAYERS}))
    if found:
        return found
    days = [(day, sum_games(some)) for day, some in sorted(evenings.items())]
    rating = rate_players(days, day=max(evenings, default=0), half_life=half_life, scale=scale)
    offsets = {kind.value: rating.offsets[kind] for kind in Kind}
    return {"theta": rating.theta, "variance": rating.variance, "offsets": offsets}


def _game(raw: object, place: str, found: Found) -> tuple[int, RatedGame] | None:
    """Return a game with the day of its evening."""
    if not isinstance(raw, dict):
        found.append(Problem(place, say("This must be an object.")))
        return None
    problems = _unknown(raw, _GAME)
    re, kontra = read_names(raw, "re", problems), read_names(raw, "kontra", problems)
    value, day = raw.get("value", ""), raw.get("evening", "")
    if not _is_number(value) or abs(value) > HIGHEST:
        problems.append(_no_number("value", -HIGHEST))
    if type(day) is not int or abs(day) > LATEST:
        told = {"low": -LATEST, "high": LATEST}
        problems.append(Problem("evening", say("This must be a whole number from {low} to {high}."), told))
    if re is not None and kontra is not None:
        if (len(re), len(kontra)) not in _SIZES:
            problems.append(Problem("re", say("Choose one or two Re players.")))
        elif len({*re, *kontra}) < len(re) + len(kontra):
            problems.append(Problem("kontra", say("Choose each player once per game.")))
    found.extend(problem.under(place) for problem in problems)
    return None if problems or re is None or kontra is None else (day, RatedGame(re, kontra, float(value)))


def _unknown(raw: Raw, known: Collection[str]) -> Found:
    """List unknown keys, because a misspelt half-life would count as none."""
    return [Problem(key, say("There is no such key in this line.")) for key in raw if key not in known]


def _positive(line: Raw, key: str, found: Found) -> float | None:
    value = line.get(key)
    if value is None:
        return None
    if _is_number(value) and 1 / HIGHEST <= value <= HIGHEST:
        return float(value)
    found.append(_no_number(key, 1 / HIGHEST))
    return None


def _no_number(field: str, low: float) -> Problem:
    return Problem(field, say("This must be a number from {low} to {high}."), {"low": low, "high": HIGHEST})


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and (type(value) is int or isfinite(value))
