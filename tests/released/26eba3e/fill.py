"""Ran once, inside 26eba3e: a club with everything that a club could have then. Never brought up to date.

It speaks of modules as they were called in that commit; see make.py beside its folder.
"""

from __future__ import annotations

import os
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

import django
import time_machine

os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
django.setup()

from django.apps import apps  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone, translation  # noqa: E402
from django.utils.module_loading import import_string  # noqa: E402

from dokoclub.accounts import services as accounts
from dokoclub.accounts.services import registration  # noqa: E402
from dokoclub.accounts.models import Account, fresh_token  # noqa: E402
from dokoclub.clubs.models import Club  # noqa: E402
from dokoclub.clubs.services import clubs
from dokoclub.clubs.services import invitations
from dokoclub.clubs.services import members
from dokoclub.clubs.services import players
from dokoclub.clubs.services import clubs as clubs_services  # noqa: E402
from dokoclub.clubs.services.demo import house_rules  # noqa: E402
from dokoclub.clubs.services.erasure import erase_player  # noqa: E402
from dokoclub.evenings.services import people as people_evenings
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.evenings import services as evenings  # noqa: E402
from dokoclub.evenings.models import Entry, Sheet  # noqa: E402
from dokoclub.exports.services import reading as reading_services
from dokoclub.exports.services import importing
from dokoclub.exports.services import reading  # noqa: E402
from dokoclub.ui.forms import folded  # noqa: E402
from dokoclub.settlement.services import payments  # noqa: E402
from dokoclub.settlement.models import Payment  # noqa: E402
from dokoclub.settlement.services.cash_box import save_bank_account  # noqa: E402
from dokoclub.standings.services import league
from dokoclub.standings.services import league  # noqa: E402
from scoring.presets import NEW_CLUB  # noqa: E402
from scoring.standings_columns import COLUMNS  # noqa: E402
from tests.released.asked import OWNER, PASSWORD  # noqa: E402

TONIGHT: Final = datetime(2026, 11, 22, 22, 5, tzinfo=ZoneInfo("Europe/Berlin"))
KEY: Final = UUID("26eba3e0-6521-4d6f-8b6f-636c75620001")  # of the club: it throws the dice, too
EVENINGS, SEED = 7, 6
IBAN: Final = "DE02120300000000202051"
MEMBERS: Final = ("Waltraud", "Bernd", "Thea", "Dirk", "Ebru", "Friedhelm", "Gesa")
GUESTS: Final = ("Henning", "Ilse")
OLD_SHEET: Final = b"Waltraud;Bernd;Thea;Jochen\n2;2;-2;-2\n-1;5;1;-5\n"
EMPTY: Final = {"Account_groups", "Account_user_permissions"}


def main() -> None:
    owner = founder()
    club = clubs.found_club(name="Deichrunde Büsum", preset=NEW_CLUB, player_name="Waltraud", key=KEY, by=owner)
    people(club, owner)
    clubs_services.change_rules(club, house_rules(), preset=NEW_CLUB, expected=1, key=key("rules"), by=owner)
    for path in settings.SEED_DEMO:
        import_string(path)(club, EVENINGS, SEED)
    of_evenings(club, owner)
    of_money(club, owner)
    old_sheets(club, owner)
    call_command("seed_demo", evenings=0, verbosity=0)  # beside it, as at home
    call_command("check_ledger", verbosity=0)
    refuse_gaps()


def founder() -> Account:
    return accounts.register(
        username=OWNER,
        display_name="Waltraud",
        password=PASSWORD,
        permitted=False,
        first_code=registration.first_account_code() or "",
    )


def people(club: Club, owner: Account) -> None:
    """By invitation: who writes, who keeps the money, who only reads; the others have no account. One is erased."""
    for name in MEMBERS[1:4]:
        token = fresh_token()
        invitation = invitations.invite(
            club,
            token=token,
            player=None,
            scorer=name == "Bernd",
            treasurer=name == "Thea",
            single_use=True,
            expires_at=timezone.now() + timedelta(days=7),
            by=owner,
        )
        account = accounts.register(username=name.lower(), display_name=name, password=PASSWORD, permitted=True)
        membership = invitations.accept(invitation, player_name=name, by=account)
    members.login_link(membership, by=owner)
    for name in (*MEMBERS[4:], *GUESTS, "Kurt"):
        players.add_player(
            club, name=name, short_name=name[:3], guest=name in GUESTS, active=True, notes="spielt gern", by=owner
        )
    erase_player(club.players.get(name="Kurt"), by=owner)


def of_evenings(club: Club, owner: Account) -> None:
    kept, merged = (club.players.get(name=name) for name in GUESTS)
    people_evenings.merge_players(kept, merged, by=owner)
    oldest = club.evenings.order_by("date")[0]
    evenings_evenings.make_secret_link(oldest, by=owner)
    newest = club.evenings.exclude(closed_at=None).order_by("-date")[0]
    evenings_evenings.delete_evening(newest, typed=newest.date, by=owner)
    evenings_evenings.change_style(club, ranked_by="balance", large="game", full_names=True)
    league.make_league_link(club, by=owner)
    league.choose_columns(club, COLUMNS)
    sheet = Sheet.objects.get(evening__club=club, evening__closed_at=None)
    write_what_is_rare(sheet, owner)
    evenings_evenings.give_pen(sheet)


def write_what_is_rare(sheet: Sheet, owner: Account) -> None:
    """Every kind of row that the dice may not have thrown, and one struck."""
    four = sheet.players[:4]
    for number, facts in enumerate(
        (
            {"kind": "redeal"},
            {"kind": "penalty", "points": {four[0]: -6}, "reason": "Falsch bedient"},
            {"kind": "table", "players": four, "dealer": four[0]},
            {"kind": "manual", "players": four, "winners": four[:2], "value": 2},
            {"kind": "solo", "solo": "damen", "re": four[:1], "kontra": four[1:], "re_points": 140},
        )
    ):
        entry = evenings.write_entry(sheet, facts, uuid=key(f"row {number}"), expected=None, by=owner)
    sheet.refresh_from_db()
    evenings.strike_entry(entry, seen=sheet.version, by=owner, confirmed=True)


def of_money(club: Club, owner: Account) -> None:
    save_bank_account(owner, holder="Waltraud Petersen", iban=IBAN)
    payments.take_back_payment(Payment.objects.filter(club=club).order_by("pk")[0], by=owner)


def old_sheets(club: Club, owner: Account) -> None:
    """One import that is done, and a draft."""
    made = reading.hand_in(club, [reading.Upload("2020.csv", OLD_SHEET)], key=key("import"), by=owner)
    by_name: dict[str, Any] = {folded(player.name): player.pk for player in club.players.active()}
    headings = {folded(name) for names in made.sheets.values_list("names", flat=True) for name in names}
    who = {heading: by_name.get(heading, reading_services.NEW_MEMBER) for heading in headings}
    decided = reading_services.Decided(options={}, days={}, players=who, first_day=date(2020, 1, 3))
    made = importing.begin(reading_services.decide(made, decided), by=owner)
    importing.go_on(made, by=owner)
    reading.hand_in(club, [reading.Upload("Entwurf.csv", OLD_SHEET)], key=key("draft"), by=owner)


def refuse_gaps() -> None:
    """Every model has rows, and every kind of row was written."""
    ours = [model for model in apps.get_models(include_auto_created=True) if model.__module__.startswith("dokoclub.")]
    empty = {model.__name__ for model in ours if not model._default_manager.exists()}
    assert empty == EMPTY, empty
    kinds = set(Entry.objects.values_list("kind", flat=True))
    assert kinds == {
        "normal", "hochzeit", "armut", "solo", "stille_hochzeit", "manual", "redeal", "penalty", "table"
    }, kinds  # fmt: skip
    assert Entry.objects.exclude(changed_at=None).exists()


def key(what: str) -> UUID:
    return uuid5(KEY, what)


with time_machine.travel(TONIGHT, tick=False), translation.override("de"):
    main()
