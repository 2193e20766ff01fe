"""The file of a club that a released version wrote, brought in by the program of today."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from dokoclub.clubs.models import Club
from dokoclub.exports.club_file.writing import club_file
from tests.accounts.people import make_account
from tests.released.asked import asked, client_of
from tests.released.rows import rows_in, without_what_came_since
from tests.released.stored import RELEASES, Release

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.commit),
]


@pytest.mark.promise("earlier")
def test_it_comes_to_what_it_came_to(release: Release, tmp_path: Path) -> None:
    anna = make_account("anna", "Anna")
    file = tmp_path / "club.json"
    file.write_bytes(release.club_file)

    call_command("import_club", str(file), owner="anna")

    call_command("check_ledger")
    club = Club.objects.get()
    assert asked(client_of(anna), club) == release.figures
    now, then = rows_in("".join(club_file(club)).encode()), rows_in(release.club_file)
    assert without_what_came_since(now) == without_what_came_since(then)
