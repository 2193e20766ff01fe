"""The club file is a Doko-Zettel: written, read and written again it is the same, byte by byte."""

from __future__ import annotations

from io import BytesIO
from uuid import uuid4

import pytest
from django.db import transaction

from dokoclub.clubs.models import Club
from dokoclub.demo.club import demo_club
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_file import found_from_file
from scoring.format.cli import check_content
from tests.cast import account
from tests.exports.club_files import filled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def bring(content: str, name: str = "Anna") -> Club:
    return found_from_file(BytesIO(content.encode()), key=uuid4(), by=account(name))


def written(club: Club) -> str:
    return "".join(club_file(club))


def test_a_club_with_everything_is_the_same_again() -> None:
    with transaction.atomic():
        whole = written(filled(demo_club()))
        transaction.set_rollback(True)
    report = check_content(whole.encode(), must_be_canonical=True)
    assert report.problems == []
    club = bring(whole)
    assert written(club) == whole
