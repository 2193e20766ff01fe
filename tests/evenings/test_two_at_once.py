"""Two phones write at the same moment: the database lets one of them be first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from dokoclub.evenings import services
from dokoclub.evenings.models import Entry, Sheet
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.papers import anna_ben, write
from tests.once import Once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What each of them returned or raised, begun in threads of their own at the same moment."""
    answers: list[Any] = [None] * len(actions)
    start = Barrier(len(actions))

    def run(place: int, action: Callable[[], Any]) -> None:
        start.wait()
        try:
            answers[place] = action()
        except Exception as raised:  # the test looks at it
            answers[place] = raised
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, action)) for place, action in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    return answers


def test_one_of_two_games_with_the_same_number_is_overtaken(cast: Cast) -> None:
    sheet = papers.sheet(cast)
    for _ in range(4):
        write(cast, sheet, anna_ben(cast))

    answers = at_once(
        lambda: write(cast, sheet, anna_ben(cast, 155), expected=5),
        lambda: write(cast, sheet, anna_ben(cast, 90), expected=5),
    )
    written = [answer for answer in answers if isinstance(answer, Entry)]
    overtaken = [answer for answer in answers if isinstance(answer, services.Overtaken)]

    assert [entry.number for entry in written] == [5]
    assert [answer.entry for answer in overtaken] == written
    assert sheet.entries.count() == 5


def test_the_same_form_from_two_threads_writes_once(cast: Cast) -> None:
    sheet, uuid = papers.sheet(cast), uuid4()

    answers = at_once(*[lambda: write(cast, sheet, anna_ben(cast), uuid=uuid, expected=1)] * 2)

    assert [answer.pk for answer in answers] == [sheet.entries.get().pk] * 2


def test_many_at_once_lose_nothing(cast: Cast) -> None:
    sheet = papers.sheet(cast)

    answers = at_once(
        *[lambda number=number: write(cast, sheet, anna_ben(cast), uuid=UUID(int=number)) for number in range(8)]
    )

    assert sorted(answer.number for answer in answers) == list(range(1, 9))
    assert Sheet.objects.get(pk=sheet.pk).games == 8


def test_a_form_that_opens_an_evening_twice_opens_one(cast: Cast) -> None:
    key = uuid4()
    answers = at_once(*[lambda: services.open_evening(cast.club, [papers.table(cast)], key=key, by=cast.ben)] * 2)

    assert answers[0].pk == answers[1].pk
    assert Sheet.objects.count() == 1
