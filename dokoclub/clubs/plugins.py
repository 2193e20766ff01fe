"""Plugins of the club app on its own settings page and on the account page."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.accounts.hooks import AccountClub
from dokoclub.accounts.models import Account
from dokoclub.clubs import selectors
from dokoclub.clubs.hooks import Section, Setting
from dokoclub.clubs.models import Membership
from dokoclub.clubs.presenters.club_page import count_people, format_open_invitations, rules_state


def settings_section(me: Membership) -> Section:
    """Build the section of the settings page. Four queries."""
    club = me.club
    count = selectors.count_heads(club)
    rules = selectors.current_rules(club)
    open_invitations = club.invitations.open().count()
    return Section(
        _("The club"),
        [
            Setting(
                _("Name of the club"),
                club.name,
                reverse("clubs:edit_club", args=[club.pk]),
            ),
            Setting(_("Rules"), rules_state(rules), reverse("clubs:show_rules", args=[club.pk])),
            Setting(_("Players"), count_people(count), reverse("clubs:list_players", args=[club.pk])),
            Setting(
                _("Access"),
                ngettext("%(number)s can sign in", "%(number)s can sign in", count.accounts)
                % {"number": count.accounts},
                reverse("clubs:list_members", args=[club.pk]),
            ),
            Setting(
                _("Invitations"),
                format_open_invitations(open_invitations),
                reverse("clubs:list_invitations", args=[club.pk]),
            ),
        ],
    )


def account_clubs(account: Account) -> list[AccountClub]:
    """List the account's clubs for the account page. Hooked into account_clubs. One query."""
    return [
        AccountClub(
            name,
            _("you play here as %(name)s") % {"name": own} if own else _("you do not play here"),
            reverse("clubs:show_club", args=[pk]),
        )
        for pk, name, own in selectors.clubs_with_own_name(account)
    ]
