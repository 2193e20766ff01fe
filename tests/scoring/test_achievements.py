"""Achievements of a single game: each of them reached, and missed by a little."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from scoring.game.played import Noted, Place, Played, SideFacts, played_games
from scoring.game.score import Scorer
from scoring.league.achievements import ACHIEVEMENTS, LATEST, AchievementGame, Done, count_feats
from scoring.league.statistics import count_statistics
from scoring.rules.presets import PRESETS
from scoring.terms import Call, Party
from tests.scoring.paper import names, rows

NOTHING = SideFacts()
PLACE = Place(evening=1, day=date(2026, 11, 20), sheet=7)
RULES = replace(PRESETS["hausrunde"].rules, extras={**PRESETS["hausrunde"].rules.extras, "karlchen_gefangen": 1})


def played(*written: str, told: SideFacts = NOTHING, place: Place = PLACE) -> list[Played]:
    scorer = Scorer(RULES)
    noted = [Noted(row, number + 1, told=told) for number, row in enumerate(rows(RULES, *written))]
    return list(played_games(scorer, 4, noted, place))


def with_extras(**counts: int) -> Played:
    game = played("AB-CD 131")[0]
    return game._replace(game=replace(game.game, kontra_extras=tuple(counts.items())))


def done(game: Played) -> set[tuple[str, str]]:
    return {(str(party), key) for party, key in count_feats(game)}


DOES = [
    ("AB-CD 0 no_tricks re", {("kontra", "schwarz_against_re")}),
    ("AB-CD 0 no_tricks", set()),  # Re had not announced
    ("AB-CD 29 re", set()),
    ("A-BCD 240 no_tricks re:schwarz", {("re", "solo_with_all")}),
    ("A-BCD 211 re:no30", set()),
    ("A-BCD 211 re:schwarz", {("kontra", "absage_broken")}),
    ("A-BCD 240 no_tricks re:no30", {("re", "solo_all_tricks")}),
    ("A-BCD 239", set()),
    ("A-BCD 130 kontra", {("re", "solo_against_kontra")}),
    ("A-BCD 130", set()),
    ("A-BCD 110 kontra", set()),
    ("AB-CD 240 no_tricks re:schwarz", {("re", "schwarz_kept")}),
    ("AB-CD 0 no_tricks kontra:schwarz", {("kontra", "schwarz_kept")}),
    ("AB-CD 150 kontra:no60", {("re", "absage_broken")}),
    ("AB-CD 150 kontra:no90", set()),
    ("AB-CD 90 re:no60", {("kontra", "absage_broken")}),
    ("A-BCD 130 stille_hochzeit", {("re", "hochzeit_alone")}),
    ("A-BCD 110 stille_hochzeit", set()),
    ("AB-CD 151 armut", {("re", "armut_no90")}),
    ("AB-CD 150 armut", set()),
    ("AB-CD 89 armut", set()),
    ("AB-CD 121 re", {("re", "re_with_121")}),
    ("AB-CD 121", set()),
    ("AB-CD 122 re", set()),
    ("AB-CD 121 re step_only", set()),  # a step of 121 and more
]


@pytest.mark.parametrize(("written", "deeds"), DOES, ids=[written for written, _ in DOES])
def test_a_deed_and_what_is_nearly_one(written: str, deeds: set[tuple[str, str]]) -> None:
    assert done(played(written)[0]) == deeds


@pytest.mark.parametrize(
    ("counts", "deeds"),
    [
        ({"fuchs": 2}, {("kontra", "both_fuechse")}),
        ({"fuchs": 1, "doppelkopf": 2, "karlchen_gefangen": 2}, set()),
        ({"doppelkopf": 3}, {("kontra", "three_doppelkoepfe")}),
        ({"fuchs": 1, "karlchen": 1, "doppelkopf": 1}, {("kontra", "fuchs_karlchen_doppelkopf")}),
    ],
    ids=["Füchse", "nothing", "Doppelköpfe", "all"],
)
def test_extras_count_for_who_lost_as_well(counts: dict[str, int], deeds: set[tuple[str, str]]) -> None:
    game = with_extras(**counts)
    assert game.winner is Party.RE
    assert done(game) == deeds


def test_every_deed_was_tried() -> None:
    of_extras = {"both_fuechse", "three_doppelkoepfe", "fuchs_karlchen_doppelkopf"}
    assert {key for _, deeds in DOES for _, key in deeds} | of_extras == ACHIEVEMENTS.keys()
    assert len(ACHIEVEMENTS) == 12


@pytest.mark.parametrize("written", ["AB-CD 0 no_tricks re", "AB-CD 121 re", "AB-CD 90 re:no60"])
def test_what_the_rules_forced_nobody_dared(written: str) -> None:
    forced = SideFacts(forced=tuple((Party.RE, call) for call in (Call.ANSAGE, Call.NO_90, Call.NO_60)))
    assert done(played(written, told=forced)[0]) == set()


def test_both_who_did_it_have_it_with_the_games_behind_it() -> None:
    games = [
        game
        for night in range(LATEST + 2)
        for game in played(
            "AB-CD 131", "AB-CD 121 re", place=Place(night, PLACE.day + timedelta(days=night), 10 + night)
        )
    ]
    anna, ben, cleo = (count_statistics(games).players[name].feats for name in names("ABC"))
    latest = [AchievementGame(Place(night, PLACE.day + timedelta(days=night), 10 + night), 2) for night in (2, 3, 4)]
    assert anna == ben == {"re_with_121": Done(LATEST + 2, latest)}
    assert cleo == {}
