"""Writers of an SQLite database queue; who waits too long is told to come again."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import RequestFactory

from dokoclub.evenings import services
from dokoclub.serving.busy import AnswerBusy, answer_error, is_busy
from dokoclub.serving.queue import Busy, Queue
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.views import fields, url

PATIENCE = 60  # seconds; nothing here takes one


@pytest.fixture
def queue(tmp_path: Path) -> Queue:
    return Queue(tmp_path / "queue")


def waiting(queue: Queue, number: int) -> None:
    """Until so many stand in it."""
    done = threading.Event()
    while len(queue._waiting) < number:
        done.wait(0.001)


def test_turns_come_in_the_order_of_coming(queue: Queue) -> None:
    order: list[int] = []

    def write(number: int) -> None:
        queue.enter(PATIENCE)
        order.append(number)
        queue.leave()

    queue.enter()
    writers = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for number, writer in enumerate(writers, start=1):
        writer.start()
        waiting(queue, number)
    queue.leave()
    for writer in writers:
        writer.join(PATIENCE)
    assert order == [*range(20)]


def test_who_waits_too_long_leaves_the_queue(queue: Queue) -> None:
    queue.enter()
    with pytest.raises(Busy):
        queue.enter(seconds=0.01)
    assert not queue._waiting
    queue.leave()
    queue.enter(seconds=0.01)
    queue.leave()


HOLD = """
import sys
from pathlib import Path
from dokoclub.serving.queue import Queue
Queue(Path(sys.argv[1])).enter()
print("in", flush=True)
sys.stdin.read()
"""


def test_a_process_that_is_killed_leaves_its_place_to_the_others(queue: Queue) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(queue.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "in\n"
        mine = threading.Thread(target=queue.enter)
        mine.start()
        other.kill()
        mine.join(PATIENCE)
        assert not mine.is_alive()
    queue.leave()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself")
@pytest.mark.django_db(transaction=True)
def test_a_transaction_gives_its_place_back_however_it_ends() -> None:
    def is_free() -> bool:
        return getattr(connection, "_queue", None) is None

    with transaction.atomic():
        assert not is_free()
        with transaction.atomic():
            pass
        assert not is_free()
    assert is_free()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        _ = 1 / 0
    assert is_free()
    with pytest.raises(DatabaseError), transaction.atomic():
        connection.cursor().execute("no sql")
    assert is_free()


def test_what_is_answered_with_come_again() -> None:
    locked, other = OperationalError("database is locked"), OperationalError("disk I/O error")
    assert [is_busy(error) for error in (Busy(), locked, other, ValueError("database is locked"))] == [
        True,
        True,
        False,
        False,
    ]


def test_a_writer_is_told_to_come_again_and_nothing_is_lost(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = papers.sheet(cast)
    ben = phone(cast, "Ben")

    def full(*_: object, **__: object) -> None:
        raise Busy("Too many are writing.")

    monkeypatch.setattr(services, "write_entry", full)
    answer = ben.post(url("write_entry", sheet), fields(cast))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Bitte noch einmal senden." in answer.content.decode()


def test_also_outside_of_a_view() -> None:
    request = RequestFactory().get("/")
    try:
        raise Busy("Too many are writing.")
    except Busy:
        assert answer_error(request).status_code == 503
    try:
        raise ValueError
    except ValueError:
        assert answer_error(request).status_code == 500
    assert AnswerBusy(lambda _: answer_error(request)).process_exception(request, ValueError()) is None
