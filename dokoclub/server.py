"""How gunicorn serves dokoclub: `gunicorn -c python:dokoclub.server dokoclub.wsgi`."""

import os

from dokoclub.operations.logs import configuration

bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "gthread"
workers = max(1, int(os.environ.get("PROCESSES") or 1))
threads = 8
control_socket_disable = True  # it would open a socket under $HOME
proc_name = "dokoclub"
if os.path.isdir("/dev/shm"):  # noqa: S108  # only a sign of life of each process; on a slow disk it would stall them
    worker_tmp_dir = "/dev/shm"  # noqa: S108
logconfig_dict = configuration((os.environ.get("LOG_LEVEL") or "INFO").upper())
