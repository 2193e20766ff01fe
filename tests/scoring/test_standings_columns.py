"""Every number in the league table, and its parts."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given

from scoring.league.columns import COLUMNS, Kind, Part, explain_number, round_shown, score_column
from scoring.league.counters import Counts
from scoring.league.records import Evening, Record, total_counts
from scoring.league.rules import StandingsRules
from scoring.league.standings import Correction, Row, rank_players
from tests.scoring.league_paper import CORRECTIONS, RECORDS, RULES, day, laws, league, name

ANNA = Counts(
    games=24,
    decided=20,
    won=11,
    scores=30,
    balance=12,
    solos=4,
    solos_won=3,
    re_announced=6,
    re_kept=5,
    kontra_announced=7,
    kontra_kept=2,
    fuchs=8,
    doppelkopf=1,
    karlchen=9,
    karlchen_gefangen=10,
    pflichtsoli_open=13,
)
LATER = Counts(games=6, decided=6, won=2, scores=-8, balance=-4, fuchs=1)


def anna(**rules: str | int) -> Row:
    records = [Record(1, 2, 21, day(2), LATER), Record(1, 1, 11, day(1), ANNA)]
    corrections = [Correction(1, 5, "verrechnet")]
    made = StandingsRules(**rules)  # type: ignore[arg-type]
    return rank_players(records, made, corrections=corrections, former={1: 4}).rows[0]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("evenings", 2),
        ("games", 30),
        ("points", 30 - 8 + 5),
        ("scores", 30 - 8 + 5),
        ("balance", 12 - 4 + 5),
        ("mean_game", Fraction(27, 30)),
        ("mean_evening", Fraction(27, 2)),
        ("won_percent", Fraction(13, 26)),
        ("best_evening", 30),
        ("worst_evening", -8),
        ("solos", 4),
        ("solos_won", 3),
        ("re_announced", 6),
        ("re_kept", 5),
        ("kontra_announced", 7),
        ("kontra_kept", 2),
        ("fuchs", 9),
        ("doppelkopf", 1),
        ("karlchen", 9),
        ("karlchen_gefangen", 10),
        ("pflichtsoli_open", 13),
        ("movement", 3),
    ],
)
def test_every_column(key: str, expected: int | Fraction) -> None:
    assert COLUMNS[key].value(anna()) == expected


def test_there_is_no_column_that_is_not_tested() -> None:
    tested = test_every_column.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert [key for key, _ in tested] == list(COLUMNS)
    assert all(column.key == key and column.title for key, column in COLUMNS.items())


def test_points_follow_the_column_that_ranks_and_both_are_shown() -> None:
    row = anna(ranked_by="balance")
    shown_beside = [COLUMNS[key].value(row) for key in ("points", "scores", "balance", "best_evening")]
    assert shown_beside == [13, 27, 13, 12]


def test_a_struck_evening_loses_its_points_and_nothing_else() -> None:
    row = anna(counting="strike", counting_evenings=1)
    keys = ("points", "mean_game", "mean_evening", "games", "evenings", "won_percent", "worst_evening", "fuchs")
    assert [COLUMNS[key].value(row) for key in keys] == [35, Fraction(35, 24), 35, 30, 2, Fraction(1, 2), -8, 9]


def test_nothing_is_shown_where_there_is_nothing_to_divide_by() -> None:
    row = league("Anna | -3 g0").rows[0]
    keys = ("mean_game", "mean_evening", "won_percent", "best_evening", "worst_evening", "movement")
    assert [COLUMNS[key].value(row) for key in keys] == [None] * 6
    assert [explain_number(row, key) for key in ("best_evening", "worst_evening", "movement")] == [(), (), ()]


def test_movement_is_up_for_fewer_and_needs_both_ranks() -> None:
    ranked = league("Anna | +3 \n Ben | +2 \n Cleo | +1 \n Gast | +9", former={"Anna": 2, "Ben": 1, "Gast": 1})
    assert [(name(row.player), COLUMNS["movement"].value(row)) for row in ranked.rows] == [
        ("Anna", 1),
        ("Ben", -1),
        ("Cleo", None),
        ("Gast", None),
    ]


def test_what_a_column_needs_is_counted() -> None:
    for column in COLUMNS.values():
        assert set(column.needs) <= set(Counts._fields)


def test_rows_by_hand_cannot_tell_who_won_a_solo() -> None:
    by_hand_will_do = {key for key, column in COLUMNS.items() if not column.from_play}
    assert by_hand_will_do == {
        "evenings",
        "games",
        "points",
        "scores",
        "balance",
        "mean_game",
        "mean_evening",
        "best_evening",
        "worst_evening",
        "pflichtsoli_open",
        "movement",
    }


@pytest.mark.parametrize(
    ("score", "key", "kind"),
    [
        ("sum", "points", Kind.POINTS),
        ("mean_game", "mean_game", Kind.MEAN),
        ("mean_evening", "mean_evening", Kind.MEAN),
    ],
)
def test_the_column_that_ranks(score: str, key: str, kind: Kind) -> None:
    rules = StandingsRules(score=score)
    assert (score_column(rules).key, score_column(rules).kind) == (key, kind)
    row = anna(score=score)
    assert score_column(rules).value(row) == row.score


# The parts of a number


def test_points_are_explained_evening_by_evening() -> None:
    row = anna(counting="strike", counting_evenings=1)
    assert explain_number(row, "points") == (
        Part(1, day(1), 30, counts=True),
        Part(2, day(2), -8, counts=False),
        Part(None, None, 5, reason="verrechnet"),
    )


def test_a_mean_is_explained_by_what_it_divides() -> None:
    assert explain_number(anna(), "mean_game") == (
        Part(1, day(1), 30, of=24),
        Part(2, day(2), -8, of=6),
        Part(None, None, 5, reason="verrechnet"),
    )


def test_the_best_evening_is_explained_by_all_the_others() -> None:
    row = league("Anna | +4 | +9 | -1 g0 | +9").rows[0]
    assert explain_number(row, "best_evening") == (
        Part(1, day(1), 4, counts=False),
        Part(2, day(2), 9, counts=True),
        Part(4, day(4), 9, counts=False),
    )


def test_movement_is_explained_by_both_ranks() -> None:
    assert explain_number(anna(), "movement") == (
        Part(None, None, 4, reason="former_rank"),
        Part(None, None, -1, reason="rank"),
    )


@laws
@given(RECORDS, RULES, CORRECTIONS)
def test_the_parts_that_count_make_the_number(
    paper: list[Record], rules: StandingsRules, corrections: list[Correction]
) -> None:
    ranked = rank_players(paper, rules, corrections=corrections, guests={5}, former={1: 2, 2: 1, 3: 3})
    for row in ranked.rows:
        for key, column in COLUMNS.items():
            parts = [part for part in explain_number(row, key) if part.counts]
            amount, of = sum(part.amount for part in parts), sum(part.of for part in parts)
            if column.kind in {Kind.MEAN, Kind.PERCENT}:
                assert column.value(row) == (Fraction(amount, of) if of else None)
            else:
                assert (column.value(row) or 0) == amount


# The format of a number


@pytest.mark.parametrize(
    ("value", "kind", "places", "printed"),
    [
        (Fraction(1, 3), Kind.MEAN, 2, "0.33"),
        (Fraction(-1, 3), Kind.MEAN, 2, "-0.33"),
        (Fraction(2, 3), Kind.MEAN, 2, "0.67"),
        (Fraction(1, 8), Kind.MEAN, 2, "0.13"),
        (Fraction(-1, 8), Kind.MEAN, 2, "-0.13"),
        (Fraction(-1, 1000), Kind.MEAN, 2, "0.00"),
        (Fraction(13, 26), Kind.PERCENT, 0, "50"),
        (Fraction(2, 3), Kind.PERCENT, 1, "66.7"),
        (7, Kind.COUNT, 0, "7"),
        (-7, Kind.POINTS, 0, "-7"),
        (7, Kind.MEAN, 2, "7.00"),
    ],
)
def test_how_a_number_is_printed(value: int | Fraction, kind: Kind, places: int, printed: str) -> None:
    assert str(round_shown(value, kind, places)) == printed


def test_two_places_are_usual() -> None:
    assert round_shown(Fraction(1, 7), Kind.MEAN) == Decimal("0.14")


# --- Adding up


def test_counters_add_up() -> None:
    assert total_counts([]) == Counts()
    assert total_counts([ANNA]) is ANNA
    assert total_counts([ANNA, LATER]) == ANNA._replace(games=30, decided=26, won=13, scores=22, balance=8, fuchs=9)


def test_attendance_is_an_evening_with_a_game() -> None:
    assert Evening(1, day(1), Counts(games=1)).attended
    assert not Evening(1, day(1), Counts(scores=-3)).attended
