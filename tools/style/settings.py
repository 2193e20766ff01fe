"""Settings of the site plus the style page: `DJANGO_SETTINGS_MODULE=tools.style.settings make run`."""

from pathlib import Path

from dokoclub.settings import *  # noqa: F403
from dokoclub.settings import TEMPLATES

ROOT_URLCONF = "tools.style.urls"
TEMPLATES[0]["DIRS"] += [Path(__file__).parent / "templates"]  # type: ignore[operator]
