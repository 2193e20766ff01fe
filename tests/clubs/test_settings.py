"""/clubs/…/settings/: every setting, a section for each app."""

from __future__ import annotations

import pytest
from django.test import Client

from dokoclub.clubs import hooks
from dokoclub.clubs.hooks import Section, Setting
from dokoclub.clubs.models import Membership
from tests.cast import Cast
from tests.clubs.test_show_invitation import make_invitation
from tests.pages import seen


def other_section(membership: Membership) -> Section:
    return Section("Kasse", [Setting("Einsatz", f"5 Cent in {membership.club}", "/stake/")])


def test_each_line_tells_how_it_stands(anna: Client, cast: Cast) -> None:
    make_invitation(cast)
    page = seen(anna.get(f"/clubs/{cast.club.pk}/settings/"))
    assert "Name des Clubs Linde" in page
    assert "Regeln Hausrunde" in page
    assert "Spieler 4 Mitglieder · 0 Gäste" in page
    assert "Zugänge 4 können sich anmelden" in page
    assert "Einladungen 1 ist offen" in page


def test_without_invitations_none_is_open(anna: Client, cast: Cast) -> None:
    assert "Einladungen keine ist offen" in seen(anna.get(f"/clubs/{cast.club.pk}/settings/"))


def test_another_app_brings_its_own_section(anna: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "settings_sections", [*hooks.settings_sections, other_section])
    page = anna.get(f"/clubs/{cast.club.pk}/settings/")
    assert "Kasse Einsatz 5 Cent in Linde" in seen(page)
    assert 'href="/stake/"' in page.content.decode()


def nothing_to_show(membership: Membership) -> None:
    """Show nothing, for the test below."""


def test_an_app_may_have_nothing_to_show(anna: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "settings_sections", [nothing_to_show])
    assert anna.get(f"/clubs/{cast.club.pk}/settings/").status_code == 200
