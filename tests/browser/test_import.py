"""Old sheets on a real phone: upload them, look, import step by step, undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect
from zeal import zeal_ignore

from dokoclub.evenings.models import Evening
from dokoclub.exports.services import importing
from tests.browser.conftest import SignIn
from tests.cast import make_cast
from tests.exports.pages import FIRST

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_goes_on_by_itself(page: Page, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "A_STEP", 1)  # so that three games take several steps
    cast = make_cast()
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/imports/new/")
    files: list[FilePayload] = [
        {"name": f"Liste{number}.csv", "mimeType": "text/csv", "buffer": FIRST.encode()} for number in (1, 2)
    ]
    page.get_by_label("Dateien").set_input_files(files)
    page.get_by_role("button", name="Dateien ansehen").click()
    page.get_by_label("Erster Tag").fill("2020-01-03")
    page.get_by_role("button", name="Tage eintragen").click()
    expect(page.get_by_label("Tag von Liste2")).to_have_value("2020-01-10")
    with zeal_ignore():
        page.get_by_role("button", name="4 Spiele importieren").click()
        expect(page.get_by_role("heading", name="Importiert", exact=True)).to_be_visible()
    assert Evening.objects.not_deleted().count() == 2
    page.get_by_role("link", name="Import rückgängig machen").click()
    page.get_by_role("button", name="Import rückgängig machen").click()
    expect(page.get_by_text("Import rückgängig gemacht.")).to_be_visible()
    assert not Evening.objects.exists()


BEER = "Wann;Anna;Ben;Cleo;Dora;Bier\n05.01.2024;3;-3;3;-3;1\n05.01.2024;1;1;-1;-1;0\n05.01.2024;5;-5;-5;5;0\n"


def test_a_tap_on_a_head_says_who_plays(page: Page, sign_in: SignIn) -> None:
    cast = make_cast()
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/imports/new/")
    file: FilePayload = {"name": "Liste.csv", "mimeType": "text/csv", "buffer": BEER.encode()}
    page.get_by_label("Dateien").set_input_files(file)
    page.get_by_role("button", name="Dateien ansehen").click()
    head = page.get_by_role("button", name="Bier")
    expect(head).to_have_attribute("aria-pressed", "false")
    head.click()
    expect(page.get_by_role("button", name="Bier")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Spieler neu suchen").click()
    expect(page.get_by_role("button", name="Bier")).to_have_attribute("aria-pressed", "false")
