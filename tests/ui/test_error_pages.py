"""Friendly error pages in both languages, which need neither session nor database where those may be broken."""

import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from django.utils import translation


@login_not_required
def break_down(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a mistake of ours")


urlpatterns = [path("broken/", break_down), path("", include("dokoclub.urls"))]


@pytest.mark.parametrize(
    ("page", "german", "english"),
    [
        ("400", "Unklare Anfrage", "Unclear request"),
        ("403", "Kein Zutritt", "No access"),
        ("403_csrf", "Die Seite war zu alt", "The page was too old"),
        ("404", "Diese Seite gibt es nicht", "No such page"),
        ("429", "Zu viele Versuche", "Too many attempts"),
        ("500", "Da ging etwas schief", "Something went wrong"),
    ],
)
def test_each_error_has_its_page_in_both_languages(page: str, german: str, english: str) -> None:
    request = RequestFactory().get("/")
    for language, title in (("de", german), ("en", english)):
        with translation.override(language):
            shown = render_to_string(f"{page}.html", {"request": request})
        assert f"<h1>{title}</h1>" in shown
        assert f'<html lang="{language}"' in shown
        assert f"<title>{title} · dokoclub</title>" in shown


@pytest.mark.parametrize("page", ["400", "403_csrf", "500"])
def test_the_worst_pages_stand_alone(page: str) -> None:
    """They are rendered without a request, a context processor or a query: django_db is not requested here."""
    shown = render_to_string(f"{page}.html")
    assert "<form" not in shown
    assert "<script" not in shown


@pytest.mark.django_db
def test_an_address_that_is_none_is_not_found(client: Client) -> None:
    answer = client.get("/there/is/nothing/", headers={"accept-language": "en"})
    assert (
        answer.status_code,
        "The link may be old or incomplete, or the page isn't for you." in answer.content.decode(),
    ) == (404, True)


def test_a_stale_token_is_explained() -> None:
    answer = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert (answer.status_code, "Die Seite war zu alt" in answer.content.decode()) == (403, True)


@override_settings(ROOT_URLCONF=__name__)
def test_our_own_mistake_shows_no_detail() -> None:
    client = Client(raise_request_exception=False)
    answer = client.get("/broken/", headers={"accept-language": "en"})
    assert answer.status_code == 500
    assert "Our mistake, not yours. Saved data is safe. Try again in a moment." in answer.content.decode()
    assert "a mistake of ours" not in answer.content.decode()
