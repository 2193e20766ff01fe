"""The clock of the tests: every test begins at the same moment, and then the clock goes on."""

import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

import dev
from tests import clock
from tests.processes import join_all, wait_until

MOMENT = timedelta(seconds=30)  # a busy machine may take some


@pytest.fixture(scope="module")
def made_for_the_module() -> datetime:
    return timezone.now()


def is_now(moment: datetime) -> bool:
    return clock.NOW <= moment < clock.NOW + MOMENT


@pytest.mark.parametrize("_again", [1, 2])
def test_whoever_asks_is_told_the_time_of_the_tests(_again: int) -> None:
    told: list[datetime] = []
    server = Thread(target=lambda: told.append(timezone.now()))
    server.start()
    join_all(server)
    told += [timezone.now(), datetime.now(UTC), datetime.fromtimestamp(time.time(), UTC)]
    told += [datetime.fromtimestamp(time.time_ns() / 1e9, UTC)]

    assert [moment for moment in told if not is_now(moment)] == []
    assert date.today() == clock.NOW.astimezone().date()  # noqa: DTZ011  # of the process, whatever its zone
    assert timezone.localdate() == timezone.localdate(clock.NOW)


def test_it_goes_on() -> None:
    before = timezone.now()
    wait_until(lambda: timezone.now() > before)


def test_what_lasts_longer_than_a_test_was_made_before_it(made_for_the_module: datetime) -> None:
    assert clock.NOW - clock.BEFORE <= made_for_the_module < clock.NOW


def test_a_test_may_travel_from_there() -> None:
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert is_now(timezone.now() - timedelta(days=31))
    assert is_now(timezone.now())


def test_a_time_needs_its_offset() -> None:
    assert clock.read("2027-10-31T02:30+02:00") < clock.read("2027-10-31T02:30+01:00")
    with pytest.raises(ValueError, match="DOKO_NOW=2027-10-31T02:30 needs its offset"):
        clock.read("2027-10-31T02:30")


@pytest.mark.parametrize("written", ["tomorrow", "2027-02-29T10:00+01:00"])
def test_what_is_no_moment_is_refused_by_the_name_of_the_variable(written: str) -> None:
    with pytest.raises(ValueError, match=f"DOKO_NOW={written[:10]}"):
        clock.read(written)


def test_special_days_are_times_of_the_table() -> None:
    """Nobody could read 02:30 off a clock in Berlin on 28 March."""
    for day in dev.DAYS:
        assert timezone.localtime(clock.read(day)).isoformat(timespec="minutes") == day


def test_nobody_asks_the_database_what_time_it_is() -> None:
    """It knows the real one."""
    product = Path(settings.BASE_DIR, "dokoclub")
    asking = ("import Now", "functions.Now", "CURRENT_TIMESTAMP", "CURRENT_DATE", "'now'", " NOW()", " now()")
    sources = {path: path.read_text(encoding="utf-8") for path in product.rglob("*.py")}

    assert [path for path, source in sources.items() if any(word in source for word in asking)] == []
