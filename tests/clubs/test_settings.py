"""/clubs/…/settings/: the switches, and one row for each setting."""

from __future__ import annotations

import pytest
from django.test import Client

from dokoclub.clubs import hooks
from dokoclub.clubs.hooks import Setting
from dokoclub.clubs.models import Membership
from tests.cast import Cast
from tests.pages import seen


def other_setting(membership: Membership) -> Setting:
    return Setting("Einsatz", f"5 Cent in {membership.club}", "/stake/")


def test_each_row_tells_how_it_stands(anna: Client, cast: Cast) -> None:
    page = seen(anna.get(f"/clubs/{cast.club.pk}/settings/"))
    assert "Name des Clubs Linde" in page
    assert "Tabelle Summe der Punkte" in page


def test_rows_of_the_page_about_the_club_are_not_repeated(anna: Client, cast: Cast) -> None:
    page = anna.get(f"/clubs/{cast.club.pk}/settings/").content.decode().partition("<main")[2]
    for address in ("players/", "members/", "rules/", "tournaments/"):
        assert f'href="/clubs/{cast.club.pk}/{address}"' not in page, address


def test_another_app_brings_its_own_row(anna: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "club_settings", [*hooks.club_settings, other_setting])
    page = anna.get(f"/clubs/{cast.club.pk}/settings/")
    assert "Einsatz 5 Cent in Linde" in seen(page)
    assert 'href="/stake/"' in page.content.decode()


def nothing_to_show(membership: Membership) -> None:
    """Show nothing, for the test below."""


def test_an_app_may_have_nothing_to_show(anna: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "club_settings", [nothing_to_show])
    assert anna.get(f"/clubs/{cast.club.pk}/settings/").status_code == 200
