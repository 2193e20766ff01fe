"""A Doko-Zettel of a club with any one value changed: refused at a pointer, or taken whole."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from io import BytesIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from zeal import zeal_ignore

from dokoclub.clubs.models import Club
from dokoclub.demo.club import demo_club
from dokoclub.evenings.domain.ledger_check import check_sheets
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_file import found_from_file
from tests.cast import account
from tests.exports.club_files import filled
from tests.scoring.format_documents import break_one

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


_WHOLE: list[dict[str, Any]] = []


@pytest.fixture
def whole(db: None) -> dict[str, Any]:
    """Return a club with two evenings and all that a club can have."""
    if not _WHOLE:
        with transaction.atomic():
            _WHOLE.append(json.loads("".join(club_file(filled(demo_club(), evenings=2)))))
            transaction.set_rollback(True)
    return _WHOLE[0]


@pytest.mark.cases
@pytest.mark.parametrize("part", range(5))
def test_a_changed_value_anywhere_is_refused_at_a_pointer_or_taken(whole: dict[str, Any], part: int) -> None:
    """`MUTATIONS=5000` tries more."""
    owner = account("Anna")
    for number in range(part, int(os.environ.get("MUTATIONS", "100")), 5):
        dice = Random(f"{number}")
        changed = deepcopy(whole)
        break_one(changed if dice.random() < 0.5 else changed["parts"], dice)
        with transaction.atomic():
            try:
                found_from_file(BytesIO(json.dumps(changed).encode()), key=uuid4(), by=owner)
                told = []
            except InvalidClubFile as refusal:
                told = [str(problem) for problem in refusal.problems]
            assert [problem for problem in told if not problem.startswith("/") and ":" in problem] == [], number
            assert [wrong for _, wrongs in check_sheets() for wrong in wrongs] == []
            assert Club._base_manager.exists() == (not told)
            transaction.set_rollback(True)
