"""The examples printed in the sources, and the results of other programs, come out exactly."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.cli import Desk
from scoring.contract.published import PUBLISHED
from tests.processes import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path(__file__).parent / "vectors"
GAMES = ("published", "derived", "tsr_peer_sample")


def lines(name: str) -> list[dict[str, Any]]:
    if name == "published":
        return [
            {"id": one.key, "preset": one.preset, "game": dict(one.game), "expect": dict(one.expect)}
            for one in PUBLISHED.values()
        ]
    text = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def from_the_command_line(command: str, name: str, *, check: bool = True) -> list[dict[str, Any]]:
    """Run as another program does: a bare Python, an empty environment, nothing installed."""
    asked = "\n".join(map(json.dumps, lines(name))).encode()
    run = [sys.executable, "-S", "-E", "-m", "scoring", command]
    done = subprocess.run(run, input=asked, capture_output=True, cwd=ROOT, env={}, check=check, timeout=PATIENCE)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def differences(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    found = {**answer, "bock_triggered": bool(answer["bock_triggers"])}
    return {key: found[key] for key, value in expected.items() if found[key] != value}


@pytest.mark.parametrize("name", GAMES)
def test_every_published_and_computed_game_comes_out(name: str) -> None:
    desk = Desk()
    vectors = lines(name)
    answers = [desk.score(line) for line in vectors]
    assert [answer for answer in answers if not isinstance(answer, dict)] == []
    wrong = {
        line["id"]: differences(line["expect"], answer)
        for line, answer in zip(vectors, answers, strict=True)
        if isinstance(answer, dict) and differences(line["expect"], answer)
    }
    assert wrong == {}


def test_every_bock_sequence_comes_out() -> None:
    desk = Desk()
    for line in lines("bock"):
        answer = desk.sheet(line)
        assert isinstance(answer, dict), answer
        assert [game["bock_level"] for game in answer["games"]] == line["expect_bock_levels"], line["id"]


@pytest.mark.parametrize("name", GAMES)
def test_the_command_line_gives_the_same_answers(name: str) -> None:
    desk = Desk()
    expected = [{"id": line["id"], **json.loads(json.dumps(desk.score(line)))} for line in lines(name)]
    assert from_the_command_line("score", name) == expected


def test_the_command_line_folds_the_bock_sequences() -> None:
    answers = from_the_command_line("sheet", "bock")
    levels = [[game["bock_level"] for game in answer["games"]] for answer in answers]
    assert levels == [line["expect_bock_levels"] for line in lines("bock")]
    assert [answer["id"] for answer in answers] == [line["id"] for line in lines("bock")]


def test_the_vectors_are_all_there() -> None:
    assert {name: len(lines(name)) for name in (*GAMES, "bock", "house_rules")} == {
        "published": 20,
        "derived": 44,
        "tsr_peer_sample": 300,
        "bock": 8,
        "house_rules": 176,
    }
