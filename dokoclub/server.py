"""How gunicorn serves dokoclub: `gunicorn -c python:dokoclub.server dokoclub.wsgi`."""

import os

from dokoclub import settings

bind = f"{settings.HOST}:{settings.PORT}"
worker_class = "dokoclub.serving.worker.WaitressWorker"
workers = max(1, settings.PROCESSES)
threads = 8
control_socket_disable = True  # it would open a socket under $HOME
proc_name = "dokoclub"
if os.path.isdir("/dev/shm"):  # noqa: S108  # only a sign of life of each process; on a slow disk it would stall them
    worker_tmp_dir = "/dev/shm"  # noqa: S108
logconfig_dict = settings.LOGGING
