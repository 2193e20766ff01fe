"""A PostgreSQL, its streaming standby, and PgBouncer in front of the present primary."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import psycopg

from bench.chaos.site import children, kill
from bench.proxies.documented import change, read_documented
from tests.throwaway_postgres import Cluster

PATIENCE: Final = 60  # seconds for a standby to be there, or to have taken over
CAREFUL: Final = "-c max_connections=120"  # all else as usual: an answered commit is on disk
HERE: Final = "postgres"  # the database in both


class Pair:
    """The first server and its standby, each in a separate folder below `folder`."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        self.first, self.standby = (
            Cluster(bin_folder, folder / name, options=CAREFUL) for name in ("first", "standby")
        )
        self.has_standby = False

    def start_first(self) -> None:
        self.first.folder.mkdir()
        self.first.make()
        self.first.start()

    def start_standby(self) -> None:
        """Start the standby. From now on a commit is answered when both have it on their disks."""
        folder = self.standby.folder
        folder.mkdir()
        if self.standby.user:
            shutil.chown(folder, self.standby.user)
        command = [self.first.bin_folder / "pg_basebackup", "--write-recovery-conf", "--checkpoint=fast"]
        command += [f"--host={self.first.folder}", "--username=doko", f"--pgdata={folder / 'data'}"]
        subprocess.run([str(word) for word in command], user=self.standby.user, cwd=folder, check=True)
        self.standby.start()
        self.has_standby = True
        say(self.first, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        self._wait("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", self.first)

    def answer_when(self, word: str) -> None:
        """Set when a commit is answered: `on`: when the standby has it, too; `local`: when the first server has it."""
        say(self.first, f"ALTER SYSTEM SET synchronous_commit = '{word}'", "SELECT pg_reload_conf()")
        time.sleep(0.5)  # until every process has read that

    def kill_first(self) -> None:
        """Kill every process of the first server at once: it must not answer anybody any more."""
        master = int((self.first.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(master, signal.SIGSTOP)  # so that it starts no other process meanwhile
        for process in [*children(master), master]:
            kill(process)

    def promote(self) -> None:
        self.standby._do("pg_ctl", "promote", "--wait")
        self._wait("SELECT count(*) FROM pg_database WHERE NOT pg_is_in_recovery()", self.standby)
        self.first, self.has_standby = self.standby, False

    def stop(self) -> None:
        for server in (self.first, self.standby):
            if (server.folder / "data" / "postmaster.pid").exists():
                subprocess.run(
                    _stop(server), user=server.user, cwd=server.folder, stderr=subprocess.DEVNULL, check=False
                )

    def _wait(self, count: str, server: Cluster) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if say(server, count) > 0:
                return
            time.sleep(0.05)
        raise SystemExit(f"This was not so within {PATIENCE} seconds: {count}")


def _stop(server: Cluster) -> list[str]:
    return [str(server.bin_folder / "pg_ctl"), "stop", "--mode=immediate", f"--pgdata={server.folder / 'data'}"]


def say(server: Cluster, *words: str) -> int:
    """Run the statements; return the number from the last one, or 0."""
    with psycopg.connect(host=str(server.folder), user="doko", dbname=HERE, autocommit=True) as connection:
        found = [connection.execute(word) for word in words][-1]
        row = found.fetchone() if found.description else None
    return int(row[0]) if row else 0


class Pool:
    """PgBouncer as docs/operations.md shows it, except for hosts, ports and passwords."""

    def __init__(self, program: Path, folder: Path, port: int, user: str | None) -> None:
        self.port, self._program, self._folder, self._user = port, program, folder, user
        folder.mkdir()

    def start(self, server: Cluster) -> None:
        (self._folder / "userlist.txt").write_text('"doko" ""\n', encoding="utf-8")
        self._write(server)
        for path in (self._folder, *self._folder.iterdir()):
            if self._user:
                shutil.chown(path, self._user)
        command = [str(self._program), "-q", str(self._folder / "pgbouncer.ini")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, user=self._user, cwd=self._folder, stdout=log, stderr=log)

    def turn_to(self, server: Cluster) -> None:
        """Switch to this server, as `systemctl reload pgbouncer` does."""
        self._write(server)
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def address(self) -> str:
        return f"postgres://doko@127.0.0.1:{self.port}/{HERE}"

    def _write(self, server: Cluster) -> None:
        text = write_pgbouncer(self._folder, self.port, host=str(server.folder))
        (self._folder / "pgbouncer.ini").write_text(text, encoding="utf-8")


def write_pgbouncer(folder: Path, port: int, *, host: str) -> str:
    """Return the configuration as docs/operations.md shows it, except for places and passwords."""
    (text,) = read_documented()["ini"]
    text = change(text, "doko = host=10.0.0.5 port=5432 dbname=doko", f"{HERE} = host={host} dbname={HERE}")
    text = change(text, "listen_addr = 10.0.0.4", "listen_addr = 127.0.0.1")
    text = change(text, "listen_port = 6432", f"listen_port = {port}\nunix_socket_dir =")
    text = change(text, "auth_type = scram-sha-256", "auth_type = trust")
    return change(text, "/etc/pgbouncer/userlist.txt", str(folder / "userlist.txt"))
