"""The mutants of docs/mutants still fit the program: what they replace is there, and Python reads what they make."""

from pathlib import Path

from django.conf import settings

from docs.mutants.mutant import ORDER, Stale
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

    assert folders - {*ORDER} == {"browser", "operations"}
