"""The files and settings of the service worker: the files that a phone caches for use without a network."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from dokoclub.core.cookies import own_name
from dokoclub.core.static_files import strip_script

KEEP: Final = "Offline-Keep"  # the header of a page that may be cached, and for which readers; without it no page is
# For a page cached through a secret link: the account signed in when it loaded. Signing out removes the page.
HOLDER: Final = "Offline-Holder"
# The files named by the pages of a sheet and /offline/; the service worker also caches everything they import.
ROOTS: Final = (
    "css/evening.css",
    "css/look.css",
    "css/seats.css",
    "css/wide.css",
    "fonts/doko-figures.woff2",
    "fonts/doko-serif.woff2",
    "icons/icon.svg",
    "js/pages/start_evening.js",
    "js/pages/stored_sheets.js",
    "js/outbox/worker.js",
    "js/sheet/offline.js",
    "js/sheet/unsaved_game.js",
)
SHARED: Final = "/shared/"  # takes files from other apps (exports:open_shared)
MOST_SHARED: Final = 20 * 1024 * 1024  # bytes of them together, as many as an import takes
BEGIN: Final = "/sheets/new/"  # starts an evening without a network (evenings:begin_evening)
PATIENCE: Final = 4000  # milliseconds that a page may take before the cached one is shown
MOST: Final = 12  # pages of sheets on one phone
_IMPORTED: Final = re.compile(
    r"""["'](?:/static/(js/[\w/-]+\.js)|\./([\w-]+\.js))["']"""
)  # "./x.js" or "/static/js/y/x.js"
_SOURCE: Final = Path(__file__).with_name("sw.js")


@cache
def list_scripts() -> list[str]:
    """List the scripts among ROOTS and all that they import, sorted, as paths below /static/.

    An open page on plain http, without a service worker, loads them before the network is lost.
    """
    found: set[str] = set()
    left = [name for name in ROOTS if name.endswith(".js")]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            text = (settings.FILES_DIR / "static" / name).read_text(encoding="utf-8")
            folder = name.rpartition("/")[0]
            left += [path or f"{folder}/{neighbour}" for path, neighbour in _IMPORTED.findall(text)]
    return sorted(found)


def format_worker() -> str:
    """Return the script of the service worker.

    It changes with every cached file, because ROOTS contain content hashes.
    """
    known = {
        "ROOTS": [static(name) for name in ROOTS],
        "OFFLINE": reverse("ui:show_offline"),
        "BEGIN": BEGIN,
        "PATIENCE": PATIENCE,
        "MOST": MOST,
        "HOLDER": own_name("holder"),
        "SHARED": SHARED,
        "MOST_SHARED": MOST_SHARED,
    }
    head = "".join(f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in known.items())
    return head + strip_script(_SOURCE.read_text(encoding="utf-8"))
