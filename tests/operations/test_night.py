"""The daily work: once a day, by one process, tried again when interrupted, and left to whoever did it lately."""

import os
import shutil
import subprocess
import sys
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from dokoclub.operations import hooks, logs, scheduler
from dokoclub.operations.copies import NOT_HERE
from dokoclub.operations.logs import JobLog
from tests import clock
from tests.processes import read_to_end, start_child

ROOT = Path(__file__).parents[2]
EVENING = datetime.fromisoformat("2026-11-20T20:15+01:00")
MORNING = datetime.fromisoformat("2026-11-20T05:00+01:00")
NICENESS = 1  # of children


@pytest.fixture(autouse=True)
def data(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def ago(now: datetime, hours: float) -> datetime:
    return now - timedelta(hours=hours)


# --- When ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "hours", "by_night", "due"),
    [
        (EVENING, None, False, True),
        (EVENING, 1, True, False),
        (EVENING, 24, True, False),
        (EVENING, 25, True, True),
        (MORNING, 1, True, False),
        (MORNING, 7, True, True),  # it was done in the evening: from now on at night
        (MORNING, 19, False, False),
        (MORNING, 24, False, False),  # cron may be a little late
        (MORNING, 25, False, True),
        (EVENING, -3, True, True),  # the clock was put back
    ],
)
def test_a_job_is_due_once_a_day_and_rather_in_the_small_hours(
    now: datetime, hours: float | None, by_night: bool, due: bool
) -> None:
    note = JobLog(ended=None if hours is None else ago(now, hours), by_night=by_night)

    assert scheduler.is_due(note, now) is due


@pytest.mark.parametrize(
    ("failures", "hours", "due"),
    [(1, 0.9, False), (1, 1.1, True), (2, 1.1, False), (2, 2.1, True), (9, 23, False), (9, 25, True), (500, 25, True)],
)
def test_what_was_interrupted_is_tried_again_ever_more_seldom(failures: int, hours: float, due: bool) -> None:
    note = JobLog(ended=ago(EVENING, 90), tried=ago(EVENING, hours), failures=failures)

    assert scheduler.is_due(note, EVENING) is due


def test_fourteen_nights_are_fourteen_days() -> None:
    """With a look every ten minutes, from an evening on."""
    nights, note, now = [], JobLog(), EVENING
    while now < EVENING + timedelta(days=14):
        if scheduler.is_due(note, now):
            nights.append(now)
            note = JobLog(ended=now, by_night=True)
        now += scheduler.LOOKS

    assert len(nights) == 15
    assert {(at.hour, at.minute) for at in nights[1:]} == {(4, 5)}


@pytest.mark.parametrize("hour", range(24))
def test_cron_that_works_daily_is_never_joined(hour: int) -> None:
    done = EVENING.replace(hour=hour, minute=15)

    looks = [done + n * scheduler.LOOKS for n in range(24 * 6 + 1)]

    assert [now for now in looks if scheduler.is_due(JobLog(ended=done), now)] == []


# --- Notes -----------------------------------------------------------------------------------------------------------


def test_what_is_begun_is_noted_before_it_may_be_killed() -> None:
    logs.log_start("backup")
    logs.log_start("backup")
    begun = logs.read_job_log("backup")
    logs.log_end("backup")
    ended = logs.read_job_log("backup")

    assert (begun.ended, begun.failures, ended.failures) == (None, 2, 0)
    assert ended.ended
    assert abs(ended.ended - clock.NOW) < timedelta(hours=1)


@pytest.mark.parametrize("stored", ["", "{", "[]", '{"ended": "coffee", "tried": null, "failures": 0}', "{}"])
def test_a_note_that_cannot_be_read_counts_as_none(data: Path, stored: str) -> None:
    logs.log_end("backup")
    (data / "jobs" / "backup.json").write_text(stored)

    assert logs.read_job_log("backup") == JobLog()


@pytest.mark.django_db
@pytest.mark.parametrize("job", ["purge", "clearsessions"])
def test_whoever_does_a_job_has_it_noted(job: str) -> None:
    call_command(job, verbosity=0)

    assert logs.read_job_log(job).ended
    assert job not in scheduler.list_due()


@pytest.mark.usefixtures("expendable", "backups")
@pytest.mark.parametrize("job", ["check_database", "backup"])
def test_so_has_whoever_makes_a_copy(job: str) -> None:
    call_command(job)

    assert logs.read_job_log(job).ended


def test_one_job_that_goes_wrong_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def call(job: str, **_options: object) -> None:
        done.append(job)
        if job == "purge":
            raise CommandError("The disk is full.")
        if job == "backup":
            raise ValueError("nobody expected that")

    monkeypatch.setattr(scheduler, "call_command", call)

    assert scheduler.do_jobs([*logs.JOBS]) == ["purge", "backup"]
    assert done == [*logs.JOBS]
    assert scheduler.list_due() == []  # what went wrong has to wait
    assert logs.read_job_log("backup").failures == 1


def test_what_this_install_cannot_do_is_no_failure_and_asked_again_the_next_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def call(_job: str, **_options: object) -> None:
        raise CommandError("The role may not create a database.", returncode=NOT_HERE)

    monkeypatch.setattr(scheduler, "call_command", call)
    for _ in range(3):
        assert scheduler.do_jobs(["rehearse_restore"]) == []
    note = logs.read_job_log("rehearse_restore")

    assert (note.ended, note.failures) == (None, 0)
    assert not scheduler.is_due(note, clock.NOW + timedelta(hours=23))
    assert scheduler.is_due(note, clock.NOW + timedelta(hours=25))


# --- By whom ---------------------------------------------------------------------------------------------------------


def test_who_holds_the_lock_is_alone() -> None:
    first = scheduler.take_lock()
    assert first is not None

    assert scheduler.take_lock() is None
    with pytest.raises(CommandError, match="Another process is at it"):
        call_command("nightly")
    assert scheduler.hold_night() is False

    first.close()
    again = scheduler.take_lock()
    assert again is not None
    again.close()


def test_nobody_looks_where_it_is_switched_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    monkeypatch.setattr(scheduler, "_watch", lambda: begun.append("watch"))
    settings.NIGHTLY = False

    scheduler.watch_nights()

    assert begun == []


class Install(NamedTuple):
    home: Path
    environment: dict[str, str]

    def start(self, program: str) -> AbstractContextManager["subprocess.Popen[str]"]:
        """Start a process like a server's; its children give way less, or they would starve on a busy machine."""
        nice = f"scheduler.LOWEST = {NICENESS}"
        code = f"import django; django.setup(); from dokoclub.operations import scheduler; {nice}; {program}"
        return start_child([sys.executable, "-c", code], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE)

    @property
    def copies(self) -> list[Path]:
        return [*(self.home / "backups").glob("dokoclub-*.sqlite3")]


@pytest.fixture(scope="module")
def install(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Install:
    """One of its own, in earnest."""
    home = tmp_path_factory.mktemp("install")
    shutil.copytree(prepared, home, dirs_exist_ok=True)
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(home), "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
    return Install(home, environment)


def test_of_several_processes_one_has_it_done_by_a_child_that_gives_way(install: Install) -> None:
    """Each prints how nice its child was, if it had one."""
    told = "begin, scheduler._begin = scheduler._begin, lambda lock, *what: tell(begin(lock, *what))"
    program = f"import os; tell = lambda child: (print(os.getpriority(os.PRIO_PROCESS, child.pid)), child)[1]; {told}"

    with ExitStack() as stack:
        started = [stack.enter_context(install.start(f"{program}; scheduler.hold_night()")) for _ in range(3)]
        printed = [read_to_end(each)[0].strip() for each in started]

    assert sorted(printed) == ["", "", str(NICENESS)]
    assert len(install.copies) == 1
    assert sorted(path.stem for path in (install.home / "jobs").iterdir()) == sorted(logs.JOBS)
    assert {path.stat().st_mode & 0o077 for path in (install.home / "backups").iterdir()} == {0}


def test_one_that_is_killed_is_held_again_later_and_does_not_begin_at_once(install: Install) -> None:
    """While the child lives nobody else begins, whatever became of the process that began it."""
    for note in (install.home / "jobs").iterdir():
        note.unlink()
    kill = "begin, scheduler._begin = scheduler._begin, lambda *what: (begin(*what), os.kill(os.getpid(), 9))"
    with install.start(f"import os; {kill}; scheduler.hold_night()") as begun:
        read_to_end(begun)  # ends when the child, which holds the other end, has ended
    copies = len(install.copies)

    with install.start("print(scheduler.hold_night())") as other:
        printed, _ = read_to_end(other)

    assert begun.returncode == -9
    assert printed.strip() == "False"
    assert len(install.copies) == copies == 2


# --- Reminders, by day -----------------------------------------------------------------------------------------------


def test_a_child_reminds_people_where_anybody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[str, ...]] = []

    class Child:
        def wait(self) -> None: ...

    def begin(_lock: object, *what: str) -> Child:
        begun.append(what)
        return Child()

    monkeypatch.setattr(scheduler, "_begin", begin)
    monkeypatch.setattr(hooks, "reminders", [lambda: False])
    assert scheduler.send_reminders() is False
    monkeypatch.setattr(hooks, "reminders", [lambda: False, lambda: True])
    assert scheduler.send_reminders() is True
    assert begun == [("remind",)]


def test_while_one_child_reminds_no_other_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "reminders", [lambda: True])
    held = scheduler.take_lock("remind.lock")
    assert held is not None
    with held:
        assert scheduler.send_reminders() is False
        nightly = scheduler.take_lock()  # the work of the night does not wait for it
        assert nightly is not None
        nightly.close()


def test_the_child_is_one(install: Install) -> None:
    """In earnest: it says so where reminders are off."""
    program = (
        "from dokoclub.operations import hooks; hooks.reminders[:] = [lambda: True]; print(scheduler.send_reminders())"
    )
    with install.start(program) as process:
        said = read_to_end(process)[0].split("\n")

    assert said[:2] == ["Reminders are off: PUSH_CONTACT is not set.", "True"]
