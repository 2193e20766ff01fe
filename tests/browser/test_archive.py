"""An archive as it lies on a stick: opened from `file://`, without a server and without any request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.utils import translation
from playwright.sync_api import Browser, Page, ViewportSize, expect

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.exports.exporters.archive_files import build_archive
from dokoclub.exports.models import CHOICES, Chosen
from dokoclub.exports.selectors import exports as selectors
from dokoclub.exports.services import archives
from tests.browser.conftest import PATIENCE, SignIn
from tests.browser.looks import LAPTOP, too_wide, violations
from tests.cast import Cast
from tests.evenings import papers

pytestmark = pytest.mark.django_db(transaction=True)

EVIL: Final = "</script><img src=x onerror=alert(1)>"
NARROWEST: Final = ViewportSize(width=320, height=640)


@pytest.fixture
def evening(cast: Cast) -> Evening:
    Player.objects.filter(pk=cast.players["Dora"].pk).update(name=EVIL)
    found = papers.evening(cast, papers.table(cast), place="Linde")
    sheet = found.sheets.get()
    papers.write(cast, sheet, papers.anna_ben(cast, 131), note="Zum Piepen")
    papers.write(cast, sheet, papers.solo(cast, "Anna", 140))
    papers.write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Cleo")[0]: -3}, "reason": "verworfen"})
    return close_evening(found, by=cast.ben)


@pytest.fixture
def stick(evening: Evening, tmp_path: Path) -> Path:
    chosen = Chosen(**dict.fromkeys(CHOICES, True))
    with translation.override("de"):
        ZipFile(BytesIO(build_archive(evening.club, chosen))).extractall(tmp_path)
    return tmp_path


@pytest.fixture
def reader(browser: Browser, stick: Path) -> Iterator[Page]:
    """Return a browser without a network; what it asks for or complains about fails the test."""
    context = browser.new_context(viewport=NARROWEST, offline=True)
    context.set_default_timeout(PATIENCE)
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.on("request", lambda request: wrong.extend([request.url] if not is_on(stick, request.url) else []))
    page.goto(f"{stick.as_uri()}/index.html")
    yield page
    context.close()
    assert wrong == []


def is_on(stick: Path, url: str) -> bool:
    return url.startswith((f"{stick.as_uri()}/", "data:"))


def cells(page: Page, row: str) -> list[str]:
    return page.locator(row).locator("th, td").all_inner_texts()


def test_a_sheet_stands_there_as_it_was_written(reader: Page, evening: Evening) -> None:
    reader.set_viewport_size(LAPTOP)
    reader.get_by_role("link", name="Abende").click()
    reader.get_by_role("link", name="Linde").click()
    expect(reader.locator("h1")).to_be_focused()
    table = reader.locator("table").first
    told = {row[0]: row[2] for row in (cells(reader, f"table >> nth=0 >> tbody tr >> nth={n}") for n in range(4))}
    stored = dict(Result.objects.filter(sheet__evening=evening).values_list("player__name", "scores"))
    assert {name: int(points.replace("−", "-")) for name, points in told.items()} == stored
    assert EVIL in table.inner_text()
    sheet = reader.locator(".sheet")
    expect(sheet).to_contain_text("Re: Anna, Ben · 131 : 109 · Zum Piepen")
    expect(sheet).to_contain_text("Damensolo")
    assert [row[0] for row in (cells(reader, f".sheet tbody tr:not(.facts) >> nth={n}") for n in range(3))] == [
        "1", "2", "–",
    ]  # fmt: skip
    reader.go_back()
    expect(reader.locator("h1")).to_have_text("Abende")


def test_it_is_searched(reader: Page) -> None:
    reader.get_by_role("link", name="Suche").click()
    field = reader.get_by_role("searchbox")
    for words, found in (("cléo", 2), ("linde anna", 1), ("piepen", 1), ("verworfen", 1), ("gibtesnicht", 0)):
        field.fill(words)
        expect(reader.get_by_role("status")).to_have_text(f"Gefunden: {found}." if found else "Nichts gefunden.")
    field.fill("onerror")
    reader.get_by_role("link", name=EVIL).click()
    expect(reader.locator("h1")).to_have_text(EVIL)
    expect(reader.get_by_role("img")).to_be_visible()


def test_every_page_fits_and_axe_finds_nothing(reader: Page, evening: Evening, stick: Path) -> None:
    base = stick.as_uri()
    year = evening.date.year
    hashes = ("evenings", "evening-1", "people", "person-1", "search", f"year-{year}")
    pages = ["index.html", *(f"index.html#{word}" for word in hashes), f"years/{year}.html"]
    found: list[str] = []
    for name in pages:
        reader.goto("about:blank")
        reader.goto(f"{base}/{name}")
        for scheme in ("light", "dark"):
            reader.emulate_media(color_scheme=scheme)
            found += violations(reader)
        for size in (LAPTOP, NARROWEST):
            reader.set_viewport_size(size)
            found += too_wide(reader)
    assert found == []


def test_without_scripts_the_years_are_there(browser: Browser, stick: Path, evening: Evening) -> None:
    context = browser.new_context(java_script_enabled=False, offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{stick.as_uri()}/index.html")
    page.get_by_role("link", name=str(evening.date.year)).click()
    expect(page.get_by_role("heading", name="Tabelle")).to_be_visible()
    expect(page.locator("body")).to_contain_text(EVIL)
    context.close()
    assert json.loads((stick / "club.doko.json").read_text(encoding="utf-8"))["format"] == "doko-zettel"


def test_a_large_club_sees_its_archive_come(
    page: Page, sign_in: SignIn, evening: Evening, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    monkeypatch.setattr(selectors, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(archives, "start_child", lambda command: started.append(command[4:]))
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{evening.club.pk}/files/archive/")
    page.get_by_role("button", name="Archiv herunterladen").click()
    expect(page.locator("main")).to_contain_text("Das Archiv entsteht …")
    call_command(*started[0])
    with page.expect_download() as download:
        page.get_by_role("button", name="Archiv herunterladen").click()
    assert "index.html" in ZipFile(download.value.path()).namelist()
