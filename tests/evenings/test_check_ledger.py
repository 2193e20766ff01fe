"""`manage.py check_ledger` finds every stored value that does not follow from the facts."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.core.management import CommandError

from dokoclub.clubs.models import Player
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, Posting, Result, Seat, Sheet
from dokoclub.evenings.services import evenings, sheets
from dokoclub.evenings.services.posting import put_right
from tests.cast import Cast
from tests.evenings.papers import anna_ben, solo, write
from tests.evenings.papers import check_ledger as told
from tests.evenings.papers import sheet as open_sheet
from tests.evenings.rows import strike_entry


@pytest.fixture(autouse=True)
def ledger(cast: Cast, sheet: Sheet) -> Sheet:
    """Return a ledger of two games, a penalty, a struck game and a change of the table."""
    write(cast, sheet, anna_ben(cast))
    write(cast, sheet, solo(cast, "Ben", 119))
    write(cast, sheet, {"kind": "penalty", "points": {cast.ids("Cleo")[0]: -3}})
    struck = write(cast, sheet, anna_ben(cast, 200))
    strike_entry(struck, by=None)
    sheets.change_table(sheet, [*cast.four, cast.guest("Emil")], uuid=uuid4(), by=None)
    return sheet


def test_all_is_right() -> None:
    assert told() == "All is right: 1 sheets with 2 games.\n"


ERRORS: dict[str, tuple[Callable[[], object], str]] = {
    "a wrong posting": (
        lambda: Posting.objects.filter(entry__number=1, player__name="Anna").update(balance=7),
        "row 1: player {Anna} has (1, 7), not (1, 1)",
    ),
    "a missing posting": (
        lambda: Posting.objects.filter(player=None).delete(),
        "row 3: the club has None, not (3, 3)",
    ),
    "a posting of somebody who did not play": (
        lambda: Posting.objects.create(
            entry=Entry.objects.get(number=1), player=Player.objects.get(name="Emil"), scores=5, balance=5
        ),
        "row 1: player {Emil} has (5, 5), not None",
    ),
    "a posting of a struck row": (
        lambda: Posting.objects.create(entry=Entry.objects.get(position=4), player=None, scores=0, balance=0),
        "the struck entry {struck} has postings",
    ),
    "a wrong number": (lambda: Entry.objects.filter(number=2).update(number=5), "row 2 has the number 5, not 2"),
    "a wrong kind": (
        lambda: Entry.objects.filter(number=1).update(kind="armut"),
        "row 1 is called armut, not normal",
    ),
    "a wrong result": (
        lambda: Result.objects.filter(player__name="Anna").update(won=9),
        "the won of player {Anna} are 9, not 2",
    ),
    "a missing result": (
        lambda: Result.objects.filter(player__name="Anna").delete(),
        "the games of player {Anna} are None, not 2",
    ),
    "a wrong seat": (
        lambda: Seat.objects.filter(player__name="Emil").update(place=7),
        "seats are ['({Emil}, 7, 5, None)'], not ['({Emil}, 4, 5, None)']",
    ),
    "a wrong count": (lambda: Sheet.objects.update(games=9), "it has 9 games, not 2"),
    "Bock from nowhere": (lambda: Sheet.objects.update(bock_left=[1]), "its Bock games are [1], not []"),
    "rules that are none": (
        lambda: Sheet.objects.update(rules={"version": 1}),
        "the facts cannot be read",
    ),
    "other facts": (
        lambda: Entry.objects.filter(number=1).update(facts={"kind": "normal"}),
        "the facts cannot be read",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_it_names_the_first_difference(name: str, ledger: Sheet) -> None:
    spoil, difference = ERRORS[name]
    spoil()

    with pytest.raises(CommandError) as found:
        told()
    told_of, _, rest = str(found.value).partition(": ")
    assert told_of == f"Sheet {ledger.pk} of the club {ledger.evening.club_id}, {ledger.evening.date}"
    ids = {player.name: player.pk for player in Player.objects.all()}
    assert rest.startswith(difference.format(**ids, struck=Entry.objects.get(position=4).pk))


def test_an_evening_that_can_come_back_is_looked_at_too(cast: Cast, ledger: Sheet) -> None:
    evenings.delete_evening(ledger.evening, typed=ledger.evening.date, by=cast.anna)
    Sheet.objects.update(games=9)

    with pytest.raises(CommandError, match="it has 9 games, not 2"):
        told()


def test_reposting_puts_everything_right(sheet: Sheet) -> None:
    Posting.objects.filter(player=None).delete()
    Posting.objects.filter(player__name="Anna").update(scores=99)
    Entry.objects.filter(number=2).update(number=5)
    Result.objects.filter(player__name="Anna").delete()
    Seat.objects.filter(player__name="Emil").delete()
    put_right(sheet)

    assert told() == "All is right: 1 sheets with 2 games.\n"


@pytest.mark.parametrize(
    "facts", [{"kind": "manual"}, {"kind": "normal", "re": 7}, [], {}, {"kind": "redeal", "by": 3}]
)
def test_a_sheet_that_cannot_be_read_hides_no_other(cast: Cast, ledger: Sheet, facts: object) -> None:
    other = second_sheet(cast)
    Entry.objects.filter(position=4, sheet=ledger).update(facts=facts)
    Sheet.objects.filter(pk=other.pk).update(games=9)

    with pytest.raises(CommandError) as found:
        told()
    broken, differs = str(found.value).splitlines()
    assert broken.startswith(f"Sheet {ledger.pk} of the club {ledger.evening.club_id}, ")
    assert "the facts cannot be read" in broken
    assert (
        differs == f"Sheet {other.pk} of the club {other.evening.club_id}, {other.evening.date}: it has 9 games, not 1."
    )


def test_a_check_of_an_app_that_breaks_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_broken() -> Iterator[str]:
        yield "The first is wrong"
        raise TypeError("unhashable")

    def check_other() -> list[str]:
        return ["The kitty is empty"]

    monkeypatch.setattr(hooks, "check_ledger", [check_broken, check_other])
    with pytest.raises(CommandError) as found:
        told()
    assert str(found.value).splitlines() == [
        "The first is wrong.",
        "check_broken cannot be worked out: TypeError('unhashable').",
        "The kitty is empty.",
    ]


def second_sheet(cast: Cast) -> Sheet:
    other = open_sheet(cast)
    write(cast, other, anna_ben(cast))
    return Sheet.objects.get(pk=other.pk)
