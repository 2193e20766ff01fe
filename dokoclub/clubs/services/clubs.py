"""Found a club, change it, delete it and take it back."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.locking import lock_account
from dokoclub.clubs.models import Club, Membership, Player, RulesVersion
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.clubs.services.players import enter_first_players
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club, save_row
from dokoclub.look.refusals import Reused
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from scoring.text import fold_name


@transaction.atomic
def found_club(*, name: str, preset: str, player_name: str, key: UUID, by: Account, others: Sequence[str] = ()) -> Club:
    """A club that `by` owns, with the preset as version 1 of its rules and, if named, `by` as its first player.

    `others`: who else plays, entered in this order.

    The same key with the same name returns the club it founded. Raises Reused when the key founded another,
    ValidationError for a name at the table that no form would take.
    """
    lock_account(by.pk)
    refuse_other_content(key, by, name, preset, player_name, others)
    if founded := Club.objects.filter(key=key).first():
        if founded.name != name or not founded.memberships.filter(account=by).exists():
            raise Reused
        return founded
    club = Club(name=name, key=key)
    save_row(club, by=by)
    save_row(Membership(club=club, account=by, owner=True), by=by)
    mine = [Player(club=club, name=player_name, account=by)] if player_name else []
    enter_first_players([*mine, *(Player(club=club, name=other) for other in others)], by=by)
    rules = PRESETS[preset].rules
    RulesVersion.objects.create(club=club, number=1, preset=preset, rules=store_rules(rules), created_by=by)
    return club


def rename_club(club: Club, *, name: str, by: Account) -> None:
    club.name = name
    save_row(club, by=by)


@transaction.atomic
def delete_club(club: Club, *, typed: str, by: Account) -> None:
    """Out of everybody's sight at once; rows stay until `purge`. Raises ValidationError unless its name was typed."""
    club = lock_club(club)
    if fold_name(typed) != fold_name(club.name):
        raise ValidationError({"typed": _("This is not the name of the club.")})
    club.deleted_at = timezone.now()
    save_row(club, by=by)


@transaction.atomic
def take_back_club(club: Club, *, by: Account) -> None:
    """Undo `delete_club`. The second time changes nothing."""
    club = lock_club(club)
    if club.deleted_at is not None:
        club.deleted_at = None
        save_row(club, by=by)


@transaction.atomic
def purge_clubs() -> int:
    """Of the clubs deleted more than 30 days ago nobody is a member any more; how many.

    They count as unfinished from now on: the rest of them is removed piece by piece, as that of clubs that did not come
    whole, by a later app's hook into purges.
    """
    clubs = [club.pk for club in Club.objects.to_purge()]
    Membership.objects.filter(club__in=clubs).delete()
    Membership.history.filter(club_id__in=clubs).delete()
    Club.history.filter(id__in=clubs).update(history_date=UNFINISHED)  # no sign of somebody who still writes it
    Club.objects.filter(pk__in=clubs).update(deleted_at=UNFINISHED)
    return len(clubs)
