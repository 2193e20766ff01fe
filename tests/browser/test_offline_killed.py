"""An evening that begins offline, on a phone that kills its browser at any time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, expect

from dokoclub.evenings.models import Evening, Sheet
from tests.browser.begun_here import BEGUN, BegunPhone, play
from tests.browser.conftest import PATIENCE, SignIn
from tests.browser.test_outbox_killed import forget, kill
from tests.browser.without_network import lose_the_answer
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.promise("killed")
def test_a_browser_that_is_killed_keeps_it(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    sign_in: SignIn,
    cast: Cast,
    tmp_path: Any,
) -> None:
    """It is killed right after a save, and again after the server has opened the evening without changes there."""

    def started() -> BrowserContext:
        context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args, **browser_context_args)
        context.set_default_timeout(PATIENCE)
        sign_in(context, cast.ben)
        return context

    def killed(context: BrowserContext) -> None:
        kill(tmp_path)
        forget(context)

    def found(context: BrowserContext) -> BegunPhone:
        phone = BegunPhone(context.pages[0])
        phone.page.goto("/sheets/new/")
        phone.page.get_by_role("link", name="Ben").tap()
        phone.is_up()
        expect(phone.button_that_begins("Spiel 2, ")).to_be_attached()
        return phone

    context = started()
    phone = BegunPhone(context.pages[0])
    phone.takes_along(cast)
    context.route(BEGUN, lambda route: route.abort())
    phone.page.goto("/sheets/new/")
    phone.begins(dealer="Anna")
    play(phone, 2)
    killed(context)

    context = started()
    context.route(BEGUN, lose_the_answer)
    phone = found(context)
    expect(phone.band).to_contain_text("Ohne Netz")
    killed(context)
    assert [Evening.objects.count(), Sheet.objects.get().entries.count()] == [1, 0]

    context = started()
    BegunPhone(context.pages[0]).page.goto("/sheets/new/")
    context.pages[0].get_by_role("link", name="Ben").tap()
    phone = BegunPhone(context.pages[0])
    phone.goes_on()
    assert [Evening.objects.count(), Sheet.objects.get().entries.count()] == [1, 2]
    context.close()
