"""Access checks for evenings, sheets and their links; every view begins here.

The rights are those of the club. Raises Http404 for strangers and for missing rows alike, and PermissionDenied without
the right.
"""

from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Manager, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_known_club, refuse_moving, with_club
from dokoclub.clubs.models import Club, HasMoved, Membership, Right
from dokoclub.evenings.models import Entry, Evening, SecretLink, Sheet
from dokoclub.evenings.models import link as link_models
from dokoclub.evenings.models.link import AnyLink, ReadLink


class LinkNotFound(Http404):
    """No such link works: it is unknown, expired or revoked."""


class AtEvening(NamedTuple):
    evening: Evening  # with its club
    membership: Membership


class AtSheet(NamedTuple):
    sheet: Sheet  # with its evening and club
    membership: Membership | None  # None: access by the table's scoring link
    may_write: bool  # by right; the service checks whether the sheet is still open, so that no input is lost


def evening_to_read(account: Account, evening_id: int) -> AtEvening:
    """Return the evening for reading. Two queries."""
    return _evening(account, evening_id, Right.READ)


def evening_to_score(account: Account, evening_id: int) -> AtEvening:
    """Return the evening, to open tables and to close it. Two queries."""
    return _evening(account, evening_id, Right.SCORE)


def evening_to_own(account: Account, evening_id: int) -> AtEvening:
    """Return the evening, to reopen and to delete it. Two queries."""
    return _evening(account, evening_id, Right.OWN)


def evening_to_take_back(account: Account, evening_id: int) -> AtEvening:
    """Return a deleted evening that can still be restored, for an owner. Two queries."""
    evening = Evening.objects.to_take_back().select_related("club").filter(pk=evening_id).first()
    return _entered(account, evening, Right.OWN)


def sheet_to_read(account: Account, sheet_id: int) -> AtSheet:
    """Return the sheet for reading.

    Two queries, and a third for a member without the right to score: do they sit there?
    """
    sheets = Sheet.objects.not_deleted().select_related(*with_club("evening__club"))
    sheet = sheets.filter(pk=sheet_id).order_by().first()
    if sheet is None:
        raise Http404
    membership = enter_known_club(account, sheet.evening.club, Right.READ)
    return AtSheet(sheet, membership, membership.may_score or sits_at(account, sheet))


def sheet_to_score(account: Account, sheet_id: int) -> AtSheet:
    """Return the sheet, to close it and to hand out its scoring link. Two queries."""
    found = sheet_to_read(account, sheet_id)
    if found.membership is None or not found.membership.may_score:
        raise PermissionDenied
    return found


def sheet_to_own(account: Account, sheet_id: int) -> AtSheet:
    """Return the sheet, to reopen it. Two queries."""
    found = sheet_to_read(account, sheet_id)
    if found.membership is None or not found.membership.may(Right.OWN):
        raise PermissionDenied
    return found


def sheet_by_pen(token: str) -> AtSheet:
    """Return the sheet of this scoring link, until it is closed or the link is revoked.

    One query. Raises HasMoved if its club has moved to another install meanwhile.
    """
    sheet = (
        Sheet.objects.open()
        .select_related(*with_club("evening__club"))
        .filter(pk=link_models.read_row_number(token) or 0)
        .first()
    )
    if (
        sheet is None
        or not sheet.evening.is_open
        or not link_models.fits_row(link_models.PEN, sheet.pk, sheet.pen, token)
    ):
        _send_pen_on(token)
        raise Http404
    refuse_moving(sheet.evening.club)
    return AtSheet(sheet, None, may_write=True)


def _send_pen_on(token: str) -> None:
    gone = Sheet.objects.filter(pk=link_models.read_row_number(token) or 0, closed_at=None, evening__closed_at=None)
    sheet = gone.filter(evening__club__in=Club.objects.moved()).select_related("evening__club").first()
    if sheet is not None and link_models.fits_row(link_models.PEN, sheet.pk, sheet.pen, token):
        raise HasMoved(sheet.evening.club)


def evening_by_link(token: str) -> SecretLink:
    """Return the link, with its evening and club. One query."""
    return link_by_token(SecretLink.objects.open().select_related("evening__club"), token)


def link_by_token(links: QuerySet[AnyLink], token: str) -> AnyLink:
    """Return the link with this token.

    One query, another if there is no link. Raises LinkNotFound, and HasMoved for a link into a club that has moved
    away.
    """
    link = links.filter(pk=link_models.read_row_number(token) or 0).first()
    if link is None or not link.has_token(token):
        _send_holder_on(links.model, token)
        raise LinkNotFound
    return link


def _send_holder_on(kind: type[ReadLink], token: str) -> None:
    path = kind.club_path()
    links = kind._default_manager.filter(pk=link_models.read_row_number(token) or 0, revoked_at=None)
    link = links.filter(**{f"{path}__in": Club.objects.moved()}).first()
    if link is not None and link.is_open and link.has_token(token):
        raise HasMoved(Club.objects.get(pk=links.values_list(path, flat=True)[0]))


def get_entry(sheet: Sheet, uuid: UUID) -> Entry:
    """Return an entry of a sheet that the caller has already checked for reading. One query."""
    entry = Entry.objects.filter(sheet=sheet, uuid=uuid).first()
    if entry is None:
        raise Http404
    entry.sheet = sheet
    return entry


def get_link(links: Manager[AnyLink], link_id: int) -> AnyLink:
    """Return one of the `links` to something that the caller has already checked. One query."""
    return get_object_or_404(links, pk=link_id)


def sits_at(account: Account, sheet: Sheet) -> bool:
    return sheet.seats.taken().filter(player__account=account).exists()


def _evening(account: Account, evening_id: int, right: Right) -> AtEvening:
    evenings = Evening.objects.not_deleted().select_related(*with_club("club"))
    return _entered(account, evenings.filter(pk=evening_id).order_by().first(), right)


def _entered(account: Account, evening: Evening | None, right: Right) -> AtEvening:
    if evening is None:
        raise Http404
    return AtEvening(evening, enter_known_club(account, evening.club, right))
