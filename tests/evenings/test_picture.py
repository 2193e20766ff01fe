"""The picture of an evening: drawn from facts, for its club alone, and readable with any names."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.models import Evening
from dokoclub.evenings.presenters.picture import compose_picture, fit_text
from dokoclub.evenings.selectors.evenings import FinalPlace
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.evenings.papers import anna_ben, closed, evening, solo, table, write


def words_of(cast: Cast, found: Evening, name: str = "Dora") -> str:
    answer = phone(cast, name).get(f"/evenings/{found.pk}/picture.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)  # noqa: S314  # ours
    return " ".join(" ".join(root.itertext()).split())


def test_it_tells_the_winner_everybodys_points_and_the_games(cast: Cast) -> None:
    told = words_of(cast, closed(cast, solo(cast, "Ben", 240), anna_ben(cast, 131), anna_ben(cast, 131)))
    assert "B Ben gewinnt +14" in told  # his card first
    assert "1. Ben +14 2. Anna −2 3. Cleo −6 3. Dora −6 Linde" in told
    assert re.search(r"Linde \d+\. \w+ \d{4}, 3 Spiele$", told)


def test_a_line_is_drawn_as_everywhere_and_the_letters_come_along(cast: Cast) -> None:
    """A shared picture has no style sheet: it contains the colour and dashes of the player's card."""
    Player.objects.filter(club=cast.club, name="Ben").update(tint=7)
    answer = (
        phone(cast, "Dora").get(f"/evenings/{closed(cast, solo(cast, 'Ben', 240)).pk}/picture.svg").content.decode()
    )
    assert 'stroke="#5f6847" stroke-width="8" stroke-dasharray="3 8"' in " ".join(answer.split())
    assert answer.count("src: url(data:font/woff2;base64,") == 2


def test_two_who_are_equal_both_have_their_cards(cast: Cast) -> None:
    told = words_of(cast, closed(cast, anna_ben(cast, 131)))
    assert "A B Anna und Ben gewinnen +1" in told
    assert "1. Anna +1 1. Ben +1 3. Cleo −1" in told


def test_many_places_leave_the_curve_its_room() -> None:
    people = [Player(pk=number, name=f"Nr {number}", tint=number % 12 + 1) for number in range(1, 41)]
    for number in (1, 2, 7, 16, 40):
        places = [_place(rank, person) for rank, person in enumerate(people[:number], 1)]
        totals: dict[str, list[int | None]] = {scoring_key(one.player): [0, one.points] for one in places}
        picture = compose_picture(club="Linde", when="heute", places=places, totals=totals)
        assert len(picture.places) == min(number, 16)
        assert picture.places_from - picture.curves_from >= 300
        assert max(place.y for place in picture.places) < 1248  # the double rule


def _place(rank: int, player: Player) -> FinalPlace:
    counted = dict.fromkeys(("games", "won", "solos", "solos_won", "decided", "summed"), 1)
    points = dict.fromkeys(("points", "scores", "balance"), 50 - rank)
    return FinalPlace(rank=rank, player=player, is_shared=False, **counted, **points)


def test_a_name_that_looks_like_a_drawing_stays_a_name(cast: Cast) -> None:
    cast.players["Ben"].name = "<image href='//evil'/>&"
    cast.players["Ben"].save()
    assert "<image href='//evil'/>&" in words_of(cast, closed(cast, solo(cast, "Ben", 130)))


def test_there_is_none_before_the_end_nor_of_an_evening_without_games(cast: Cast) -> None:
    played = evening(cast, table(cast))
    write(cast, played.sheets.get(), anna_ben(cast, 131))
    assert phone(cast, "Ben").get(f"/evenings/{played.pk}/picture.svg")["Location"] == f"/evenings/{played.pk}/"
    empty = closed(cast)
    assert phone(cast, "Ben").get(f"/evenings/{empty.pk}/picture.svg")["Location"] == f"/evenings/{empty.pk}/"
    assert "picture.svg" not in phone(cast, "Ben").get(f"/evenings/{empty.pk}/").content.decode()


def test_nobody_else_sees_it(cast: Cast) -> None:
    found = closed(cast, anna_ben(cast, 131))
    assert phone(cast, "Stranger").get(f"/evenings/{found.pk}/picture.svg").status_code == 404
    assert Client().get(f"/evenings/{found.pk}/picture.svg").status_code == 302
    assert "no-store" in phone(cast, "Dora").get(f"/evenings/{found.pk}/picture.svg")["Cache-Control"]


@pytest.mark.parametrize("games", [1, 3])
def test_its_queries_do_not_grow_with_the_games(
    cast: Cast, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = closed(cast, *[anna_ben(cast, 131)] * games)
    reader = phone(cast, "Dora")
    reader.get(f"/evenings/{found.pk}/picture.svg")
    with django_assert_num_queries(QUERIES):
        reader.get(f"/evenings/{found.pk}/picture.svg")


QUERIES = 11


def test_long_names_grow_smaller_and_end_in_the_end() -> None:
    assert fit_text("Ina", 620, 96).size == 96
    assert fit_text("Maximilian-Alexander gewinnt", 620, 96).size < 40
    longest = fit_text("x" * 60, 240, 34)
    assert (longest.size, longest.words[-1]) == (20, "…")
    assert len(longest.words) * longest.size * 0.66 <= 240


def test_a_stranger_sees_the_sample_evening(client: Client) -> None:
    """Drawn like any evening, without a query, and small."""
    drawn = client.get("/try/picture.svg")
    told = " ".join(" ".join(ElementTree.fromstring(drawn.content).itertext()).split())  # noqa: S314  # ours
    assert "B Ben gewinnt +13" in told
    assert "1. Ben +13 2. Dora +11 3. Cem −11 4. Anna −13 Beispielabend 24 Spiele" in told
    assert len(drawn.content) < 20_000
