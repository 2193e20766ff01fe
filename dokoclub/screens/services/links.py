"""Hand out the link of a screen, and say what it shows."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.services import make_secret_link
from dokoclub.screens.access import Target
from dokoclub.screens.models import Kind, ScreenLink
from dokoclub.screens.selectors.links import screen_of
from dokoclub.screens.services.codes import end_code
from dokoclub.standings.services import make_league_link
from dokoclub.tournaments.services import make_link


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


def end_screen(link: ScreenLink) -> None:
    """The second time changes nothing. Phones that read along go on: theirs is another link."""
    ended = ScreenLink.objects.filter(pk=link.pk, revoked_at=None)
    ended.update(revoked_at=timezone.now())
    end_code(Kind.SCREEN, link.pk)
