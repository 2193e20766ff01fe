"""The mutants of docs/mutants still fit the program: what they replace is there, and Python reads what they make."""

from pathlib import Path

import pytest
from django.conf import settings

from docs.mutants.mutant import ORDER, Mutant, Stale
from docs.mutants.placed import KINDS

ROOT = Path(settings.BASE_DIR)
MUTANTS = [mutant for some in KINDS.values() for mutant in some]


def test_each_can_be_put_in() -> None:
    stale = []
    for mutant in MUTANTS:
        try:
            mutant.put_into((ROOT / mutant.path).read_text(encoding="utf-8"))
        except (OSError, Stale) as trouble:
            stale.append(str(trouble))

    assert stale == []


def test_each_has_a_name_of_its_own_and_says_what_it_breaks() -> None:
    names = [mutant.name for mutant in MUTANTS]

    assert len({*names, *KINDS}) == len(names) + len(KINDS)
    assert [mutant.name for mutant in MUTANTS if not mutant.breaks.endswith(".") or mutant.old == mutant.new] == []


def test_the_tests_that_are_tried_first_are_there() -> None:
    assert [mutant.name for mutant in MUTANTS if not (ROOT / mutant.killed_by).is_file()] == []


def test_every_folder_of_tests_has_its_place() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if (path / "__init__.py").exists()}

    assert folders - {*ORDER} == {"browser", "operations", "released", "serving"}


@pytest.mark.parametrize(("source", "often"), [("a = 1\n", 0), ("b = b\n", 2)])
def test_one_that_fits_nowhere_or_twice_is_stale(source: str, often: int) -> None:
    with pytest.raises(Stale, match=f"bee: {often} times in scoring/bees.py"):
        BEE.put_into(source)


def test_afterwards_all_is_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / BEE.path
    file.parent.mkdir()
    file.write_text("b = 1\n")
    with BEE.inside(tmp_path):
        assert file.read_text() == "c = 1\n"
    assert file.read_text() == "b = 1\n"


def test_its_own_app_is_asked_first_and_then_those_above() -> None:
    assert BEE._replace(path="dokoclub/standings/access.py").folders == [
        "tests/standings",
        "tests/settlement",
        "tests/tournaments",
        "tests/screens",
        "tests/exports",
        "tests/house",
    ]
    assert BEE.folders[0] == "tests/scoring"


BEE = Mutant("bee", "scoring/bees.py", "b", "c", "Nothing is as it was.", "tests/scoring/test_kinds.py")
