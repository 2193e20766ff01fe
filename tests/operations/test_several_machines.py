"""What the trials of several machines count and copy. The trials: `make cluster`, `bench.sizes`."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from bench.chaos.verdict import judge
from bench.chaos.writers import Book
from bench.cluster.around import write_haproxy
from bench.cluster.databases import write_pgbouncer
from bench.cluster.evening import next_number
from bench.cluster.seen import (
    Asked,
    Kill,
    count_before,
    is_fast,
    is_well,
    read_asked,
    read_games,
    seconds_of_errors,
    times_of,
)
from bench.games import Games
from bench.proxies.documented import read_documented
from bench.sizes.copying import move_named, take_apart
from bench.sizes.plans import is_whole, walk
from bench.sizes.template import SPAN
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.evenings import open_evening
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.rows import write_entry

# --- The configurations are those of the document ---------------------------------------------------------------------


def test_haproxy_is_tried_as_documented() -> None:
    (shown,) = read_documented()["haproxy"]
    tried = write_haproxy(7, [8, 9])

    changed = [line for line in shown.splitlines() if line not in tried.splitlines()]
    assert [line.split()[0] for line in changed] == ["bind", "server", "server"]
    assert "server two 127.0.0.1:9" in tried


def test_pgbouncer_is_tried_as_documented() -> None:
    (shown,) = read_documented()["ini"]
    tried = write_pgbouncer(Path("/pool"), 7, host="/first")

    changed = {line.partition(" ")[0] for line in shown.splitlines() if line not in tried.splitlines()}
    assert changed == {"doko", "listen_addr", "listen_port", "auth_type", "auth_file"}
    assert "pool_mode = transaction" in tried
    assert "host=/first dbname=postgres connect_query='SET lock_timeout = 10000'" in tried


# --- What the crowd saw -----------------------------------------------------------------------------------------------


def asked(*rows: tuple[float, bool]) -> list[Asked]:
    return [Asked(at, "save", 10 * (place + 1), well) for place, (at, well) in enumerate(rows)]


def test_times_are_of_what_went_well(tmp_path: Path) -> None:
    file = tmp_path / "asked"
    file.write_text("".join(f"{at}.5\tsave\t{at * 10}.0\t{int(at < 100)}\n" for at in range(1, 101)), encoding="utf-8")
    seen = read_asked(file)

    assert times_of(seen) == pytest.approx((500, 941, 980.2))
    assert not is_fast(seen)
    assert is_fast(seen[:40])
    assert not is_fast([])
    assert times_of([]) == (0, 0, 0)


def test_errors_count_for_the_kill_before_them() -> None:
    kills = [Kill("a node", 10), Kill("the cache", 50), Kill("the primary", 90)]
    seen = asked((5, False), (11, False), (14.5, False), (20, True), (50, False), (130, False))

    assert seconds_of_errors(seen, kills) == [4.5, 0, 40]
    assert seconds_of_errors(asked((20, True)), kills) == [None] * 3
    assert seconds_of_errors(seen, []) == []
    assert count_before(seen, kills) == 1


def test_an_evening_is_well_only_without_a_lost_or_doubled_game() -> None:
    kept: dict[str, int | str] = {
        "lost": 0, "doubled": 0, "wrong": 0, "never sent": 0, "sheets with gaps in their numbers": 0,
        "history not exactly once": 0, "check_ledger": "clean", "integrity_check": "clean",
    }  # fmt: skip

    assert is_well(kept, [None, 30])
    assert not is_well(kept, [None, 30.1])
    assert not is_well(kept | {"lost": 1}, [None])
    assert not is_well(kept | {"doubled": 1}, [None])
    assert not is_well(kept | {"check_ledger": "sheet 3"}, [None])


@pytest.mark.django_db
def test_a_lost_and_a_doubled_game_are_counted(cast: Cast, tmp_path: Path) -> None:
    first, second = new_sheet(cast), new_sheet(cast)
    games, since = Games(first.players), 0
    here, twice, gone = (games.fill_form() for _ in range(3))
    write_game(first, here, cast)
    write_game(first, twice, cast)
    write_game(second, twice, cast)
    lines = [{"sent": form["uuid"], "sheet": first.pk, "form": form} for form in (here, twice, gone)]
    lines += [{"answered": form["uuid"]} for form in (here, twice, gone)]
    file, book = tmp_path / "games", Book()
    file.write_text("".join(f"{line}\n".replace("'", '"') for line in lines), encoding="utf-8")
    read_games(file, book)

    verdict = judge(book, since=since)

    assert (verdict["answered"], verdict["found"], verdict["lost"], verdict["doubled"]) == (3, 2, 1, 1)
    assert not is_well(verdict, [])


def new_sheet(cast: Cast) -> Sheet:
    table = NewSheet(players=cast.four, rules=PRESETS["ddv"].rules)
    return open_evening(cast.club, [table], key=uuid4(), by=cast.anna).sheets.get()


def write_game(sheet: Sheet, form: dict[str, str], cast: Cast) -> None:
    re = form["re_party"].split()
    kontra = [player for player in sheet.players if player not in re]
    facts = {"kind": "normal", "re": re, "kontra": kontra, "re_points": int(form["re_augen"])}
    write_entry(sheet, facts, uuid=UUID(form["uuid"]), by=cast.anna)


@pytest.mark.parametrize(
    ("good", "bad", "following"),
    [(20, 601, 33), (400, 601, 600), (600, 601, 600), (80, 128, 104), (104, 116, 104), (0, 20, 10), (0, 2, 0)],
)
def test_the_search_goes_up_by_steps_and_then_between(good: int, bad: int, following: int) -> None:
    assert next_number(good, bad, most=600) == following


# --- Copies of a club -------------------------------------------------------------------------------------------------


def test_a_copy_has_keys_of_its_own_wherever_they_are_named() -> None:
    sheet, player, uuid = 3 * SPAN + 7, 5 * SPAN + 2, "59086c5d-1961-4f2c-8e6c-323899ab0101"
    rows = take_apart(
        "sheets (id, facts)", f'{sheet}\t{uuid}\t100 %\t{{"re": ["{player}"], "augen": 121}}\n', {3: 10, 5: 4}
    )

    assert rows.copy(0) == f'{sheet}\t{uuid}\t100 %\t{{"re": ["{player}"], "augen": 121}}\n'
    assert rows.copy(6) == (
        f'{sheet + 60}\t59086c5b-1961-4f2c-8e6c-323899ab0101\t100 %\t{{"re": ["{player + 24}"], "augen": 121}}\n'
    )


def test_what_is_asked_of_a_copy_is_moved_as_its_rows_are() -> None:
    found = {"sheet": 3 * SPAN + 7, "four": [str(5 * SPAN + 2)], "year": 2026, "period": "2026-03", "uuid": UUID(int=1)}

    assert move_named(found, 6, {3: 10, 5: 4}) == {
        "sheet": 3 * SPAN + 67, "four": [str(5 * SPAN + 26)], "year": 2026, "period": "2026-03",
        "uuid": UUID("00000006-0000-0000-0000-000000000001"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("node", "whole"),
    [
        ({"Node Type": "Seq Scan", "Relation Name": "games", "Plan Rows": 5}, True),
        ({"Node Type": "Seq Scan", "Relation Name": "presets", "Plan Rows": 5}, False),
        ({"Node Type": "Index Scan", "Relation Name": "games", "Plan Rows": 5000, "Index Cond": "id = 1"}, False),
        ({"Node Type": "Index Only Scan", "Relation Name": "games", "Plan Rows": 5000}, True),
        (
            {"Node Type": "Limit", "Plans": [{"Node Type": "Index Scan", "Relation Name": "games", "Plan Rows": 5000}]},
            False,
        ),
        ({"Node Type": "Limit", "Plans": [{"Node Type": "Seq Scan", "Relation Name": "games", "Plan Rows": 9}]}, True),
    ],
)
def test_a_table_read_from_end_to_end_is_found(node: dict[str, object], whole: bool) -> None:
    assert any(is_whole(one, {"games"}) for one in walk(node)) is whole
