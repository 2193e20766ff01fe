"""The granian server: `manage.py serve`, or unprepared `python -m dokoclub.server [APPLICATION]`."""

import errno
import gc
import multiprocessing
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

SITE: Final = "dokoclub.wsgi:application"
THREADS: Final = 64  # per process, started on demand; a thread that reads a body waits for its client
CONNECTIONS: Final = 12_000  # per process; more wait until one is closed
BACKLOG: Final = 16_384  # waiting connections
FILES: Final = CONNECTIONS + 1000
HEAD_TIME: Final = 10  # seconds for the head of a request, and for the next request on a connection
HEAD: Final = 64 * 1024  # bytes
POOL: Final = {"min_size": 1, "max_size": 8, "timeout": 5}  # connections of a process to PostgreSQL; seconds
LONGEST_ANSWER: Final = 600  # seconds that a large club file may take; a proxy in front must not wait less
GRACE: Final = 30  # seconds to finish running requests when the server stops


def serve_site(application: str = SITE) -> None:
    """Serve until a signal ends it. TERM finishes running requests, HUP starts new processes one after the other."""
    from dokoclub import settings

    multiprocessing.set_start_method("fork", force=True)  # everything loaded here is shared by all processes
    files = raise_limit_of_files()
    server = Server(
        application,
        address=find_address(settings.HOST, settings.PORT),
        port=settings.PORT,
        interface=Interfaces.WSGI,
        workers=max(1, settings.PROCESSES),
        blocking_threads=THREADS,
        backlog=BACKLOG,
        backpressure=max(10, min(CONNECTIONS, files - 500)),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_TIME, max_buffer_size=HEAD),
        websockets=False,
        log_level=LogLevels(settings.LOG_LEVEL.lower()),
        log_dictconfig=settings.LOGGING,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
    )
    load_application(application)
    server.on_startup(gc.freeze)  # keeps garbage collection from copying shared memory
    server.serve(target_loader=begin_process)


def load_application(application: str) -> Any:
    module, _, name = application.partition(":")
    return getattr(import_module(module), name or "application")


def begin_process(application: str) -> Any:
    """Return the application, in a process that has just started."""
    os.setpgrp()  # Ctrl-C in a terminal must reach the parent alone: a second signal would make this process hang
    Thread(target=end_with_parent, name="parent", daemon=True).start()
    if is_ours(application):
        from dokoclub.operations.scheduler import mark_log, watch_nights

        share_connections()
        mark_log()
        watch_nights()
    return load_application(application)


def share_connections() -> None:
    """Let the threads of this process share few connections to PostgreSQL, which has a hundred by default."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if "postgresql" in database["ENGINE"] and find_spec("psycopg_pool"):
        database["CONN_MAX_AGE"] = 0
        database["OPTIONS"] = database.get("OPTIONS", {}) | {"pool": POOL}


def end_with_parent() -> None:
    """End together with the parent, even if that was killed: another server may need the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def raise_limit_of_files() -> int:
    """Raise the limit of open files to the number needed, if possible, and return it.

    Many systems begin with 1,024.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS reports an unlimited value that it does not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return FILES if soft == resource.RLIM_INFINITY else soft


def find_address(host: str, port: int) -> str:
    """Return the address of a host, which may be a name. Raises OSError."""
    return str(socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0][4][0])


def refuse_taken_port(host: str, port: int) -> None:
    """Exit with a message if the server could not listen there."""
    try:
        address = find_address(host, port)
        socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET).close()
    except OSError as wrong:
        other = f"PORT={8001 if port != 8001 else 8002} {find_command()}"
        told = {
            errno.EADDRINUSE: f"port {port} is taken: {other}",
            errno.EACCES: f"port {port} is not allowed: {other}",
        }
        sys.exit(told.get(wrong.errno or 0, f"HOST={host.strip('[]')} is no address of this machine."))


def find_command() -> str:
    """Return the command that people type to start the server."""
    return "make run" if (Path(__file__).parents[1] / "Makefile").exists() else "dokoclub run"


def serve_unprepared() -> None:
    """Serve without upgrading the install. A wrong or damaged database ends it with a message."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dokoclub.settings")
    try:
        from dokoclub import settings
    except ImproperlyConfigured as wrong:
        sys.exit(f"{wrong}.")

    application = sys.argv[1] if len(sys.argv) > 1 else SITE
    refuse_taken_port(settings.HOST, settings.PORT)
    if is_ours(application):
        load_application(application)  # loads the apps, which the next line needs
        from django.db import connection

        from dokoclub.operations.copies import BackupRefused, Unreachable
        from dokoclub.operations.startup import refuse_wrong_start

        try:
            if lost := refuse_wrong_start():
                print(lost, file=sys.stderr)
        except Unreachable as refused:
            print(refused, file=sys.stderr)  # a database server may start later than this one
        except BackupRefused as refused:
            sys.exit(str(refused))
        finally:
            close_connection(connection)
    serve_site(application)


def close_connection(connection: Any) -> None:
    """Close the connection and its pool; the worker processes open their own."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


def is_ours(application: str) -> bool:
    """Return whether this is dokoclub, not another program served the same way for comparison."""
    return application.startswith("dokoclub.")


if __name__ == "__main__":
    serve_unprepared()
