"""The cast: Anna owns the club, Ben writes, Cleo keeps the money, Dora only reads, a stranger is of another club."""

from __future__ import annotations

import html
import re
from typing import NamedTuple
from uuid import uuid4

from django.test import Client

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.services.clubs import found_club
from tests.accounts.people import Page, make_account

ROLES = {"ben": {"scorer": True}, "cleo": {"treasurer": True}, "dora": {}}


def make_club(name: str, owner: Account, *, preset: str = "ddv") -> Club:
    return found_club(name=name, preset=preset, player_name="", key=uuid4(), by=owner)


def make_player(club: Club, name: str, account: Account | None = None, **facts: object) -> Player:
    return Player.objects.create(club=club, name=name, account=account, **facts)


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def seen(response: Page) -> str:
    """The main part of a page as a reader sees it, in one line."""
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", f"<main{main}").replace("\u00ad", "")).split())


class Cast(NamedTuple):
    """The club `Linde` with its people, each of whom plays in it under the same name, and another club."""

    anna: Account
    ben: Account
    cleo: Account
    dora: Account
    stranger: Account
    club: Club
    other_club: Club

    def member(self, account: Account) -> Membership:
        return Membership.objects.get(club=self.club, account=account)

    def player(self, account: Account) -> Player:
        return Player.objects.get(club=self.club, account=account)


def make_cast() -> Cast:
    names = ("Anna", "Ben", "Cleo", "Dora", "Stranger")
    anna, ben, cleo, dora, stranger = (make_account(name.lower(), name) for name in names)
    club, other_club = make_club("Linde", anna), make_club("Eiche", stranger)
    for account in (anna, ben, cleo, dora):
        make_player(club, account.display_name, account)
        if account is not anna:
            Membership.objects.create(club=club, account=account, **ROLES[account.username])
    return Cast(anna, ben, cleo, dora, stranger, club, other_club)
