"""The files and settings of the service worker: the files that a phone caches for use without a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

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
    "js/begin.js",
    "js/kept.js",
    "js/offline-worker.js",
    "js/offline.js",
    "js/waiting.js",
)
# All their scripts: an open page on plain http, without a service worker, loads them before the network is lost.
SCRIPTS: Final = (
    "js/asked.js",
    "js/atform.js",
    "js/awake.js",
    "js/band.js",
    "js/begin.js",
    "js/begun.js",
    "js/bubble.js",
    "js/choosing.js",
    "js/clock.js",
    "js/conflict.js",
    "js/controls.js",
    "js/correct.js",
    "js/curve.js",
    "js/deeds.js",
    "js/desk.js",
    "js/display.js",
    "js/drawn.js",
    "js/engine.js",
    "js/entry.js",
    "js/exchange.js",
    "js/game.js",
    "js/guests.js",
    "js/holder.js",
    "js/howmuch.js",
    "js/ink.js",
    "js/kept.js",
    "js/keys.js",
    "js/offline-worker.js",
    "js/offline.js",
    "js/outbox.js",
    "js/phone.js",
    "js/phrases.js",
    "js/problems.js",
    "js/python.js",
    "js/reckoning.js",
    "js/saving.js",
    "js/seated.js",
    "js/sender.js",
    "js/sheet.js",
    "js/shell.js",
    "js/state.js",
    "js/store.js",
    "js/sync.js",
    "js/texts.js",
    "js/tour.js",
    "js/waiting.js",
)
BEGIN: Final = "/sheets/new/"  # starts an evening without a network (evenings:begin_evening)
PATIENCE: Final = 4000  # milliseconds that a page may take before the cached one is shown
MOST: Final = 12  # pages of sheets on one phone
_SOURCE: Final = Path(__file__).with_name("sw.js")


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
    }
    head = "".join(f"const {name} = {json.dumps(value, separators=(',', ':'))};\n" for name, value in known.items())
    return head + strip_script(_SOURCE.read_text(encoding="utf-8"))
