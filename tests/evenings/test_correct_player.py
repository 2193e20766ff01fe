"""Replacing a wrong player in some games: everything recorded about the player follows, and so do the seats."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from dokoclub.core import http as errors_look
from dokoclub.evenings.domain.sheet_state import read_sheet
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors import corrections
from dokoclub.evenings.services import corrections as corrections_services
from dokoclub.evenings.services import errors, sheets
from dokoclub.tournaments.models import Tournament
from scoring.game.sheet import fold_rows
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.dice import Dice
from tests.evenings.papers import anna_ben, solo, totals, write
from tests.evenings.papers import game as a_game
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry, insert_entry, strike_entry, write_entry
from tests.evenings.sending import batch, game, is_sound, now, send
from tests.evenings.views import phone, url


def exchange(cast: Cast, sheet: Sheet, was: str, really: str, first: int, last: int, **more: Any) -> Sheet:
    said = {"key": uuid4(), "by": cast.ben, "seen": {sheet.pk: now(sheet).version}, "confirmed": True, **more}
    one, other = cast.players[was], cast.players[really]
    return corrections_services.correct_player(sheet, was=one, really=other, first=first, last=last, **said)


def refused(cast: Cast, sheet: Sheet, *what: Any) -> list[str]:
    with pytest.raises(errors.Impossible) as impossible:
        exchange(cast, sheet, *what)
    return [f"{problem.field}: {problem}" for problem in impossible.value.problems]


def dealers(cast: Cast, sheet: Sheet) -> list[str]:
    names = {str(player.pk): name for name, player in cast.players.items()}
    folded = read_sheet(now(sheet))
    return [names[line.dealer] for line in folded.lines if line.number] + [names[folded.paper.next.dealer]]


def tables(cast: Cast, sheet: Sheet) -> list[list[str]]:
    names = {str(player.pk): name for name, player in cast.players.items()}
    return [[names[player] for player in seating] for seating in read_sheet(now(sheet)).seatings]


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Return a sheet of six games; Dora deals the fourth."""
    cast.guest("Emil")
    sheet = new_sheet(cast, rules="hausrunde")
    for augen in (131, 155, 120, 140, 131, 90):
        write(cast, sheet, anna_ben(cast, augen))
    return sheet


# --- The effect -------------------------------------------------------------------------------------------------------


def test_from_the_first_game_on_and_then_it_was_dora_again(cast: Cast, sheet: Sheet) -> None:
    before, deals = totals(sheet), dealers(cast, sheet)
    lines = read_sheet(sheet).lines
    exchange(cast, sheet, "Dora", "Emil", 1, 4)
    after = totals(sheet)

    assert after["Dora"] + after["Emil"] == before["Dora"]
    assert after["Emil"] == sum(line.score.scores[cast.ids("Dora")[0]] for line in lines[:4])
    assert {name: after[name] for name in ("Anna", "Ben", "Cleo")} == {
        name: before[name] for name in ("Anna", "Ben", "Cleo")
    }
    assert tables(cast, sheet) == [["Anna", "Ben", "Cleo", "Emil"], ["Anna", "Ben", "Cleo", "Dora"]]
    assert dealers(cast, sheet) == ["Emil" if name == "Dora" and at < 4 else name for at, name in enumerate(deals)]
    assert is_sound(sheet)
    call_command("check_ledger", verbosity=0)


def test_in_the_middle_and_to_the_end(cast: Cast, sheet: Sheet) -> None:
    exchange(cast, sheet, "Dora", "Emil", 2, 3)
    assert tables(cast, sheet) == [
        ["Anna", "Ben", "Cleo", "Dora"],
        ["Anna", "Ben", "Cleo", "Emil"],
        ["Anna", "Ben", "Cleo", "Dora"],
    ]
    exchange(cast, sheet, "Anna", "Emil", 5, 6)
    assert tables(cast, sheet)[-1] == ["Emil", "Ben", "Cleo", "Dora"]  # still at the table
    assert [row.position for row in sheet.entries.order_by("position")] == [*range(1, 10)]
    assert is_sound(sheet)


def test_everything_that_is_said_of_a_game_follows(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast, rules="hausrunde")
    anna, ben, cleo, dora = cast.ids("Anna", "Ben", "Cleo", "Dora")
    (emil,) = cast.ids("Emil")
    said = {"announced": {"kontra": {"kontra": dora}}, "extras": {"kontra": {"fuchs": [{"by": dora, "from": anna}]}}}
    told = anna_ben(cast, 131, announced={"kontra": "kontra"}, extras={"kontra": {"fuchs": 1}})
    write(cast, sheet, told, attribution=said)
    write(cast, sheet, solo(cast, "Dora", 130))
    write(cast, sheet, {"kind": "manual", "points": {anna: 1, ben: 1, cleo: 1, dora: -3}})
    write(cast, sheet, {"kind": "manual", "players": [anna, ben, cleo, dora], "winners": [dora], "value": 2})
    write(cast, sheet, {"kind": "penalty", "points": {dora: -5}, "reason": "verworfen"})
    write(cast, sheet, {"kind": "redeal", "by": dora})
    exchange(cast, sheet, "Dora", "Emil", 1, 4)

    kept = [*sheet.entries.order_by("position").values_list("facts", "attribution")]
    assert f'"{dora}"' not in str(kept).replace("'", '"')
    assert kept[0][1]["extras"]["kontra"]["fuchs"] == [{"by": emil, "from": anna}]
    assert kept[1][0]["re"] == [emil]
    assert kept[4][0]["points"] == {emil: -5}
    assert is_sound(sheet)


def test_who_sat_out_played(cast: Cast) -> None:
    """Five are at the table and nobody comes or goes: the two change places in the game."""
    cast.guest("Emil")
    sheet = new_sheet(cast, "Anna", "Ben", "Cleo", "Dora", "Emil", dealer="Emil")
    write(cast, sheet, anna_ben(cast))
    write(cast, sheet, a_game(cast, ("Ben", "Cleo"), ("Dora", "Emil"), 131))
    exchange(cast, sheet, "Dora", "Emil", 1, 1)
    entry = Entry.objects.get(sheet=sheet, number=1)

    assert entry.facts["kontra"] == cast.ids("Cleo", "Emil")
    assert len(tables(cast, sheet)) == 1
    assert dealers(cast, sheet)[:2] == ["Emil", "Anna"]
    assert is_sound(sheet)


def test_the_pflichtsolo_is_that_of_who_played_it(cast: Cast) -> None:
    cast.guest("Emil")
    sheet = new_sheet(cast)
    assert sheet.parsed.pflichtsolo
    write(cast, sheet, solo(cast, "Dora", 130))
    for _ in range(2):
        write(cast, sheet, anna_ben(cast))
    exchange(cast, sheet, "Dora", "Emil", 1, 2)
    folded = read_sheet(now(sheet))

    assert folded.lines[0].duty == "pflicht"
    assert cast.ids("Dora")[0] in folded.paper.pflichtsolo_open  # her deal is still to come
    assert is_sound(sheet)


def test_where_the_table_changes_anyway(cast: Cast, sheet: Sheet) -> None:
    """The change in front of the games is corrected; the one behind them stays, with its dealer."""
    cast.guest("Frieda")
    people = [cast.players[name] for name in ("Anna", "Ben", "Cleo", "Frieda")]
    sheets.change_table(sheet, people, uuid=uuid4(), by=None)
    four = ("Anna", "Ben"), ("Cleo", "Frieda")
    for _ in range(2):
        write(cast, sheet, a_game(cast, *four, 131))
    sheets.change_table(sheet, [*people[:3], cast.players["Dora"], cast.players["Frieda"]], uuid=uuid4(), by=None)
    write(cast, sheet, anna_ben(cast))
    deals = dealers(cast, sheet)
    exchange(cast, sheet, "Frieda", "Emil", 7, 8)

    assert tables(cast, sheet) == [
        ["Anna", "Ben", "Cleo", "Dora"],
        ["Anna", "Ben", "Cleo", "Emil"],
        ["Anna", "Ben", "Cleo", "Dora", "Frieda"],
    ]
    assert dealers(cast, sheet) == [
        "Emil" if at in (6, 7) and name == "Frieda" else name for at, name in enumerate(deals)
    ]
    assert is_sound(sheet)


# --- Impossible corrections -------------------------------------------------------------------------------------------


def test_reasons_in_a_sentence(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Frieda")
    assert refused(cast, sheet, "Dora", "Cleo", 1, 4) == ["really: Cleo already plays in game 1."]
    assert refused(cast, sheet, "Frieda", "Emil", 1, 4) == ["was: Frieda did not play in these games."]
    assert refused(cast, sheet, "Dora", "Dora", 1, 4) == ["really: Choose two players."]
    assert refused(cast, sheet, "Dora", "Emil", 4, 1) == ["last: The last game comes before the first."]
    assert refused(cast, sheet, "Dora", "Emil", 1, 9) == ["last: There is no such game."]
    exchange(cast, sheet, "Dora", "Emil", 3, 6)
    assert refused(cast, sheet, "Cleo", "Emil", 1, 3) == ["really: Emil already plays in game 3."]


def test_closed_and_tournaments(cast: Cast, sheet: Sheet) -> None:
    evening = sheet.evening
    Tournament.objects.create(club=cast.club, evening=evening, name="Herbst", day=evening.date, rules=sheet.rules)
    with pytest.raises(ValidationError, match="Turnier"):
        exchange(cast, sheet, "Dora", "Emil", 1, 4)
    Tournament.objects.all().delete()
    sheets.close_sheet(sheet, by=cast.ben)
    with pytest.raises(errors.Closed):
        exchange(cast, sheet, "Dora", "Emil", 1, 4)


def test_who_has_left_the_club_did_not_sit_there(cast: Cast, sheet: Sheet) -> None:
    emil = cast.players["Emil"]
    emil.left_at, emil.active = sheet.opened_at, False
    emil.save()
    assert refused(cast, sheet, "Dora", "Emil", 1, 4) == ["players: Choose players of the club only."]


# --- Shown first, sent twice, taken back ------------------------------------------------------------------------------


def test_it_is_shown_first_and_holds_for_that_only(cast: Cast, sheet: Sheet) -> None:
    shown = now(sheet).version
    with pytest.raises(errors.Undecided) as undecided:
        exchange(cast, sheet, "Dora", "Emil", 1, 4, confirmed=False)
    assert undecided.value.changes[0].after.paper.totals[cast.ids("Emil")[0]] != 0
    write(cast, sheet, anna_ben(cast))
    with pytest.raises(errors.Undecided):
        exchange(cast, sheet, "Dora", "Emil", 1, 4, seen={sheet.pk: shown})
    assert "Emil" not in totals(sheet)


def test_the_same_key_writes_once_and_means_one_thing(cast: Cast, sheet: Sheet) -> None:
    key = uuid4()
    exchange(cast, sheet, "Dora", "Emil", 1, 4, key=key)
    version = now(sheet).version
    exchange(cast, sheet, "Dora", "Emil", 1, 4, key=key, confirmed=False)
    assert now(sheet).version == version
    with pytest.raises(errors_look.Reused):
        exchange(cast, sheet, "Dora", "Emil", 1, 3, key=key)


@pytest.mark.parametrize(("first", "last"), [(1, 4), (2, 3), (3, 6), (1, 6)])
def test_it_is_in_the_list_and_is_taken_back(cast: Cast, sheet: Sheet, first: int, last: int) -> None:
    before, deals, key = totals(sheet), dealers(cast, sheet), uuid4()
    exchange(cast, sheet, "Dora", "Emil", first, last, key=key)
    (done,) = corrections.list_corrections(sheet.evening)
    assert (done.exchanged, done.by, done.stands) == (
        (*cast.ids("Dora", "Emil"), str(first), str(last)),
        cast.ben,
        True,
    )
    entry = Entry.objects.get(sheet=sheet, number=first)
    assert [record.history_user for record in entry.history.all()] == [cast.ben, cast.ben]

    corrections_services.undo_correction(sheet.evening, key, by=cast.anna)
    version = now(sheet).version
    corrections_services.undo_correction(sheet.evening, key, by=cast.anna)
    assert now(sheet).version == version
    assert (totals(sheet), dealers(cast, sheet)) == (before, deals)
    assert is_sound(sheet)


def test_what_was_changed_since_is_not_taken_back(cast: Cast, sheet: Sheet) -> None:
    key = uuid4()
    exchange(cast, sheet, "Dora", "Emil", 1, 4, key=key)
    entry = Entry.objects.get(sheet=sheet, number=2)
    told = {**entry.facts, "re_points": 200}
    amend_entry(entry, told, by=None)
    with pytest.raises(errors.Conflict):
        corrections_services.undo_correction(sheet.evening, key, by=cast.ben)


# --- Its page, and phones ---------------------------------------------------------------------------------------------


def test_the_page_shows_then_writes_then_takes_back(cast: Cast, sheet: Sheet) -> None:
    address, client = url("correct_sheet", sheet), phone(cast)
    dora, emil = cast.ids("Dora", "Emil")
    sent = {"was": dora, "really": emil, "first": "1", "last": "4", "key": str(uuid4())}
    shown = client.post(address, sent)
    assert shown.status_code == 200
    assert "4 Spiele mit anderen Spielern." in shown.content.decode()
    assert "Emil" not in totals(sheet)
    confirmed = {field.html_name: field.value() for field in shown.context["asked"]}
    assert client.post(address, confirmed).status_code == 302
    assert "Emil" in totals(sheet)
    assert "Dora war Emil (Spiele 1–4)" in client.get(address).content.decode()
    (done,) = corrections.list_corrections(sheet.evening)
    client.post(f"{address}{done.key}/undo/")
    assert "Emil" not in totals(sheet)


def test_the_page_says_why_not(cast: Cast, sheet: Sheet) -> None:
    dora, cleo = cast.ids("Dora", "Cleo")
    sent = {"was": dora, "really": cleo, "first": "1", "last": "4", "key": str(uuid4())}
    answer = phone(cast).post(url("correct_sheet", sheet), sent)
    assert answer.status_code == 422
    assert "Cleo spielt schon in Spiel 1 mit." in answer.content.decode()
    answer = phone(cast).post(url("correct_sheet", sheet), {**sent, "first": "77"})
    assert answer.status_code == 422


def test_a_phone_that_was_away_hears_of_it(cast: Cast, sheet: Sheet) -> None:
    waits = batch(sheet, game(cast, number=7))
    exchange(cast, sheet, "Dora", "Emil", 1, 4)
    assert send(phone(cast), sheet, waits).json()["reason"] == "overtaken"
    assert send(phone(cast), sheet, batch(sheet, *waits["ops"])).status_code == 200
    assert is_sound(sheet)


# --- By chance --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_everything_by_chance_comes_to_what_the_engine_says(cast: Cast, seed: int) -> None:
    """Rows of all kinds are inserted, struck, changed, exchanged, scored by other rules, and undone."""
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    chance = random.Random(seed)
    dice = Dice(cast, "hausrunde", seed=f"whole {seed}")
    sheet = new_sheet(cast, *dice.table, rules="hausrunde")
    for number in range(14):
        write(cast, sheet, dice.row(), uuid=UUID(int=number + 1))
    done: dict[str, int] = {}
    for step in range(40):
        what = chance.choice(["exchange", "exchange", "rules", "insert", "strike", "undo", "undo", "write"])
        try:
            _do(what, cast, sheet, dice, chance, UUID(int=1000 + step))
        except (errors.Impossible, errors.Conflict):
            continue
        done[what] = done.get(what, 0) + 1
        assert is_sound(sheet)
        folded = read_sheet(now(sheet))
        again = fold_rows(
            folded.rules, folded.sheet.players, folded.rows, first_dealer=str(folded.sheet.first_dealer_id)
        )
        assert {str(one.player_id): one.scores for one in sheet.results.all()} == dict(again.totals)
    assert {"exchange", "insert", "undo"} <= done.keys()


def _do(what: str, cast: Cast, sheet: Sheet, dice: Dice, chance: random.Random, key: UUID) -> None:
    seen = now(sheet).version
    entries = [*sheet.entries.order_by("position")]
    more: dict[str, Any] = {"by": cast.ben}
    if what == "exchange":
        numbers = [entry.number for entry in entries if entry.number and not entry.is_struck]
        first, last = sorted(chance.choices(numbers, k=2))
        was, really = chance.sample([*cast.players], 2)
        exchange(cast, sheet, was, really, first, last, key=key)
    elif what == "rules":
        rules = PRESETS[chance.choice([*PRESETS])].rules
        said = {"key": key, "by": cast.ben, "seen": {sheet.pk: seen}, "confirmed": True}
        corrections_services.correct_rules(sheet.evening, rules, **said)  # type: ignore[arg-type]
    elif what == "insert":
        stands = chance.choice(entries)
        insert_entry(stands, dice.row_like(stands), uuid=key, **more)
    elif what == "strike":
        strike_entry(chance.choice(entries), **more)
    elif what == "write":
        write_entry(sheet, {"kind": "redeal"}, uuid=key, by=cast.ben)
    elif corrected := [one for one in corrections.list_corrections(sheet.evening) if one.stands]:
        corrections_services.undo_correction(sheet.evening, UUID(corrected[0].key), by=cast.ben)
