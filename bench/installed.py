"""Test of an installed wheel: its command serves an empty installation, in a container, too.
`python -m bench.installed COMMAND WHEEL`, which `dev.py test-wheel` calls with the command of an empty environment.
Names the parts that could not be tried here, and ends with 1 if something is wrong.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from tests.wheel import free_port

ROOT: Final = Path(__file__).resolve().parent.parent
PATIENCE: Final = 300  # seconds; a server starts in two, but a machine may have more to do


def main(command: str, wheel: str) -> None:
    with TemporaryDirectory() as folder, served([command, "run"], Path(folder)) as port:
        files = visit(port)
    print(f"Installed from {Path(wheel).name}: the first page came, and {files} files that it names.", flush=True)
    missing = missing_for_container()
    if missing:
        print(f"The container is LEFT OUT: {missing}.")
        return
    with container(Path(wheel)) as port:
        files = visit(port)
    print(f"In a container with a read-only root: the first page came, and {files} files; it is healthy.")


@contextmanager
def served(command: Sequence[str], folder: Path) -> Iterator[int]:
    """Serve a new installation inside `folder` with `command`, and yield the port.
    The server stops after the `with`.
    """
    port = free_port()
    usual = {"PATH": os.environ["PATH"], "HOME": str(folder), "DATA_DIR": str(folder / "data"), "PORT": str(port)}
    with (folder / "log").open("w+") as log:
        server = subprocess.Popen(command, cwd=folder, env=usual | {"DEMO": "0"}, stdout=log, stderr=log)
        try:
            wait_until_served(port, server)
            yield port
        except BaseException:
            print((folder / "log").read_text(encoding="utf-8")[-3000:], file=sys.stderr)
            raise
        finally:
            server.terminate()
            server.wait()


def wait_until_served(port: int, server: subprocess.Popen[bytes] | None = None) -> None:
    given_up = time.monotonic() + PATIENCE
    while True:
        try:
            get(port, "/readyz")
        except (OSError, HTTPException):
            if time.monotonic() > given_up or (server and server.poll() is not None):
                raise
            time.sleep(0.1)
        else:
            return


def visit(port: int) -> int:
    """Get the first page and every file that it names, in German; return the number of files."""
    page = get(port, "/")
    if "Doppelkopf" not in page or "Anmelden" not in page:
        raise SystemExit("The first page is another one.")
    named = {*re.findall(r'(?:href|src)="(/static/[^"#]+)', page)}
    for path in named:
        get(port, path)
    return len(named)


def get(port: int, path: str) -> str:
    """Return the page. Raises HTTPException if the status is not 200."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", path, headers={"Accept-Language": "de"})
        answer = line.getresponse()
        said = answer.read().decode(errors="replace")
    finally:
        line.close()
    if answer.status != 200:
        raise HTTPException(f"{answer.status} for {path}")
    return said


# --- In a container ---------------------------------------------------------------------------------------------------


def missing_for_container() -> str:
    """Return the missing prerequisite for building a container; "" if there is none."""
    program = container_program()
    if program is None:
        return "neither podman nor docker is here, or none of them answers"
    if not answers(program, "image", "inspect", base_image()):
        return f"there is no image {base_image()} here (DOKO_BASE names another one)"
    if not answers(program, "run", "--rm", base_image(), "true"):
        return f"{program} can run nothing here"
    return ""


def container_program() -> str | None:
    found = (shutil.which(name) for name in ("podman", "docker"))
    return next((program for program in found if program and answers(program, "info")), None)


def base_image() -> str:
    """Return the short name of the image: the builder decides where it comes from."""
    (usual,) = re.findall(r"^ARG BASE=(\S+)$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    return os.environ.get("DOKO_BASE") or str(usual)


def answers(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def container(wheel: Path) -> Iterator[int]:
    """Serve a new installation from a container of the wheel, and yield the port.
    Image and container are removed after the `with`.
    For a build without a network, a folder of wheels is copied next to the wheel (DOKO_WHEELS).
    """
    program = str(container_program())
    name, port = f"dokoclub-test-{uuid4().hex[:8]}", free_port()
    with TemporaryDirectory() as folder:
        (Path(folder) / "dist").mkdir()
        shutil.copy(ROOT / "Containerfile", folder)
        given = Path(os.environ.get("DOKO_WHEELS") or wheel.parent)
        for file in (wheel, *given.glob("*.whl")):
            shutil.copy(file, Path(folder) / "dist")
        offline = ["--build-arg", "PIP_NO_INDEX=1"] if os.environ.get("DOKO_WHEELS") else []
        must(program, "build", "-q", "-t", name, "--build-arg", f"BASE={base_image()}", *offline, folder)
    try:
        sealed = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL")  # noqa: S108  # as compose.yaml starts it
        must(program, "run", "-d", "--name", name, *sealed, "-p", f"127.0.0.1:{port}:8000", name)
        wait_until_served(port)
        if said(program, "exec", name, "id", "-u") == "0":
            raise SystemExit("It runs as root.")
        must(program, "exec", name, "sh", "-c", health_check())
        yield port
    finally:
        subprocess.run([program, "rm", "-f", name], capture_output=True, check=False)
        subprocess.run([program, "rmi", "-f", name], capture_output=True, check=False)


def health_check() -> str:
    """Return the health check of the Containerfile."""
    (command,) = re.findall(
        r"^HEALTHCHECK .*\\\n\s+CMD (.+)$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    return str(command)


def must(*command: str) -> None:
    subprocess.run(command, check=True)


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main(*sys.argv[1:])
