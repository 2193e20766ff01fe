"""No test sleeps or measures how long something took: it waits for what shall happen, with a generous limit."""

import re
from pathlib import Path

import pytest

from tests.house.arrows import ROOT

SLEEPS = r"\bsleep\(|\bwait_for_timeout\("
CLOCKS = r"\b(monotonic|perf_counter|process_time|thread_time|timeit)(_ns)?\b"
WAITS = re.compile(f"{SLEEPS}|{CLOCKS}")
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))


def test_no_test_sleeps_or_looks_at_the_clock_for_how_long_it_took() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TESTS
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if WAITS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(0.05)",
        "page.wait_for_timeout(50)",
        "end = time.monotonic() + 20",
        "from time import perf_counter_ns",
        "assert timeit(score) < 1",
    ],
)
def test_it_is_seen(line: str) -> None:
    assert WAITS.search(line)


def test_only_the_run_before_a_change_is_taken_ends_a_test_that_hangs() -> None:
    assert "faulthandler_timeout" not in (ROOT / "pyproject.toml").read_text("utf-8")
    assert "faulthandler_timeout=600" in (ROOT / ".ci" / "run").read_text("utf-8")
