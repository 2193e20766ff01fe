"""A browser that translates a page leaves names and the words of the game as they are."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.cast import Cast
from tests.evenings.papers import anna_ben, sheet, write
from tests.evenings.views import phone

VOID = {"br", "hr", "img", "input", "link", "meta", "use", "source", "wbr", "area", "col"}
NAMES = {"Anna", "Ben", "Cleo", "Dora", "Emil"}


class Translated(HTMLParser):
    """The names that stand alone in an element that a browser may translate."""

    def __init__(self) -> None:
        super().__init__()
        self.around: list[tuple[str, bool, str]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.around.append(
                (
                    tag,
                    ("translate", "no") in attrs or tag in ("script", "title", "style", "textarea"),
                    self.get_starttag_text() or "",
                )
            )

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self.around:
            if self.around.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if data.strip(" \n:·,") in NAMES and not any(is_left for _, is_left, _ in self.around):
            self.found.append(f"{data.strip()}: {[text for _, _, text in self.around[-3:]]}")


@pytest.mark.parametrize(
    "address",
    [
        "/clubs/{club}/",
        "/clubs/{club}/players/",
        "/clubs/{club}/players/{anna}/statistics/",
        "/clubs/{club}/evenings/new/",
        "/clubs/{club}/table/",
        "/clubs/{club}/statistics/",
        "/clubs/{club}/members/",
        "/evenings/{evening}/",
        "/evenings/{evening}/settlement/",
        "/sheets/{sheet}/",
        "/sheets/{sheet}/seats/",
        "/sheets/{sheet}/large/",
    ],
)
def test_a_name_that_stands_alone_is_not_translated(cast: Cast, address: str) -> None:
    played = sheet(cast)
    for _ in range(3):
        write(cast, played, anna_ben(cast))
    url = address.format(club=cast.club.pk, anna=cast.players["Anna"].pk, evening=played.evening_id, sheet=played.pk)
    page = phone(cast).get(url, follow=True)
    assert page.status_code == 200, url
    parser = Translated()
    parser.feed(page.content.decode())
    assert parser.found == []
