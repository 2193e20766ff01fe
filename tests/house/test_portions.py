"""What is drawn by the commit: the five portions together are the whole, and what is not drawn runs in each."""

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
        self, name: str, *, path: str = "/tests/clubs/test_x.py", fixturenames: tuple[str, ...] = (), **params: Any
    ) -> None:
        self.nodeid, self.path, self.fixturenames = f"{path}::{name}", Path(path), fixturenames
        if params:
            self.callspec = type("Callspec", (), {"params": params})

    def get_closest_marker(self, _name: str) -> None:
        return None

    def __repr__(self) -> str:
        return self.nodeid


def five(items: list[Item], *, postgresql: bool = False) -> list[list[Item]]:
    return [portions.choose(items, portion, postgresql=postgresql) for portion in range(portions.PORTIONS)]


def count(drawn: list[list[Item]]) -> Counter[Item]:
    return Counter(item for portion in drawn for item in portion)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 9, 10, 200])
@pytest.mark.parametrize("name", ["test_a", "test_b", "test_c", "test_d", "test_e", "test_f"])
def test_cases_run_in_portions_that_are_the_whole(name: str, number: int) -> None:
    cases = [Item(f"{name}[{seed}]", seed=seed) for seed in range(number)]

    drawn = five(cases)

    assert {*count(drawn)} == {*cases}
    assert all(max(1, number // 5) <= len(portion) <= (number + 4) // 5 for portion in drawn)


def test_each_walk_is_in_one_portion() -> None:
    walks = [Item(f"test_{number}", fixturenames=("looks", "cast")) for number in range(20)]
    assert count(five(walks)) == Counter(walks)


@pytest.mark.parametrize("number", [1, 3, 8])
def test_each_browser_test_runs_with_one_set_of_parameters_at_least(number: int) -> None:
    path = "/tests/browser/test_x.py"
    sets = [Item(f"test_x[chromium-{one}]", path=path, one=one, browser_name="chromium") for one in range(number)]
    others = [Item("test_y[chromium]", path=path, browser_name="chromium"), Item("test_z", path=path)]

    drawn = five([*sets, *others])

    assert {*count(drawn)} == {*sets, *others}
    assert all({*others} < {*portion} for portion in drawn)


def test_what_is_not_drawn_runs_in_each_in_its_order() -> None:
    items = [Item("test_x"), Item("test_y[1]", one=1), Item("test_y[2]", one=2)]
    assert five(items) == [items] * 5


def test_without_a_portion_everything_runs() -> None:
    items = [Item("test_x", fixturenames=("looks",)), *(Item(f"test_y[{seed}]", seed=seed) for seed in range(9))]
    assert portions.choose(items, None) == items


def test_on_postgresql_only_tests_with_a_database_run() -> None:
    items = [Item("test_pure"), *(Item(f"test_db[{one}]", fixturenames=("db",), one=one) for one in range(7))]
    drawn = five(items, postgresql=True)
    assert {*count(drawn)} <= {*items[1:]}
    assert [len(portion) > 0 for portion in drawn].count(True) == 2
    assert portions.choose(items, None, postgresql=True) == items[1:]
    own = [Item("test_upgrade", fixturenames=("django_db_setup",))]  # leads the connection to a database of its own
    assert portions.choose(own, None, postgresql=True) == own


def test_on_postgresql_what_commits_runs_for_each_commit_and_the_rest_for_two_in_five() -> None:
    plain = [Item(f"test_{number}", fixturenames=("db",)) for number in range(40)]
    committing = [Item(f"test_c{number}", fixturenames=("transactional_db",)) for number in range(4)]
    drawn = five([*plain, *committing], postgresql=True)
    assert count(drawn) == Counter(dict.fromkeys(plain, 2) | dict.fromkeys(committing, 5))


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
