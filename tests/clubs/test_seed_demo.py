"""`manage.py seed_demo`: a demo club."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import first_account_code
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.demo.club import demo_club
from dokoclub.ui.forms import DEMO_CLUB
from tests.cast import Cast, make_player
from tests.pages import seen

pytestmark = pytest.mark.django_db


def seed(*arguments: str) -> str:
    said = StringIO()
    call_command("seed_demo", *arguments, stdout=said)
    return said.getvalue()


def test_it_makes_players_roles_and_rules(demo: None) -> None:
    club = Club.objects.get(name="Doppelkopfrunde Linde")
    assert club.players.filter(guest=False).count() == 12
    assert club.players.filter(guest=True, active=True).count() == 3
    rights = {str(row.account): (row.owner, row.scorer, row.treasurer) for row in club.memberships.all()}
    assert rights == {
        "Anna": (True, False, False),
        "Ben": (False, True, False),
        "Cleo": (False, False, True),
        "Demo": (False, False, False),
    }
    version = club.rules_versions.latest("number")
    assert (version.number, version.preset) == (2, "hausrunde")
    assert version.parsed.extra_names == {"dulle": "Dulle gefangen"}


def test_the_second_time_changes_nothing(demo: None) -> None:
    before = list(Player.objects.values()), list(Membership.objects.values())
    seed()
    assert (list(Player.objects.values()), list(Membership.objects.values())) == before


def test_anew_forgets_what_was_added() -> None:
    """For evenings see tests/evenings/test_seed_demo.py."""
    seed("--evenings=0")
    make_player(Club.objects.get(), "Gerd")
    seed("--anew", "--evenings=0")
    assert Club.objects.get().players.count() == 15


def test_nobody_can_sign_in_as_its_people(demo: None) -> None:
    assert not any(account.has_usable_password() for account in Account.objects.all())
    assert not Account.objects.filter(is_active=True, is_visitor=False).exists()


def test_the_install_is_still_empty(demo: None) -> None:
    assert first_account_code() is not None


def test_the_visitor_reads_and_writes_nothing(demo: None, client: Client, settings: Settings) -> None:
    settings.DEMO = True
    client.post("/account/demo/")
    club = Club.objects.get()
    assert "Hausrunde · 2 Abweichungen" in seen(client.get(f"/clubs/{club.pk}/about/"))
    assert client.get(f"/clubs/{club.pk}/rules/").status_code == 200
    assert client.get(f"/clubs/{club.pk}/settings/").status_code == 403
    assert client.post(f"/clubs/{club.pk}/leave/").status_code == 403
    assert client.post("/clubs/new/", {"name": "X"}).status_code == 403


@pytest.mark.parametrize("form", ["/clubs/new/", "/clubs/{}/leave/", "/invitation/token/"])
def test_the_visitor_is_shown_no_form_that_he_cannot_send(
    demo: None, client: Client, settings: Settings, form: str
) -> None:
    settings.DEMO = True
    client.post("/account/demo/")
    page = client.get(form.format(Club.objects.get().pk))
    assert page.status_code == 403
    assert "Im Demo-Club nicht verfügbar." in seen(page)


def test_a_club_that_somebody_founded_with_the_demo_key_is_not_the_demo_club(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(key=DEMO_CLUB)

    club = demo_club()
    again = demo_club(anew=True)

    assert club.pk != cast.club.pk
    assert again.key == DEMO_CLUB
    assert Club.objects.filter(pk=cast.club.pk, deleted_at=None).exists()
    assert not cast.club.memberships.filter(account__is_visitor=True).exists()


def test_a_demo_club_that_was_deleted_is_made_again(db: None) -> None:
    first = demo_club()
    Club.objects.filter(pk=first.pk).update(deleted_at=timezone.now())

    second = demo_club()

    assert second.pk != first.pk
    assert second.deleted_at is None
    assert second.key == DEMO_CLUB
