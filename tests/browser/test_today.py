"""Heute is one screen in each of its states: words, controls and height are measured on the page itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, expect

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import day as format_day
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import close_evening
from tests.browser.conftest import NewContext, SignIn
from tests.cast import Cast, make_cast
from tests.dates.papers import YES, in_days, plan, say
from tests.evenings import papers
from tests.settlement import purse

pytestmark = pytest.mark.django_db(transaction=True)

MOST_WORDS: Final = 60
MOST_CONTROLS: Final = 8
MEASURE: Final = r"""() => {
  const main = document.querySelector("main");
  const controls = [...main.querySelectorAll("a, button, input:not([type=hidden])")];
  const words = main.innerText.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word));
  return [words.length, controls.filter(one => one.getClientRects().length).length,
          document.documentElement.scrollHeight, document.documentElement.scrollWidth];
}"""


def young(cast: Cast) -> None:
    Player.objects.filter(club=cast.club).exclude(name="Anna").update(active=False)


def idle(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 30, "Ben": -10, "Cleo": -10, "Dora": -10})


def planned(cast: Cast) -> None:
    """Twelve come, and something is to be paid."""
    idle(cast)
    for name in ("Emil", "Frida", "Gerd", "Hans", "Inge", "Jost", "Karl", "Leni"):
        Player.objects.filter(pk=cast.guest(name).pk).update(guest=False)
    one = plan(cast, in_days(3))
    for name in list(cast.players)[1:]:
        say(cast, one, name, YES)


def running(cast: Cast) -> None:
    """Seven sit at the table."""
    idle(cast)
    for name in ("Friedrich-Wilhelm", "Annemarie", "Gerd"):
        cast.guest(name)
    one = papers.evening(cast, papers.table(cast, *cast.players), day=date_of_play())
    for _ in range(3):
        papers.write(cast, one.sheets.get(), papers.anna_ben(cast, 155))
    plan(cast, in_days(9))


def forgotten(cast: Cast) -> None:
    running(cast)
    cast.club.evenings.filter(closed_at=None).update(date=days_ago(19))


def several(cast: Cast) -> None:
    """Two evenings, of which one has two tables."""
    names = ("Emil", "Frida", "Gerd", "Hans", "Inge", "Jost", "Karl", "Leni")
    for name in names:
        cast.guest(name)
    close_evening(papers.evening(cast, day=days_ago(17)), by=None)
    papers.evening(cast, papers.table(cast, *names[:4]), papers.table(cast, *names[4:], name="2"), day=date_of_play())
    papers.evening(cast, papers.table(cast, *names[:4]), day=days_ago(18))


def days_ago(days: int) -> date:
    return date_of_play() - timedelta(days=days)


def written(day: date) -> str:
    with override("de"):
        return format_day(day)


STATES: Final[dict[str, tuple[Callable[[Cast], None], Callable[[], str]]]] = {
    "young": (young, lambda: "Wer spielt mit?"),
    "idle": (idle, lambda: "Wer ist da?"),
    "planned": (planned, lambda: "Kommst du?"),
    "running": (running, lambda: written(days_ago(0))),
    "forgotten": (forgotten, lambda: written(days_ago(19))),
    "several": (several, lambda: written(days_ago(0))),
}


def open_today(new_context: NewContext, sign_in: SignIn, state: str, width: int, height: int) -> Page:
    cast = make_cast()
    make, heading = STATES[state]
    make(cast)
    context = new_context()
    sign_in(context, cast.anna)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/clubs/{cast.club.pk}/")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading())
    return page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("state", list(STATES))
def test_it_is_one_screen(new_context: NewContext, sign_in: SignIn, state: str, width: int, height: int) -> None:
    page = open_today(new_context, sign_in, state, width, height)
    words, controls, tall, wide = page.evaluate(MEASURE)
    assert (tall, wide) == (height, width)
    assert words <= MOST_WORDS
    assert controls <= MOST_CONTROLS


def test_on_laptops_the_lines_stand_right_of_the_leaf(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_today(new_context, sign_in, "running", 1280, 800)
    leaf, lines = page.locator(".leaf").bounding_box(), page.locator(".lines").bounding_box()
    assert leaf is not None
    assert lines is not None
    assert leaf["x"] + leaf["width"] < lines["x"]
    assert leaf["y"] == lines["y"]
    assert page.evaluate(MEASURE)[2:] == [800, 1280]


def test_a_tap_says_that_one_comes(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_today(new_context, sign_in, "planned", 390, 844)
    page.get_by_role("button", name="Dabei", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Du bist dabei")


def test_four_names_are_typed_in_a_row(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_today(new_context, sign_in, "young", 390, 844)
    for name in ("Emil", "Frida", "Gerd"):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Dazu").click()
    expect(page.get_by_role("button", name="Abend starten")).to_be_visible()


def test_a_tap_on_the_line_says_that_one_comes_while_an_evening_runs(new_context: NewContext, sign_in: SignIn) -> None:
    page = open_today(new_context, sign_in, "running", 390, 844)
    page.get_by_role("button", name="Dabei", exact=True).click()
    expect(page.get_by_role("button", name="Dabei", exact=True, pressed=True)).to_be_focused()
    page.get_by_role("button", name="Nicht", exact=True).click()
    expect(page.get_by_role("button", name="Nicht", exact=True, pressed=True)).to_be_visible()
