"""A whole club as a file: complete, without secrets, and the same club again wherever it is brought in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.utils import timezone, translation

from dokoclub.clubs.models import Awaited, Club, Invitation, Membership
from dokoclub.clubs.services.demo import demo_club
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.demo import seed_dates
from dokoclub.dates.models import Secret
from dokoclub.dates.services import make_answer_link, make_calendar
from dokoclub.evenings.demo.evenings import seed_evenings as seed_evenings
from dokoclub.evenings.ledger.check import check_sheets
from dokoclub.evenings.models import Entry, SecretLink, Sheet
from dokoclub.evenings.services import (
    change_style,
    correct_player,
    correct_rules,
    give_pen,
    link_token,
    make_secret_link,
    merge_players,
)
from dokoclub.exports.club_file.reading import Refused, open_file
from dokoclub.exports.club_file.schema import LEFT_OUT, TABLES, VERSION
from dokoclub.exports.club_file.table import Table
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services.club_files import found_from_file
from dokoclub.look.refusals import Reused
from dokoclub.settlement.demo.accounts import seed_accounts as seed_accounts
from dokoclub.settlement.demo.cash_box import seed_cash_box as seed_cash
from dokoclub.settlement.demo.payments import seed_payments as seed_money
from dokoclub.settlement.models import BankAccount
from dokoclub.settlement.selectors.clearing import preview_of
from dokoclub.settlement.services.clearing import clear_all_open
from dokoclub.standings.demo import seed_league as seed_league
from dokoclub.standings.models import League, LeagueLink
from dokoclub.standings.services import hide_rating, make_league_link
from scoring.rules.presets import DDV, PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast, account
from tests.evenings import papers
from tests.evenings.rows import insert_entry, strike_entry
from tests.tournaments.papers import fill_tournament

EVENINGS = 6  # one a week: on every day of the year, a month is over in which one of them was
IBAN = "DE02120300000000202051"


_WRITTEN: list[str] = []
_SECRETS: dict[str, set[str]] = {}  # what, and every form in which it is stored or given out


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def written(db: None) -> str:
    """The demo club with everything that a club can have, as a file; the database is as empty as before."""
    if not _WRITTEN:
        with transaction.atomic():
            club = filled(demo_club())
            _SECRETS.update(secrets_of(club))
            _WRITTEN.append("".join(club_file(club)))
            transaction.set_rollback(True)
    return _WRITTEN[0]


def filled(club: Club, evenings: int = EVENINGS) -> Club:
    owner = club.memberships.filter(owner=True)[0].account
    seed_evenings(club, evenings, 7)
    seed_dates(club, evenings, 7)
    seed_league(club, evenings, 7)
    seed_money(club, evenings, 7)
    seed_cash(club, evenings, 7)
    seed_accounts(club, evenings, 7)
    hide_rating(club.players.playing().filter(guest=False)[2], True)
    club.evenings.filter(closed_at=None).update(stake=Decimal("2.5"))
    clear_all_open(club, through_others=True, stamp=preview_of(club).stamp, key=uuid4(), by=owner)
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
    give_pen(Sheet.objects.get(evening__club=club, evening__closed_at=None))
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
        "secret link": {evening_link.random, link_token(evening_link)},
        "link to the league": {league_link.random, link_token(league_link)},
        "secrets of dates": {
            word for secret in Secret.objects.all() for word in (secret.seed, secret.token, secret.token_hash)
        },
        "pen": {word for sheet in pens for word in (sheet.pen, give_pen(sheet))},
    }


def brought_in(content: str) -> Club:
    return found_from_file(BytesIO(content.encode()), key=uuid4(), by=account("Anna"))


# --- There and back ---------------------------------------------------------------------------------------------------


def test_the_club_of_the_test_has_everything(written: str) -> None:
    assert [name for name, rows in json.loads(written).items() if rows == []] == []


def test_it_is_the_same_club_again(written: str) -> None:
    club = brought_in(written)
    assert "".join(club_file(club)) == written
    assert club.evenings.get(closed_at=None).stake == Decimal("2.5")
    assert [problem for _, problems in check_sheets() for problem in problems] == []
    assert [*club.memberships.values_list("account__username", "owner")] == [("anna", True)]
    assert Entry.objects.count() == Entry.history.count() > 100
    assert club.players.exclude(honour=None).exists()
    here = {str(pk) for pk in club.players.values_list("pk", flat=True)}
    assert {facts["by"] for facts in redeals(club) if "by" in facts} <= here
    assert any("reason" in facts for facts in redeals(club))


def redeals(club: Club) -> list[dict[str, Any]]:
    found = Entry.objects.filter(sheet__evening__club=club, kind="redeal")
    return list(found.values_list("facts", flat=True))


def test_a_sheet_that_was_corrected_as_a_whole_is_the_same_there(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = papers.sheet(cast)
    rows = [papers.write(cast, sheet, papers.anna_ben(cast, augen)) for augen in (120, 155, 131)]
    said: dict[str, Any] = {"by": cast.ben, "confirmed": True}

    def seen() -> int:
        return Sheet.objects.get(pk=sheet.pk).version

    insert_entry(rows[1], papers.anna_ben(cast, 140), by=cast.ben)
    correct_rules(sheet.evening, PRESETS["hausrunde"].rules, key=uuid4(), seen={sheet.pk: seen()}, **said)
    dora, emil = cast.players["Dora"], cast.players["Emil"]
    told: dict[str, Any] = {"was": dora, "really": emil, "first": 1, "last": 2}
    correct_player(sheet, **told, key=uuid4(), seen={sheet.pk: seen()}, **said)
    before = papers.totals(sheet)
    found = found_from_file(BytesIO("".join(club_file(cast.club)).encode()), key=uuid4(), by=cast.ben)
    there = Sheet.objects.get(evening__club=found)

    assert papers.totals(there) == before
    assert there.rules == Sheet.objects.get(pk=sheet.pk).rules
    assert [wrong for _, wrongs in check_sheets() for wrong in wrongs] == []


def test_own_solos_come_along(cast: Cast) -> None:
    own = replace(DDV, solo_names={"zehner": "Zehnersolo"}, solos=("damen", "zehner"))
    sheet = papers.sheet(cast, rules=own)
    papers.write(cast, sheet, papers.solo(cast, "Anna", 130, solo="zehner"))
    cast.club.rules_versions.update(rules=store_rules(own))
    found = found_from_file(BytesIO("".join(club_file(cast.club)).encode()), key=uuid4(), by=cast.ben)
    assert found.rules_versions.get().parsed == own
    [entry] = Entry.objects.filter(sheet__evening__club=found)
    assert (entry.facts["solo"], entry.sheet.parsed.solo_names) == ("zehner", {"zehner": "Zehnersolo"})
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_beside_other_clubs_and_the_original(written: str) -> None:
    add_player(demo_club(), name="Zuerst", short_name="", guest=False, active=True, notes="", by=account("Ben"))
    first, second = (
        found_from_file(BytesIO(written.encode()), key=uuid4(), by=account(name)) for name in ("Anna", "Cleo")
    )
    assert "".join(club_file(first)) == "".join(club_file(second)) == written


def test_an_evening_goes_on_where_it_stopped(written: str) -> None:
    club = brought_in(written)
    sheet = club.evenings.get(closed_at=None).sheets.get()
    last = sheet.entries.counted().latest("position")
    strike_entry(last, by=club.memberships.get().account)
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_the_same_form_founds_one_club(written: str) -> None:
    anna, key = account("Anna"), uuid4()
    assert [found_from_file(BytesIO(written.encode()), key=key, by=anna) for _ in range(2)] == [Club.objects.get()] * 2
    with pytest.raises(Reused):
        found_from_file(BytesIO(written.encode()), key=key, by=account("Ben"))


# --- Complete, and without secrets ------------------------------------------------------------------------------------


def of_the_project() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model.__module__.startswith("dokoclub.")]


def test_every_model_is_in_it_or_named_as_left_out() -> None:
    known = {table.model for table in TABLES} | {apps.get_model(label) for label in LEFT_OUT}
    unknown = [model._meta.label for model in of_the_project() if model not in known]
    assert [label for label in unknown if not label.split(".")[1].startswith("Historical")] == []
    assert {table.model for table in TABLES} & {apps.get_model(label) for label in LEFT_OUT} == set()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_field_is_in_it_or_named_as_left_out(table: Table) -> None:
    fields = {field.name for field in table.model._meta.concrete_fields if not field.primary_key}
    assert fields == {*table.columns, *table.left_out}
    assert len(fields) == len(table.columns) + len(table.left_out)


def test_no_field_of_it_opens_a_door(written: str) -> None:
    secret = {"password", "email", "token_hash", "random", "pen", "iban", "account", "key", "session_seal"}
    assert [name for table in TABLES for name in table.columns if name in secret] == []
    for what, words in _SECRETS.items():
        assert all(words), what
        assert len(words) > 0, what
        assert [word for word in words if word in written] == [], what
    for word in (IBAN, "geheim", "username", "opened_by"):
        assert word not in written


# --- Refused ----------------------------------------------------------------------------------------------------------


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


WRONG: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda document: document.update(format="andere"), "This is not the file of a club."),
    (
        lambda document: document.update(version=VERSION + 1),
        "A newer version of dokoclub wrote this file; this one must be updated first.",
    ),
    (lambda document: document.update(version="1"), "This is not the file of a club."),
    (lambda document: document.update(version=True), "This is not the file of a club."),
    (lambda document: document.update(version=0), "This is not the file of a club."),
    (lambda document: document.pop("version"), "This is not the file of a club."),
    (lambda document: document.pop("players"), "players: This must be a list of rows."),
    (lambda document: document.update(passwords=[]), "passwords: There is no such table."),
    (lambda document: document["club"].clear(), "club: There must be exactly one club in it."),
    (lambda document: document["players"][1].pop("notes"), "players 2 notes: This is missing"),
    (row("players", account=1), "players 1 account: This is missing, or does not belong here."),
    (row("players", name=7), "players 1 name: This must be a text."),
    (row("players", guest="ja"), "players 1 guest: This must be true or false."),
    (row("players", tint=13), "players 1 tint: "),
    (row("players", tint=0), "players 1 tint: "),
    (row("players", monogram="ABC"), "players 1 monogram: "),
    (row("players", club=2), "players 1 club: There is no such row."),
    (row("players", club=True), "players 1 club: There is no such row."),
    (row("players", 1, name="Anna"), "players"),
    (row("evenings", date="gestern"), "evenings 1 date: "),
    (row("evenings", stake=-1), "evenings 1 stake: "),
    (row("evenings", date=None), "evenings 1 date: This must not be empty."),
    (row("rules_versions", preset="haus"), "rules_versions 1 preset: This cannot be understood."),
    (row("rules_versions", preset=["ddv"]), "rules_versions 1 preset: This cannot be understood."),
    (row("players", name="A\ud800"), "players 1: This is not JSON that can be stored"),
    (row("evenings", place="\0"), "evenings 1: This is not JSON that can be stored"),
    (row("evenings", date="2026-01-0\udfff"), "evenings 1: This is not JSON that can be stored"),
    (
        lambda document: document["evenings"][0].update({"a\ud83d": 1}),
        "evenings 1: This is not JSON that can be stored",
    ),
    (lambda document: document.update({"a\ud83d": []}), "This is not a JSON file."),
    (row("evenings", stake=float("inf")), "evenings 1: This is not JSON that can be stored"),
    (row("evenings", stake=float("nan")), "evenings 1: This is not JSON that can be stored"),
    (row("evenings", stake=10**30), "evenings 1: This is not JSON that can be stored"),
    (row("dates", uid=""), "dates 1 uid: This cannot be understood."),
    (row("entries", facts={"kind": "normal", "kontra": [""]}), "entries 1 facts: This cannot be understood."),
    (
        lambda document: struck(document).update(facts={"kind": "manual"}),
        "The games of this sheet cannot be understood.",
    ),
    (
        lambda document: struck(document).update(facts={"kind": "redeal", "reason": "fives"}),
        "The games of this sheet cannot be understood.",
    ),
    (lambda document: struck(document).update(attribution={"extras": {"re": 1}}), "This must be an object."),
    (row("payments", cents=123_456), "payments: The payments do not come to what they settle."),
    (row("sheets", players=["1", "2", "3", "999"]), "sheets 1 players: This cannot be understood."),
    (row("sheets", players=["1", "2", "3"]), "sheets 1: Four to seven players sit at a table."),
    (row("sheets", rules={"version": 1}), "sheets 1 rules: "),
    (row("entries", facts={"kind": "normal"}), "sheets 1: The games of this sheet cannot be understood."),
    (row("entries", facts={"kind": "redeal", "reason": "fives"}), "The games of this sheet cannot be understood."),
    (row("entries", facts={"kind": "redeal", "by": "999"}), "entries 1 facts: This cannot be understood."),
    (row("entries", facts={"kind": "redeal", "by": ["1"]}), "entries 1 facts: This cannot be understood."),
    (row("entries", facts=None), "entries 1 facts: This cannot be understood."),
    (row("entries", -1, number=99), ": The games of this sheet are not numbered as they were played."),
    (row("entries", 1, position=1), "entries 1–"),
    (row("dates", kind=""), "dates 1 kind: This cannot be understood."),
    (row("dates", state="gone"), "dates 1 state: This cannot be understood."),
    (row("dates", start="gestern"), "dates 1 start: "),
    (row("dates", end="2020-01-01T00:00:00+00:00"), "dates 1"),
    (row("dates", kept={"1": "paid"}), "dates 1 kept: This cannot be understood."),
    (row("dates", kept=[]), "dates 1 kept: This cannot be understood."),
    (row("replies", answer="ja"), "replies 1 answer: This cannot be understood."),
    (row("replies", guests=["Nele"] * 4), "replies 1 guests: This cannot be understood."),
    (row("replies", guests=["\u202e"]), "replies 1 guests: "),
    (row("replies", player=999), "replies 1 player: There is no such row."),
    (row("replies", comes_at="spaeter"), "replies 1 comes_at: "),
    (row("rights", player=999), "rights 1 player: There is no such row."),
    (row("rights", 1, player=1), "rights 2 player: There is no such row."),
    (row("rights", owner=1), "rights 1: This cannot be understood."),
    (row("rights", account="anna"), "rights 1: This cannot be understood."),
    (lambda document: document.pop("rights"), "rights: This must be a list of rows."),
    (row("cash_entries", reverses=1), "cash_entries 1 reverses: There is no such row."),
    (more("scores"), "The totals of this sheet are not those of its games."),
    (more("sheet", 99), "There is no such row."),
    (lambda document: document["totals"].pop(), "The totals of this sheet are not those of its games."),
]


@pytest.mark.parametrize(("change", "problem"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_nothing_is_written_where_anything_is_wrong(
    written: str, change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    with pytest.raises(Refused) as refusal:
        brought_in(changed(written, change))
    assert problem in str(refusal.value.problems[0])
    assert not Club.objects.exists()


def test_a_struck_row_comes_along(written: str) -> None:
    club = brought_in(changed(written, struck))
    assert Entry.objects.filter(sheet__evening__club=club).exclude(struck_at=None).exists()
    assert [problem for _, problems in check_sheets() for problem in problems] == []


def test_dates_keep_the_uid_that_calendars_know(written: str) -> None:
    uids = [date["uid"] for date in json.loads(written)["dates"]]
    assert uids == [*brought_in(written).dates.order_by("pk").values_list("uid", flat=True)]


def test_dates_of_an_older_file_get_a_uid_each(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 7
        for date in document["dates"]:
            del date["uid"]

    uids = [*brought_in(changed(written, change)).dates.values_list("uid", flat=True)]
    assert len(set(uids)) == len(uids) > 1
    assert all(uids)


def test_a_file_from_before_there_were_dates_is_read(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 2
        del document["dates"], document["replies"]

    club = brought_in(changed(written, change))
    assert not club.dates.exists()
    assert Entry.objects.count() > 100


def test_a_file_from_before_there_were_cards_deals_them(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 4
        for player in document["players"]:
            del player["tint"], player["monogram"]

    club = brought_in(changed(written, change))
    tints = list(club.players.order_by("pk").values_list("tint", flat=True))
    assert tints == [place % 12 + 1 for place in range(len(tints))]


def test_a_file_from_before_there_were_rights_awaits_nobody(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        document["version"] = 6
        del document["rights"]

    club = brought_in(changed(written, change))
    assert not Awaited.objects.filter(player__club=club).exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"null", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_club_at_all(content: bytes) -> None:
    with pytest.raises(Refused), open_file(BytesIO(content)):
        pass


def test_all_problems_at_once(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        for player in document["players"]:
            player["guest"] = "ja"

    with pytest.raises(Refused) as refusal, open_file(BytesIO(changed(written, change).encode())):
        pass
    assert len(refusal.value.problems) == len(json.loads(written)["players"])


# --- The command ------------------------------------------------------------------------------------------------------


def test_the_command_brings_a_club_in(written: str, tmp_path: Path) -> None:
    account("Anna")
    (tmp_path / "club.json").write_text(written, encoding="utf-8")
    out = StringIO()
    call_command("import_club", str(tmp_path / "club.json"), owner="ANNA", stdout=out)
    club = Club.objects.get()
    assert out.getvalue() == f"{club.name} is here; Anna owns it.\n"
    assert Membership.objects.get().owner


def test_the_command_says_what_is_wrong(written: str, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    with pytest.raises(CommandError, match="Nobody signs in as anna"):
        call_command("import_club", str(path), owner="anna")
    account("Anna")
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_club", str(path), owner="anna")
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match="This is not the file of a club"):
        call_command("import_club", str(path), owner="anna")


# --- Texts ------------------------------------------------------------------------------------------------------------


HALF = json.loads('"\\ud800"')


def test_what_nobody_sees_is_left_out(written: str) -> None:
    club = brought_in(changed(written, row("players", name="\ufeffAn\u00adna \u202e👨‍👩‍👧", notes="a\u200b\r\nb")))
    player = club.players.order_by("pk")[0]
    assert (player.name, player.notes) == ("Anna 👨‍👩‍👧", "a\nb")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a text stands, or a key."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield (*path, key, "as a key")
            yield from places(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from places(one, (*path, number))
    elif isinstance(value, str):
        yield path


def spoiled(document: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    *way, last = path
    if last == "as a key":
        *way, last = way
    inside: Any = document
    for step in way:
        inside = inside[step]
    if path[-1] == "as a key":
        inside[last + HALF] = inside.pop(last)
    else:
        inside[last] += HALF
    return document


def test_half_a_character_anywhere_ends_in_a_sentence_or_is_left_out(written: str) -> None:
    chance = Random("halves")
    everywhere = [*places(json.loads(written))]
    said: list[str] = []
    for chosen in chance.sample(everywhere, 25) + [path for path in everywhere if len(path) == 2][:10]:
        try:
            with transaction.atomic():
                club = brought_in(json.dumps(spoiled(json.loads(written), chosen)))
                assert club.players.exists(), chosen
                transaction.set_rollback(True)
        except Refused as refused:
            said.append("\n".join(map(str, refused.problems)))
    assert said
    assert [one for one in said if not one.encode()] == []
