"""Files of other programs become documents: points to the point, losses told, damaged files refused."""

import copy
import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scoring.format.canonical import write_document
from scoring.format.checks import find_problems
from scoring.format.cli import convert_content
from scoring.format.convert import Options, read_any, recognize_source
from scoring.format.parsing import parse_text
from scoring.format.peers.common import Imported, Question, Refused, Source, central_european_day
from scoring.format.workbook import Tab, Unreadable, read_workbook
from tests.portions import examples
from tests.processes import PATIENCE
from tests.scoring.format_documents import FOLDER, PEERS, break_one

ROOT = Path(__file__).resolve().parents[2]
EXPECTED: dict[str, dict[str, Any]] = json.loads((PEERS / "expected.json").read_text(encoding="utf-8"))
TAKEN = [name for name, told in EXPECTED.items() if told["totals"]]
OF_JSON = [name for name in TAKEN if name.endswith(".json")]


def tabs_of(content: bytes) -> list[Tab]:
    return read_workbook(ZipFile(io.BytesIO(content))) if content.startswith(b"PK") else []


def take(content: bytes) -> Imported:
    """Read a file; whoever has only an id is called by it."""
    try:
        return read_any(content, Options(tabs=tabs_of(content)))
    except Question as question:
        return read_any(content, Options(names={key: key for key in question.ids}))


def totals_of(document: Any) -> dict[str, int]:
    names = {str(player["n"]): player["name"] for player in document["players"]}
    totals: dict[str, int] = {}
    for row in rows_of(document):
        for n, points in row.get("points", {}).items():
            totals[names[n]] = totals.get(names[n], 0) + points
    return totals


def rows_of(document: Any) -> list[Any]:
    return [row for evening in document["evenings"] for sheet in evening["sheets"] for row in sheet["rows"]]


@pytest.mark.parametrize("name", TAKEN)
def test_a_file_is_recognized_and_its_points_are_kept(name: str) -> None:
    told = EXPECTED[name]
    imported = take((PEERS / name).read_bytes())
    document = imported.document

    assert imported.peer == told["of"]
    assert totals_of(document) == told["totals"]
    assert sum(row.get("games", 1) for row in rows_of(document) if row["kind"] != "table") == told["games"]
    assert len(document["evenings"]) == told.get("evenings", len(document["evenings"]))
    assert sum(len(evening["sheets"]) for evening in document["evenings"]) == told.get("sheets", told.get("evenings", 1))  # fmt: skip
    assert find_problems(document) == []
    assert parse_text(write_document(document))["made"]["from"] == told["of"]


def test_ids_without_names_are_asked_with_games_and_points() -> None:
    content = (PEERS / "tim-seidel.csv").read_bytes()
    with pytest.raises(Question) as question:
        read_any(content)

    assert question.value.ids["6B9Uht3b27ec38rfKaGC"] == (5, 19)


def test_payments_are_refused_with_the_right_word() -> None:
    with pytest.raises(Refused, match="payments, not points"):
        read_any((PEERS / "doko-kasse-abende.ndjson").read_bytes())
    with pytest.raises(Refused, match="payments, not points"):
        read_any(b'{"Items": [{"Datum": {"S": "2026-10-07"}, "pia": {"N": "2.2"}}]}')


def test_losses_are_told() -> None:
    losses = {str(loss) for loss in take((PEERS / "doppelkopffreunde.xlsx").read_bytes()).losses}

    assert "The tab “2_28-11-2026_leer”: it has no games" in losses


def test_the_same_file_gives_the_same_ids() -> None:
    for name in TAKEN:
        first, second = (take((PEERS / name).read_bytes()).document for _ in range(2))
        assert [evening["id"] for evening in first["evenings"]] == [evening["id"] for evening in second["evenings"]]


@pytest.mark.parametrize(
    "content",
    [
        b'{"name": "x", "games": []}',
        b'[{"id": 1, "scores": {"A": 1}}]',
        b"Anna;Ben;Cleo;Dora\n1;1;-1;-1\n",
        b"#,A,B,C,D,game\n1,1,1,-1,-1,1\n",
        b"\xff\xfe",
        b"",
        b"INSERT INTO `games` VALUES ('a');",
    ],
)
def test_what_only_resembles_a_peer_is_not_taken(content: bytes) -> None:
    assert recognize_source(Source(content)) == ""
    with pytest.raises(Refused):
        read_any(content)


# --- Damaged files ----------------------------------------------------------------------------------------------------


def read_totals(content: bytes) -> dict[str, int] | None:
    try:
        return totals_of(take(content).document)
    except Refused:
        return None


@pytest.mark.parametrize("name", [name for name in TAKEN if not name.endswith(".xlsx")])
def test_a_file_without_its_end_never_gives_other_totals(name: str) -> None:
    """Unless it breaks off exactly behind a line: then nothing tells that there was another one."""
    content = (PEERS / name).read_bytes()
    whole = read_totals(content)

    for end in range(len(content) * 8 // 10, len(content) - 1, max(1, len(content) // examples(300))):
        if b"\n" not in content[end - 1 : end + 1] or name.endswith((".json", ".sql")):
            assert read_totals(content[:end]) in (None, whole)


def changed_copies(name: str) -> Iterator[bytes]:
    """Yield the file with each key renamed, and with each number as a text."""
    whole = json.loads((PEERS / name).read_bytes())
    for place in range(len(list(places_in(whole)))):
        for is_renamed in (True, False):
            changed = copy.deepcopy(whole)
            owner, key = list(places_in(changed))[place]
            if is_renamed and isinstance(owner, dict) and key not in EXPECTED[name]["totals"]:
                owner[f"{key}x"] = owner.pop(key)
            elif not is_renamed and type(owner[key]) is int:
                owner[key] = str(owner[key])
            else:
                continue
            yield json.dumps(changed).encode()


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from places_in(inner)


@pytest.mark.parametrize("name", OF_JSON)
def test_a_renamed_key_or_a_number_as_text_never_gives_other_totals(name: str) -> None:
    whole = EXPECTED[name]["totals"]

    assert all(read_totals(content) in (None, whole) for content in changed_copies(name))


@pytest.mark.parametrize("seed", range(4))
def test_a_broken_file_is_converted_or_refused_in_a_sentence(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(examples(160) // 4):
        name = chance.choice([name for name in EXPECTED if not name.endswith(".xlsx")])
        content = (PEERS / name).read_bytes()
        if name in OF_JSON:
            changed = json.loads(content)
            break_one(changed, chance)
            content = json.dumps(changed).encode()
        else:
            at = chance.randrange(len(content))
            content = content[:at] + chance.choice([b"", b"9", b"\xff", b"'", b",", b";x"]) + content[at + 1 :]
        done = convert_content(content, Options(), chance.choice(["doko", "csv"]))
        assert done.status in (0, 1, 2)
        assert done.said if done.status else "".join(done.pieces)


def test_a_damaged_workbook_is_unreadable() -> None:
    content = (PEERS / "doppelkopffreunde.xlsx").read_bytes()
    emptied = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(emptied, "w") as new:
        for part in old.namelist():
            new.writestr(part, b"<a" if part.endswith("sheet1.xml") else old.read(part))

    with pytest.raises(Unreadable):
        read_workbook(ZipFile(emptied))


# --- Days and the command line ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "day"),
    [
        (1_767_200_000, "2025-12-31"),
        (1_767_225_600 + 5 * 3600 - 1, "2025-12-31"),  # before six in winter
        (1_767_225_600 + 5 * 3600, "2026-01-01"),
        (1_782_864_000 + 4 * 3600 - 1, "2026-06-30"),  # before six in summer
        (1_782_864_000 + 4 * 3600, "2026-07-01"),
    ],
)
def test_a_game_before_six_belongs_to_the_evening_before(seconds: int, day: str) -> None:
    assert str(central_european_day(seconds)) == day


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Run the command line with a bare Python: exit status, output, messages."""
    command = [sys.executable, "-S", "-E", "-m", "scoring", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, env={}, timeout=PATIENCE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_command_line_validates() -> None:
    good, lax, bad = (str(FOLDER / name) for name in ("valid-02-one-game.json", "valid-15-lax-with-empty-things.json", "invalid-18-stranger.json"))  # fmt: skip

    assert run("validate", good, lax) == (0, "", "")
    assert run("validate", "--canonical", good, lax)[:2] == (1, f"{lax}:: This is valid, but not in the canonical form.\n")  # fmt: skip
    told = "/evenings/0/sheets/0/rows/0/re/1", "No player of this document has the number 9."
    assert run("validate", bad)[:2] == (1, f"{bad}:{told[0]}: {told[1]}\n")
    line = {"file": "-", "valid": False, "canonical": False, "problems": [{"at": told[0], "problem": told[1]}]}
    status, out, _ = run("validate", "--json", "-", given=Path(bad).read_bytes())
    assert (status, json.loads(out)) == (1, line)
    assert run("validate", good, "-", given=b"{")[0] == 2
    assert run("validate", "no/such/file")[0] == 2
    assert run("validate")[0] == 2


def test_the_command_line_converts() -> None:
    status, out, said = run("convert", str(PEERS / "chohner.csv"))
    assert (status, said) == (1, "The day of an evening: there is none in the file (1)\n")
    assert run("validate", "--canonical", "-", given=out.encode()) == (0, "", "")

    status, table, _ = run("convert", "--to", "csv", given=out.encode())
    assert (status, table.splitlines()[:2]) == (0, ["\ufeffdate;table;Hera;Ivo;Juna;Kalle;Lotte", ";;;6;-6;6;-6"])

    assert run("convert", str(PEERS / "doppelkopffreunde.xlsx"))[0] == 1
    assert run("convert", "--from", "chohner", str(PEERS / "toh0bi.json"))[0] == 2
    assert run("convert", "--from", "nobody", str(PEERS / "toh0bi.json"))[0] == 2


def test_the_command_line_asks_for_names(tmp_path: Path) -> None:
    file, names = str(PEERS / "tim-seidel.csv"), tmp_path / "names.txt"
    status, out, said = run("convert", file)
    assert (status, out) == (2, "")
    assert "6B9Uht3b27ec38rfKaGC: 5 games, 19 points" in said

    ids = [line.split(":")[0] for line in said.splitlines()[1:]]
    names.write_text("".join(f"{key};Person {place}\n" for place, key in enumerate(ids)), encoding="utf-8")
    status, out, _ = run("convert", "--names", str(names), file)
    assert (status, "Person 2" in out) == (1, True)


def test_lists_of_the_command_line_and_documents_are_converted_into_each_other() -> None:
    document = (FOLDER / "valid-06-own-rules-and-bock.json").read_bytes()
    status, lines, said = run("convert", "--to", "sheet", given=document)
    assert (status, said) == (0, "")
    status, again, _ = run("convert", given=lines.encode())
    before, after = json.loads(document)["evenings"][0]["sheets"][0], json.loads(again)["evenings"][0]["sheets"][0]
    assert (status, after["totals"], after["rows"]) == (0, before["totals"], before["rows"])
