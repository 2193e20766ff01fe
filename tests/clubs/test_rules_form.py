"""From the rules form to Rules and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dokoclub.clubs.forms.rule_fields import MOST_ROWS, new_key
from dokoclub.clubs.forms.rules import RulesForm
from scoring.rules.presets import DDV, HAUSRUNDE, PRESETS
from scoring.rules.rules import Bock, Rules
from tests.clubs.rules_form import sent


def read(rules: Rules, **changes: Any) -> Rules | None:
    form = RulesForm(sent(rules, **changes))
    assert form.is_valid(), form.errors
    return form.rules


def problems(rules: Rules, **changes: Any) -> set[str]:
    form = RulesForm(sent(rules, **changes))
    assert not form.is_valid()
    assert form.rules is None
    return set(form.errors)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_comes_back_as_it_went(preset: str) -> None:
    assert read(PRESETS[preset].rules, preset=preset) == PRESETS[preset].rules


def test_values_of_every_kind_are_read() -> None:
    changed = read(
        DDV,
        ansage="double",
        gegen_die_alten="0",
        gegen_die_alten_solo="on",
        games_per_list=None,
        solos=["herz", "damen"],
        extras__fuchs="2",
        extras__doppelkopf="",
        extras_solo__karlchen="1",
    )
    assert changed == replace(
        DDV,
        ansage="double",
        gegen_die_alten=0,
        gegen_die_alten_solo=True,
        games_per_list=None,
        solos=("damen", "herz"),
        extras={"fuchs": 2, "karlchen": 1},
        extras_solo={"karlchen": 1},
    )


def test_bock_is_read_where_it_is_played() -> None:
    changed = read(
        DDV, bock="on", bock__effect="add", bock__points="3", bock__length="6", bock__solo_extends_at=["4", "5"]
    )
    assert changed is not None
    assert isinstance(changed.bock, Bock)
    assert (changed.bock.effect, changed.bock.points, changed.bock.length) == ("add", 3, 6)
    assert changed.bock.solo_extends_at == (4, 5)


def test_without_bock_nothing_of_it_matters() -> None:
    assert read(HAUSRUNDE, bock=None, bock__points="999", bock__effect="Unsinn") == replace(HAUSRUNDE, bock=None)
    assert read(DDV, bock__triggers=["Unsinn"], bock__solo_extends_at=["9"]) == DDV


def test_an_empty_length_means_a_round() -> None:
    changed = read(HAUSRUNDE, bock__length="")
    assert changed is not None
    assert changed.bock is not None
    assert changed.bock.length == "round"


def test_an_own_extra_gets_a_key_that_stays() -> None:
    added = read(DDV, own__0__name=" Dulle  gefangen ", own__0__extras="1")
    assert added is not None
    assert added.extra_names == {"dulle_gefangen": "Dulle gefangen"}
    assert added.extras["dulle_gefangen"] == 1
    renamed = read(added, own__0__name="Dulle erwischt")
    assert renamed is not None
    assert renamed.extra_names == {"dulle_gefangen": "Dulle erwischt"}


def test_an_own_reason_to_deal_again_is_offered_and_other_house_rules_stay() -> None:
    added = read(DDV, reason__0__name="80 Augen", feigheit="3", limits=["no90", "no60", "no30"])
    assert added is not None
    assert (added.redeal_names, added.redeals) == ({"extra_80_augen": "80 Augen"}, ("extra_80_augen",))
    assert (added.feigheit, added.limits) == (3, ("no90", "no60", "no30"))
    assert read(added) == added
    kinds = replace(DDV, by_kind={"damen": {"fixed": (3, 4)}}, call_cards_kontra=(10, 9, 8, 7, 6))
    assert read(kinds) == kinds
    assert problems(DDV, reason__0__name="80", reason__1__name=" 80 ") == {"reason.1.name"}
    assert problems(DDV, feigheit="3", limits=["no90"]) == {"feigheit"}


def test_without_its_name_an_own_extra_is_gone() -> None:
    with_own = replace(DDV, extras={**DDV.extras, "dulle": 1}, extra_names={"dulle": "Dulle"})
    assert read(with_own, own__0__name="") == DDV


def test_an_extra_without_a_name_keeps_its_key_as_name() -> None:
    changed = read(replace(DDV, extras={**DDV.extras, "dulle": 1}))
    assert changed is not None
    assert changed.extra_names == {"dulle": "dulle"}


def test_a_key_of_the_rule_books_is_no_own_key() -> None:
    changed = read(DDV, own__0__key="fuchs", own__0__name="Fuchs am End", own__0__extras="1")
    assert changed is not None
    assert changed.extras["fuchs"] == 1
    assert changed.extra_names == {"fuchs_am_end": "Fuchs am End"}


def test_an_own_solo_gets_a_key_that_stays_and_is_offered() -> None:
    added = read(DDV, own_solo__0__name=" Zehner  Solo ")
    assert added is not None
    assert added.solo_names == {"zehner_solo": "Zehner Solo"}
    assert added.solos == (*DDV.solos, "zehner_solo")
    renamed = read(added, own_solo__0__name="Zehnersolo", own_solo__1__name="Armut")
    assert renamed is not None
    assert renamed.solo_names == {"zehner_solo": "Zehnersolo", "armut_2": "Armut"}
    assert read(added) == added
    assert read(added, own_solo__0__name="") == DDV
    assert problems(added, own_solo__1__name="ZEHNER SOLO") == {"own_solo.1.name"}


def test_two_own_extras_cannot_have_one_name() -> None:
    found = problems(DDV, own__0__name="Dulle gefangen", own__0__extras="1", own__1__name=" dulle  GEFANGEN ")
    assert found == {"own.1.name"}


def test_what_has_no_room_is_refused_instead_of_lost() -> None:
    rows = {f"own__{row}__name": f"Eigener {row}" for row in range(MOST_ROWS + 1)}
    fields = {f"own__{row}__{part}": "" for row in range(MOST_ROWS + 1) for part in ("key", "extras", "extras_solo")}
    assert problems(DDV, **fields, **rows) == {"__all__"}
    empty = {f"own__{MOST_ROWS}__name": " "}
    assert read(DDV, **fields, **rows | empty) is not None


@pytest.mark.parametrize(
    ("name", "taken", "key"),
    [
        ("Dulle gefangen!", set(), "dulle_gefangen"),
        ("Dulle", {"dulle"}, "dulle_2"),
        ("Dulle", {"dulle", "dulle_2"}, "dulle_3"),
        ("Süße Über-Dulle", set(), "suesse_ueber_dulle"),
        ("3 Könige", set(), "extra_3_koenige"),
        ("Ж", set(), "extra"),
        ("x" * 40, set(), "x" * 27),
    ],
)
def test_keys_of_names(name: str, taken: set[str], key: str) -> None:
    assert new_key(name, taken) == key


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("ansage_points", "21"),
        ("ansage_points", "-1"),
        ("ansage_points", ""),
        ("ansage_points", "2.5"),
        ("against", "Unsinn"),
        ("extras__fuchs", "99"),
        ("own__0__name", "–!"),
        ("games_per_list", "3"),
        ("solos", ["skat"]),
        ("preset", "mau-mau"),
        ("expected", ""),
        ("bock__points", "21"),
        ("bock__triggers", ["Unsinn"]),
    ],
)
def test_what_is_wrong_stands_at_its_field(field: str, wrong: str | list[str]) -> None:
    assert problems(HAUSRUNDE, **{field: wrong}) == {field.replace("__", ".")}


def test_a_name_nobody_can_see_is_an_empty_row() -> None:
    assert read(HAUSRUNDE, own__0__name="\u202e") == read(HAUSRUNDE, own__0__name="")


def test_what_does_not_go_together_stands_at_a_field() -> None:
    assert problems(DDV, re_needs_120="kontra_any") == {"kontra_needs_121"}
    assert problems(DDV, solo_factor="4") == {"solo_factor"}


def test_a_flood_of_rows_is_cut() -> None:
    flood: dict[str, Any] = {f"own__{row}__name": "" for row in range(500)}
    assert len(RulesForm(sent(DDV, **flood)).own_rows()) == MOST_ROWS
