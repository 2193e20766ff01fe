"""Access to screens: the rights for an evening's, tournament's or league's links also cover screens and codes.

Raises Http404 for a stranger, as for a missing page, and PermissionDenied without the right.
"""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.accounts.selectors import usable_login_link
from dokoclub.clubs.access import enter_club, enter_known_club, invitation_by_token, refuse_unused
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.evenings.access import evening_by_link, evening_to_score, link_by_token, sheet_by_pen
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.screens.models import Code, LinkKind, ScreenLink
from dokoclub.screens.selectors import code_typed, with_state
from dokoclub.tournaments.access import tournament_to_direct
from dokoclub.tournaments.models import Tournament


class Target(NamedTuple):
    """The subject of a screen: an evening, a tournament, or, without either, the league."""

    club: Club
    evening: Evening | None = None
    tournament: Tournament | None = None


class AtScreen(NamedTuple):
    me: Membership
    target: Target


def evening_to_show(account: Account, evening_id: int) -> AtScreen:
    """Return an evening for scorers to put on a screen. Two queries."""
    at = evening_to_score(account, evening_id)
    return AtScreen(at.membership, Target(at.evening.club, evening=at.evening))


def tournament_to_show(account: Account, tournament_id: int) -> AtScreen:
    """Return a tournament for its director. Three queries."""
    at = tournament_to_direct(account, tournament_id)
    return AtScreen(at.me, Target(at.tournament.club, tournament=at.tournament))


def league_to_show(account: Account, club_id: int) -> AtScreen:
    """Return the league for owners. One query."""
    me = enter_club(account, club_id, Right.OWN)
    return AtScreen(me, Target(me.club))


def screen_by_token(token: str) -> ScreenLink:
    """Return the link with all data that shows whether anything is new. One query."""
    link = link_by_token(with_state(ScreenLink.objects.open()), token)
    refuse_unused(link.club)
    return link


# --- Typed codes: each opens no more than its link does at this moment ------------------------------------------------


class Opened(NamedTuple):
    """The target of a code: a sheet to write on, an evening to read; neither: the page of the link explains itself."""

    code: Code
    token: str
    sheet: Sheet | None = None
    evening: Evening | None = None


def opened_by_code(signs: str, *, for_screens: bool, key: str = "") -> Opened | None:
    """Return what these signs open now. None alike if they are wrong, ended, used or revoked.

    `key`: of the form that uses up the code; the same form may be sent again. At most four queries. A wrong code
    costs as many as a revoked scoring link, so that the response time does not distinguish them.
    """
    code = code_typed(signs, for_screens=for_screens)
    try:
        if code is None or code.used_key not in ("", key):
            sheet_by_pen("0-")
            return None
        return _opened(code, code.token)
    except (Http404, PermissionDenied):
        return None


def _opened(code: Code, token: str) -> Opened | None:
    if code.kind == LinkKind.SCREEN:
        link_by_token(ScreenLink.objects.open(), token)
        return Opened(code, token)
    if code.kind == LinkKind.SIGN_IN:  # The link ends when its maker loses the right.
        return Opened(code, token) if usable_login_link(token) else None
    if code.kind == LinkKind.JOIN:
        invitation = invitation_by_token(token)
        if invitation is None or (code.most_uses is not None and invitation.uses >= code.most_uses):
            return None
        _check_maker(code, invitation.club, Right.OWN)
        return Opened(code, token)
    if code.kind == LinkKind.WRITE:
        sheet = sheet_by_pen(token).sheet
        _check_maker(code, sheet.evening.club, Right.SCORE)
        return Opened(code, token, sheet=sheet, evening=sheet.evening)
    evening = evening_by_link(token).evening
    _check_maker(code, evening.club, Right.SCORE)
    return Opened(code, token, evening=evening) if evening.is_open else None


def _check_maker(code: Code, club: Club, right: Right) -> None:
    """Raise Http404 or PermissionDenied if the maker has lost the right since."""
    if code.made_by is None:
        raise Http404
    enter_known_club(code.made_by, club, right)
