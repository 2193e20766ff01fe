"""/login-link/<token>/ and `manage.py login_link`: the way back in after a lockout."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.models import Account, LoginLink
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.sign_ins import NotAllowed, create_login_link, use_login_link
from tests.accounts.people import make_account, text
from tests.processes import run_at_once


def url(token: str) -> str:
    return f"/login-link/{token}/"


def test_reading_uses_nothing_up(client: Client, anna: Account) -> None:
    token = create_login_link(anna)
    for _ in range(3):
        page = client.get(url(token))
        assert page.status_code == 200
        assert "Als Anna anmelden" in text(page)
    assert LoginLink.objects.get().used_at is None
    assert "_auth_user_id" not in client.session
    assert client.head(url(token)).status_code == 200


@pytest.mark.promise("answer-once")
def test_the_button_signs_in_once(client: Client, anna: Account) -> None:
    token = create_login_link(anna)
    assert client.post(url(token))["Location"] == "/account/sign-in/"
    assert client.session["_auth_user_id"] == str(anna.pk)
    assert LoginLink.objects.get().used_at is not None
    assert Client().post(url(token)).status_code == 410


def test_a_second_link_by_the_same_maker_replaces_the_first(client: Client, anna: Account, ben: Account) -> None:
    first, second = create_login_link(anna, by=ben), create_login_link(anna, by=ben)
    from_the_terminal = create_login_link(anna)

    assert use_login_link(first) is None
    used = [use_login_link(token) for token in (second, from_the_terminal)]
    assert [link and link.account for link in used] == [anna, anna]


def test_the_token_is_not_stored(anna: Account) -> None:
    token = create_login_link(anna)
    link = LoginLink.objects.get()
    assert len(link.token_hash) == 64
    assert token not in "".join(str(value) for value in vars(link).values())


def test_used_expired_and_unknown_links_look_the_same(client: Client, anna: Account) -> None:
    used, old = create_login_link(anna), create_login_link(anna)
    use_login_link(used)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        answers = [
            (response.status_code, text(response))
            for token in (used, old, "never-made")
            for response in (client.get(url(token)), client.post(url(token)))
        ]
    assert {status for status, _page in answers} == {410}
    assert len({page for _status, page in answers}) == 1
    assert "Link abgelaufen" in answers[0][1]


def test_it_lasts_an_hour(client: Client, anna: Account) -> None:
    token = create_login_link(anna)
    with time_machine.travel(timezone.now() + timedelta(minutes=59)):
        assert client.post(url(token)).status_code == 302


def test_who_is_signed_in_as_somebody_else_changes_over(client: Client, anna: Account, ben: Account) -> None:
    client.force_login(ben)
    token = create_login_link(anna)
    assert "Du bist gerade als Ben angemeldet" in text(client.get(url(token)))
    client.post(url(token))
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_for_15_minutes_a_password_or_passkey_is_set_without_the_lost_one(client: Client, anna: Account) -> None:
    client.post(url(create_login_link(anna)))
    pages = ("/account/password/", "/account/passkeys/add/", "/account/codes/new/")
    with time_machine.travel(timezone.now() + timedelta(minutes=14)):
        assert [client.get(page).status_code for page in pages] == [200, 200, 200]
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert [client.get(page).status_code for page in pages] == [302, 302, 302]


def test_the_account_shows_who_made_it_and_that_it_was_used(client: Client, anna: Account, ben: Account) -> None:
    create_login_link(anna, by=ben)
    token = create_login_link(anna)
    client.post(url(token))
    page = text(client.get("/account/sign-in/"))
    assert "Anmeldelinks für dich" in page
    assert "erstellt von Ben" in page
    assert "noch offen" in page
    assert "erstellt vom Betreiber dieser Seite benutzt" in page


def test_a_new_password_voids_open_links(client: Client, anna: Account, ben: Account) -> None:
    first, second = create_login_link(anna), create_login_link(anna, by=ben)
    client.post(url(first))
    new = "kreuz bube sticht"
    client.post("/account/password/", {"password1": new, "password2": new})
    assert client.get(url(second)).status_code == 410


def test_closed_erased_and_demo_accounts_have_none(anna: Account, ben: Account, visitor: Account) -> None:
    Account.objects.filter(pk=ben.pk).update(is_active=False)
    erase_account(anna)
    for account in Account.objects.all():
        with pytest.raises(NotAllowed):
            create_login_link(account)
    assert not LoginLink.objects.exists()


def test_closing_an_account_closes_its_links(client: Client, anna: Account) -> None:
    token = create_login_link(anna)
    Account.objects.update(is_active=False)
    assert client.get(url(token)).status_code == 410
    assert client.post(url(token)).status_code == 410


def test_wrong_ones_are_limited_by_address_and_a_right_one_is_not(
    client: Client, anna: Account, settings: Settings
) -> None:
    settings.UNKNOWN_TOKENS = {"login_link": 3}
    assert [client.get(url(f"guess-{n}")).status_code for n in range(4)] == [410, 410, 410, 429]
    token = create_login_link(anna)
    assert [client.get(url(token)).status_code for _ in range(3)] == [200] * 3
    assert client.post(url(token)).status_code == 302


def test_whoever_runs_the_install_makes_one_by_name(client: Client, anna: Account, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://doko.example.org"
    out = StringIO()
    call_command("login_link", "Anna", stdout=out)
    address = out.getvalue().strip()
    assert address.startswith("https://doko.example.org/login-link/")
    client.post(address.removeprefix("https://doko.example.org"))
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_the_command_says_whom_there_is(anna: Account, visitor: Account) -> None:
    with pytest.raises(CommandError, match=r"Nobody signs in as ana\. There are: anna\."):
        call_command("login_link", "ana")
    with pytest.raises(CommandError):
        call_command("login_link", visitor.username)


@pytest.mark.promise("answer-once")
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_in() -> None:
    token = create_login_link(make_account("anna", "Anna"))
    answers = run_at_once(*[lambda: use_login_link(token) is not None] * 4)
    assert sorted(answers) == [False, False, False, True]
