"""Access to a sheet, signed in or by its table's scoring link, and the URLs for each way of access."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.urls import reverse

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.models import Account
from dokoclub.evenings import access
from dokoclub.evenings.access import AtSheet
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services import errors

A_UUID: Final = UUID(int=0)  # placeholder for the uuid of an entry

SheetView: TypeAlias = Callable[..., HttpResponse]  # (request, sheet_context, other URL kwargs)
OpenView: TypeAlias = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Address:
    """The URLs of one sheet for this kind of access."""

    gaps: dict[str, Any]
    by_pen: bool = False
    do_not_call_in_templates: ClassVar = True  # otherwise Django would call it, and find no `by_pen` in the result

    def __call__(self, name: str, **more: Any) -> str:
        suffix = "_by_pen" if self.by_pen else ""
        return reverse(f"evenings:{name}{suffix}", kwargs={**self.gaps, **more})

    @cached_property
    def _a_row(self) -> str:
        return self("show_entry", uuid=A_UUID)

    def row(self, uuid: UUID) -> str:
        """Return the same as `address("show_entry", uuid=uuid)`, but fast, for sixty rows."""
        return self._a_row.replace(str(A_UUID), str(uuid))


class SheetContext(NamedTuple):
    at: AtSheet
    address: Address
    by: Account | None  # None: access by scoring link

    @property
    def sheet(self) -> Sheet:
        return self.at.sheet

    @property
    def is_open(self) -> bool:
        """Return whether the sheet can be written on now."""
        return self.sheet.is_open and self.sheet.evening.is_open and not self.is_moving

    @property
    def is_moving(self) -> bool:
        """Return whether the club is moving to another install, so that nothing is written in it."""
        return self.sheet.evening.club.is_moving

    @property
    def writes(self) -> bool:
        return self.is_open and self.at.may_write

    @property
    def drafts(self) -> str:
        """Return the name under which a phone stores the draft: one for each account and sheet."""
        return f"{self.by.pk if self.by else 'pen'}.{self.sheet.pk}"


def to_read(view: SheetView) -> OpenView:
    """Decorate a view for everybody who may read the sheet; it gets the context.

    Http404 for strangers. Two queries, three for a member without the right to score; one by scoring link.
    """

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        return view(request, _get_context(request, gaps), **gaps)

    return opened


def to_write(view: SheetView) -> OpenView:
    """Decorate a view for everybody who may write.

    PermissionDenied for readers. The service checks whether the sheet is open.
    """

    @wraps(view)
    def opened(request: UserRequest, **gaps: Any) -> HttpResponse:
        sheet_context = _get_context(request, gaps)
        if not sheet_context.at.may_write:
            raise PermissionDenied
        return view(request, sheet_context, **gaps)

    return opened


def miss_deleted(view: OpenView) -> OpenView:
    """Decorate a view: if the evening or table is deleted at this very moment, answer 404, as a moment later."""

    @wraps(view)
    def looked_for(request: UserRequest, **gaps: Any) -> HttpResponse:
        try:
            return view(request, **gaps)
        except errors.Closed as closed:
            raise Http404 from closed

    return looked_for


def _get_context(request: UserRequest, gaps: dict[str, Any]) -> SheetContext:
    """Return the context of the request.

    The kwargs that identify the sheet are removed from `gaps`: the view needs only the others.
    """
    if "token" in gaps:
        token = gaps.pop("token")
        return SheetContext(access.sheet_by_pen(token), Address({"token": token}, by_pen=True), None)
    sheet_id = gaps.pop("sheet_id")
    return SheetContext(access.sheet_to_read(request.user, sheet_id), Address({"sheet_id": sheet_id}), request.user)


def row_behind(sheet_context: SheetContext, uuid: UUID) -> Entry:
    """Return an entry of the sheet. One query."""
    return access.get_entry(sheet_context.sheet, uuid)
