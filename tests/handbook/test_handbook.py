"""The handbook: what it says of the interface is so, whoever asks reads it, and every page of the app leads to it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.handbook import presenters
from dokoclub.handbook.texts import HELPING, PAGES, SAMPLE, TASKS
from tests.cast import Cast, signed_in
from tests.handbook.controls import names_in, names_of_templates
from tests.house import address_kwargs
from tests.house.addresses import addresses

LANGUAGES: Final = ("de", "en")
EVERY_FILE: Final = (*PAGES, SAMPLE)
LARGEST: Final = 60_000  # bytes of a picture
LARGEST_OF_ALL: Final = 2_000_000  # they are in every install
# Where Python names a control: the templates only print it.
NAMED_BY_PYTHON: Final = (
    "clubs:show_club",
    "clubs:show_settings",
    "clubs:found_club",
    "evenings:start_evening",
    "evenings:show_sheet",
    "evenings:show_evening",
    "dates:list_dates",
    "dates:show_date",
    "standings:show_table",
    "accounts:show_account",
    "accounts:show_sign_in",
)

pytestmark = pytest.mark.django_db
names_in_templates = cache(names_of_templates)


def phone(language: str, cast: Cast | None = None) -> Client:
    """Anna's, or nobody's."""
    client = signed_in(cast.anna) if cast else Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


# --- What it says of the interface -----------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def list_controls(page: str, language: str) -> list[str]:
    """The buttons and fields that the page names."""
    inline = [child for token in presenters._parse(page, language) for child in token.children or ()]
    return [token.content for token in inline if token.type == "code_inline"]


def test_every_button_that_it_names_is_called_so(language: str, cast: Cast) -> None:
    """Rename one, and this says on which page of the handbook the old name stands."""
    named = {(page, name) for page in EVERY_FILE for name in list_controls(page, language)}
    missing = {(page, name) for page, name in named if name not in names_in_templates(language)}
    names = names_on_pages(language, cast)

    assert len(named) > 150
    assert sorted((page, name) for page, name in missing if name not in names) == []


def names_on_pages(language: str, cast: Cast) -> set[str]:
    """As Anna reads them, who owns the club; and those of a sheet of the house rules."""
    filled, reader, told = address_kwargs.fill(cast), phone(language, cast), dict(addresses())
    urls = [reverse(name, kwargs={gap: filled[gap] for gap in told[name]}) for name in NAMED_BY_PYTHON]
    close_evening(Evening.objects.get(pk=filled["evening_id"]), by=cast.anna)
    urls.append(reverse("evenings:show_evening", args=[filled["evening_id"]]))
    shown = [reader.get(url, follow=True).content.decode() for url in urls]
    shown.append(reader.get(reverse("evenings:show_try_kit", args=["hausrunde"])).json()["page"])
    return {name for page in shown for name in names_in(page)}


def test_a_name_that_nothing_has_is_found_missing() -> None:
    """The test above would notice: a text of the catalog alone is no button."""
    assert "Spielabend beenden" in names_in_templates("de")
    assert "End the evening" in names_in_templates("en")
    assert "End the evening" not in names_in_templates("de")
    assert "Score sheet" not in names_in_templates("en")  # a table's name


def test_both_languages_have_the_same_pages_and_steps() -> None:
    files = {
        language: sorted(path.stem for path in (presenters.FOLDER / language).glob("*.md")) for language in LANGUAGES
    }

    assert files["de"] == files["en"] == sorted(EVERY_FILE)
    assert {language: len(presenters.read_steps(language)) for language in LANGUAGES} == dict.fromkeys(
        LANGUAGES, len(TASKS)
    )


def test_its_pictures_are_there_small_and_all_shown(language: str) -> None:
    folder = presenters.FOLDER / "pictures" / language
    texts = [(presenters.FOLDER / language / f"{name}.md").read_text("utf-8") for name in EVERY_FILE]
    shown = {name for text in texts for name in re.findall(rf"\.\./pictures/{language}/([\w-]+)\.webp", text)}
    weights = {path.stem: path.stat().st_size for path in folder.glob("*.webp")}

    assert shown == weights.keys()
    assert {name: weight for name, weight in weights.items() if weight > LARGEST} == {}
    assert sum(weights.values()) <= LARGEST_OF_ALL / len(LANGUAGES)


def test_a_link_leads_to_a_page_that_there_is(language: str) -> None:
    texts = {name: (presenters.FOLDER / language / f"{name}.md").read_text("utf-8") for name in EVERY_FILE}
    linked = {(name, to) for name, text in texts.items() for to in re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", text)}

    assert linked
    assert sorted(one for one in linked if one[1].removesuffix(".md") not in EVERY_FILE) == []


# --- Who reads it, and how -------------------------------------------------------------------------------------------


def test_anybody_reads_every_page_in_his_language_without_a_query(
    language: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone(language)
    for name in PAGES:
        with django_assert_num_queries(0):
            page = client.get(reverse("handbook:show_page", args=[name])).content.decode()
        assert f"<h1>{presenters.find_title(name, language)}</h1>" in page
        assert f'<article class="handbook prose" lang="{language}">' in page


def test_the_picture_in_sight_is_fetched_at_once_and_as_wide_as_a_phone(language: str) -> None:
    for name in PAGES:
        url = reverse("handbook:show_page", args=[name])
        pictures = re.findall(r"<img [^>]+>", phone(language).get(url).content.decode())
        assert ['loading="lazy"' in picture for picture in pictures] == [place > 0 for place in range(len(pictures))]
        assert all('width="358"' in picture for picture in pictures)


def test_the_first_step_leads_back_to_all_of_them(language: str) -> None:
    step = phone(language).get(reverse("handbook:show_step", args=[1])).content.decode()
    turning = step[step.index('<nav class="turning"') :]
    assert f'href="{reverse("handbook:show_sample")}"' in turning


def test_a_step_begins_with_the_way_on_and_names_them_all(language: str) -> None:
    steps = presenters.read_steps(language)
    for step in steps:
        page = phone(language).get(reverse("handbook:show_step", args=[step.number])).content.decode()
        assert page.index("button primary") < page.rindex('<a class="button')
        listed = page.partition('<ol class="all-steps">')[2].partition("</ol>")[0]
        assert [one.title in listed for one in steps] == [True] * len(steps)
        assert listed.index("aria-current") < listed.index(f">{step.title}<")


def test_a_short_name_of_a_button_is_never_broken(language: str) -> None:
    page = phone(language).get(reverse("handbook:show_page", args=["write"])).content.decode()
    assert ('<b class="control whole">120 zu 120</b>' in page) is (language == "de")


def test_the_contents_name_every_page(language: str) -> None:
    page = phone(language).get(reverse("handbook:show_contents")).content.decode()

    for name in PAGES:
        assert f'href="{reverse("handbook:show_page", args=[name])}"' in page


def test_who_is_signed_in_costs_what_every_page_costs(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = phone("de", cast)
    client.get(reverse("handbook:show_contents"))
    with django_assert_num_queries(2):  # the session, and who it is of
        client.get(reverse("handbook:show_contents"))


def test_a_browser_that_has_it_is_not_sent_it_again(cast: Cast) -> None:
    client, url = phone("de"), reverse("handbook:show_page", args=["write"])
    tag = client.get(url)["ETag"]

    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200
    assert phone("de", cast).get(url, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", ["/help/nothing/", "/help/sample/0/", "/help/sample/11/", "/help/../write/"])
def test_what_there_is_not_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_steps_follow_each_other(language: str) -> None:
    client = phone(language)
    for step in presenters.read_steps(language):
        page = client.get(reverse("handbook:show_step", args=[step.number])).content.decode()
        assert f'data-task="{step.task}"' in page
        assert step.title in page
        assert ('rel="next"' in page) == (step.number < len(TASKS))
        assert ('rel="prev"' in page) == (step.number > 1)


def test_html_in_a_page_is_text() -> None:
    assert "&lt;b&gt;" in presenters._render(presenters._markdown().parse("a <b>word</b>"))


# --- From where one needs it -----------------------------------------------------------------------------------------


def test_it_helps_at_addresses_that_there_are() -> None:
    names = {name for name, _gaps in addresses()} | {str(name) for name in get_resolver().namespace_dict}

    assert sorted(name for name in HELPING if name not in names) == []
    assert set(HELPING.values()) <= set(PAGES)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("settlement:show_kitty", "cash-box"),
        ("evenings:start_evening", "begin"),
        ("standings:list_corrections", "league"),
        ("tournaments:list_tournaments", "tournaments"),
    ],
)
def test_a_page_leads_to_the_one_that_helps_there(cast: Cast, address: str, page: str) -> None:
    shown = phone("de", cast).get(reverse(address, args=[cast.club.pk])).content.decode()
    url = reverse("handbook:show_page", args=[page])

    assert shown.count(f'href="{url}"') == 1  # in the head: pages of a club have no foot
    assert f"Hilfe: {presenters.find_title(page, 'de')}" in " ".join(shown.split())


def test_the_first_page_leads_to_the_contents() -> None:
    assert f'href="{reverse("handbook:show_contents")}"' in Client().get("/").content.decode()
