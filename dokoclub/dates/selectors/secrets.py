"""Which secret addresses there are: of the players of a club, and of an account."""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.dates.models import Opens, Secret


class PlayersLink(NamedTuple):
    player: Player
    secret: Secret | None  # None: has no link


class Calendars(NamedTuple):
    own: Secret | None
    club: Secret | None


def answer_links(club: Club) -> list[PlayersLink]:
    """Of everybody who belongs to the club, members first. Two queries."""
    secrets = Secret.objects.open().filter(opens=Opens.ANSWERS, player__club=club)
    by_player = {secret.player_id: secret for secret in secrets}
    players = club.players.present().order_by("guest", "folded_name", "pk")
    return [PlayersLink(player, by_player.get(player.pk)) for player in players]


def date_secret(player: Player, opens: Opens) -> Secret | None:
    """One query."""
    return Secret.objects.open().filter(player=player, opens=opens).first()


def calendars_of(account: Account, club: Club) -> Calendars:
    """One query."""
    found = {secret.opens: secret for secret in Secret.objects.open().filter(account=account, club__in=[club])}
    own = Secret.objects.open().filter(account=account, opens=Opens.OWN).first()
    return Calendars(own, found.get(Opens.CLUB))
