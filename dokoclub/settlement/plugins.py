"""Additions of the money to Heute and to the pages of clubs, players and evenings, which know nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import NavLink, Part, Section, Setting, TodayLine
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.core.formatting import signed_money, tone
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement import texts
from dokoclub.settlement.forms.method import pays_into_kitty
from dokoclub.settlement.presenters.owing import OwnBalance, render_net
from dokoclub.settlement.presenters.owing_texts import format_sums, get_days, who_pays
from dokoclub.settlement.selectors.accounts import AccountStanding, get_standing, has_accounts, list_standings
from dokoclub.settlement.selectors.evening import chosen_rules, is_for_money, is_kept, rules_of_club
from dokoclub.settlement.selectors.owing import Overview, Pair, get_overview, own_players, sum_by_currency
from dokoclub.settlement.selectors.payments import is_settled
from dokoclub.ui.cards import Card
from scoring.money.methods import METHODS


class Sentence(NamedTuple):
    who: str  # "You pay Anna"
    amount: str  # negative: the reader, or the player on the page, pays
    tone: str
    days: str
    card: Card | None  # of the other player; the cash box has none


class OpenOf(NamedTuple):
    """A player's open payments and receipts."""

    player: Player
    pairs: list[Sentence]
    total: OwnBalance | None


def way_to_money(club: Club) -> NavLink:
    return NavLink(_("Money"), reverse("settlement:show_overview", args=[club.pk]), room="settlement")


def own_money(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Return the line of what the reader gets or pays in all. Ten queries at most for any number of evenings.

    It leads to the reader's account where all of it are charges.
    """
    mine = own_players(me.club, me.account)
    found = get_overview(me.club) if mine else None
    sums = sum_by_currency((pair.currency, pair.gain(mine)) for pair in found.of(mine)) if found else {}
    charged = [one for one in _standings(me) if one.player.pk in mine and one.owes]
    url = reverse("settlement:show_overview", args=[me.club_id])
    if charged and not sums:
        url = reverse("settlement:show_account", args=[me.club_id, charged[0].player.pk])
    for one in charged:
        sums[me.club.currency] = sums.get(me.club.currency, 0) - one.owes
    open_sums = {currency: cents for currency, cents in sums.items() if cents}
    if not open_sums:
        return []
    if len({cents > 0 for cents in open_sums.values()}) > 1:  # two currencies, one each way
        return [TodayLine("diamond", _("Open payments"), url)]
    is_minus = max(open_sums.values()) < 0
    figure = format_sums({currency: abs(cents) for currency, cents in open_sums.items()})
    return [TodayLine("diamond", _("You owe") if is_minus else _("You're owed"), url, figure, is_minus)]


def _standings(me: Membership) -> list[AccountStanding]:
    return list_standings(me.club) if _keeps_accounts(me.club) else []


def open_of_player(me: Membership, player: Player) -> Part:
    """Return the part for a player's page. Nine queries at most."""
    found = get_overview(me.club)
    pairs = _sentences(found, [player.pk], [])
    return Part("settlement/_open_of.html", OpenOf(player, pairs, render_net(found.by_person, player)))


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
    if feature == "kitty" and pays_into_kitty(rules_of_club(club)):
        return _("Your evenings pay into the kitty: settle them another way first.")
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
