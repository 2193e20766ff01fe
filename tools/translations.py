"""Upkeep of the texts of every language: `python -m tools.translations`, `--add FILE.json`, `--tidy`, `--check`.
Without an option it enters new texts and compiles.
"""

import fcntl
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import django
from babel.messages.catalog import Catalog
from django.apps import apps
from django.conf import settings

from tools import catalog, texts

ROOT = Path(__file__).resolve().parent.parent
Texts = dict[catalog.Key, texts.Text]
WRITTEN_IN: Final = "en"  # the texts in the program; they need no catalog


def main(arguments: Sequence[str]) -> None:
    """Collect the texts of the program for each of LANGUAGES. Raise SystemExit with the problems."""
    parser = ArgumentParser(prog="python -m tools.translations", description=__doc__)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="change nothing; fail when a text is missing")
    choice.add_argument("--tidy", action="store_true", help="also drop what is not used any more")
    choice.add_argument(
        "--add",
        metavar="FILE",
        type=Path,
        help='enter {"English": "Deutsch", "one": ["eins", "viele"], "context\\u0004English": "Deutsch"}',
    )
    parser.add_argument("--language", default=settings.LANGUAGE_CODE, help="of what is added (%(default)s)")
    told = parser.parse_args(arguments)
    found = texts.find_used(python_files(), template_files())
    if told.check:
        check_texts(found)
        return
    if told.add and told.language not in list_languages():
        raise SystemExit(f"LANGUAGES has no language {told.language!r} that is translated.")
    for language in list_languages():
        new = told.add if language == told.language else None
        update(language, found, json.loads(new.read_text(encoding="utf-8")) if new else {}, is_tidied=told.tidy)
    problems = problems_of_all(found)
    print("\n".join(problems) if not told.add else f"{len(problems)} problems left.")


def update(language: str, found: Texts, new: Mapping[str, Any], *, is_tidied: bool) -> None:
    """Enter the used texts and the `new` translations."""
    path = catalog.get_path(ROOT, language)
    with lock_folder(path.parent):
        known = catalog.read_catalog(path)
        catalog.update_catalog(known, found, package_texts(language) if is_tidied else None)
        enter(known, found, new)
        catalog.write_catalog(known, path)


def enter(known: Catalog, found: Texts, new: Mapping[str, Any]) -> None:
    forms = known.num_plurals
    for name, translation in new.items():
        context, mark, one = name.rpartition("\x04")
        place = (context if mark else None, one)
        text = found.get(place, texts.Text(place[0], one, None))
        if isinstance(translation, list) != bool(text.many) or (text.many and len(translation) != forms):
            print(f"left out, one text or a list of {forms} as the program has it: {one!r}", file=sys.stderr)
            continue
        catalog.put_text(known, text, translation)


def check_texts(found: Texts) -> None:
    problems = problems_of_all(found)
    for path in template_files():
        for line, words in texts.find_unmarked(path.read_text(encoding="utf-8")):
            problems.append(f"{path.relative_to(ROOT)}:{line}: not in a translate tag: {words!r}")
    if problems:
        raise SystemExit("\n".join(problems))
    names = ", ".join(catalog.english_name(language) for language in list_languages())
    print(f"{len(found)} texts, all in {names}.")


def list_languages() -> list[str]:
    """List the languages that have a catalog."""
    return [language for language, _name in settings.LANGUAGES if language != WRITTEN_IN]


def problems_of_all(found: Texts) -> list[str]:
    """List all problems, each after its language: `de: missing: 'Good game'`."""
    return [
        f"{language}: {problem}"
        for language in list_languages()
        for problem in catalog.list_problems(catalog.get_path(ROOT, language), found, package_texts(language))
    ]


def python_files() -> list[Path]:
    return [path for name in ("scoring", "dokoclub", "tools/style") for path in sorted((ROOT / name).rglob("*.py"))]


def template_files() -> list[Path]:
    folders = (ROOT / "templates", ROOT / "tools" / "style" / "templates")
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]


def package_texts(language: str) -> set[catalog.Key]:
    folders = [Path(django.__file__).parent / "conf" / "locale"]
    folders += [Path(app.path) / "locale" for app in apps.get_app_configs()]
    folders += [Path(app.path).parent / "locale" for app in apps.get_app_configs()]
    return catalog.texts_of_packages((folder for folder in folders if folder != ROOT / "locale"), language)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Allow one writer at a time, for several processes on this checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main(sys.argv[1:])
