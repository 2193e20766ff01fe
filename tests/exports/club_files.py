"""A club with everything that a club can have, as a file; and what may be wrong in one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any
from uuid import uuid4

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils import timezone

from dokoclub.clubs.models import Club, Invitation
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.models import Secret
from dokoclub.dates.services.answering import make_answer_link, make_calendar
from dokoclub.demo.club import Demo, demo_club, make_dates
from dokoclub.demo.evenings import make_evenings
from dokoclub.demo.money import make_accounts, make_kitty, make_payments
from dokoclub.demo.tournament import make_league
from dokoclub.evenings.models import Result, SecretLink, Sheet
from dokoclub.evenings.services.evenings import change_style, create_scoring_link, make_secret_link
from dokoclub.evenings.services.people import merge_players
from dokoclub.exports.club_file.schema import LAST, MAY, TABLES
from dokoclub.exports.club_file.writing import club_file, list_rows_of_club, read_rows
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.settlement.models import BankAccount
from dokoclub.settlement.selectors.payments import get_preview
from dokoclub.settlement.services.payments import clear_all_open
from dokoclub.standings.models import League, LeagueLink
from dokoclub.standings.services.league import make_league_link
from dokoclub.standings.services.ratings import hide_rating
from tests.cast import account
from tests.tournaments.papers import fill_tournament

EVENINGS = 6  # one a week: on every day of the year, a month is over in which one of them was
IBAN = "DE02120300000000202051"


_WRITTEN: list[str] = []
SECRETS: dict[str, set[str]] = {}  # what, and every form in which it is stored or given out


def write_filled_club() -> str:
    """Return the file of the demo club with everything; the database is as empty as before."""
    if not _WRITTEN:
        with transaction.atomic():
            club = filled(demo_club())
            SECRETS.update(secrets_of(club))
            _WRITTEN.append(former_file(club))
            transaction.set_rollback(True)
    return _WRITTEN[0]


def filled(club: Club, evenings: int = EVENINGS) -> Club:
    owner = club.memberships.filter(owner=True)[0].account
    demo = Demo(club, evenings, seed=7)
    for make in (make_evenings, make_dates, make_league, make_payments, make_kitty, make_accounts):
        make(demo)
    hide_rating(club.players.playing().filter(guest=False)[2], True)
    club.evenings.filter(closed_at=None).update(stake=Decimal("2.5"))
    clear_all_open(club, through_others=True, stamp=get_preview(club).stamp, key=uuid4(), by=owner)
    kept, merged = (
        add_player(club, name=name, short_name="", guest=True, active=True, notes="spielt gern", by=owner)
        for name in ("Isabella", "Isa")
    )
    merge_players(kept, merged, by=owner)
    fill_tournament(club, owner)
    make_secret_link(club.evenings.all()[0], by=owner)
    make_league_link(club, by=owner)
    make_answer_link(kept, by=owner)
    make_calendar(owner)
    change_style(club, ranked_by="balance", large="game", full_names=True)
    League.objects.update_or_create(
        club=club, defaults={"columns": ["points"], "framed_by": ["https://www.example.org"]}
    )
    BankAccount.objects.create(account=owner, holder="Anna", iban=IBAN)
    Invitation.objects.create(club=club, token_hash="geheim", expires_at=timezone.now() + timedelta(days=1))
    create_scoring_link(Sheet.objects.get(evening__club=club, evening__closed_at=None))
    owner.email = "anna@example.org"
    owner.set_password("Karlchen faengt den Fuchs")
    owner.save()
    Authenticator.objects.create(user=owner, type="webauthn", data={"name": "Telefon", "credential": "Schluesselbund"})
    return club


def secrets_of(club: Club) -> dict[str, set[str]]:
    owner = club.memberships.filter(owner=True)[0].account
    evening_link, league_link = SecretLink.objects.get(evening__club=club), LeagueLink.objects.get(club=club)
    pens = Sheet.objects.filter(evening__club=club).exclude(pen="")
    return {
        "IBAN": set(BankAccount.objects.values_list("iban", flat=True)),
        "invitation": set(Invitation.objects.filter(club=club).values_list("token_hash", flat=True)),
        "mail": {owner.email},
        "password": {owner.password},
        "passkey": {key.data["credential"] for key in Authenticator.objects.filter(user=owner)},
        "secret link": {evening_link.random, evening_link.token},
        "link to the league": {league_link.random, league_link.token},
        "secrets of dates": {
            word for secret in Secret.objects.all() for word in (secret.seed, secret.token, secret.token_hash)
        },
        "pen": {word for sheet in pens for word in (sheet.pen, create_scoring_link(sheet))},
    }


def former_file(club: Club) -> str:
    """The club as version 9 wrote it, the last club file of its own kind."""
    tables = [table for table in TABLES if table.since <= LAST]
    numbers: dict[str, dict[int, int]] = {"club": {club.pk: 1}}
    whole: dict[str, Any] = {"format": "dokoclub", "version": LAST}
    for table in tables:
        numbers[table.name] = {}
        whole[table.name] = []
        for pk, row in read_rows(table, list_rows_of_club(table, club), lambda name, pk: numbers[name][pk]):
            numbers[table.name][pk] = len(whole[table.name]) + 1
            whole[table.name].append(row)
    whole["totals"] = [
        {
            "sheet": numbers["sheets"][result.sheet_id],
            "player": numbers["players"][result.player_id],
            **{name: getattr(result, name) for name in ("games", "scores", "balance")},
        }
        for result in Result.objects.filter(sheet__evening__club=club).order_by("sheet_id", "player_id")
        if result.sheet_id in numbers["sheets"]
    ]
    rights = json.loads("".join(club_file(club)))["parts"]["club"].get("rights", [])
    whole["rights"] = [{key: row[key] for key in ("player", *MAY)} for row in rights]
    return write_former(whole)


def write_former(whole: dict[str, Any]) -> str:
    """A row a line, as that version wrote it."""
    heads = [f'"format": "{whole["format"]}"', f'"version": {whole["version"]}']
    for name, rows in whole.items():
        if isinstance(rows, list):
            lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
            heads.append(
                f'"{name}": [' + "".join(f"{',' if at else ''}\n{line}" for at, line in enumerate(lines)) + "]"
            )
    return "{\n" + ",\n".join(heads) + "\n}\n"


def brought_in(content: str) -> Club:
    return found_from_file(BytesIO(content.encode()), key=uuid4(), by=account("Anna"))


def changed(written: str, change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(written)
    change(document)
    return json.dumps(document)


def row(table: str, at: int = 0, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda document: document[table][at].update(values)


def more(table: str, by: int = 1) -> Callable[[dict[str, Any]], object]:
    """One of the numbers of the last row is wrong."""
    return lambda document: document["totals"][-1].update({table: document["totals"][-1][table] + by})


def struck(document: dict[str, Any]) -> dict[str, Any]:
    """A row that was struck: a game that is written twice, and then no more."""
    one = next(entry for entry in document["entries"] if entry["kind"] == "normal")
    last = max(entry["position"] for entry in document["entries"] if entry["sheet"] == one["sheet"])
    again: dict[str, Any] = one | {
        "uuid": str(uuid4()),
        "position": last + 1,
        "number": None,
        "struck_at": one["written_at"],
    }
    document["entries"].append(again)
    return again
