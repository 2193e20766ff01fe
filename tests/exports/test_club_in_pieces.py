"""A club from its file comes in piece by piece, and nobody sees it before all of it is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone, translation
from zeal import zeal_ignore

from bench import made_bombs as bombs
from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.clubs.selectors import get_gone_clubs, list_clubs
from dokoclub.core.http import Reused
from dokoclub.evenings.models import Entry, Evening, Posting, Sheet
from dokoclub.exports.club_file import reading
from dokoclub.exports.club_file.reading import InvalidClubFile
from dokoclub.exports.sandbox import process, rows_child
from dokoclub.exports.services import club_file as club_file_services
from dokoclub.exports.services.batches import create_with_history, take_place
from dokoclub.exports.services.club_file import found_from_file
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.exports.club_files import former_file


class Killed(BaseException):
    """Nobody tidies up."""


@pytest.fixture(autouse=True)
def several_pieces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(club_file_services, "A_PIECE", 2)
    with zeal_ignore(), translation.override("en"):
        yield


@pytest.fixture
def content(cast: Cast) -> bytes:
    sheet = papers.sheet(cast)
    for augen in (131, 121, 150):
        papers.write(cast, sheet, papers.anna_ben(cast, augen))
    return former_file(cast.club).encode()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[Club], object]], None]:
    """Before the second piece of a step of `club_files` something happens."""

    def happens(step: str, what: Callable[[Club], object]) -> None:
        right = getattr(club_file_services, step)
        seen_before: list[None] = []

        def do(*given: Any, **more: Any) -> Any:
            seen_before.append(None)
            if len(seen_before) == 2:
                what(Club.objects.unfinished().latest("pk"))
            return right(*given, **more)

        monkeypatch.setattr(club_file_services, step, do)

    return happens


def bring(content: bytes, by: Account, **more: Any) -> Club:
    return found_from_file(BytesIO(content), **{"key": uuid4(), "by": by, **more})


def interrupted(content: bytes, by: Account, meanwhile: Any, *, step: str = "_post_sheets", **more: Any) -> Club:
    def kill(club: Club) -> None:
        raise Killed

    meanwhile(step, kill)
    with pytest.raises(Killed):
        bring(content, by, **more)
    return Club.objects.unfinished().get()


def test_until_it_is_whole_nobody_sees_it(cast: Cast, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def look(club: Club) -> None:
        looked.append(club)
        dora, evening = phone(cast, "Dora"), Evening.objects.get(club=club)
        assert dora.get(f"/clubs/{club.pk}/").status_code == 404
        assert dora.get(f"/evenings/{evening.pk}/").status_code == 404
        assert (list_clubs(cast.dora), get_gone_clubs(cast.dora).deleted) == ([cast.club], [])
        assert evening not in Evening.objects.not_deleted()
        assert dora.get("/healthz").json()["database"]
        assert [known["name"] for known in dora.get("/account/stored/").json()["clubs"]] == ["Linde"]
        call_command("check_ledger", verbosity=0)
        call_command("repost", older=True, verbosity=0)
        call_command("purge", verbosity=0)
        assert Club.objects.filter(pk=club.pk).exists()

    post = club_file_services._post_sheets
    monkeypatch.setattr(club_file_services, "_post_sheets", lambda *given: look(given[-1]) or post(*given))  # type: ignore[func-returns-value]
    club = bring(content, cast.dora)
    assert looked == [club]
    assert phone(cast, "Dora").get(f"/clubs/{club.pk}/").status_code == 200
    assert former_file(club).encode() == content
    assert [(row.history_type, row.deleted_at) for row in club.history.all()] == [("+", None)]


@pytest.mark.promise("uploads")
@pytest.mark.apart
def test_it_is_written_in_pieces_while_nothing_is_locked(
    cast: Cast, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read before; what is written in one go is never more than a piece."""
    depths = []
    read = process._run

    def note(*given: Any) -> Any:
        depths.append(len(connection.savepoint_ids))
        return read(*given)

    monkeypatch.setattr(process, "_run", note)
    pieces = []
    insert = create_with_history

    def count(model: Any, rows: list[Any], *, by: Account) -> Any:
        pieces.append(len(rows))
        return insert(model, rows, by=by)

    monkeypatch.setattr(club_file_services, "create_with_history", count)
    bring(content, cast.dora)
    assert depths == [0]
    assert max(pieces) == 2


def test_what_was_interrupted_is_purged(cast: Cast, content: bytes, meanwhile: Any) -> None:
    before = [model.objects.count() for model in (Club, Player, Evening, Sheet, Entry, Posting)]
    club = interrupted(content, cast.dora, meanwhile, step="_instance")
    call_command("purge", verbosity=0)
    assert Club.objects.filter(pk=club.pk).exists()
    club.history.update(history_date=timezone.now() - timedelta(hours=1))
    call_command("purge", verbosity=0)
    assert [model.objects.count() for model in (Club, Player, Evening, Sheet, Entry, Posting)] == before
    assert not Club.history.filter(id=club.pk).exists()
    assert not Player.history.filter(club_id=club.pk).exists()


def test_what_is_refused_late_leaves_nothing(cast: Cast, content: bytes) -> None:
    before = [model.objects.count() for model in (Club, Player, Evening, Sheet, Entry, Posting)]
    document = json.loads(content)
    document["totals"][-1]["scores"] += 1
    with pytest.raises(InvalidClubFile):
        bring(json.dumps(document).encode(), cast.dora)
    assert [model.objects.count() for model in (Club, Player, Evening, Sheet, Entry, Posting)] == before
    assert not Entry.history.exclude(id__in=Entry.objects.values("pk")).exists()


# --- The same form again ----------------------------------------------------------------------------------------------


def test_while_it_comes_in_the_same_form_says_so(cast: Cast, content: bytes, meanwhile: Any) -> None:
    key = uuid4()
    interrupted(content, cast.dora, meanwhile, step="_instance", key=key)
    with pytest.raises(InvalidClubFile, match="is being brought in already"):
        bring(content, cast.dora, key=key)
    with pytest.raises(Reused):
        bring(content, cast.ben, key=key)


def test_after_a_while_the_same_form_brings_it_in(cast: Cast, content: bytes, meanwhile: Any) -> None:
    key = uuid4()
    left = interrupted(content, cast.dora, meanwhile, step="_instance", key=key)
    left.history.update(history_date=timezone.now() - timedelta(hours=1))
    club = bring(content, cast.dora, key=key)
    assert former_file(club).encode() == content
    assert Club.objects.unfinished().get() == left
    call_command("purge", verbosity=0)
    assert not Club.objects.unfinished().exists()


def test_two_at_once_bring_one(cast: Cast, content: bytes, meanwhile: Any) -> None:
    """One that was thought to be dead goes on when another try has begun."""
    key = uuid4()
    second: list[Club] = []

    def once_more(club: Club) -> None:
        club.history.update(history_date=timezone.now() - timedelta(hours=1))
        second.append(bring(content, cast.dora, key=key))

    meanwhile("_create", once_more)
    with pytest.raises(InvalidClubFile, match="The file was sent again"):
        bring(content, cast.dora, key=key)
    assert Club.objects.filter(name="Linde").exclude(pk=cast.club.pk).get() == second[0]


# --- Files that ask for too much --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (bombs.nest_club(100_000), "club 1: More than 40 lists lie in each other."),
        (bombs.nest_club(60), "club 1: More than 40 lists lie in each other."),
        (b'{"club": [{"name": "' + b"x" * 300_000 + b'"}]}', "has more than 262144 characters."),
        (b'{"club": [{"name": "' + b"x" * 2_000_000 + b'"}]}', "has more than 262144 characters."),
        (b'{"club": [1]}', "club: This must be a list of rows."),
        (b'{"club": [{}], }', "Choose a JSON file."),
        (b'{"club": [{}]} {}', "Choose a JSON file."),
        (b'{"club": [{}, ]}', "club 2: This is not JSON"),
        (b'{"club": [{}}', "Choose a JSON file."),
        (b'{"format": ' + b"9" * 10_000 + b"}", "Choose a JSON file."),
        (b"{" + b",".join(b'"t%d": []' % number for number in range(200)) + b"}", "There is no such table."),
        (b'{"club": [{"name": "\xff"}]}', "Choose a JSON file."),
    ],
)
def test_what_is_wrong_with_it_is_told(cast: Cast, file: bytes, words: str) -> None:
    with pytest.raises(InvalidClubFile) as refusal:
        bring(file, cast.dora)
    assert words in str(refusal.value.problems[0])


def test_too_many_players_and_rows_of_a_sheet(cast: Cast, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most, words in (("MOST_PLAYERS", 3, "players: More than 3"), ("MOST_WRITTEN", 2, "at most 2")):
        with monkeypatch.context() as patch:
            patch.setattr(reading, name, most)
            with pytest.raises(InvalidClubFile) as refusal:
                bring(content, cast.dora)
        assert words in str(refusal.value.problems[0])


def test_too_many_rows(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_child, "MOST_ROWS", 10)
    source = BytesIO(b"".join(bombs.repeat_club(11)))
    with pytest.raises(rows_child.RefusedRow, match="More than"):
        rows_child._take_apart(rows_child.Scanner(source), BytesIO())


def test_the_limit_is_told_at_the_field(cast: Cast) -> None:
    from tests.exports.test_found_from_file import bring as bring_page

    answer = bring_page(cast, bombs.nest_club(100))
    assert answer.status_code == 422
    assert "club 1: Mehr als 40 Listen liegen ineinander." in seen(answer)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_as_other_programs_write_it(cast: Cast, content: bytes, encoding: str) -> None:
    """Other blanks, another order, another encoding."""
    document = dict(sorted(json.loads(content).items()))
    club = bring(json.dumps(document, indent=1, ensure_ascii=False).encode(encoding), cast.dora)
    assert former_file(club).encode() == content
    assert club.deleted_at != UNFINISHED


def test_who_comes_while_others_bring_in_clubs_is_told(content: bytes, cast: Cast) -> None:
    with take_place(), take_place(), pytest.raises(InvalidClubFile) as refused:
        found_from_file(BytesIO(content), key=uuid4(), by=cast.anna)
    (told,) = refused.value.problems
    assert str(told) == "Other files are being read at the moment. Please try again in a minute."
    assert not Club.objects.unfinished().exists()
    found_from_file(BytesIO(content), key=uuid4(), by=cast.anna)
