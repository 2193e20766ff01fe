"""Nothing new on the sheet: what every phone hears all the time, told before sessions and accounts are read.

Whoever gets the page of a sheet gets a seal for it, of his session, password and this sheet. With it one query tells
the version, and whether all that still holds: it is not signed out, still a member, the evening not deleted, and nobody
has asked to be confirmed or was confirmed since. In every other case the request goes on to the view, which looks at
everything anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Claim, Club, Membership, Player
from dokoclub.evenings.models import Evening, Sheet, tokens

Respond = Callable[[HttpRequest], HttpResponse]

_BY_NUMBER: Final = re.compile(r"/sheets/(\d{1,18})/follow/")
# By hand: asked all the time by every phone, and putting it together takes Django longer than asking.
_FOR_MEMBER: Final = f"""
SELECT sheet.version, account.password, account.session_seal, member.owner, member.scorer,
  (SELECT SUM(claim.id) FROM {Claim._meta.db_table} claim
    JOIN {Membership._meta.db_table} waiting ON waiting.id = claim.membership_id
    WHERE waiting.club_id = club.id AND claim.refused_at IS NULL),
  (SELECT COUNT(*) FROM {Player._meta.db_table} player
    WHERE player.club_id = club.id AND player.account_id = account.id)
FROM {Sheet._meta.db_table} sheet
JOIN {Evening._meta.db_table} evening ON evening.id = sheet.evening_id AND evening.deleted_at IS NULL
JOIN {Club._meta.db_table} club ON club.id = evening.club_id AND club.deleted_at IS NULL
JOIN {Membership._meta.db_table} member ON member.club_id = club.id AND member.account_id = %s
JOIN {Account._meta.db_table} account ON account.id = member.account_id AND account.is_active
JOIN {Session._meta.db_table} session ON session.session_key = %s AND session.expire_date > %s
WHERE sheet.id = %s
"""  # noqa: S608
_BY_PEN: Final = re.compile(r"/pen/([\w-]{1,80})/follow/")


class LightDoor:
    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        version = _version_for(request) if request.method == "GET" else None
        if version is not None and request.GET.get("version") == str(version):
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "private, no-store"})
        return self.get_response(request)


def seal_news(session_key: str, account: Account, sheet_id: int) -> str:
    """The seal for one sheet and session. Worth nothing without the cookie of that session."""
    return f"{account.pk}-{_seal(session_key, account, sheet_id)}"


def tell_people(is_owner: bool, is_scorer: bool, waiting: int | None, is_player: int) -> str:
    """What of the club's people a page of the sheet rests on: who waits for this owner, or what this reader may become.

    `waiting`: the sum of the ids of the claims that wait.
    """
    if is_owner:
        return str(waiting or 0)
    return "s" if is_scorer else "p" if is_player else "n"


def _seal(session_key: str, account: Account, sheet_id: int) -> str:
    state = f"{session_key}:{sheet_id}:{account.get_session_auth_hash()}"
    return salted_hmac("dokoclub.evenings.news", state, algorithm="sha256").hexdigest()[:32]


def _version_for(request: HttpRequest) -> int | None:
    """The version of the sheet that is asked for; None where that must be looked at closely. At most one query."""
    if asked := _BY_NUMBER.fullmatch(request.path_info):
        return _version_by_seal(request, int(asked[1]))
    if asked := _BY_PEN.fullmatch(request.path_info):
        return _version_by_pen(asked[1])
    return None


def _version_by_seal(request: HttpRequest, sheet_id: int) -> int | None:
    session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    account_id, _, seal = request.GET.get("seal", "").partition("-")
    if not session_key or not account_id.isascii() or not account_id.isdecimal() or len(account_id) > 18:
        return None
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_FOR_MEMBER, [int(account_id), session_key, now, sheet_id])
        found = cursor.fetchone()
    if found is None:
        return None
    version, password, session_seal, *rights = found
    seen = request.GET.get("people", "")
    if seen and seen[1:] != tell_people(*rights):
        return None
    account = Account(pk=int(account_id), password=password, session_seal=session_seal)
    return version if constant_time_compare(seal, _seal(session_key, account, sheet_id)) else None


def _version_by_pen(token: str) -> int | None:
    sheets = Sheet.objects.open().filter(pk=tokens.row_of(token) or 0, evening__closed_at=None).order_by()
    found = sheets.values_list("pk", "pen", "version").first()
    return found[2] if found and tokens.fits_row(tokens.PEN, found[0], found[1], token) else None
