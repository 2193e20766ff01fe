"""What is drawn by the commit: a hundred numbers together are the whole, and what is not drawn runs in each."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import dev
from tests import portions


class Item:
    """A test as pytest collects it."""

    def __init__(
        self,
        name: str,
        *,
        path: str = "/tests/clubs/test_x.py",
        fixturenames: tuple[str, ...] = (),
        marks: tuple[str, ...] = (),
        **params: Any,
    ) -> None:
        self.nodeid, self.path, self.fixturenames, self.marks = f"{path}::{name}", Path(path), fixturenames, marks
        if params:
            self.callspec = type("Callspec", (), {"params": params})

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None

    def __repr__(self) -> str:
        return self.nodeid


def draw(items: list[Item], numbers: int, *, postgresql: bool = False) -> list[list[Item]]:
    return [portions.choose(items, drawn, postgresql=postgresql) for drawn in range(numbers)]


def count(drawn: list[list[Item]]) -> Counter[Item]:
    return Counter(item for portion in drawn for item in portion)


@pytest.mark.parametrize("number", [1, 2, 9, 10, 11, 19, 20, 200])
@pytest.mark.parametrize("name", ["test_a", "test_b", "test_c", "test_d", "test_e", "test_f"])
def test_cases_run_in_portions_that_are_the_whole(name: str, number: int) -> None:
    cases = [Item(f"{name}[{seed}]", seed=seed) for seed in range(number)]

    drawn = draw(cases, 10)

    assert {*count(drawn)} == {*cases}
    assert all(max(1, number // 10) <= len(portion) <= (number + 9) // 10 for portion in drawn)


def test_each_walk_is_in_one_portion() -> None:
    walks = [Item(f"test_{number}", fixturenames=("looks", "cast")) for number in range(20)]
    assert count(draw(walks, 10)) == Counter(walks)


def test_a_walk_in_a_browser_waits_for_its_portion_alone() -> None:
    walks = [Item(f"test_{number}", path="/tests/browser/test_x.py", fixturenames=("looks",)) for number in range(20)]
    assert count(draw(walks, 100)) == Counter(dict.fromkeys(walks, 10))


@pytest.mark.parametrize("marks", [(), ("promise",)])
@pytest.mark.parametrize("number", [1, 3, 8])
def test_each_set_of_parameters_of_a_browser_test_has_its_turn(number: int, marks: tuple[str, ...]) -> None:
    path = "/tests/browser/test_x.py"
    sets = [
        Item(f"test_x[chromium-{one}]", path=path, marks=marks, one=one, browser_name="chromium")
        for one in range(number)
    ]

    drawn = draw(sets, 100)

    assert {*count(drawn)} == {*sets}
    assert [len(one) for one in drawn if one] == [1] * (100 if marks else 40)


def test_browser_tests_run_for_four_commits_in_ten_and_those_of_promises_for_each() -> None:
    path = "/tests/browser/test_x.py"
    plain = [Item(f"test_{number}[chromium]", path=path, browser_name="chromium") for number in range(40)]
    promises = [Item(f"test_p{number}[chromium]", path=path, marks=("promise",)) for number in range(4)]
    drawn = draw([*plain, *promises], 100)
    assert count(drawn) == Counter(dict.fromkeys(plain, 40) | dict.fromkeys(promises, 100))
    assert all(8 < len(one) < 32 for one in drawn)


def test_what_is_not_drawn_runs_in_each_in_its_order() -> None:
    items = [Item("test_x"), Item("test_y[1]", one=1), Item("test_y[2]", one=2)]
    assert draw(items, 10) == [items] * 10


def test_without_a_portion_everything_runs() -> None:
    items = [Item("test_x", fixturenames=("looks",)), *(Item(f"test_y[{seed}]", seed=seed) for seed in range(9))]
    assert portions.choose(items, None) == items


def test_on_postgresql_only_tests_with_a_database_run() -> None:
    items = [Item("test_pure"), *(Item(f"test_db[{one}]", fixturenames=("db",), one=one) for one in range(17))]
    drawn = draw(items, 100, postgresql=True)
    assert {*count(drawn)} == {*items[1:]}
    assert [len(one) > 0 for one in drawn].count(True) == 20
    assert portions.choose(items, None, postgresql=True) == items[1:]
    own = [Item("test_upgrade", fixturenames=("django_db_setup",))]  # leads the connection to a database of its own
    assert portions.choose(own, None, postgresql=True) == own


def test_on_postgresql_what_locks_runs_for_each_commit_and_the_rest_for_some() -> None:
    plain = [Item(f"test_{number}", fixturenames=("db",)) for number in range(40)]
    committing = [Item(f"test_c{number}", fixturenames=("transactional_db",)) for number in range(4)]
    path = "/tests/operations/test_x.py"
    copies = [Item(f"test_o{number}", path=path, fixturenames=("transactional_db",)) for number in range(4)]
    times = dict.fromkeys(plain, 20) | dict.fromkeys(committing, 100) | dict.fromkeys(copies, 40)
    assert count(draw([*plain, *committing, *copies], 100, postgresql=True)) == Counter(times)


@pytest.mark.parametrize(("commit", "portion"), [("0", "0"), ("76ee1a5f0000000000", str(0x76EE1A5F))])
def test_a_commit_has_its_portion(monkeypatch: pytest.MonkeyPatch, commit: str, portion: str) -> None:
    environ: dict[str, str] = {}
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.setattr(dev, "commit", lambda: commit)
    dev.draw_portion()
    assert environ == {"DOKO_PORTION": portion}


def test_who_chooses_a_portion_or_a_test_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"DOKO_PORTION": "7"}
    monkeypatch.setattr(os, "environ", environ)
    dev.draw_portion()
    assert environ == {"DOKO_PORTION": "7"}
    environ.clear()
    dev.draw_portion("-k", "fuchs")
    assert environ == {}
