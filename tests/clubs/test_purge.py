"""`manage.py purge`: data deleted 30 days ago goes for good, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.selectors import get_gone_clubs, list_clubs
from dokoclub.clubs.services.players import change_player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.services import removal
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.evenings import papers


def delete(club: Club, *, ago: timedelta) -> None:
    Club.objects.filter(pk=club.pk).update(deleted_at=timezone.now() - ago)


def test_after_thirty_days_nothing_is_left(cast: Cast) -> None:
    make_invitation(cast, player=make_player(cast.club, "Gerd"))
    change_player(
        cast.player(cast.dora), name="Dorothea", short_name="", guest=False, active=True, notes="", by=cast.anna
    )
    delete(cast.club, ago=timedelta(days=30, seconds=1))
    call_command("purge", verbosity=0)
    assert list(Club.objects.all()) == [cast.other_club]
    assert not Player.objects.exclude(club=cast.other_club).exists()
    assert not Player.history.exclude(club_id=cast.other_club.pk).exists()
    assert not Membership.history.filter(club_id=cast.club.pk).exists()
    assert not Club.history.filter(id=cast.club.pk).exists()
    assert Membership.history.filter(club_id=cast.other_club.pk).exists()


def test_not_before(cast: Cast) -> None:
    delete(cast.club, ago=timedelta(days=29, hours=23))
    call_command("purge", verbosity=0)
    assert Club.objects.filter(pk=cast.club.pk).exists()


def test_what_is_not_deleted_stays(cast: Cast) -> None:
    call_command("purge", verbosity=0)
    assert Club.objects.count() == 2


def test_it_goes_piece_by_piece_and_a_purge_that_was_interrupted_is_gone_on_with(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast))
    delete(cast.club, ago=timedelta(days=31))
    monkeypatch.setattr(removal, "_remove_bare", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        call_command("purge", verbosity=0)
    monkeypatch.undo()
    assert (Sheet.objects.count(), Evening.objects.count()) == (0, 1)
    assert not list_clubs(cast.anna)
    assert not get_gone_clubs(cast.anna).deleted
    call_command("check_ledger", verbosity=0)
    call_command("purge", verbosity=0)
    assert list(Club.objects.all()) == [cast.other_club]
    assert not Evening.objects.exists()
