"""Additions of the money to Heute and to the pages of clubs, players and evenings, which know nothing of it."""

from decimal import Decimal

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import NavLink, Part, Setting, TodayLine
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.core.formatting import money
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.settlement import texts
from dokoclub.settlement.forms.method import pays_into_kitty
from dokoclub.settlement.presenters.evening import format_open
from dokoclub.settlement.presenters.owing_texts import format_sums
from dokoclub.settlement.selectors.accounts import AccountStanding, keeps_accounts, list_standings
from dokoclub.settlement.selectors.evening import (
    chosen_rules,
    evening_settlement,
    is_for_money,
    is_frozen,
    rules_of_club,
)
from dokoclub.settlement.selectors.owing import get_overview, own_players, sum_by_currency
from dokoclub.settlement.selectors.payments import is_settled
from scoring.money.methods import METHODS


def link_to_money(club: Club) -> NavLink:
    return NavLink(
        _("Money"),
        reverse("settlement:show_overview", args=[club.pk]),
        room="settlement",
        lands=("settlement:show_all", "settlement:show_kitty"),
    )


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
    return list_standings(me.club) if me.club.uses("dues") and keeps_accounts(me.club) else []


def pages_of_money(me: Membership) -> list[NavLink]:
    """List the pages of the money that the club uses and the reader may open, for the search. No query."""
    pages = [(_("Open payments"), "show_all", True), (_("Kitty"), "show_kitty", me.club.uses("kitty"))]
    pages += [(_("Add entry"), "book_cash", me.club.uses("kitty") and me.may_keep_money)]
    pages += [(_("Members' balances"), "show_accounts", me.club.uses("dues"))]
    pages += [(_("Dues and fines"), "list_dues", me.club.uses("dues") and me.may_keep_money)]
    pages += [(_("Currency"), "change_currency", me.owner)]
    return [NavLink(title, reverse(f"settlement:{view}", args=[me.club_id])) for title, view, shown in pages if shown]


def link_to_money_of(me: Membership, player: Player) -> NavLink:
    """Return the tab of a player's money. No query."""
    return NavLink(_("Money"), reverse("settlement:show_person", args=[me.club_id, player.pk]), room="money")


def why_kept_on(club: Club, feature: str) -> str | None:
    """Return why the kitty or the dues cannot be switched off: money is open in them. For feature_kept_on."""
    if feature not in ("kitty", "dues"):
        return None
    if any(one.items or one.credit for one in list_standings(club)):
        return _("Money is still open on members' balances.")
    if feature == "kitty" and pays_into_kitty(rules_of_club(club)):
        return _("Your evenings pay into the kitty: settle them another way first.")
    if feature == "kitty" and any(None in (pair.payer, pair.receiver) for pair in get_overview(club).pairs):
        return _("Payments with the kitty are still open.")
    return None


def setting_of_club(me: Membership) -> Setting:
    """Return the row of the settings page. One query."""
    rules = chosen_rules(me.club)
    state = _("not chosen yet")
    if rules:
        has_stake = "stake" in METHODS[rules.method].needs
        state = (texts.in_short if has_stake else texts.in_words)(rules, me.club.currency)
    return Setting(_("Settling up"), state, reverse("settlement:edit_club", args=[me.club.pk]))


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


def link_of_sheet(me: Membership, sheet: Sheet) -> NavLink | None:
    """Return the link to a fine for the menu of a sheet, for scorers and treasurers. No query."""
    if not (me.club.uses("dues") and (me.may_score or me.may_keep_money)):
        return None
    return NavLink(_("Fine"), reverse("settlement:fine_at_sheet", args=[sheet.pk]), room="money")


def why_not_corrected(evening: Evening) -> str | None:
    """Return why an evening cannot be corrected: it was paid or cleared already. One query."""
    if not is_settled(evening):
        return None
    return _("This evening has been paid: only single games can still be corrected.")


def link_of_opened_again(me: Membership, evening: Evening) -> NavLink | None:
    """Return the link to the settlement of a reopened evening with payments. One query."""
    if not evening.is_open or not is_frozen(evening):
        return None
    return NavLink(_("Settle up"), reverse("settlement:show_evening", args=[evening.pk]))


def link_of_evening(me: Membership, evening: Evening) -> NavLink | None:
    """Return the row from an evening's result to its settlement, with what is open. Twelve queries at most.

    If nothing is paid, it is only for those who may change that.
    """
    if not is_for_money(evening):
        way = NavLink(_("Settle up"), reverse("settlement:show_evening", args=[evening.pk]), is_quiet=True)
        return way if me.may_keep_money else None
    page = evening_settlement(evening)
    return NavLink(
        _("Settle up"),
        reverse("settlement:show_evening", args=[evening.pk]),
        about=format_open(page),
        amount=money(page.open_cents, page.currency) if page.open_cents else "",
    )
