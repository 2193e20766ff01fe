"""The archive of a club: complete, always the same bytes, and without what nobody ticked."""

from __future__ import annotations

import csv
import json
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from dokoclub.clubs.models import Club, Player
from dokoclub.core.formatting import month, signed
from dokoclub.demo.club import demo_club
from dokoclub.evenings.models import Entry, Result, Sheet
from dokoclub.evenings.services.evenings import close_evening, delete_evening
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.exporters.archive_files import build_archive
from dokoclub.exports.models import CHOICES, Archive, Chosen
from dokoclub.exports.services.club_file import found_from_file
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.services.kitty import book_cash
from dokoclub.standings.services.league import correct_points
from scoring.contract.stored_rows import LONGEST_NOTE
from scoring.format.cli import check_content
from tests.cast import Cast, account
from tests.evenings import papers
from tests.evenings.pages import phone
from tests.evenings.rows import strike_entry
from tests.exports.club_files import filled, secrets_of

EVERYTHING = Chosen(**dict.fromkeys(CHOICES, True))
EVIL = "</script><b onclick='x'>"
URL = "/clubs/{}/files/archive/"
FRAGMENT = {"HX-Request": "true"}


def read_files(club: Club, chosen: Chosen = EVERYTHING) -> dict[str, bytes]:
    with ZipFile(BytesIO(build_archive(club, chosen))) as zipped:
        assert zipped.testzip() is None
        return {name: zipped.read(name) for name in zipped.namelist()}


@pytest.fixture
def club(cast: Cast) -> Club:
    """An evening with everything a sheet may have, of members, a guest and somebody who left."""
    guest, gone = cast.guest("Gustav"), cast.guest("Friedolin")
    evening = papers.evening(cast, papers.table(cast, "Anna", "Ben", "Gustav", "Friedolin", "Cleo"), place="bei Gustav")
    sheet = evening.sheets.get()
    papers.write(cast, sheet, papers.game(cast, ("Anna", "Ben"), ("Gustav", "Friedolin"), 131))
    penalty = {"kind": "penalty", "points": {cast.ids("Cleo")[0]: -3}, "reason": "Friedolin verworfen"}
    papers.write(cast, sheet, penalty, note="Gustav war es")
    papers.write(cast, sheet, {"kind": "redeal", "reason": "nines", "by": cast.ids("Friedolin")[0]})
    struck = papers.write(cast, sheet, papers.game(cast, ("Anna", "Ben"), ("Gustav", "Friedolin"), 160))
    strike_entry(struck, by=cast.ben)
    close_evening(evening, by=cast.ben)
    Player.objects.filter(pk=gone.pk).update(guest=False, active=False, left_at=timezone.now())
    assert guest.guest
    return cast.club


def test_it_holds_a_valid_document_whose_totals_are_those_of_the_site(db: None) -> None:
    club = filled(demo_club())
    files = read_files(club)
    report = check_content(files["club.doko.json"], must_be_canonical=True)
    assert (report.problems, report.is_canonical) == ([], True)
    document = json.loads(files["club.doko.json"])
    names = {str(player["n"]): player["name"] for player in document["players"]}
    sheets = [sheet for evening in document["evenings"] for sheet in evening["sheets"]]
    told = sorted((names[n], t["games"], t["scores"]) for sheet in sheets for n, t in sheet["totals"].items())
    stored = Result.objects.not_deleted().filter(sheet__evening__club=club)
    assert told == sorted(stored.values_list("player__name", "games", "scores"))
    games = list(csv.reader(StringIO(files["games.csv"].decode("utf-8-sig"), newline=""), delimiter=";"))
    summed = {name: sum(int(row[place] or 0) for row in games[1:]) for place, name in enumerate(games[0]) if place > 2}
    assert {name: points for name, points in summed.items() if points} == {
        name: points
        for name in names.values()
        if (points := sum(scores for player, _, scores in told if player == name))
    }
    secrets = {word for words in secrets_of(club).values() for word in words if len(word) > 3}
    assert [word for word in secrets for content in files.values() if word.encode() in content] == []


def test_its_closed_months_are_those_of_the_site(db: None) -> None:
    club = filled(demo_club())
    script = read_files(club)["data.js"].decode()
    years = json.loads(next(line for line in script.splitlines() if line.startswith("years:"))[6:].rstrip(","))
    months = {title: table for _, _, some in years for title, table in some}
    closings = {closing.month: closing for closing in club.closings.order_by("number")}
    assert closings
    for day, closing in closings.items():
        _heads, groups = months[month(day)]
        lines = [line for _, some in groups for line in some]
        rows = closing.rows.select_related("player")
        assert [(line[0], line[1]) for line in lines] == [(row.rank or "", row.player.name) for row in rows]
        assert [line for line, row in zip(lines, rows, strict=True) if signed(row.points) not in line] == []


@pytest.mark.parametrize("chosen", [EVERYTHING, Chosen()])
def test_a_club_of_its_document_has_the_same_league(db: None, chosen: Chosen) -> None:
    club = filled(demo_club())
    club.tournaments.update(evening=club.evenings.exclude(closed_at=None)[0], in_league=False)
    files = read_files(club, chosen)
    document = json.loads(files["club.doko.json"])
    assert {part: sorted(tables) for part, tables in document["parts"].items()}.items() >= {
        "dates": ["dates", "replies", "version"],
        "league": ["closed_rows", "closings", "corrections", "leagues", "seasons", "version"],
    }.items()
    copy = found_from_file(BytesIO(files["club.doko.json"]), key=uuid4(), by=account("Zora"))
    again = read_files(copy, chosen)
    assert [name for name in files if name.startswith("years/") and files[name] != again[name]] == []
    assert Transfer.objects.filter(club=copy).exists() == chosen.money


def test_its_document_has_the_money_only_if_it_was_ticked(db: None) -> None:
    club = filled(demo_club())
    whole = json.loads("".join(club_file(club)))["parts"]["money"]
    paid = club.evenings.filter(pk__in=EveningMoney.objects.frozen().filter(club=club).values("evening"))[0]
    delete_evening(paid, typed=paid.date, by=club.memberships.filter(owner=True)[0].account)
    told, hidden = (json.loads(read_files(club, one)["club.doko.json"]) for one in (EVERYTHING, Chosen(notes=True)))
    money = told["parts"]["money"]
    assert sorted(money.keys() ^ whole.keys()) == ["merged_moneys"]
    for table in ("payments", "cash_entries", "charges", "settled_by_payments"):
        assert len(money[table]) == len(whole[table]), table
    assert "tournament_bookings" in told["parts"]["tournaments"]
    assert "money" not in hidden["parts"]
    assert "tournament_bookings" not in hidden["parts"]["tournaments"]
    assert check_content(read_files(club)["club.doko.json"], must_be_canonical=True).problems == []
    copy = found_from_file(BytesIO(read_files(club)["club.doko.json"]), key=uuid4(), by=account("Zora"))
    cents = [list(Payment.objects.filter(club=one).order_by("pk").values_list("cents")) for one in (club, copy)]
    assert cents[0] == cents[1]


def test_a_note_with_a_longer_name_for_somebody_who_left_still_fits(club: Club, cast: Cast) -> None:
    Entry.objects.filter(sheet__evening__club=club, kind="normal").update(note=("Friedolin " * 30)[:LONGEST_NOTE])
    with translation.override("de"):
        content = read_files(club, Chosen(notes=True))["club.doko.json"]
    assert check_content(content, must_be_canonical=True).problems == []
    assert b"Ehemaliges Mitglied 1 Ehemaliges Mitglied 1" in content


def test_the_same_data_are_the_same_bytes_that_every_program_unpacks(club: Club) -> None:
    content = build_archive(club, EVERYTHING)
    assert content == build_archive(club, EVERYTHING)
    for info in ZipFile(BytesIO(content)).infolist():
        assert info.date_time == (1980, 1, 1, 0, 0, 0)
        assert (info.compress_type, info.filename.isascii(), info.flag_bits) == (ZIP_DEFLATED, True, 0)
        assert (info.extract_version, info.extra) == (20, b"")  # of 1993: no zip64


def test_what_nobody_ticked_is_not_in_it(club: Club, cast: Cast) -> None:
    anna, day = cast.players["Anna"], timezone.localdate()
    Player.objects.filter(pk=anna.pk).update(notes="Lindenallee 4")
    book_cash(club, cents=8765432, purpose="Spende von Anna", day=day, key=uuid4(), by=cast.anna)
    Payment.objects.create(club=club, payer=anna, cents=7654321)
    correct_points(club, anna, points=7, reason="wegen Gustav", day=day, key=uuid4(), by=cast.anna)
    with translation.override("de"):
        files = read_files(club, Chosen())
        told = read_files(club)
    for word in (b"Gustav", b"Friedolin", b"verworfen", b"war es", b"wegen"):
        assert [name for name, content in files.items() if word in content] == []
        assert word in told["club.doko.json"]
    for word in (b"8765432", b"87654,32", b"7654321", b"76.543,21", b"76543,21", b"Spende"):
        assert [name for name, content in files.items() if word in content] == []
    assert b"7654321" in told["club.doko.json"]
    assert [name for some in (files, told) for name in some if b"Lindenallee" in some[name]] == []
    document = json.loads(files["club.doko.json"])
    assert {player["name"] for player in document["players"]} == {
        "Anna", "Ben", "Cleo", "Gast 1", "Ehemaliges Mitglied 1",
    }  # fmt: skip
    assert document["evenings"][0]["place"] == "bei Gast 1"
    assert b'leftOut:["Geld je Person"' in files["data.js"]
    assert b"money:[]" in files["data.js"]


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("Weiß", "bei Weiß", "bei Gast 1"),
        ("Weiß", "bei WEISS", "bei Gast 1"),
        ("Gustav", "Gustavs Keller", "Gast 1s Keller"),
        ("Al", "als es im Altbau regnete", "als es im Altbau regnete"),
        ("Al", "bei anna und al", "bei anna und Gast 1"),
    ],
)
def test_names_of_guests_are_replaced_in_places_and_names_of_tables(
    cast: Cast, name: str, text: str, shown: str
) -> None:
    cast.guest(name)
    evening = papers.evening(cast, papers.table(cast, "Anna", "Ben", "Cleo", name), place=text)
    papers.write(cast, evening.sheets.get(), papers.game(cast, ("Anna", "Ben"), ("Cleo", name), 131))
    evening.sheets.update(table=text)
    with translation.override("de"):
        files = read_files(cast.club, Chosen())
    (told,) = json.loads(files["club.doko.json"])["evenings"]
    assert (told["place"], told["sheets"][0]["table"]) == (shown, shown)
    assert [row.split(";")[2] for row in files["games.csv"].decode().splitlines()[1:]] == [shown]


def test_rows_that_do_not_count_are_only_in_a_whole_document(club: Club) -> None:
    def rows(chosen: Chosen) -> list[dict[str, object]]:
        files = read_files(club, chosen)
        assert check_content(files["club.doko.json"], must_be_canonical=True).problems == []
        found: list[dict[str, object]] = json.loads(files["club.doko.json"])["evenings"][0]["sheets"][0]["rows"]
        return found

    assert [row["kind"] for row in rows(Chosen())] == ["normal", "penalty", "redeal"]
    whole = rows(Chosen(whole=True))
    assert [("struck" in row, "id" in row) for row in whole] == [(False, True)] * 3 + [(True, True)]


def test_no_name_is_markup_or_a_formula(club: Club, cast: Cast) -> None:
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name=EVIL)
    Club.objects.filter(pk=club.pk).update(name=EVIL)
    files = read_files(Club.objects.get(pk=club.pk))
    year = club.evenings.get().date.year
    for name, content in files.items():
        if name.endswith((".html", ".js", ".svg")):
            assert EVIL.encode() not in content
    assert b"&lt;/script&gt;&lt;b" in files[f"years/{year}.html"]


@pytest.mark.parametrize("name", ["=cmd()", "+1+1", "-1+1", "@SUM(A1)", "＝cmd()"])
def test_no_cell_of_its_table_is_a_formula(club: Club, cast: Cast, name: str) -> None:
    Player.objects.filter(pk=cast.players["Ben"].pk).update(name=name)
    Sheet.objects.update(table=name)
    head, *rows = csv.reader(StringIO(read_files(club)["games.csv"].decode("utf-8-sig"), newline=""), delimiter=";")
    assert f"'{name}" in head
    assert {row[2] for row in rows} == {f"'{name}"}


def test_a_club_without_games_has_an_archive(cast: Cast) -> None:
    files = read_files(cast.club)
    assert check_content(files["club.doko.json"]).problems == []
    assert "index.html" in files


# --- The page and the command -----------------------------------------------------------------------------------------


def test_an_owner_downloads_it_and_everybody_is_told(club: Club, cast: Cast) -> None:
    anna, url = phone(cast, "Anna"), URL.format(club.pk)
    assert "Auch darin" in anna.get(url).content.decode()
    form = {"key": str(uuid4()), "guests": "on"}
    answer = anna.post(url, form)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="linde-archiv.zip"'
    names = ZipFile(BytesIO(answer.content)).namelist()
    assert {"index.html", "data.js", "page.js", "page.css", "club.doko.json", "games.csv", "LIESMICH.txt"} <= {*names}
    told = phone(cast, "Dora").get(f"/clubs/{club.pk}/files/").content.decode()
    assert "Letztes Archiv" in told
    assert "Anna" in told
    assert "Nicht darin: Geld je Person, Notizen, Namen ehemaliger Mitglieder." in told
    anna.post(url, form)  # the same tap again
    assert Archive.objects.count() == 1


def test_there_is_one_a_minute(club: Club, cast: Cast) -> None:
    anna, url = phone(cast, "Anna"), URL.format(club.pk)
    anna.post(url, {"key": str(uuid4())})
    answer = anna.post(url, {"key": str(uuid4()), "notes": "on"})
    assert answer.status_code == 422
    assert "Gerade wurde ein Archiv erstellt." in answer.content.decode()
    Archive.objects.update(made_at=timezone.now() - timedelta(minutes=2))
    answer = anna.post(url, {"key": str(uuid4())})
    assert answer.status_code == 200


def test_the_command_writes_it(club: Club, tmp_path: Path) -> None:
    to = tmp_path / "club.zip"
    out = StringIO()
    call_command("archive", str(club.pk), to=to, language="en", notes=True, stdout=out)
    assert out.getvalue() == f"Linde is in {to}.\n"
    with ZipFile(to) as zipped:
        assert b"Former member 1" in zipped.read("data.js")
        assert b"war es" in zipped.read("data.js")
    assert [path.name for path in tmp_path.iterdir()] == ["club.zip"]
    with pytest.raises(CommandError, match="There is no club 0"):
        call_command("archive", "0", to=to)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("archive", str(club.pk), to=tmp_path / "nowhere" / "club.zip")
