"""No test sleeps or measures how long something took: it waits for what shall happen, with a generous limit."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.house.arrows import ROOT
from tests.processes import read_line, read_to_end, start_child

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


# --- No wait without a limit ------------------------------------------------------------------------------------------

HELPERS = ROOT / "tests" / "processes.py"  # has the limits that the others use
RUNS_ALL = ROOT / "tests" / "throwaway_postgres.py"  # runs the tests themselves, which have limits of their own
IS_ENDED = ROOT / "tests" / "serving" / "naive.py"  # a server: who starts it as a child ends it
ONLY_THERE = {"Popen", "communicate", "readline", "Barrier", "ThreadPoolExecutor", "ProcessPoolExecutor"}
NEED_A_TIMEOUT = {"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output"}
NEED_A_TIMEOUT |= {"socket.create_connection", "HTTPConnection", "HTTPSConnection", "urlopen"}
NEED_AN_ARGUMENT = {"wait", "join", "result", "waitpid", "acquire"}
OF_SOCKETS = {"recv", "accept"}


def unbounded(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Find the waits of a module that may last for ever, each with its line."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    has_limit = any("timeout" in ast.unparse(call.func) or _keyword(call, "timeout") for call in calls)
    for call in calls:
        name = ast.unparse(call.func)
        last, timeout = name.rpartition(".")[2], _keyword(call, "timeout")
        endless = timeout is not None and ast.unparse(timeout) in ("None", "0")
        without = timeout is None and (
            name in NEED_A_TIMEOUT
            or (last in NEED_AN_ARGUMENT and isinstance(call.func, ast.Attribute) and not (call.args or call.keywords))
            or (last in OF_SOCKETS and not has_limit)
        )
        if last in ONLY_THERE or endless or without:
            yield call.lineno, name
    for loop in ast.walk(tree):
        if isinstance(loop, ast.While) and all(_is_pause(step) for step in loop.body):
            yield loop.lineno, "while"


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((word.value for word in call.keywords if word.arg == name), None)


def _is_pause(step: ast.stmt) -> bool:
    pauses = isinstance(step, ast.Expr) and re.search(r"\b(wait|sleep)\(", ast.unparse(step))
    return isinstance(step, ast.Pass | ast.Continue) or bool(pauses)


def test_no_wait_for_something_else_is_without_a_limit() -> None:
    """What another process, a thread or a socket does not do, a test tells; it never hangs."""
    found = [
        f"{path.relative_to(ROOT)}:{line} {what}"
        for path in TESTS
        if path not in (HELPERS, RUNS_ALL, IS_ENDED) and not re.search(r"/released/[0-9a-f]{7,8}/", path.as_posix())
        for line, what in unbounded(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.Popen(command)",
        "child.stdout.readline()",
        "child.communicate(timeout=5)",
        "subprocess.run(command, check=True)",
        "subprocess.run(command, timeout=None)",
        "thread.join()",
        "begun.wait()",
        "future.result()",
        "lock.acquire()",
        "Barrier(2)",
        "ThreadPoolExecutor(4)",
        "connection.recv(100)",
        "socket.create_connection(place)",
        "page.wait_for_function(text, timeout=0)",
        "while not done: pass",
        "while not done:\n    pause.wait(0.1)",
    ],
)
def test_an_unbounded_wait_is_seen(line: str) -> None:
    assert [*unbounded(ast.parse(line))]


@pytest.mark.parametrize(
    "line",
    [
        "', '.join(names)",
        "thread.join(PATIENCE)",
        "subprocess.run(command, timeout=PATIENCE)",
        "one = socket.create_connection(place, timeout=PATIENCE)\none.recv(100)",
        "lock.acquire(blocking=False)",
        "while left:\n    found.append(left.pop())",
    ],
)
def test_a_bounded_one_is_not(line: str) -> None:
    assert not [*unbounded(ast.parse(line))]


WAITS_FOR_EVER = "import sys; sys.stdin.read()"


@pytest.mark.parametrize("child", [WAITS_FOR_EVER, f"print('half a line', end=''); {WAITS_FOR_EVER}", ""])
def test_a_child_that_prints_no_line_is_told(child: str) -> None:
    expected = pytest.raises(AssertionError, match=r"did not print 'a line' in 2 s|ended without 'a line'")
    with start_child([sys.executable, "-c", child], stdin=PIPE, stdout=PIPE) as process, expected:
        read_line(process, limit=2)


def test_a_child_that_does_not_end_is_told() -> None:
    program = "import time; time.sleep(3600)"
    expected = pytest.raises(AssertionError, match=r"did not end in 2 s, but printed")
    with start_child([sys.executable, "-c", program], stdout=PIPE) as process, expected:
        read_to_end(process, limit=2)


def test_only_the_run_before_a_change_is_taken_ends_a_test_that_hangs() -> None:
    assert "faulthandler_timeout" not in (ROOT / "pyproject.toml").read_text("utf-8")
    assert "faulthandler_timeout=600" in (ROOT / ".ci" / "run").read_text("utf-8")
