"""The demo club itself: people, roles and rules."""

from dataclasses import replace
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import demo_person, demo_visitor
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.models.features import all_features
from dokoclub.clubs.services.clubs import change_rules, found_club
from dokoclub.clubs.services.locks import save_row
from dokoclub.clubs.services.players import add_player
from dokoclub.ui.forms import DEMO_CLUB as KEY
from scoring.rules.presets import HAUSRUNDE, NEW_CLUB
from scoring.rules.rules import Rules

NAME: Final = "Doppelkopfrunde Linde"
OWNER, SCORER, TREASURER = "Anna", "Ben", "Cleo"  # each has an account
# Name and short name.
MEMBERS: Final = {
    OWNER: "", SCORER: "", TREASURER: "", "Dora": "", "Cem": "", "Friederike": "Rike", "Georg": "", "Ina": "",
    "Jürgen-Maria": "Jürgen", "Karl-Heinz": "Kalle", "Luise": "", "Matthias": "Matze",
}  # fmt: skip
PAUSING: Final = "Luise"
GUESTS: Final = ("Nele", "Oskar", "Tante Paula")


class Demo:
    """The demo club being built: its seed, acting accounts, and players."""

    def __init__(self, club: Club, evenings: int, seed: int) -> None:
        self.club, self.evenings, self.seed = club, evenings, seed
        self.owner, self.scorer, self.treasurer = map(demo_person, (OWNER, SCORER, TREASURER))

    def players(self, *, guest: bool = False) -> list[Player]:
        return list(self.club.players.playing().filter(guest=guest).order_by("pk"))

    def dice(self, part: str = "") -> Random:
        """Return random numbers, the same for the same seed, independent for each part."""
        return Random(f"{self.club.key}{self.seed}{part}")  # noqa: S311  # nothing secret

    def key(self, name: object) -> UUID:
        return uuid5(self.club.key, str(name))


@transaction.atomic
def demo_club(*, anew: bool = False) -> Club:
    """Return the demo club, created on first use or with `anew`; the visitor reads, and writes with DEMO_RESET."""
    club = _find()
    if club is not None and anew:
        club.delete()
        club = None
    club = club or _make()
    rights = dict.fromkeys(("scorer", "treasurer"), settings.DEMO_RESET)
    member, _made = Membership.objects.get_or_create(club=club, account=demo_visitor(), defaults=rights)
    if {name: getattr(member, name) for name in rights} != rights:
        member.scorer = member.treasurer = settings.DEMO_RESET
        member.save()
    return club


def _find() -> Club | None:
    """Return the club that this install created. A deleted one is removed for good; another club loses the key."""
    made = Club.objects.filter(key=KEY, memberships__account=demo_person(OWNER)).first()
    if made is None:
        Club.objects.filter(key=KEY).update(key=uuid4())
    elif made.deleted_at is not None:
        made.delete()
        return None
    return made


def _make() -> Club:
    accounts = {name: demo_person(name) for name in (OWNER, SCORER, TREASURER)}
    owner = accounts[OWNER]
    club = found_club(name=NAME, preset=NEW_CLUB, player_name=OWNER, key=KEY, by=owner)
    club.features = all_features()
    save_row(club, by=owner)
    save_row(Membership(club=club, account=accounts[SCORER], scorer=True), by=owner)
    save_row(Membership(club=club, account=accounts[TREASURER], treasurer=True), by=owner)
    for name, short_name in list(MEMBERS.items())[1:]:
        _add(club, name, owner, short_name=short_name, active=name != PAUSING, account=accounts.get(name))
    for name in GUESTS:
        _add(club, name, owner, guest=True)
    change_rules(club, house_rules(), preset=NEW_CLUB, expected=1, key=uuid4(), by=owner)
    return club


def _add(club: Club, name: str, by: Account, **more: Any) -> None:
    add_player(club, **{"name": name, "short_name": "", "guest": False, "active": True, "notes": "", "by": by, **more})


def house_rules() -> Rules:
    """Return the most common rules, with an own Sonderpunkt and a Bockrunde after a lost solo."""
    bock = HAUSRUNDE.bock
    return replace(
        HAUSRUNDE,
        extras={**HAUSRUNDE.extras, "dulle": 1},
        extra_names={"dulle": "Dulle gefangen"},
        bock=bock and replace(bock, triggers=(*bock.triggers[:3], "solo_lost", *bock.triggers[3:])),
    )
