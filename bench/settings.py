"""Settings of the site, plus the bare pages."""

from dokoclub.settings import *  # noqa: F403

ROOT_URLCONF = "bench.beside"
