"""Writers of an SQLite database begin one after the other, those of all processes, and none of them is lost."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from pathlib import Path

import pytest
from django.db import connection, connections, transaction

from dokoclub.accounts.models import Account

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself"),
    pytest.mark.django_db(transaction=True),
]
PATIENCE = 60  # seconds; nothing here takes one
WRITERS, GAMES = 16, 10


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database in a file, to which the connections of all threads lead."""
    path = tmp_path / "db.sqlite3"
    connection.ensure_connection()
    with sqlite3.connect(path) as copy:
        connection.connection.backup(copy)
    copy.close()
    return path


@pytest.fixture
def on_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(connections.settings["default"], "NAME", str(file))
    monkeypatch.setitem(connections.settings["default"], "OPTIONS", {"transaction_mode": "IMMEDIATE", "timeout": 20})
    return file


def write(number: int, wrong: list[BaseException]) -> None:
    try:
        for game in range(GAMES):
            with transaction.atomic():
                Account.objects.filter(username=f"writer{number}").exists()
                Account.objects.create_user(f"w{number}x{game}")
    except BaseException as error:
        wrong.append(error)
    finally:
        connection.close()


@pytest.mark.promise("turns")
def test_many_writers_at_once_lose_nothing(on_file: Path) -> None:
    wrong: list[BaseException] = []
    writers = [threading.Thread(target=write, args=(number, wrong)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(PATIENCE)
    assert wrong == []
    with sqlite3.connect(on_file) as told:
        (found,) = told.execute("SELECT count(*) FROM accounts_account").fetchone()
    told.close()
    assert found == WRITERS * GAMES


@pytest.mark.promise("turns")
def test_a_transaction_waits_for_the_one_who_asked_before_and_gives_its_turn_on(on_file: Path) -> None:
    began = threading.Event()
    wrong: list[BaseException] = []

    def begin() -> None:
        with transaction.atomic():
            began.set()
        connection.close()

    with open(f"{on_file}-turn", "a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        other = threading.Thread(target=begin)
        other.start()
        assert not began.wait(0.2)
        fcntl.flock(turn, fcntl.LOCK_UN)
        assert began.wait(PATIENCE)
        other.join(PATIENCE)
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody holds it any more
    assert wrong == []


@pytest.mark.promise("turns")
def test_where_no_file_can_be_made_sqlite_decides_alone(on_file: Path) -> None:
    Path(f"{on_file}-turn").mkdir()
    wrong: list[BaseException] = []
    writer = threading.Thread(target=write, args=(1, wrong))
    writer.start()
    writer.join(PATIENCE)
    assert wrong == []
