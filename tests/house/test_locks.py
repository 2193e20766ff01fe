"""Whoever writes holds something first: read from the source, so that a service of tomorrow is among them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from tests.house.arrows import modules

# Services that hold nothing, and why two at once do no harm.
NEED_NONE: Final = {
    "dokoclub.accounts.services.sign_ins.create_login_link": "two links for one account are no harm",
    "dokoclub.accounts.services.sign_ins.use_login_link": "one UPDATE with a condition decides who was first",
    "dokoclub.accounts.services.registration.change_password": "the later one holds",
    "dokoclub.accounts.services.registration.sign_out_everywhere": "twice is once",
    "dokoclub.accounts.services.registration.register_account": "constraints of the database decide who was first",
    "dokoclub.clubs.services.locks.refuse_other_content": "its caller holds what the form writes",
    "dokoclub.clubs.services.clubs.purge_clubs": "nobody comes to these rows any more",
    "dokoclub.clubs.services.members.erase_again": "runs alone, after a restore",
    "dokoclub.evenings.services.bulk_import.close_past_evening": "its caller holds the import",
    "dokoclub.settlement.services.kitty.save_bank_account": "the later one holds",
    "dokoclub.settlement.services.merged_players.purge_monies": "nobody comes to these rows any more",
}


class Function(NamedTuple):
    is_atomic: bool
    locks: bool  # by itself
    calls: frozenset[str]  # dotted names


def written_as(node: ast.expr, names: Mapping[str, str]) -> str:
    """The dotted name that an expression stands for in a module with these names; "" where it is none."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute) and (of := written_as(node.value, names)):
        return f"{of}.{node.attr}"
    return ""


@cache
def functions() -> tuple[dict[str, Function], dict[str, str]]:
    """Every function of the project by its dotted name; and what else such a name may stand for, by import."""
    found: dict[str, Function] = {}
    known: dict[str, str] = {}
    for module, path in modules("dokoclub").items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        names = {node.name: f"{module}.{node.name}" for node in defined}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level:
                names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        known |= {f"{module}.{name}": target for name, target in names.items()}
        for node in defined:
            inside = list(ast.walk(node))
            found[f"{module}.{node.name}"] = Function(
                is_atomic=any(written_as(one, names) == "django.db.transaction.atomic" for one in node.decorator_list),
                locks=any(isinstance(one, ast.Attribute) and one.attr == "select_for_update" for one in inside),
                calls=frozenset(written_as(one.func, names) for one in inside if isinstance(one, ast.Call)),
            )
    return found, known


def holds(name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Does the function lock something, by itself or by what it calls?"""
    found, known = functions()
    while name not in found and known.get(name, name) != name:
        name = known[name]
    if name not in found or name in seen:
        return False
    function = found[name]
    return function.locks or any(holds(called, seen | {name}) for called in function.calls)


def test_whoever_writes_holds_something_first() -> None:
    services = [name for name, one in functions()[0].items() if ".services." in name and one.is_atomic]

    assert {name for name in services if not holds(name)} == NEED_NONE.keys()
    assert len(services) > 50
