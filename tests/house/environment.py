"""The settings as an environment makes them, for tests."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any
from unittest import mock

from django.conf import settings as present

SETTINGS = Path(present.BASE_DIR) / "dokoclub" / "settings.py"


def settings_of(data_dir: Path, **environment: str) -> dict[str, Any]:
    """The settings as a new process with only this environment would have them."""
    with mock.patch.dict(os.environ, {"DATA_DIR": str(data_dir), "HOME": str(data_dir)} | environment, clear=True):
        return runpy.run_path(str(SETTINGS))
