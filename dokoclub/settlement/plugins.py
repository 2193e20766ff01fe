"""Additions of the money to the pages of clubs, players and evenings, which know nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import NavLink, Part, Section, Setting
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.core.formatting import signed_money, tone
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement import texts
from dokoclub.settlement.presenters.owing import ShownOwn, shown_at_once, shown_net, shown_own
from dokoclub.settlement.presenters.owing_texts import format_sums, get_days, who_pays
from dokoclub.settlement.selectors.accounts import AccountStanding, get_standing, has_accounts, list_standings
from dokoclub.settlement.selectors.evening import chosen_rules, is_for_money, is_kept, rules_of_club
from dokoclub.settlement.selectors.owing import Overview, Pair, get_overview, own_players
from dokoclub.settlement.selectors.payments import is_settled
from dokoclub.ui.cards import Card
from scoring.money.methods import METHODS


class Sentence(NamedTuple):
    who: str  # "You pay Anna"
    amount: str  # negative: the reader, or the player on the page, pays
    tone: str
    days: str
    card: Card | None  # of the other player; the cash box has none


class Open(NamedTuple):
    """The reader's open payments and receipts, and the open sum of the whole club."""

    own: list[Sentence]
    more: list[Sentence]  # folded: the page of the club is long
    amount: str
    total: ShownOwn | None  # None if nothing is open, or two currencies are


class OpenOf(NamedTuple):
    """A player's open payments and receipts."""

    player: Player
    pairs: list[Sentence]
    total: ShownOwn | None


def way_to_money(club: Club) -> NavLink:
    return NavLink(_("Money"), reverse("settlement:show_overview", args=[club.pk]), room="settlement")


def open_payments(me: Membership) -> Part | None:
    """Return the part for the club's page, if something is open. Ten queries at most for any number of evenings."""
    found = get_overview(me.club)
    if not found.pairs:
        return None
    mine = own_players(me.club, me.account)
    own, total = _sentences(found, mine, mine), shown_own(found.by_person, mine)
    first = shown_at_once(len(own))
    return Part("settlement/_open.html", Open(own[:first], own[first:], format_sums(found.sums), total))


def open_of_player(me: Membership, player: Player) -> Part:
    """Return the part for a player's page. Nine queries at most."""
    found = get_overview(me.club)
    pairs = _sentences(found, [player.pk], [])
    return Part("settlement/_open_of.html", OpenOf(player, pairs, shown_net(found.by_person, player)))


class OwnAccount(NamedTuple):
    """The reader's open account with the cash box; for treasurers also the number and sum of the debts."""

    own: list[AccountStanding]
    missing: int
    cents: int


def own_account(me: Membership) -> Part | None:
    """On the page of the club, where anything is on an account. Three queries, usually one."""
    found = list_standings(me.club) if _keeps_accounts(me.club) else []
    own = [one for one in found if one.player.account_id == me.account_id and one.owes]
    missing = [one for one in found if one.owes > 0] if me.may_keep_money else []
    if not own and not missing:
        return None
    return Part("settlement/_own_account.html", OwnAccount(own, len(missing), sum(one.owes for one in missing)))


def account_of_player(me: Membership, player: Player) -> Part | None:
    """Return the part for a player's page, if the club keeps accounts. Five queries at most, usually one."""
    return Part("settlement/_account_of.html", get_standing(player)) if _keeps_accounts(me.club) else None


def _keeps_accounts(club: Club) -> bool:
    """Return True if the club uses dues and has any. One query at most."""
    return club.uses("dues") and has_accounts(club)


def _sentences(found: Overview, of: Sequence[int], mine: Sequence[int]) -> list[Sentence]:
    """List the pairs of the players `of` without their cards; `mine`: the reader's own players, who are "you"."""
    return [_sentence(pair, of, mine) for pair in found.of_sum_first(of)]


def _sentence(pair: Pair, of: Sequence[int], mine: Sequence[int]) -> Sentence:
    cents = pair.gain(of)
    return Sentence(
        who=who_pays(pair, mine),
        amount=signed_money(cents, pair.currency),
        tone=tone(cents),
        days=get_days(pair),
        card=_other(pair, of),
    )


def _other(pair: Pair, than: Sequence[int]) -> Card | None:
    others = [party for party in (pair.payer, pair.receiver) if party and party.pk not in than]
    return others[0].card if others else None


def why_kept_on(club: Club, feature: str) -> str | None:
    """Return why the cash box or the dues cannot be switched off: money is open in them. For feature_kept_on."""
    if feature not in ("kitty", "dues"):
        return None
    if any(one.items or one.credit for one in list_standings(club)):
        return _("Money is still open on the members' accounts.")
    if feature == "kitty" and any(None in (pair.payer, pair.receiver) for pair in get_overview(club).pairs):
        return _("Payments with the cash box are still open.")
    return None


def settings_section(me: Membership) -> Section:
    """Return the settings of the money. One query."""
    return Section(
        _("Money"),
        [
            Setting(
                _("Currency"),
                me.club.get_currency_display(),
                reverse("settlement:change_currency", args=[me.club.pk]),
            ),
            Setting(
                _("Settling up"),
                texts.in_words(rules_of_club(me.club), me.club.currency),
                reverse("settlement:edit_club", args=[me.club.pk]),
            ),
        ],
    )


def money_in_short(club: Club) -> str | None:
    """Say what a point and an absence cost; None if the club has chosen nothing yet. One query."""
    rules = chosen_rules(club)
    return texts.in_short(rules, club.currency) if rules else None


def usual_stake(club: Club) -> Decimal | None:
    """Return the usual stake in cents a point; None if the club has chosen nothing yet. One query."""
    rules = chosen_rules(club)
    if rules is None:
        return None
    return Decimal(rules.stake) if "stake" in METHODS[rules.method].needs else Decimal()


def way_of_sheet(me: Membership, sheet: Sheet) -> NavLink | None:
    """Return the link to a fine for the menu of a sheet, for scorers and treasurers. No query."""
    if not (me.club.uses("dues") and (me.may_score or me.may_keep_money)):
        return None
    return NavLink(_("Fine"), reverse("settlement:fine_at_sheet", args=[sheet.pk]))


def why_not_corrected(evening: Evening) -> str | None:
    """Return why an evening cannot be corrected: it was paid or cleared already. One query."""
    if not is_settled(evening):
        return None
    return _("This evening has been paid: only single games can still be corrected.")


def way_of_opened_again(me: Membership, evening: Evening) -> NavLink | None:
    """Return the link to the settlement of a reopened evening with payments. One query."""
    if not evening.is_open or not is_kept(evening):
        return None
    return NavLink(_("Settle up"), reverse("settlement:show_evening", args=[evening.pk]))


def way_of_evening(me: Membership, evening: Evening) -> NavLink | None:
    """Return the link to the settlement from an evening's result. Two queries.

    If nothing is paid, it is quiet, and only for those who may change that.
    """
    is_quiet = not is_for_money(evening)
    if is_quiet and not me.may_keep_money:
        return None
    return NavLink(_("Settle up"), reverse("settlement:show_evening", args=[evening.pk]), is_quiet)
