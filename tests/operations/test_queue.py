"""Writers of an SQLite database queue, those of all processes in one."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from subprocess import PIPE

import pytest
from django.db import DatabaseError, connection, transaction

from dokoclub.accounts.models import Account
from dokoclub.serving.queue import Busy, Queue
from tests.processes import PATIENCE, join_all, read_line, start_child, wait_until

LOCKS = Path("/proc/locks")


@pytest.fixture
def queue(tmp_path: Path) -> Queue:
    return Queue(tmp_path / "queue")


def waiting(queue: Queue, number: int) -> None:
    """Until so many stand in it."""
    wait_until(lambda: len(queue._line) >= number)


def test_turns_come_in_the_order_of_coming(queue: Queue) -> None:
    order: list[int] = []

    def write(number: int) -> None:
        queue.enter(PATIENCE)
        order.append(number)
        queue.leave()

    queue.enter()
    writers = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for number, writer in enumerate(writers, start=2):
        writer.start()
        waiting(queue, number)
    queue.leave()
    join_all(*writers)
    assert order == [*range(20)]


def test_who_waits_too_long_leaves_the_queue(queue: Queue) -> None:
    queue.enter()
    with pytest.raises(Busy):
        queue.enter(seconds=0.01)
    assert len(queue._line) == 1
    queue.leave()
    queue.enter(seconds=0.01)
    queue.leave()


WRITE = """
import fcntl, sys
from pathlib import Path
from dokoclub.serving.queue import Queue
inside, queue = open(sys.argv[1] + "-inside", "w"), Queue(Path(sys.argv[1]))
for line in sys.stdin:
    queue.enter(60)
    fcntl.lockf(inside, fcntl.LOCK_EX | fcntl.LOCK_NB)  # an error where another one is in
    print(line, end="", flush=True)
    fcntl.lockf(inside, fcntl.LOCK_UN)
    if line != "stay\\n":
        queue.leave()
"""


class Other:
    """Another process, which takes a turn for each line that it is told."""

    def __init__(self, queue: Queue) -> None:
        command = [sys.executable, "-c", WRITE, str(queue.path)]
        self._started = start_child(command, stdin=PIPE, stdout=PIPE)

    def __enter__(self) -> Other:
        self.process = self._started.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._started.__exit__(None, None, None)

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        return read_line(self.process)


def test_a_process_that_is_killed_leaves_its_place_to_the_others(queue: Queue) -> None:
    with Other(queue) as other:
        other.tell("stay")
        assert other.answer() == "stay"
        mine = threading.Thread(target=queue.enter, args=(PATIENCE,))
        mine.start()
        other.process.kill()
        join_all(mine)
    queue.leave()


def test_also_the_one_who_waits_for_another_process_does_not_do_so_for_ever(queue: Queue) -> None:
    with Other(queue) as other:
        other.tell("stay")
        assert other.answer() == "stay"
        with pytest.raises(Busy):
            queue.enter(seconds=0.01)
        assert not queue._line
    queue.enter(PATIENCE)
    queue.leave()


@pytest.mark.skipif(not LOCKS.exists(), reason="nobody tells who waits")
def test_processes_come_in_the_order_of_their_coming_too(queue: Queue) -> None:
    """Whoever came first has the lowest number, and a byte of the file from then on."""
    with Other(queue) as first, Other(queue) as second:
        queue.enter(PATIENCE)
        for other in (first, second):
            before = _standing(queue)
            other.tell("turn")
            wait_until(partial(has_changed, queue, before))
        queue.leave()
        queue.enter(PATIENCE)  # came last, so both have been in
        queue.leave()
        assert (first.answer(), second.answer()) == ("turn", "turn")


def has_changed(queue: Queue, before: int) -> bool:
    return _standing(queue) != before


def _standing(queue: Queue) -> int:
    """How many other processes wait, by what the system says of the file."""
    inode, mine = f":{queue.path.stat().st_ino} ", f" {os.getpid()} "
    return sum(inode in line and mine not in line for line in LOCKS.read_text().splitlines())


def test_whoever_is_killed_nobody_waits_for_ever_and_two_are_never_in(queue: Queue) -> None:
    with ExitStack() as stack:
        others = [stack.enter_context(Other(queue)) for _ in range(3)]
        for number in range(20):
            for other in others:
                for _ in range(3):
                    other.tell("turn")
            killed = others.pop(number % 3)
            assert killed.answer() == "turn"
            killed.process.kill()
            for other in others:
                assert [other.answer() for _ in range(3)] == ["turn"] * 3
            others.append(stack.enter_context(Other(queue)))
    queue.enter(PATIENCE)
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


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself")
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_writes_alone_waits_for_its_turn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    monkeypatch.setattr(Queue, "enter", lambda *_: taken.append("in"))
    monkeypatch.setattr(Queue, "leave", lambda _: taken.append("out"))
    accounts = Account.objects.filter(username="nobody")
    accounts.update(display_name="Niemand")
    assert taken == ["in", "out"]
    assert not accounts.exists()
    with transaction.atomic():
        accounts.update(display_name="Niemand")
    assert taken == ["in", "out"] * 2
