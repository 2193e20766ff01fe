"""Keep the texts of every language complete: `translations`, `translations --add FILE.json`, `translations --check`."""

import fcntl
import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import django
from babel.messages.catalog import Catalog
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import catalog, texts

ROOT: Path = settings.BASE_DIR
Texts = dict[catalog.Key, texts.Text]
WRITTEN_IN: Final = "en"  # the texts in the program; they need no catalog


class Command(BaseCommand):
    help = "Collect the texts of the program for each of LANGUAGES: without an option, enter what is new and compile."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
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

    def handle(self, **options: Any) -> None:
        found = texts.find_used(python_files(), template_files())
        if options["check"]:
            return self.check_texts(found)
        if options["add"] and options["language"] not in list_languages():
            raise CommandError(f"LANGUAGES has no language {options['language']!r} that is translated.")
        for language in list_languages():
            new = options["add"] if language == options["language"] else None
            self.update(language, found, json.loads(new.read_text(encoding="utf-8")) if new else {}, options["tidy"])
        problems = problems_of_all(found)
        self.stdout.write("\n".join(problems) if not options["add"] else f"{len(problems)} problems left.")
        return None

    def update(self, language: str, found: Texts, new: Mapping[str, Any], tidy: bool) -> None:
        """Enter what is used and what is `new`."""
        path = catalog.path_of(ROOT, language)
        with lock_folder(path.parent):
            known = catalog.read_catalog(path)
            catalog.add_used(known, found.values())
            self.enter(known, found, new)
            if tidy:
                catalog.drop_unused(known, found, package_texts(language))
            catalog.write_catalog(known, path)

    def enter(self, known: Catalog, found: Texts, new: Mapping[str, Any]) -> None:
        forms = known.num_plurals
        for name, translation in new.items():
            context, mark, one = name.rpartition("\x04")
            place = (context if mark else None, one)
            text = found.get(place, texts.Text(place[0], one, None))
            if isinstance(translation, list) != bool(text.many) or (text.many and len(translation) != forms):
                self.stderr.write(f"left out, one text or a list of {forms} as the program has it: {one!r}")
                continue
            catalog.put_text(known, text, translation)

    def check_texts(self, found: Texts) -> None:
        problems = problems_of_all(found)
        for path in template_files():
            for line, words in texts.find_unmarked(path.read_text(encoding="utf-8")):
                problems.append(f"{path.relative_to(ROOT)}:{line}: not in a translate tag: {words!r}")
        if problems:
            raise CommandError("\n".join(problems))
        names = ", ".join(catalog.english_name(language) for language in list_languages())
        self.stdout.write(f"{len(found)} texts, all in {names}.")


def list_languages() -> list[str]:
    """Those that have a catalog."""
    return [language for language, _name in settings.LANGUAGES if language != WRITTEN_IN]


def problems_of_all(found: Texts) -> list[str]:
    """Behind its language each: `de: missing: 'Good game'`."""
    return [
        f"{language}: {problem}"
        for language in list_languages()
        for problem in catalog.problems_of(catalog.path_of(ROOT, language), found, package_texts(language))
    ]


def python_files() -> list[Path]:
    return [path for name in ("scoring", "dokoclub") for path in sorted((ROOT / name).rglob("*.py"))]


def template_files() -> list[Path]:
    return [path for path in sorted((ROOT / "templates").rglob("*")) if path.is_file()]


def package_texts(language: str) -> set[catalog.Key]:
    folders = [Path(django.__file__).parent / "conf" / "locale"]
    folders += [Path(app.path) / "locale" for app in apps.get_app_configs()]
    folders += [Path(app.path).parent / "locale" for app in apps.get_app_configs()]
    return catalog.texts_of_packages((folder for folder in folders if folder != ROOT / "locale"), language)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """One writer at a time, however many work on this checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
