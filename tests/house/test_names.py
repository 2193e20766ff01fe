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


# Names of the dialect that had a standard term all along; the second is what stands there now.
REMOVED = {
    "Begun": "OfflineStart",
    "Bygone": "PastEvening",
    "Guesser": "ThrottleKey",
    "Kept": "ForeignData, CachedState, AnnouncementCount",
    "Shelf": "TallyCache",
    "fold_entries": "replay_entries",
    "give_pen": "create_scoring_link",
    "give_pens": "create_scoring_links",
    "hash_guesser": "hash_throttle_key",
    "keep_piece": "get_or_compute",
    "players_present": "active_players",
    "post_fold": "post_state",
    "show_printed": "render_cached",
}
REMOVED_MODULES = {"coming", "desk", "feats", "kept", "old_paper", "told", "tournament_desk"}


def defined_names(source: str) -> set[str]:
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_removed_names_do_not_return() -> None:
    paths = [path for folder in ("dokoclub", "scoring") for path in (ROOT / folder).rglob("*.py")]
    paths = [path for path in paths if not any(part in path.as_posix() for part in RELEASED)]
    assert {path.stem for path in paths} & REMOVED_MODULES == set()
    found = {name: path for path in paths for name in defined_names(path.read_text(encoding="utf-8"))}
    assert {name: str(found[name]) for name in REMOVED if name in found} == {}
