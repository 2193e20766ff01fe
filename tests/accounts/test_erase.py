"""/account/delete/: the account is deleted, and nothing personal remains."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core import serializers
from django.db import IntegrityError
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account, LoginLink
from dokoclub.accounts.services import erasure
from dokoclub.accounts.services.erasure import erase_account, erase_again
from dokoclub.accounts.services.sign_ins import NotAllowed, create_login_link
from tests.accounts.people import PASSWORD, make_account, text

URL = "/account/delete/"


def refuse(account: Account) -> None:
    raise NotAllowed("Der Club „Herzdame“ hätte keinen Inhaber mehr.")


def leave_a_note(account: Account) -> None:
    make_account(f"note-{account.pk}", "a note of another app")


@pytest.fixture
def full_anna(phone: Client, anna: Account, passkey: Authenticator) -> Account:
    Account.objects.filter(pk=anna.pk).update(email="anna@example.org", is_founder=True)
    create_login_link(anna)
    return anna


def test_it_wants_the_sign_in_name(phone: Client, full_anna: Account) -> None:
    for typed in ("", "Ben", "anna@example.org"):
        response = phone.post(URL, {"username": typed})
        assert response.status_code == 422
    assert "Falscher Anmeldename." in text(response)
    assert Account.objects.real().get() == full_anna


@pytest.mark.promise("erased")
def test_nothing_personal_remains(phone: Client, full_anna: Account) -> None:
    response = phone.post(URL, {"username": " ANNA "}, follow=True)
    assert "Zugang gelöscht." in text(response)
    left = Account.objects.get()
    assert (left.pk, left.display_name, left.email, left.last_login) == (full_anna.pk, "", "", None)
    assert str(left) == "Gelöschter Zugang"
    assert not left.is_active
    assert not left.has_usable_password()
    assert not Authenticator.objects.exists()
    assert not LoginLink.objects.exists()
    assert "anna" not in serializers.serialize("json", [left]).lower()


def test_its_sessions_go_with_the_name_in_them(
    phone: Client,
    full_anna: Account,
    ben: Account,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    other, bens = Client(), Client()
    other.force_login(full_anna)
    bens.force_login(ben)
    with django_capture_on_commit_callbacks(execute=True):
        phone.post(URL, {"username": "anna"})
    assert [session.get_decoded()["_auth_user_id"] for session in Session.objects.all()] == [str(ben.pk)]
    assert other.get("/account/").status_code == 302
    assert bens.get("/account/").status_code == 200


def test_it_cannot_sign_in_again_and_the_name_is_free(phone: Client, full_anna: Account, settings: Settings) -> None:
    phone.post(URL, {"username": "anna"})
    assert phone.post("/account/login/", {"login": "anna", "password": PASSWORD}).status_code == 422
    make_account("anna", "Anna die Zweite")


def test_a_second_submit_does_nothing_twice(phone: Client, full_anna: Account) -> None:
    phone.post(URL, {"username": "anna"})
    assert phone.post(URL, {"username": "anna"}).status_code in (302, 401)
    when = Account.objects.get().erased_at
    erase_account(full_anna)
    assert Account.objects.get().erased_at == when


def test_an_app_that_objects_keeps_everything(
    phone: Client, full_anna: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "erase_account", [leave_a_note, refuse])
    response = phone.post(URL, {"username": "anna"})
    assert response.status_code == 422
    assert "hätte keinen Inhaber mehr" in text(response)
    assert Account.objects.get().email == "anna@example.org"
    assert erasure.read_erased("account") == set()
    assert phone.get("/account/").status_code == 200


def test_a_restored_backup_forgets_again(
    phone: Client,
    full_anna: Account,
    ben: Account,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    backup = serializers.serialize("json", Account.objects.all())
    with django_capture_on_commit_callbacks(execute=True):
        phone.post(URL, {"username": "anna"})
    assert erasure.read_erased("account") == {str(full_anna.uuid)}

    for row in serializers.deserialize("json", backup):
        row.save()
    assert Account.objects.real().count() == 2
    monkeypatch.setattr(hooks, "erase_account", [refuse, leave_a_note])
    erase_again()
    assert str(Account.objects.get(pk=full_anna.pk)) == "Gelöschter Zugang"
    assert Account.objects.filter(username=f"note-{full_anna.pk}").exists()
    assert str(Account.objects.get(pk=ben.pk)) == "Ben"


def test_somebody_new_under_an_old_number_stays(ben: Account, data_dir: object) -> None:
    (erasure.path_of_list()).write_text("account 00000000-0000-4000-8000-000000000000\n")
    erase_again()
    assert Account.objects.real().get() == ben


def test_the_visitor_stays(visitor: Account) -> None:
    with pytest.raises(NotAllowed):
        erase_account(visitor)


def test_the_database_knows_one_founder(anna: Account, ben: Account) -> None:
    Account.objects.filter(pk=anna.pk).update(is_founder=True)
    with pytest.raises(IntegrityError):
        Account.objects.filter(pk=ben.pk).update(is_founder=True)
