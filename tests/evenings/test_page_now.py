"""`/now/`, behind "Weiterschreiben" on the home screen."""

from __future__ import annotations

from django.urls import reverse

from dokoclub.clubs.models import Membership
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone

HOME = "/"


def leads(cast: Cast, name: str) -> str:
    answer = phone(cast, name).get(reverse("evenings:go_on"))
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def address(sheet: Sheet) -> str:
    return reverse("evenings:show_sheet", args=[sheet.pk])


def test_without_an_evening_it_leads_home(cast: Cast) -> None:
    assert leads(cast, "Ben") == HOME


def test_it_leads_where_one_wrote_last(cast: Cast) -> None:
    first, second = papers.sheet(cast), papers.sheet(cast)
    for sheet in (second, first):
        papers.write(cast, sheet, papers.anna_ben(cast, 131))
    assert leads(cast, "Ben") == address(first)


def test_before_the_first_game_it_leads_where_one_sits(cast: Cast) -> None:
    papers.sheet(cast)
    youngest = papers.sheet(cast)
    assert leads(cast, "Dora") == address(youngest)


def test_not_to_a_sheet_that_is_closed(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    evenings.close_evening(sheet.evening, by=cast.anna)
    assert leads(cast, "Ben") == HOME


def test_nor_into_a_club_that_one_has_left(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    Membership.objects.filter(account=cast.ben).delete()
    assert leads(cast, "Ben") == HOME


def test_who_neither_writes_nor_sits_is_led_home(cast: Cast) -> None:
    cast.guest("Emil")
    papers.sheet(cast, "Anna", "Cleo", "Dora", "Emil")
    assert leads(cast, "Ben") == HOME
