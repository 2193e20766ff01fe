"""The money of the demo club: evenings settled and paid, the kitty, dues and fines."""

from datetime import timedelta
from random import Random
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from dokoclub.demo.club import Demo
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import change_evening
from dokoclub.settlement.models import CashKind, ChargeKind, EveningMoney, Payment, SettledList, Transfer
from dokoclub.settlement.selectors.accounts import get_standing
from dokoclub.settlement.selectors.dues import waiting_dues
from dokoclub.settlement.selectors.evening import seen_as
from dokoclub.settlement.selectors.kitty import get_statement, year_to_close
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services import freezing, payments, rules
from dokoclub.settlement.services.accounts import charge_player, pay_account, take_back_charge
from dokoclub.settlement.services.dues import except_player, make_due, raise_dues, save_fine
from dokoclub.settlement.services.freezing import freeze_past_evenings
from dokoclub.settlement.services.kitty import book_cash, close_year, reverse_cash, save_budget_line
from scoring.money.methods import MoneyRules

RULES: Final = MoneyRules(method="players", stake=5, absent=200)
NOT_SETTLED: Final = 2  # latest evenings
PARTLY_PAID: Final = 3  # evenings before these, with some payments still missing
CORRECTED: Final = 5  # the evening so many before the last got another stake later
OTHER_STAKE: Final = 6
EXCUSED: Final = 0.4  # share of absent players
PAID: Final = 0.6  # share of partial payments
AFTER: Final = timedelta(minutes=12)  # after the end of the evening
# Days ago, cents, purpose.
ROWS: Final = (
    (430, 4000, gettext_noop("Opening amount")),
    (120, -1198, gettext_noop("New cards")),
    (40, 2500, gettext_noop("Entry fees of the tournament")),
    (38, -3450, gettext_noop("Dinner")),
    (38, -3540, gettext_noop("Dinner")),
)
REVERSED: Final = 3  # a number with swapped digits
DUE_MONTHS: Final = 4
FINES: Final = ((gettext_noop("Missed evening"), 250), (gettext_noop("Misdeal"), 50))
OWING: Final = 2  # last members in the list


@transaction.atomic
def make_payments(demo: Demo) -> None:
    """Make payments; the latest evenings are not settled yet, and the oldest had no stake."""
    by, dice = demo.treasurer, demo.dice("money")
    rules.change_club_money(demo.club, RULES, by=by)
    over = (
        Evening.objects.not_deleted()
        .filter(club=demo.club, tournament=None)
        .exclude(closed_at=None)
        .select_related("club")
    )
    for_money = list(over.filter(stake__gt=0).order_by("-date"))
    freeze_past_evenings(list(over.filter(stake=0)), by=by)
    for before, evening in enumerate(for_money[NOT_SETTLED:], start=NOT_SETTLED):
        _settle(evening, demo, dice, all_paid=before >= NOT_SETTLED + PARTLY_PAID)
        if before == CORRECTED:
            day, place, for_club = evening.date, evening.place, evening.club_evening
            change_evening(evening, day=day, place=place, club_evening=for_club, stake=OTHER_STAKE, by=by)


def _settle(evening: Evening, demo: Demo, dice: Random, *, all_paid: bool) -> None:
    """Settle an evening: some are excused, then all or some pay, dated to the end of the evening."""
    by = demo.treasurer
    for player in evening.club.players.filter(pk__in=settle_live(evening).absent).order_by("pk"):
        if dice.random() < EXCUSED:
            rules.excuse_player(evening, player, excused=True, by=by)
    money = freezing.freeze_evening(evening, by=by)
    owed = list(Transfer.objects.open().filter(list__money=money).select_related("list").order_by("pk"))
    if all_paid:
        payments.pay_all(evening, seen=seen_as(owed), by=by)
    for transfer in owed:
        if dice.random() < PAID and not all_paid:
            payments.pay_transfer(transfer, by=by)
    at = (evening.closed_at or timezone.now()) + AFTER
    EveningMoney.objects.filter(pk=money.pk).update(frozen_at=at)
    SettledList.objects.filter(money=money).update(made_at=at)
    Payment.objects.filter(settles__list__money=money).update(made_at=at)


@transaction.atomic
def make_kitty(demo: Demo) -> None:
    """Make rows of the kitty, one of them reversed, and close past years."""
    club, by, today = demo.club, demo.treasurer, timezone.localdate()
    written = []
    for number, (ago, cents, what) in enumerate(ROWS):
        key, kind = demo.key(f"cash-{number}"), CashKind.BOOKED if number else CashKind.OPENING
        day = today - timedelta(days=ago)
        written.append(book_cash(club, cents=cents, purpose=_(what), day=day, key=key, by=by, kind=kind))
    reverse_cash(written[REVERSED], by=by)
    while (year := year_to_close(club)) is not None:
        found, key = get_statement(club, year).closing, demo.key(f"cash-{year}")
        close_year(club, year, seen=found, counted=found, books_difference=False, key=key, by=by)


@transaction.atomic
def make_accounts(demo: Demo) -> None:
    """Make dues, fines, and members' payments."""
    club, by, today = demo.club, demo.treasurer, timezone.localdate()
    members = list(club.players.filter(left_at=None, guest=False).order_by("pk"))
    first = (today - timedelta(days=30 * DUE_MONTHS)).replace(day=1)
    due = make_due(club, name=_("Dues"), cents=500, every="month", first=first, last=None, key=demo.key("due"), by=by)
    except_player(due, members[-1], cents=0, first=None, last=None)
    raise_dues(club, today=today, seen=sum(one.cents for one in waiting_dues(club, today)), by=by)
    for player, (name, cents) in zip(members, FINES, strict=False):
        fine = save_fine(club, None, name=_(name), cents=cents, key=demo.key(f"fine-{name}"))
        kind, purpose, key = ChargeKind.FINE, fine.name, demo.key(f"charge-{name}")
        charge = charge_player(player, kind=kind, cents=cents, purpose=purpose, day=today, key=key, by=by)
    take_back_charge(charge, by=by)
    for number, player in enumerate(members[:-OWING]):
        found, key = get_standing(player), demo.key(f"paid-{number}")
        pay_account(player, cents=found.open, charges=None, day=today, stamp=found.stamp, key=key, by=by)
    save_budget_line(club, today.year, purpose=_("New cards"), cents=-1500)
