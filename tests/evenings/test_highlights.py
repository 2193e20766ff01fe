"""The highlights of an evening, the text to share, and the evening under other rules."""

import pytest
from django.utils import translation

from dokoclub.core.formatting import day
from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors import corrections
from dokoclub.evenings.services import evenings, sheets
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, evening, game, get_highlights, solo, table, text_to_share, write


@pytest.fixture
def played(cast: Cast) -> Evening:
    """Return two rounds: Ben wins four times in a row, and once more after a lost game."""
    opened = evening(cast, table(cast, rules="ham"))
    first = opened.sheets.get()
    ben, dora = cast.ids("Ben", "Dora")
    caught = {"extras": {"re": {"fuchs": [{"by": ben, "from": dora}]}}}
    write(cast, first, anna_ben(cast, 155, extras={"re": {"fuchs": 2}}), attribution=caught)
    write(cast, first, game(cast, ("Anna", "Cleo"), ("Ben", "Dora"), 119))
    write(cast, first, {"kind": "penalty", "points": {dora: -1}})
    write(cast, first, solo(cast, "Ben", 185, announced={"re": "no90"}))
    second = sheets.next_round(opened, [table(cast, rules="ham")], by=None, after=1)[0]
    write(cast, second, anna_ben(cast, 125))
    write(cast, second, game(cast, ("Anna", "Ben"), ("Cleo", "Dora"), 99))
    write(cast, second, solo(cast, "Cleo", 119, kind="stille_hochzeit", solo=None))
    evenings.close_evening(opened, by=None)
    return opened


def test_the_highest_game(cast: Cast, played: Evening) -> None:
    found = get_highlights(played)

    assert [(game.entry.number, game.value, [player.name for player in game.winners]) for game in found.highest] == [
        (3, 6, ["Ben"])
    ]
    assert (found.games, found.bock_games) == (6, 0)


def test_equal_games_share_the_honour(cast: Cast) -> None:
    opened = evening(cast)
    for augen in (155, 155, 131):
        write(cast, opened.sheets.get(), anna_ben(cast, augen))
    write(
        cast,
        opened.sheets.get(),
        {"kind": "manual", "players": cast.ids("Anna", "Ben", "Cleo", "Dora"), "winners": cast.ids("Dora"), "value": 2},
    )
    highest = get_highlights(opened).highest

    assert [(game.entry.number, [player.name for player in game.winners]) for game in highest] == [
        (1, ["Anna", "Ben"]),
        (2, ["Anna", "Ben"]),
        (4, ["Dora"]),
    ]


def test_solos(cast: Cast, played: Evening) -> None:
    assert [(solo.player.name, solo.key, solo.won, solo.points) for solo in get_highlights(played).solos] == [
        ("Ben", "damen", True, 18),
        ("Cleo", "stille_hochzeit", False, -6),
    ]


def test_fuechse(cast: Cast, played: Evening) -> None:
    found = get_highlights(played)

    assert (found.fuechse, found.hunters) == (2, ((cast.players["Ben"], 1),))


def test_the_longest_series_goes_on_into_the_next_round(cast: Cast, played: Evening) -> None:
    assert [(streak.player.name, streak.wins) for streak in get_highlights(played).streaks] == [("Ben", 4)]


def test_an_evening_without_games_has_none(cast: Cast) -> None:
    found = get_highlights(evening(cast))

    assert (found.games, found.highest, found.solos, found.streaks, found.fuechse) == (0, (), (), (), 0)


def test_they_cost_three_queries(cast: Cast, played: Evening) -> None:
    fresh = Evening.objects.select_related("club").get(pk=played.pk)
    with statements() as found:
        get_highlights(fresh)
    assert len(found) == 3


# --- The text to share ------------------------------------------------------------------------------------------------


def test_the_text_to_share(cast: Cast, played: Evening) -> None:
    played.date = played.date.replace(year=2026, month=3, day=12)

    assert text_to_share(played) == "\n".join(
        [
            f"Linde, {day(played.date)}",
            "",
            "1. Ben +25",
            "2. Anna −3",
            "3. Dora −6",
            "4. Cleo −17",
            "",
            "6 Spiele",
            "Höchstes Spiel: 6 (Ben)",
            "Soli: Ben (Damensolo +18), Cleo (Stille Hochzeit −6)",
            "Gefangene Füchse: 2",
            "Längste Siegesserie: 4 (Ben)",
        ]
    )


def test_it_is_in_the_readers_language(cast: Cast, played: Evening) -> None:
    with translation.override("en"):
        assert text_to_share(played).splitlines()[-2:] == [
            "Füchse caught: 2",
            "Longest winning streak: 4 (Ben)",
        ]


def test_an_evening_without_games_has_little_to_tell(cast: Cast) -> None:
    assert text_to_share(evening(cast)).splitlines()[1:] == ["", "", "0 Spiele"]


# --- What if ----------------------------------------------------------------------------------------------------------


def test_the_evening_under_another_preset(cast: Cast, played: Evening) -> None:
    """Under the tournament rules a lost silent Hochzeit scores no point "against the Queens"."""
    before = [(result.pk, result.scores) for result in played.sheets.get(round=1).results.all()]
    other = corrections.what_if(played, PRESETS["ddv"].rules)

    assert [
        (standing.player.name, standing.own, standing.own_rank, standing.other, standing.other_rank)
        for standing in other.standings
    ] == [("Ben", 25, 1, 24, 1), ("Anna", -3, 2, -4, 2), ("Dora", -6, 3, -7, 3), ("Cleo", -17, 4, -14, 4)]
    assert [len(sides.lines) for _, sides in other.sheets] == [4, 3]
    assert [(result.pk, result.scores) for result in played.sheets.get(round=1).results.all()] == before
