"""The site as `manage.py serve` starts it, and a server that gets everything wrong: both as processes with a socket."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving.server import Server, naive_server, real_server


@pytest.fixture(scope="session")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(prepared, folder, dirs_exist_ok=True)
    with real_server(folder) as server:
        yield server


@pytest.fixture
def naive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with naive_server(tmp_path_factory.mktemp("naive")) as server:
        yield server
