"""The search for the number of tables that can meet, and an evening with kills."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.cluster.scene import Scene
from bench.cluster.seen import Asked, Kill, is_fast, read_asked, times_of

PEOPLE: Final = 6  # at each table, as in bench.cluster.crowd
A_SECOND: Final = 25  # people who come in a second
SETTLED: Final = 5.0  # seconds after the last one has come
GROWTH: Final = 1.6  # from step to step
AWAY: Final = 12.0  # seconds until a killed program is restarted, as by an administrator
FILE: Final = Path(__file__).with_name("crowd.py")


@dataclass(frozen=True)
class Crowd:
    """Locust, which sends requests to `port`; `every`: seconds between two games of a table."""

    locust: Path
    home: Path
    port: int
    every: float

    def begin(self, tables: int, seconds: float, step: int) -> subprocess.Popen[bytes]:
        """Start the crowd. `seconds`: after all have come. Step 0 is for measurements without a crowd."""
        more = {
            "CLUSTER_PLAN": str(self.home / "plan.json"),
            "CLUSTER_ASKED": str(self.asked(step)),
            "CLUSTER_GAMES": str(self.games),
            "CLUSTER_TABLES": str(tables),
            "CLUSTER_STEP": str(step),
            "CLUSTER_EVERY": str(self.every),
            "PYTHONPATH": os.getcwd(),
        }
        people = tables * PEOPLE + 1
        told = [
            "--headless",
            f"--users={people}",
            f"--spawn-rate={A_SECOND}",
            "--only-summary",
            "--exit-code-on-error=0",
        ]
        told += [f"--run-time={int(self.coming(tables) + seconds)}", "--stop-timeout=10", "--loglevel=WARNING"]
        command = [str(self.locust), "-m", "locust", f"--locustfile={FILE}", f"--host=http://127.0.0.1:{self.port}"]
        with (self.home / "locust.log").open("ab") as log:
            return subprocess.Popen([*command, *told], env=os.environ | more, stdout=log, stderr=log)

    def coming(self, tables: int) -> float:
        """Return the seconds until all are there."""
        return (tables * PEOPLE + 1) / A_SECOND + SETTLED

    def asked(self, step: int) -> Path:
        return self.home / f"asked{step}"

    @property
    def games(self) -> Path:
        return self.home / "games"


def search_most(crowd: Crowd, first: int, most: int, seconds: float) -> Iterator[tuple[int, list[Asked]]]:
    """Yield each tried number of tables, with the answers after all had come.
    Larger by steps while 95 % stay below the aim, then halfway between the last good and the first bad one, twice.
    """
    good, bad, step = 0, most + 1, 1
    tables = min(first, most)
    while good < tables < bad and step <= 10:
        began = time.time()
        crowd.begin(tables, seconds, step).wait()
        asked = [one for one in read_asked(crowd.asked(step)) if one.at > began + crowd.coming(tables)]
        yield tables, asked
        good, bad = (tables, bad) if is_fast(asked) else (good, tables)
        tables = next_number(good, bad, most)
        step += 1


def next_number(good: int, bad: int, most: int) -> int:
    """Return the next number to try; `good` itself if the two are near enough."""
    if bad > most:
        return min(most, int(good * GROWTH) + 1)
    if bad - good <= max(2, good // 8):
        return good
    return (good + bad) // 2


def hold_evening(crowd: Crowd, scene: Scene, tables: int, seconds: float, step: int) -> tuple[list[Asked], list[Kill]]:
    """Return the requests after all had come, and the kills with their times."""
    began = time.time() + crowd.coming(tables)
    process = crowd.begin(tables, seconds, step)
    kills: list[Kill] = []
    ways = list_kills(scene)
    for place, (what, kill) in enumerate(ways):
        time.sleep(max(0.0, began + seconds * (place + 1) / (len(ways) + 1) - time.time()))
        at = time.time()
        note = kill()
        kills.append(Kill(what, at, note))
    process.wait()
    return [one for one in read_asked(crowd.asked(step)) if one.at > began], kills


def list_kills(scene: Scene) -> list[tuple[str, Callable[[], str]]]:
    """List the kills in their order; the primary last, because there is no third server."""
    ways: list[tuple[str, Callable[[], str]]] = []
    if len(scene.nodes) > 1:
        ways.append(("an app node", lambda: kill_node(scene)))
    if scene.cache:
        ways.append(("the cache", lambda: kill_cache(scene)))
    if scene.pool and scene.pair.has_standby:
        ways.append(("the primary", lambda: kill_primary(scene)))
    return ways


def kill_node(scene: Scene) -> str:
    node = scene.nodes[0]
    node.die()
    time.sleep(AWAY)
    node.rise()
    return f"started again after {AWAY:.0f} s"


def kill_cache(scene: Scene) -> str:
    assert scene.cache
    scene.cache.kill()
    time.sleep(AWAY)
    scene.cache.start()
    return f"started again after {AWAY:.0f} s"


def kill_primary(scene: Scene) -> str:
    """Kill the primary for good: the standby takes its place."""
    assert scene.pool
    began = time.monotonic()
    scene.pair.kill_first()
    scene.pair.promote()
    scene.pool.turn_to(scene.pair.first)
    return f"the standby took over after {time.monotonic() - began:.1f} s"


def write_plan(home: Path, plan: dict[str, Any]) -> None:
    (home / "plan.json").write_text(json.dumps(plan), encoding="utf-8")


def show_step(tables: int, asked: list[Asked]) -> str:
    times, wrong = times_of(asked), sum(not one.well for one in asked)
    span = max((one.at for one in asked), default=0) - min((one.at for one in asked), default=0)
    rate = len(asked) / span if span else 0
    return f"{tables:>6} tables: {rate:>6.0f} requests/s, 95 % below {times.most:>5.0f} ms, {wrong} errors"
