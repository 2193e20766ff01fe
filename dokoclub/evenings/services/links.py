"""Hand out what opens a door without an account, and lock it again: secret links, and the pen of a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Evening, SecretLink, Sheet, tokens
from dokoclub.evenings.models.link import ReadLink, random_number
from dokoclub.evenings.services.writing import lock_evening, lock_open_sheet, lock_sheet


@transaction.atomic
def make_secret_link(evening: Evening, *, by: Account) -> SecretLink:
    """A link that lets anybody read the evening, until it is revoked or 30 days after the evening.

    The same one again while it holds.
    """
    evening = lock_evening(evening)
    held_now = SecretLink.objects.open().filter(evening=evening).first()
    return held_now or SecretLink.objects.create(evening=evening, made_by=by)


def link_token(link: ReadLink) -> str:
    return tokens.make_token(link.KIND, link.pk, link.random)


def revoke_secret_link(link: ReadLink) -> None:
    """To an evening, or to a league. The second time changes nothing."""
    links = type(link)._default_manager
    links.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def give_pen(sheet: Sheet) -> str:
    """The token that lets whoever holds it write on this sheet until it is closed; the same one again while it holds.

    Raises Closed.
    """
    sheet = lock_open_sheet(sheet)
    if not sheet.pen:
        sheet.pen = random_number()
        Sheet.objects.filter(pk=sheet.pk).update(pen=sheet.pen)
    return tokens.make_token(tokens.PEN, sheet.pk, sheet.pen)


@transaction.atomic
def revoke_pen(sheet: Sheet) -> None:
    """Nobody writes on it without an account any more. The second time changes nothing."""
    Sheet.objects.filter(pk=lock_sheet(sheet).pk).update(pen="")


def give_pens(sheets: Sequence[Sheet]) -> None:
    """To all tables of a round at once, for whoever holds its evening: their codes are printed. One statement."""
    without = [sheet for sheet in sheets if not sheet.pen and sheet.is_open]
    for sheet in without:
        sheet.pen = random_number()
    Sheet.objects.bulk_update(without, ["pen"])
