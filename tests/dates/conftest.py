"""An install that sends reminders, and a push service that accepts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.webpush.service import PushService, served


@pytest.fixture
def push_on(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.PUSH_CONTACT = "doko@example.org"


@pytest.fixture
def push_service(push_on: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PushService]:
    with served(monkeypatch, tmp_path) as service:
        yield service
