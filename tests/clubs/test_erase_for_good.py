"""An erased player is gone from the database file too, and stays gone after a backup is restored."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from dokoclub.accounts.services import erasure
from dokoclub.clubs.models import Membership, Player
from dokoclub.clubs.services.members import erase_again, erase_player
from tests.cast import Cast, make_cast
from tests.clubs.test_erase_player import make_gerd

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


@pytest.mark.promise("erased")
def test_the_name_is_not_even_in_what_lies_on_the_disk(cast: Cast) -> None:
    gerd = make_gerd(cast)
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    file = Path(connection.settings_dict["NAME"])
    log = file.with_name(f"{file.name}-wal")
    assert b"Geheim" in file.read_bytes() + log.read_bytes()
    erase_player(gerd, by=cast.anna)
    assert b"Geheim" not in file.read_bytes() + log.read_bytes()


@pytest.mark.promise("erased")
def test_a_restored_backup_is_erased_again(cast: Cast) -> None:
    player = cast.player(cast.dora)
    before = {field: getattr(player, field) for field in ("name", "active", "left_at", "account", "folded_name")}
    erase_player(player, by=cast.anna)
    assert erasure.read_erased("player") == {str(player.key)}

    Player.objects.filter(pk=player.pk).update(**before, erased_number=None)  # as it was in the backup
    Player.history.filter(id=player.pk).update(name="Dora")
    Membership.objects.create(club=cast.club, account=cast.dora, scorer=True)
    erase_again()

    player.refresh_from_db()
    assert (player.name, player.account) == ("Ehemaliges Mitglied 1", None)
    assert set(player.history.values_list("name", flat=True)) == {"Ehemaliges Mitglied 1"}
    assert not Membership.objects.filter(club=cast.club, account=cast.dora).exists()
    assert cast.player(cast.ben).name == "Ben"
