"""Hand out the link of a screen, say what it shows, and give it a code that a remote control can type."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.services import make_secret_link
from dokoclub.screens.access import Target
from dokoclub.screens.models import CODE_LASTS, ScreenLink, code_of, hash_code, random_seed
from dokoclub.screens.selectors.links import screen_of
from dokoclub.standings.services import make_league_link
from dokoclub.tournaments.services import make_link

TRIES: Final = 20  # to find a code that no other screen has: of a million, a few are taken


def make_screen(target: Target, *, by: Account) -> ScreenLink:
    """The link, and the one by which phones read along. The same ones again while they hold.

    Raises ValidationError where what it would show is too long ago.
    """
    if not _unsaved(target, by).is_open:
        raise ValidationError(_("This is too long ago: links to it have ended."))
    _open_for_phones(target, by)  # holds the evening, so before the club is held
    return _make(target, by)


@transaction.atomic
def _make(target: Target, by: Account) -> ScreenLink:
    lock_club(target.club)
    held = screen_of(*target)
    if held is not None:
        return held
    made = _unsaved(target, by)
    made.save()
    return made


def _unsaved(target: Target, by: Account) -> ScreenLink:
    return ScreenLink(club=target.club, evening=target.evening, tournament=target.tournament, made_by=by)


def _open_for_phones(target: Target, by: Account) -> None:
    if target.evening is not None:
        make_secret_link(target.evening, by=by)
    elif target.tournament is not None:
        make_link(target.tournament, by=by)
    else:
        make_league_link(target.club, by=by)


def choose_scene(link: ScreenLink, scene: str, *, light: bool) -> None:
    """What it shows; every screen with the link follows."""
    ScreenLink.objects.filter(pk=link.pk).update(scene=scene, light=light)


@transaction.atomic
def give_code(link: ScreenLink) -> str:
    """Six digits, for ten minutes; those of before open nothing any more."""
    link = ScreenLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    now = timezone.now()
    ended = ScreenLink.objects.filter(Q(code_until__lte=now) | Q(code_until__gt=now + CODE_LASTS))
    ended.update(code_seed="", code_hash="", code_until=None)
    for _try in range(TRIES):
        seed = random_seed()
        if not ScreenLink.objects.filter(code_hash=hash_code(code_of(seed))).exists():
            break
    link.code_seed, link.code_hash, link.code_until = seed, hash_code(code_of(seed)), now + CODE_LASTS
    link.save(update_fields=["code_seed", "code_hash", "code_until"])
    return code_of(seed)


def end_screen(link: ScreenLink) -> None:
    """The second time changes nothing. Phones that read along go on: theirs is another link."""
    ended = ScreenLink.objects.filter(pk=link.pk, revoked_at=None)
    ended.update(revoked_at=timezone.now(), code_seed="", code_hash="", code_until=None)
