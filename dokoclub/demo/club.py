"""The demo club itself: people, roles, rules and dates."""

from dataclasses import replace
from datetime import date, time, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.registration import demo_person, demo_visitor
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.clubs.models.features import all_features
from dokoclub.clubs.services.clubs import change_rules, found_club
from dokoclub.clubs.services.locks import save_row
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.services import answering, planning
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
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


BEGINS: Final = time(19, 30)
WEEKS_AHEAD: Final = 10
WEEKS_BACK: Final = 8  # evenings with a planned date
PLACES: Final = ("Linde", "Linde", "bei Georg", "Linde", "Vereinsheim")
MOVED, CANCELLED = 2, 4  # index among the coming dates
SHARES: Final = ((0.7, 0.1, 0.15), (0.5, 0.15, 0.2), (0.4, 0.1, 0.1))  # yes, maybe, no; the rest is open
LESS_KNOWN: Final = (0.15, 0.05, 0.05)


@transaction.atomic
def make_dates(demo: Demo) -> None:
    dice, players = demo.dice("dates"), demo.players()
    over = Evening.objects.not_deleted().filter(club=demo.club).exclude(closed_at=None).order_by("-date")
    for evening in over[:WEEKS_BACK]:
        _find_date(evening, demo, players, dice)
    made = []
    for number, day in enumerate(days_ahead(date_of_play())):
        wanted = _wanted(day, PLACES[number % len(PLACES)])
        made += planning.write_dates(demo.club, wanted, key=demo.key(f"date-{number}"), by=demo.owner)
        shares = SHARES[number] if number < len(SHARES) else LESS_KNOWN
        for player in players:
            (answer,) = dice.choices([Answer.YES, Answer.MAYBE, Answer.NO, None], [*shares, 1 - sum(shares)])
            if answer:
                brings = answering.Details(guests=("Nele",)) if answer == Answer.YES and player.name == "Ina" else None
                answering.answer_date(made[-1], player, answer, brings, by=player.account or demo.owner)
    moved = made[MOVED]
    planning.change_date(moved, _wanted(moved.day, moved.place, begins=time(18, 30)), by=demo.owner)
    planning.cancel_date(made[CANCELLED], by=demo.owner)


def days_ahead(today: date) -> list[date]:
    """List weekly days, starting a week after the last evening."""
    return [today + timedelta(weeks=number) for number in range(1, WEEKS_AHEAD + 1)]


def _wanted(day: date, place: str, begins: time = BEGINS) -> planning.Wanted:
    return planning.Wanted(day=day, begins=begins, place=place, answer_days=2)


def _find_date(evening: Evening, demo: Demo, players: list[Player], dice: Random) -> None:
    """Create the date of a past evening directly with its replies, since past dates can no longer be planned."""
    wanted = _wanted(evening.date, evening.place)
    one = Date.objects.create(
        club=demo.club,
        uuid=demo.key(evening.key),
        start=wanted.start,
        end=wanted.end,
        answer_until=wanted.answer_until,
        place=evening.place,
        changed_at=wanted.start - timedelta(days=60),
        made_by=demo.owner,
    )
    there = set(Player.objects.filter(seats__sheet__evening=evening).values_list("pk", flat=True))
    replies = [_said(one, player, demo, dice.random(), came=player.pk in there) for player in players]
    bulk_create_with_history([reply for reply in replies if reply], Reply, default_user=demo.owner)


def _said(one: Date, player: Player, demo: Demo, chance: float, *, came: bool) -> Reply | None:
    """Return a reply: players who came said yes; others mostly declined in time, some late, some never answered."""
    if not came and chance > 0.75:
        return None
    late = not came and chance > 0.6
    given = one.last_moment + timedelta(hours=20) if late else one.last_moment - timedelta(days=1 + 9 * chance)
    answer, by = Answer.YES if came else Answer.NO, player.account or demo.owner
    return Reply(date=one, player=player, answer=answer, late=late, given_at=given, given_by=by)
