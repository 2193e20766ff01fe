"""Plugins of the club app on its own settings page and on the account page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.accounts.hooks import AccountClub
from dokoclub.accounts.models import Account
from dokoclub.clubs import selectors
from dokoclub.clubs.hooks import Setting
from dokoclub.clubs.models import Club, Membership


def setting_of_name(me: Membership) -> Setting:
    return Setting(_("Name of the club"), me.club.name, reverse("clubs:edit_club", args=[me.club.pk]))


def own_page(account: Account, last_club: int | None) -> str:
    """Return the account's page in the club last used, else in its first one. Hooked into own_pages. One query."""
    player = selectors.find_own_player(account, last_club)
    return reverse("clubs:show_details", args=[player.club_id, player.pk]) if player else ""


def account_clubs(account: Account) -> list[AccountClub]:
    """List the account's clubs for the account page. Hooked into account_clubs. One query."""
    clubs = Club.objects.seen_by(account).order_by("name", "pk")
    return [AccountClub(club.name, club.get_absolute_url()) for club in clubs]
