"""Two phones answer at the same moment: the last wins, and both are in the history."""

from __future__ import annotations

from functools import partial

import pytest

from dokoclub.dates.models import Reply
from tests.cast import Cast
from tests.dates.papers import MAYBE, NO, YES, plan, say
from tests.once import Once
from tests.processes import run_at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


def test_two_phones_eight_times(cast: Cast) -> None:
    one = plan(cast)
    for number in range(1, 9):
        first, second = (YES, NO) if number % 2 else (MAYBE, YES)
        before = Reply.objects.first()
        written = run_at_once(partial(say, cast, one, "Dora", first), partial(say, cast, one, "Dora", second))
        assert all(isinstance(reply, Reply) for reply in written)
        reply = Reply.objects.get()
        told = list(reply.history.order_by("-history_id").values_list("answer", flat=True))
        assert told[0] == reply.answer
        changed = {first, second} - ({before.answer} if before else set())
        assert changed <= set(told[:2])


def test_two_people_answer_at_once(cast: Cast) -> None:
    one = plan(cast)
    for _ in range(8):
        run_at_once(lambda: say(cast, one, "Dora", YES), lambda: say(cast, one, "Ben", YES))
    assert Reply.objects.count() == 2
