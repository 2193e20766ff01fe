"""Merging two players who are one person, and splitting them again within thirty days."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import let_return
from dokoclub.core import http as errors_look
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, PlayerMerge, Sheet
from dokoclub.evenings.selectors import people
from dokoclub.evenings.services import errors, sheets
from dokoclub.evenings.services import people as people_services
from tests.cast import Cast
from tests.evenings.papers import game, totals, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.rows import amend_entry

told: list[bool] = []


def remember(merge: PlayerMerge) -> None:
    told.append(merge.taken_back_at is None)


@pytest.fixture
def emil(cast: Cast) -> Player:
    return cast.guest("Emil")


@pytest.fixture
def sheet(cast: Cast, emil: Player) -> Sheet:
    """Return a sheet on which Emil sat in Anna's place, opened it, played, announced, was punished."""
    sheet = new_sheet(cast, "Emil", "Ben", "Cleo", "Dora")
    emil_id, ben = cast.ids("Emil", "Ben")
    facts = game(cast, ("Emil", "Ben"), ("Cleo", "Dora"), 131, announced={"re": "re"}, extras={"re": {"fuchs": 1}})
    attribution = {"announced": {"re": {"re": emil_id}}, "extras": {"re": {"fuchs": [{"by": emil_id}]}}}
    write(cast, sheet, facts, attribution=attribution)
    write(cast, sheet, {"kind": "penalty", "points": {emil_id: -2}, "solo_of": emil_id})
    write(cast, sheet, {"kind": "redeal", "reason": "nines", "by": emil_id})
    write(
        cast,
        sheet,
        {"kind": "manual", "players": cast.ids("Emil", "Ben", "Cleo", "Dora"), "winners": [ben], "value": 1},
    )
    sheets.change_table(
        sheet, [cast.players[name] for name in ("Ben", "Cleo", "Dora", "Emil")], uuid=uuid4(), by=None, dealer=emil
    )
    return sheet


def merge(cast: Cast, kept: str, merged: str) -> PlayerMerge:
    return people_services.merge_players(cast.players[kept], cast.players[merged], by=cast.anna)


def test_everything_moves(cast: Cast, sheet: Sheet, emil: Player) -> None:
    merge(cast, "Anna", "Emil")
    anna = cast.ids("Anna")[0]
    moved = Sheet.objects.get(pk=sheet.pk)
    first, penalty, redeal, by_hand, change = sheet.entries.all()

    assert (moved.players[0], moved.first_dealer.name) == (anna, "Anna")
    assert first.facts["re"] == cast.ids("Anna", "Ben")
    assert first.attribution["announced"] == {"re": {"re": anna}}
    assert first.attribution["extras"] == {"re": {"fuchs": [{"by": anna}]}}
    assert penalty.facts == {"kind": "penalty", "points": {anna: -2}, "solo_of": anna}
    assert redeal.facts == {"kind": "redeal", "reason": "nines", "by": anna}
    assert by_hand.facts["players"][0] == anna
    assert (change.facts["players"][3], change.facts["dealer"]) == (anna, anna)
    assert totals(sheet).keys() == {"Anna", "Ben", "Cleo", "Dora"}
    assert not emil.seats.exists()
    call_command("check_ledger", verbosity=0)


def test_the_other_name_stays_as_an_alias(cast: Cast, sheet: Sheet, emil: Player) -> None:
    merge(cast, "Anna", "Emil")
    emil.refresh_from_db()

    assert not Player.objects.active().filter(pk=emil.pk).exists()
    assert {pk: [alias.name for alias in some] for pk, some in people.get_aliases(cast.club).items()} == {
        cast.players["Anna"].pk: ["Emil"]
    }
    with pytest.raises(ValidationError) as refused:
        people_services.add_guest(cast.club, name="EMIL", key=uuid4(), by=cast.ben)
    assert list(refused.value.message_dict) == ["name"]


def test_an_alias_does_not_come_back_beside_itself(cast: Cast, sheet: Sheet, emil: Player) -> None:
    merge(cast, "Anna", "Emil")

    with pytest.raises(ValidationError):
        let_return(emil, by=cast.anna)


def test_nobody_seems_to_have_changed_the_games(cast: Cast, sheet: Sheet) -> None:
    """The change log records the merge; the rows themselves keep the authors of their facts."""
    merge(cast, "Anna", "Emil")
    first = sheet.entries.get(number=1)

    assert first.changed_at is None
    assert [(record.history_user, record.history_change_reason) for record in first.history.all()] == [
        (cast.anna, "merge"),
        (cast.ben, None),
    ]


def test_the_account_moves_to_who_has_none(cast: Cast, sheet: Sheet, emil: Player) -> None:
    """Anna's account becomes Emil's, and goes back."""
    done = merge(cast, "Emil", "Anna")
    emil.refresh_from_db()
    assert emil.account == cast.anna
    people_services.take_back_merge(done, by=cast.anna)
    emil.refresh_from_db()
    cast.players["Anna"].refresh_from_db()

    assert emil.account_id is None
    assert cast.players["Anna"].account == cast.anna
    assert cast.players["Anna"].left_at is None


def test_who_sat_at_one_table_are_two(cast: Cast, sheet: Sheet) -> None:
    with pytest.raises(ValidationError) as refused:
        merge(cast, "Ben", "Emil")
    assert refused.value.messages == [f"Ben und Emil saßen an einem Tisch: {sheet.evening}, Runde 1, Tisch 1."]
    assert not PlayerMerge.objects.exists()


def test_two_accounts_are_two_people(cast: Cast, emil: Player) -> None:
    with pytest.raises(ValidationError):
        merge(cast, "Anna", "Ben")


def test_a_player_is_not_merged_with_itself_nor_with_another_club(cast: Cast, emil: Player) -> None:
    for other in (emil, Player.objects.get(name="Stranger")):
        with pytest.raises(ValidationError):
            people_services.merge_players(emil, other, by=cast.anna)


def test_an_alias_is_not_merged_again(cast: Cast, sheet: Sheet) -> None:
    frida = cast.guest("Frida")
    merge(cast, "Anna", "Emil")

    for kept, merged in ((frida, cast.players["Emil"]), (cast.players["Emil"], frida)):
        with pytest.raises(ValidationError):
            people_services.merge_players(kept, merged, by=cast.anna)


def test_a_second_alias_is_fine(cast: Cast, sheet: Sheet) -> None:
    cast.guest("Frida")
    merge(cast, "Anna", "Emil")
    merge(cast, "Anna", "Frida")

    assert [alias.name for alias in people.get_aliases(cast.club)[cast.players["Anna"].pk]] == ["Frida", "Emil"]


def test_who_was_erased_is_nobody(cast: Cast, emil: Player) -> None:
    erase_player(emil, by=cast.anna)

    with pytest.raises(ValidationError):
        merge(cast, "Anna", "Emil")


def test_it_is_taken_back(cast: Cast, sheet: Sheet, emil: Player) -> None:
    """Rows written on that sheet since then are Emil's, too."""
    before = [entry.facts for entry in sheet.entries.all()]
    done = merge(cast, "Anna", "Emil")
    write(cast, sheet, game(cast, ("Anna", "Ben"), ("Cleo", "Dora"), 131))
    people_services.take_back_merge(done, by=cast.anna)
    people_services.take_back_merge(done, by=cast.anna)
    emil.refresh_from_db()

    assert [entry.facts for entry in sheet.entries.all()][:5] == before
    assert sheet.entries.last().facts["re"] == cast.ids("Emil", "Ben")  # type: ignore[union-attr]
    assert (emil.left_at, emil.active) == (None, True)
    assert people.get_aliases(cast.club) == {}
    call_command("check_ledger", verbosity=0)


def test_after_thirty_days_it_stands(cast: Cast, sheet: Sheet) -> None:
    done = merge(cast, "Anna", "Emil")
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert not PlayerMerge.objects.get().can_be_taken_back
        with pytest.raises(ValidationError):
            people_services.take_back_merge(done, by=cast.anna)
    assert PlayerMerge.objects.get().can_be_taken_back


def test_it_stands_where_both_have_sat_at_one_table_since(cast: Cast, sheet: Sheet, emil: Player) -> None:
    done = merge(cast, "Anna", "Emil")
    Player.objects.filter(pk=emil.pk).update(left_at=None)
    sheets.change_table(sheet, [*cast.four, emil], uuid=uuid4(), by=None)

    with pytest.raises(ValidationError):
        people_services.take_back_merge(done, by=cast.anna)


def test_it_stands_where_the_name_is_somebody_elses_now(cast: Cast, sheet: Sheet) -> None:
    done = merge(cast, "Anna", "Emil")
    Player.objects.create(club=cast.club, name="Emil")

    with pytest.raises(ValidationError):
        people_services.take_back_merge(done, by=cast.anna)
    assert totals(sheet).keys() == {"Anna", "Ben", "Cleo", "Dora"}


def test_later_apps_are_told_both_times(cast: Cast, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "after_merge", [remember])
    told.clear()
    people_services.take_back_merge(merge(cast, "Anna", "Emil"), by=cast.anna)

    assert told == [True, False]


def test_erasing_a_person_erases_the_alias(cast: Cast, sheet: Sheet, emil: Player) -> None:
    frida = cast.guest("Frida")
    done = people_services.merge_players(frida, emil, by=cast.anna)
    erase_player(frida, by=cast.anna)
    emil.refresh_from_db()

    assert emil.is_erased
    assert not Player.history.filter(name="Emil").exists()
    with pytest.raises(ValidationError):
        people_services.take_back_merge(done, by=cast.anna)


def test_the_old_number_opens_nothing(cast: Cast, sheet: Sheet, emil: Player) -> None:
    """A phone that still shows Emil gets an answer that says so, instead of writing for two people."""
    merge(cast, "Anna", "Emil")

    with pytest.raises(errors.Impossible):
        write(cast, sheet, game(cast, ("Emil", "Ben"), ("Cleo", "Dora"), 131))
    assert Entry.objects.filter(sheet=sheet).count() == 5


# --- One after the other ----------------------------------------------------------------------------------------------


def test_the_last_of_two_merges_is_taken_back_first(cast: Cast) -> None:
    """Emil is Frida, Frida is Gerd: meanwhile Frida's place is Gerd's, and Emil's games are not lost."""
    for name in ("Emil", "Frida", "Gerd"):
        cast.guest(name)
    emils, fridas = new_sheet(cast, "Anna", "Ben", "Cleo", "Emil"), new_sheet(cast, "Anna", "Ben", "Cleo", "Frida")
    first, last = merge(cast, "Frida", "Emil"), merge(cast, "Gerd", "Frida")

    def who() -> list[str]:
        return [sheet.seats.get(player__name__in=["Emil", "Frida", "Gerd"]).player.name for sheet in (emils, fridas)]

    with pytest.raises(ValidationError) as refused:
        people_services.take_back_merge(first, by=cast.anna)
    assert refused.value.messages == ["Mach zuerst Frida → Gerd rückgängig."]
    assert who() == ["Gerd", "Gerd"]
    people_services.take_back_merge(last, by=cast.anna)
    assert who() == ["Frida", "Frida"]
    people_services.take_back_merge(first, by=cast.anna)
    assert who() == ["Emil", "Frida"]
    call_command("check_ledger", verbosity=0)


# --- Rows written before ----------------------------------------------------------------------------------------------


def test_a_form_that_comes_again_finds_what_it_wrote(cast: Cast, sheet: Sheet, emil: Player) -> None:
    """The first answer was lost on the way; meanwhile Emil was merged into Anna, and the game was changed."""
    uuid, facts = uuid4(), game(cast, ("Emil", "Ben"), ("Cleo", "Dora"), 131, announced={"re": "re"})
    said = {"announced": {"re": {"re": cast.ids("Emil")[0]}}}
    entry = write(cast, sheet, facts, uuid=uuid, attribution=said)
    done = merge(cast, "Anna", "Emil")
    assert write(cast, sheet, facts, uuid=uuid, attribution=said) == entry

    now = sheet.entries.get(uuid=uuid)
    amend_entry(now, {**now.facts, "re_points": 161}, by=cast.ben)
    assert write(cast, sheet, facts, uuid=uuid, attribution=said) == entry
    with pytest.raises(errors_look.Reused):
        write(cast, sheet, {**facts, "re_points": 161}, uuid=uuid, attribution=said)
    people_services.take_back_merge(done, by=cast.anna)
    assert write(cast, sheet, facts, uuid=uuid, attribution=said) == entry


# --- A guest on the spot ----------------------------------------------------------------------------------------------


def test_a_guest_is_added_with_a_name(cast: Cast) -> None:
    key = uuid4()
    first, again = (people_services.add_guest(cast.club, name="Nele", key=key, by=cast.ben) for _ in range(2))

    assert (first.name, first.guest, first.active, first.pk) == ("Nele", True, True, again.pk)


def test_a_name_that_is_taken_is_refused_at_its_field(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refused:
        people_services.add_guest(cast.club, name="anna", key=uuid4(), by=cast.ben)
    assert list(refused.value.message_dict) == ["name"]
