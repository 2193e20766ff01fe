"""The site, imported once by the master: who is killed is back in some hundredths of a second instead of in seconds.

Where CHAOS_WAITS names a file, each wait for the turn to write is noted in it.
"""

from __future__ import annotations

import os

from django.template.loader import get_template
from django.urls import get_resolver

from bench.chaos.waits import note_waits
from dokoclub.wsgi import application

if "CHAOS_WAITS" in os.environ:
    note_waits(os.environ["CHAOS_WAITS"])
_ = (get_resolver().url_patterns, get_template("evenings/show_sheet.html"), application)
