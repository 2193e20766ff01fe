"""Uploads are read in a process of their own, outside of any transaction."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from io import BytesIO
from subprocess import PIPE
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

from bench import made_bombs as bombs
from dokoclub.exports.importers.unpacking import Budget, Exhausted
from dokoclub.exports.models import Import
from dokoclub.exports.sandbox import process
from dokoclub.exports.sandbox.process import Ending, run_apart
from dokoclub.exports.sandbox.requests import Upload, read_apart
from dokoclub.exports.services import reading
from dokoclub.exports.services import reading as reading_services
from scoring.tables.reading import Options
from tests.cast import Cast
from tests.evenings.pages import Answer, phone, seen
from tests.exports.old_sheets import read_old_sheets
from tests.exports.pages import FIRST, draft, papers, send
from tests.processes import read_line, start_child

pytestmark = pytest.mark.apart

CHILD = "tests.exports.ending_child"


# --- The process ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "ending"),
    [("well", Ending.WELL), ("memory", Ending.MEMORY), ("abort", Ending.MEMORY), ("wrong", Ending.BROKEN)],
)
def test_how_it_ended(how: str, ending: Ending) -> None:
    if how == "memory":
        pytest.importorskip("resource")
    with run_apart(CHILD, BytesIO(how.encode())) as answer:
        assert answer.ending is ending
        assert answer.written.read() == (b"gelesen" if how == "well" else b"")


@pytest.mark.promise("hostile-files")
def test_one_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WALL", 1)
    with run_apart(CHILD, BytesIO(b"time")) as answer:
        assert answer.ending is Ending.TIME


def test_no_more_than_some_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WALL", 0)
    with ExitStack() as others:
        for _ in range(process.AT_ONCE):
            assert others.enter_context(process.take_place(0))
        with run_apart(CHILD, BytesIO(b"well")) as answer:
            assert answer.ending is Ending.BUSY
    with process.take_place(0) as is_free:
        assert is_free


def test_the_places_are_those_of_all_processes() -> None:
    """Whoever is killed gives his back."""
    take = "from dokoclub.exports.sandbox.process import *; import sys; "
    take += "held = [take_place(0) for _ in range(AT_ONCE)]; print([one.__enter__() for one in held], flush=True); "
    take += "sys.stdin.read()"
    command = [sys.executable, "-c", f"import django; django.setup(); {take}"]
    environment = os.environ | {"DATA_DIR": str(settings.DATA_DIR), "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    with start_child(command, cwd=settings.BASE_DIR, env=environment, stdin=PIPE, stdout=PIPE) as other:
        assert read_line(other) == "[True, True]"
        with process.take_place(0) as is_free:
            assert not is_free
    with process.take_place(0) as is_free:
        assert is_free


def test_no_more_than_some_wait() -> None:
    """Each keeps a thread: whoever hands in ten files at once would stop the site."""
    for _ in range(process.AT_ONCE + process.WAITING):
        assert process._queue.acquire(blocking=False)
    try:
        with run_apart(CHILD, BytesIO(b"well")) as answer:
            assert answer.ending is Ending.BUSY
    finally:
        for _ in range(process.AT_ONCE + process.WAITING):
            process._queue.release()
    with run_apart(CHILD, BytesIO(b"well")) as answer:
        assert answer.ending is Ending.WELL


@pytest.mark.promise("hostile-files")
def test_it_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "geheim")
    monkeypatch.setenv("DATABASE_URL", "postgres://doko:geheim@localhost/doko")
    passed = {name: os.environ[name] for name in process._PASSED_ON if name in os.environ}
    assert "geheim" not in str(passed)


# --- Files that ask for too much --------------------------------------------------------------------------------------


def hand_in(cast: Cast, **files: bytes) -> Answer:
    sent = {"upload": papers(**files), "key": str(uuid4())}
    return phone(cast, "Anna").post(f"/clubs/{cast.club.pk}/imports/new/", sent, follow=True)


@pytest.mark.promise("hostile-files")
@pytest.mark.parametrize(
    ("file", "words"),
    [
        (bombs.share_text(30_000, 1000), "Die Zellen haben mehr als 10 Millionen Zeichen: Teile die Datei auf."),
        (bombs.unpack_to(61), "Entpackt sind das mehr als 60 MB: bitte als CSV speichern oder aufteilen."),
        (bombs.spread_cells(10_100, 200), "Mehr als 2 Millionen Zellen, auch leere: Teile die Datei auf."),
    ],
    ids=["text", "unpacked", "cells"],
)
def test_the_file_and_the_limit_are_told(cast: Cast, file: bytes, words: str) -> None:
    answer = hand_in(cast, Eins=FIRST.encode(), Zwei=file)
    assert answer.status_code == 422
    assert f"Zwei.csv: {words}" in seen(answer)
    assert not Import.objects.exists()


def test_a_text_that_no_cell_holds(cast: Cast) -> None:
    page = seen(hand_in(cast, Zwei=bombs.share_text(200_000, 100)))
    assert "Zwei.csv" in page
    assert "Eine Zelle darin hat mehr als 32767 Zeichen." in page


def test_a_cell_with_a_novel(cast: Cast) -> None:
    page = seen(hand_in(cast, Zwei=f"A,B,C,D\n1,1,-1,-1,{'x' * 40_000}\n".encode()))
    assert "Eine Zelle in Zeile 2 hat mehr als 32767 Zeichen." in page


def small(**left: int) -> Callable[[], Budget]:
    return lambda: Budget(**left)


@pytest.mark.promise("hostile-files")
@pytest.mark.parametrize(
    ("file", "budget"),
    [
        (bombs.list_cells(60), small(tags=100)),
        (bombs.share_text(10, 100), small(text=4_000)),
        (bombs.write_table(20), small(cells=200)),
        (bombs.pack_workbook(b"<row/>", b"<si/>" * 60), small(tags=100)),
        (bombs.unpack_to(1), small(unpacked=1_500_000)),
    ],
    ids=["tags", "text", "cells", "texts", "unpacked"],
)
def test_files_share_what_they_may_take(file: bytes, budget: Callable[[], Budget]) -> None:
    together = budget()
    read_old_sheets("Eins", file, Options(), budget())
    read_old_sheets("Eins", file, Options(), together)
    with pytest.raises(Exhausted):
        read_old_sheets("Zwei", file, Options(), together)


def test_a_cell_that_names_no_text_counts_as_the_longest() -> None:
    cells = [b'<c t="s"><v>0</v></c>', b'<c t="s"><v>9</v></c>', b'<c t="s"><v><!-- -->1</v></c>']
    texts = b"<si><t>A</t></si><si><t>" + b"x" * 100 + b"</t></si>"
    for cell, longer in zip(cells, (False, True, True), strict=True):
        budget = Budget()
        read_old_sheets("Eins", bombs.pack_workbook(b"<row>" + cell + b"</row>", texts), Options(), budget)
        assert (Budget().text - budget.text > 100) == longer


def test_nested_tags_are_only_looked_through() -> None:
    (found,) = read_old_sheets("Eins", bombs.nest_tags(100_000), Options(), Budget())
    assert found.problems[0].text == "There is nothing in it."


# --- What is kept -----------------------------------------------------------------------------------------------------


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many transactions were open, one in the other, whenever files were read; the test itself has one."""
    found = []

    def read(*given: Any, **more: Any) -> Any:
        found.append(len(connection.savepoint_ids))
        return read_apart(*given, **more)

    monkeypatch.setattr(reading, "read_apart", read)
    return found


@pytest.mark.promise("uploads")
def test_files_are_read_while_nobody_waits(cast: Cast, depths: list[int]) -> None:
    made = draft(cast)
    assert send(cast, made, action="check", points="game").status_code == 302
    assert depths == [0, 0]
    assert made.sheets.get().kind == "game"


def test_who_was_faster_with_the_same_key_has_made_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    key, files = uuid4(), [Upload("Eins.csv", FIRST.encode())]
    first: list[Import] = []

    def read(*given: Any, **more: Any) -> Any:
        if not first:
            first.append(Import())
            first[0] = reading.hand_in(cast.club, files, key=key, by=cast.anna)
        return read_apart(*given, **more)

    monkeypatch.setattr(reading, "read_apart", read)
    assert reading.hand_in(cast.club, files, key=key, by=cast.anna) == first[0]
    assert Import.objects.count() == 1


def test_two_who_have_it_read_otherwise(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the second one chose is what stands in the end, sheets and options."""
    made = draft(cast)
    stale = Import.objects.get(pk=made.pk)
    chosen = reading_services.Decided(options={"points": "game"}, days={}, players={})
    reading_services.decide_people(made, chosen)
    reading_services.decide_people(stale, chosen._replace(options={}))
    made.refresh_from_db()
    assert (made.options, made.sheets.get().kind) == ({"rhythm": "weekly"}, "running")
