"""Games with known statistics, and the pages that show them."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

from django.urls import reverse

from dokoclub.evenings.models import Evening
from dokoclub.standings.presenters.findings import TABS
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, game, solo, table, write

FRIDAY = date(2026, 11, 20)
FOUR = ("Anna", "Ben", "Cleo", "Dora")


def play(cast: Cast, day: date = FRIDAY, rules: str = "ddv") -> Evening:
    """Play games: Anna and Ben win with 155, Anna loses a solo after keine 90, and two games are by hand or nearly
    so.
    """
    one = evening(cast, table(cast, rules=rules), day=day)
    sheet = one.sheets.get()
    fuchs = {"extras": {"re": {"fuchs": [{"by": cast.ids("Ben")[0], "from": cast.ids("Dora")[0]}]}}}
    write(cast, sheet, anna_ben(cast, 155, extras={"re": {"fuchs": 1}}), attribution=fuchs)
    write(cast, sheet, solo(cast, "Anna", 119, announced={"re": "no90"}))
    write(cast, sheet, {"kind": "manual", "players": cast.ids(*FOUR), "winners": cast.ids("Cleo", "Dora"), "value": 7})
    write(cast, sheet, game(cast, ("Anna", "Cleo"), ("Ben", "Dora"), 151, step_only=True))
    return one


def of_club(cast: Cast, period: str = "2026") -> str:
    return reverse("standings:show_club_statistics", args=[cast.club.pk, period])


def of_player(cast: Cast, name: str, period: str = "2026") -> str:
    return reverse("standings:show_player_statistics", args=[cast.club.pk, cast.players[name].pk, period])


def of_matrix(cast: Cast, asked: str = "") -> str:
    return reverse("standings:show_matrix", args=[cast.club.pk, "2026"]) + asked


def page(cast: Cast, url: str, name: str = "Dora") -> str:
    """Return the text of a page, and of its further tabs after it."""
    return " ".join(seen(response) for response in with_tabs(cast, url, name))


def with_tabs(cast: Cast, url: str, name: str = "Dora") -> list[Any]:
    reader = phone(cast, name)
    first = reader.get(url)
    assert first.status_code == 200
    links = TAB.findall(first.content.decode())
    if b'id="by-evening"' in first.content:  # a person at a glance: its rows lead to tabs, and these to the others
        links += [tab for link in links for tab in TAB.findall(reader.get(url, {"about": link}).content.decode())]
    return [first, *(reader.get(url, {"about": tab}) for tab in TABS if tab in links)]


TAB = re.compile(r'href="\?about=(\w+)">')  # not the current one


def data(cast: Cast, url: str, key: str) -> Any:
    """Return the data that the page's script draws."""
    html = phone(cast, "Dora").get(url).content.decode()
    found = re.search(rf'<script id="{key}" type="application/json">(.*?)</script>', html)
    assert found is not None
    return json.loads(found[1])


def headings(cast: Cast, url: str) -> list[tuple[str, str]]:
    """Return the headings of the blocks, in their order; each is the name of its section."""
    html = "".join(response.content.decode() for response in with_tabs(cast, url))
    section = r'<section aria-labelledby="([\w-]+)"[^>]*>'
    found = re.findall(rf'{section}(?:\s|<div class="title">)*<h[23] id="\1"[^>]*>(.+?)</h[23]>', html)
    return [(key, heading) for key, heading in found if key not in ("in-sentences", "everything")]


def told(cast: Cast, day: date = FRIDAY, times: int = 1) -> None:
    """Play that many games by the rules of forum: a forced Re that is lost, Schweine, an Armut, two Hochzeiten."""
    anna, ben, cleo = cast.ids("Anna", "Ben", "Cleo")
    for _ in range(times):
        sheet = evening(cast, table(cast, rules="forum"), day=day).sheets.get()
        said: dict[str, Any] = {"announced": {"re": {"re": anna}}, "forced": {"re": ["re"]}}
        said["marks"] = [{"key": "schweine", "by": anna}]
        write(cast, sheet, anna_ben(cast, 119, announced={"re": "re"}), attribution=said)
        write(cast, sheet, anna_ben(cast, 130, kind="armut"), attribution={"armut": {"from": anna}})
        write(cast, sheet, anna_ben(cast, 119, kind="armut"))
        write(cast, sheet, anna_ben(cast, kind="hochzeit"), attribution={"hochzeit": {"by": ben, "trick": 2}})
        write(cast, sheet, solo(cast, "Cleo", 119, kind="hochzeit", solo=None), attribution={"hochzeit": {"by": cleo}})
