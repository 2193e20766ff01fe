"""Club files changed at random: each is refused with a sentence, or every page of the club is shown."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from typing import Any, Final, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Season
from dokoclub.dates.models import Date
from dokoclub.evenings import hooks
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.standings.models import Closing
from dokoclub.tournaments.models import Tournament
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.addresses import addresses

Json = Any

VALUES: Final[list[Json]] = [
    None, True, False, 0, -1, 1, 2, 3, 7, 240, 999, 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, -0.0, 1e308,
    float("inf"), float("nan"), "", " ", "x", "1", "2", "-1", "٣", "999", "1e5", "\ud800", "a\udfffb", "\0", "\u202e",
    "👨‍👩‍👧", "<b>", "{gap}", "%(gap)s", "2026-02-30", "0001-01-01", "9999-12-31", "2026-01-01T25:00:00Z", "a" * 300,
    [], [""], ["1"], [1], [[]], [None], {}, {"": ""}, {"1": 1}, {"x": {}}, {"kind": "normal"}, {"kind": "redeal"},
]  # fmt: skip
MOST_PAGES: Final = 400
CORE: Final = (
    "clubs:show_club", "clubs:show_rules", "evenings:show_evening", "evenings:show_sheet", "evenings:show_entry",
    "standings:show_club_statistics", "standings:show_league",
)  # fmt: skip


class Case(NamedTuple):
    """A changed file, and how to tell somebody which."""

    told: str
    content: bytes


def mutate(document: dict[str, Json], dice: random.Random) -> Case:
    """Change one to three values, anywhere in a valid document."""
    changed = deepcopy(document)
    told = [_change(changed, dice) for _ in range(dice.choice((1, 1, 1, 2, 3)))]
    return Case("; ".join(told), json.dumps(changed).encode())


def _change(document: dict[str, Json], dice: random.Random) -> str:
    table = dice.choice([name for name, rows in document.items() if rows])
    inside: Any = document
    key: Any = table
    path = [table]
    while isinstance(inside[key], (dict, list)) and inside[key] and (len(path) < 3 or dice.random() < 0.7):
        inside = inside[key]
        key = dice.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        path.append(str(key))
    where, old = ".".join(path), inside[key]
    what = dice.randrange(12)
    if what < 4:
        return _restructure(inside, key, where, what, dice)
    if what == 4 and type(old) is int:
        inside[key] = old + dice.choice((-1, 1, 100))
    elif what == 5 and isinstance(old, str) and old:
        at = dice.randrange(len(old))
        inside[key] = old[:at] + dice.choice(("", "9", "x", "\ud83d", "-")) + old[at + 1 :]
    elif what == 6 and table == "entries":
        return _strike(document, dice)
    elif what in (7, 8, 9) and len(path) > 2:
        return _say_as_another(document[table], int(path[1]), path[2], dice)
    else:
        inside[key] = deepcopy(dice.choice(VALUES))
    return f"{where} = {inside[key]!r:.60}"


def _restructure(inside: Any, key: Any, where: str, what: int, dice: random.Random) -> str:
    """Something is missing, twice, or called otherwise."""
    if isinstance(inside, dict) and what % 2:
        inside[dice.choice(("x", "", "\ud800", "1", "999", "kind", "by", "points"))] = inside.pop(key)
        return f"rename {where}"
    if isinstance(inside, list) and what % 2:
        inside.append(deepcopy(dice.choice(inside)))
        return f"twice in {where}"
    del inside[key]
    return f"del {where}"


def _strike(document: dict[str, Json], dice: random.Random) -> str:
    """A row is struck, and its facts are anything."""
    row = dice.choice(document["entries"])
    facts = deepcopy(dice.choice([*VALUES, *(one["facts"] for one in document["entries"][:20])]))
    if isinstance(facts, dict) and facts:
        facts[dice.choice(list(facts))] = deepcopy(dice.choice(VALUES))
    row |= {"struck_at": row["written_at"], "number": None, "facts": facts}
    return f"struck {row['sheet']}.{row['position']} = {facts!r:.100}"


def _say_as_another(rows: list[Json], at: int, column: str, dice: random.Random) -> str:
    """What another row says there, or about something else."""
    other = dice.choice(rows)
    said = other.get(column if dice.random() < 0.8 else dice.choice(list(other)))
    rows[at][column] = deepcopy(said)
    return f"{at}.{column} = {said!r:.60}"


# --- What becomes of it -----------------------------------------------------------------------------------------------


def try_file(case: Case, owner: Account, client: Client, dice: random.Random, *, pages: int = MOST_PAGES) -> str:
    """Return "refused" or "accepted". Raises AssertionError, or what broke. Takes back what it wrote."""
    with transaction.atomic():
        try:
            try:
                club = found_from_file(BytesIO(case.content), key=uuid4(), by=owner)
            except InvalidClubFile as refusal:
                sentences = [str(problem) for problem in refusal.problems]
                assert sentences, case.told
                assert all(sentence and sentence.encode() for sentence in sentences), case.told
                return "refused"
            problems = [problem for _, found in check_sheets() for problem in found]
            problems += [problem for check_app in hooks.check_ledger for problem in check_app()]
            assert problems == [], (case.told, problems)
            wanted = list(addresses_of(club))
            core = {name: [one for one in wanted if one[0] == name] for name in CORE}
            some = [one for found in core.values() for one in dice.sample(found, min(2, len(found)))]
            for name, address in [*some, *dice.sample(wanted, min(pages, len(wanted)))]:
                status = _status(client, address)
                assert status == 200 or (status < 500 and name not in CORE), (case.told, name, address, status)
            return "accepted"
        finally:
            transaction.set_rollback(True)


def _status(client: Client, address: str) -> int:
    response: Any = client.get(address, follow=True)
    if response.streaming:
        for _ in response.streaming_content:
            pass
    return int(response.status_code)


def addresses_of(club: Club) -> Iterator[tuple[str, str]]:
    """Every page of the club that its owner may read, for everything in it."""
    gaps = dict(addresses())
    one: dict[str, list[Any]] = {
        "club_id": [club.pk],
        "format": ["csv", "json"],
        "period": ["all"],
        "column": ["points"],
        "table": [1],
    }
    of_club: dict[str, Any] = {
        "evening_id": Evening.objects.not_deleted().filter(club=club),
        "sheet_id": Sheet.objects.filter(evening__club=club, evening__deleted_at=None),
        "player_id": club.players.filter(erased_number=None),
        "date_id": Date.objects.filter(club=club),
        "season_id": Season.objects.filter(club=club),
        "tournament_id": Tournament.objects.filter(club=club),
    }
    values = one | {gap: list(found.values_list("pk", flat=True)) for gap, found in of_club.items()}
    values["number"] = list(club.rules_versions.values_list("number", flat=True))
    values["period"] = [
        "all",
        *(f"{month:%Y-%m}" for month in Closing.objects.filter(club=club).values_list("month", flat=True)),
    ]
    for name, rule in ACCESS_RULES.items():
        if rule.may in (May.ANYBODY, May.FOUNDER) or "GET" not in rule.methods or "club_id" not in gaps[name]:
            continue
        yield from _filled(name, gaps[name], values)
    entries = Entry.objects.filter(sheet__evening__club=club, sheet__evening__deleted_at=None)
    for sheet, uuid in entries.values_list("sheet", "uuid"):
        for name in ("evenings:show_entry",):
            if name in gaps and set(gaps[name]) <= {"club_id", "sheet_id", "uuid"}:
                filled = {"club_id": club.pk, "sheet_id": sheet, "uuid": uuid}
                yield name, reverse(name, kwargs={gap: filled[gap] for gap in gaps[name]})


def _filled(name: str, gaps: list[str], values: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    """One address for each value of the gap that has most; of the others the last one."""
    if not all(values.get(gap) for gap in gaps):
        return
    widest = max(gaps, key=lambda gap: len(values[gap]))
    for value in values[widest]:
        filled = {gap: values[gap][-1] for gap in gaps} | {widest: value}
        try:
            yield name, reverse(name, kwargs=filled)
        except NoReverseMatch:
            return
