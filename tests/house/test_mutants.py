"""The faults of docs/mutants.toml still fit the program: what they replace is there, and Python reads the result."""

from pathlib import Path

import pytest
from django.conf import settings

from docs.mutants import KINDS, put_in

ROOT = Path(settings.BASE_DIR)
MUTANTS = [mutant for some in KINDS.values() for mutant in some]
BEE = {"name": "bee", "path": "scoring/bees.py", "old": "b", "new": "c"}


def test_each_can_be_put_in() -> None:
    stale = []
    for mutant in MUTANTS:
        try:
            put_in(mutant, (ROOT / mutant["path"]).read_text(encoding="utf-8"))
        except (OSError, ValueError) as trouble:
            stale.append(str(trouble))

    assert stale == []


def test_each_has_a_name_of_its_own_and_says_what_it_breaks() -> None:
    names = [mutant["name"] for mutant in MUTANTS]

    assert len(names) >= 90
    assert len({*names, *KINDS}) == len(names) + len(KINDS)
    assert [one["name"] for one in MUTANTS if not one["breaks"].endswith(".") or one["old"] == one["new"]] == []


def test_the_tests_that_must_notice_are_there() -> None:
    places = {mutant["name"]: mutant["killed_by"].partition("::") for mutant in MUTANTS}

    assert [
        name
        for name, (file, _, test) in places.items()
        if not (ROOT / file).is_file() or f"def {test}" not in (ROOT / file).read_text(encoding="utf-8")
    ] == []


@pytest.mark.parametrize(("source", "often"), [("a = 1\n", 0), ("b = b\n", 2)])
def test_one_that_fits_nowhere_or_twice_is_stale(source: str, often: int) -> None:
    with pytest.raises(ValueError, match=f"bee: {often} times in scoring/bees.py"):
        put_in(BEE, source)
