"""A large club's archive is made in another process: ordered once, and downloaded once by the owner who did so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Club, Membership
from dokoclub.evenings.services.evenings import close_evening
from dokoclub.exports.exporters.archive_files import build_archive
from dokoclub.exports.management.commands import archive as archive_command
from dokoclub.exports.models import Archive, ArchiveState, Chosen
from dokoclub.exports.selectors import exports as selectors
from dokoclub.exports.services import archives
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone

URL = "/clubs/{}/files/archive/"
FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def club(cast: Cast) -> Club:
    """An evening of three games, more than these tests allow at once."""
    evening = papers.evening(cast, papers.table(cast, "Anna", "Ben", "Cleo", "Dora"))
    for augen in (131, 160, 120):
        papers.write(cast, evening.sheets.get(), papers.anna_ben(cast, augen), note="knapp")
    close_evening(evening, by=cast.ben)
    return cast.club


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The clubs of these tests count as large. Returns the arguments of `manage.py` for processes that were started."""
    found: list[Sequence[str]] = []

    monkeypatch.setattr(selectors, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(archives, "start_child", lambda command: found.append(command[4:]))
    return found


def order(client: Client, club: Club, **ticked: str) -> str:
    """Order an archive and return the address of its page."""
    answer = client.post(URL.format(club.pk), {"key": str(uuid4()), **ticked})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_a_large_club_waits_for_another_process_and_downloads_once(
    club: Club, cast: Cast, started: list[Sequence[str]], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna = phone(cast, "Anna")
    page = order(anna, club, notes="on")
    waiting = anna.get(page)
    assert "Das Archiv entsteht …" in waiting.content.decode()
    assert f'href="{page}"' in waiting.content.decode()  # without scripts
    with django_assert_num_queries(4):  # session and account, membership, archive
        assert anna.get(page, headers=FRAGMENT).status_code == 204  # nothing to exchange yet
    assert anna.post(page).headers["Location"] == page
    assert "Letztes Archiv" not in anna.get(f"/clubs/{club.pk}/files/").content.decode()
    (command,) = started
    call_command(*command)
    ready = anna.get(page, headers=FRAGMENT).content.decode()
    assert "hx-get" not in ready
    assert "Archiv herunterladen" in ready
    sent = anna.post(page)
    assert sent.headers["Content-Disposition"] == 'attachment; filename="linde-archiv.zip"'
    content = sent.getvalue()
    with translation.override("de"):
        assert content == build_archive(club, Chosen(notes=True))
    assert Archive.objects.get().content is None
    assert "nicht mehr hier" in anna.get(page).content.decode()
    assert anna.post(page).status_code == 302
    assert "Letztes Archiv" in phone(cast, "Dora").get(f"/clubs/{club.pk}/files/").content.decode()


def test_a_broken_download_is_repeated(club: Club, cast: Cast, started: list[Sequence[str]]) -> None:
    anna = phone(cast, "Anna")
    page = order(anna, club)
    call_command(*started[0])
    pieces = iter(anna.post(page))
    assert next(pieces)
    del pieces
    assert anna.post(page).getvalue().startswith(b"PK")
    assert Archive.objects.get().content is None


def test_the_same_tap_orders_one_archive_and_another_waits(
    club: Club, cast: Cast, started: list[Sequence[str]]
) -> None:
    anna, form = phone(cast, "Anna"), {"key": str(uuid4())}
    first, again = (anna.post(URL.format(club.pk), form) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]
    assert anna.post(URL.format(club.pk), {"key": str(uuid4())}).status_code == 422
    Archive.objects.create(club=cast.other_club, state=ArchiveState.MAKING)  # as many as are made at once
    Archive.objects.filter(club=club).update(made_at=timezone.now() - timedelta(minutes=2))
    refused = anna.post(URL.format(club.pk), {"key": str(uuid4())})
    assert (refused.status_code, len(started)) == (422, 1)
    assert "in einer Minute" in refused.content.decode()


def test_only_the_owner_who_ordered_it_downloads_it(club: Club, cast: Cast, started: list[Sequence[str]]) -> None:
    page = order(phone(cast, "Anna"), club)
    call_command(*started[0])
    Membership.objects.filter(club=club, account=cast.ben).update(owner=True)
    for name, status in (("Ben", 404), ("Cleo", 403)):
        assert [phone(cast, name).get(page).status_code, phone(cast, name).post(page).status_code] == [status] * 2
    Membership.objects.filter(club=club, account=cast.anna).update(owner=False)
    assert phone(cast, "Anna").post(page).status_code == 403
    assert Archive.objects.get().content


def test_what_fails_is_said(
    club: Club, cast: Cast, started: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = phone(cast, "Anna")
    page = order(anna, club)
    Archive.objects.update(made_at=timezone.now() - timedelta(minutes=11))  # its process was killed
    assert "konnte nicht erstellt werden" in anna.get(page, headers=FRAGMENT).content.decode()
    page = order(anna, club)
    monkeypatch.setattr(archive_command, "build_archive", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        call_command(*started[1])
    assert "konnte nicht erstellt werden" in anna.get(page).content.decode()
    with pytest.raises(CommandError, match="no archive"):
        call_command(*started[1])

    def refuse(*_: object, **_more: object) -> None:
        raise OSError

    Archive.objects.update(made_at=timezone.now() - timedelta(minutes=2))
    monkeypatch.setattr(archives, "start_child", refuse)
    assert "konnte nicht erstellt werden" in anna.get(order(anna, club)).content.decode()


def test_a_file_that_nobody_downloads_is_deleted(club: Club, cast: Cast, started: list[Sequence[str]]) -> None:
    anna = phone(cast, "Anna")
    page = order(anna, club)
    call_command(*started[0])
    assert archives.purge_archives() == 0
    Archive.objects.update(made_at=timezone.now() - timedelta(minutes=61))
    assert anna.post(page).status_code == 302  # also before it is deleted
    order(anna, club)  # the next archive deletes those of others
    assert Archive.objects.get(pk=int(page.split("/")[-2])).content is None
    Archive.objects.update(made_at=timezone.now() - timedelta(minutes=61))
    assert archives.purge_archives() == 1  # a process that never ended
    assert [archive.state for archive in Archive.objects.all()] == [ArchiveState.SENT]
