"""Chaos test: each answered game must be stored once and as sent, despite kills. `make chaos MINUTES=5`.
Writers save games over HTTP, each with its own key, two on a sheet; every seventh answered one is sent again, some
on two connections at once, and interrupted ones until they are answered. Meanwhile server processes, their master and,
on PostgreSQL, backends and the whole database server are killed. On both databases, each thrown away afterwards;
without PostgreSQL's server programs that half is LEFT OUT. Ends with 1 if anything is lost, doubled or wrong.
`--calm` kills nobody: `--calm --writers 32 --processes 4` shows how long writers wait for their turn.
`--upgrade` has the next version migrate the database meanwhile; `--servers 2` are two on one data folder.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack

from tests.throwaway_postgres import CAREFUL, MISSING, cluster, programs


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=float(os.environ.get("MINUTES") or 1))
    parser.add_argument("--database", choices=["sqlite", "postgres"], action="append")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2, help="of each server")
    parser.add_argument("--servers", type=int, default=1, help="on the same data folder")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds of a writer between two games")
    parser.add_argument("--calm", action="store_true", help="kill nobody")
    parser.add_argument("--upgrade", action="store_true", help="kill nobody; another version migrates and takes over")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    failed = [name for name in told.database or ["sqlite", "postgres"] if not run_on(name, told)]
    return 1 if failed else 0


def run_on(database: str, told: argparse.Namespace) -> bool:
    """Run in a separate process, because Django knows one database."""
    print(f"\n--- {database}, {told.minutes:g} minutes, {told.writers} writers", flush=True)
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="dokoclub-chaos-"))
        environment = os.environ | {"DATA_DIR": home}
        environment.pop("DATABASE_URL", None)
        more: list[str] = []
        if database == "postgres":
            bin_folder = programs()
            if bin_folder is None:
                print(f"LEFT OUT: PostgreSQL. {MISSING}", file=sys.stderr)
                return True
            made = stack.enter_context(cluster(bin_folder, options=CAREFUL))
            environment |= made.environment
            more = [f"--cluster={made.folder}"]
        for name in ("minutes", "writers", "processes", "servers", "pause", "seed"):
            more.append(f"--{name}={getattr(told, name)}")
        more += [f"--{name}" for name in ("calm", "upgrade") if getattr(told, name)]
        command = [sys.executable, "-m", "bench.chaos.run", *more]
        return subprocess.run(command, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
