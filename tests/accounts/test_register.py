"""/account/register/: registration, who may register, and the new account."""

from functools import partial
from pathlib import Path

import pytest
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import registration
from dokoclub.accounts.services.registration import first_account_code, register_account
from dokoclub.accounts.services.sign_ins import NotAllowed
from tests.accounts.people import PASSWORD, make_account, text
from tests.pages import pasted
from tests.processes import run_at_once

URL = "/account/register/"
FORM = {"display_name": "Cleo", "username": "cleo", "password1": PASSWORD}


def invited(request: HttpRequest) -> bool:
    return request.GET.get("next", "").startswith("/invitation/")


@pytest.fixture
def open_house(settings: Settings, anna: Account) -> None:
    settings.REGISTRATION = "open"


@pytest.mark.django_db
def test_the_first_account_needs_the_code(client: Client) -> None:
    assert "Code für den ersten Zugang" in text(client.get(URL))

    for code in ("", "AAAA-AAAA"):
        response = client.post(URL, FORM | {"code": code})
        assert response.status_code == 422
        assert not Account.objects.exists()
    assert "Falscher Code. Er steht im Fenster des gestarteten Programms." in text(response)
    assert 'value="cleo"' in response.content.decode()

    response = client.post(URL, FORM | {"code": first_account_code()})
    assert response.status_code == 302
    cleo = Account.objects.get()
    assert (cleo.username, cleo.display_name, cleo.email) == ("cleo", "Cleo", "")
    assert cleo.check_password(PASSWORD)
    assert client.session["_auth_user_id"] == str(cleo.pk)


@pytest.mark.django_db
def test_a_pasted_sign_in_name_brings_nothing_invisible_along(client: Client) -> None:
    form = FORM | {"code": first_account_code(), "username": "\ufeffCleo\u200b\u200e\n"}
    assert client.post(URL, form).status_code == 302
    assert Account.objects.get().username == "cleo"


@pytest.mark.django_db
@pytest.mark.cases
@pytest.mark.parametrize("form", range(len(pasted("ABCD2345"))))
def test_a_pasted_code_is_taken(client: Client, form: int) -> None:
    code = (first_account_code() or "").replace("-", "")
    assert client.post(URL, FORM | {"code": pasted(code)[form]}).status_code == 302


@pytest.mark.django_db
def test_the_code_may_be_typed_carelessly(client: Client) -> None:
    code = (first_account_code() or "").lower().replace("-", " ")
    assert client.post(URL, FORM | {"code": f" {code} "}).status_code == 302


@pytest.mark.django_db
def test_the_address_that_was_printed_brings_the_code_along(client: Client) -> None:
    """Nobody types eight characters from a terminal into a phone: 25 taps and 80 keys were counted to the first
    game.
    """
    code = first_account_code() or ""
    address = f"/account/register/?next=/clubs/new/&amp;code={code}"
    assert f'href="{address}"' in client.get("/", {"code": code}).content.decode()
    assert f'name="code" value="{code}"' in client.get(URL, {"code": code}).content.decode()
    assert 'code="' not in client.get("/", {"code": '"><b>'}).content.decode()


@pytest.mark.django_db
def test_the_code_is_good_for_the_first_account_only(client: Client) -> None:
    code = first_account_code()
    make_account("anna", "Anna")
    assert client.post(URL, FORM | {"code": code}).status_code == 403
    assert Account.objects.count() == 1


def test_it_is_closed_to_who_has_no_invitation(client: Client, anna: Account) -> None:
    for response in (client.get(URL), client.post(URL, FORM)):
        assert response.status_code == 403
        assert "Nur mit Einladung" in text(response)
    assert Account.objects.count() == 1


def test_an_invitation_opens_it_and_is_where_one_goes_next(
    client: Client, anna: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "signup_permits", [invited])
    url = f"{URL}?next=/invitation/abc/"
    page = client.get(url)
    assert page.status_code == 200
    assert "Code für den ersten Zugang" not in text(page)

    response = client.post(url, FORM | {"next": "/invitation/abc/"})
    assert (response.status_code, response["Location"]) == (302, "/invitation/abc/")
    assert client.session["_auth_user_id"] == str(Account.objects.get(username="cleo").pk)


@pytest.mark.usefixtures("open_house")
def test_it_does_not_send_to_foreign_pages(client: Client) -> None:
    for foreign in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        page = client.get(URL, {"next": foreign})
        assert 'name="next" value=""' in page.content.decode()
        assert page.context["sign_in_url"] == "/account/login/"
    response = client.post(URL, FORM | {"next": "https://evil.example/"})
    assert response["Location"] == "/"


@pytest.mark.usefixtures("open_house")
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"username": "ANNA"}, "Schon vergeben: Wähle einen anderen."),
        ({"username": "cleo meier"}, "Nur Buchstaben, Ziffern und . - _ @ +, ohne Leerzeichen."),
        ({"username": "c" * 61}, "höchstens 60 Zeichen"),
        ({"display_name": " "}, "Bitte ausfüllen."),
        ({"display_name": "\u202e"}, "Bitte ausfüllen."),
        ({"display_name": "!?"}, "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        ({"password1": ""}, "Bitte ausfüllen."),
        ({"password1": "kurz"}, "mindestens 8 Zeichen"),
        ({"password1": "password"}, "zu üblich"),
        ({"password1": "cleo1"}, "zu ähnlich"),
    ],
)
def test_it_says_what_is_wrong_and_keeps_the_rest(client: Client, wrong: dict[str, str], message: str) -> None:
    response = client.post(URL, FORM | wrong, headers={"accept-language": "de"})
    assert response.status_code == 422
    assert message in text(response)
    assert 'aria-invalid="true"' in response.content.decode()
    assert Account.objects.count() == 1


@pytest.mark.usefixtures("open_house")
def test_the_sign_in_name_is_kept_in_small_letters(client: Client) -> None:
    client.post(URL, FORM | {"username": "JÜRGEN", "display_name": "Jürgen"})
    assert Account.objects.get(display_name="Jürgen").username == "jürgen"


@pytest.mark.usefixtures("open_house")
@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Cleo", "cleo"),
        ("Anna", "anna2"),  # the name anna is taken
        ("Karl Heinz", "karl.heinz"),
        ("Jürgen-Maria O'Neill", "jürgen-maria.oneill"),
        ("+", ""),
        ("李 雷", "李.雷"),
        ("B" * 60, "b" * 50),
        ("4 ✓", "4"),
    ],
)
def test_a_sign_in_name_is_made_where_none_is_typed_and_told(client: Client, name: str, made: str) -> None:
    response = client.post(URL, FORM | {"username": " ", "display_name": name}, follow=True)
    if not made:
        assert "Ein Name braucht einen Buchstaben" in text(response)
        return
    account = Account.objects.order_by("pk").filter(display_name=name).last()
    assert account
    assert account.username == made
    assert f"Dein Anmeldename ist „{made}“." in text(response)


@pytest.mark.usefixtures("open_house")
def test_a_password_like_a_name_that_was_made_is_refused(client: Client) -> None:
    refused = client.post(URL, FORM | {"username": "", "display_name": "Friederike", "password1": "friederike1"})
    assert "zu ähnlich" in text(refused)
    assert 'name="username" value' not in refused.content.decode()


@pytest.mark.usefixtures("open_house")
def test_who_types_a_sign_in_name_is_not_told(client: Client) -> None:
    assert "Dein Anmeldename ist" not in text(client.post(URL, FORM, follow=True))


@pytest.mark.usefixtures("open_house")
def test_with_a_passkey_no_password_is_asked_for_and_the_passkey_comes_next(client: Client) -> None:
    form = {"display_name": "Cleo", "username": "cleo", "with_passkey": "1", "next": "/invitation/abc/"}
    response = client.post(URL, form)
    assert response["Location"] == "/account/passkeys/add/?next=%2Finvitation%2Fabc%2F"
    cleo = Account.objects.get(username="cleo")
    assert not cleo.has_usable_password()
    assert client.get(response["Location"]).status_code == 200
    page = client.get("/account/")
    assert "weder ein Passwort noch einen Passkey" in text(page)
    assert 'class="button primary" href="/account/password/">Passwort festlegen' in page.content.decode()


@pytest.mark.usefixtures("open_house")
def test_passkeys_are_offered_where_they_work(client: Client) -> None:
    assert "Zugang mit Passkey anlegen" in text(client.get(URL, headers={"host": "localhost:8000"}))
    assert "Zugang mit Passkey anlegen" not in text(client.get(URL, headers={"host": "127.0.0.1:8000"}))


@pytest.mark.usefixtures("open_house")
def test_a_second_submit_does_nothing_twice(client: Client) -> None:
    client.post(URL, FORM)
    assert client.post(URL, FORM)["Location"] == "/"
    assert Account.objects.count() == 2


@pytest.mark.usefixtures("open_house")
def test_it_is_limited_by_address(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"sign_up": "2/m/key"}
    statuses = [client.post(URL, FORM | {"password1": ""}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


@pytest.mark.django_db
def test_no_code_is_left_behind_when_somebody_was_faster(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: on PostgreSQL a code was stored for an account that existed already."""

    def somebody_is_faster() -> str:
        make_account("anna", "Anna")
        return "ABCD-EFGH"

    monkeypatch.setattr(registration, "_fresh_code", somebody_is_faster)
    assert first_account_code() is None
    assert list(data_dir.iterdir()) == []


@pytest.mark.django_db
def test_a_code_that_is_taken_away_while_it_is_read_is_none(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the slower of two people who created the first account saw a server error."""

    def was_there(*_args: object) -> int:
        raise FileExistsError

    monkeypatch.setattr("dokoclub.accounts.services.registration.os.open", was_there)
    assert first_account_code() is None
    with pytest.raises(NotAllowed):
        register_account(username="ben", display_name="Ben", password=PASSWORD, permitted=False, first_code="ABCD-EFGH")


@pytest.mark.django_db(transaction=True)
def test_of_two_first_accounts_at_once_one_is_made(data_dir: Path) -> None:
    code = first_account_code() or ""

    def make(name: str) -> bool:
        try:
            register_account(username=name, display_name=name, password=PASSWORD, permitted=False, first_code=code)
        except NotAllowed:
            return False
        return True

    assert sorted(run_at_once(partial(make, "anna"), partial(make, "ben"))) == [False, True]
    assert Account.objects.count() == 1
    assert list(data_dir.iterdir()) == []
