"""Run a command beside a PostgreSQL that lives only as long: `python -m tests.throwaway_postgres COMMAND …`.

Without a command it only says where the server's programs are, or ends with 2.
It listens on a socket in a temporary folder and nowhere else, so it cannot meet another server on the machine.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = """No PostgreSQL server programs (initdb, pg_ctl) on this machine: nothing was tested.
Debian and Ubuntu: apt-get install postgresql"""
PATIENCE = 300  # seconds; here because it runs with nothing installed
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"  # a test that is cut off begins anew anyway
CAREFUL = "-c fsync=off -c full_page_writes=off"  # survives the death of its processes, whose files the system writes


def programs() -> Path | None:
    """Where initdb and pg_ctl are; Debian keeps them out of PATH."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def servant() -> str | None:
    """PostgreSQL refuses to be run by root; then somebody without rights runs it."""
    if os.getuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


class Cluster:
    """A PostgreSQL of its own in `folder`."""

    def __init__(self, bin_folder: Path, folder: Path, *, options: str) -> None:
        self.bin_folder, self.folder, self.user = bin_folder, folder, servant()
        self._server = f"-c listen_addresses='' {options} -k {folder}"

    @property
    def address(self) -> str:
        """Of an empty database."""
        return f"postgres:///{self.folder}/postgres"

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to reach it, and PostgreSQL's own programs."""
        path = f"{self.bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"
        return {"DATABASE_URL": self.address, "PGUSER": "doko", "PATH": path}

    def make(self) -> None:
        if self.user:
            shutil.chown(self.folder, self.user)
        self._do("initdb", "--username=doko", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")

    def start(self) -> None:
        self._do("pg_ctl", "start", "--wait", f"--options={self._server}", f"--log={self.folder}/log")
        os.chmod(self.folder, 0o755)  # noqa: S103  # whoever runs the tests must reach the socket

    def stop(self) -> None:
        """At once, as if it had crashed."""
        self._do("pg_ctl", "stop", "--mode=immediate")

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self.bin_folder / program), f"--pgdata={self.folder / 'data'}", *arguments]
        subprocess.run(
            command, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE
        )


@contextmanager
def cluster(bin_folder: Path, *, options: str = FAST) -> Iterator[Cluster]:
    """Started, and gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="dokoclub-pg-", ignore_cleanup_errors=True) as folder:
        made = Cluster(bin_folder, Path(folder), options=options)
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop()


def main() -> int:
    bin_folder = programs()
    if bin_folder is None:
        print(MISSING, file=sys.stderr)
        return 2
    if not sys.argv[1:]:
        print(f"PostgreSQL: {bin_folder}")
        return 0
    with cluster(bin_folder) as made:
        environment = os.environ | made.environment | {"DOKO_CLUSTER": str(made.folder)}
        return subprocess.run(sys.argv[1:], env=environment, check=False, timeout=None).returncode


if __name__ == "__main__":
    sys.exit(main())
