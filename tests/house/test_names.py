"""Public functions are called by a verb and a noun, or name their answer in more than one word: `read_sheet`,
`points_of_rows`. One word alone says too little where it is imported."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)

# What a template writes after a `|` or in `{% %}`, and what settings.py writes in the place of a type, is one word.
WORDS_OF_TEMPLATES = ("core/formatting.py", "core/formatting.py", "templatetags/")
TYPES_OF_VARIABLES = ("environment.py",)
RELEASED = ("migrations/",)

ALLOWED = {
    "scoring/__main__.py": {"main"},
    "scoring/terms.py": {"say"},  # the mark of a text, as gettext's `_`
    "dokoclub/clubs/models/club.py": {"currencies"},  # a migration that was released calls it so
}


def one_word_functions(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and "_" not in node.name:
            yield node.name


def test_no_public_function_is_one_word() -> None:
    found = {
        str(path.relative_to(ROOT)): {*one_word_functions(path.read_text(encoding="utf-8"))}
        for folder in ("dokoclub", "scoring")
        for path in (ROOT / folder).rglob("*.py")
        if not any(part in path.as_posix() for part in (*WORDS_OF_TEMPLATES, *TYPES_OF_VARIABLES, *RELEASED))
    }
    assert {path: names for path, names in found.items() if names} == ALLOWED
