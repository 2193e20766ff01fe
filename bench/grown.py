"""A grown installation: clubs of ten and of 2,000 evenings, settled or not, 100,000 games, and sheets to write on.
`python -m bench.grown` fills the database of DATA_DIR or DATABASE_URL and prints, as JSON, the plan for requests.
The services write some evenings, with different people; the database copies them (`bench.clones`).
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Club
    from dokoclub.evenings.models import Evening, Sheet

PEOPLE: Final = 30  # of each club, so that the bare page has its rows
CLIENTS: Final = 8
FEW, MANY, WRITTEN = 10, 2000, 10  # evenings; so many of them by the services
LONG, SHORT = 50, 12  # games of an evening
# In the club of 2,000 evenings; all others are spread over the years before.
YEAR, FULL_YEAR = 2025, 2024
EVENINGS_OF = {YEAR: 140, FULL_YEAR: 560}  # of 50 games: 7,000 and 28,000
OTHER_YEARS: Final = range(2010, 2024)
SHEETS: Final = {"empty": 0, "half": 49, "full": 60}  # games on each sheet that waits for more
WAITING: Final = 800  # sheets of each kind
REPLAYED: Final = CLIENTS  # sheets in the club of 2,000 evenings, for a new game now and then


def main() -> None:
    from bench.serving import set_up

    set_up()
    from django.db import transaction

    with transaction.atomic():
        plan = fill_database()
    print(json.dumps(plan))


def fill_database() -> dict[str, Any]:
    from bench.serving import signed_in
    from dokoclub.clubs.models import Club
    from dokoclub.evenings.models import Sheet

    accounts = make_accounts()
    plan: dict[str, Any] = {"cookies": [signed_in(account) for account in accounts]}
    for name, evenings, games, is_settled in (
        ("few", FEW, LONG, False),
        ("many", MANY, LONG, False),
        ("few settled", FEW, SHORT, True),
        ("many settled", MANY, SHORT, True),
    ):
        plan[name] = fill_club(name, evenings, games, is_settled=is_settled, accounts=accounts)
    table = found_club_of(accounts, "table")
    waiting = {kind: wait_for_games(table, games, WAITING, by=accounts[0]) for kind, games in SHEETS.items()}
    long = Club.objects.get(pk=plan["many"]["club"])
    waiting["replayed"] = wait_for_games(long, 0, REPLAYED, by=accounts[0])
    plan["version"] = Sheet.objects.get(pk=waiting["full"][0]).version
    return plan | {
        "sheets": waiting,
        "players": {kind: seats_of(table, 0) for kind in SHEETS} | {"replayed": seats_of(long, 0)},
    }


def make_accounts() -> list[Account]:
    from dokoclub.accounts.models import Account

    return [
        Account.objects.create_user(username=f"bench{number}", display_name=f"Bench {number}")
        for number in range(CLIENTS)
    ]


def found_club_of(accounts: list[Account], name: str) -> Club:
    """Found a club with thirty players; all accounts may write and keep the money."""
    from dokoclub.clubs.models import Membership, Player
    from dokoclub.clubs.models.features import all_features
    from dokoclub.clubs.services.clubs import found_club

    owner, *others = accounts
    club = found_club(name=f"Bench {name}", preset="hausrunde", player_name="", key=uuid4(), by=owner)
    club.features = all_features()
    club.save()
    Membership.objects.bulk_create(
        Membership(club=club, account=account, scorer=True, treasurer=True) for account in others
    )
    names = [f"Spieler {number:02}" for number in range(PEOPLE)]
    Player.objects.bulk_create(Player(club=club, name=name, folded_name=name.casefold()) for name in names)
    return club


def seats_of(club: Club, number: int) -> list[str]:
    """Return four players, others on each evening."""
    players = list(club.players.order_by("name").values_list("pk", flat=True))
    return [str(players[(3 * number + seat * 7) % PEOPLE]) for seat in range(4)]


def fill_club(name: str, evenings: int, games: int, *, is_settled: bool, accounts: list[Account]) -> dict[str, Any]:
    """Create closed evenings for money. Return the plan: the club, its last evening and a sheet of that."""
    from bench.clones import clone_evenings, mark_tables
    from dokoclub.evenings.services import evenings as evenings_services
    from dokoclub.settlement.services import rules
    from dokoclub.standings.services.achievements import count_club
    from scoring.money.methods import MoneyRules

    owner = accounts[0]
    club = found_club_of(accounts, name)
    rules.change_club_money(club, MoneyRules(method="players", stake=5), by=owner)
    marks = mark_tables()
    for number in range(WRITTEN):
        evening = open_evening(club, number, games, by=owner)
        evenings_services.close_evening(evening, by=owner)
        if is_settled:
            settle(evening, by=owner)
    if evenings > WRITTEN:
        clone_evenings(marks, evenings // WRITTEN - 1)
    give_days(club, is_long=evenings > WRITTEN)
    count_club(club)
    last = club.evenings.order_by("date", "pk").last()
    assert last
    return {"club": club.pk, "evening": last.pk}


def open_evening(club: Club, number: int, games: int, *, by: Account) -> Evening:
    from dokoclub.clubs.models import Player
    from dokoclub.evenings.domain import opening
    from dokoclub.evenings.models import Sheet
    from dokoclub.evenings.services import evenings as evenings_services
    from scoring.rules.presets import PRESETS

    players = {str(player.pk): player for player in Player.objects.filter(pk__in=seats_of(club, number))}
    four = [players[seat] for seat in seats_of(club, number)]
    table = opening.NewSheet(players=four, rules=PRESETS["hausrunde"].rules)
    evening = evenings_services.open_evening(club, [table], key=uuid4(), by=by, stake=5)
    if games:
        write_games(Sheet.objects.get(evening=evening), games, by=by)
    return evening


def write_games(sheet: Sheet, number: int, *, by: Account) -> None:
    from bench.games import Games
    from dokoclub.evenings.services import apply_operations, entries

    games = Games(sheet.players)
    rows = [entries.NewRow(facts=games.draw_facts(), uuid=uuid4()) for _ in range(number)]
    with apply_operations.write_on(sheet, by=by) as work:
        work.write_all(rows)


def settle(evening: Evening, *, by: Account) -> None:
    """Settle an evening, with everything paid."""
    from dokoclub.settlement.models import Transfer
    from dokoclub.settlement.selectors.evening import seen_as
    from dokoclub.settlement.services import freezing, payments

    frozen = freezing.freeze_evening(evening, by=by)
    owed = list(Transfer.objects.open().filter(list__money=frozen).select_related("list"))
    payments.pay_all(evening, seen=seen_as(owed), by=by)


def give_days(club: Club, *, is_long: bool) -> None:
    """Spread the evenings of a long club over years as the pages need them; those of a young one end with YEAR."""
    from dokoclub.evenings.models import Evening
    from dokoclub.settlement.models import EveningMoney

    evenings = list(club.evenings.order_by("pk"))
    days = long_days(len(evenings)) if is_long else (date(YEAR, 12, 1) - timedelta(weeks=week) for week in range(FEW))
    for evening, day in zip(evenings, days, strict=True):
        evening.date = day
    Evening.objects.bulk_update(evenings, ["date"], batch_size=500)
    monies = list(EveningMoney.objects.filter(evening__in=evenings).select_related("evening"))
    for kept in monies:
        kept.day = kept.evening.date if kept.evening else kept.day
    EveningMoney.objects.bulk_update(monies, ["day"], batch_size=500)


def long_days(evenings: int) -> Iterator[date]:
    for year, number in EVENINGS_OF.items():
        yield from days_in(year, number)
    rest = evenings - sum(EVENINGS_OF.values())
    for place, year in enumerate(OTHER_YEARS):
        yield from days_in(year, rest // len(OTHER_YEARS) + (place < rest % len(OTHER_YEARS)))


def days_in(year: int, number: int) -> Iterator[date]:
    return (date(year, 12, 31) - timedelta(days=365 * place // number) for place in range(number))


def wait_for_games(club: Club, games: int, number: int, *, by: Account) -> list[int]:
    """Open `number` evenings with one sheet of `games` games each; return the sheets."""
    from bench.clones import clone_evenings, mark_tables
    from dokoclub.evenings.models import Sheet

    marks = mark_tables()
    open_evening(club, 0, games, by=by)
    clone_evenings(marks, number - 1)
    return list(Sheet.objects.filter(pk__gt=marks[Sheet]).order_by("pk").values_list("pk", flat=True))


if __name__ == "__main__":
    main()
