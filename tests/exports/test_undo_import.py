"""An import is taken back: evenings, games, history, and the players that only it needed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from zeal import zeal_ignore

from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.models import Entry, Evening, Posting, Result, Sheet
from dokoclub.exports.models import Import, ImportState
from dokoclub.exports.services import importing, removal
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.rules import change_evening_money
from dokoclub.standings.models import Honour
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.exports.pages import FIRST, draft, page, send
from tests.exports.test_import_steps import begun

NEW = "Anna;Ben;Emil;Frieda\n1;1;-1;-1\n"


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


@pytest.fixture
def made(cast: Cast) -> Import:
    """Done, with two new players."""
    found = draft(cast, Eins=FIRST, Zwei=NEW)
    send(cast, found)
    return found


def undo(cast: Cast, made: Import) -> int:
    return phone(cast, "Anna").post(page(made, "undo/")).status_code


def test_nothing_of_it_is_left(cast: Cast, made: Import) -> None:
    own = papers.sheet(cast)
    papers.write(cast, own, papers.anna_ben(cast))
    assert [undo(cast, made) for _ in range(2)] == [302, 302]
    assert [model.objects.count() for model in (Evening, Sheet, Entry)] == [1, 1, 1]
    assert (Posting.objects.count(), Result.objects.count()) == (4, 4)
    assert [model.history.exclude(**mine).count() for model, mine in (
        (Evening, {"id": own.evening_id}), (Sheet, {"id": own.pk}), (Entry, {"sheet_id": own.pk}),
    )] == [0, 0, 0]  # fmt: skip
    assert not cast.club.players.filter(name__in=["Emil", "Frieda"]).exists()
    made.refresh_from_db()
    assert (made.state, made.undone_by) == (ImportState.UNDONE, cast.anna)
    assert "Import rückgängig gemacht" in seen(phone(cast, "Anna").get(page(made)))


def test_the_league_and_the_money_follow(cast: Cast, made: Import) -> None:
    """One of its evenings was settled meanwhile: nobody owes anything for it any more."""
    anna = cast.anna
    first = Evening.objects.earliest("date")
    change_evening_money(first, MoneyRules(present=100), stake=0, by=anna)
    freeze_evening(first, by=anna)
    assert get_overview(cast.club).pairs != ()
    assert Honour.objects.get(player__name="Anna").games == 3
    undo(cast, made)
    assert get_overview(cast.club).pairs == ()
    assert Honour.objects.get(player__name="Anna").games == 0


def test_who_is_needed_stays(cast: Cast, made: Import) -> None:
    cast.players["Emil"] = cast.club.players.get(name="Emil")
    papers.sheet(cast, "Anna", "Ben", "Cleo", "Emil")
    undo(cast, made)
    assert list(cast.club.players.filter(name__in=["Emil", "Frieda"]).values_list("name", flat=True)) == ["Emil"]


def test_the_page_tells_of_later_changes(cast: Cast, made: Import) -> None:
    Entry.objects.filter(sheet__evening__date="2020-01-03").update(changed_at=timezone.now())
    assert "Einer der Abende wurde seitdem geändert" in seen(phone(cast, "Anna").get(page(made, "undo/")))


def test_after_thirty_days_it_stays(cast: Cast, made: Import) -> None:
    Import.objects.update(done_at=timezone.now() - timedelta(days=30))
    answer = phone(cast, "Anna").post(page(made, "undo/"))
    assert answer.status_code == 422
    assert "Die 30 Tage dafür sind vorbei" in seen(answer)
    assert Evening.objects.count() == 2


def test_a_draft_is_discarded_and_nothing_else(cast: Cast, made: Import) -> None:
    other = draft(cast)
    client = phone(cast, "Anna")
    assert [client.post(page(some, "discard/")).status_code for some in (other, other, made)] == [302, 302, 302]
    assert set(Import.objects.values_list("pk", "state")) == {(other.pk, "discarded"), (made.pk, "done")}
    assert not other.files.exists()
    assert client.get(page(other)).status_code == client.post(page(other)).status_code == 302
    assert "noch nicht importiert" not in seen(client.get(f"/clubs/{made.club_id}/imports/"))
    assert client.post(page(draft(cast), "undo/")).status_code == 422


def test_old_drafts_are_purged(cast: Cast, made: Import) -> None:
    fresh = draft(cast)
    Import.objects.filter(pk__in=[draft(cast).pk, made.pk]).update(made_at=timezone.now() - timedelta(days=8))
    assert removal.purge_drafts() == 1
    assert set(Import.objects.all()) == {fresh, made}


def test_an_erased_player_is_forgotten_in_drafts_and_names_of_files(cast: Cast) -> None:
    done = draft(cast, Doras_Abende=FIRST)
    send(cast, done)
    draft(cast, Eins=FIRST)
    erase_player(cast.players["Dora"], by=cast.anna)
    assert list(Import.objects.all()) == [done]
    assert [*done.files.values_list("name", flat=True), *done.sheets.values_list("title", flat=True)] == ["?", "?"]


def test_former_names_are_forgotten_too(cast: Cast) -> None:
    """Waltraud is called Dora today; her old files still say Waltraud."""
    done = draft(cast, Waltraud_2020=FIRST, bei_Waltrauds=FIRST, Walter=FIRST)
    send(cast, done)
    dora = cast.players["Dora"]
    for name in ("Waltraud", "Dora"):
        dora.name = name
        dora.save()
    erase_player(dora, by=cast.anna)
    assert sorted(done.files.values_list("name", flat=True)) == ["?", "?", "Walter.csv"]
    assert sorted(done.sheets.values_list("title", flat=True)) == ["?", "?", "Walter"]


def test_a_short_name_must_stand_alone_in_a_title(cast: Cast) -> None:
    done = draft(cast, Alte_Zettel=FIRST, Zettel_von_Al=FIRST)
    send(cast, done)
    erase_player(cast.guest("Al"), by=cast.anna)
    assert sorted(done.files.values_list("name", flat=True)) == ["?", "Alte_Zettel.csv"]


# --- Piece by piece ---------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """Nobody tidies up."""


@pytest.fixture
def interrupted(cast: Cast, made: Import, monkeypatch: pytest.MonkeyPatch) -> Import:
    """Somebody pulled the plug when the first sheet was gone."""
    monkeypatch.setattr(removal, "_A_PIECE", 1)
    right = removal._remove_sheets
    done: list[list[int]] = []

    def remove(sheets: list[int]) -> None:
        if done:
            raise Killed
        right(sheets)
        done.append(sheets)

    monkeypatch.setattr(removal, "_remove_sheets", remove)
    with pytest.raises(Killed):
        removal.undo_import(made, by=cast.anna)
    monkeypatch.undo()
    assert Sheet.objects.count() == 1
    made.refresh_from_db()
    return made


def test_what_was_interrupted_is_out_of_sight(cast: Cast, interrupted: Import) -> None:
    assert not Evening.objects.not_deleted().exists()
    assert Honour.objects.get(player__name="Anna").games == 0
    call_command("check_ledger", verbosity=0)
    assert interrupted.state == ImportState.UNDONE
    assert "Import rückgängig gemacht" in seen(phone(cast, "Anna").get(page(interrupted)))


@pytest.mark.parametrize("by", ["the same again", "purge"])
def test_what_was_interrupted_is_gone_on_with(cast: Cast, interrupted: Import, by: str) -> None:
    if by == "purge":
        call_command("purge", verbosity=0)
    else:
        assert undo(cast, interrupted) == 302
    assert [model.objects.count() for model in (Evening, Sheet, Entry, Posting)] == [0, 0, 0, 0]
    assert [model.history.count() for model in (Evening, Sheet, Entry)] == [0, 0, 0]
    assert not cast.club.players.filter(name__in=["Emil", "Frieda"]).exists()
    assert removal.purge_undone() == 0


@pytest.mark.django_db(transaction=True)
def test_no_piece_has_more_than_its_share(cast: Cast, made: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes meanwhile waits for one of them: sheets until they have so many games, or a single one."""
    monkeypatch.setattr(removal, "_A_PIECE", 3)
    pieces: list[int] = []
    right = removal._remove_sheets

    def remove(sheets: list[int]) -> None:
        assert not connection.in_atomic_block
        pieces.append(Entry.objects.filter(sheet__in=sheets).count())
        right(sheets)

    monkeypatch.setattr(removal, "_remove_sheets", remove)
    removal.undo_import(made, by=cast.anna)
    assert pieces == [1, 2]


def test_an_import_that_is_still_running_writes_again_what_purge_took(cast: Cast) -> None:
    """Its evening goes sheet by sheet; nobody may write the next game on what is left of it."""
    made = importing.go_on(begun(cast, Eins=FIRST, Zwei=FIRST), by=cast.anna, games=1)
    evening = Evening.objects.get()
    removal._detach_imports([evening.pk])
    while made.state == ImportState.RUNNING:
        made = importing.go_on(made, by=cast.anna)
    assert Evening.objects.not_deleted().count() == 2
    removal.purge_evenings()
    assert (Evening.objects.count(), Entry.objects.count()) == (2, 4)
