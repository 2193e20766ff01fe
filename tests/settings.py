"""The settings under test: as in earnest, with a data folder of its own and without what only costs time."""

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path

# Whatever else is set in this terminal, the tests mean a new install; only the kind of database may be chosen.
for name in re.findall(
    r'read_env\(\s*"(\w+)"', (Path(__file__).parent.parent / "dokoclub" / "settings.py").read_text("utf-8")
):
    if name != "DATABASE_URL":
        os.environ.pop(name, None)

home = tempfile.mkdtemp(prefix="dokoclub-test-")
atexit.register(shutil.rmtree, home, ignore_errors=True)
os.environ["DATA_DIR"] = home
os.environ["PROCESSES"] = "1"  # as many as the machine has cores would be another thing on each machine

from dokoclub.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE, SQLITE_START  # noqa: E402
from tools.style.settings import *  # noqa: E402, F403

Path(home, "static").mkdir()
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if "init_command" in DATABASES["default"].get("OPTIONS", {}):
    # A file: in memory, the threads of live_server would share one connection and lock each other out.
    DATABASES["default"]["TEST"] = {"NAME": f"{home}/test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = SQLITE_START.replace("FULL", "OFF")

# A page that asks the database once for every row fails its test.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
ZEAL_ALLOWLIST = [{"model": "sessions.Session"}, {"model": "exports.Import"}]  # each step of an import locks it anew
ZEAL_NPLUSONE_THRESHOLD = 3  # two calls of one service may each lock the same club
