"""Mutation test with the faults of docs/mutants.toml: `python -m docs.mutants [NAME…]`.
Each NAME is that of a fault or of a kind. Copies the checkout into a temporary folder and runs there, fault by fault,
the tests that must notice it until one fails. Ends with 0 if all were noticed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
KINDS: Final[dict[str, list[dict[str, str]]]] = tomllib.loads((ROOT / "docs/mutants.toml").read_text(encoding="utf-8"))
LEFT_BEHIND: Final = shutil.ignore_patterns(".git", ".venv", ".tools", "*_cache", "__pycache__", "data")
PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=no"),
    "--nomigrations",  # the same tables in half the time
    *("-o", "faulthandler_timeout=600"),  # a busy machine is no fault
)
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


def put_in(mutant: dict[str, str], source: str) -> str:
    """Return the source with the fault.
    Raise ValueError if the program has changed there, and SyntaxError for a fault that needs no test to notice.
    """
    if source.count(mutant["old"]) != 1:
        raise ValueError(f"{mutant['name']}: {source.count(mutant['old'])} times in {mutant['path']}")
    mutated = source.replace(mutant["old"], mutant["new"])
    compile(mutated, mutant["path"], "exec")
    return mutated


def first_failure(checkout: Path, tests: Sequence[str]) -> str:
    """Return the first test that fails; "" if all pass. Raise ValueError if they did not run."""
    done = subprocess.run((*PYTEST, *tests), cwd=checkout, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode == 0:
        return ""
    if found := FAILED.search(done.stdout):
        return found[1]
    raise ValueError(f"pytest ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def find_killer(checkout: Path, mutant: dict[str, str]) -> str:
    """Return the test that notices the fault; "" if none does."""
    file = checkout / mutant["path"]
    source = file.read_text(encoding="utf-8")
    file.write_text(put_in(mutant, source), encoding="utf-8")
    try:
        return first_failure(checkout, [mutant["killed_by"]])
    finally:
        file.write_text(source, encoding="utf-8")


def main(names: Sequence[str]) -> int:
    known = {mutant["name"]: [mutant] for some in KINDS.values() for mutant in some} | KINDS
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"No mutant and no kind is called {', '.join(unknown)}. Kinds: {', '.join(KINDS)}.")
    killers: list[str] = []
    others: list[str] = []
    with tempfile.TemporaryDirectory(prefix="dokoclub-mutants-") as folder:
        checkout = Path(folder, "checkout")
        shutil.copytree(ROOT, checkout, ignore=LEFT_BEHIND)
        # Compiled files are identified by content, not by time: two mutants of one second and one length differ.
        compiling = (sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash")
        subprocess.run((*compiling, "dokoclub", "scoring"), cwd=checkout, check=True)  # noqa: S603
        for mutant in (mutant for name in names or KINDS for mutant in known[name]):
            try:
                killer = find_killer(checkout, mutant)
                said = (
                    f"killed  {mutant['name']}: {killer}" if killer else f"LIVES   {mutant['name']}: {mutant['breaks']}"
                )
            except (ValueError, OSError) as trouble:
                killer, said = "", f"UNCLEAR {trouble}"
            (killers if killer else others).append(killer or mutant["name"])
            print(said, flush=True)
        # A test that fails without any mutant has noticed nothing.
        noticed = [*dict.fromkeys(killer.partition("[")[0] for killer in killers)]
        if noticed and (failing := first_failure(checkout, noticed)):
            others.append(f"{failing} (fails without any mutant)")
    rest = f"; not: {', '.join(others)}" if others else ""
    took = os.times().children_user + os.times().children_system
    print(f"{len(killers)} of {len(killers) + len(others)} killed in {took:.0f} s of processor time{rest}")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
