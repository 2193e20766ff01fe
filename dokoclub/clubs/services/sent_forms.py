"""The same key with the same content writes once; with other content it is refused."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import models, transaction

from dokoclub.clubs.models import SentForm
from dokoclub.look.keys import is_from_browser
from dokoclub.look.refusals import Reused


@transaction.atomic
def refuse_other_content(key: UUID, *content: object) -> None:
    """Note in the caller's transaction what a form with this key asks for. Two queries.

    `content` is compared by value; models by their primary key. Raises Reused where the key has asked for something
    else before. Keys that no browser made are not noted.
    """
    if not is_from_browser(key):
        return
    digest = sha256(json.dumps(content, default=_plain, sort_keys=True).encode()).hexdigest()
    sent, _is_new = SentForm.objects.get_or_create(key=key, defaults={"digest": digest})
    if sent.digest != digest:
        raise Reused(key)


def _plain(value: Any) -> Any:
    """Return something that JSON can say."""
    if isinstance(value, models.Model):
        return value.pk
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return str(value)


def purge_sent_forms() -> int:
    return SentForm.objects.to_purge().delete()[0]
