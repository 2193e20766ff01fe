"""One club, built by the product itself, with one of everything that a club can have, and a given number of games.
Its rows get keys that can be recognised everywhere, also in JSON: those of the n-th table begin at
n * SPAN. So `bench.sizes.copying` can copy it without knowing its contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final, TypeAlias
from uuid import uuid4

from django.apps import apps
from django.db import connection, models

from bench.games import Games
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.evenings.domain import opening
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import apply_operations, entries, evenings
from dokoclub.settlement.services import freezing, rules
from dokoclub.standings.services.achievements import count_club
from scoring.money.methods import MoneyRules
from scoring.rules.presets import PRESETS
from tests.cast import Cast, make_cast
from tests.house import address_kwargs

Model: TypeAlias = type[models.Model]
SPAN: Final = 10**10
AT_TABLE: Final = 50  # games of an evening
LEFT_OUT: Final = {"sessions", "contenttypes", "auth", "migrations"}  # apps whose rows belong to no club


def list_tables() -> list[Model]:
    """List all tables that can contain data of a club, with those of histories and of many-to-many relations."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and model._meta.app_label not in LEFT_OUT]


def has_wide_key(model: Model) -> bool:
    """Return whether the table has its own wide key. The keys of histories are narrow; nothing refers to them."""
    return isinstance(model._meta.pk, models.BigAutoField)


def first_key(place: int) -> int:
    return (place + 1) * SPAN


def build_club(games: int, *, waiting: int = 1) -> dict[str, Any]:
    """Build the club; return its address parameters. `waiting`: open evenings, each with one sheet without a game."""
    _move_sequences()
    cast = make_cast()
    found = address_kwargs.fill(cast)
    for account in Account.objects.filter(pk__gt=SPAN):  # names must differ in each copy
        account.username = f"konto-{account.pk}"
        account.save(update_fields=["username"])
    rules.change_club_money(cast.club, MoneyRules(method="players", stake=5), by=cast.anna)
    number = -(-games // AT_TABLE)
    days = [date_of_play() - timedelta(weeks=week) for week in range(number, 0, -1)]
    for place, day in enumerate(days):
        rest = min(AT_TABLE, games - place * AT_TABLE)
        evening = _open(cast, day)
        _write(evening, rest, cast)
        evenings.close_evening(evening, by=cast.anna)
        if place % 2:
            freezing.freeze_evening(evening, by=cast.cleo)
    count_club(cast.club)
    sheets = [_open(cast, date_of_play()).sheets.get().pk for _ in range(waiting)]
    return found | {
        "account": cast.anna.pk,
        "four": cast.ids("Anna", "Ben", "Cleo", "Dora"),
        "closed_evening": evening.pk if days else found["evening_id"],
        "closed_sheet": evening.sheets.get().pk if days else found["sheet_id"],
        "waiting": sheets,
        "months": _months(days),
    }


def _months(days: list[date]) -> list[str]:
    return sorted({f"{day:%Y-%m}" for day in days})


def _open(cast: Cast, day: date) -> Evening:
    four = list(Player.objects.filter(pk__in=cast.ids("Anna", "Ben", "Cleo", "Dora")).order_by("pk"))
    table = opening.NewSheet(players=four, rules=PRESETS["hausrunde"].rules)
    return evenings.open_evening(cast.club, [table], key=uuid4(), by=cast.anna, day=day, stake=5)


def _write(evening: Evening, games: int, cast: Cast) -> None:
    sheet = Sheet.objects.get(evening=evening)
    drawn = Games(sheet.players, seed=evening.pk)
    rows = [entries.NewRow(facts=drawn.draw_facts(), uuid=uuid4()) for _ in range(games)]
    with apply_operations.write_on(sheet, by=cast.anna) as work:
        work.write_all(rows)


def _move_sequences() -> None:
    with connection.cursor() as cursor:
        for place, model in enumerate(list_tables()):
            for sequence in sequences_of(model) if has_wide_key(model) else ():
                cursor.execute(f"ALTER SEQUENCE {sequence} RESTART WITH {first_key(place) + 1}")


def sequences_of(model: Model) -> Iterator[str]:
    """Yield the sequence of the key; none if the key is that of another table."""
    key = model._meta.pk
    assert key
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [model._meta.db_table, key.column])
        yield from (name for name in cursor.fetchone() if name)


def count_rows() -> dict[str, int]:
    """Count the rows of each table."""
    return {model._meta.db_table: model._base_manager.count() for model in list_tables()}
