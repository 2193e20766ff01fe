"""Through which door did somebody come to a sheet: signed in, or with the pen of its table? And where do links lead?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.urls import reverse

from dokoclub.accounts.models import Account
from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import access
from dokoclub.evenings.access import AtSheet
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import errors

A_UUID: Final = UUID(int=0)  # stands where the uuid of a row goes

AtDoor: TypeAlias = Callable[..., HttpResponse]  # (request, door, what else stands in the address)
OpenView: TypeAlias = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Address:
    """The addresses of one sheet, for whoever came through this door."""

    gaps: dict[str, Any]
    by_pen: bool = False
    do_not_call_in_templates: ClassVar = True  # otherwise Django would, and find no `by_pen` in what comes back

    def __call__(self, name: str, **more: Any) -> str:
        suffix = "_by_pen" if self.by_pen else ""
        return reverse(f"evenings:{name}{suffix}", kwargs={**self.gaps, **more})

    @cached_property
    def _a_row(self) -> str:
        return self("show_entry", uuid=A_UUID)

    def row(self, uuid: UUID) -> str:
        """The same as `address("show_entry", uuid=uuid)`, quickly, for sixty rows."""
        return self._a_row.replace(str(A_UUID), str(uuid))


class SheetContext(NamedTuple):
    at: AtSheet
    address: Address
    by: Account | None  # None: whoever holds the pen

    @property
    def sheet(self) -> Sheet:
        return self.at.sheet

    @property
    def is_open(self) -> bool:
        """Can anything be written on the sheet now?"""
        return self.sheet.is_open and self.sheet.evening.is_open and not self.is_moving

    @property
    def is_moving(self) -> bool:
        """Does its club move to another install, so that nothing is written in it?"""
        return self.sheet.evening.club.is_moving

    @property
    def writes(self) -> bool:
        return self.is_open and self.at.may_write

    @property
    def drafts(self) -> str:
        """Under which name a phone keeps the draft: one for each account and sheet."""
        return f"{self.by.pk if self.by else 'pen'}.{self.sheet.pk}"


def to_read(view: AtDoor) -> OpenView:
    """The view of whoever may read the sheet; it gets the door. Http404 for strangers.

    Two queries, three for a member who is no scorer; one with the pen.
    """

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        return view(request, _door(request, gaps), **gaps)

    return opened


def to_write(view: AtDoor) -> OpenView:
    """The same. PermissionDenied for who may only read. Whether the sheet is open is the service's to tell."""

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        door = _door(request, gaps)
        if not door.at.may_write:
            raise PermissionDenied
        return view(request, door, **gaps)

    return opened


def miss_deleted(view: OpenView) -> OpenView:
    """Somebody deletes the evening, or takes the table away, at this very moment: 404, as a moment later."""

    @wraps(view)
    def looked_for(request: UserRequest, **gaps: Any) -> HttpResponse:
        try:
            return view(request, **gaps)
        except errors.Closed as closed:
            raise Http404 from closed

    return looked_for


def _door(request: UserRequest, gaps: dict[str, Any]) -> SheetContext:
    """What says which sheet is taken out of the `gaps` of the address: the view needs only the others."""
    if "token" in gaps:
        token = gaps.pop("token")
        return SheetContext(access.sheet_by_pen(token), Address({"token": token}, by_pen=True), None)
    sheet_id = gaps.pop("sheet_id")
    return SheetContext(access.sheet_to_read(request.user, sheet_id), Address({"sheet_id": sheet_id}), request.user)


def row_behind(door: SheetContext, uuid: UUID) -> Entry:
    """One query."""
    return access.get_entry(door.sheet, uuid)
