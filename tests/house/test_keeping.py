"""What a browser may keep: nothing of a private page, but what is asked for again each time."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from dokoclub.clubs.services.members import login_link
from dokoclub.core import cache
from tests.accounts.people import PASSWORD
from tests.cast import Cast
from tests.clubs.test_show_invitation import make_invitation
from tests.evenings import papers
from tests.evenings.pages import phone

NOTHING = "private, no-store"


def kept(client: Client, url: str) -> str:
    return str(client.get(url).headers.get("Cache-Control"))


@pytest.mark.promise("private")
def test_nothing_private_is_kept(cast: Cast) -> None:
    anna = phone(cast, "Anna")
    club = f"/clubs/{cast.club.pk}"
    player = f"{club}/players/{cast.players['Ben'].pk}"
    assert "ETag" not in anna.get(f"{club}/").headers
    for url in (
        f"{club}/",
        f"{player}/stored/",
        f"{club}/cash-box/",
        f"{club}/settings/",
        f"{club}/no-such-page/",
        "/",
    ):
        assert kept(anna, url) == NOTHING, url


def test_who_is_not_signed_in_is_told_as_ever(cast: Cast) -> None:
    assert "no-store" in kept(Client(), reverse("account_login"))
    assert "Cache-Control" not in Client().get(f"/clubs/{cast.club.pk}/").headers


@pytest.mark.parametrize("path", ["/pen/1-invented/", "/t/invented/", "/clubs/0/", "/no-such-page/", "/join/invented/"])
def test_no_error_is_kept_whoever_asks(db: None, path: str) -> None:
    """Defect: that of a scoring link that opens nothing was left to the browser and to caches in between."""
    answer = Client().get(path)
    assert answer.status_code in (302, 404)
    if answer.status_code == 404:
        assert "no-store" in answer.headers["Cache-Control"]


def test_what_everybody_may_see_is_kept_as_its_view_says(cast: Cast) -> None:
    assert kept(phone(cast, "Anna"), reverse("ui:show_manifest")) == "max-age=86400, public"


KEPT = ("sheet", "table", "statistics", "statistics of a player", "matrix")


def addresses(cast: Cast) -> dict[str, str]:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    club, year = f"/clubs/{cast.club.pk}", "2026"
    return {
        "sheet": f"/sheets/{sheet.pk}/",
        "table": f"{club}/table/{year}/",
        "statistics": f"{club}/statistics/{year}/",
        "statistics of a player": f"{club}/players/{cast.players['Anna'].pk}/statistics/{year}/",
        "matrix": f"{club}/statistics/{year}/matrix/",
    }


@pytest.mark.promise("private")
@pytest.mark.parametrize("page", KEPT)
def test_a_page_that_has_not_changed_is_not_sent_again(cast: Cast, page: str) -> None:
    dora = phone(cast, "Dora")
    url = addresses(cast)[page]
    first = dora.get(url)
    assert (first.status_code, first.headers["Cache-Control"]) == (200, "private, no-cache")

    again = dora.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Cache-Control"] == "private, no-cache"

    other = dora.get(url, headers={"If-None-Match": 'W/"another"'})
    assert (other.status_code, other.headers["ETag"]) == (200, first.headers["ETag"])


def test_a_page_in_another_language_is_sent(cast: Cast) -> None:
    """Defect: who had changed the language went on to see the old one, as long as nothing else had changed."""
    dora, url = phone(cast, "Dora"), f"/sheets/{papers.sheet(cast).pk}/"
    before = dora.get(url).headers["ETag"]
    dora.post(reverse("ui:set_language"), {"language": "en"})
    page = dora.get(url, headers={"If-None-Match": before})
    assert page.status_code == 200
    assert '<html lang="en"' in page.content.decode()


def test_a_page_that_another_program_would_print_is_sent(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an upgrade the same games stand on another page."""
    dora, url = phone(cast, "Dora"), f"/sheets/{papers.sheet(cast).pk}/"
    before = dora.get(url).headers["ETag"]
    monkeypatch.setattr(cache, "_PROGRAM", "upgraded")
    assert dora.get(url, headers={"If-None-Match": before}).status_code == 200


@pytest.mark.django_db(transaction=True)  # stamps are renewed when a write is through
def test_a_page_that_has_changed_is_sent(cast: Cast) -> None:
    ben, sheet = phone(cast, "Ben"), papers.sheet(cast)
    before = ben.get(f"/sheets/{sheet.pk}/").headers["ETag"]
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    page = ben.get(f"/sheets/{sheet.pk}/", headers={"If-None-Match": before})
    assert page.status_code == 200
    assert "Spiel 1" in page.content.decode()


def test_the_page_of_another_reader_is_another(cast: Cast) -> None:
    """Ben writes, Dora reads."""
    sheet = papers.sheet(cast)
    pages = [phone(cast, name).get(f"/sheets/{sheet.pk}/") for name in ("Ben", "Dora")]
    assert pages[0].headers["ETag"] != pages[1].headers["ETag"]


def test_a_page_whose_forms_would_be_refused_is_sent_again(cast: Cast) -> None:
    """Signing in changes the cookie that belongs to the tokens of forms."""
    ben, sheet = phone(cast, "Ben"), papers.sheet(cast)
    before = ben.get(f"/sheets/{sheet.pk}/").headers["ETag"]
    del ben.cookies[settings.CSRF_COOKIE_NAME]
    assert ben.get(f"/sheets/{sheet.pk}/", headers={"If-None-Match": before}).status_code == 200


@pytest.mark.promise("private")
def test_signing_out_empties_what_the_browser_kept(cast: Cast) -> None:
    anna = phone(cast, "Anna")
    assert "Clear-Site-Data" not in anna.get(reverse("account_logout")).headers
    assert anna.post(reverse("account_logout")).headers["Clear-Site-Data"] == '"cache"'


@pytest.mark.promise("private")
def test_so_does_deleting_the_account(cast: Cast) -> None:
    """Defect: the sheet and the tables stayed on the disk of a browser whose account was gone."""
    stranger = Client()
    cast.dora.set_password(PASSWORD)
    cast.dora.save()
    stranger.post("/account/login/", {"login": "dora", "password": PASSWORD})
    answer = stranger.post("/account/delete/", {"username": "dora"})
    assert (answer.status_code, answer.headers.get("Clear-Site-Data")) == (302, '"cache"')


@pytest.mark.promise("private")
def test_and_a_session_that_ends_because_the_member_joins(cast: Cast) -> None:
    by_link, [token, invitation] = Client(), make_invitation(cast)
    by_link.post(f"/login-link/{login_link(cast.member(cast.dora), by=cast.anna)}/")
    type(invitation).objects.update(club=cast.other_club)
    answer = by_link.post(f"/invitation/{token}/", {"player_name": "Dora"})
    assert (answer.status_code, answer.headers.get("Clear-Site-Data")) == (302, '"cache"')


def test_a_page_of_a_deleted_sheet_is_not_kept(cast: Cast) -> None:
    assert kept(phone(cast, "Dora"), "/sheets/4711/") == NOTHING
