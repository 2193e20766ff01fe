"""Batches of operations and offline starts from a phone, parsed from JSON.

Invalid input is a bug, not a typing error.

{"batch": UUID, "scope": "6.28", "base": 17, "seal": "…", "lexicon": "…", "now": "2026-11-22T23:40:02Z", "ops": [
  {"uuid": …, "kind": "write", "number": 15, "at": "…", "fields": {…}},
  {"uuid": …, "kind": "amend", "row": UUID, "fields": {…}}, {"uuid": …, "kind": "insert", "row": UUID, "fields": {…}},
  {"uuid": …, "kind": "strike", "row": UUID}, {"uuid": …, "kind": "restore", "row": UUID},
  {"uuid": …, "kind": "seats", "players": ["4", …], "dealer": "4", "resting": [], "owing": [], "row": UUID,
   "guests": [{"uuid": …, "name": "Emil"}, {"uuid": …, "name": "Dora", "player": "7"}]}],
 "shown": {"totals": {"4": 31}}}
"""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive

from dokoclub.evenings.services import operations
from dokoclub.evenings.services.offline_start import OfflineStart
from dokoclub.ui.forms import is_derived

FORMAT: Final = 1
LARGEST: Final = 256 * 1024  # bytes
_HIGHEST: Final = 2**31 - 1
_MOST_FIELDS: Final = 200
_LONGEST: Final = 10_000  # characters of one text
_MOST_NAMED: Final = 60
_NOT_STORED: Final = re.compile("[\x00\ud800-\udfff]")

T = TypeVar("T")


class Unreadable(Exception):
    """Input that cannot be parsed: the wrong `part`, for developers of the phone's side, and the batch, if known."""

    def __init__(self, part: str, batch: UUID | None = None) -> None:
        super().__init__(part)
        self.part = part
        self.batch = batch


def read_batch(body: bytes) -> operations.Batch:
    """Parse a batch. Raises Unreadable; ignores keys that are not in the example above."""
    raw = load_object(body, "batch")
    uuid = read_uuid(raw, "batch")
    try:
        return _batch(uuid, raw)
    except Unreadable as unreadable:
        raise Unreadable(unreadable.part, uuid) from None


def _batch(uuid: UUID, raw: dict[str, Any]) -> operations.Batch:
    if raw.get("format") != FORMAT or type(raw["format"]) is not int:
        raise Unreadable("format")
    ops = [_op(_object(one, "ops")) for one in _list(raw.get("ops"), "ops", operations.MOST_OPS)]
    if not ops or len({op.uuid for op in ops}) < len(ops):
        raise Unreadable("ops")
    return operations.Batch(
        uuid=uuid,
        base=read_number(raw.get("base"), "base", 0),
        seal=read_text(raw.get("seal", ""), "seal"),
        lexicon=read_text(raw.get("lexicon", ""), "lexicon"),
        now=read_moment(raw.get("now")),
        ops=tuple(ops),
        shown=_read_totals(raw.get("shown")),
        scope=read_text(raw.get("scope", ""), "scope"),
    )


def load_object(body: bytes, name: str) -> dict[str, Any]:
    """Parse the body as an object; `name`: the expected part.

    Raises Unreadable, like all functions that read a part of it.
    """
    try:
        return _object(json.loads(body, parse_constant=_refuse), name)
    except (ValueError, RecursionError):
        raise Unreadable("json") from None


def _refuse(text: str) -> object:
    raise ValueError(text)


def _op(raw: dict[str, Any]) -> operations.Op:
    uuid, at = read_new_uuid(raw, "uuid"), read_moment(raw.get("at"))
    match raw.get("kind"):
        case "write":
            return operations.Write(
                uuid, at, _fields(raw), _or_none(raw.get("number"), lambda one: read_number(one, "number", 1))
            )
        case "amend":
            return operations.Amend(uuid, at, _fields(raw), read_uuid(raw, "row"))
        case "insert":
            return operations.Insert(uuid, at, _fields(raw), read_uuid(raw, "row"))
        case "strike":
            return operations.Strike(uuid, at, read_uuid(raw, "row"))
        case "restore":
            return operations.Restore(uuid, at, read_uuid(raw, "row"))
        case "seats":
            return operations.Seats(
                uuid,
                at,
                players=read_names(raw, "players"),
                dealer=_or_none(raw.get("dealer"), lambda one: read_text(one, "dealer")),
                resting=read_names(raw, "resting"),
                owing=read_names(raw, "owing"),
                guests=read_guests(raw),
                row=_or_none(raw.get("row"), lambda _: read_uuid(raw, "row")),
            )
        case _:
            raise Unreadable("kind")


def read_guests(raw: dict[str, Any]) -> tuple[operations.Newcomer, ...]:
    """Return people that were in no list known to the phone; `player`: the player that one of them really is."""
    return tuple(_guest(_object(one, "guests")) for one in _list(raw.get("guests", []), "guests"))


def _guest(raw: dict[str, Any]) -> operations.Newcomer:
    guest = operations.Guest(read_new_uuid(raw, "uuid"), read_text(raw.get("name"), "name"))
    player = _or_none(raw.get("player"), lambda one: read_text(one, "player"))
    if player is None:
        return guest
    if not player.isascii() or not player.isdecimal() or int(player) > _HIGHEST:
        raise Unreadable("player")
    return operations.Namesake(*guest, player)


def _fields(raw: dict[str, Any]) -> dict[str, str]:
    found = _object(raw.get("fields"), "fields")
    if len(found) > _MOST_FIELDS:
        raise Unreadable("fields")
    return {read_text(name, "fields"): read_text(value, "fields") for name, value in found.items()}


def _read_totals(raw: object) -> dict[str, int] | None:
    """Return the totals that the phone has shown, or None if they cannot be compared."""
    totals = raw.get("totals") if isinstance(raw, dict) else None
    if not isinstance(totals, dict) or len(totals) > _MOST_NAMED:
        return None
    return totals if all(type(total) is int for total in totals.values()) else None


def read_names(raw: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return several people."""
    return tuple(read_text(one, key) for one in _list(raw.get(key, []), key))


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(name)
    return value


def _list(value: object, name: str, most: int = _MOST_NAMED) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise Unreadable(name)
    return value


def _or_none(value: object, read: Callable[[Any], T]) -> T | None:
    return None if value is None else read(value)


def read_text(value: object, name: str) -> str:
    """Return text without characters that no database stores: JSON can hold halves of characters."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise Unreadable(name)
    return _NOT_STORED.sub("", value)


def read_number(value: object, name: str, least: int) -> int:
    """Return a number that a database can store."""
    if type(value) is not int or not least <= value <= _HIGHEST:
        raise Unreadable(name)
    return value


def read_uuid(raw: dict[str, Any], name: str) -> UUID:
    """Return a uuid in the spelling of browsers only, so that the same text is the same uuid."""
    text = raw.get(name)
    try:
        found = UUID(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    if found is None or str(found) != text:
        raise Unreadable(name)
    return found


def read_new_uuid(raw: dict[str, Any], name: str) -> UUID:
    """Return the uuid of something to write: never one that this program derives for a row of its own."""
    found = read_uuid(raw, name)
    if is_derived(found):
        raise Unreadable(name)
    return found


def read_moment(value: object) -> datetime | None:
    """Return a time, or None if it cannot be parsed: then the operation counts as done now."""
    try:
        found = parse_datetime(value) if isinstance(value, str) and len(value) < 40 else None
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found is not None and is_naive(found) else found


def read_offline_start(body: bytes) -> OfflineStart:
    """Parse an offline start. Raises Unreadable; ignores unknown keys."""
    raw = load_object(body, "beginning")
    key = read_new_uuid(raw, "key")
    if raw.get("format") != FORMAT or type(raw["format"]) is not int:
        raise Unreadable("format")
    account, length = raw.get("account"), raw.get("length")
    return OfflineStart(
        key=key,
        account=None if account is None else read_number(account, "account", 1),
        at=read_moment(raw.get("at")),
        sent=read_moment(raw.get("now")),
        players=read_names(raw, "players"),
        first_dealer=read_text(raw.get("first_dealer"), "first_dealer"),
        guests=read_guests(raw),
        rules=read_number(raw.get("rules"), "rules", 1),
        length_kind=read_text(raw.get("length_kind"), "length_kind"),
        length=None if length is None else read_number(length, "length", 1),
    )
