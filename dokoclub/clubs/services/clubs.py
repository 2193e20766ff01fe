"""Services to found, rename, delete, restore and move a club, and to change its rules."""

from collections.abc import Sequence
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club, Membership, Player, RulesVersion
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.clubs.models.features import BY_KEY
from dokoclub.clubs.services.locks import hold_club, lock_club, refuse_other_content, save_row
from dokoclub.clubs.services.players import enter_first_players
from dokoclub.core.http import Reused
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, store_rules
from scoring.text import fold_name


@transaction.atomic
def found_club(*, name: str, preset: str, player_name: str, key: UUID, by: Account, others: Sequence[str] = ()) -> Club:
    """Found a club owned by `by`, with the preset as version 1 of its rules and, if named, `by` as its first player.

    `others`: further players, added in this order. The same key with the same name returns the club it founded.
    Raises Reused if the key founded another, ValidationError for a player name that no form would accept.
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
def switch_feature(club: Club, key: str, on: bool, *, by: Account) -> Club:
    """Switch a feature of the club on, with the one that it needs, or off. A second call changes nothing.

    It deletes nothing. Raises ValidationError if the feature cannot be switched off yet.
    """
    club = lock_club(club)
    if club.uses(key) == on:
        return club
    if not on and (reasons := hooks.collect_pieces(hooks.feature_kept_on, club, key)):
        raise ValidationError(reasons[0])
    wanted = {*club.features, key, BY_KEY[key].needs} if on else {*club.features} - {key}
    club.features = [other for other in BY_KEY if other in wanted]
    save_row(club, by=by)
    return club


@transaction.atomic
def delete_club(club: Club, *, typed: str, by: Account) -> None:
    """Hide the club from everybody; rows stay until `purge`. Raises ValidationError unless its name was typed."""
    club = lock_club(club)
    if fold_name(typed) != fold_name(club.name):
        raise ValidationError({"typed": _("Type the name of the club.")})
    club.deleted_at = timezone.now()
    save_row(club, by=by)


@transaction.atomic
def take_back_club(club: Club, *, by: Account) -> None:
    """Undo `delete_club`. A second call changes nothing."""
    club = lock_club(club)
    if club.deleted_at is not None:
        club.deleted_at = None
        save_row(club, by=by)


@transaction.atomic
def purge_clubs() -> int:
    """End all memberships of clubs deleted more than 30 days ago; return the number of clubs.

    They count as unfinished from now on: a later app's hook into purges removes the rest piece by piece, as with
    incomplete imports.
    """
    clubs = [club.pk for club in Club.objects.to_purge()]
    Membership.objects.filter(club__in=clubs).delete()
    Membership.history.filter(club_id__in=clubs).delete()
    Club.history.filter(id__in=clubs).update(history_date=UNFINISHED)  # no sign that somebody is still writing it
    Club.objects.filter(pk__in=clubs).update(deleted_at=UNFINISHED)
    return len(clubs)


@transaction.atomic
def begin_move(club: Club, *, to: str, by: Account) -> None:
    """Make the club read-only for a move. `to`: the origin of the other install. A second call changes nothing.

    Raises ValidationError if it is already moving elsewhere, or was deleted meanwhile.
    """
    club = hold_club(club)
    if club.deleted_at is not None:
        raise ValidationError(_("The club is not here any more."))
    if club.is_moving:
        if club.moving_to != to:
            raise ValidationError(_("The club is already moving to %(address)s.") % {"address": club.moving_to})
        return
    club.moving_to, club.moving_since = to, timezone.now()
    save_row(club, by=by)


@transaction.atomic
def note_file(club: Club, digest: str, *, by: Account) -> None:
    """Record the SHA-256 of a completely sent file, to detect later changes."""
    club = hold_club(club)
    if club.is_moving and club.moving_file != digest:
        club.moving_file = digest
        save_row(club, by=by)


@transaction.atomic
def confirm_move(club: Club, *, at: str, by: Account) -> None:
    """Complete the move: the club is gone here, and members are redirected. A repeated call may change the address.

    Raises ValidationError if the move was canceled, or nobody has downloaded the file.
    """
    club = hold_club(club)
    if not club.is_moving:
        raise ValidationError(_("Move undone: the club stays here."))
    if not club.moving_file:
        raise ValidationError(_("Download the club file first."))
    if club.has_moved and club.moved_to == at:
        return
    club.moved_to, club.deleted_at = at, club.deleted_at or timezone.now()
    save_row(club, by=by)


@transaction.atomic
def take_back_move(club: Club, *, by: Account) -> None:
    """Cancel the move, even after completion: the club stays here and is writable. A second call changes nothing."""
    club = hold_club(club)
    if not club.is_moving:
        return
    if club.moved_to:
        club.deleted_at = None
    club.moving_to, club.moving_since, club.moving_file, club.moved_to = "", None, "", ""
    save_row(club, by=by)


class RulesConflict(Exception):  # an expected answer, not a bug
    """Somebody else changed the rules since the form was opened."""

    def __init__(self, newer: RulesVersion) -> None:
        self.newer = newer


@transaction.atomic
def change_rules(club: Club, rules: Rules, *, preset: str, expected: int, key: UUID, by: Account) -> RulesVersion:
    """Write a new version, or return the current one if nothing differs. Open sheets keep theirs.

    `expected` is the version number on the page; raises RulesConflict if there is a newer one. The same key returns
    the version it wrote.
    """
    club = lock_club(club)
    refuse_other_content(key, club, store_rules(rules), preset)
    if written := RulesVersion.objects.filter(key=key, club=club).first():
        return written
    newest = RulesVersion.objects.filter(club=club).latest("number")
    if newest.parsed == rules and newest.preset == preset:
        return newest
    if newest.number != expected:
        raise RulesConflict(newest)
    return RulesVersion.objects.create(
        club=club, number=newest.number + 1, preset=preset, rules=store_rules(rules), key=key, created_by=by
    )
