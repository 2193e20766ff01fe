"""The rows are asked for, by one client and by eight at once, round by round."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bench.crowd import Crowd, Heard, Job, count_cores
from bench.rows import Row
from bench.usage import Used, read_usage, spend_between

ALONE: Final = 12  # answers of one client in a round, and of each of eight
EACH: Final = 6
SECONDS: Final = 3.0  # for one row in one round; at least one answer to each, however slow it is
PATIENCE: Final = 20.0  # seconds that a row took in a round: it gets no other


class Server(NamedTuple):
    port: int
    master: int  # the process that started those which answer


@dataclass
class Seen:
    """All that so many clients were answered, over the rounds."""

    milliseconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)  # answers a second, of each round
    clients: list[float] = field(default_factory=list)  # what they themselves took, as a part of all processors
    server: list[float] = field(default_factory=list)  # milliseconds of the processor for an answer
    busiest: list[float] = field(default_factory=list)  # part of the work that one process did

    def add(self, heard: Sequence[Heard], used: Used) -> None:
        """A rate is counted until the first client has done: from then on they are fewer."""
        times = [each for one in heard for each in one.times]
        self.milliseconds += [(end - begin) * 1000 for begin, end in times]
        begin, end = min(begin for begin, _ in times), min(one.times[-1][1] for one in heard)
        self.rates.append(sum(ended <= end for _, ended in times) / (end - begin))
        lasted = max(one.ended for one in heard) - begin
        self.clients.append(sum(one.processor for one in heard) / lasted / count_cores())
        self.server.append(sum(used.values()) * 1000 / len(times))
        self.busiest.append(max(used.values(), default=0) / (sum(used.values()) or 1))

    @property
    def median(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def high(self) -> float:
        """95 % are below."""
        return statistics.quantiles(self.milliseconds, n=20)[-1]

    @property
    def spent(self) -> float:
        return statistics.median(self.server)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


@dataclass
class Measured:
    row: Row
    one: Seen = field(default_factory=Seen)
    eight: Seen = field(default_factory=Seen)


def measure_rows(crowd: Crowd, server: Server, rows: Sequence[Row], rounds: int) -> dict[str, Measured]:
    """By name."""
    measured = {row.name: Measured(row) for row in rows}
    lively = list(rows)
    for row in rows:
        ask_all(crowd, server, row, 1, 1)
        ask_all(crowd, server, row, len(crowd.doors), 1)  # every process has seen it
    for _ in range(rounds):
        for row in list(lively):
            begin = time.monotonic()
            measured[row.name].one.add(*ask_all(crowd, server, row, 1, ALONE))
            measured[row.name].eight.add(*ask_all(crowd, server, row, len(crowd.doors), EACH))
            if time.monotonic() - begin > PATIENCE:
                lively.remove(row)
    return measured


def ask_all(crowd: Crowd, server: Server, row: Row, clients: int, number: int) -> tuple[list[Heard], Used]:
    before: Used = {}
    heard = crowd.ask(
        [Job(server.port, list(row.asks(client, number)), SECONDS) for client in range(clients)],
        lambda: before.update(read_usage(server.master)),
    )
    return heard, spend_between(before, read_usage(server.master))
