"""The truth of docs/rules.md: every name in it exists, and no parameter is read elsewhere."""

import ast
import re
from collections.abc import Iterator

from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from tests.scoring.documents import MODULES, ROOT, is_there, table_rows

DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS = [
    *(f"1.{number}" for number in range(1, 29)),
    *("2.0", "2.1", "2.2", "2.2b", "2.3", "2.4", "2.5", "2.6", "2.6b", "2.7", "2.7b", "2.8", "2.9"),
    "5",
    "6",
]
# Where parameters are declared and checked, not obeyed.
OTHERS = {"parameters", "presets", "values", "stored"}

# Every function that reads a parameter; an empty list: only forms and people read it.
READERS = {
    "re_needs_120": ["verdict.augen_without_absage"],
    "kontra_needs_121": ["verdict.augen_without_absage"],
    "ansage": ["value.ansage_factors", "value.ansage_items", "value.game_factors"],
    "ansage_points": ["value.ansage_items"],
    "ansage_double_loser": ["value.ansage_factors"],
    "absage_points": ["value.absage_items"],
    "against": ["value._scores_against", "reckoning_text.format_item"],
    "no_winner_keeps": ["value._without_a_winner", "value.extra_items"],
    "schwarz": ["verdict.is_schwarz", "verdict._needed_after_own", "verdict._needed_against"],
    "gegen_die_alten": ["value.gegen_die_alten"],
    "gegen_die_alten_solo": ["value.gegen_die_alten"],
    "gegen_die_alten_armut": ["value.gegen_die_alten"],
    "extras": ["extras.worth_of_extras", "rules.Rules.knows_extra"],
    "extras_solo": ["extras.worth_of_extras", "rules.Rules.knows_extra"],
    "karlchen_cap": ["value.cap_extras"],
    "doppelkopf": ["extras.pairs_count"],
    "karlchen_card": ["extras.variant_extras"],
    "solo_factor": ["balance.solo_factor"],
    "solo_points": ["value.kind_items"],
    "solo_points_to": ["value.kind_items"],
    "notation": [
        "balance.write_scores",
        "by_hand.from_points",
        "by_hand.points_problems",
        "payments.is_written",
        "score.Scorer.__init__",
    ],
    "bock": [
        "next_game.coming_raises",
        "played.played_games",
        "row_text.counted_level",
        "row_text.mark_level",
        "score.Scorer._reckon",
        "sheet._queue_after",
        "value.game_doubling",
        "value.judge_outcome",
        "value.reckon_worth",
    ],
    "pflichtsolo": ["sheet.fold_rows", "pflichtsolo.duty_if_solo", "next_game.coming_duties", "row_text._said"],
    "games_per_list": ["pflichtsolo.games_in_list"],
    "dealer_after_solo": ["seating._deals_again"],
    "solos": [],
    "armut": [],
    "extra_names": ["reckoning_text.format_extra", "reckoning_text.format_item", "rules.Rules.knows_extra"],
    "solo_names": ["reading._solos", "row_text.format_solo"],
    "solo_leads": ["seating.soloist_leads", "sheet_text._solo_leads"],
    "marks": ["side_facts._mark_problems", "reckoning_text.list_missing"],
    "marks_force_ansage": ["reckoning_text.list_missing"],
    "forced_ansage": ["side_facts._forced_problems"],
    "deck": ["extras.most_in_a_game"],
    "call_cards": [],
    "call_cards_hochzeit": [],
    "skip_steps": [],
    "redeals": [],
    "table_notes": [],
    "bock.effect": ["row_text.mark_level", "value.game_doubling", "value.reckon_worth"],
    "bock.points": ["row_text.mark_level", "value.reckon_worth"],
    "bock.length": ["bock.after_game"],
    "bock.solo_extends_at": ["bock.after_game"],
    "bock.overlap": ["bock._with_bockrunde"],
    "bock.max_level": ["bock._with_bockrunde"],
    "bock.overflow": ["bock._with_bockrunde"],
    "bock.triggers": ["bock.in_order"],
    "bock.in_solo": ["bock.counted_level"],
    "by_kind": [
        "kind.get_kind_value",
        "reckoning_text.format_item",
        "rules.Rules.knows_extra",
        "score.Scorer.reckoning",
        "sheet_text._solo_leads",
        "value_table.list_classes",
    ],
    "gegen_die_alten_as": ["reckoning_text._is_of_game", "value.reckon_worth"],
    "raises": ["compare._as_known", "problems.call_problems", "verdict.as_counted"],
    "steps": ["value.reckon_worth"],
    "points_times": ["played.with_verdict", "value.reckon_worth"],
    "solo_factor_for": ["balance.solo_factor"],
    "at_120": ["value.even_factors", "value.won_items"],
    "feigheit": ["played.with_verdict", "verdict.is_too_timid"],
    "loser_can_gain": ["value.level_turned_points"],
    "limits": ["problems.call_problems", "verdict.known_absagen"],
    "payments": [
        "by_hand.find_game",
        "payments.due_payments",
        "payments.is_written",
        "payments.share_payment",
        "played._get_points",
        "played.with_verdict",
        "problems.married_problems",
        "problems.payment_problems",
        "reckoning_text.format_payments",
        "row_text._list_payments",
        "score.Scorer.__init__",
    ],
    "offender_pays": ["payments.settle_beside", "problems.offender_problems", "reckoning_text._notes"],
    "redeal_names": ["reading._read_redeal", "row_text.format_redeal"],
    "call_cards_kontra": [],
    "call_cards_solo": [],
    "solo_leads_first": ["seating.soloist_leads", "sheet_text._solo_leads"],
    "solo_leads_duties": ["seating.soloist_leads", "sheet_text._solo_leads"],
    "bock.several": ["bock.after_game"],
}


def names(text: str) -> list[str]:
    """List every `module.function` and `test_file.test_name` in backticks."""
    found = re.findall(r"`((?:\w+\.)+\w+)`", text)
    return [name for name in found if not name.startswith("bock.") or name.split(".")[1] not in BOCK_PARAMETERS]


def test_every_name_in_the_document_exists() -> None:
    named = [name for name in names(DOCUMENT) if not name.endswith((".md", ".py"))]
    assert len(named) > 150
    assert [name for name in named if not is_there(name)] == []


def test_every_paragraph_has_a_function_and_a_test() -> None:
    found = {
        cells[0]: (names(cells[2]), names(cells[3]))
        for cells in table_rows(DOCUMENT)
        if len(cells) == 4 and cells[0] != "§"
    }
    assert list(found) == PARAGRAPHS
    for paragraph, (functions, tests) in found.items():
        assert functions, paragraph
        assert tests, paragraph
        assert all(test.startswith("test_") for test in tests)


def test_every_parameter_is_read_where_it_is_listed_and_nowhere_else() -> None:
    assert set(READERS) == {*PARAMETERS, *(f"bock.{key}" for key in BOCK_PARAMETERS)}
    assert readers() == {parameter: set(functions) for parameter, functions in READERS.items() if functions}


def readers() -> dict[str, set[str]]:
    """Return parameter → the functions that read it from rules or from their Bock."""
    found: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if module not in OTHERS:
            for parameter, function in _reads(ast.parse(path.read_text(encoding="utf-8")), module):
                found.setdefault(parameter, set()).add(function)
    return found


def _reads(tree: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for node in ast.iter_child_nodes(tree):
        inside = f"{name}.{node.name}" if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else name
        if isinstance(node, ast.Attribute):
            base = node.value
            owner = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""
            of_rules = owner in ("rules", "bock", "own", "other") or inside.startswith("rules.Rules.")
            if of_rules and node.attr in PARAMETERS:
                yield node.attr, inside
            if of_rules and node.attr in BOCK_PARAMETERS:
                yield f"bock.{node.attr}", inside
        yield from _reads(node, inside)
