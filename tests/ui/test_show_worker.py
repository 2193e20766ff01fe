"""The service worker is light, knows every file of a sheet, and stores only the pages of sheets."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from dokoclub.core import offline
from dokoclub.evenings.services.evenings import create_scoring_link
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.ui.stored_files import NAMED, list_imports, list_kept_files

PATH = reverse("ui:show_worker")


def test_it_is_a_script_that_is_asked_for_again_each_time(client: Client) -> None:
    answer = client.get(PATH)
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert PATH == "/sw.js"  # so there is one for the whole site
    again = client.get(PATH, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_it_is_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names are as in production."""
    names = {name: blake2b(name.encode(), digest_size=6).hexdigest() for name in offline.ROOTS}
    monkeypatch.setattr(offline, "static", lambda name: f"/static/{name.replace('.', f'.{names[name]}.')}")
    assert len(brotli.compress(offline.format_worker().encode())) <= 2000


def test_it_changes_with_what_it_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline.format_worker()
    monkeypatch.setattr(offline, "static", lambda name: f"/static/{name}.0123456789ab")
    assert offline.format_worker() != before


def test_its_remarks_stay_here() -> None:
    printed = offline.format_worker()
    assert "//" not in printed
    assert "/**" not in printed


def test_no_root_is_named_by_another_file() -> None:
    named = {name for kept in list_kept_files() for name in list_imports(kept)}
    assert named & {*offline.ROOTS} == set()
    assert [name for name in list_kept_files() if name.endswith(".js")] == offline.list_scripts()


def test_the_files_weigh_little() -> None:
    files = [Path(str(finders.find(name))).read_bytes() for name in list_kept_files()]
    assert sum(len(brotli.compress(file)) for file in files) <= 156_500  # house rules made the engine 4 kB larger


def test_the_page_of_a_sheet_names_no_other_file(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    for client, address in (
        (phone(cast, "Ben"), f"/sheets/{sheet.pk}/"),
        (Client(), f"/pen/{create_scoring_link(sheet)}/"),
    ):
        page = client.get(address).content.decode()
        named = {path for path, _module in NAMED.findall(page)} - {""}
        assert len(named) > 5
        assert named - {*list_kept_files()} == set()


def test_a_sheet_says_for_whom_it_may_be_kept(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    for name in ("Anna", "Dora"):  # a scorer, and a reader
        answer = phone(cast, name).get(f"/sheets/{sheet.pk}/")
        assert answer.headers[offline.KEEP] == f"{cast.accounts[name].pk}.{sheet.pk}"
    assert Client().get(f"/pen/{create_scoring_link(sheet)}/").headers[offline.KEEP] == f"pen.{sheet.pk}"


def test_the_page_without_a_network_says_nothing_of_anybody(cast: Cast) -> None:
    answers = [client.get(reverse("ui:show_offline")) for client in (Client(), phone(cast, "Anna"))]
    assert answers[0].content == answers[1].content
    assert answers[0].headers[offline.KEEP] == "offline"
    assert answers[0].headers["Content-Language"] == "de"
