"""The money of a club as files: for every member, as its pages are."""

from __future__ import annotations

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.exports.files import money
from dokoclub.exports.files.member_account import of_account
from dokoclub.exports.views.files import send_document
from dokoclub.settlement.views.cash_box import asked_statement


@require_safe
def export_account(request: UserRequest, club_id: int, player_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """Of every member for every member, as its page."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    player.club = me.club
    return send_document(of_account(player), format)


@require_safe
def export_accounts(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.of_accounts(me.club), format)


@require_safe
def export_payments(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.of_payments(me.club), format)


@require_safe
def export_open(request: UserRequest, club_id: int, format: str) -> StreamingHttpResponse:  # noqa: A002
    """What is open, of evenings and on accounts."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return send_document(money.of_open(me.club), format)


@require_safe
def export_cash_box(
    request: UserRequest,
    club_id: int,
    year: int,
    format: str = "csv",  # noqa: A002
) -> StreamingHttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    statement, _others = asked_statement(request, me.club, year)
    return send_document(money.of_cash_year(me.club, statement), format)
