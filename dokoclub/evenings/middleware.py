"""Nothing new on the sheet: what every phone hears all the time, told before sessions and accounts are read.

One query tells the version, and whether all that the page rests on still holds: it is not signed out, still a member,
the evening not deleted, and nobody has asked to be confirmed or was confirmed since. In every other case the request
goes on to the view, which checks everything again.
"""

import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.evenings.domain.ledger_check import read_strictly
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Sheet, link

Respond = Callable[[HttpRequest], HttpResponse]

_ASKED: Final = re.compile(r"/sheets/(\d{1,18})/follow/")
# Raw SQL: every phone asks constantly, and Django takes longer to build the query than the database to run it.
_FOUND: Final = """
SELECT sheet.version, session.session_data, account.password, account.session_seal, member.owner, member.scorer,
  (SELECT SUM(claim.id) FROM clubs_claim claim JOIN clubs_membership waiting ON waiting.id = claim.membership_id
    WHERE waiting.club_id = club.id AND claim.refused_at IS NULL),
  (SELECT COUNT(*) FROM clubs_player player WHERE player.club_id = club.id AND player.account_id = account.id)
FROM evenings_sheet sheet
JOIN evenings_evening evening ON evening.id = sheet.evening_id AND evening.deleted_at IS NULL
JOIN clubs_club club ON club.id = evening.club_id AND club.deleted_at IS NULL
JOIN clubs_membership member ON member.club_id = club.id AND member.account_id = %s
JOIN accounts_account account ON account.id = member.account_id AND account.is_active AND NOT account.is_visitor
JOIN django_session session ON session.session_key = %s AND session.expire_date > %s
WHERE sheet.id = %s
"""
_log = logging.getLogger(__name__)


class LightDoor:
    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = _ASKED.fullmatch(request.path_info) if request.method == "GET" else None
        if asked and _is_as_seen(request, int(asked[1])):
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "private, no-store"})
        return self.get_response(request)


def format_people(is_owner: bool, is_scorer: bool, waiting: int | None, is_player: int) -> str:
    """Return the state of the club's people on a page of the sheet.

    That is the people waiting for this owner, or the right that this reader may get. `waiting`: the sum of the ids of
    the waiting claims.
    """
    if is_owner:
        return str(waiting or 0)
    return "s" if is_scorer else "p" if is_player else "n"


def _is_as_seen(request: HttpRequest, sheet_id: int) -> bool:
    """Return False where a view has to decide. `reader`: the account, which has to be that of the session."""
    session_key, reader = request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""), request.GET.get("reader", "")
    if not session_key or not re.fullmatch("[0-9]{1,18}", reader):
        return False
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_FOUND, [int(reader), session_key, now, sheet_id])
        found = cursor.fetchone()
    if found is None:
        return False
    version, data, password, seal, *rights = found
    people = request.GET.get("people", "")
    if request.GET.get("version") != str(version) or (people and people[1:] != format_people(*rights)):
        return False
    session = Session(session_data=data).get_decoded()
    account = Account(pk=int(reader), password=password, session_seal=seal)
    is_own = session.get(SESSION_KEY) == reader
    return is_own and constant_time_compare(session.get(HASH_SESSION_KEY, ""), account.get_session_auth_hash())


class TellUnreadable:
    """Middleware that answers 409 instead of 500 for unreadable sheets.

    A club file of an older version may have brought in such a sheet.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, (Http404, PermissionDenied, DatabaseError)):
            return None
        unreadable = find_unreadable(request)
        if unreadable is None:
            return None
        _log.error("Sheet %s cannot be read: run manage.py check_ledger.", unreadable.pk, exc_info=exception)
        return answer_unreadable(request, unreadable)


def find_unreadable(request: HttpRequest) -> Sheet | None:
    """Return the first unreadable sheet of the URL. Called only after an exception; one query for each sheet."""
    found = request.resolver_match
    if found is None:
        return None
    kwargs = found.kwargs
    sheets = Sheet.objects.select_related("evening__club").order_by("pk")
    if "sheet_id" in kwargs:
        sheets = sheets.filter(pk=kwargs["sheet_id"])
    elif "evening_id" in kwargs:
        sheets = sheets.filter(evening=kwargs["evening_id"])
    elif str(found.url_name).endswith("_by_pen"):
        sheets = sheets.filter(pk=link.read_row_number(str(kwargs["token"])) or 0)
    else:
        return None
    return next((sheet for sheet in sheets if not isinstance(read_strictly(sheet), SheetState)), None)


def answer_unreadable(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    text = _("Rows of this sheet cannot be read. Nothing was changed.")
    if not request.accepts("text/html"):
        return JsonResponse({"reason": "unreadable", "text": text}, status=HTTPStatus.CONFLICT)
    if request.headers.get("HX-Request"):
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=HTTPStatus.CONFLICT)
    context = {"sheet": sheet, "text": text}
    return render(request, "evenings/unreadable.html", context, status=HTTPStatus.CONFLICT)
