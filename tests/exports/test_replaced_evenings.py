"""An import replaces an evening that came before; undoing it brings that evening back, with money and league."""

from __future__ import annotations

import json
from typing import Any

import pytest
from zeal import zeal_ignore

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import delete_evening, take_back_evening
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.models import ForeignData, Import
from dokoclub.exports.services import removal
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.rules import change_evening_money
from dokoclub.standings.models import Honour
from scoring.format.cli import check_content
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.exports.pages import draft, page, send
from tests.exports.test_doko_zettel import foreign


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    with zeal_ignore():
        yield


def bring(cast: Cast, rev: int) -> Import:
    """Import the evening in this version: it has as many games less one."""
    document = foreign() | {"scope": "evening"}
    (evening,) = document["evenings"]
    (sheet,) = evening["sheets"]
    evening["rev"] = rev
    (row,) = sheet["rows"]
    game = {key: row[key] for key in ("kind", "re", "kontra", "re_points")}
    sheet["rows"] += [game | {"id": f"r{number}"} for number in range(2, rev)]
    sheet.pop("totals", None)
    made = draft(cast, Zettel=json.dumps(document))
    assert send(cast, made, accept="on").status_code == 302
    made.refresh_from_db()
    return made


def only() -> Evening:
    return Evening.objects.not_deleted().get()


def written(cast: Cast) -> list[dict[str, Any]]:
    whole = "".join(club_file(cast.club))
    assert check_content(whole.encode(), must_be_canonical=True).problems == []
    return [evening for evening in json.loads(whole)["evenings"] if "deleted" not in evening]


def test_the_replaced_evening_comes_back_with_money_and_league(cast: Cast) -> None:
    bring(cast, 2)
    first = only()
    change_evening_money(first, MoneyRules(present=100), stake=0, by=cast.anna)
    freeze_evening(first, by=cast.anna)
    before = written(cast)
    owed, honours = get_overview(cast.club).pairs, list(Honour.objects.order_by("pk").values())
    assert owed != ()

    made = bring(cast, 3)
    assert only() != first
    assert get_overview(cast.club).pairs != owed
    assert Honour.objects.get(player__name="Anna").games == 2
    assert "Der ersetzte Abend kommt zurück." in seen(phone(cast, "Anna").get(page(made, "undo/")))

    for _ in range(2):
        assert phone(cast, "Anna").post(page(made, "undo/")).status_code == 302
    assert only() == first
    assert get_overview(cast.club).pairs == owed
    assert list(Honour.objects.order_by("pk").values()) == honours
    told = written(cast)
    assert [{**evening, "rev": 0} for evening in told] == [{**evening, "rev": 0} for evening in before]
    assert told[0]["rev"] > before[0]["rev"]
    assert Evening._base_manager.count() == 1


def test_what_was_undone_can_be_imported_again(cast: Cast) -> None:
    bring(cast, 2)
    removal.undo_import(bring(cast, 3), by=cast.anna)
    bring(cast, 9)
    assert [(evening["id"], len(evening["sheets"][0]["rows"])) for evening in written(cast)] == [("e1", 8)]


@pytest.mark.parametrize("undone_first", ["middle", "last"])
def test_of_three_versions_the_latest_that_was_not_undone_counts(cast: Cast, undone_first: str) -> None:
    bring(cast, 2)
    first = only()
    middle, last = bring(cast, 3), bring(cast, 4)
    games = Honour.objects.get(player__name="Anna").games
    order = [middle, last] if undone_first == "middle" else [last, middle]
    removal.undo_import(order[0], by=cast.anna)
    assert Honour.objects.get(player__name="Anna").games == (games if undone_first == "middle" else games - 1)
    assert len(written(cast)) == 1
    order[1].refresh_from_db()
    removal.undo_import(order[1], by=cast.anna)
    assert only() == first
    assert [evening["id"] for evening in written(cast)] == ["e1"]


def test_what_somebody_did_with_the_replaced_evening_stays(cast: Cast) -> None:
    bring(cast, 2)
    first = only()
    made = bring(cast, 3)
    first.refresh_from_db()
    take_back_evening(first, by=cast.anna)
    delete_evening(first, typed=first.date, by=cast.anna)
    removal.undo_import(made, by=cast.anna)
    assert not Evening.objects.not_deleted().exists()


def test_an_undo_that_fails_changes_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(cast, 2)
    made = bring(cast, 3)
    now = only()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(removal, "bring_back_replaced", fail)
    with pytest.raises(RuntimeError):
        removal.undo_import(made, by=cast.anna)
    assert only() == now
    monkeypatch.undo()
    removal.undo_import(made, by=cast.anna)
    assert only() != now
    assert ForeignData.objects.filter(keys__id="e1").get().evening == only()
