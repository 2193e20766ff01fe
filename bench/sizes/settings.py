"""Settings of the site without the cache of computed values: each page queries all its data every time."""

from dokoclub.settings import *  # noqa: F403
from dokoclub.settings import CACHES

CACHES["kept"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
