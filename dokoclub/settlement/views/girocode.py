"""A QR code for the banking app of who owes something: for one transfer, or for all to one player."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.accounts.views.own import refuse_owners_link
from dokoclub.clubs import access as clubs
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.settlement import access
from dokoclub.settlement.models.iban import group_iban
from dokoclub.settlement.selectors import seen
from dokoclub.settlement.selectors.girocode import Code, code_for_all, code_for_one, what_is_missing
from dokoclub.settlement.shown.girocode import Back, back_to_evening, back_to_payments, draw_girocode, tell_missing
from dokoclub.settlement.shown.owing_words import line_title, purpose_of


@require_safe
@refuse_owners_link
def show_code(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """All that is owed to a player."""
    me = clubs.enter_club(request.user, club_id, Right.READ)
    receiver = get_object_or_404(me.club.players, pk=player_id)
    return _page(request, me, code_for_all(me.club, request.user, receiver.pk), receiver, back_to_payments(club_id))


@require_safe
@refuse_owners_link
def show_evening_code(request: UserRequest, evening_id: int) -> HttpResponse:
    """One transfer of an evening: `?seen=` says which."""
    at = access.evening_to_read(request.user, evening_id)
    wanted = seen.parse_seen(request.GET.get("seen", ""))
    receiver = at.evening.club.players.filter(pk=wanted.receiver or 0).first() if wanted else None
    code = code_for_one(at.evening, request.user, wanted) if wanted else None
    return _page(request, at.membership, code, receiver, back_to_evening(evening_id))


def _page(request: UserRequest, me: Membership, code: Code | None, receiver: Player | None, back: Back) -> HttpResponse:
    """Without a code: why. Whether somebody has stored an IBAN is told to those alone who owe him."""
    if code is None:
        why = tell_missing(what_is_missing(me.club, request.user, receiver), receiver)
        return render(request, "settlement/no_code.html", {"me": me, "club": me.club, "why": why, "back": back})
    what_for = purpose_of(me.club, code.lines)
    context = {
        "me": me,
        "club": me.club,
        "code": code,
        "back": back,
        "iban": group_iban(code.iban),
        "purpose": what_for,
        "titles": [line_title(line) for line in code.lines],
        "drawing": draw_girocode(holder=code.holder, iban=code.iban, cents=code.cents, purpose=what_for),
    }
    return render(request, "settlement/show_code.html", context)
