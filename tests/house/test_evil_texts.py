"""What people typed stands on pages as they typed it, and does nothing there: no tag, no template, no formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any, Final, NamedTuple
from zipfile import ZipFile

import pytest
from django.db import models
from django.db.models import Value
from django.db.models.functions import Cast, Concat
from django.test.utils import override_settings
from pytest_django import DjangoDbBlocker

from dokoclub.accounts.models import Account
from tests.cast import make_cast
from tests.house.access_table import ACCESS_RULES
from tests.house.asking import ask, cookies_of, url_of
from tests.house.test_foreign_ids import MODELS, SAID, addresses_with, fill
from tests.once import taken_back

pytestmark = pytest.mark.django_db

# A tag, an attribute that ends, a template, the end of a script; and beginnings of formulas.
EVIL: Final = "=<b id=x>\"'{{7*7}}"
RAW: Final = ("<b id=x>", "\"'{{7*7}}", "=49")
# Between its tags a browser reads JSON and nothing else, up to the next "<".
DATA: Final = re.compile(r'<script[^>]* type="application/json"[^>]*>(.*?)</script>', re.DOTALL)


class House(NamedTuple):
    cookies: str
    filled: list[dict[str, Any]]


@pytest.fixture(scope="module")
def house(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with taken_back(django_db_blocker), override_settings(DATA_DIR=tmp_path_factory.mktemp("evil")):
        cast = make_cast()
        filled, pen = fill(cast)
        spoil_everything()
        anna = Account.objects.get(pk=cast.anna.pk)
        yield House(cookies_of(anna), [one | {"token": pen} for one in filled])


def spoil_everything() -> None:
    """Past all forms: so that a form that lets more through tomorrow is no danger either."""
    for model in MODELS:
        for field in model._meta.concrete_fields:
            is_a_key = (model._meta.app_label, field.name) == ("settlement", "reason")
            if field.name in SAID and not is_a_key and isinstance(field, models.CharField | models.TextField):
                text = Concat(Value(EVIL), Cast("pk", models.CharField()))
                model._base_manager.exclude(**{field.name: ""}).update(**{field.name: text})


def pages(house: House) -> Iterator[tuple[str, Any]]:
    by_pen = [url_of(name, house.filled[1]) for name in ACCESS_RULES if name.endswith("_by_pen")]
    for address in dict.fromkeys([*addresses_with(house.filled), *by_pen]):
        cookies = "" if "/pen/" in address else house.cookies
        answer = ask(cookies, "GET", address)
        if answer.status_code == 200:
            yield address, answer


def content_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.promise("typed-text")
@pytest.mark.walk
def test_no_page_obeys_it(house: House) -> None:
    seen = told = 0
    for address, answer in pages(house):
        kind = answer.headers["Content-Type"].partition(";")[0]
        if kind == "text/html":
            page = content_of(answer).decode()
            seen += 1
            told += "&lt;b id=x" in page
            assert not any("<" in data for data in DATA.findall(page)), address
            assert [raw for raw in RAW if raw in DATA.sub("", page)] == [], address
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"], address
        elif kind == "text/csv":
            rows = csv.reader(StringIO(content_of(answer).decode("utf-8-sig")), delimiter=";")
            assert [cell for row in rows for cell in row if cell[:1] == "="] == [], address
        elif kind.endswith("sheet"):
            with ZipFile(BytesIO(content_of(answer))) as book:
                assert not any(b"<f" in book.read(name) for name in book.namelist() if "worksheets" in name), address
    print(f"{seen} pages, {told} with such a text on them")
    assert told > 60
