"""A club with everything off: no page leads to a feature, and no word of one stands there."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.urls import Resolver404, resolve, reverse

from dokoclub.clubs.models.features import FEATURES
from tests.cast import Cast, signed_in
from tests.evenings import papers
from tests.house import address_kwargs
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.addresses import addresses
from tests.settlement import purse

pytestmark = pytest.mark.django_db

GAPS: Final = dict(addresses())
OF_CLUB: Final = frozenset({May.READ, May.SCORE, May.MONEY, May.OWN})
PAGES: Final = [
    name
    for name, rule in ACCESS_RULES.items()
    if "GET" in rule.methods and rule.may in OF_CLUB and not any(feature.has_page(name) for feature in FEATURES)
]
WORDS: Final = re.compile(
    r"\bTermin|[Kk]asse\b|\bBeitr[aä]g|Mitgliederkont|[Tt]urnier|Spielstärke|\bSaison|\bFernseher|\bimport",
    re.IGNORECASE,
)
# The right of a treasurer, and the name of the DDV's rules.
OTHERS: Final = re.compile(r"führt die Kasse|darf die Kasse führen|Turnier-?(?:[Ss]piel)?regeln")
SWITCHES: Final = "clubs:show_settings"  # names all features, to switch them on
# They say what is open with the kitty, which has to be settled before it is switched off.
OPEN: Final = frozenset({"settlement:show_overview", "settlement:show_all", "settlement:change_currency"})
MONEY: Final = ("show_overview", "edit_club", "change_currency")
LEADING: Final = frozenset({"href", "action", "hx-get", "hx-post", "formaction"})
READ_ALOUD: Final = frozenset({"aria-label", "title", "placeholder"})


class Page(HTMLParser):
    """The addresses that a page leads to, and the text that stands on it."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.urls: set[str] = set()
        self.words: list[str] = []
        self.in_code = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.urls |= {value for name, value in attrs if name in LEADING and value}
        self.words += [value for name, value in attrs if name in READ_ALOUD and value]
        self.in_code += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.in_code -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.in_code:
            self.words.append(data)

    def find_words(self) -> set[str]:
        """Return the words of features, with what stands around them."""
        text = OTHERS.sub("", " ".join(" ".join(self.words).split()))
        return {text[max(0, found.start() - 30) : found.end() + 30] for found in WORDS.finditer(text)}


def is_of_feature(url: str) -> bool:
    try:
        name = resolve(re.split("[?#]", url)[0]).view_name
    except Resolver404:
        return False
    return any(feature.has_page(name) for feature in FEATURES)


def read(client: Client, name: str, places: dict[str, Any]) -> Page | None:
    answer = client.get(reverse(name, kwargs={gap: places[gap] for gap in GAPS[name]}))
    if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
        return None
    return Page(answer.content.decode())


def test_no_page_shows_a_feature_that_is_off(cast: Cast, tmp_path: Path) -> None:
    traces, seen = {}, 0
    with override_settings(DATA_DIR=tmp_path, PUSH_CONTACT="doko@example.org"):
        places = address_kwargs.fill(cast)
        cast.club.features = []
        cast.club.save()
        client = signed_in(cast.anna)
        for name in PAGES:
            if page := read(client, name, places):
                seen += 1
                words = set() if name in {SWITCHES, *OPEN} else page.find_words()
                traces[name] = words | {url for url in page.urls if is_of_feature(url)}
    assert {name: found for name, found in traces.items() if found} == {}
    assert seen > len(PAGES) // 2


def test_no_page_of_the_money_names_a_kitty_that_the_club_does_not_have(cast: Cast) -> None:
    """Evenings are settled between players."""
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    one = papers.evening(cast)
    cast.club.features = []
    cast.club.save()
    client = signed_in(cast.anna)
    urls = [reverse(f"settlement:{name}", args=[cast.club.pk]) for name in MONEY]
    urls += [reverse(f"settlement:{name}", args=[one.pk]) for name in ("edit_evening", "show_evening")]
    pages = {url: client.get(url, follow=True) for url in urls}
    assert {url: page.status_code for url, page in pages.items()} == dict.fromkeys(urls, 200)
    named = {url: Page(page.content.decode()).find_words() for url, page in pages.items()}
    assert {url: words for url, words in named.items() if words} == {}
