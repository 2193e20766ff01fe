"""The crowd of a Friday evening: a file of Locust, run by `bench.cluster` in an environment without Django.
A table saves a game now and then, four phones lie around it and follow, somebody looks at league and statistics; one
newcomer signs in, for whom the cache counts. Requests and answers go into two files, line by line.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import time
from typing import Any, TextIO

import gevent
from locust import FastHttpUser, constant, events, task

from bench.games import UNWRITTEN, Games, make_batch
from bench.serving import TOKEN

PLAN: dict[str, Any] = json.loads(open(os.environ["CLUSTER_PLAN"], encoding="utf-8").read())  # noqa: SIM115
TABLES, STEP = int(os.environ["CLUSTER_TABLES"]), int(os.environ["CLUSTER_STEP"])
EVERY = float(os.environ["CLUSTER_EVERY"])  # seconds between two games of a table
FOLLOWS = 1.5  # seconds, as static/js/sheet/sheet.js does while there is news
LOOKS = 30.0  # seconds between two pages of a client that looks at the league
SIGNS_IN = 10.0
PHONES = 4  # at a table
WAITS = (0.5, 1.5)  # seconds before a save is sent again
ASKED = open(os.environ["CLUSTER_ASKED"], "a", encoding="utf-8")  # noqa: SIM115
GAMES = open(os.environ["CLUSTER_GAMES"], "a", encoding="utf-8")  # noqa: SIM115


@events.request.add_listener
def note(name: str, response_time: float, exception: object, start_time: float, **_rest: Any) -> None:
    ASKED.write(f"{start_time + response_time / 1000:.3f}\t{name}\t{response_time:.1f}\t{int(not exception)}\n")


@events.quit.add_listener
def close(**_rest: Any) -> None:
    ASKED.close()
    GAMES.close()


def write_line(file: TextIO, what: Any) -> None:
    file.write(json.dumps(what) + "\n")


class Person(FastHttpUser):
    abstract = True
    wait_time = constant(0)
    connection_timeout = network_timeout = 20.0  # as a phone waits

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        number = next(self.numbers)
        self.table = PLAN["tables"][number % TABLES]
        self.sheet = self.table["sheets"][STEP]
        self.own = {"Cookie": f"{self.table['cookie']}; csrftoken={TOKEN}", "Accept-Encoding": "gzip"}

    def read(self, path: str, name: str) -> Any:
        return self.client.get(path, headers=self.own, name=name)


class Writer(Person):
    """A client that sends a game until it is answered, as the phone does, always with the same key."""

    fixed_count, numbers = TABLES, itertools.count()

    def on_start(self) -> None:
        self.games, self.base = Games(self.table["players"], seed=self.sheet), UNWRITTEN
        gevent.sleep(random.uniform(0, EVERY))

    @task
    def save(self) -> None:
        form = self.games.fill_form()
        write_line(GAMES, {"sent": form["uuid"], "sheet": self.sheet, "form": form})
        while (status := self._send(form)) != 200:
            if status != 409:
                gevent.sleep(random.uniform(*WAITS))
        self.base += 1
        write_line(GAMES, {"answered": form["uuid"]})
        gevent.sleep(random.uniform(0.8, 1.2) * EVERY)

    def _send(self, form: dict[str, str]) -> int:
        head = self.own | {"X-CSRFToken": TOKEN, "Content-Type": "application/json"}
        sent, path = make_batch(form, self.base), f"/sheets/{self.sheet}/ops/"
        with self.client.post(path, data=sent, headers=head, name="save", catch_response=True) as answer:
            if answer.status_code in (200, 409):
                answer.success()
            if answer.status_code == 409:
                self.base = answer.json().get("version", self.base)
            return int(answer.status_code)


class Phone(Person):
    """A client that has the sheet open, and polls it for news."""

    fixed_count, numbers = TABLES * PHONES, itertools.count()

    def on_start(self) -> None:
        gevent.sleep(random.uniform(0, FOLLOWS))
        self._open()

    def _open(self) -> None:
        while (page := self.read(f"/sheets/{self.sheet}/", "sheet")).status_code != 200:
            gevent.sleep(random.uniform(*WAITS))
        follow = re.search(r'data-follow="([^"]+)"', page.text)
        assert follow
        self.follow = follow[1].replace("&amp;", "&")
        self.version = re.search(r'data-version="(\d+)"', page.text)[1]  # type: ignore[index]

    @task
    def ask(self) -> None:
        begin = time.monotonic()
        sign = "&" if "?" in self.follow else "?"
        news = self.read(f"{self.follow}{sign}version={self.version}", "nothing new?")
        if news.status_code == 200 and (found := re.search(r'data-version="(\d+)"', news.text)):
            self.version = found[1]
        gevent.sleep(max(0.0, FOLLOWS - (time.monotonic() - begin)))


class Looker(Person):
    """A client at home, interested in the league."""

    fixed_count, numbers = TABLES, itertools.count()

    def on_start(self) -> None:
        gevent.sleep(random.uniform(0, LOOKS))

    @task
    def look(self) -> None:
        name = random.choice([*self.table["pages"]])
        self.read(self.table["pages"][name], name)
        gevent.sleep(random.uniform(0.5, 1.5) * LOOKS)


class Newcomer(FastHttpUser):
    """A client that signs in on an unknown device."""

    fixed_count, wait_time = 1, constant(SIGNS_IN)
    connection_timeout = network_timeout = 20.0

    @task
    def sign_in(self) -> None:
        self.client.cookiejar.clear()
        head = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        form = PLAN["newcomer"]
        with self.client.post(
            "/account/login/", data=form, headers=head, name="sign in", allow_redirects=False, catch_response=True
        ) as answer:
            if answer.status_code == 302:
                answer.success()
            else:
                answer.failure(f"answered {answer.status_code}")
