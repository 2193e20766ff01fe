"""Those of the site, but nothing that was worked out is kept: each page asks the database for all of it, each time."""

from dokoclub.settings import *  # noqa: F403
from dokoclub.settings import CACHES

CACHES["kept"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
