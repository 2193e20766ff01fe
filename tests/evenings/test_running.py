"""The points over the evening: of a sheet, and of several tables together."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.domain.results import Totals, running_totals
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.selectors.results import replay_sheets
from dokoclub.evenings.services import sheets
from tests.cast import Cast
from tests.evenings.pages import phone, url_of
from tests.evenings.papers import anna_ben, evening, game, table, tables_with_a_game, write
from tests.evenings.papers import sheet as new_sheet
from tests.markup import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_rounds(cast: Cast) -> Evening:
    """Let Anna to Dora play two games, Emil to Hilde none; then Emil plays one with Anna, Cleo and Dora."""
    others = ("Emil", "Frieda", "Gustav", "Hilde")
    for name in others:
        cast.guest(name)
    one = evening(cast, table(cast), table(cast, *others, name="2"))
    write(cast, one.sheets.get(table="1"), anna_ben(cast))
    write(cast, one.sheets.get(table="1"), anna_ben(cast))
    sheets.next_round(one, [table(cast, "Anna", "Emil", "Cleo", "Dora")], by=None, after=1)
    last = one.sheets.get(round=2)
    write(cast, last, game(cast, ("Anna",), ("Emil", "Cleo", "Dora"), 100, kind="solo", solo="damen"))
    return one


def of(cast: Cast, evening: Evening, column: str = "scores") -> dict[str, Totals]:
    names = {str(player.pk): name for name, player in cast.players.items()}
    return {names[player]: totals for player, totals in running_totals(replay_sheets(evening), column).items()}


def test_each_game_adds_its_points(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast, 155))
    assert of(cast, sheet.evening) == {
        "Anna": [0, 1, 3],
        "Ben": [0, 1, 3],
        "Cleo": [0, -1, -3],
        "Dora": [0, -1, -3],
    }


def test_who_comes_later_begins_where_he_came(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))
    write(cast, sheet, anna_ben(cast))
    sheets.change_table(sheet, [*cast.four, cast.guest("Emil")], uuid=uuid4(), by=None)
    write(cast, sheet, anna_ben(cast, 155))
    assert of(cast, sheet.evening)["Emil"] == [None, None, 0, 0]


def test_a_penalty_belongs_to_the_game_before_it(cast: Cast, sheet: Sheet) -> None:
    """The last point of a line is therefore always the total."""
    write(cast, sheet, anna_ben(cast))
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Dora")[0]: -5}, "reason": "verworfen"})
    assert of(cast, sheet.evening)["Dora"] == [0, -6]


def test_the_next_table_goes_on_from_the_last(cast: Cast, two_rounds: Evening) -> None:
    """Each player's line follows the games of their own tables; that of a player at one table ends there."""
    points = of(cast, two_rounds)
    assert points["Anna"] == [0, 1, 2, 2 - 3]
    assert points["Ben"] == [0, 1, 2]
    assert points["Emil"] == [0, 1]
    assert points["Hilde"] == [0]


def test_plus_only_has_another_line_for_plus_and_minus(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="forum")
    write(cast, sheet, anna_ben(cast))
    assert of(cast, sheet.evening)["Cleo"] == [0, 0]
    assert of(cast, sheet.evening, "balance")["Cleo"][-1] < 0  # type: ignore[operator]


def test_the_page_shows_them_with_a_table_behind(cast: Cast, two_rounds: Evening) -> None:
    page = phone(cast, "Dora").get(url_of(two_rounds, "chart/")).content.decode()
    names = re.findall('<th scope="col"(?: translate="no")?>([^<]+)</th>', page)
    assert names == ["Spiel", "Ben", "Emil", "Anna", "Cleo", "Dora", "Frieda", "Gustav", "Hilde"]
    last = '<th scope="row">3</th><td></td><td></td><td>−1</td><td>−1</td><td>−1</td><td></td><td></td><td></td>'
    assert last in page


def test_every_evening_leads_there(cast: Cast, two_rounds: Evening) -> None:
    """Also an evening with one table, of which the page shows the same points as the sheet's own chart."""
    sheet = new_sheet(cast)
    write(cast, sheet, anna_ben(cast))
    client = phone(cast, "Dora")
    for one in (two_rounds, sheet.evening):
        row = f'<a class="row" href="{url_of(one, "chart/")}"><b>Punkteverlauf</b></a>'
        assert row in markup(client.get(url_of(one)))
    rows = re.compile("<tbody>.*</tbody>", re.DOTALL)
    own, whole = (
        rows.findall(client.get(url).content.decode())
        for url in (f"/sheets/{sheet.pk}/chart/", url_of(sheet.evening, "chart/"))
    )
    assert own == whole != []


@pytest.mark.parametrize("number", [1, 3])
def test_many_tables_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = tables_with_a_game(cast, number)
    client = phone(cast, "Dora")
    client.get(url_of(one))
    with django_assert_num_queries(9):
        client.get(url_of(one, "chart/"))
