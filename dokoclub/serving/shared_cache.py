"""A Redis or Valkey cache shared by several machines.

If it fails, that costs a moment but never a response. Then each process uses its own memory, and tries again some
seconds later. Django's own backend does the talking.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

PATIENCE: Final = 0.25  # seconds to connect, and to answer
TRIES: Final = 1  # one retry on a new connection: the old one may predate a restart
REST: Final = 5.0  # seconds without requests to a failed server

_log = logging.getLogger(__name__)
_rest_until: dict[str, float] = {}  # by server, for all threads: each thread has its own cache object


def get_seconds() -> float:
    """Return the seconds of a clock that is never set back; tests replace it."""
    return monotonic()


class AsJson:
    """JSON serializer: unlike Django's usual pickles, write access to the cache does not allow running code here."""

    def dumps(self, value: Any) -> str | int:
        return value if type(value) is int else json.dumps(value)  # so the server can increment it

    def loads(self, stored: bytes) -> Any:
        """Return the stored value. Raise RedisError for foreign data, which counts as no answer."""
        try:
            return json.loads(stored)
        except ValueError as wrong:
            raise RedisError("not written by dokoclub") from wrong


def _softly(name: str) -> Callable[..., Any]:
    def ask(self: SharedCache, *args: Any, **kwargs: Any) -> Any:
        return self.ask(name, *args, **kwargs)

    ask.__name__ = name
    return ask


class SharedCache(BaseCache):
    """A cache for values made of numbers, texts, lists and booleans."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), TRIES),
            "serializer": AsJson(),
        }
        self._server, self._shared = server, RedisCache(server, params | {"OPTIONS": options})
        self._own = LocMemCache(f"instead of {server}", params)

    add = _softly("add")
    get = _softly("get")
    set = _softly("set")
    touch = _softly("touch")
    delete = _softly("delete")
    get_many = _softly("get_many")
    set_many = _softly("set_many")
    delete_many = _softly("delete_many")
    has_key = _softly("has_key")
    incr = _softly("incr")
    clear = _softly("clear")

    def ask(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return the answer of the shared cache, else of this process's memory.

        A ValueError of `incr` is an answer.
        """
        if get_seconds() < _rest_until.get(self._server, 0):
            return getattr(self._own, name)(*args, **kwargs)
        try:
            return getattr(self._shared, name)(*args, **kwargs)
        except (RedisError, OSError) as wrong:
            _rest_until[self._server] = get_seconds() + REST
            _log.warning("the cache does not answer", extra={"facts": {"error": type(wrong).__name__}})
        return getattr(self._own, name)(*args, **kwargs)
