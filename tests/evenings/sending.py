"""Batches as a phone makes them, and the server's answers, for the tests of sending."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.views import SCRIPT, fields, url

Json = dict[str, Any]


def op(kind: str = "write", **more: Any) -> Json:
    return {"uuid": str(uuid4()), "kind": kind, **more}


def game(cast: Cast, *re: str, number: int | None = None, **more: Any) -> Json:
    """Return a normal game of Anna to Dora as the form sends it."""
    said = {name: str(value) for name, value in fields(cast, *re, **more).items() if name not in ("uuid", "expected")}
    return op(fields=said, number=number, at=timezone.now().isoformat())


def batch(sheet: Sheet, *ops: Json, **more: Any) -> Json:
    """Return a batch based on the current database."""
    base = Sheet.objects.values_list("version", flat=True).get(pk=sheet.pk)
    told = {"format": 1, "batch": str(uuid4()), "base": base, "now": timezone.now().isoformat(), "ops": [*ops]}
    return {**told, **more}


def send(client: Client, sheet: Sheet, what: Json, **more: Any) -> Any:
    return client.post(url("send_ops", sheet), json.dumps(what), content_type="application/json", **more)


def save(client: Client, sheet: Sheet, form: Mapping[str, object], **more: Any) -> Any:
    """Save the values in the entry form: a batch of one."""
    said = {name: str(value) for name, value in form.items() if name not in ("uuid", "expected")}
    number = form.get("expected")
    one = {**op(fields=said, number=int(str(number)) if number else None), "uuid": str(UUID(str(form["uuid"])))}
    return send(client, sheet, batch(sheet, one), **more)


def seats(cast: Cast, *names: str, dealer: str | None = None, resting: Sequence[str] = (), **more: Any) -> Json:
    """Return the op that seats these players from now on, in this order."""
    told = {"players": cast.ids(*names), "dealer": cast.ids(dealer)[0] if dealer else None}
    return op("seats", **told, resting=cast.ids(*resting), owing=[], **more)


def numbers(sheet: Sheet) -> list[int | None]:
    """List the numbers of all rows that count, in their order."""
    return [*sheet.entries.counted().order_by("position").values_list("number", flat=True)]


def now(sheet: Sheet) -> Sheet:
    return Sheet.objects.get(pk=sheet.pk)


def is_sound(sheet: Sheet) -> bool:
    return [*compare_sheet(now(sheet))] == []


def pen_url(sheet: Sheet, name: str) -> str:
    return reverse(f"evenings:{name}_by_pen", kwargs={"token": evenings.create_scoring_link(sheet)})


def post(client: Any, address: str, what: Json) -> Any:
    return client.post(address, json.dumps(what), content_type="application/json", headers=SCRIPT)
