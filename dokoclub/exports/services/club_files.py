"""A club from its file: everything or nothing, and the ledger is worked out again and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, models, transaction
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.locking import lock_account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.services.writing import save_row
from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.attribution import check_attribution
from dokoclub.evenings.ledger.folded import Folded, fold_entries
from dokoclub.evenings.models import Entry, Result, Sheet
from dokoclub.evenings.services.posting import post_fold
from dokoclub.exports.club_file.reading import Content, Refused, Wrong, parse_file
from dokoclub.exports.club_file.schema import TABLES, Table
from dokoclub.look import names
from dokoclub.look.refusals import Reused
from dokoclub.standings.services.honours import count_club
from scoring.contract import membership
from scoring.game.game import Game
from scoring.game.rows import seated_problems
from scoring.terms import Problem, say

_AT_ONCE: Final = 500  # rows

Made = dict[str, list[int]]  # table -> ids in the order of the file


@transaction.atomic
def found_from_file(content: bytes, *, key: UUID, by: Account) -> Club:
    """The club of the file, owned by `by`. The same key returns the club that it founded.

    Raises Refused with all problems, and then nothing is written; Reused where the key belongs to somebody else's club.
    """
    lock_account(by.pk)
    if (founded := Club.objects.filter(key=key).first()) is not None:
        if not founded.memberships.filter(account=by).exists():
            raise Reused
        return founded
    rows = parse_file(content)
    made: Made = {}
    for table in TABLES:
        _create(table, rows, made, key=key, by=by)
    club = Club.objects.get(pk=made["club"][0])
    save_row(Membership(club=club, account=by, owner=True), by=by)
    _post_sheets(rows, made)
    count_club(club)
    return club


def _create(table: Table, rows: Content, made: Made, *, key: UUID, by: Account) -> None:
    mine = made.setdefault(table.name, [])
    refers_to_itself = table.name in table.refs.values()
    at_once = 1 if refers_to_itself else _AT_ONCE
    some = rows[table.name]
    for start in range(0, len(some), at_once):
        instances = [_instance(table, row, made) for row in some[start : start + at_once]]
        if isinstance(instances[0], Club):
            instances[0].key = key
        try:
            with transaction.atomic():
                mine += [instance.pk for instance in _insert(table.model, instances, by)]
        except DatabaseError:
            place = f"{start + 1}–{start + len(instances)}"
            raise Refused(
                [Wrong(say("These rows contradict each other, or an earlier one."), table.name, None, place)]
            ) from None


def _insert(model: Any, instances: list[Any], by: Account) -> Sequence[Any]:
    """With the first row of their history, where they have one: who brought the file in, and when."""
    if not hasattr(model, "history"):
        return list(model._base_manager.bulk_create(instances))
    created: Sequence[Any] = bulk_create_with_history(instances, model, batch_size=_AT_ONCE, default_user=by)
    return created


def _instance(table: Table, row: Mapping[str, Any], made: Made) -> models.Model:
    def find(name: str, number: int) -> int:
        if not 1 <= number <= len(made[name]):  # 0 is not the last one
            raise KeyError(number)
        return made[name][number - 1]

    values = {name: row[name] for name in table.fields}
    for name, to in table.refs.items():
        ref = row[name]
        values[table.model._meta.get_field(name).attname] = None if ref is None else find(to, ref)  # type: ignore[union-attr]
    for name, translate in table.inside.items():
        values[name] = translate(row[name], find)
    instance = table.model(**values)
    if isinstance(instance, Player):
        instance.folded_name = names.fold_name(instance.name)
    elif isinstance(instance, Entry):
        instance.version = 1
    return instance


# --- The ledger -------------------------------------------------------------------------------------------------------


def _post_sheets(rows: Content, made: Made) -> None:
    """Points, seats and results worked out; raises Refused where the file says otherwise."""
    wanted = _wanted(rows, made)
    for number, pk in enumerate(made["sheets"], start=1):
        sheet = Sheet.objects.select_related("evening__club").get(pk=pk)
        whole = _folded(sheet, number)
        post_fold(whole, since=0, version=1)
        totals = {
            player: (games, scores, balance)
            for player, games, scores, balance in Result.objects.filter(sheet=sheet).values_list(
                "player", "games", "scores", "balance"
            )
        }
        if totals != wanted.get(pk, {}):
            raise Refused([Wrong(say("The totals of this sheet are not those of its games."), "sheets", number)])


def _attribution_problems(whole: Folded) -> Iterator[Problem]:
    """What was ascribed to players in a game and cannot be: pages trust what is stored."""
    for entry, row in zip(whole.entries, whole.rows, strict=True):
        if isinstance(row, Game):
            found = check_attribution(entry.attribution, row, whole.rules, ())
            yield from (problem.under(f"{entry.position}") for problem in found)


def _wanted(rows: Content, made: Made) -> dict[int, dict[int, tuple[int, int, int]]]:
    """The totals that the file claims, by sheet and player."""
    found: dict[int, dict[int, tuple[int, int, int]]] = {}
    for number, row in enumerate(rows["totals"], start=1):
        try:
            sheet, player = made["sheets"][row["sheet"] - 1], made["players"][row["player"] - 1]
        except IndexError:
            raise Refused([Wrong(say("There is no such row."), "totals", number)]) from None
        found.setdefault(sheet, {})[player] = row["games"], row["scores"], row["balance"]
    return found


def _folded(sheet: Sheet, number: int) -> Folded:
    entries = list(Entry.objects.filter(sheet=sheet).order_by("position"))
    if problems := list(_sheet_problems(sheet)):
        raise Refused([Wrong(problem, "sheets", number) for problem in problems])
    try:
        whole = fold_entries(sheet, entries)
        places = {entry.uuid: f"{entry.position}" for entry in entries}
        found = [*checks.list_problems(whole, places), *_attribution_problems(whole)]
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise Refused([Wrong(say("The games of this sheet cannot be understood."), "sheets", number)]) from wrong
    if found:
        raise Refused([Wrong(str(problem), "sheets", number, problem.field) for problem in found])
    if any(entry.number != line.number or entry.kind != entry.facts["kind"] for entry, _, line in whole):
        raise Refused([Wrong(say("The games of this sheet are not numbered as they were played."), "sheets", number)])
    return whole


def _sheet_problems(sheet: Sheet) -> Iterator[str]:
    for problem in seated_problems(sheet.players):
        yield str(problem)
    for problem in membership.dealer_problems(sheet.players, str(sheet.first_dealer_id)):
        yield str(problem)
