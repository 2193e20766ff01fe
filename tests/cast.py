"""The cast: Anna owns the club, Ben writes, Cleo keeps the money, Dora only reads, a stranger is of another club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.models.features import all_features
from dokoclub.clubs.services.clubs import found_club
from dokoclub.clubs.services.players import add_player
from tests.accounts.people import make_account

RIGHTS: Final = {"Ben": {"scorer": True}, "Cleo": {"treasurer": True}, "Dora": {}}


@dataclass(frozen=True)
class Cast:
    """The club `Linde` with its people, each of whom plays in it under the same name, and another club."""

    anna: Account
    ben: Account
    cleo: Account
    dora: Account
    stranger: Account
    club: Club
    other_club: Club  # `Eiche`, which the stranger owns
    players: dict[str, Player]  # of the club by name, guests too; as they were when the test began

    @property
    def accounts(self) -> dict[str, Account]:
        """By name, for tables."""
        return {account.display_name: account for account in (self.anna, self.ben, self.cleo, self.dora, self.stranger)}

    @property
    def four(self) -> list[Player]:
        return [self.players[name] for name in ("Anna", "Ben", "Cleo", "Dora")]

    def ids(self, *names: str) -> list[str]:
        return [str(self.players[name].pk) for name in names]

    def player(self, account: Account) -> Player:
        """Whoever plays with this account, as the database has it now."""
        return Player.objects.get(club=self.club, account=account)

    def member(self, account: Account) -> Membership:
        """The membership of this account, as the database has it now."""
        return Membership.objects.get(club=self.club, account=account)

    def guest(self, name: str) -> Player:
        """Somebody without an account comes along."""
        player = add_player(self.club, name=name, short_name="", guest=True, active=True, notes="", by=self.anna)
        self.players[name] = player
        return player


def make_cast() -> Cast:
    anna, ben, cleo, dora, stranger = (account(name) for name in ("Anna", "Ben", "Cleo", "Dora", "Stranger"))
    club, other_club = (
        make_club("Linde", anna, preset="hausrunde", player_name="Anna"),
        make_club("Eiche", stranger, player_name="Stranger"),
    )
    for person in (ben, cleo, dora):
        name = person.display_name
        Membership.objects.create(club=club, account=person, **RIGHTS[name])
        add_player(club, name=name, short_name="", guest=False, active=True, notes="", by=anna, account=person)
    players = {player.name: player for player in club.players.all()}
    return Cast(anna, ben, cleo, dora, stranger, club, other_club, players)


def account(name: str) -> Account:
    return make_account(name.lower(), name, password=None)


def make_club(name: str, owner: Account, *, preset: str = "ddv", player_name: str = "") -> Club:
    """Found a club that uses all features."""
    club = found_club(name=name, preset=preset, player_name=player_name, key=uuid4(), by=owner)
    club.features = all_features()
    club.save()
    return club


def make_player(club: Club, name: str, account: Account | None = None, **facts: object) -> Player:
    return Player.objects.create(club=club, name=name, account=account, **facts)


def signed_in(account: Account, headers: dict[str, str] | None = None) -> Client:
    """A phone on which the account has signed in. Two queries; `Client.force_login` also writes the account."""
    client, session = Client(headers=headers), SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create_model_instance(dict(session.items())).save(force_insert=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client
