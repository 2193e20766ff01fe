"""A random walk through the money of a club, compared with an oracle (oracle.py).

After every step the box, each member's open amount and each member's credit are compared with it, and the accounts must
add up to 0. `python -m tests.settlement.walking WALKS STEPS` makes that many walks, and as many through evenings
and clearings (clearing_walks.py).
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from io import StringIO
from random import Random
from typing import Any, Final
from uuid import UUID

from zeal import zeal_ignore

from tests.settlement.oracle import Oracle

STEPS: Final = 200
BEGIN: Final = date(2024, 1, 1)


class Walk:
    """One club, one seed."""

    def __init__(self, cast: Any, seed: int) -> None:
        self.cast, self.dice, self.oracle = cast, Random(seed), Oracle()
        self.club, self.by = cast.club, cast.cleo
        self.names = list(cast.players)
        self.today = BEGIN
        self.due: Any = None
        self.changes = 0  # in the currency
        self.opening: Any = None
        self.reversed: list[Any] = []
        self.rows: list[Any] = []  # entries of the kitty, booked by hand
        self.seen: dict[str, int] = defaultdict(int)  # the count of each step taken

    def step(self) -> None:
        self.today += timedelta(days=self.dice.randrange(0, 6))
        steps = [name for name in dir(self) if name.startswith("do_")]
        name = self.dice.choice(steps)
        getattr(self, name)()
        self.seen[name] += 1
        self.compare()

    def key(self) -> UUID:
        return UUID(int=self.dice.getrandbits(128))

    def cents(self) -> int:
        return self.dice.choice((1, 5, 99, 250, 500, 1234, self.dice.randrange(1, 3000)))

    def player(self) -> Any:
        from dokoclub.clubs.models import Player

        return Player.objects.select_related("club").get(pk=self.cast.players[self.dice.choice(self.names)].pk)

    # --- Steps ---

    def do_book(self) -> None:
        from dokoclub.settlement.services.kitty import book_cash

        cents = self.cents() * self.dice.choice((1, -1))
        row = book_cash(self.club, cents=cents, purpose="Karten", day=self.today, key=self.key(), by=self.by)
        self.rows.append(row)
        self.oracle.box += cents

    def do_open(self) -> None:
        """Book the opening balance, of which there is one unless it was reversed."""
        from dokoclub.settlement.models import CashKind
        from dokoclub.settlement.services.kitty import book_cash
        from dokoclub.settlement.services.locks import OpenedBefore

        cents = self.cents()
        facts = {"day": self.today, "key": self.key(), "by": self.by, "kind": CashKind.OPENING}
        stands = self.opening is not None and self.opening not in self.reversed
        try:
            self.opening = book_cash(self.club, cents=cents, purpose="Anfang", **facts)
        except OpenedBefore:
            assert stands
            return
        assert not stands
        self.rows.append(self.opening)
        self.oracle.box += cents

    def do_entry_fee(self) -> None:
        """Charge the entry fee: all participants owe it at once, however often it is sent."""
        from dokoclub.settlement.services.dues import charge_entry_fee

        players = [self.cast.players[name] for name in self.dice.sample(self.names, 2)]
        facts = {"cents": self.cents(), "purpose": "Startgeld", "day": self.today, "key": self.key(), "by": self.by}
        made = [charge_entry_fee(self.club, players, **facts) for _ in range(2)]
        assert [one.pk for one in made[0]] == [one.pk for one in made[1]]
        for one in made[0]:
            self.remember(one)

    def do_charge(self) -> None:
        from dokoclub.settlement.services.accounts import charge_player

        player, cents, kind = self.player(), self.cents(), self.dice.choice(("fee", "fine", "advance"))
        made = charge_player(player, kind=kind, cents=cents, purpose=kind, day=self.today, key=self.key(), by=self.by)
        self.remember(made)
        self.oracle.box -= cents if kind == "advance" else 0

    def do_dues(self) -> None:
        from dokoclub.settlement.models import Charge
        from dokoclub.settlement.selectors.dues import waiting_dues
        from dokoclub.settlement.services.dues import except_player, make_due, raise_dues

        if self.due is None:
            self.due = make_due(
                self.club,
                name="Beitrag",
                cents=500,
                every="month",
                first=BEGIN,
                last=None,
                key=self.key(),
                by=self.by,
            )
            except_player(self.due, self.cast.players["Dora"], cents=0, first=None, last=None)
        seen = sum(one.cents for one in waiting_dues(self.club, self.today))
        known = set(Charge.objects.filter(club=self.club).values_list("pk", flat=True))
        raise_dues(self.club, today=self.today, seen=seen, by=self.by)
        for made in Charge.objects.filter(club=self.club).exclude(pk__in=known):
            assert made.cents == 500
            self.remember(made)

    def do_pay_part(self) -> None:
        from dokoclub.settlement.selectors.accounts import get_standing
        from dokoclub.settlement.services.accounts import pay_account

        player, cents = self.player(), self.cents()
        found = self.oracle.open_of(player.pk)
        chosen = self.dice.choice((None, self.dice.sample(found, len(found) // 2)))
        entry = pay_account(
            player,
            cents=cents,
            charges=chosen,
            day=self.today,
            stamp=get_standing(player).stamp,
            key=self.key(),
            by=self.by,
        )
        self.oracle.paid[entry.pk] = {"who": player.pk, "cents": cents}
        self.oracle.spread(entry.pk, cents, [pk for pk in found if chosen is None or pk in chosen])
        self.oracle.box += cents
        self.rows.append(entry)

    def do_tap(self) -> None:
        from dokoclub.settlement.selectors.accounts import get_standing
        from dokoclub.settlement.services.accounts import pay_all_open

        player = self.player()
        key, stamp = self.key(), get_standing(player).stamp
        had_open = bool(self.oracle.open_of(player.pk))
        entry = pay_all_open(player, stamp=stamp, key=key, by=self.by)
        assert entry is None or pay_all_open(player, stamp=stamp, key=key, by=self.by) == entry
        if not had_open:
            assert entry is None
            return
        self.oracle.use_credit(player.pk)
        rest = sum(map(self.oracle.left, self.oracle.open_of(player.pk)))
        if entry is None:
            assert rest == 0
            return
        assert entry.cents == rest
        self.oracle.paid[entry.pk] = {"who": player.pk, "cents": rest}
        self.oracle.spread(entry.pk, rest, self.oracle.open_of(player.pk))
        self.oracle.box += rest
        self.rows.append(entry)

    def do_credit(self) -> None:
        from dokoclub.settlement.services.accounts import use_credit

        player = self.player()
        use_credit(player)
        self.oracle.use_credit(player.pk)

    def do_pay_out(self) -> None:
        from dokoclub.settlement.services.accounts import pay_out
        from dokoclub.settlement.services.locks import Changed

        player, cents = self.player(), self.cents()
        try:
            entry = pay_out(player, cents=cents, purpose="Rest", day=self.today, key=self.key(), by=self.by)
        except Changed:
            assert cents > self.oracle.credit(player.pk)
            return
        assert cents <= self.oracle.credit(player.pk)
        self.oracle.paid[entry.pk] = {"who": player.pk, "cents": -cents}
        self.oracle.box -= cents
        self.rows.append(entry)

    def do_spend(self) -> None:
        from dokoclub.settlement.services.accounts import spend_for_club

        player, cents = self.player(), self.cents()
        entry = spend_for_club(player, cents=cents, purpose="Bus", day=self.today, key=self.key(), by=self.by)
        self.oracle.paid[entry.pk] = {"who": player.pk, "cents": cents}

    def do_take_back_charge(self) -> None:
        from dokoclub.settlement.models import Charge
        from dokoclub.settlement.services.accounts import take_back_charge

        if not self.oracle.charges:
            return
        pk = self.dice.choice(sorted(self.oracle.charges))
        charge = Charge.objects.select_related("club", "player", "entry__club").get(pk=pk)
        take_back_charge(charge, by=self.by)
        self.oracle.box += charge.cents if charge.entry else 0
        self.oracle.forget_charge(pk)

    def do_reverse_row(self) -> None:
        from dokoclub.settlement.services.accounts import reverse_row

        if not self.rows:
            return
        row = self.rows.pop(self.dice.randrange(len(self.rows)))
        for _ in range(2):
            reverse_row(row, by=self.by)
        self.reversed.append(row)
        self.oracle.box -= row.cents
        self.oracle.forget_entry(row.pk)

    def do_evening(self) -> None:
        """Settle an evening: money of the table moves the box, and no member's account."""
        from dokoclub.settlement.models import Payment
        from dokoclub.settlement.services.payments import take_back_payments

        cents = self.cents()
        to_box = self.dice.random() < 0.7
        sides = {"payer": self.player()} if to_box else {"receiver": self.player()}
        facts = {"club": self.club, "currency": self.club.currency, "made_by": self.by}
        payment = Payment.objects.create(cents=cents, **facts, **sides)
        if self.dice.random() < 0.3:
            take_back_payments([payment], by=self.by)
        else:
            self.oracle.box += cents if to_box else -cents

    def do_close_year(self) -> None:
        from dokoclub.settlement.selectors.kitty import get_statement, year_to_close
        from dokoclub.settlement.services.kitty import close_year

        year = year_to_close(self.club)
        if year is None or year >= self.today.year:
            return
        found = get_statement(self.club, year).closing
        counted = found + self.dice.choice((0, 7, -7))
        close_year(self.club, year, seen=found, counted=counted, books_difference=True, key=self.key(), by=self.by)
        self.oracle.box += counted - found

    def do_currency(self) -> None:
        """Settle everything first, then convert the box at a rate."""
        from django.utils import timezone

        from dokoclub.clubs.models import Club
        from dokoclub.settlement.selectors.accounts import get_standing, list_standings
        from dokoclub.settlement.selectors.dues import waiting_dues
        from dokoclub.settlement.selectors.kitty import get_balance
        from dokoclub.settlement.services.accounts import pay_account, pay_all_open, pay_out
        from dokoclub.settlement.services.dues import raise_dues
        from dokoclub.settlement.services.rules import change_currency

        if self.dice.random() < 0.7 or abs(self.oracle.box) > 1_000_000:
            return
        seen = sum(one.cents for one in waiting_dues(self.club, timezone.localdate()))
        raise_dues(self.club, today=timezone.localdate(), seen=seen, by=self.by)
        for one in list_standings(self.club):
            one.player.club = self.club
            entry = pay_all_open(one.player, stamp=one.stamp, key=self.key(), by=self.by)
            self.oracle.box += entry.cents if entry else 0
            left = get_standing(one.player)
            facts: dict[str, Any] = {"day": self.today, "key": self.key(), "by": self.by}
            if left.credit > 0:
                pay_out(one.player, cents=left.credit, purpose="Rest", **facts)
            elif left.credit < 0:
                pay_account(one.player, cents=-left.credit, charges=[], stamp=left.stamp, **facts)
            self.oracle.box -= left.credit
        if any(one.items or one.credit for one in list_standings(self.club)):
            raise AssertionError("something is still open")
        self.rows, self.due = [], None
        self.oracle.charges, self.oracle.paid = {}, {}
        self.changes += 1
        old, new = self.club.currency, f"C{self.changes:02}"  # never an earlier one
        rate = Decimal(self.dice.choice(("0.9412", "1.05", "1", "0.5", "1.0625")))
        facts = {"currency": new, "rate": rate, "seen": self.oracle.box, "key": self.key(), "by": self.by}
        for _ in range(2):
            change_currency(self.club, **facts)
        self.club = Club.objects.get(pk=self.club.pk)
        assert get_balance(self.club, old) == 0
        exact = self.oracle.box * rate
        self.oracle.box = int(abs(exact) + Decimal("0.5")) * (1 if exact >= 0 else -1)

    # --- Comparing ---

    def remember(self, made: Any) -> None:
        self.oracle.charges[made.pk] = {"who": made.player_id, "cents": made.cents, "day": made.day, "by": {}}

    def compare(self) -> None:
        from dokoclub.settlement.selectors.accounts import (
            currencies_moved,
            get_balances,
            list_standings,
            sums_of_accounts,
        )
        from dokoclub.settlement.selectors.kitty import get_balance

        assert get_balance(self.club) == self.oracle.box
        for currency in currencies_moved(self.club):
            assert sum(sums_of_accounts(self.club, currency).values()) == 0
        balances = get_balances(self.club)
        for one in list_standings(self.club):
            who = one.player.pk
            wanted = [(pk, self.oracle.left(pk)) for pk in self.oracle.open_of(who)]
            assert [(item.charge.pk, item.left) for item in one.items] == wanted
            assert one.credit == self.oracle.credit(who)
            assert one.owes == self.oracle.owes(who) == balances.get(who, 0)


def walk_through(cast: Any, seed: int, steps: int = STEPS) -> Walk:
    """Walk through all steps, with `check_ledger` at the end."""
    from django.core.management import call_command

    walk = Walk(cast, seed)
    with zeal_ignore():  # each step compares everything
        for _ in range(steps):
            walk.step()
    call_command("check_ledger", stdout=StringIO())
    return walk


def main(walks: int, steps: int) -> None:
    """Run the walks in a database that is thrown away."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection, transaction

    from tests.cast import make_cast
    from tests.settlement import clearing_walks

    usual = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        for seed in range(walks):
            with transaction.atomic():
                taken = walk_through(make_cast(), seed, steps).seen
                transaction.set_rollback(True)
            with transaction.atomic():
                cleared = clearing_walks.walk_through(make_cast(), seed, steps).seen
                transaction.set_rollback(True)
            kinds = f"{len(taken)} kinds with the kitty, {len(cleared)} with evenings"
            print(f"walk {seed}: {steps} steps of {kinds}, all right", flush=True)
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
