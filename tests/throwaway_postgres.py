"""Run a command beside a PostgreSQL that lives only as long: `python -m tests.throwaway_postgres COMMAND …`.

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
SERVER = "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -k "


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


@contextmanager
def cluster(bin_folder: Path) -> Iterator[str]:
    """Yields the address of an empty database."""
    user = servant()
    with tempfile.TemporaryDirectory(prefix="dokoclub-pg-", ignore_cleanup_errors=True) as folder:
        if user:
            shutil.chown(folder, user)
        data = Path(folder, "data")

        def do(program: str, *arguments: str) -> None:
            command = [str(bin_folder / program), f"--pgdata={data}", *arguments]
            subprocess.run(command, user=user, cwd=folder, stdout=subprocess.DEVNULL, check=True)

        do("initdb", "--username=doko", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        do("pg_ctl", "start", "--wait", f"--options={SERVER}{folder}", f"--log={folder}/log")
        try:
            os.chmod(folder, 0o755)  # noqa: S103  # whoever runs the tests must reach the socket
            yield f"postgres:///{folder}/postgres"
        finally:
            do("pg_ctl", "stop", "--mode=immediate")


def main() -> int:
    bin_folder = programs()
    if bin_folder is None:
        print(MISSING, file=sys.stderr)
        return 2
    with cluster(bin_folder) as address:
        path = f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = os.environ | {"DATABASE_URL": address, "PGUSER": "doko", "PATH": path}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
