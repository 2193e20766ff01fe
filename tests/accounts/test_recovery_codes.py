"""/account/codes/: recovery codes, for passwords and passkeys alike."""

from django.test import Client

from dokoclub.accounts.models import Account
from tests.accounts.people import text


def test_who_has_only_a_password_gets_codes_too(phone: Client) -> None:
    assert "Ohne Passwort und Passkey lässt dich jeder Code einmal hinein." in text(phone.get("/account/codes/new/"))
    response = phone.post("/account/codes/new/", follow=True)
    assert response.redirect_chain == [("/account/codes/", 302)]
    assert len(response.context["unused_codes"]) == 10
    assert all(f"{code[:4]} {code[4:]}" in text(response) for code in response.context["unused_codes"])
    assert "Noch 10 Codes" in text(phone.get("/account/sign-in/"))


def test_new_codes_replace_the_old_ones(phone: Client) -> None:
    first = phone.post("/account/codes/new/", follow=True).context["unused_codes"]
    assert "Die alten Codes gelten dann nicht mehr." in text(phone.get("/account/codes/new/"))
    second = phone.post("/account/codes/new/", follow=True).context["unused_codes"]
    assert not set(first) & set(second)


def test_they_are_saved_as_a_file(phone: Client) -> None:
    codes = phone.post("/account/codes/new/", follow=True).context["unused_codes"]
    response = phone.get("/account/codes/download/")
    assert response["Content-Type"] == "text/plain"
    assert "attachment" in response["Content-Disposition"]
    assert response.content.decode().split("\n\n") == [
        "Notfallcodes für dokoclub. Jeder Code lässt dich einmal hinein.",
        "\n".join(codes) + "\n",
    ]


def test_without_codes_there_is_no_page(phone: Client) -> None:
    assert phone.get("/account/codes/").status_code == 404
    assert phone.get("/account/codes/download/").status_code == 404


def test_long_after_signing_in_one_proves_oneself_first(old_phone: Client, anna: Account) -> None:
    for page in ("/account/codes/new/", "/account/password/", "/account/delete/"):
        assert old_phone.get(page)["Location"].startswith("/account/prove/?next=")
    assert old_phone.post("/account/codes/new/")["Location"].startswith("/account/prove/?next=")
