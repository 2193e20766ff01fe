"""Do the tests notice the mutants? `python -m docs.mutants [NAME…]`, each the name of a mutant or of a kind.

Copies the checkout into a folder that is thrown away, and there, mutant by mutant, runs the tests of the mutant's app
and of those above it until the first one fails. `--root OTHER` asks the tests of another checkout. Ends with 0 where
all were killed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from docs.mutants.mutant import Mutant, Stale
from docs.mutants.placed import KINDS

ROOT: Final = Path(__file__).resolve().parents[2]
LEFT_BEHIND: Final = shutil.ignore_patterns(".git", ".venv", ".tools", "*_cache", "__pycache__", "data")
PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=no"),
    "--nomigrations",  # the same tables in half the time
    *("-o", "faulthandler_timeout=600"),  # a busy machine is no fault
    "--ignore=tests/house/test_mutants.py",  # in a mutated checkout it fails, whatever the mutant
)
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
GREEN, NOTHING_TO_RUN = 0, 5  # how pytest ends


class Broken(Exception):
    """The tests did not run: nothing can be said."""


class Checkout:
    """A copy of a checkout, to put mutants into."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        shutil.copytree(root, self.root, ignore=LEFT_BEHIND)
        # Known by their content, not by their time: two mutants of a second, of one length, are not the same.
        compiling = ("-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "dokoclub", "scoring")
        subprocess.run((sys.executable, *compiling), cwd=self.root, check=True)  # noqa: S603

    def killer_of(self, mutant: Mutant) -> str:
        """The first test that notices; "" where it lives. Raises Stale and Broken."""
        with mutant.inside(self.root):
            return self.first_failure([mutant.killed_by]) or self.first_failure(mutant.folders)

    def first_failure(self, tests: Iterable[str]) -> str:
        """Of these files, folders or single tests, as far as they are there. Raises Broken."""
        there = [test for test in tests if (self.root / test.partition("::")[0]).exists()]
        if not there:
            return ""
        done = subprocess.run((*PYTEST, *there), cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode in (GREEN, NOTHING_TO_RUN):
            return ""
        if found := FAILED.search(done.stdout):
            return found[1]
        raise Broken(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")


class Report:
    """What was found, said as it is found."""

    def __init__(self) -> None:
        self.killers: list[str] = []
        self.others: list[str] = []  # mutants that live, or of which nothing can be said

    def judge(self, checkout: Checkout, mutant: Mutant) -> None:
        before = seconds_of_tests()
        try:
            killer = checkout.killer_of(mutant)
        except (Stale, Broken) as trouble:
            said = f"UNCLEAR {trouble}"
            self.others.append(mutant.name)
        else:
            said = f"killed  {mutant.name}: {killer}" if killer else f"LIVES   {mutant.name}: {mutant.breaks}"
            (self.killers if killer else self.others).append(killer or mutant.name)
        print(f"{said} ({seconds_of_tests() - before:.0f} s)", flush=True)

    def doubt(self, checkout: Checkout) -> bool:
        """Does one of the tests that noticed fail without any mutant? Then it has noticed nothing."""
        failing = checkout.first_failure(dict.fromkeys(killer.partition("[")[0] for killer in self.killers))
        if failing:
            print(f"UNCLEAR {failing} fails without any mutant")
        return bool(failing)

    @property
    def summary(self) -> str:
        rest = f"; not: {', '.join(self.others)}" if self.others else ""
        whole = len(self.killers) + len(self.others)
        return f"{len(self.killers)} of {whole} killed in {seconds_of_tests():.0f} s of processor time{rest}"


def seconds_of_tests() -> float:
    """Processor time of all that was started."""
    used = os.times()
    return used.children_user + used.children_system


def named(names: Sequence[str]) -> list[Mutant]:
    """All, or those of these names and kinds. Raises SystemExit for a name that nothing has."""
    mutants = {mutant.name: [mutant] for some in KINDS.values() for mutant in some}
    known = {**mutants, **KINDS}
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"No mutant and no kind is called {', '.join(unknown)}. Kinds: {', '.join(KINDS)}.")
    return list(dict.fromkeys(mutant for name in names or KINDS for mutant in known[name]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m docs.mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a mutant or of a kind; without: all")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout, whose program and tests are meant")
    told = parser.parse_args()
    report, wanted = Report(), named(told.names)
    with tempfile.TemporaryDirectory(prefix="dokoclub-mutants-") as folder:
        checkout = Checkout(told.root.resolve(), Path(folder))
        for mutant in wanted:
            report.judge(checkout, mutant)
        doubtful = report.doubt(checkout)
    print(report.summary)
    return 1 if report.others or doubtful else 0


if __name__ == "__main__":
    sys.exit(main())
