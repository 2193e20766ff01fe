"""`python3 -m scoring` as other programs use it: streams, exit statuses, nothing installed. rules.md 6."""

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from scoring.__main__ import main
from scoring.game.value_table import value_table
from scoring.rules.presets import PRESETS
from tests.processes import PATIENCE, read_line, read_to_end, start_child
from tests.scoring import paper

ROOT = Path(__file__).resolve().parents[2]
BARE = [sys.executable, "-S", "-E", "-m", "scoring"]
GOOD = json.dumps({"id": 1, "preset": "ddv", "game": paper.game({"Re": "AB", "Augen": "130"})}).encode()
BAD = b'{"id": 2, "preset": "x"}'
LIST = json.dumps({"id": 3, "preset": "ddv", "players": paper.names("ABCD"), "games": []}).encode()


def run(*arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
    """Return exit status, answers, and the messages for people."""
    done = subprocess.run([*BARE, *arguments], input=given, capture_output=True, cwd=ROOT, env={}, timeout=PATIENCE)
    assert done.stdout.isascii()
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


@pytest.fixture
def from_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command line in this process: exit status and answers."""

    def answer(command: str, lines: Iterable[bytes], end: bytes = b"\n") -> tuple[int, list[Any]]:
        path = tmp_path / "lines.jsonl"
        path.write_bytes(b"\n".join(lines) + end)
        with path.open() as given:
            monkeypatch.setattr(sys, "stdin", given)
            status = main([command])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return answer


def test_a_bare_python_with_nothing_around_it_answers() -> None:
    status, answers, said = run("score", given=GOOD + b"\n" + BAD + b"\n" + GOOD)
    assert (status, [answer["id"] for answer in answers], said) == (1, [1, 2, 1], "")
    assert answers[0]["scores"] == {"Anna": 1, "Ben": 1, "Cleo": -1, "Dora": -1}
    assert [list(answer) for answer in answers][1] == ["id", "error"]


def test_every_line_gets_one_answer_in_order(from_lines: Any) -> None:
    status, answers = from_lines("score", [GOOD, b"", b"  \t", b"junk", GOOD, b"\xff", b"\r", LIST])
    assert status == 1
    assert [answer["id"] for answer in answers] == [1, None, 1, None, 3]


def test_the_exit_status_tells_whether_all_went_well(from_lines: Any) -> None:
    assert from_lines("score", [GOOD, GOOD])[0] == 0
    assert from_lines("score", [GOOD, BAD])[0] == 1
    assert from_lines("score", [BAD, GOOD])[0] == 1
    assert from_lines("score", [])[0] == 0
    assert from_lines("score", [b"", b""]) == (0, [])
    assert from_lines("sheet", [LIST])[0] == 0
    assert from_lines("sheet", [LIST, GOOD])[0] == 1


def test_the_last_line_needs_no_end_and_an_end_may_be_of_any_kind(from_lines: Any) -> None:
    assert len(from_lines("score", [GOOD, GOOD], end=b"")[1]) == 2
    assert len(from_lines("score", [GOOD + b"\r", GOOD + b"\r"])[1]) == 2


def test_lines_longer_than_a_gulp(from_lines: Any) -> None:
    long = json.dumps({"id": 200_000 * "x"}).encode()
    _, answers = from_lines("score", [long, *3000 * [GOOD], long])
    assert [answer["id"] for answer in answers] == [200_000 * "x", *3000 * [1], 200_000 * "x"]


def test_a_list_a_line(from_lines: Any) -> None:
    status, answers = from_lines("sheet", [LIST, LIST])
    assert status == 0
    assert [answer["next"]["number"] for answer in answers] == [1, 1]


def test_who_waits_for_an_answer_gets_it_at_once() -> None:
    """A program keeps the pipe open and asks line by line."""
    with start_child([*BARE, "score"], stdin=PIPE, stdout=PIPE, cwd=ROOT, env={}) as other:
        assert other.stdin is not None
        for asked in (GOOD, BAD, b"junk", GOOD):
            other.stdin.write(asked.decode() + "\n")
            other.stdin.flush()
            assert json.loads(read_line(other))["id"] == {GOOD: 1, BAD: 2}.get(asked)
        assert read_to_end(other) == ("", "")
        assert other.returncode == 1


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    with start_child([*BARE, "score"], stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=ROOT, env={}) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stderr is not None
        other.stdout.close()
        other.stdin.write(GOOD.decode() + "\n")
        other.stdin.close()
        assert other.wait(PATIENCE) == 1
        assert other.stderr.read() == ""


def test_the_same_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    monkeypatch.setattr(sys, "argv", ["scoring", "rules"])
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    with os.fdopen(writer, "w", buffering=1) as gone:
        monkeypatch.setattr(sys, "stdout", gone)
        with pytest.raises(SystemExit) as end:
            runpy.run_module("scoring", run_name="__main__")
    assert end.value.code == 1


@pytest.mark.parametrize("end", ["<&-", "</dev/null"])
def test_nobody_asks_anything(end: str) -> None:
    line = f"{sys.executable} -m scoring score {end}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=PATIENCE)  # noqa: S602
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full disk at hand")
@pytest.mark.parametrize("command", ["rules", "score"])
def test_what_cannot_be_written_is_said_in_a_sentence(command: str) -> None:
    line = f"echo 1 | {sys.executable} -m scoring {command} >/dev/full"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=PATIENCE)  # noqa: S602
    assert (done.returncode, done.stderr) == (1, "scoring: No space left on device\n")


def test_a_line_of_many_megabytes_is_answered_as_it_is() -> None:
    line = '{"id": "' + "x" * 20_000_000 + '"}\n{"id": 2}\n'
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "score"], input=line, capture_output=True, text=True, timeout=PATIENCE
    )
    assert [len(json.loads(answer)["error"]) for answer in done.stdout.splitlines()] == [2, 2]


def test_closed_ends_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["score"]) == 0
    monkeypatch.setattr(sys, "argv", ["scoring", "rules"])
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as end:
        runpy.run_module("scoring", run_name="__main__")
    assert end.value.code == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full disk at hand")
def test_a_full_disk_in_this_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "rules"])
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as end:
            runpy.run_module("scoring", run_name="__main__")
    assert end.value.code == 1
    assert capsys.readouterr().err == "scoring: No space left on device\n"


# --- rules, table ------------------------------------------------------------------------------------------------------


def test_the_names_of_the_presets_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == "ddv\nhandbook\nham\nparlett\nforum\nwikipedia2010\nhausrunde\n"


@pytest.mark.parametrize("preset", PRESETS)
def test_one_preset_as_json(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", preset]) == 0
    assert json.loads(capsys.readouterr().out) == PRESETS[preset].rules.to_json()


def test_the_value_table_as_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--preset", "ddv"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    assert json.loads(printed) == json.loads(json.dumps(value_table(PRESETS["ddv"].rules)))


def test_the_value_table_of_rules_with_overrides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--preset", "ddv", "--overrides", '{"extras": {"dulle": 2}, "bock": {}}']) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["classes"]["normal"]["extras"] == {"dulle": 2}
    assert table["rules"]["bock"]["length"] == "round"


def test_rules_that_cannot_be_have_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, fields in (
        (["--preset", "x"], ["preset"]),
        (["--preset", "ddv", "--overrides", "[]"], ["overrides"]),
        (
            ["--preset", "ddv", "--overrides", '{"a": 1, "bock": {"length": 0}}'],
            ["overrides.a", "overrides.bock.length"],
        ),
    ):
        assert main(["table", *arguments]) == 1
        assert [error["field"] for error in json.loads(capsys.readouterr().out)["error"]] == fields


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["scores"],
        ["score", "x"],
        ["sheet", "--preset", "ddv"],
        ["rules", "x"],
        ["rules", "ddv", "ham"],
        ["table"],
        ["table", "--preset"],
        ["table", "--preset", "ddv", "--overrides", "{"],
        ["table", "--preset", "ddv", "--overrides", 100_000 * "["],
        ["--version"],
    ],
)
def test_a_wrong_command_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "usage: python3 -m scoring" in said.err


def test_a_wrong_command_line_from_outside() -> None:
    assert run()[0] == 2
    assert run("rules", "nothing")[0] == 2
