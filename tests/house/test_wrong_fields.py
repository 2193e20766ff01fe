"""Pages show the errors of a form themselves: no form leaves it to the browser's own bubble."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple

import pytest
from django.test.utils import override_settings
from pytest_django import DjangoDbBlocker

from dokoclub.accounts.models import Account
from tests.cast import make_cast
from tests.house.access_table import ACCESS_RULES
from tests.house.asking import ask, cookies_of, url_of
from tests.house.test_foreign_ids import fill
from tests.once import taken_back

CHECKED: Final = {"required", "pattern", "min", "max", "minlength", "maxlength"}  # attributes that a browser checks
TYPES: Final = {"email", "number", "date", "time", "month", "url"}

pytestmark = pytest.mark.django_db


class Site(NamedTuple):
    cookies: str
    filled: list[dict[str, Any]]


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("wrong")
    with taken_back(django_db_blocker), override_settings(DATA_DIR=folder, REGISTRATION="open"):
        cast = make_cast()
        filled, pen = fill(cast)
        yield Site(cookies_of(Account.objects.get(pk=cast.anna.pk)), [one | {"pen": pen} for one in filled])


def pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield all pages, as an owner and as a stranger sees them."""
    for name, rule in ACCESS_RULES.items():
        if rule.methods and "GET" not in rule.methods:
            continue
        for cookies, address in {(who, url_of(name, one)) for who in (site.cookies, "") for one in site.filled}:
            answer = ask(cookies, "GET", address)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                yield address, answer.content.decode()  # type: ignore[attr-defined]


class Forms(HTMLParser):
    """The forms of a page that a browser checks: their opening tags and the names of such fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.forms: dict[str, bool] = {}  # whether the page itself shows errors, by id
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = has.get("id") or f"form {len(self.forms)}"
            self.forms[self.inside] = "novalidate" in has
        if tag not in ("input", "select", "textarea") or has.get("type") == "hidden" or "readonly" in has:
            return
        owner = has.get("form") or self.inside
        is_checked = bool(CHECKED & has.keys()) or has.get("type") in TYPES
        if owner and is_checked and not self.forms.get(owner, False):
            self.found.append(has.get("name", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = ""


@pytest.mark.walk
def test_no_page_leaves_it_to_the_browser(site: Site) -> None:
    read = 0
    found: list[str] = []
    for address, page in pages(site):
        read += 1
        found += [f"{address}: {name}" for name in Forms(page).found]
    assert found == []
    assert read > 200
