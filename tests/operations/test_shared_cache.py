"""A cache that several machines share: what it answers, and what becomes of an answer when it is gone."""

from __future__ import annotations

import pickle
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE
from threading import Thread

import pytest
from django.test import Client
from pytest_django import Settings

from bench.serving import free_port
from dokoclub.serving import shared_cache
from dokoclub.serving.shared_cache import AsJson, SharedCache
from tests.processes import PATIENCE, join_all, read_until, start_child


def cache_at(port: int) -> SharedCache:
    return SharedCache(f"redis://127.0.0.1:{port}/0", {})


@contextmanager
def redis_that(answers: int) -> Iterator[int]:
    """The port of one that says OK so many times and then hangs up, whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        thread = Thread(target=_answer, args=(listener, answers), daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        join_all(thread)


def _answer(listener: socket.socket, answers: int) -> None:
    with suppress(OSError):
        while True:
            visitor, _ = listener.accept()
            visitor.settimeout(PATIENCE)
            with visitor:
                while (heard := visitor.recv(65536)) and answers > 0:
                    for _ in range(max(1, heard.count(b"\r\n*"))):
                        visitor.sendall(b"+OK\r\n")
                    answers -= b"SETINFO" not in heard  # how its client introduces itself


def test_where_nobody_listens_it_is_the_memory_of_the_process() -> None:
    cache = cache_at(free_port())

    assert cache.add("lock", True) is True
    assert cache.add("lock", True) is False
    cache.set("count", 1)
    assert cache.incr("count") == 2
    assert cache.get_many(["count", "other"]) == {"count": 2}
    assert cache.delete("lock") is True


def test_one_that_dies_midway_costs_no_answer() -> None:
    with redis_that(answers=1) as port:
        cache = cache_at(port)
        cache.set("tries", [1.5])
        cache.set("tries", [2.5, 1.5])  # it hangs up on this one

        assert cache.get("tries") == [2.5, 1.5]


def test_what_somebody_else_has_written_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = cache_at(free_port())
    monkeypatch.setattr(cache._shared, "get", lambda *_: AsJson().loads(pickle.dumps("secret")))

    assert cache.get("sign-ins", 0) == 0
    cache.set("sign-ins", 1)
    assert cache.get("sign-ins") == 1


def test_one_that_never_answers_is_not_waited_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes connections, and says nothing."""
    clock = Clock(monkeypatch)
    monkeypatch.setattr(shared_cache, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        cache = cache_at(listener.getsockname()[1])
        assert [cache.get("key") for _ in range(3)] == [None] * 3
        assert count_visitors(listener) == 1 + shared_cache.TRIES
        clock.now += shared_cache.REST + 1
        assert cache.get("key") is None
        assert count_visitors(listener) == 1 + shared_cache.TRIES


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(shared_cache, "get_seconds", lambda: self.now)


def count_visitors(listener: socket.socket) -> int:
    """Those who have come and were not let in."""
    number = 0
    with suppress(BlockingIOError):
        while True:
            listener.accept()[0].close()
            number += 1
    return number


@pytest.mark.django_db
def test_sign_ins_go_on_and_are_counted_without_it(settings: Settings) -> None:
    settings.CACHES = settings.CACHES | {
        "default": {
            "BACKEND": "dokoclub.serving.shared_cache.SharedCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}",
        }
    }
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"sign_in": "3/m/key"}

    answers = [
        Client().post("/account/login/", {"login": f"name{number}", "password": "wrong wrong"}).status_code
        for number in range(4)
    ]

    assert answers == [422, 422, 422, 429]


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="redis-server is not on this machine")
def test_a_real_one_is_shared_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed and started anew on the same port."""
    clock, port = Clock(monkeypatch), free_port()
    here, there = cache_at(port), cache_at(port)
    with redis(port, tmp_path):
        here.set("tries", [1.5, 1.25])
        assert there.get("tries") == [1.5, 1.25]
        assert here.add("count", 7)
        assert there.incr("count") == 8
    here.set("tries", [9.0])
    assert here.get("tries") == [9.0]
    with redis(port, tmp_path):
        clock.now += shared_cache.REST + 1
        here.set("tries", [2.0])
        assert there.get("tries") == [2.0]


@contextmanager
def redis(port: int, folder: Path) -> Iterator[None]:
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    with start_child(command, stdout=PIPE) as server:
        read_until(server, "Ready to accept")
        yield
