"""What a released version wrote is read on a day on which it has happened."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import pytest

from tests import clock

WRITTEN: Final = datetime.fromisoformat("2026-11-28T12:00+01:00")  # the last day that stands in the files


@pytest.fixture(autouse=True)
def after_they_were_written(now: None) -> None:
    clock.set_to(max(clock.NOW, WRITTEN))
