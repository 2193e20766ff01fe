"""Additions of screens and codes to the pages of an evening, a sheet, a tournament, the league, and of links."""

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.accounts.hooks import AccountWay
from dokoclub.accounts.models import Account
from dokoclub.clubs.hooks import NavLink, Part, TodayLine
from dokoclub.clubs.models import Club, Invitation, Membership, Right
from dokoclub.evenings.models import Evening, SecretLink, Sheet
from dokoclub.screens.forms import JoinCodeForm
from dokoclub.screens.models import LinkKind
from dokoclub.screens.presenters.parts import CodeCard
from dokoclub.screens.selectors import find_code
from dokoclub.screens.services import give_code
from dokoclub.standings.models.periods import Period
from dokoclub.tournaments.models import Tournament


def link_of_evening(me: Membership, evening: Evening) -> NavLink | None:
    """Return the link to an evening's screen, for scorers. No query."""
    return _way("screens:show_evening", evening.pk, evening.club) if me.may_score else None


def link_of_sheet(me: Membership, sheet: Sheet) -> NavLink | None:
    """Return the same link from a sheet. No query."""
    return _way("screens:show_evening", sheet.evening_id, me.club) if me.may_score else None


def link_of_tournament(tournament: Tournament) -> NavLink | None:
    """Return the link to a tournament's screen, for its director. No query."""
    return _way("screens:show_tournament", tournament.pk, tournament.club)


def link_of_table(me: Membership, _period: Period) -> NavLink | None:
    """Return the link from a table of the league, for owners. No query."""
    return _way("screens:show_league", me.club_id, me.club) if me.may(Right.OWN) else None


def _way(name: str, of: int, club: Club) -> NavLink | None:
    return NavLink(_("Show on TV"), reverse(name, args=[of])) if club.uses("screens") else None


def sign_in_link(account: Account) -> AccountWay | None:
    """Return the line on the sign-in page: the app on a home screen has no other way to the field. No query."""
    if account.is_visitor:
        return None
    state = _("what another phone shows")
    return AccountWay(_("Code to type"), state, reverse("screens:enter_code"), _("Enter a code"))


def code_to_type(me: Membership, _leaf: Part) -> list[TodayLine]:
    """Return the line for a table's code, the last one of Heute. No query."""
    return [] if me.account.is_visitor else [TodayLine("spade", _("Enter table code"), reverse("screens:enter_code"))]


def code_of_pen(sheet: Sheet, token: str) -> Part:
    """Return the code that writes on this sheet. One query."""
    code = find_code(LinkKind.WRITE, sheet.pk, token)
    gives = _("For one phone, once.")
    return _code_part(CodeCard(code, gives, reverse("screens:give_pen_code", args=[sheet.pk])))


def code_of_link(link: SecretLink, token: str) -> Part | None:
    """Return the code that reads this evening while it is played. One query."""
    if not link.evening.is_open or not link.is_open:
        return None
    code = find_code(LinkKind.READ, link.evening_id, token)
    gives = _("Reads this evening.")
    return _code_part(CodeCard(code, gives, reverse("screens:give_link_code", args=[link.evening_id, link.pk])))


def code_of_invitation(invitation: Invitation, token: str, form: JoinCodeForm | None = None) -> Part | None:
    """Return the code of an open invitation. `form`: what was typed, if it is wrong. One query."""
    if invitation.state != "open":
        return None
    code = find_code(LinkKind.JOIN, invitation.club_id, token)
    gives = _("For one person.") if invitation.single_use else _("For several people.")
    url = reverse("screens:give_invitation_code", args=[invitation.club_id, token])
    return _code_part(CodeCard(code, gives, url, None if invitation.single_use else form or JoinCodeForm()))


def code_of_login_link(member: Membership, token: str, by: Account) -> Part:
    """Return the code of a login link, made with it, because its token is known only now."""
    code = give_code(LinkKind.SIGN_IN, member.account_id, token, by=by)
    return _code_part(CodeCard(code, _("Signs in once."), ""))


def _code_part(shown: CodeCard) -> Part:
    return Part("screens/_code.html", shown)
