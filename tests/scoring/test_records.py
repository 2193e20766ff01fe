"""Players' evenings before a day, from which a table shows how everybody moved."""

from datetime import date

from scoring.league.counters import Counts
from scoring.league.records import Evening, evenings_before

FIRST, SECOND = (Evening(number, date(2026, 3, number), Counts(games=1)) for number in (5, 12))


def test_only_evenings_before_the_day_are_left() -> None:
    evenings = {1: (FIRST, SECOND), 2: (SECOND,)}
    assert evenings_before(evenings, date(2026, 3, 13)) == evenings
    assert evenings_before(evenings, date(2026, 3, 12)) == {1: (FIRST,)}
    assert evenings_before(evenings, date(2026, 3, 5)) == {}
