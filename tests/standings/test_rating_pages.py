"""/clubs/…/rating/ and /clubs/…/players/…/rating/: visible numbers by reader, their parts, and the cost."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from unittest.mock import patch

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Entry
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services import totals as totals_evenings
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.presenters.ratings import Known, list_ranks
from dokoclub.standings.selectors.statistics import OnEvening, rated_members
from dokoclub.standings.services import ratings
from scoring.contract.stored_rows import load_row
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.league.rated import Rated
from scoring.rating import LIST, show_ratings
from tests.cast import Cast, make_cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import evening, table, write
from tests.evenings.rows import amend_entry, strike_entry
from tests.house.arrows import imported, modules
from tests.standings.rated_club import (
    DAYS,
    FOUR,
    TODAY,
    make_rated,
    number,
    of_club,
    of_player,
    page,
    play,
    recounted,
)


@pytest.fixture
def club(cast: Cast) -> Cast:
    return make_rated(cast)


# --- Whether it is shown ----------------------------------------------------------------------------------------------


def test_it_is_off_until_the_owner_switches_it_on(cast: Cast) -> None:
    for seed, day in enumerate(DAYS):
        play(cast, day, seed)
    anna, url = phone(cast, "Anna"), reverse("clubs:switch_feature", args=[cast.club.pk, "ratings"])
    anna.post(url, {"on": "0"})
    for address in (of_club(cast), of_player(cast, "Anna")):
        assert phone(cast, "Dora").get(address).status_code == 404
    statistics = reverse("standings:show_club_statistics", args=[cast.club.pk, "all"])
    assert "Spielstärke" not in page(cast, statistics)

    anna.post(url, {"on": "1"})
    assert "Anna" in page(cast, of_club(cast))
    assert "Spielstärke" in page(cast, statistics)
    assert f'href="{of_club(cast)}"' in anna.get(statistics).content.decode()


def test_its_former_page_leads_to_the_switch(cast: Cast) -> None:
    answer = phone(cast, "Anna").get(reverse("standings:switch_rating", args=[cast.club.pk]))
    assert answer.headers["Location"] == f"/clubs/{cast.club.pk}/settings/"


def test_nobody_has_played(cast: Cast) -> None:
    assert "Noch zu wenig Spiele" in page(cast, of_club(cast))
    assert "Noch zu wenig Spiele" in page(cast, of_player(cast, "Anna"))


# --- The numbers ------------------------------------------------------------------------------------------------------


def test_the_page_shows_what_all_games_say(club: Cast) -> None:
    rating = recounted(club, TODAY)
    shown = show_ratings(rating, club.ids(*FOUR))
    assert len(shown) == 4

    text = page(club, of_club(club))
    for name in FOUR:
        mine = shown[club.ids(name)[0]]
        low, high = number(mine.points - mine.margin), number(mine.points + mine.margin)
        sure = f"{round(100 * mine.certainty)} %{' vorläufig' if mine.is_preliminary else ''}"
        told = f"{number(mine.points)} {low} … {high} {sure}"
        assert re.search(rf"{name}( etwa gleich)? {re.escape(told)}", text)
    best = max(FOUR, key=lambda name: shown[club.ids(name)[0]].points)
    assert re.search(rf"1 {best} ", text)


def test_whom_nobody_can_tell_apart_is_about_equal(club: Cast) -> None:
    text = page(club, of_club(club))
    shown = show_ratings(recounted(club, TODAY), club.ids(*FOUR))
    ranks = {mine.rank for mine in shown.values()}
    assert ranks != {1}, "some are told apart here"
    assert text.count("etwa gleich") == 4 - len(ranks)
    assert "Noch spielt niemand nachweisbar besser." not in text


def test_where_nobody_can_be_told_apart_one_sentence_says_so(club: Cast) -> None:
    board = list_ranks(Known(rated_members(club.club), ratings.rate_club(club.club, club.ids(*FOUR), TODAY)))
    level = [row._replace(rank=1, is_shared=place > 0) for place, row in enumerate(board.ranks)]
    with translation.override("de"):
        text = render_to_string("standings/_rating.html", {"club": club.club, "board": board._replace(ranks=level)})
    assert text.count("Noch spielt niemand nachweisbar besser.") == 1
    assert "etwa gleich" not in text
    assert "Platz" not in text, "nobody has a rank"


def test_too_few_games(cast: Cast) -> None:
    play(cast, DAYS[-1], 1, games=20)
    text = page(cast, of_club(cast))
    assert "Noch zu wenig Spiele: Anna, Ben, Cleo, Dora" in text
    assert "Noch zu wenig Spiele" in page(cast, of_player(cast, "Anna"))
    assert " … " not in text, "no interval of anybody"


def test_bock_and_rows_by_hand_and_struck_ones_play_no_part(club: Cast) -> None:
    before = page(club, of_club(club))
    sheet = evening(club, table(club, rules="hausrunde"), day=DAYS[-1]).sheets.get()
    manual = {"kind": "manual", "players": club.ids(*FOUR), "winners": club.ids("Cleo", "Dora"), "value": 40}
    write(club, sheet, manual)
    write(club, sheet, {"kind": "penalty", "points": {club.ids("Anna")[0]: -12}})
    row = {"kind": "normal", "re": club.ids("Cleo", "Dora"), "kontra": club.ids("Anna", "Ben"), "re_points": 240}
    struck = write(club, sheet, row)
    strike_entry(struck, by=club.ben)
    assert page(club, of_club(club)) == before


def test_an_evening_of_which_only_the_sums_are_known_plays_no_part(club: Cast) -> None:
    before = page(club, of_club(club))
    sheet = evening(club, table(club), day=DAYS[-1]).sheets.get()
    totals = dict(zip((club.players[name].pk for name in FOUR), (9, -3, -3, -3), strict=True))
    totals_evenings.count_totals(sheet, totals, games=0, keep_games=False, by=club.ben)
    assert page(club, of_club(club)) == before


def test_guests_are_reckoned_with_and_not_shown(club: Cast) -> None:
    club.guest("Gerd")
    play(club, DAYS[-1] + timedelta(days=1), 9, (*FOUR[:3], "Gerd"), games=200)
    text = page(club, of_club(club))
    assert "Gerd" not in text
    assert phone(club, "Dora").get(of_player(club, "Gerd")).status_code == 404
    shown = show_ratings(recounted(club, TODAY), club.ids(*FOUR))
    assert f"Anna {number(shown[club.ids('Anna')[0]].points)}" in text


def test_the_bars_lie_on_one_scale_with_the_average_in_it(club: Cast) -> None:
    """More points are further to the right, and each bar spans the range next to it."""
    shown = show_ratings(recounted(club, TODAY), club.ids(*FOUR))
    html = phone(club, "Dora").get(of_club(club)).content.decode()
    drawn = {name: drawn_of(re.split(rf"{name}\s*</a>", html)[-1]) for name in FOUR}
    assert sorted(FOUR, key=lambda name: drawn[name][1]) == sorted(
        FOUR, key=lambda name: round(shown[club.ids(name)[0]].points)
    )
    low, high = (int(tick.replace("−", "-")) for tick in re.findall(r'text-anchor="(?:start|end)">([^<]+)<', html))
    for name in FOUR:
        mine, (start, at, length) = shown[club.ids(name)[0]], drawn[name]
        assert low + at * (high - low) / 100 == pytest.approx(round(mine.points), abs=0.1)
        assert low + start * (high - low) / 100 == pytest.approx(round(mine.points - mine.margin), abs=0.1)
        assert 0 < length <= 100 - start
    own = phone(club, "Dora").get(of_player(club, "Anna")).content.decode()
    assert drawn_of(own) == drawn["Anna"]


def drawn_of(html: str) -> tuple[float, float, float]:
    """Return the start of the next bar, the position of its dot, and its length, in percent of the scale."""
    bar = re.search(r'<rect x="([0-9.]+)%" width="([0-9.]+)%".*?<circle cx="([0-9.]+)%"', html, re.DOTALL)
    assert bar is not None
    return float(bar[1]), float(bar[3]), float(bar[2])


# --- A player's page --------------------------------------------------------------------------------------------------


def test_the_words_of_a_player(club: Cast) -> None:
    mine = show_ratings(recounted(club, TODAY), club.ids(*FOUR))[club.ids("Ben")[0]]
    between = f"zwischen {number(mine.points - mine.margin)} und {number(mine.points + mine.margin)}."
    fair = "bei gleich guten Partnern und Gegnern."
    luck = f"{fair} Glück ist herausgerechnet, so weit 250 Spiele es können: {between}"
    assert f"Punkte von Ben über dem Schnitt auf 24 Spiele, {luck}" in page(club, of_player(club, "Ben"))
    own = page(club, of_player(club, "Ben"), "Ben")
    assert f"Deine Punkte über dem Schnitt auf 24 Spiele, {luck}" in own


def test_it_unfolds_what_it_comes_of(club: Cast) -> None:
    text = page(club, of_player(club, "Anna"))
    assert "Mittlere Stärke der Partner" in text
    assert "Mittlere Stärke der Gegner" in text
    raw = LIST * sum(points_of(club, "Anna")) / len(points_of(club, "Anna"))
    assert f"Punkte auf 24 Spiele Roher Schnitt, ohne Bock {signed(raw)}" in text
    number = re.search("Ohne Glück, Partner und Gegner (\\S+) Spielstärke (\\S+) ", text)
    assert number
    taken_out, left = (Decimal(one.replace("−", "-").replace("±", "").replace(",", ".")) for one in number.groups())
    assert abs(Decimal(f"{raw:.1f}") + taken_out - left) <= Decimal("0.1"), "it adds up"
    moved = re.search(r"mit der größten Bewegung aus zwei Jahren (.*)", text)
    assert moved is not None
    days = re.findall(r"[0-9]+\. [A-Z]\w+ [0-9]{4} [+−±][0-9]+,[0-9]", moved[1])
    assert len(days) == 4, "the first is longer ago than two years"


def points_of(cast: Cast, name: str) -> list[int]:
    """Return a player's points in each game, without Bock, tripled for a soloist."""
    key, found = cast.ids(name)[0], []
    for entry in Entry.objects.counted().select_related("sheet"):
        row = load_row(entry.facts, entry.sheet.parsed)
        assert isinstance(row, Game)
        if key in row.players:
            found.append(Scorer(entry.sheet.parsed).score(row).balance[key])
    return found


def signed(points: float) -> str:
    return f"{'+' if points > 0 else '−'}{abs(points):.1f}".replace(".", ",")


def test_the_chart_tells_each_month_end_with_its_band(club: Cast) -> None:
    html = phone(club, "Dora").get(of_player(club, "Anna")).content.decode()
    found = re.search(r'<script id="strength" type="application/json">(.*?)</script>', html)
    assert found is not None
    data = json.loads(found[1])
    line, key = data["lines"][0], club.ids("Anna")[0]
    ends, month = [], month_around(TODAY)
    for _ in range(24):
        ends.append(month.first - timedelta(days=1))
        month = month_around(ends[-1])
    expected = [
        shown[key] for end in reversed(ends) if key in (shown := show_ratings(recounted(club, end), club.ids(*FOUR)))
    ]
    expected.append(show_ratings(recounted(club, TODAY), club.ids(*FOUR))[key])
    assert len(expected) > 5
    assert line["values"] == [round(one.points) for one in expected]
    assert line["low"] == [round(one.points - one.margin) for one in expected]
    assert line["high"] == [round(one.points + one.margin) for one in expected]
    assert data["ticks"][-1] == "jetzt"
    assert len(data["ticks"]) == len(expected)


def test_money_never_sees_it() -> None:
    money = {
        **{name: path for name, path in modules("dokoclub").items() if name.startswith("dokoclub.settlement")},
        **{name: path for name, path in modules("scoring").items() if name.startswith("scoring.money")},
    }
    assert len(money) > 50
    seeing = [(name, target) for name, path in money.items() for target in imported(name, path)]
    assert [one for one in seeing if re.search(r"\brat(ed|ing|ings)\b", one[1])] == []


# --- The cost ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_correction_adds_up_one_evening_anew(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cast = make_cast()
    played = [play(cast, day, seed) for seed, day in enumerate(DAYS)]
    dora = phone(cast, "Dora")
    read: list[int] = []
    rating = ratings.RATED

    def rate_and_tell(some: list[OnEvening]) -> Mapping[int, Rated]:
        read.extend(one.number for one in some)
        return rating.of_evenings(some)

    counting = replace(rating, of_evenings=rate_and_tell)
    with patch.object(ratings, "RATED", counting):
        dora.get(of_club(cast))
        assert sorted(read) == sorted(one.pk for one in played)
        read.clear()
        dora.get(of_player(cast, "Anna"))
        assert read == []

        again = evenings_evenings.reopen_evening(played[1], by=cast.anna)
        entry = Entry.objects.filter(sheet__evening=again).order_by("pk")[7]
        facts = {**entry.facts, "re_points": 240, "no_tricks": None}
        amend_entry(entry, facts, by=cast.anna)
        evenings_evenings.close_evening(again, by=cast.anna)
        text = seen(dora.get(of_club(cast)))
        assert read == [played[1].pk]
        shown = show_ratings(recounted(cast, date_of_play()), cast.ids(*FOUR))
        for name in FOUR:
            mine = shown[cast.ids(name)[0]]
            assert re.search(rf"{name}( etwa gleich)? {re.escape(number(mine.points))} ", text)
    dora.get(of_club(cast))
    with django_assert_num_queries(4):  # session, account, club with its version, reader
        dora.get(of_club(cast))


def test_more_games_cost_no_more_queries(club: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    dora = phone(club, "Dora")
    for url in (of_club(club), of_player(club, "Anna")):
        dora.get(url)
        with CaptureQueriesContext(connection) as before:
            dora.get(url)
        play(club, DAYS[-1], 30 + len(url), games=30)
        with django_assert_num_queries(len(before)):
            dora.get(url)
