"""/account/bank/: the user's own IBAN, and places where it must not be."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.test import Client
from django.views.debug import SafeExceptionReporterFilter

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.registration import demo_visitor
from dokoclub.settlement.models import BankAccount
from dokoclub.settlement.services.kitty import save_bank_account
from tests.cast import Cast
from tests.evenings.pages import field, phone, seen

URL = "/account/bank/"
IBAN = "DE89370400440532013000"
TYPED = {"holder": "Dora Dachs", "iban": "de89 3704 0044 0532 0130 00"}


@pytest.fixture
def dora(cast: Cast) -> Client:
    """Return Dora, who has neither password nor passkey as a proof; so nobody asks for one."""
    return phone(cast, "Dora")


def kept(account: Account) -> tuple[str, str]:
    found = BankAccount.objects.get(account=account)
    return found.holder, found.iban


def test_it_is_stored_without_blanks_and_shown_in_fours(dora: Client, cast: Cast) -> None:
    page = dora.get(URL)
    assert (field(page, "holder"), field(page, "iban")) == (["Dora"], [""])
    assert "IBAN entfernen" not in seen(page)
    response = dora.post(URL, TYPED)
    assert (response.status_code, response.headers["Location"]) == (302, "/account/")
    assert kept(cast.dora) == ("Dora Dachs", IBAN)
    assert field(dora.get(URL), "iban") == ["DE89 3704 0044 0532 0130 00"]


def test_the_account_page_leads_there_without_showing_it(dora: Client) -> None:
    assert "IBAN keine" in seen(dora.get("/account/", follow=True))
    dora.post(URL, TYPED)
    page = dora.get("/account/", follow=True)
    assert "IBAN hinterlegt IBAN ändern" in seen(page)
    assert "3704" not in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("DE88 3704 0044 0532 0130 00", "Prüfe die Ziffern: Eine ist falsch oder zwei sind vertauscht."),
        ("DE89 3704 0044 0532 0130", "hat 22 Zeichen, diese hat 20"),
        ("BR97 0036 0305 0000 1000 9795 493P 1", "Kein SEPA-Land hat IBANs mit BR"),
        ("Sparkasse", "beginnt mit zwei Buchstaben"),
        ("", "IBAN Bitte ausfüllen."),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(dora: Client, typed: str, message: str) -> None:
    response = dora.post(URL, {"holder": "Dora Dachs", "iban": typed})
    assert response.status_code == 422
    assert message in seen(response)
    assert 'aria-invalid="true"' in response.content.decode()
    assert (field(response, "holder"), field(response, "iban")) == (["Dora Dachs"], [typed])
    assert not BankAccount.objects.exists()


def test_the_service_takes_nothing_else(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        save_bank_account(cast.dora, holder="Dora", iban="DE88370400440532013000")


def test_another_one_takes_its_place(dora: Client, cast: Cast) -> None:
    dora.post(URL, TYPED)
    dora.post(URL, {"holder": "Dora", "iban": "AT61 1904 3002 3457 3201"})
    assert kept(cast.dora) == ("Dora", "AT611904300234573201")


def test_it_is_removed_as_often_as_one_likes(dora: Client) -> None:
    dora.post(URL, TYPED)
    assert "IBAN entfernen" in seen(dora.get(URL))
    for _ in range(2):
        assert dora.post(f"{URL}remove/").status_code == 302
    assert not BankAccount.objects.exists()


def test_who_left_the_phone_lying_about_is_asked_first(cast: Cast) -> None:
    """Otherwise others could have the money sent to themselves."""
    cast.dora.set_password("herzdame sticht karo")
    cast.dora.save()
    client = phone(cast, "Dora")
    for response in (client.get(URL), client.post(URL, TYPED)):
        assert response.status_code == 302
        assert response.headers["Location"].endswith(f"?next={URL.replace('/', '%2F')}")
    assert not BankAccount.objects.exists()


def test_the_visitor_of_the_demo_has_none(settings: object, db: None) -> None:
    settings.DEMO = True  # type: ignore[attr-defined]
    client = Client()
    client.force_login(demo_visitor())
    assert client.get(URL).status_code == 403


def test_it_goes_with_the_account(cast: Cast) -> None:
    dora, ben = cast.dora, cast.ben
    for account in (dora, ben):
        save_bank_account(account, holder=str(account), iban=IBAN)
    erase_account(dora)
    assert [row.account for row in BankAccount.objects.all()] == [ben]


def test_it_is_in_what_is_stored_about_me_and_only_there(dora: Client, cast: Cast) -> None:
    save_bank_account(cast.dora, holder="Dora Dachs", iban=IBAN)
    stored = json.loads(dora.get("/account/stored/").content)["bank_account"]
    assert (stored["holder"], stored["iban"]) == ("Dora Dachs", IBAN)
    anna = phone(cast, "Anna")
    assert json.loads(anna.get("/account/stored/").content)["bank_account"] is None
    about_dora = anna.get(f"/clubs/{cast.club.pk}/players/{cast.players['Dora'].pk}/stored/")
    assert IBAN not in about_dora.content.decode()


def test_no_history_and_no_word_about_it(cast: Cast) -> None:
    """It is not copied anywhere, and the row's representation in a log or an error does not contain it."""
    names = {field.name for model in apps.get_models() for field in model._meta.fields if "iban" in field.name}
    tables = [model.__name__ for model in apps.get_models() if "bank" in model.__name__.lower()]
    save_bank_account(cast.dora, holder="Dora Dachs", iban=IBAN)
    row = BankAccount.objects.get()
    assert (names, tables) == ({"iban"}, ["BankAccount", "ClubBank"])
    assert IBAN not in f"{row} {row!r}"


def test_an_error_report_hides_it(dora: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    dora.raise_request_exception = False
    monkeypatch.setattr("dokoclub.settlement.services.kitty.save_bank_account", lambda *_args, **_more: 1 / 0)
    response = dora.post(URL, TYPED)
    shown = SafeExceptionReporterFilter().get_post_parameters(response.wsgi_request)
    assert response.status_code == 500
    assert IBAN not in str(shown)
    assert "3704" not in str(shown)
