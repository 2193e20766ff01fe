"""A changed file of a club is refused with a sentence, or all pages of the club are shown.

`MUTATIONS=5000 MUTATIONS_SEED=7 python -m pytest -n0 -s tests/exports/test_mutated_club_files.py` tries more.
"""

from __future__ import annotations

import json
import os
import random
import traceback
from collections import Counter
from typing import Any, Final

import pytest
from django.db import transaction
from zeal import zeal_ignore

from dokoclub.demo.club import demo_club
from tests.cast import account, signed_in
from tests.exports.club_files import filled, former_file
from tests.exports.mutated import mutate, try_file

NUMBER: Final = int(os.environ.get("MUTATIONS", "300"))
SEED: Final = os.environ.get("MUTATIONS_SEED", "1")
PARTS: Final = 6
PAGES: Final = int(os.environ.get("MUTATIONS_PAGES", "1"))


_DOCUMENT: list[dict[str, Any]] = []


@pytest.fixture
def document(db: None) -> dict[str, Any]:
    """The demo club with everything that a club can have, as a file; the database is as empty as before."""
    if not _DOCUMENT:
        with transaction.atomic():
            _DOCUMENT.append(json.loads(former_file(filled(demo_club(), evenings=2))))
            transaction.set_rollback(True)
    return _DOCUMENT[0]


@pytest.mark.cases
@pytest.mark.parametrize("part", range(PARTS))
def test_it_is_refused_with_a_sentence_or_shown(document: dict[str, Any], part: int) -> None:
    owner = account("Anna")
    client = signed_in(owner)
    counts: Counter[str] = Counter()
    broken: dict[str, str] = {}
    with zeal_ignore():
        for at in range(part, NUMBER, PARTS):
            dice = random.Random(f"{SEED} {at}")
            case = mutate(document, dice)
            try:
                counts[try_file(case, owner, client, dice, pages=PAGES)] += 1
            except Exception as wrong:
                broken.setdefault(_place_of(wrong), f"{at}: {case.told:.300}: {wrong!s:.300}")
    print(counts)
    assert broken == {}
    assert min(counts["accepted"], counts["refused"]) > 0


def _place_of(wrong: Exception) -> str:
    """Where it broke, in the code that is tested."""
    frames = traceback.extract_tb(wrong.__traceback__)
    ours = [frame for frame in frames if "/dokoclub/" in frame.filename or "/scoring/" in frame.filename]
    return f"{type(wrong).__name__} at {ours[-1].filename}:{ours[-1].lineno}" if ours else type(wrong).__name__
