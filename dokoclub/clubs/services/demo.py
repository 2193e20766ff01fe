"""The demo club: people, roles and rules to look at. Later apps bring its evenings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from dokoclub.accounts import services as accounts
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership
from dokoclub.clubs.services.clubs import found_club
from dokoclub.clubs.services.players import add_player
from dokoclub.clubs.services.rules import change_rules
from dokoclub.clubs.services.writing import save_row
from dokoclub.look.keys import DEMO_CLUB as KEY
from scoring.rules.presets import HAUSRUNDE, NEW_CLUB
from scoring.rules.rules import Rules

NAME: Final = "Doppelkopfrunde Linde"
# Name and short name; the first three have an account each: owner, scorer, treasurer.
MEMBERS: Final = (
    ("Anna", ""),
    ("Ben", ""),
    ("Cleo", ""),
    ("Dora", ""),
    ("Cem", ""),
    ("Friederike", "Rike"),
    ("Georg", ""),
    ("Ina", ""),
    ("Jürgen-Maria", "Jürgen"),
    ("Karl-Heinz", "Kalle"),
    ("Luise", ""),
    ("Matthias", "Matze"),
)
GUESTS: Final = ("Nele", "Oskar", "Tante Paula")


@transaction.atomic
def demo_club() -> Club:
    """The demo club, made when first asked for; the visitor reads in it, and writes where DEMO_RESET says so."""
    visitor = accounts.demo_visitor()
    club = _find() or _make()
    rights = dict.fromkeys(("scorer", "treasurer"), settings.DEMO_RESET)
    member, _made = Membership.objects.get_or_create(club=club, account=visitor, defaults=rights)
    if (member.scorer, member.treasurer) != (settings.DEMO_RESET, settings.DEMO_RESET):
        member.scorer = member.treasurer = settings.DEMO_RESET
        member.save()
    return club


@transaction.atomic
def demo_club_anew() -> Club:
    """The same, without anything that was added to it since."""
    if (club := _find()) is not None:
        club.delete()
    return demo_club()


def _find() -> Club | None:
    """Return the club that this install made. One that was deleted goes for good; another club loses the key."""
    made = Club.objects.filter(key=KEY, memberships__account=_owner()).first()
    if made is None:
        Club.objects.filter(key=KEY).update(key=uuid4())
    elif made.deleted_at is not None:
        made.delete()
        return None
    return made


def _owner() -> Account:
    return accounts.demo_person(MEMBERS[0][0])


def _make() -> Club:
    anna, ben, cleo = _owner(), *(accounts.demo_person(name) for name, _short_name in MEMBERS[1:3])
    club = found_club(name=NAME, preset=NEW_CLUB, player_name=anna.display_name, key=KEY, by=anna)
    save_row(Membership(club=club, account=ben, scorer=True), by=anna)
    save_row(Membership(club=club, account=cleo, treasurer=True), by=anna)
    for name, short_name in MEMBERS[1:]:
        account = next((person for person in (ben, cleo) if person.display_name == name), None)
        _add(club, name, short_name=short_name, active=name != "Luise", account=account, by=anna)
    for name in GUESTS:
        _add(club, name, guest=True, by=anna)
    change_rules(club, house_rules(), preset=NEW_CLUB, expected=1, key=uuid4(), by=anna)
    return club


def _add(
    club: Club,
    name: str,
    *,
    by: Account,
    short_name: str = "",
    guest: bool = False,
    active: bool = True,
    account: Account | None = None,
) -> None:
    add_player(club, name=name, short_name=short_name, guest=guest, active=active, notes="", by=by, account=account)


def house_rules() -> Rules:
    """What most rounds play, with an own Sonderpunkt and a Bockrunde after a lost solo."""
    bock = HAUSRUNDE.bock
    return replace(
        HAUSRUNDE,
        extras={**HAUSRUNDE.extras, "dulle": 1},
        extra_names={"dulle": "Dulle gefangen"},
        bock=bock and replace(bock, triggers=(*bock.triggers[:3], "solo_lost", *bock.triggers[3:])),
    )
