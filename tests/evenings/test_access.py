"""Access to evenings: strangers see nothing, members read, scorers and players at the table write; a scoring link
opens one sheet, a link one evening.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.evenings import access
from dokoclub.evenings.models import Evening, SecretLink, Sheet
from dokoclub.evenings.models import link as link_models
from dokoclub.evenings.services import errors, evenings, sheets
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, write


def answer(ask: Callable[[], object]) -> str:
    try:
        ask()
    except Http404:
        return "404"
    except PermissionDenied:
        return "403"
    return "yes"


EVENING_CHECKS: dict[Callable[..., object], str] = {
    access.evening_to_read: "yes yes yes yes 404",
    access.evening_to_score: "yes yes 403 403 404",
    access.evening_to_own: "yes 403 403 403 404",
}
SHEET_CHECKS: dict[Callable[..., object], str] = {
    access.sheet_to_read: "yes yes yes yes 404",
    access.sheet_to_score: "yes yes 403 403 404",
    access.sheet_to_own: "yes 403 403 403 404",
}


def everybody(cast: Cast) -> list[Account]:
    return [*(cast.accounts[name] for name in ("Anna", "Ben", "Cleo", "Dora")), cast.stranger]


@pytest.mark.parametrize("check", EVENING_CHECKS)
def test_the_evening(cast: Cast, sheet: Sheet, check: Callable[..., object]) -> None:
    found = " ".join(answer(partial(check, account, sheet.evening_id)) for account in everybody(cast))

    assert found == EVENING_CHECKS[check]


@pytest.mark.parametrize("check", SHEET_CHECKS)
def test_the_sheet(cast: Cast, sheet: Sheet, check: Callable[..., object]) -> None:
    """Cleo is at the table, Dora has gone home."""
    emil = cast.guest("Emil")
    sheets.change_table(sheet, [*cast.four[:3], emil], uuid=uuid4(), by=None)

    found = " ".join(answer(partial(check, account, sheet.pk)) for account in everybody(cast))

    assert found == SHEET_CHECKS[check]


@pytest.mark.parametrize("check", [*EVENING_CHECKS, *SHEET_CHECKS])
def test_what_does_not_exist_looks_the_same(cast: Cast, sheet: Sheet, check: Callable[..., object]) -> None:
    assert answer(lambda: check(cast.anna, 999_999)) == "404"


@pytest.mark.parametrize("check", [*EVENING_CHECKS, *SHEET_CHECKS])
def test_a_deleted_evening_is_gone(cast: Cast, sheet: Sheet, check: Callable[..., object]) -> None:
    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=cast.anna)
    pk = sheet.pk if check in SHEET_CHECKS else sheet.evening_id

    assert answer(lambda: check(cast.anna, pk)) == "404"


def test_an_owner_takes_a_deleted_evening_back(cast: Cast, sheet: Sheet) -> None:
    anna, pk = cast.anna, sheet.evening_id
    assert answer(lambda: access.evening_to_take_back(anna, pk)) == "404"
    evenings.delete_evening(sheet.evening, typed=sheet.evening.date, by=anna)

    assert answer(lambda: access.evening_to_take_back(anna, pk)) == "yes"
    assert answer(lambda: access.evening_to_take_back(cast.ben, pk)) == "403"
    assert answer(lambda: access.evening_to_take_back(cast.stranger, pk)) == "404"
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert answer(lambda: access.evening_to_take_back(anna, pk)) == "404"


def test_scorers_write_and_who_sits_there(cast: Cast, sheet: Sheet) -> None:
    """Cleo is at the table, Dora has gone home."""
    sheets.change_table(sheet, [*cast.four[:3], cast.guest("Emil")], uuid=uuid4(), by=None)

    may_write = [access.sheet_to_read(account, sheet.pk).may_write for account in everybody(cast)[:4]]

    assert may_write == [True, True, True, False]


def test_a_closed_sheet_is_answered_by_the_service(cast: Cast, sheet: Sheet) -> None:
    """No typed text is lost behind a 403."""
    sheets.close_sheet(sheet, by=None)

    assert access.sheet_to_read(cast.cleo, sheet.pk).may_write


def test_it_costs_two_queries_or_three(cast: Cast, sheet: Sheet) -> None:
    with statements() as scorer:
        access.sheet_to_read(cast.ben, sheet.pk)
    with statements() as member:
        access.sheet_to_read(cast.dora, sheet.pk)

    assert (len(scorer), len(member)) == (2, 3)


def test_a_row_is_found_on_its_own_sheet_only(cast: Cast, sheet: Sheet) -> None:
    entry = write(cast, sheet, anna_ben(cast))

    assert access.get_entry(sheet, entry.uuid) == entry
    assert answer(lambda: access.get_entry(sheet, uuid4())) == "404"
    other = papers.sheet(cast)
    assert answer(lambda: access.get_entry(other, entry.uuid)) == "404"


# --- The scoring link of a table --------------------------------------------------------------------------------------


def test_the_pen_opens_its_sheet(cast: Cast, sheet: Sheet) -> None:
    token = evenings.create_scoring_link(sheet)
    found = access.sheet_by_pen(token)

    assert (found.sheet, found.membership, found.may_write) == (sheet, None, True)
    assert evenings.create_scoring_link(sheet) == token
    entry = write(cast, found.sheet, anna_ben(cast), by=None)
    assert entry.written_by is None


def test_a_revoked_pen_and_a_closed_sheet(cast: Cast, sheet: Sheet) -> None:
    revoked = evenings.create_scoring_link(sheet)
    evenings.revoke_pen(sheet)
    evenings.revoke_pen(sheet)
    again = evenings.create_scoring_link(sheet)
    assert (answer(lambda: access.sheet_by_pen(revoked)), answer(lambda: access.sheet_by_pen(again))) == ("404", "yes")
    sheets.close_sheet(sheet, by=None)

    assert answer(lambda: access.sheet_by_pen(again)) == "404"
    with pytest.raises(errors.Closed):
        evenings.create_scoring_link(sheet)
    sheets.reopen_sheet(sheet, by=cast.anna)
    assert answer(lambda: access.sheet_by_pen(again)) == "404"


@pytest.mark.parametrize("close", [evenings.close_evening, evenings.delete_evening])
def test_the_pen_ends_with_the_evening(cast: Cast, sheet: Sheet, close: Callable[..., Evening]) -> None:
    token = evenings.create_scoring_link(sheet)
    typed = {"typed": sheet.evening.date} if close is evenings.delete_evening else {}
    close(sheet.evening, by=cast.anna, **typed)

    assert answer(lambda: access.sheet_by_pen(token)) == "404"


@pytest.mark.promise("links")
@pytest.mark.parametrize("spoil", [str.upper, lambda token: token[:-1], lambda token: token.partition("-")[2]])
def test_a_spoilt_pen_opens_nothing(cast: Cast, sheet: Sheet, spoil: Callable[[str], str]) -> None:
    token = evenings.create_scoring_link(sheet)

    assert answer(lambda: access.sheet_by_pen(spoil(token))) == "404"


@pytest.mark.parametrize("token", ["", "-", "x-y", "1", "²-x", "9" * 30 + "-x"])
def test_no_nonsense_opens_anything(cast: Cast, sheet: Sheet, token: str) -> None:
    assert answer(lambda: access.sheet_by_pen(token)) == "404"
    assert answer(lambda: access.evening_by_link(token)) == "404"


def test_a_sheet_without_a_pen_has_no_token(cast: Cast, sheet: Sheet) -> None:
    assert not link_models.fits_row(
        link_models.PEN, sheet.pk, "", link_models.make_token(link_models.PEN, sheet.pk, "")
    )


# --- Secret links -----------------------------------------------------------------------------------------------------


@pytest.fixture
def link(cast: Cast, sheet: Sheet) -> SecretLink:
    return evenings.make_secret_link(sheet.evening, by=cast.ben)


def test_the_link_opens_its_evening(link: SecretLink) -> None:
    assert access.evening_by_link(link.token).evening == link.evening
    assert link.random not in link.token
    assert link.token == SecretLink.objects.get().token


@pytest.mark.promise("links")
def test_a_link_is_no_pen(link: SecretLink, sheet: Sheet) -> None:
    assert answer(lambda: access.sheet_by_pen(link.token)) == "404"
    assert answer(lambda: access.evening_by_link(evenings.create_scoring_link(sheet))) == "404"


@pytest.mark.promise("links")
def test_a_revoked_link_opens_nothing(link: SecretLink) -> None:
    evenings.revoke_secret_link(link)
    revoked_at = SecretLink.objects.get().revoked_at
    evenings.revoke_secret_link(link)

    assert answer(lambda: access.evening_by_link(link.token)) == "404"
    assert SecretLink.objects.get().revoked_at == revoked_at
    assert not SecretLink.objects.get().is_open


@pytest.mark.parametrize(("days", "expected"), [(30, "yes"), (31, "404")])
def test_it_ends_thirty_days_after_the_evening(link: SecretLink, days: int, expected: str) -> None:
    token = link.token
    Evening.objects.update(date=timezone.localdate() - timedelta(days=days))

    assert answer(lambda: access.evening_by_link(token)) == expected
    assert SecretLink.objects.get().is_open == (expected == "yes")


def test_a_deleted_evening_takes_its_links_with_it(cast: Cast, link: SecretLink) -> None:
    evenings.delete_evening(link.evening, typed=link.evening.date, by=cast.anna)

    assert answer(lambda: access.evening_by_link(link.token)) == "404"


@pytest.mark.promise("links")
def test_a_link_is_found_under_its_own_evening_only(cast: Cast, link: SecretLink) -> None:
    assert access.get_link(link.evening.secret_links, link.pk) == link
    assert answer(lambda: access.get_link(link.evening.secret_links, link.pk + 1)) == "404"
    assert answer(lambda: access.get_link(papers.evening(cast).secret_links, link.pk)) == "404"
