"""Payment by code (GiroCode): content, access and the reasons for a missing code.

Only the payer sees a code, and only while they owe something.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.accounts.hooks import AccountWay
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import BankAccount, ClubBank
from dokoclub.settlement.selectors.accounts import AccountStanding, get_standing
from dokoclub.settlement.selectors.open_transfers import OpenLine, TransferKey
from dokoclub.settlement.selectors.owing import get_overview, own_player_rows, own_players

CURRENCY: Final = EURO  # A GiroCode supports no other currency.


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """The content of a code, and the open transfers it pays."""

    payer: Player
    receiver: Player
    holder: str
    iban: str
    cents: int
    lines: tuple[OpenLine, ...]


def code_for_all(club: Club, account: Account, receiver: int) -> Code | None:
    """Return the code that pays all the account owes a player in one payment.

    None if the account owes nothing or there is no IBAN. Eleven queries at most.
    """
    found = get_overview(club)
    for player in own_players(club, account):
        pair = found.between(player, receiver)
        if pair is not None and pair.cents:
            return _code(account, pair.payer, pair.receiver, pair.cents, pair.lines)
    return None


def code_for_one(evening: Evening, account: Account, seen: TransferKey) -> Code | None:
    """Return the code for one open transfer of an evening."""
    pair = get_overview(evening.club).between(seen.payer, seen.receiver)
    if pair is None:
        return None
    alike = seen._replace(turn=0)
    lines = [line for line in pair.lines if line.evening == evening.pk and as_seen(line) == alike]
    if not lines:
        return None
    payer, receiver = (pair.payer, pair.receiver) if pair.pays(seen.payer) else (pair.receiver, pair.payer)
    return _code(account, payer, receiver, seen.cents, tuple(lines[:1]))


class Missing(Enum):
    """The reason why there is no code."""

    DEBT = 0
    EURO = 1
    IBAN = 2


def what_is_missing(club: Club, account: Account, receiver: Player | None) -> Missing:
    """Return why there is no code.

    Only those who owe the player learn whether an IBAN is stored. Twelve queries at most.
    """
    found = get_overview(club)
    pairs = [(player, found.between(player, receiver.pk)) for player in own_players(club, account) if receiver]
    owed = next((pair for player, pair in pairs if pair and pair.cents and pair.pays(player)), None)
    if owed is None:
        return Missing.DEBT
    if owed.currency != CURRENCY:
        return Missing.EURO
    return Missing.DEBT if paid_by_code(account, [(owed.payer, owed.receiver)]) else Missing.IBAN


def paid_by_code(account: Account, owed: Iterable[tuple[Player | None, Player | None]]) -> set[int]:
    """Return the ids of the receivers that the account may pay by code, out of these payers and receivers.

    One query at most.
    """
    accounts = {
        receiver.account_id: receiver.pk
        for payer, receiver in owed
        if payer and receiver and payer.account_id == account.pk and receiver.account_id is not None
    }
    if not accounts:
        return set()
    kept = BankAccount.objects.filter(account__in=accounts).values_list("account_id", flat=True)
    return {accounts[pk] for pk in kept}


def as_seen(line: OpenLine) -> TransferKey:
    return TransferKey(line.kind, line.correction, line.place, *line.owed)


def _code(
    account: Account, payer: Player | None, receiver: Player | None, cents: int, lines: tuple[OpenLine, ...]
) -> Code | None:
    """Return the code for a payment. The account must be the payer's: a treasurer does not see an IBAN either."""
    if payer is None or receiver is None or payer.account_id != account.pk or receiver.account_id is None:
        return None
    if any(line.currency != CURRENCY for line in lines):
        return None
    kept = BankAccount.objects.filter(account=receiver.account_id).first()
    if kept is None:
        return None
    return Code(payer=payer, receiver=receiver, holder=kept.holder, iban=kept.iban, cents=cents, lines=lines)


def can_pay_club(club: Club, owes: int) -> bool:
    """Return whether a member who owes this many cents can pay the kitty by code. One query at most."""
    return owes > 0 and club.currency == CURRENCY and ClubBank.objects.filter(club=club).exists()


def bank_account(account: Account) -> BankAccount | None:
    """Return the account's bank details. One query."""
    return BankAccount.objects.filter(account=account).first()


def account_link(account: Account) -> AccountWay:
    """Return the line for the account page. Hooked into account_links. One query."""
    kept = BankAccount.objects.filter(account=account).exists()
    return AccountWay(
        _("IBAN"),
        _("added") if kept else pgettext("IBAN", "none yet"),
        reverse("settlement:edit_bank_account"),
        _("Change the IBAN") if kept else _("Add an IBAN"),
    )


def stored_about(account: Account) -> tuple[str, dict[str, str] | None]:
    """Return the bank details for "what is stored about me". Hooked into stored_about. One query."""
    kept = bank_account(account)
    if kept is None:
        return "bank_account", None
    return "bank_account", {
        "holder": kept.holder,
        "iban": kept.iban,
        "changed_at": kept.changed_at.isoformat(timespec="seconds"),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubCode:
    """The content of a code that pays the club, and the balance it pays."""

    standing: AccountStanding
    holder: str
    iban: str

    @property
    def cents(self) -> int:
        return self.standing.owes


def club_bank(club: Club) -> ClubBank | None:
    """Return the club's bank details. One query."""
    return ClubBank.objects.filter(club=club).select_related("changed_by").first()


def code_for_club(club: Club, account: Account) -> ClubCode | None:
    """Return the code for all the account owes the kitty apart from evenings.

    None if it owes nothing or no IBAN is stored. Six queries at most.
    """
    if club.currency != CURRENCY or (kept := club_bank(club)) is None:
        return None
    for player in own_player_rows(club, account):
        player.club = club
        standing = get_standing(player)
        if standing.owes > 0:
            return ClubCode(standing=standing, holder=kept.holder, iban=kept.iban)
    return None


def list_missing_bank_details(club: Club, account: Account) -> Missing:
    """Return why there is no code.

    Only those who owe something learn whether an IBAN is stored. Six queries at most.
    """
    for player in own_player_rows(club, account):
        player.club = club
        if get_standing(player).owes > 0:
            return Missing.IBAN if club.currency == CURRENCY else Missing.EURO
    return Missing.DEBT
