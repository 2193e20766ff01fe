"""A push service for each test that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webpush.service import PushService, served


@pytest.fixture
def push_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PushService]:
    with served(monkeypatch, tmp_path) as service:
        yield service
