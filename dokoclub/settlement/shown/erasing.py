"""What is open with somebody who is about to leave, or to be erased: afterwards nobody can tell whom it concerns."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.accounts.hooks import Unsettled
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.look.numbers import money, signed_money, tone
from dokoclub.settlement.selectors.accounts import standing_of
from dokoclub.settlement.selectors.erasing import clubs_of_account, owners_of_club, players_of_account
from dokoclub.settlement.selectors.owing import overview_of, own_player_rows
from dokoclub.settlement.shown.account_words import name_items
from dokoclub.settlement.shown.owing_words import who_pays


def unsettled_of_player(player: Player) -> list[Unsettled]:
    """Payments of evenings, then his account with the cash box. Twelve queries at most."""
    return [*_of_evenings(player, ()), *_of_cash_box(player)]


def unsettled_of_account(account: Account) -> list[Unsettled]:
    """The same of the players of an account, the club before each. Twelve queries at most for each club.

    A club that the account has left shows it no page: its owners are named, who settle it.
    """
    own_clubs = clubs_of_account(account)
    return [
        _of_club(one, player.club, is_open=player.club_id in own_clubs)
        for player in players_of_account(account)
        for one in [*_of_evenings(player, [player.pk]), *_of_cash_box(player)]
    ]


def unsettled_of_member(member: Membership, me: Membership) -> list[Unsettled]:
    """The same of whoever a member plays as; `me` reads it. Twelve queries at most."""
    players = own_player_rows(member.club, member.account)
    mine = [player.pk for player in players] if member == me else []
    return [one for player in players for one in [*_of_evenings(player, mine), *_of_cash_box(player)]]


def _of_club(one: Unsettled, club: Club, *, is_open: bool) -> Unsettled:
    about = [club.name, one.about]
    if not is_open:
        about.append(_("settle it with %(names)s") % {"names": ", ".join(owners_of_club(club))})
    return one._replace(about=" · ".join(filter(None, about)), url=one.url if is_open else "")


def _of_evenings(player: Player, mine: Collection[int]) -> Iterator[Unsettled]:
    url = reverse("settlement:show_person", args=[player.club_id, player.pk])
    for pair in overview_of(player.club).of([player.pk]):
        if pair.cents:
            cents = -pair.cents if pair.payer == player else pair.cents
            yield _unsettled(who_pays(pair, mine), cents, pair.currency, url)


def _of_cash_box(player: Player) -> Iterator[Unsettled]:
    found = standing_of(player)
    url = reverse("settlement:show_account", args=[player.club_id, player.pk])
    who, currency = {"name": player.name}, player.club.currency
    if found.items:
        owes = _("%(name)s owes the cash box") % who
        yield _unsettled(owes, -found.open, currency, url, name_items(found.items))
    if found.credit > 0:
        yield _unsettled(_("The cash box owes %(name)s a credit") % who, found.credit, currency, url)
    if found.credit < 0:
        yield _unsettled(_("The cash box paid %(name)s too much") % who, found.credit, currency, url)


def _unsettled(said: str, cents: int, currency: str, url: str, about: str = "") -> Unsettled:
    """Minus: whoever goes still pays it."""
    return Unsettled(said, money(abs(cents), currency), signed_money(cents, currency), tone(cents), url, about)
