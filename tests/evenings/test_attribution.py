"""Attributions, such as who announced and who caught a Fuchs: optional, checked, and counted for the player."""

from typing import Any

import pytest

from dokoclub.evenings.domain.results import COLUMNS
from dokoclub.evenings.models import Result, Sheet
from dokoclub.evenings.services import errors
from tests.cast import Cast
from tests.evenings.papers import anna_ben, solo, write
from tests.evenings.papers import sheet as new_sheet

CALLED = {"announced": {"re": "no90", "kontra": "kontra"}, "extras": {"re": {"fuchs": 1, "doppelkopf": 1}}}


def counted(sheet: Sheet, name: str) -> dict[str, Any]:
    """Return the counts of a player, without zeros and without points."""
    result = Result.objects.get(sheet=sheet, player__name=name)
    found = {key: getattr(result, key) for key in COLUMNS if key not in ("scores", "balance")}
    of_play = {key: number for key, number in result.counts.items() if key not in ("pflichtsoli_open", "minus")}
    return {**{key: number for key, number in found.items() if number}, **of_play, **result.extras}


def test_nothing_attributed_is_nothing_counted(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast, 155, **CALLED))

    assert counted(sheet, "Anna") == {"games": 1, "decided": 1, "won": 1}
    assert counted(sheet, "Cleo") == {"games": 1, "decided": 1, "lost": 1}


def test_announcements_and_extras_are_counted_for_who_made_them(cast: Cast, sheet: Sheet) -> None:
    anna, ben, cleo, dora = cast.ids("Anna", "Ben", "Cleo", "Dora")
    said = {
        "announced": {"re": {"re": anna, "no90": ben}, "kontra": {"kontra": cleo}},
        "extras": {"re": {"fuchs": [{"by": ben, "from": dora}], "doppelkopf": [{"by": anna}]}},
    }
    entry = write(cast, sheet, anna_ben(cast, 155, **CALLED), attribution=said)

    assert entry.attribution == said
    assert counted(sheet, "Anna") == {
        "games": 1, "decided": 1, "won": 1, "re_announced": 1, "re_kept": 1, "doppelkopf": 1
    }  # fmt: skip
    assert counted(sheet, "Ben") == {"games": 1, "decided": 1, "won": 1, "absagen": 1, "absagen_kept": 1, "fuchs": 1}
    assert counted(sheet, "Cleo") == {
        "games": 1, "decided": 1, "kontra_announced": 1, "lost": 1
    }  # fmt: skip


def test_a_soloist_did_it_all_himself(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="ham")
    write(cast, sheet, solo(cast, "Ben", 155, announced={"re": "no60"}, extras={"re": {"doppelkopf": 2}}))

    assert counted(sheet, "Ben") == {
        "games": 1, "decided": 1, "solos": 1, "re_announced": 1, "absagen": 2, "lost": 1, "solos_lost": 1,
        "doppelkopf": 2,
    }  # fmt: skip
    assert Result.objects.get(sheet=sheet, player__name="Ben").solo_types == {"damen": [1, 0]}


def test_from_whom_a_soloist_caught_it_counts_once(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="ham")
    ben, dora = cast.ids("Ben", "Dora")
    said = {"extras": {"re": {"fuchs": [{"by": ben, "from": dora}]}}}
    write(cast, sheet, solo(cast, "Ben", 155, extras={"re": {"fuchs": 2}}), attribution=said)

    assert counted(sheet, "Ben")["fuchs"] == 2


def test_games_alone_are_counted_by_their_kind(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, solo(cast, "Ben", 155))
    write(cast, sheet, solo(cast, "Ben", 80))
    write(cast, sheet, solo(cast, "Ben", 155, kind="stille_hochzeit", solo=None))
    result = Result.objects.get(sheet=sheet, player__name="Ben")

    assert (result.solos, result.solos_won) == (3, 2)
    assert result.solo_types == {"damen": [2, 1], "stille_hochzeit": [1, 1]}
    assert result.counts == {"lost": 1, "solos_lost": 1, "minus": 6}  # three times 2 points


def test_bock_games_are_counted(cast: Cast) -> None:
    sheet = new_sheet(cast, rules="hausrunde")
    write(cast, sheet, anna_ben(cast, 100, announced={"re": "re"}))
    write(cast, sheet, anna_ben(cast))

    assert counted(sheet, "Dora") == {"games": 2, "decided": 2, "won": 1, "lost": 1, "bock_games": 1}


def test_what_says_nothing_is_not_kept(cast: Cast, sheet: Sheet) -> None:
    said: dict[str, Any] = {"announced": {"re": {}}, "extras": {"kontra": {"fuchs": []}}}

    assert write(cast, sheet, anna_ben(cast), attribution=said).attribution == {}


def test_what_cannot_be_said_is_refused_at_its_field(cast: Cast, sheet: Sheet) -> None:
    """All cases are in tests/scoring/test_attribution.py."""
    said = {"colour": {}, "announced": {"re": {"re": cast.ids("Cleo")[0]}}}
    with pytest.raises(errors.Impossible) as impossible:
        write(cast, sheet, anna_ben(cast, 155, **CALLED), attribution=said)
    assert [(found.field, str(found)) for found in impossible.value.problems] == [
        ("attribution.colour", "There is no such key in this kind of row."),
        ("attribution.announced.re.re", "This must be a player of the party."),
    ]
