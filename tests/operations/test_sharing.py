"""Which of the server's processes takes the next connection?"""

from datetime import timedelta
from multiprocessing import get_context

import pytest

from dokoclub.serving.sharing import LONGEST, PAUSE, PLACES, Sharing, Turn
from tests.processes import join_all


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock that only goes when it is told to."""
    now = [1000.0]
    monkeypatch.setattr("dokoclub.serving.sharing.read_clock", lambda: now[0])
    return now


@pytest.fixture
def sharing(seconds: list[float]) -> Sharing:
    """Two processes, the second with fewer connections."""
    sharing = Sharing()
    sharing.tell_connections(0, 5)
    sharing.tell_connections(1, 3)
    return sharing


def test_who_has_fewer_takes_it_at_once(sharing: Sharing) -> None:
    assert Turn(sharing, 1).may_take()
    assert not Turn(sharing, 0).may_take()


def test_with_as_many_anybody_takes_it(sharing: Sharing) -> None:
    sharing.tell_connections(1, 5)

    assert Turn(sharing, 0).may_take()
    assert Turn(sharing, 1).may_take()


def test_nobody_waits_long_for_one_that_is_busy(sharing: Sharing, seconds: list[float]) -> None:
    turn, waited = Turn(sharing, 0), 0.0
    while not turn.may_take():
        seconds[0] += PAUSE
        waited += PAUSE

    assert LONGEST <= waited < LONGEST + 2 * PAUSE


def test_each_connection_is_left_to_others_anew(sharing: Sharing, seconds: list[float]) -> None:
    turn = Turn(sharing, 0)
    assert not turn.may_take()
    seconds[0] += timedelta(minutes=1).total_seconds()  # somebody took that one
    sharing.tell_connections(1, 3)
    sharing.tell_connections(0, 5)

    assert not turn.may_take()


def test_one_that_ended_or_hangs_is_not_waited_for(sharing: Sharing, seconds: list[float]) -> None:
    seconds[0] += 10
    sharing.tell_connections(0, 5)
    assert Turn(sharing, 0).may_take()

    sharing.tell_connections(1, 0)
    sharing.leave_place(1)
    assert Turn(sharing, 0).may_take()


def test_two_processes_never_have_one_place(sharing: Sharing) -> None:
    assert sharing.find_place(7) == 7
    assert sharing.find_place(PLACES) == 2


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # where the tests run, other threads may do so, too
def test_the_others_are_told() -> None:
    sharing = Sharing()
    sharing.tell_connections(0, 1)
    other = get_context("fork").Process(target=sharing.tell_connections, args=(1, 0))
    other.start()
    join_all(other)

    assert not sharing.has_fewest(0)
