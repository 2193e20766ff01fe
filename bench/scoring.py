"""How fast games are scored, beside the aims. `make bench-scoring`; needs nothing but Python.

One thread, medians of several runs. Counted is processor time, so that what the machine does besides matters less;
the ratio to bare JSON in the same run says more than a number.
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scoring.game.game import Game, find_problems
from scoring.game.score import Scorer
from scoring.game.sheet import fold_rows
from scoring.rules.presets import PRESETS
from scoring.terms import Call, Party

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7
GAMES = 60_000
LINES = 60_000
STREAMED = 1_000_000
SCORING = [sys.executable, "-m", "scoring"]
# What a JSON program must do at least: read a line, write an object as large as an answer.
BARE_JSON = """
import json, sys
answer = json.loads(sys.argv[1])
for line in sys.stdin:
    answer["id"] = json.loads(line)["id"]
    print(json.dumps(answer))
"""
CALLS = [*12 * [Call.NONE], *6 * [Call.ANSAGE], *3 * [Call.NO_90], Call.NO_60]  # as often as at a table, about
CHECKED_BY = PRESETS["hausrunde"].rules
EXTRAS = {"fuchs": 0.15, "karlchen": 0.08, "doppelkopf": 0.1}


def main() -> None:
    print(f"Python {sys.version.split()[0]}, one thread, medians of {RUNS} runs of processor time\n")
    if "--quick" not in sys.argv:
        memory_of_a_million_games()  # first: a child's peak begins with that of its parent
    games_a_second()
    lines_a_second()
    a_list_of_sixty()
    import_time()


# --- Games as they are played -----------------------------------------------------------------------------------------

Counts = tuple[tuple[str, int], ...]


def game(chance: random.Random, calls: list[Call], extras: Callable[[random.Random], Counts]) -> Game:
    alone = chance.random() < 0.1
    players = chance.sample(("Anna", "Ben", "Cleo", "Dora"), 4)
    size = 1 if alone else 2
    augen = min(max(round(chance.gauss(128, 32)), 0), 240)
    return Game(
        kind="solo" if alone else "normal",
        solo="damen" if alone else None,
        re=tuple(players[:size]),
        kontra=tuple(players[size:]),
        re_augen=augen,
        no_tricks={0: Party.RE, 240: Party.KONTRA}.get(augen),
        re_call=chance.choice(calls),
        kontra_call=chance.choice(calls),
        re_extras=extras(chance),
        kontra_extras=extras(chance),
    )


def usual_game(chance: random.Random) -> tuple[Game, int]:
    """A game and its Bock level: most without Ansage, some with a Fuchs, and all of them can have happened."""
    while find_problems(played := game(chance, CALLS, usual_extras), CHECKED_BY):
        pass
    return played, chance.choice((0, 0, 0, 1, 2))


def usual_extras(chance: random.Random) -> Counts:
    return tuple((key, 1) for key, often in EXTRAS.items() if chance.random() < often)


def strange_game(chance: random.Random) -> tuple[Game, int]:
    """Every announcement and extra as likely as none: nearly every game is a new reckoning."""
    return game(chance, list(Call), strange_extras), chance.randint(0, 10)


def strange_extras(chance: random.Random) -> Counts:
    return tuple((key, chance.randint(1, 2)) for key in (*EXTRAS, "dulle", "schwein") if chance.random() < 0.5)


def games_a_second() -> None:
    for name, make in (("games as at a table", usual_game), ("every game a new reckoning", strange_game)):
        chance = random.Random(1)
        games = [make(chance) for _ in range(GAMES)]
        for preset in ("ddv", "hausrunde", "forum"):
            rules = PRESETS[preset].rules

            def run(games: list[tuple[Game, int]] = games, scorer_of: Any = Scorer, rules: Any = rules) -> None:
                score = scorer_of(rules).score
                for game, level in games:
                    score(game, level)

            seconds = median(run)
            aim = 330_000 if make is usual_game else None
            show(f"{name}, {preset}", GAMES / seconds, "a second", at_least=aim)
    print()


# --- The command line -------------------------------------------------------------------------------------------------


def line_of(number: int, preset: str, game: Game, level: int) -> bytes:
    calls: dict[str, str | None] = {}
    for party, call in ((Party.RE, game.re_call), (Party.KONTRA, game.kontra_call)):
        calls[party] = call.key if call.is_absage else [None, str(party)][call]
    written = {
        "kind": game.kind,
        "solo": game.solo,
        "re": game.re,
        "kontra": game.kontra,
        "re_points": game.re_augen,
        "no_tricks": game.no_tricks,
        "announced": calls,
        "extras": {"re": dict(game.re_extras), "kontra": dict(game.kontra_extras)},
        "bock": level,
    }
    return json.dumps({"id": number, "preset": preset, "game": written}).encode() + b"\n"


def some_lines(count: int) -> Iterator[bytes]:
    chance = random.Random(2)
    for number in range(count):
        yield line_of(number, chance.choice(list(PRESETS)), *usual_game(chance))


def lines_a_second() -> None:
    given = b"".join(some_lines(LINES))
    first = given[: given.index(b"\n") + 1]
    answer = subprocess.run([*SCORING, "score"], input=first, capture_output=True, cwd=ROOT, check=True).stdout
    nothing = median(lambda: ask([*SCORING, "score"], b""))
    ours, bare = [], []
    for _ in range(RUNS):  # in turn, so that both meet the same weather
        ours.append(timed(lambda: ask([*SCORING, "score"], given)) - nothing)
        bare.append(timed(lambda: ask([sys.executable, "-c", BARE_JSON, answer.decode()], given)) - nothing)
    lines, json_alone = LINES / statistics.median(ours), LINES / statistics.median(bare)
    show("command line, score", lines, "lines a second", at_least=40_000)
    show("JSON alone in the same run", json_alone, "lines a second")
    print(f"{'  ours beside it':<44}{lines / json_alone:>12.2f}\n")


def ask(command: list[str], given: bytes) -> None:
    subprocess.run(command, input=given, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)


# --- A list, an import, memory ----------------------------------------------------------------------------------------


def a_list_of_sixty() -> None:
    chance = random.Random(3)
    games = [usual_game(chance)[0] for _ in range(60)]
    for preset in ("ddv", "hausrunde"):
        scorer = Scorer(PRESETS[preset].rules)
        players = ("Anna", "Ben", "Cleo", "Dora")
        seconds = median(lambda: fold_rows(scorer.rules, players, games, scorer=scorer))  # noqa: B023
        cold = median(lambda: fold_rows(scorer.rules, players, games))  # noqa: B023
        show(f"a list of 60 games, {preset}", seconds * 1000, "ms", at_most=1)
        show("  with rules never met before", cold * 1000, "ms")
    print()


def import_time() -> None:
    """Of a new process, less that of a bare interpreter. `scoring` is but a docstring, `scoring.sheet` the engine."""
    bare = median(lambda: ask([sys.executable, "-S", "-c", ""], b""))
    for module in ("scoring", "scoring.game.sheet", "scoring.contract.desk"):
        with_it = median(lambda: ask([sys.executable, "-S", "-c", f"import {module}"], b""))  # noqa: B023
        show(f"import {module}", max(with_it - bare, 0) * 1000, "ms", at_most=30)


def memory_of_a_million_games() -> None:
    """Peak of the process that answers, while lines are made and answers thrown away."""
    with tempfile.TemporaryFile() as lines:
        lines.writelines(some_lines(STREAMED))
        lines.seek(0)
        child = os.posix_spawn(
            sys.executable,
            [*SCORING, "score"],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, lines.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            ],
        )
        _, status, used = os.wait4(child, 0)
    assert status == 0
    show(f"peak memory of {STREAMED:,} games", used.ru_maxrss / 1024, "MB", at_most=50)
    print()


# --- Measuring --------------------------------------------------------------------------------------------------------


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time, here and in processes that were waited for."""
    start = spent()
    work()
    return spent() - start


def spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def median(work: Callable[[], object]) -> float:
    return statistics.median(timed(work) for _ in range(RUNS))


def show(what: str, number: float, unit: str, *, at_least: float | None = None, at_most: float | None = None) -> None:
    written = f"{number:,.0f}" if number >= 1000 else f"{number:.2f}"
    aim = ""
    if at_least is not None:
        aim = f"   aim: {at_least:,} or more, {'reached' if number >= at_least else 'MISSED'}"
    if at_most is not None:
        aim = f"   aim: under {at_most}, {'reached' if number < at_most else 'MISSED'}"
    print(f"{what:<44}{written:>12} {unit}{aim}", flush=True)


if __name__ == "__main__":
    main()
