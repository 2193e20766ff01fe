"""Writers that save games, and the book of their answers."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any, Final, NamedTuple

from bench.games import UNWRITTEN, make_batch
from bench.serving import TOKEN

GAMES: Final = 40  # on a sheet
AGAIN: Final = 0.15  # of the answered games are sent once more
TWICE: Final = 0.1  # of the games are sent on two connections at once
PATIENCE: Final = 60  # seconds for an answer
LONGEST: Final = 240  # seconds for a game, however often it has to be sent
NEVER: Final = "never answered"

Form = dict[str, str]


class Game(NamedTuple):
    """A game as it was sent, for any known version of the sheet."""

    sheet: int
    form: Form

    @property
    def key(self) -> str:
        return self.form["uuid"]


class Book:
    """The shared record of all writers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.sent: dict[str, Game] = {}
        self.answered: dict[str, Game] = {}
        self.counts: Counter[str] = Counter()
        self.taken: list[float] = []  # seconds of each request that was answered with 200

    def note_sent(self, game: Game) -> None:
        with self._lock:
            self.sent[game.key] = game

    def note_answered(self, game: Game, seconds: float) -> None:
        with self._lock:
            self.answered[game.key] = game
            self.taken.append(seconds)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1


class Writer(threading.Thread):
    """A thread that saves one game after the other until `end`, and then finishes the current one."""

    def __init__(
        self, ports: Sequence[int], cookie: str, games: Sequence[Sequence[Game]], book: Book, end: threading.Event, *,
        pause: float, seed: int,
    ) -> None:  # fmt: skip
        super().__init__(name=f"writer {seed}")
        self._ports, self._cookie, self._games, self._book, self._end = ports, cookie, games, book, end
        self._pause, self._dice = pause, random.Random(seed)
        self._connections: dict[int, HTTPConnection] = {}

    def run(self) -> None:
        for games in self._games:
            base = UNWRITTEN
            for game in games:
                if self._end.is_set():
                    return
                base = self._save(game, base)
                if self._dice.random() < AGAIN:
                    self._book.count("sent again")
                    self._save(game, base)
                base += 1
                time.sleep(self._pause)
        self._book.count("writers that ran out of sheets")

    def _save(self, game: Game, base: int) -> int:
        """Send a game until it is answered; return the version that it was last sent with.
        The other writer of the sheet may have raised it.
        """
        self._book.note_sent(game)
        if self._dice.random() < TWICE:
            self._book.count("sent twice at once")
            twin = Writer(self._ports, self._cookie, [], self._book, self._end, pause=0, seed=0)
            thread = threading.Thread(target=twin._send_once, args=(game, base))
            thread.start()
            base = self._send(game, base)
            thread.join()
            return base
        return self._send(game, base)

    def _send(self, game: Game, base: int) -> int:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            status, told = self._send_once(game, base)
            if status in (200, 400, 403, 404, 422):  # all but the first are counted, and wrong
                return base
            if status == 409:
                base = told.get("version", base)
            else:
                time.sleep(0.2)
        self._book.count(NEVER)
        return base

    def _send_once(self, game: Game, base: int) -> tuple[int, dict[str, Any]]:
        """Send once; return the status and the content of a refusal, or 0 if the connection broke."""
        port, began = self._dice.choice(self._ports), time.perf_counter()
        try:
            status, told = self._post(port, f"/sheets/{game.sheet}/ops/", make_batch(game.form, base))
        except (OSError, HTTPException):
            self._connections.pop(port).close()
            self._book.count("broken off")
            return 0, {}
        if status == 200:
            self._book.note_answered(game, time.perf_counter() - began)
        else:
            self._book.count(f"answered {status} {told.get('reason', '')}".rstrip())
        return status, told

    def _post(self, port: int, path: str, batch: str) -> tuple[int, dict[str, Any]]:
        connection = self._connections.setdefault(port, HTTPConnection("127.0.0.1", port, timeout=PATIENCE))
        headers = {"Cookie": f"{self._cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        headers |= {"Content-Type": "application/json"}
        connection.request("POST", path, batch, headers)
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if answer.status == 409 else {}
