"""What does somebody hold who writes? Others wait for these rows until he is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.db import connection

_LOCK = re.compile(r" FOR NO KEY UPDATE\b.*", re.DOTALL)
_TABLE = re.compile(r'FROM "(\w+)"')


@contextmanager
def held() -> Iterator[list[str]]:
    """The models of which rows are held, each once, in the order in which they were asked for.

    SQLite has no such lock: it lets one write at a time. There Django is made to ask for it all the same, and what it
    asks is noted and taken out again before the database sees it.
    """
    models = {model._meta.db_table: model.__name__ for model in apps.get_models()}
    can_lock = connection.features.has_select_for_update
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        without = _LOCK.sub("", sql)
        if without != sql and (table := _TABLE.search(sql)) and models[table[1]] not in found:
            found.append(models[table[1]])
        return execute(sql if can_lock else without, params, many, context)

    with ExitStack() as stack:
        for feature in ("has_select_for_update", "has_select_for_update_of", "has_select_for_no_key_update"):
            stack.enter_context(patch.object(connection.features, feature, True))
        stack.enter_context(connection.execute_wrapper(note))
        yield found
