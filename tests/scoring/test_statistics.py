"""The statistics of many games: the games as in the whole list, and every count, by hand."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scoring.game.game import Game
from scoring.game.payments import Payment
from scoring.game.played import Announced, Credit, Mark, Noted, Place, Played, SideFacts, played_games
from scoring.game.score import Scorer
from scoring.game.sheet import fold_rows
from scoring.league.counters import AnnouncementCount, Share
from scoring.league.statistics import Series, Statistics, count_statistics
from scoring.league.sums import Sums, add_up
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules
from scoring.terms import Call, Party
from tests.scoring.paper import NAMES, names, rows

PLACE = Place(evening=1, day=date(2026, 11, 20), sheet=7)
WORDS = ("", "", "", "re", "kontra", "re:no90", "kontra:no60", "re:schwarz", "re:fuchs", "kontra:fuchs", "step_only")


def some(written: Sequence[str], preset: str = "ddv", table: str = "ABCD", **more: Any) -> list[Played]:
    scorer = Scorer(PRESETS[preset].rules)
    noted = [Noted(row) for row in rows(scorer.rules, *written)]
    return list(played_games(scorer, len(table), noted, PLACE, **more))


def counted(*written: str, preset: str = "ddv") -> Statistics:
    return count_statistics(some(written, preset))


def random_rows(chance: random.Random, number: int) -> list[str]:
    """Return games with everything that can start Bock, and other rows between them; sometimes five at the table."""
    table, found = "ABCD", []
    for _ in range(number):
        four = "".join(chance.sample(table, 4))
        size = chance.choice((1, 2, 2, 2))
        augen = chance.choice((0, 60, 89, 90, 119, 120, 121, 144, 151, 181, 211, 240))
        words = {chance.choice(WORDS), chance.choice(WORDS)} - {"step_only", ""}
        match chance.randrange(10):
            case 0:
                found.append("redeal")
            case 1:
                table = chance.choice(("ABCD", "ABCDE"))
                found.append(f"table {table}")
            case 2:
                found.append(f"manual {four[:2]} 3 of {four}")
            case _:
                found.append(f"{four[:size]}-{four[size:]} {augen} {' '.join(sorted(words))}".strip())
    return found


@pytest.mark.parametrize("preset", ["ddv", "forum", "hausrunde"])
@pytest.mark.parametrize("ranked_by", ["scores", "balance"])
def test_a_game_is_what_the_folded_list_says(preset: str, ranked_by: str) -> None:
    """Verdict, value, Bock level and points agree, also behind rows by hand and changes of the table."""
    rules = PRESETS[preset].rules
    for seed in range(10):
        written = random_rows(random.Random(seed), 60)
        checked = rows(rules, *written)
        lines = fold_rows(rules, NAMES[:4], checked).lines
        folded = [(row, line) for row, line in zip(checked, lines, strict=True) if isinstance(row, Game)]
        found = some(written, preset, ranked_by=ranked_by)

        assert [game.game for game in found] == [row for row, _ in folded]
        for game, (row, line) in zip(found, folded, strict=True):
            assert (game.winner or "none", game.value, game.level) == (
                line.score.reckoning.winner,
                line.score.reckoning.value,
                line.bock_level,
            )
            points = line.score.scores if ranked_by == "scores" else line.score.balance
            assert game.points == {player: points[player] for player in row.players}


def test_what_would_have_been_kept() -> None:
    """By Augen, level by level; all tricks are a different matter from all Augen."""
    paper = {
        "AB-CD 150": [],
        "AB-CD 151": [Call.NO_90],
        "AB-CD 89": [Call.NO_90],
        "AB-CD 90": [],
        "AB-CD 181 re": [Call.NO_90, Call.NO_60],
        "AB-CD 181 re:no90": [Call.NO_60],
        "AB-CD 181 re:no60": [],
        "AB-CD 211 re:no60": [Call.NO_30],
        "AB-CD 240": [Call.NO_90, Call.NO_60, Call.NO_30],
        "AB-CD 240 no_tricks": [Call.NO_90, Call.NO_60, Call.NO_30, Call.SCHWARZ],
        "AB-CD 155 re:no60": [],  # announced too much: not won, nothing missed
        "AB-CD 85 re:no90": [Call.NO_90],  # Kontra won, with 155
        "AB-CD 151 step_only": [Call.NO_90],
    }
    assert {line: list(some([line])[0].missed) for line in paper} == paper


def test_where_no_augen_count_as_no_trick_all_augen_are_all_tricks() -> None:
    assert some(["AB-CD 240"], "ham")[0].missed == (Call.NO_90, Call.NO_60, Call.NO_30, Call.SCHWARZ)


def test_reached_and_missed() -> None:
    found = counted("AB-CD 185 re:no90", "AB-CD 160", "AC-BD 70", "AB-CD 130")
    anna, dora = (found.players[name].absagen for name in names("AD"))

    assert (dict(anna.reached), dict(anna.missed), anna.games) == (
        {Call.NO_90: 2, Call.NO_60: 1},
        {Call.NO_90: 1, Call.NO_60: 1},
        2,
    )
    assert (dict(dora.missed), dora.games) == ({Call.NO_90: 1}, 1)
    assert (dict(found.club.absagen.missed), found.club.absagen.games) == ({Call.NO_90: 2, Call.NO_60: 1}, 3)


def test_re_kontra_and_alone() -> None:
    found = counted("AB-CD 131", "AC-BD 119", "A-BCD 130 damen", "B-ACD 100 stille_hochzeit", "AD-BC 125").players
    anna = found["Anna"]

    assert anna.all == Share(5, 4, 1 - 2 + 3 + 1 + 1)
    assert anna.re == Share(4, 3, 1 - 2 + 3 + 1)
    assert anna.kontra == Share(1, 1, 1)
    assert anna.alone == Share(1, 1, 3)
    assert anna.against_solo == Share(1, 1, 1)
    assert anna.solos == {"damen": Share(1, 1, 3)}
    assert found["Ben"].solos == {"stille_hochzeit": Share(1, 0, -3)}


def test_company() -> None:
    """Three against a soloist are on the same side."""
    anna = counted("AB-CD 131", "A-BCD 130", "D-ABC 100").players["Anna"]

    assert anna.with_partner == {"Ben": Share(2, 2, 1 + 1), "Cleo": Share(1, 1, 1)}
    assert anna.against == {"Ben": Share(1, 1, 3), "Cleo": Share(2, 2, 1 + 3), "Dora": Share(3, 3, 1 + 3 + 1)}


def test_announced_and_kept_of_the_parties() -> None:
    found = counted("AB-CD 155 re:no90", "AB-CD 131 re:no90 kontra", "AB-CD 131").club.announced

    assert found == {"re": AnnouncementCount(2, 1), "no90": AnnouncementCount(2, 1), "kontra": AnnouncementCount(1, 1)}


def test_what_is_ascribed_to_players() -> None:
    scorer = Scorer(PRESETS["ddv"].rules)
    row = rows(scorer.rules, "AB-CD 155 re:no90 re:fuchs")[0]
    noted = Noted(
        row,
        announced=(Announced(Party.RE, Call.ANSAGE, "Anna"), Announced(Party.RE, Call.NO_90, "Ben")),
        credits=(Credit(Party.RE, "fuchs", "Ben", "Dora"), Credit(Party.RE, "karlchen", "Anna")),
    )
    found = count_statistics(played_games(scorer, 4, [noted], PLACE)).players

    assert found["Anna"].announced == {"re": AnnouncementCount(1, 1)}
    assert found["Ben"].announced == {"no90": AnnouncementCount(1, 1)}
    assert (dict(found["Ben"].caught), dict(found["Dora"].lost)) == ({"fuchs": 1}, {"fuchs": 1})
    assert dict(found["Anna"].caught) == {"karlchen": 1}  # by nobody


def test_a_forced_announcement_is_neither_made_nor_lost() -> None:
    """A had to say Re and loses: it costs the same, but nobody dared it. A chose keine 90 freely."""
    scorer = Scorer(PRESETS["forum"].rules)
    announced = (Announced(Party.RE, Call.ANSAGE, "Anna"), Announced(Party.RE, Call.NO_90, "Anna"))
    told = SideFacts(forced=((Party.RE, Call.ANSAGE),))
    noted = [Noted(row, 1, announced, told=told) for row in rows(scorer.rules, "AB-CD 119 re:no90")]
    games = list(played_games(scorer, 4, noted, PLACE))
    found = count_statistics(games)

    assert found.club.announced == found.players["Anna"].announced == {"no90": AnnouncementCount(1, 0)}
    freely = list(played_games(scorer, 4, [one._replace(told=SideFacts()) for one in noted], PLACE))
    assert count_statistics(freely).players["Anna"].announced == {
        "re": AnnouncementCount(1, 0),
        "no90": AnnouncementCount(1, 0),
    }
    assert [game.points for game in games] == [game.points for game in freely]


def test_marks_an_armut_and_a_hochzeit() -> None:
    scorer = Scorer(PRESETS["forum"].rules)
    written = rows(scorer.rules, "AB-CD 130 armut", "AB-CD 119 armut", "AC-BD 130 hochzeit", "AB-CD 130")
    told = [
        SideFacts(gave="Anna"),
        SideFacts(gave="Ben"),
        SideFacts(married="Cleo", found_in=2),
        SideFacts(marks=(Mark("schweine", NAMES[3]), Mark("hyperschweine", "Anna"))),
    ]
    noted = [Noted(row, told=one) for row, one in zip(written, told, strict=True)]
    found = count_statistics(played_games(scorer, 4, noted, PLACE))
    a, b = found.players["Anna"], found.players["Ben"]

    assert (a.gave.games, a.gave.won, a.took.games, a.took.won) == (1, 1, 1, 0)
    assert (b.gave.games, b.gave.won, b.took.games, b.took.won) == (1, 0, 1, 1)
    assert (found.club.armut.games, found.club.armut.won) == (2, 1)
    assert (found.players["Cleo"].married.games, found.players["Cleo"].married.won) == (1, 1)
    assert found.club.found_in == {2: 1}
    assert found.club.marks == {"schweine": 1, "hyperschweine": 1}
    assert (found.players[NAMES[3]].marks, a.marks) == ({"schweine": 1}, {"hyperschweine": 1})


def test_what_only_house_rules_know() -> None:
    """Further calls, a wrong card, payments (a Hochzeit pays by itself), and steps too few."""
    weg = {"name": "Dulle weg", "points": -1, "with": "each"}
    hochzeit = {"name": "Hochzeit", "points": 1, "with": "each"}
    more = {"raises": 4, "offender_pays": True, "feigheit": 3, "payments": {"weg": weg, "hochzeit": hochzeit}}
    rules = override_rules(PRESETS["ddv"].rules, more)
    assert isinstance(rules, Rules)
    written = rows(rules, "AB-CD 100", "AB-CD 215", "AB-CD 130")
    two, three, plain = (row for row in written if isinstance(row, Game))
    paid = (Payment("weg", "Anna"), Payment("weg", "Cleo"))
    games = [
        replace(two, raises=2, offender="Anna", payments=paid),
        three,
        replace(plain, kind="hochzeit", married="Ben"),
        replace(plain, raises=1),
    ]
    found = count_statistics(played_games(Scorer(rules), 4, map(Noted, games), PLACE))
    club, a, b = found.club, found.players["Anna"], found.players["Ben"]

    assert (dict(club.raises), club.wrong_cards, club.timid) == ({2: 1, 1: 1}, 1, 1)
    assert club.payments == {"weg": 2, "hochzeit": 1}
    assert (a.wrong_cards, a.timid, a.payments) == (1, 1, {"weg": 1})
    assert (b.wrong_cards, b.timid, b.payments) == (0, 1, {"hochzeit": 1})
    assert found.players["Cleo"].timid == 0
    assert (club.won[Party.RE], club.won[Party.KONTRA], a.beaten) == (2, 2, 2)


def test_a_change_of_how_often_points_are_written_starts_the_records_anew() -> None:
    before = override_rules(PRESETS["ddv"].rules, {"points_times": 30})
    assert isinstance(before, Rules)
    old = list(played_games(Scorer(before), 4, map(Noted, rows(before, "AB-CD 155")), PLACE))
    new = some(["AB-CD 130", "AB-CD 100"])
    for found in (
        count_statistics([*old, *new]),
        add_up([Sums(count_statistics(old)), Sums(count_statistics(new))]).counted,
    ):
        assert [game.value for game in found.club.highest] == [2]
        anna = found.players["Anna"]
        assert anna.best is not None
        assert anna.worst is not None
        assert (anna.best.points, anna.worst.points) == (1, -2)


def test_extras_bock_values_and_kinds_of_the_club() -> None:
    club = counted(
        "AB-CD 120 re:fuchs", "AB-CD 131", "AB-CD 131 hochzeit", "manual AB 3 of ABCD", preset="hausrunde"
    ).club

    assert (club.games, dict(club.kinds), dict(club.extras)) == (3, {"normal": 2, "hochzeit": 1}, {"fuchs": 1})
    assert dict(club.bock) == {1: 2}
    assert dict(club.won) == {Party.KONTRA: 1, Party.RE: 2}
    assert sum(club.values.values()) == 3


def test_only_counted_augen_have_a_mean() -> None:
    found = counted("AB-CD 131", "AB-CD 151 step_only", "CD-AB 100")

    assert (found.club.steps, found.club.augen_re.games, found.club.augen_re.augen) == (1, 2, 231)
    assert found.club.games_by_augen == {131: 1, 100: 1}
    assert (found.players["Anna"].augen_re.games, found.players["Anna"].augen_kontra.augen) == (1, 140)


def test_series() -> None:
    """A game without a winner ends both; sitting out ends none."""
    lost, won, nobody = "CD-AB 130", "AB-CD 130", "AB-CD 130 re:no90 kontra:no90"
    found = counted(won, won, lost, lost, lost, nobody, won, won).players["Anna"]

    assert (found.wins.longest, found.wins.running) == (2, 2)
    assert (found.losses.longest, found.losses.running) == (3, 0)


def test_the_first_of_equal_series_is_remembered() -> None:
    series = Series()
    games = some(["AB-CD 131"] * 3)
    for goes_on, game in zip((True, False, True), games, strict=True):
        series.add(goes_on, game.place)

    assert (series.longest, series.last) == (1, games[0].place)


def test_records() -> None:
    found = counted("AB-CD 131", "A-BCD 190", "A-BCD 80", "AB-CD 190", "A-BCD 190")
    anna = found.players["Anna"]

    assert [game.winners for game in found.club.highest] == [("Anna",), ("Anna", "Ben"), ("Anna",)]
    assert anna.best is not None
    assert anna.best.points == 3 * found.club.highest[0].value
    assert anna.worst is not None
    assert anna.worst.points == -6


def test_an_evening_won_from_behind() -> None:
    """Only its winner has made up for it, and only one who won alone."""
    found = counted("A-BCD 80", "A-BCD 190")
    anna = found.players["Anna"].comeback
    assert anna is not None
    assert anna[:3] == (6, found.players["Anna"].all.points, 2)
    assert [one.comeback for name, one in found.players.items() if name != "Anna"] == [None] * 3
    shared = counted("AB-CD 89", "AB-CD 190").players
    assert [shared[name].comeback for name in ("Anna", "Ben")] == [None, None]
    later = some(["A-BCD 59", "A-BCD 190", "A-BCD 190"])
    both = add_up([Sums(found), Sums(count_statistics(later))]).counted.players["Anna"].comeback
    assert both is not None
    assert both.behind > 6


def test_nothing_played_is_nothing_counted() -> None:
    found = counted("redeal", "manual AB 3 of ABCD", "penalty A-3")

    assert (found.club.games, found.club.highest, dict(found.players)) == (0, [], {})
