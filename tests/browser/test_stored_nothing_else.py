"""A visit to every page of the site leaves nothing on the phone but sheets and their parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.http.response import HttpResponseBase
from django.test import Client

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.evenings import create_scoring_link
from tests.browser.conftest import NewContext, SignIn
from tests.browser.stored_pages import cached, keeping, open_kept
from tests.cast import Cast, signed_in
from tests.house import address_kwargs
from tests.house.access_table import ACCESS_RULES
from tests.house.addresses import addresses
from tests.house.asking import url_of


@pytest.mark.promise("sheets-only")
@pytest.mark.walk
@pytest.mark.parametrize("name", ["Anna", "Dora", ""])  # an owner, a reader, a scoring link without an account
def test_of_all_pages_a_phone_keeps_sheets_alone(
    name: str, new_context: NewContext, sign_in: SignIn, cast: Cast
) -> None:
    filled = address_kwargs.fill(cast)
    if not name:
        filled["token"] = create_scoring_link(Sheet.objects.get(pk=filled["sheet_id"]))
    page = keeping(new_context, sign_in, cast, name).new_page()
    sheet = url_of("evenings:show_sheet" if name else "evenings:show_sheet_by_pen", filled)
    open_kept(page, sheet)
    seen = list(pages(signed_in(cast.accounts[name]) if name else Client(), filled))
    assert len(seen) > (40 if name else 5)
    page.context.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    for path in seen:
        page.goto(path, wait_until="commit")  # the worker decides on storing it, whatever the page runs
    page.goto("/account/login/", wait_until="networkidle")
    kept = cached(page)
    assert kept.keys() == {"files", "pages"}
    assert [path for path in kept["files"] if not path.startswith("/static/")] == []
    assert kept["pages"] == sorted(["/offline/", "/sheets/new/", sheet])


def pages(client: Client, filled: dict[str, object]) -> Iterator[str]:
    """Return the addresses of everything that this reader sees as a page."""
    gaps_of = dict(addresses())
    for name, rule in ACCESS_RULES.items():
        if "GET" in (rule.methods or {"GET"}) and name != "account_logout" and filled.keys() >= {*gaps_of[name]}:
            path = url_of(name, filled)
            if is_page(client.get(path)):
                yield path


def is_page(answer: HttpResponseBase) -> bool:
    return answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")
