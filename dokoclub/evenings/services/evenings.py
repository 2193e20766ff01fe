"""Open, change, close, reopen, delete and restore evenings; their secret links, scoring links and the sheet style."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Manager
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening, SecretLink, Sheet, SheetStyle
from dokoclub.evenings.models import link as link_models
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.models.link import AnyLink, ReadLink, random_number
from dokoclub.evenings.services import locks
from dokoclub.evenings.services.errors import Closed
from dokoclub.evenings.services.sheets import begin_again, end_sheet, is_summed, open_sheets


@transaction.atomic
def open_evening(
    club: Club,
    tables: Sequence[NewSheet],
    *,
    key: UUID,
    by: Account | None,
    day: date | None = None,
    place: str = "",
    club_evening: bool = True,
    stake: Decimal | int = 0,
    at: datetime | None = None,
) -> Evening:
    """Open an evening with the sheets of its first round, and return it.

    `day`: the date of play, if not that of `date_of_play`; `stake` in cents a point; `at`: the start time, if not now.

    The same key returns the evening that it opened. Raises Impossible with the problems at `tables[INDEX].…`, Reused if
    the key opened an evening in another club, and ValidationError for other invalid input.
    """
    lock_club(club)
    if opened := Evening.objects.filter(key=key).first():
        if opened.club_id != club.pk:
            raise Reused(key)
        return opened
    began = at or timezone.now()
    evening = Evening(
        club=club,
        date=day or date_of_play(began),
        place=place,
        club_evening=club_evening,
        stake=stake,
        opened_at=began,
        opened_by=by,
        key=key,
    )
    evening.full_clean(validate_unique=False)
    locks.refuse_future_evening(evening)
    locks.save_row(evening, by=by)
    open_sheets(evening, tables, in_round=1, by=by, at=began)
    return evening


@transaction.atomic
def start_evening(club: Club, tables: Sequence[NewSheet], *, key: UUID, by: Account, **about: Any) -> Evening:
    """Open an evening from a form. Raises like `open_evening`, and Reused if the key came with other content."""
    lock_club(club)
    refuse_other_content(key, club, tables, about)
    return open_evening(club, tables, key=key, by=by, **about)


@transaction.atomic
def change_evening(
    evening: Evening, *, day: date, place: str, club_evening: bool, stake: Decimal | int, by: Account
) -> Evening:
    """Change date, place, kind and stake of an evening.

    Raises ValidationError by field, and Closed if it is deleted.
    """
    evening = locks.lock_evening(evening)
    if evening.deleted_at:
        raise Closed
    is_same_day = evening.date == day
    evening.date, evening.place, evening.club_evening, evening.stake = day, place, club_evening, stake
    evening.full_clean(validate_unique=False)
    if not is_same_day:
        locks.refuse_future_evening(evening)
    _save(evening, by=by)
    return evening


@transaction.atomic
def close_evening(evening: Evening, *, by: Account | None, at: datetime | None = None) -> Evening:
    """Close the evening and all its sheets. The second time changes nothing."""
    evening = locks.lock_evening(evening)
    if evening.closed_at is None:
        evening.closed_at, evening.closed_by = at or timezone.now(), by
        for sheet in evening.sheets.select_for_update(no_key=True).filter(closed_at=None):
            end_sheet(sheet, by=by, at=evening.closed_at)
        _save(evening, by=by)
    return evening


@transaction.atomic
def reopen_evening(evening: Evening, *, by: Account) -> Evening:
    """Undo `close_evening`, also for the sheets that it closed.

    The second time changes nothing. Raises Closed if the evening is deleted.
    """
    evening = locks.lock_evening(evening)
    if evening.deleted_at:
        raise Closed
    if evening.closed_at is not None:
        for sheet in evening.sheets.select_for_update(no_key=True).filter(closed_at=evening.closed_at):
            if not is_summed(sheet):
                begin_again(sheet, by=by)
        evening.closed_at = evening.closed_by = None
        _save(evening, by=by)
    return evening


@transaction.atomic
def delete_evening(evening: Evening, *, typed: date, by: Account) -> Evening:
    """Remove the evening from every table at once; rows stay until `purge`.

    Raises ValidationError unless its date was typed. The second time changes nothing.
    """
    evening = locks.lock_evening(evening)
    if evening.deleted_at is None:
        if typed != evening.date:
            raise ValidationError({"typed": _("Type the date of the evening.")})
        evening.deleted_at, evening.deleted_by = timezone.now(), by
        _save(evening, by=by)
    return evening


@transaction.atomic
def take_back_evening(evening: Evening, *, by: Account) -> Evening:
    """Undo `delete_evening`. The second time changes nothing."""
    evening = locks.lock_evening(evening)
    if evening.deleted_at is not None:
        evening.deleted_at = evening.deleted_by = None
        _save(evening, by=by)
    return evening


def _save(evening: Evening, *, by: Account | None) -> None:
    evening.version += 1
    locks.save_row(evening, by=by)
    locks.after_evening(evening)


@transaction.atomic
def make_secret_link(evening: Evening, *, by: Account) -> SecretLink:
    """Return a link that lets anybody read the evening, until it is revoked or 30 days after the evening.

    While one is valid, the same link is returned.
    """
    return make_read_link(locks.lock_evening(evening).secret_links, by=by)


def make_read_link(links: Manager[AnyLink], *, by: Account) -> AnyLink:
    """Return the open one of the `links`, else a new one. The caller has locked the object they open."""
    held = links.filter(links.model.opens(), revoked_at=None).first()
    return held or links.create(made_by=by)


def revoke_secret_link(link: ReadLink) -> None:
    """Revoke a link of any kind. The second time changes nothing."""
    links = type(link)._default_manager
    links.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def create_scoring_link(sheet: Sheet) -> str:
    """Return the token of the sheet's scoring link, valid until the sheet is closed.

    While one is valid, the same token is returned. Raises Closed.
    """
    sheet = locks.lock_open_sheet(sheet)
    if not sheet.pen:
        sheet.pen = random_number()
        Sheet.objects.filter(pk=sheet.pk).update(pen=sheet.pen)
    return link_models.make_token(link_models.PEN, sheet.pk, sheet.pen)


@transaction.atomic
def revoke_pen(sheet: Sheet) -> None:
    """Revoke the sheet's scoring link: writing then needs an account. The second time changes nothing."""
    Sheet.objects.filter(pk=locks.lock_sheet(sheet).pk).update(pen="")


def create_scoring_links(sheets: Sequence[Sheet]) -> None:
    """Create scoring links for all tables of a round at once, to print their codes.

    The caller has locked the evening. One statement.
    """
    without = [sheet for sheet in sheets if not sheet.pen and sheet.is_open]
    for sheet in without:
        sheet.pen = random_number()
    Sheet.objects.bulk_update(without, ["pen"])


def change_style(club: Club, *, ranked_by: str, large: str, full_names: bool, stories: bool = True) -> SheetStyle:
    """Change the sheet style of a club. Raises ValidationError for a value that is not among the choices."""
    wanted = {"ranked_by": ranked_by, "large": large, "full_names": full_names, "stories": stories}
    SheetStyle(club=club, **wanted).clean_fields()
    return SheetStyle.objects.update_or_create(club=club, defaults=wanted)[0]
