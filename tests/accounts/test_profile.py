"""/account/, /account/sign-in/ and /account/profile/: the account, its ways in, its name and e-mail address."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import create_login_link
from tests.accounts.people import PASSWORD, make_passkey, text

URL = "/account/profile/"


def test_name_and_mail_change(phone: Client, anna: Account) -> None:
    response = phone.post(URL, {"display_name": " Anna  Karo ", "email": "anna@example.org"}, follow=True)
    assert "Gespeichert." in text(response)
    anna.refresh_from_db()
    assert (str(anna), anna.email) == ("Anna Karo", "anna@example.org")


def test_mail_may_be_empty_but_not_nonsense(phone: Client, anna: Account) -> None:
    assert phone.post(URL, {"display_name": "Anna", "email": ""}).status_code == 302
    response = phone.post(URL, {"display_name": "Anna Neu", "email": "nonsense"})
    assert response.status_code == 422
    assert 'value="Anna Neu"' in response.content.decode()
    anna.refresh_from_db()
    assert str(anna) == "Anna"


def test_two_accounts_may_share_a_mail_address(phone: Client, ben: Account) -> None:
    Account.objects.filter(pk=ben.pk).update(email="wir@example.org")
    assert phone.post(URL, {"display_name": "Anna", "email": "wir@example.org"}).status_code == 302


def test_names_are_written_as_text(phone: Client, anna: Account) -> None:
    phone.post(URL, {"display_name": "<b>Anna</b>", "email": ""})
    assert "<b>Anna</b>" not in phone.get("/account/sign-in/").content.decode()


def test_every_line_leads_on_with_all_of_its_width(phone: Client, anna: Account) -> None:
    """Regression: there were four kinds of line, some with a word at the right, some dead with their form further
    down.
    """
    make_passkey(anna)
    answer = phone.get("/account/sign-in/", headers={"host": "localhost:8000"})  # where passkeys can work
    page = answer.content.decode()
    assert 'class="button quiet" href' not in page
    for way in ("password/", "passkeys/add/", "codes/new/", "log/", "delete/"):
        assert f'class="go" href="/account/{way}"' in page
    assert "anna Anmeldename Name und E-Mail-Adresse Anna Passwort" in text(answer)


def test_a_new_password_can_be_looked_at(phone: Client) -> None:
    page = phone.get("/account/password/")
    assert 'data-reveal="#id_password1, #id_password2"' in page.content.decode()
    assert text(page).count("Neues Passwort") == 1


def test_the_page_costs_the_same_with_one_and_three(
    phone: Client, anna: Account, ben: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone.get("/account/sign-in/")
    for number in (1, 3):
        for _ in range(number):
            make_passkey(anna)
            create_login_link(anna, by=ben)
            Client().post("/account/login/", {"login": "anna", "password": PASSWORD})
        with django_assert_num_queries(7):  # session, account, passkeys, codes, login links, devices, membership
            page = phone.get("/account/sign-in/")
    assert text(page).count("erstellt von Ben") == 4


def test_signed_out_it_leads_to_sign_in_and_back(client: Client, db: None) -> None:
    assert client.get("/account/")["Location"] == "/account/login/?next=/account/"
