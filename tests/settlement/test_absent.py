"""Flat amounts: for those present, and on a club evening for active members who were absent without excuse."""

from __future__ import annotations

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from tests.cast import Cast, make_player
from tests.evenings.pages import Answer, phone, seen, url_of
from tests.markup import markup
from tests.settlement import purse
from tests.settlement.purse import expected, freeze, frozen, pay


@pytest.fixture
def emil(cast: Cast) -> None:
    """Return Emil, an absent member; there are a guest, one who pauses and one who left, too."""
    purse.rules(cast, present=100, absent=200)
    cast.players["Emil"] = make_player(cast.club, "Emil")
    cast.guest("Gast")
    make_player(cast.club, "Pause", active=False)


@pytest.fixture
def evening(cast: Cast, emil: None) -> Evening:
    """Return an evening that begins when all of them are there."""
    return purse.evening(cast)


def flat(evening: Evening) -> list[str]:
    return [said for said in expected(evening) if said.endswith(("1.00", "2.00"))]


def excuse(cast: Cast, evening: Evening, name: str, *, excused: bool = True, by: str = "Cleo") -> Answer:
    sent = {"player": cast.players[name].pk, **({"excused": "on"} if excused else {})}
    return phone(cast, by).post(url_of(evening, "settlement/excuse/"), sent)


def test_who_sat_pays_one_amount_and_who_stayed_away_the_other(cast: Cast, emil: None) -> None:
    present = [f"{name} pays box 1.00" for name in ("Anna", "Ben", "Cleo", "Dora")]
    assert flat(purse.evening(cast)) == [*present, "Emil pays box 2.00"]


def test_only_a_club_evening_is_missed(cast: Cast, emil: None) -> None:
    assert "Emil pays box 2.00" not in flat(purse.evening(cast, club_evening=False))


def test_beside_another_method_they_stand_apart(cast: Cast, emil: None) -> None:
    text = seen(phone(cast, "Dora").get(url_of(purse.evening(cast), "settlement/")))
    assert text.index("Dora zahlt Anna") < text.index("4 Spieler zahlen") < text.index("Warum")
    assert "Emil zahlt in die Kasse 2,00 €" in text
    assert "Fehlgeld =" not in text
    assert "Emil: 2,00 € Fehlgeld" in text


def test_while_it_is_played_who_stayed_away_stands_there_once(cast: Cast, emil: None) -> None:
    text = seen(phone(cast, "Cleo").get(url_of(purse.evening(cast, closed=False), "settlement/")))
    assert "Emil 2,00 € Emil: entschuldigt" in text
    assert "Emil zahlt" not in text.split("Teilen")[0]
    assert "davon 2,00 € Fehlgeld" in text, "it is in no list above, but in their sum"


def test_who_is_excused_pays_nothing(cast: Cast, emil: None, evening: Evening) -> None:
    excuse(cast, evening, "Emil")
    assert "Emil pays box 2.00" not in flat(evening)
    excuse(cast, evening, "Emil", excused=False)
    assert "Emil pays box 2.00" in flat(evening)


def test_excused_after_it_was_settled_is_a_correction(cast: Cast, emil: None, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Emil pays box 2.00", evening)
    excuse(cast, evening, "Emil")

    assert frozen(evening, correction=1) == ["box pays Emil 2.00"]
    text = seen(phone(cast, "Cleo").get(url_of(evening, "settlement/")))
    assert "Die Kasse zahlt Emil 2,00 €" in text


def test_who_leaves_the_club_after_it_was_settled_still_stayed_away(cast: Cast, emil: None, evening: Evening) -> None:
    freeze(cast, evening)
    player = cast.players["Emil"]
    player.active = False
    player.save()
    evenings_evenings.change_evening(evening, day=evening.date, place="x", club_evening=True, stake=5, by=cast.ben)
    assert frozen(evening, correction=1) == []


def test_no_club_evening_after_all(cast: Cast, emil: None, evening: Evening) -> None:
    freeze(cast, evening)
    evenings_evenings.change_evening(evening, day=evening.date, place="", club_evening=False, stake=5, by=cast.ben)
    assert frozen(evening, correction=1) == ["box pays Emil 2.00"]


def test_the_treasurer_excuses_while_the_evening_is_played_too(cast: Cast, emil: None) -> None:
    evening = purse.evening(cast, closed=False)
    excuse(cast, evening, "Emil")
    page = phone(cast, "Cleo").get(url_of(evening, "settlement/"))

    assert 'aria-pressed="true"><span class="aloud">Emil:</span>entschuldigt</button>' in markup(page)
    assert "Emil zahlt" not in seen(page)
    assert "entschuldigt</button>" not in markup(phone(cast, "Dora").get(url_of(evening, "settlement/")))


def test_who_was_excused_is_told_below_a_fold(cast: Cast, emil: None, evening: Evening) -> None:
    """The flat amounts already name everybody who was absent."""
    page = url_of(evening, "settlement/")
    assert '<details class="more"><summary>Gefehlt' in markup(phone(cast, "Cleo").get(page))
    excuse(cast, evening, "Emil")
    assert '<details class="more" open><summary>Gefehlt' in markup(phone(cast, "Cleo").get(page))
