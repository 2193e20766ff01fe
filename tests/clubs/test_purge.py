"""`manage.py purge`: what was deleted 30 days ago goes for good, and nothing else."""

from __future__ import annotations

from datetime import timedelta

from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.services.players import change_player
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation


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
