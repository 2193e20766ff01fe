"""Words, controls, screens and taps of the real pages, compared with the former ones and the aims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from playwright.sync_api import Error, Locator, Page

from bench.every_page import EveryPage, Who

SHOWN_FOR: Final = 5_000  # milliseconds to wait for a control


class Counts(NamedTuple):
    """The content of a page on a phone of 390 × 844, in German: `main`, without collapsed parts."""

    words: int
    controls: int
    screens: float


class Counted(NamedTuple):
    """A row of the table: its page, what it was before the design, and the aim; None where there was no such page."""

    name: str
    page: str
    before: Counts | None
    aim: Counts


class Task(NamedTuple):
    """A task of an evening: from which page, by which taps, and how many taps it took and may take."""

    name: str
    page: str
    taps: Sequence[Callable[[Page], Locator]]
    before: int
    aim: int


# The first fifteen are used every week.
PAGES: Final = (
    Counted("Heute, evening runs", "clubs:show_club", Counts(244, 30, 3.5), Counts(31, 4, 1.0)),
    Counted("Heute, from the start page", "clubs:show_home signed in", Counts(87, 9, 1.4), Counts(29, 6, 1.0)),
    Counted("Start an evening", "evenings:start_evening new", Counts(49, 18, 1.3), Counts(39, 15, 1.0)),
    Counted("Sheet", "evenings:show_sheet", Counts(322, 66, 1.0), Counts(296, 64, 1.0)),
    Counted("Evening, over", "evenings:show_evening over", Counts(113, 7, 1.9), Counts(98, 4, 1.3)),
    Counted("Evenings", "evenings:list_evenings", Counts(108, 11, 1.2), Counts(42, 6, 1.0)),
    Counted("Settlement of an evening", "settlement:show_evening over", Counts(144, 25, 2.5), Counts(37, 7, 1.0)),
    Counted("Open payments", "settlement:show_overview", Counts(170, 31, 2.5), Counts(38, 9, 1.0)),
    Counted("A person's payments", "settlement:show_person", Counts(54, 11, 1.0), Counts(35, 6, 1.0)),
    Counted("Table, month", "standings:show_table", Counts(125, 70, 1.9), Counts(85, 18, 1.3)),
    Counted("Statistics", "standings:show_club_statistics", Counts(555, 45, 6.7), Counts(67, 11, 1.0)),
    Counted("Player", "standings:show_player_statistics", Counts(410, 28, 4.0), Counts(69, 7, 1.2)),
    Counted("Dates", "dates:list_dates", Counts(162, 23, 2.3), Counts(42, 6, 1.0)),
    Counted("Club", "clubs:show_about", None, Counts(32, 9, 1.0)),
    Counted("Rules", "clubs:show_rules", Counts(1195, 60, 11.2), Counts(136, 4, 1.2)),
    Counted("Start, stranger", "clubs:show_home", Counts(242, 21, 2.8), Counts(140, 29, 1.8)),
    Counted("Heute, new club", "clubs:show_club new", Counts(92, 10, 1.5), Counts(15, 3, 1.0)),
    Counted("Hall of fame", "standings:show_hall", Counts(38, 5, 1.2), Counts(42, 15, 1.1)),
    Counted("Kitty", "settlement:show_kitty", Counts(99, 18, 1.8), Counts(31, 8, 1.0)),
    Counted("How evenings are settled", "settlement:edit_club", Counts(124, 16, 2.0), Counts(57, 7, 1.1)),
    Counted("Change the rules", "clubs:edit_rules", Counts(123, 13, 1.7), Counts(36, 10, 1.1)),
    Counted("Manage", "clubs:show_settings", Counts(132, 19, 2.3), Counts(74, 15, 1.4)),
    Counted("Own details", "clubs:show_details own", Counts(131, 15, 2.0), Counts(31, 13, 1.0)),
)
EVERY_WEEK: Final = 15
COUNT: Final = """() => {
  const main = document.querySelector("main");
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && one.getClientRects().length > 0 && !one.closest(".aloud");
  let words = 0;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.data.trim() && seen(text.parentElement)) words += text.data.trim().split(/\\s+/).length;
  }
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  return [words, [...main.querySelectorAll(controls)].filter(seen).length,
    Math.max(1, Math.round(main.getBoundingClientRect().bottom + scrollY) / innerHeight)];
}"""


def place(name: str) -> Callable[[Page], Locator]:
    """Return how to find one of the four places."""
    return lambda page: page.locator("nav.places").get_by_role("link", name=name)


def first(selector: str) -> Callable[[Page], Locator]:
    return lambda page: page.locator(selector).locator("visible=true").first


TASKS: Final = (
    Task("Continue the evening", "clubs:show_club", [first("main .leaf .primary")], 1, 1),
    Task("Tick a debt", "clubs:show_club", [place("Geld"), first("main button.row")], 2, 2),
    Task("Say that I come, an evening runs", "clubs:show_club", [first("main button[name=answer]")], 1, 1),
    Task("Look a rule up", "clubs:show_club", [place("Club"), first("main a[href$='/rules/']")], 2, 2),
    Task("Open a game to correct it", "evenings:show_sheet", [first("button.number"), first("[data-amends]")], 2, 2),
    Task("Send the result", "evenings:show_evening over", [first("main .picture ~ .button")], 1, 1),
)


def write_table(found: EveryPage, phones: Mapping[Who, Page]) -> Iterator[str]:
    """Yield the lines of the table: before, the aim and now; then the taps."""
    shown = {page.name: page for page in found.pages}
    yield "| Page | words | controls | screens |"
    yield "|---|---|---|---|"
    for number, row in enumerate(PAGES):
        if number == EVERY_WEEK:
            yield "| *Others* | | | |"
        if row.page not in shown:
            yield f"| {row.name} | NOT SHOWN | | |"
            continue
        page = phones[shown[row.page].who]
        page.goto(shown[row.page].address)
        now = Counts(*page.evaluate(COUNT))
        told = (
            f"{was} / {aim} / **{round(is_now, 1):g}**"
            for was, aim, is_now in zip(row.before or "–––", row.aim, now, strict=True)
        )
        yield f"| {row.name} | {' | '.join(told)} |"
    yield ""
    yield "| Task | taps |"
    yield "|---|---|"
    for task in TASKS:
        page = phones[shown[task.page].who]
        page.goto(shown[task.page].address)
        yield f"| {task.name} | {task.before} / {task.aim} / **{count_taps(page, task)}** |"


def count_taps(page: Page, task: Task) -> str:
    """Tap as described; return how many taps it took, or at which one there was nothing to tap."""
    for number, find in enumerate(task.taps, start=1):
        try:
            find(page).click(timeout=SHOWN_FOR)
            page.wait_for_load_state()
        except Error:
            return f"nothing to tap at {number}"
    return str(len(task.taps))
