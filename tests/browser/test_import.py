"""Old sheets on a real phone: upload them, look, import step by step, undo."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect
from zeal import zeal_ignore

from dokoclub.evenings.models import Evening
from dokoclub.exports.models import Import
from dokoclub.exports.services import importing
from tests.accounts.people import PASSWORD
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import Looks
from tests.browser.stored_pages import cached, wait_until
from tests.cast import Cast, make_cast
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
    page.get_by_role("button", name="Neu fragen").click()
    expect(page.get_by_role("button", name="Bier")).to_have_attribute("aria-pressed", "false")


ASKED = "Anna;Ben;Cleo;Dora;Bier;Korn\n1;1;-1;-1;1;-1\n2;-2;2;-2;-2;2\n-1;1;-1;1;1;-1\n"


def test_a_question_is_answered_by_taps(page: Page, sign_in: SignIn) -> None:
    cast = make_cast()
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/imports/new/")
    file: FilePayload = {"name": "Liste.csv", "mimeType": "text/csv", "buffer": ASKED.encode()}
    page.get_by_label("Dateien").set_input_files(file)
    page.get_by_role("button", name="Dateien ansehen").click()
    expect(page.get_by_role("heading", name="Wer spielt mit?")).to_be_visible()
    expect(page.get_by_label("Erster Tag")).not_to_be_visible()
    for head in ("Bier", "Korn"):
        if page.get_by_role("button", name=head).get_attribute("aria-pressed") == "true":
            page.get_by_role("button", name=head).click()
    page.get_by_role("button", name="Diese spielen mit").click()
    expect(page.get_by_role("heading", name="Wer spielt mit?")).not_to_be_visible()


# --- Files of other apps ----------------------------------------------------------------------------------------------

# What a phone does when a file is shared with the installed app: it opens the address of the manifest with the file.
SHARE = """(files) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: "/shared/" });
  form.enctype = "multipart/form-data";
  const field = Object.assign(document.createElement("input"), { type: "file", name: "upload", multiple: true });
  const chosen = new DataTransfer();
  for (const [name, content] of Object.entries(files)) chosen.items.add(new File([content], name));
  field.files = chosen.files;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
CHOSEN = "(field) => [...field.files].map(({ name }) => name)"
OPENED = """const file = { getFile: async () => new File(["Anna;Ben"], "Liste.csv") };
Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: (take) => take({ files: [file] }) } });"""


def share(page: Page, **files: str) -> None:
    page.evaluate(SHARE, files)
    page.wait_for_url("**/shared/*")


def with_worker(new_context: NewContext) -> Page:
    page = new_context(service_workers="allow").new_page()
    page.goto("/offline/")
    page.evaluate(
        "async () => { await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready; }"
    )
    wait_until(page, "async () => Boolean(navigator.serviceWorker.controller)")
    return page


def test_a_shared_file_waits_in_the_form_for_a_tap(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    page = with_worker(new_context)
    sign_in(page.context, cast.anna)
    share(page, **{"Löwe 1.csv": BEER, "Löwe 2.csv": BEER.replace("2024", "2023")})
    expect(page.get_by_role("heading", name="Zettel importieren")).to_be_visible()
    expect(page.get_by_label("Dateien")).to_have_js_property("files.length", 2)
    assert page.get_by_label("Dateien").evaluate(CHOSEN) == ["Löwe 1.csv", "Löwe 2.csv"]
    assert "shared" not in cached(page)
    assert not Import.objects.exists()
    page.get_by_role("button", name="Dateien ansehen").click()
    expect(page.get_by_role("button", name="Bier").first).to_be_visible()
    assert [file.name for file in Import.objects.get().files.all()] == ["Löwe 1.csv", "Löwe 2.csv"]


def test_it_waits_for_the_sign_in(new_context: NewContext, cast: Cast) -> None:
    page = with_worker(new_context)
    cast.anna.set_password(PASSWORD)
    cast.anna.save()
    page.evaluate(SHARE, {"Liste.csv": BEER})
    page.get_by_label("Name").fill(cast.anna.username)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    expect(page.get_by_label("Dateien")).to_have_js_property("files.length", 1)


def test_too_much_is_said_and_not_kept(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    page = with_worker(new_context)
    sign_in(page.context, cast.anna)
    page.evaluate("(share) => eval(share)({ 'Liste.csv': 'x'.repeat(21 * 1024 * 1024) })", SHARE)
    expect(page.get_by_role("alert")).to_contain_text("20 MB")
    assert "shared" not in cached(page)


def test_a_file_opened_with_the_app_waits_there_too(page: Page, sign_in: SignIn, cast: Cast) -> None:
    sign_in(page.context, cast.anna)
    page.add_init_script(OPENED)
    page.goto("/shared/")
    expect(page.get_by_label("Dateien")).to_have_js_property("files.length", 1)


def test_its_page_looks_right(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    for phone in looks.pages:
        sign_in(phone.context, cast.anna)
    looks.look_at("/shared/", "/shared/?too-large")
    assert looks.found == []
