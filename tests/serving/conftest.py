"""The site as `manage.py serve` starts it, and a server that gets everything wrong: both as processes with a socket."""

from collections.abc import Iterator

import pytest

from tests.serving.server import Server, naive_server, real_server


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with real_server(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture
def naive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with naive_server(tmp_path_factory.mktemp("naive")) as server:
        yield server
