"""The names in backticks in docs/rules.md and docs/statements.md: whether they exist, and whether the presets have
them.
"""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from scoring.rules.rules import Rules, override_rules

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "scoring" / "vectors"
# The folders that rules.md is about; league and money have rules of their own.
MODULES = {
    path.stem: path for room in ("rules", "game", "contract") for path in sorted((ROOT / "scoring" / room).glob("*.py"))
}


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of every row of every table, headers included."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def is_there(name: str) -> bool:
    """Return whether the name exists.

    It is `module.function` of scoring, `tournament.module.function`, `app.package.module.function` or
    `test_file.test_name`.
    """
    module, *path = name.split(".")
    if module.startswith("test_"):
        sources = sorted((ROOT / "tests").rglob(f"{module}.py"))
        return any(f"\ndef {path[0]}(" in source.read_text(encoding="utf-8") for source in sources)
    if (ROOT / "dokoclub" / module).is_dir():
        return _is_in_app(name)
    room = f"{MODULES[module].parent.name}." if module in MODULES else ""
    if module == "tournament":
        room, module, *path = "tournament.", *path
    place: object = import_module(f"scoring.{room}{module}")
    for step in path:
        if not hasattr(place, step):
            return False
        place = getattr(place, step)
    return True


def _is_in_app(name: str) -> bool:
    """Read the file without importing it: these tests need no Django."""
    *path, function = name.split(".")
    file = (ROOT / "dokoclub").joinpath(*path).with_suffix(".py")
    if not file.is_file():
        return False
    return re.search(rf"^(def |class |){function}\b", file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def is_parameter(name: str) -> bool:
    return name in PARAMETERS or (name.startswith("bock.") and name.removeprefix("bock.") in BOCK_PARAMETERS)


def has_value(rules: Rules, name: str, value: str) -> bool:
    """Return whether this is the value of a parameter, or one of the values it holds. `value`: JSON, or a word."""
    known: Any = rules.to_json()
    for key in name.split("."):
        if not isinstance(known, dict) or key not in known:
            return False
        known = known[key]
    wanted = as_value(value)
    return bool(known == wanted and type(known) is type(wanted)) or (
        isinstance(known, (list, dict)) and isinstance(wanted, str) and wanted in known
    )


def can_be(rules: Rules, name: str, value: str) -> bool:
    return isinstance(override_rules(rules, {name: as_value(value)}), Rules)


def as_value(value: str) -> Any:
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value
