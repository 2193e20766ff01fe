"""Where tests of files run: strangers' files are read in the process of the test, which saves starting another one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from typing import IO

import pytest
from django.utils import translation

from dokoclub.exports.sandbox import requests, rows_child, sheets_child
from dokoclub.exports.sandbox.process import Answer, Ending
from tests.exports.club_files import write_filled_club

CHILDREN = {child.__name__: child.read_given for child in (rows_child, sheets_child)}


@pytest.fixture(autouse=True)
def read_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the test is marked as `apart`: what starts, limits and ends those processes, and what they may take."""

    @contextmanager
    def run(module: str, given: IO[bytes], longer: int = 1) -> Iterator[Answer]:
        given.seek(0)
        written = BytesIO()
        with monkeypatch.context() as here:
            here.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.read())))
            here.setattr(sys, "stdout", TextIOWrapper(written, write_through=True))
            CHILDREN[module]()
            kept = written.getvalue()
        yield Answer(BytesIO(kept), Ending.WELL)

    if request.node.get_closest_marker("apart") is None:
        for asking in (requests, requests):
            monkeypatch.setattr(asking, "run_apart", run)


@pytest.fixture
def english() -> Iterator[None]:
    """Refusals are compared in the language in which they are written."""
    with translation.override("en"):
        yield


@pytest.fixture
def written(db: None) -> str:
    """The file of a club that has one of everything."""
    return write_filled_club()
