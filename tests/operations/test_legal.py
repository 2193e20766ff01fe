"""Impressum and privacy notice: written by the founder, linked in the foot of every page once they are there."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub import legal
from dokoclub.accounts import middleware
from dokoclub.accounts.access import devices
from dokoclub.core import cookies as cookies_look
from dokoclub.core.cookies import own_name
from dokoclub.evenings.views import evening
from dokoclub.legal import OF_THE_PROGRAM, OPEN, STORED, write_drafts
from tests.accounts.people import text
from tests.cast import Cast, signed_in

URL = "/install/texts/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def filled(**given: str) -> dict[str, str]:
    return {"_".join(key): "" for key in legal.list_keys()} | given


# --- What is stored ---------------------------------------------------------------------------------------------------


def test_every_table_is_named_once() -> None:
    """A new one: say in `legal.py` what it keeps of people and for how long, or that it keeps nothing."""
    named = [*OF_THE_PROGRAM, *(table for one in STORED for table in one.tables)]
    there = {model._meta.label.replace(".Historical", ".") for model in apps.get_models()}

    assert len(named) == len({*named})
    assert {*named} == there


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_draft_says_all_of_it_in_both_languages(language: str) -> None:
    draft = write_drafts()["privacy", language]
    cookies = [own_name(word) for word in ("session", "csrf", "language", "messages")]

    assert draft.count("\n\n") > len(STORED) + 8
    assert [
        name
        for name in (*cookies, middleware.COOKIE, devices.COOKIE, cookies_look.COOKIE, evening.COOKIE)
        if name not in draft
    ] == []
    assert OPEN in draft


def test_the_draft_follows_the_settings(settings: Settings) -> None:
    usual = write_drafts()["privacy", "en"]
    settings.NIGHTLY, settings.PUSH_CONTACT, settings.MAIL = False, "doko@example.org", True
    settings.BACKUP_COMMAND, settings.BACKUP_ENCRYPT = "scp {files} there:", "age:key"
    other = write_drafts()["privacy", "en"]

    assert ("the newest 14 are kept" in usual, "the newest 14 are kept" in other) == (True, False)
    for said in ("your browser maker's push service", "kept elsewhere, encrypted", "sent by [[mail provider]]"):
        assert (said in usual, said in other) == (False, True)


# --- Writing them -----------------------------------------------------------------------------------------------------


def test_nothing_is_there_until_something_was_written(client: Client, founder: Client) -> None:
    assert [client.get(url).status_code for url in ("/imprint/", "/privacy/")] == [404, 404]
    page = client.get("/account/login/").content.decode()
    assert not any(told in page for told in ("/imprint/", "/privacy/", '<nav class="legal"'))


def test_what_was_written_is_shown_and_linked_everywhere(client: Client, founder: Client, cast: Cast) -> None:
    """Also on pages that were printed before, and on one by a link that opens nothing."""
    anna = signed_in(cast.anna)
    about = f"/clubs/{cast.club.pk}/about/"
    before = anna.get(about).content.decode()
    answer = founder.post(URL, filled(imprint_de="# Wer\r\n\r\nAnna <b>\r\nHaupt 1"))

    assert answer["Location"] == URL
    shown = client.get("/imprint/").content.decode()
    assert ("<h2>Wer</h2>" in shown, "<p>Anna &lt;b&gt;<br>Haupt 1</p>" in shown) == (True, True)
    for page in (client.get("/account/login/"), client.get("/t/abc/"), anna.get("/account/sign-in/"), anna.get(about)):
        assert '<a href="/imprint/">Impressum</a>' in page.content.decode()
    assert "/imprint/" not in before
    assert "/privacy/" not in client.get("/").content.decode()


def test_who_reads_another_language_gets_the_text_that_there_is(client: Client, founder: Client) -> None:
    founder.post(URL, filled(privacy_de="Nur deutsch", imprint_de="Wir", imprint_en="We"))
    english = {"Accept-Language": "en"}

    assert '<div class="written" lang="de">' in client.get("/privacy/", headers=english).content.decode()
    assert "We" in text(client.get("/imprint/", headers=english))


def test_a_file_that_was_edited_in_another_encoding_is_shown_all_the_same(client: Client, data: Path) -> None:
    (data / "texts").mkdir()
    (data / "texts" / "imprint.de.txt").write_bytes("Jürgen, Lindenweg 1".encode("latin-1"))

    assert "rgen, Lindenweg 1" in text(client.get("/imprint/"))


def test_a_text_that_is_emptied_goes(client: Client, founder: Client, data: Path) -> None:
    founder.post(URL, filled(imprint_de="Wir"))
    founder.post(URL, filled())

    assert client.get("/imprint/").status_code == 404
    assert [*(data / "texts").iterdir()] == []


def test_a_draft_is_offered_where_nothing_is_and_not_saved_with_gaps(founder: Client) -> None:
    founder.post(URL, filled(imprint_de="Wir"))
    offered = founder.get(f"{URL}?draft=1").content.decode()
    refused = founder.post(URL, filled(imprint_de="Wir", privacy_de=write_drafts()["privacy", "de"]))

    assert ("[[Name]]" in offered, "[[Name, Anschrift und E-Mail]]" in offered) == (True, True)
    assert "[[Straße" not in offered  # what is written stays
    assert refused.status_code == 422
    assert "Fülle zuerst die [[Klammern]] aus." in text(refused)
    assert "[[wessen Server" in refused.content.decode()  # what was typed is kept
    assert legal.list_kinds() == ["imprint"]


def test_a_disk_that_takes_nothing_is_said(founder: Client, settings: Settings) -> None:
    settings.DATA_DIR = Path("/proc/nowhere")
    answer = founder.post(URL, filled(imprint_de="Wir"))

    assert answer.status_code == 422
    assert ("Nicht gespeichert: Die Platte ist voll oder nicht erreichbar. Versuch es später noch einmal.") in text(
        answer
    )
    assert "Wir" in answer.content.decode()


def test_the_foot_costs_no_query(
    client: Client, founder: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    founder.post(URL, filled(imprint_de="Wir"))
    with django_assert_num_queries(0):
        client.get("/privacy/")
        client.get("/imprint/")
