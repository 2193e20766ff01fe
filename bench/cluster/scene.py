"""The whole cluster, started on this machine and thrown away: databases, cache, nodes, and load balancer."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.chaos.site import Site
from bench.cluster.around import Program, haproxy_on, redis_on
from bench.cluster.databases import Pair, Pool
from bench.proxies.programs import Missing, find_program
from bench.serving import free_port
from tests.throwaway_postgres import MISSING, programs

NODES: Final = 2
LOST: Final = {  # limits of the test without the program
    "redis-server": "the nodes count in a table of the database, and no cache is killed",
    "pgbouncer": "the nodes connect to the database themselves, which is not killed: nothing would turn them away",
    "haproxy": "there is one node, asked directly, and none is killed",
}


@dataclass
class Scene:
    home: Path
    pair: Pair
    pool: Pool | None = None
    cache: Program | None = None
    balancer: Program | None = None
    nodes: list[Site] = field(default_factory=list)
    without: tuple[str, ...] = ()  # programs to leave out, although they may be here

    @property
    def port(self) -> int:
        return self.balancer.port if self.balancer else self.nodes[0].port


def have_postgres() -> Path | None:
    found = programs()
    if found is None:
        print(f"LEFT OUT: all of it. {MISSING}", file=sys.stderr)
    return found


@contextmanager
def databases_in(home: Path, bin_folder: Path, without: tuple[str, ...] = ()) -> Iterator[Scene]:
    """Start only the databases, pool and cache; the environment leads to them."""
    with ExitStack() as stack:
        home.chmod(0o755)
        scene = Scene(home, Pair(bin_folder, home), without=without)
        scene.pair.start_first()
        stack.callback(scene.pair.stop)
        if program := find("pgbouncer", scene):
            scene.pool = Pool(program, home / "pool", free_port(), scene.pair.first.user)
            scene.pool.start(scene.pair.first)
            stack.callback(scene.pool.stop)
        if program := find("redis-server", scene):
            scene.cache = redis_on(program, free_port(), home)
            scene.cache.start()
            stack.callback(scene.cache.kill)
        lead_to(scene)
        yield scene


def find(name: str, scene: Scene) -> Path | None:
    try:
        if name in scene.without:
            raise Missing("as told")
        program = find_program(name, scene.home / "programs")
    except Missing as missing:
        print(f"LEFT OUT: {name} ({missing}): {LOST[name]}.", flush=True)
        return None
    print(f"{name} {program.version}", flush=True)
    return program.path


def lead_to(scene: Scene) -> None:
    """Set the environment for this program, and for all that it starts."""
    os.environ |= scene.pair.first.environment
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "dokoclub.settings",
        "LOG_LEVEL": "WARNING",
        "NIGHTLY": "0",
        "SECRET_KEY": secrets.token_hex(32),
        "DATA_DIR": str(make_folder(scene.home / "here")),
        "CACHE_URL": f"redis://127.0.0.1:{scene.cache.port}/0" if scene.cache else "dbcache://shared_cache",
        "PGBOUNCER_URL": scene.pool.address if scene.pool else "",
        "TRUSTED_PROXIES": "1",
        "PUBLIC_URL": "http://127.0.0.1",
    }


@contextmanager
def nodes_at(scene: Scene, processes: int) -> Iterator[None]:
    """Start the nodes, each with its own data folder, as on separate machines."""
    program = find("haproxy", scene)
    with ExitStack() as stack:
        for number in range(NODES if program else 1):
            own = {"DATA_DIR": str(make_folder(scene.home / f"node{number}"))}
            subprocess.run(
                [sys.executable, "manage.py", "prepare"], env=os.environ | own, stdout=subprocess.DEVNULL, check=True
            )
            node = Site(Path(own["DATA_DIR"]), processes, more=own)
            scene.nodes.append(node)
            stack.callback(node.die)
        for node in scene.nodes:
            node.wait()
        if program:
            scene.balancer = haproxy_on(program, free_port(), [node.port for node in scene.nodes], scene.home)
            scene.balancer.start()
            stack.callback(scene.balancer.kill)
        yield


def make_folder(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder
