"""Those of the site, with the bare pages beside its own."""

from dokoclub.settings import *  # noqa: F403

ROOT_URLCONF = "bench.beside"
