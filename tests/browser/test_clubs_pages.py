"""Every page of a club, small and large, light and dark: nothing scrolls sideways, axe finds nothing serious."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from dokoclub.clubs.models import Awaited
from dokoclub.clubs.services.clubs import begin_move, confirm_move, note_file, take_back_move
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import SMALL, Looks
from tests.cast import make_cast, make_club, make_player
from tests.clubs.test_show_invitation import make_invitation

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Friedrich-Wilhelm von und zu Kreuzdamen"
LINE = 47  # from the left of a phone, in px


def test_every_page(looks: Looks, sign_in: SignIn) -> None:
    looks.look_at("/")
    cast = make_cast()
    player = make_player(cast.club, LONG, short_name="Fritz", guest=True)
    make_player(cast.club, "Gerd", left_at=timezone.now(), active=False)
    token, _invitation = make_invitation(cast, player=player, scorer=True, treasurer=True)
    looks.look_at(f"/invitation/{token}/", "/invitation/nothing/")

    for page in looks.pages:
        sign_in(page.context, cast.anna)
    club, member = f"/clubs/{cast.club.pk}", cast.member(cast.dora).pk
    looks.look_at(
        f"{club}/",
        f"{club}/about/",
        f"{club}/settings/",
        f"{club}/search/?q=a",
        f"{club}/edit/",
        f"{club}/leave/",
        f"{club}/delete/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/{player.pk}/",
        f"{club}/players/{player.pk}/erase/",
        f"{club}/members/",
        f"{club}/members/{member}/",
        f"{club}/members/{member}/remove/",
        f"{club}/members/{member}/hand-over/",
        f"{club}/invitations/",
        f"{club}/invitations/new/",
        f"{club}/invitations/link/{token}/",
        f"{club}/rules/",
        f"{club}/rules/edit/?preset=hausrunde",
        "/clubs/new/",
        f"/invitation/{token}/",
    )
    Awaited.objects.create(player=player, owner=True)
    begin_move(cast.club, to="https://doko.ein-langer-name.example.org:8443", by=cast.anna)
    looks.look_at(f"{club}/", f"{club}/move/", f"{club}/invitations/again/", sizes=(SMALL,))
    note_file(cast.club, "0" * 64, by=cast.anna)
    confirm_move(cast.club, at="https://doko.ein-langer-name.example.org:8443/clubs/7/", by=cast.anna)
    looks.look_at("/", f"{club}/", f"{club}/move/", sizes=(SMALL,))
    take_back_move(cast.club, by=cast.anna)
    looks.look_at(f"{club}/move/", sizes=(SMALL,))
    make_club("Zweiter Club mit einem langen Namen, der umbricht", cast.anna)
    looks.look_at("/")
    assert looks.found == []


def test_a_laptop_has_the_index_of_the_page_at_the_margin_line(new_context: NewContext, sign_in: SignIn) -> None:
    cast = make_cast()
    context = new_context()
    sign_in(context, cast.anna)
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 480})
    page.goto(f"/clubs/{cast.club.pk}/league/rules/")
    index = page.get_by_role("navigation", name="Auf dieser Seite")
    expect(index.get_by_role("link").first).to_have_attribute("aria-current", "true")

    index.get_by_role("link", name="Monate und Quartale").click()
    heading = page.get_by_role("heading", name="Monate und Quartale")
    expect(heading).to_be_in_viewport()
    expect(index.locator("[aria-current]")).to_have_text("Monate und Quartale")
    line = page.evaluate("document.querySelector('.page > .title').getBoundingClientRect().left")
    assert index.bounding_box()["x"] + index.bounding_box()["width"] < line  # type: ignore[index]

    page.set_viewport_size({"width": 800, "height": 600})
    expect(index).to_be_hidden()


def test_signs_stand_left_of_the_margin_line(new_context: NewContext, sign_in: SignIn) -> None:
    """The card of a player, in a list and large on their page, and the "!" of a wrong field."""
    cast = make_cast()
    context = new_context()
    sign_in(context, cast.anna)
    page = context.new_page()
    page.set_viewport_size(SMALL)
    page.goto(f"/clubs/{cast.club.pk}/players/")
    ben = page.get_by_role("link", name="Ben")
    assert left_and_right(ben.locator(".mark"))[1] <= LINE < left_and_right(ben.locator("b"))[0]

    ben.click()
    left, right = left_and_right(page.locator(".person-head > .pc"))
    assert 0 < left < LINE < right < left_and_right(page.get_by_role("heading", level=1))[0]

    page.goto(f"/clubs/{cast.club.pk}/players/new/")
    page.get_by_role("button", name="Speichern", exact=True).click()
    sign = page.locator(".field.wrong").evaluate(
        "field => ['content', 'left', 'width'].map(key => getComputedStyle(field, '::before')[key])"
    )
    assert sign == ['"!" / ""', "0px", f"{LINE}px"]
    assert left_and_right(page.locator(".page"))[0] == 0


def left_and_right(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"], box["x"] + box["width"]
