"""The target of a switch: the page, and from a refused form the page with the form."""

import pytest
from django.template import Context
from django.test import RequestFactory

from dokoclub.ui.templatetags.ui import here

FORM = "/clubs/1/edit/?preset=ddv"


def back(method: str, path: str, referer: str = "") -> str:
    return here(Context({"request": RequestFactory().generic(method, path, headers={"Referer": referer})}))


def test_from_a_page_to_the_page() -> None:
    assert back("GET", FORM) == FORM


def test_from_a_refused_form_to_its_page() -> None:
    assert back("POST", "/clubs/1/edit/", f"http://testserver{FORM}") == FORM


def test_not_to_an_address_that_only_takes_forms() -> None:
    assert back("POST", "/clubs/1/rules/preview/", "http://testserver/clubs/1/rules/edit/") == "/clubs/1/rules/edit/"


@pytest.mark.promise("redirects")
@pytest.mark.parametrize(
    "referer",
    ["", "https://evil.example/x", "//evil.example", "x", "http://testserver", "http://testserver.evil.example/"],
)
def test_without_a_page_of_ours_home(referer: str) -> None:
    assert back("POST", "/clubs/1/edit/", referer) == "/"


def test_on_an_error_page_home() -> None:
    assert here(Context()) == "/"
