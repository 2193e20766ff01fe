"""Operations from a phone: write, amend, insert, strike and restore entries, one after the other, all or none."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

MOST_OPS: Final = 60  # in a batch
_GUEST: Final = re.compile(r"guest:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


class Write(NamedTuple):
    """A new entry, with the uuid of the operation. `fields`: of the entry form."""

    uuid: UUID
    at: datetime | None  # by the phone's clock
    fields: Mapping[str, str]
    number: int | None  # the number that the phone expects for a game


class Amend(NamedTuple):
    uuid: UUID
    at: datetime | None
    fields: Mapping[str, str]
    row: UUID


class Insert(NamedTuple):
    """A new entry before another one, with the uuid of the operation."""

    uuid: UUID
    at: datetime | None
    fields: Mapping[str, str]
    row: UUID


class Strike(NamedTuple):
    uuid: UUID
    at: datetime | None
    row: UUID


class Restore(NamedTuple):
    uuid: UUID
    at: datetime | None
    row: UUID


class Guest(NamedTuple):
    """A person not yet in the club's list; they are `guest:UUID` until the phone knows their number."""

    uuid: UUID
    name: str


class Namesake(NamedTuple):
    """A person whom the phone took for a guest but who is in the list: that player."""

    uuid: UUID
    name: str
    player: str


Newcomer: TypeAlias = Guest | Namesake


class Seats(NamedTuple):
    """The players at the table from here on; `row`: the change of the table to correct, None for a new one."""

    uuid: UUID
    at: datetime | None
    players: tuple[str, ...]
    dealer: str | None
    resting: tuple[str, ...]
    owing: tuple[str, ...]
    guests: tuple[Newcomer, ...]
    row: UUID | None


Op: TypeAlias = Write | Amend | Insert | Strike | Restore | Seats


class Batch(NamedTuple):
    """Operations sent together.

    `base`: the version of the sheet that the phone knew. `seal`: of the entries that it knew then; "" is not checked.
    `now`: the phone's clock at sending. `shown`: the totals that the phone has shown. `lexicon`: the version of its
    texts. `scope`: the owner of the batch, an account's or the scoring link's, and for which sheet; "" is not checked.
    """

    uuid: UUID
    base: int
    seal: str
    now: datetime | None
    ops: tuple[Op, ...]
    shown: Mapping[str, int] | None = None
    lexicon: str = ""
    scope: str = ""


def get_digest(batch: Batch) -> str:
    """Return a digest of the content to write.

    The clocks of another attempt and its kind of access do not change it.
    """
    told = [batch.base, [[type(op).__name__, *op] for op in batch.ops]]
    return blake2b(json.dumps(told, sort_keys=True, default=str).encode(), digest_size=16).hexdigest()


def is_appended(op: Op) -> bool:
    """Return whether the operation adds an entry at the end."""
    return isinstance(op, Write) or (isinstance(op, Seats) and op.row is None)


def list_guests(batch: Batch) -> Iterator[tuple[int, int, Newcomer]]:
    """Yield each guest with the index of the operation, and of the guest in it."""
    for place, op in enumerate(batch.ops):
        if isinstance(op, Seats):
            yield from ((place, number, guest) for number, guest in enumerate(op.guests))


def named_guests(batch: Batch) -> set[UUID]:
    """Return the uuids of everybody whom the operations name `guest:UUID`."""
    return {UUID(found) for op in batch.ops for text in _texts(op) for found in _GUEST.findall(text)}


def with_numbers(op: Any, numbers: Mapping[UUID, str]) -> Any:
    """Return the operation with player ids in place of guests."""
    if not numbers or isinstance(op, (Strike, Restore)):
        return op

    def put(text: str) -> str:
        return _GUEST.sub(lambda found: numbers.get(UUID(found[1]), found[0]), text)

    if isinstance(op, Seats):
        seats, resting, owing = (tuple(map(put, some)) for some in (op.players, op.resting, op.owing))
        return op._replace(players=seats, resting=resting, owing=owing, dealer=op.dealer and put(op.dealer))
    return op._replace(fields={put(name): put(value) for name, value in op.fields.items()})


def _texts(op: Op) -> Iterator[str]:
    if isinstance(op, Seats):
        yield from (*op.players, *op.resting, *op.owing, op.dealer or "")
    elif isinstance(op, (Write, Amend, Insert)):
        for name, value in op.fields.items():
            yield from (name, value)
