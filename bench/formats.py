"""Broken Doko-Zettel files by the thousand: each ends in sentences with pointers. `python -m bench.formats`."""

from __future__ import annotations

import sys
import time

from scoring.format.cli import check_content
from tests.scoring.format_documents import broken_files

COUNT = 20_000


def main(seed: int, count: int = COUNT) -> None:
    begun, valid, problems = time.perf_counter(), 0, 0
    for content in broken_files(seed, count):
        found = check_content(content).problems
        assert all(problem.field == "" or problem.field.startswith("/") for problem in found), content
        assert all(str(problem) for problem in found), content
        valid += not found
        problems += len(found)
    seconds = time.perf_counter() - begun
    print(f"{count} files, {valid} still valid, {problems} problems told, {seconds:.0f} s, no traceback")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
