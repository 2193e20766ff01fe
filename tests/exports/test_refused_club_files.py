"""Files of clubs that are not taken: every problem is named by table, row and field, and texts are cleaned."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.db import transaction

from dokoclub.clubs.models import Club
from dokoclub.exports.club_file.reading import InvalidClubFile, open_file
from dokoclub.exports.club_file.schema import LAST
from scoring.rules.rules import Rules, restore_rules
from tests.exports.club_files import (
    brought_in,
    changed,
    more,
    row,
    struck,
)
from tests.portions import due
from tests.scoring.random_rules import careless_overrides

pytestmark = pytest.mark.usefixtures("english")

WRONG: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda document: document.update(format="andere"), "Choose a club file."),
    (
        lambda document: document.update(version=LAST + 1),
        "A newer version of dokoclub wrote this file; this one must be updated first.",
    ),
    (lambda document: document.update(version="1"), "Choose a club file."),
    (lambda document: document.update(version=True), "Choose a club file."),
    (lambda document: document.update(version=0), "Choose a club file."),
    (lambda document: document.pop("version"), "Choose a club file."),
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
    (row("evenings", date="2062-01-01"), "evenings 1 date: Choose a day up to today."),
    (row("cash_entries", day="2062-01-01"), "cash_entries 1 day: Choose a day up to today."),
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
    (lambda document: document.update({"a\ud83d": []}), "Choose a JSON file."),
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
    (row("entries", -1, number=99), ": The games on this sheet are numbered out of order."),
    (row("entries", 1, position=1), "entries 1–"),
    (row("dates", kind=""), "dates 1 kind: This cannot be understood."),
    (row("dates", state="gone"), "dates 1 state: This cannot be understood."),
    (row("dates", start="gestern"), "dates 1 start: "),
    (row("dates", start="2026-12-01"), "dates 1 start: This needs its time and offset"),
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
    (more("scores"), "This sheet's totals don't match its games."),
    (more("sheet", 99), "There is no such row."),
    (lambda document: document["totals"].pop(), "This sheet's totals don't match its games."),
]


@pytest.mark.cases
@pytest.mark.parametrize(("change", "problem"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_nothing_is_written_where_anything_is_wrong(
    written: str, change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    with pytest.raises(InvalidClubFile) as refusal:
        brought_in(changed(written, change))
    assert problem in str(refusal.value.problems[0])
    assert not Club.objects.exists()


@pytest.mark.parametrize("seed", range(12))
def test_any_rules_are_brought_in_or_refused_in_a_sentence(written: str, seed: int) -> None:
    """Also such as contradict themselves; no sheet follows them, for a club's own rules are copied to each."""
    document = json.loads(written)
    version = document["rules_versions"][0]
    version["rules"] |= careless_overrides(Random(seed), 0.1)
    if isinstance(restore_rules(version["rules"]), Rules):
        assert brought_in(json.dumps(document)).rules_versions.count()
        return
    with pytest.raises(InvalidClubFile) as refusal:
        brought_in(json.dumps(document))
    assert "rules_versions 1" in str(refusal.value.problems[0])


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"null", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_club_at_all(content: bytes) -> None:
    with pytest.raises(InvalidClubFile), open_file(BytesIO(content)):
        pass


def test_all_problems_at_once(written: str) -> None:
    def change(document: dict[str, Any]) -> None:
        for player in document["players"]:
            player["guest"] = "ja"

    with pytest.raises(InvalidClubFile) as refusal, open_file(BytesIO(changed(written, change).encode())):
        pass
    assert len(refusal.value.problems) == len(json.loads(written)["players"])


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
    for chosen in due(chance.sample(everywhere, 25) + [path for path in everywhere if len(path) == 2][:10]):
        try:
            with transaction.atomic():
                club = brought_in(json.dumps(spoiled(json.loads(written), chosen)))
                assert club.players.exists(), chosen
                transaction.set_rollback(True)
        except InvalidClubFile as refused:
            said.append("\n".join(map(str, refused.problems)))
    assert said
    assert [one for one in said if not one.encode()] == []
