"""The manifest that lets a phone put dokoclub on its home screen."""

import json
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from dokoclub.core.offline import MOST_SHARED
from dokoclub.exports.forms.imports import ACCEPTED
from dokoclub.exports.services.reading import MOST_BYTES_AT_ONCE

PATH = reverse("ui:show_manifest")


def test_it_is_served_as_a_manifest_to_everybody(client: Client) -> None:
    answer = client.get(PATH)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/manifest+json")
    manifest = json.loads(answer.content)
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "de")


def test_it_speaks_the_language_of_the_reader(client: Client) -> None:
    german = client.get(PATH).json()["description"]
    english = client.get(PATH, headers={"accept-language": "en"}).json()["description"]
    assert german.startswith("Doppelkopfabende")
    assert english.startswith("Doppelkopf evenings")


def png_size(path: Path) -> str:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


def test_every_icon_is_there_in_its_size(client: Client) -> None:
    icons = client.get(PATH).json()["icons"]
    files = {icon["src"]: finders.find(icon["src"].removeprefix(settings.STATIC_URL)) for icon in icons}

    assert None not in files.values()
    assert {
        icon["sizes"]: png_size(Path(str(files[icon["src"]]))) for icon in icons if icon["type"] == "image/png"
    } == {
        "192x192": "192x192",
        "512x512": "512x512",
    }
    assert [icon["src"] for icon in icons if icon.get("purpose") == "maskable"] == ["/static/icons/maskable-512.png"]


def test_every_picture_is_there_in_its_size_and_small(client: Client) -> None:
    pictures = client.get(PATH).json()["screenshots"]
    for picture in pictures:
        path = Path(str(finders.find(picture["src"].removeprefix(settings.STATIC_URL))))
        assert png_size(path) == picture["sizes"]
        assert path.stat().st_size <= 300_000
        assert picture["form_factor"] in path.name
    assert {picture["form_factor"] for picture in pictures} == {"narrow", "wide"}
    assert all(picture["label"] for picture in pictures)


def test_the_home_screen_leads_back_to_writing(client: Client) -> None:
    (german,) = client.get(PATH).json()["shortcuts"]
    (english,) = client.get(PATH, headers={"accept-language": "en"}).json()["shortcuts"]
    assert (german["name"], english["name"]) == ("Weiterschreiben", "Continue scoring")
    assert german["url"] == reverse("evenings:go_on")


def test_a_second_start_comes_to_the_window_that_is_open(client: Client) -> None:
    manifest = client.get(PATH).json()
    assert manifest["launch_handler"] == {"client_mode": "navigate-existing"}
    assert "games" in manifest["categories"]


def test_other_apps_hand_it_the_files_of_an_import(client: Client) -> None:
    manifest = client.get(PATH).json()
    target, (handler,) = manifest["share_target"], manifest["file_handlers"]
    page = reverse("exports:open_shared")
    assert (target["action"], target["method"], target["enctype"]) == (page, "POST", "multipart/form-data")
    (files,) = target["params"]["files"]
    assert (files["name"], handler["action"]) == ("upload", page)
    endings = {ending for some in handler["accept"].values() for ending in some}
    assert endings <= set(files["accept"]) & set(ACCEPTED.split(","))
    assert endings == {".csv", ".xlsx", ".ods", ".json"}
    assert {"text/csv", "text/comma-separated-values"} <= {
        *files["accept"]
    }  # Android knows kinds only, and CSV by the second
    assert MOST_SHARED == MOST_BYTES_AT_ONCE


@pytest.mark.django_db
def test_pages_point_to_it(client: Client) -> None:
    page = client.get(reverse("account_login")).content.decode()
    assert f'<link rel="manifest" href="{PATH}">' in page
    assert '<link rel="apple-touch-icon" href="/static/icons/apple-touch-icon.png">' in page
