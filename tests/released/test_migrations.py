"""Migrations that were released are never edited: an install that ran them would not run them again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings

from tests.released.kept import RELEASES, Release


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.commit)
def test_they_are_as_they_were(release: Release) -> None:
    found = {path: sha256(Path(settings.BASE_DIR, path).read_bytes()).hexdigest() for path in release.migrations}

    assert found == release.migrations
