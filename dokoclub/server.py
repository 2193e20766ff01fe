"""How gunicorn serves dokoclub: `gunicorn -c python:dokoclub.server dokoclub.wsgi`."""

import gc
import os
from typing import Any

from dokoclub import settings

bind = f"{settings.HOST}:{settings.PORT}"
worker_class = "dokoclub.serving.worker.WaitressWorker"
workers = max(1, settings.PROCESSES)
threads = 8
preload_app = True  # read once, and shared by the processes as long as none of them changes it
control_socket_disable = True  # it would open a socket under $HOME
proc_name = "dokoclub"
if os.path.isdir("/dev/shm"):  # noqa: S108  # only a sign of life of each process; on a slow disk it would stall them
    worker_tmp_dir = "/dev/shm"  # noqa: S108
logconfig_dict = settings.LOGGING


def is_ours(app: Any) -> bool:
    """And not another program that is served in the same way, to compare the two."""
    return str(getattr(app, "app_uri", "")).startswith("dokoclub.")


def on_starting(server: Any) -> None:
    """Before it listens: with a wrong or damaged database it says so and ends, instead of beginning anew."""
    if not is_ours(server.app):
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dokoclub.settings")
    from django.db import connection

    from dokoclub.operations.refusal import Refused, Unreachable
    from dokoclub.operations.startup import refuse_wrong_start

    try:
        if lost := refuse_wrong_start():
            server.log.critical("%s", lost)
    except Unreachable as refused:
        server.log.warning("%s", refused)  # a database server may start later than this one
    except Refused as refused:
        server.log.critical("%s", refused)
        raise SystemExit(1) from None
    finally:
        connection.close()  # the processes to come each make their own


def when_ready(server: Any) -> None:
    """What was read so far is never thrown away: who does not look for it there leaves its memory shared."""
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Each process looks now and then whether the daily work is due; one of them has it done."""
    from dokoclub.serving.queue import LONGEST_WAIT
    from dokoclub.serving.sqlite.base import DatabaseWrapper

    DatabaseWrapper.patience = LONGEST_WAIT
    if not is_ours(worker.app):
        return
    from dokoclub.operations.night import mark_log, watch_nights

    mark_log()
    watch_nights()
