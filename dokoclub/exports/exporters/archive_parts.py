"""The parts of the document in a club's archive: dates, league, tournaments, and money only if it was ticked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.exports.club_file import writing
from dokoclub.exports.club_file.schema import BY_NAME
from dokoclub.exports.exporters.archive import ArchivePeople, Walk
from dokoclub.exports.models import Chosen
from dokoclub.settlement.models.kitty import fold_purpose
from dokoclub.tournaments.models import Tournament
from scoring.format.club_file import PART_VERSION, PARTS, list_stakes, write_part_row

Json: TypeAlias = dict[str, Any]

_PARTS: Final = ("dates", "league", "tournaments")
# Not in it: ratings hidden by their person, traces of merged players; bookings of tournaments only with the cash box.
_LEFT_OUT: Final = ("hidden_ratings", "merged_moneys", "tournament_bookings")
_STAKES: Final = "stakes"  # a table of its own, but a column of evenings in the database
_NOTES: Final = ("note", "reason", "remark")
_WITH_KEYS: Final = ("settled_shares", "tournament_bookings")  # their reasons are keys, not texts
_NO_NOTE: Final = "–"  # a correction needs a reason
_TEXTS: Final = (*_NOTES, "home", "name", "place", "purpose")
_OF_MONEY: Final = ("extra", "fee", "fixed", "in_kind", "loss_cap", "loss_further_solo", "loss_money", "loss_point",
                    "loss_solo", "payout", "prize_places", "shares", "unit")  # fmt: skip
_UNPAID: Final = Tournament()


def read_parts(club: Club, walk: Walk, chosen: Chosen) -> Json:
    """Return dates, league, tournaments and money as the club file has them, without what nobody ticked."""
    tables = _choose_tables(chosen)
    rows = {name: writing.list_rows_of_club(BY_NAME[name], club) for some in tables.values() for name in some}
    outside = Q(evening=None) | Q(evening__in=list(walk.numbers["evenings"]))
    shown = Tournament.objects.filter(outside, club=club)
    for name in tables["tournaments"]:
        path = BY_NAME[name].club.removesuffix("club").removesuffix("__")
        rows[name] = rows[name].filter(**{f"{path or 'pk'}__in": shown}) if name != "tournament_series" else rows[name]
    _add_players(walk, rows)
    numbers = {name: _number(some.values_list("pk", flat=True)) for name, some in rows.items()}
    numbers |= {"club": {club.pk: 1}, "players": _number(walk.players), **walk.numbers}

    def find(to: str, pk: int) -> Any:
        """Return a number; None for an evening or sheet that was deleted, whose money stays."""
        return numbers[to].get(pk) if to in walk.numbers else numbers[to][pk]

    parts: Json = {}
    for part, names in tables.items():
        read = {name: writing.read_rows(BY_NAME[name], rows[name], find) for name in names}
        found = {
            name: [write_part_row(_hide(name, row, walk.people, chosen)) for _, row in some]
            for name, some in read.items()
        }
        if part == "money":
            found[_STAKES] = _list_stakes(walk)
        if filled := {name: some for name, some in found.items() if some}:
            parts[part] = {"version": PART_VERSION, **filled}
    return parts


def _choose_tables(chosen: Chosen) -> dict[str, list[str]]:
    """Return the tables of each part."""
    found = {part: [name for name in PARTS[part] if name not in _LEFT_OUT] for part in _PARTS}
    if chosen.money:
        found["money"] = [name for name in PARTS["money"] if name not in (*_LEFT_OUT, _STAKES)]
        found["tournaments"] = list(PARTS["tournaments"])
    return found


def _list_stakes(walk: Walk) -> list[Json]:
    numbers = walk.numbers["evenings"]
    stakes = Evening.objects.filter(pk__in=list(numbers)).values_list("pk", "stake")
    rows = sorted((numbers[pk], writing.json_value(stake)) for pk, stake in stakes)
    return list_stakes({"n": n, "stake": stake} for n, stake in rows)


def _number(some: Iterable[int]) -> dict[int, int]:
    return {pk: n for n, pk in enumerate(some, start=1)}


def _add_players(walk: Walk, rows: Mapping[str, QuerySet[Any]]) -> None:
    """Add everybody named in a row to the players of the document, besides those who sat at a table."""
    naming = [(name, column) for name in rows for column, to in BY_NAME[name].refs.items() if to == "players"]
    named = [rows[table].values_list(column, flat=True) for table, column in naming]
    ids = {pk for some in named for pk in some.order_by()} | {*_list_inside(rows)}
    walk.players += sorted((ids & walk.people.names.keys()) - set(walk.players))


def _list_inside(rows: Mapping[str, QuerySet[Any]]) -> Iterator[int]:
    """Yield the ids of players inside of values."""
    for kept in rows["dates"].values_list("kept", flat=True):
        yield from map(int, kept)
    if "evening_moneys" in rows:
        for excused, expected in rows["evening_moneys"].values_list("excused", "expected"):
            yield from (*excused, *(expected or ()))


def _hide(table: str, row: Json, people: ArchivePeople, chosen: Chosen) -> Json:
    """Return a row without what nobody ticked."""
    told = row if table in _WITH_KEYS else _hide_texts(table, row, people, chosen)
    if table == "replies" and not chosen.guests:
        told["guests"] = [gettext("Guest")] * len(told["guests"])
    if table == "leagues":
        told["framed_by"] = []  # addresses
    if table == "entrants" and not chosen.money:
        told["paid"] = False
    if table == "tournaments" and not chosen.money:
        told |= {key: getattr(_UNPAID, key) for key in _OF_MONEY}
    return told


def _hide_texts(table: str, row: Json, people: ArchivePeople, chosen: Chosen) -> Json:
    limits = {key: one.max_length for key, one in BY_NAME[table].model_fields.items()}
    told = row | {key: people.hide(row[key])[: limits[key]] for key in _TEXTS if row.get(key)}
    if not chosen.notes:
        told |= {key: told[key] and _NO_NOTE for key in _NOTES if key in told}
    if table == "budget":
        told["folded"] = fold_purpose(told["purpose"])
    return told
