"""Keep the German texts complete: `translations`, `translations --add FILE.json`, `translations --check`."""

import fcntl
import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog
from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations import catalog, texts

ROOT: Path = settings.BASE_DIR
PO = ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po"


class Command(BaseCommand):
    help = "Collect the texts of the program and their German: without an option, enter what is new and compile."
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

    def handle(self, **options: Any) -> None:
        found = texts.used(python_files(), template_files())
        if options["check"]:
            return self.check_texts(found)
        with locked(PO.parent):
            german = catalog.read(PO)
            catalog.add_used(german, found.values())
            if options["add"]:
                self.enter(german, found, json.loads(options["add"].read_text(encoding="utf-8")))
            if options["tidy"]:
                catalog.drop_unused(german, found, package_texts())
            catalog.write(german, PO)
        problems = list(catalog.problems(PO, found, package_texts()))
        self.stdout.write("\n".join(problems) if not options["add"] else f"{len(problems)} problems left.")
        return None

    def enter(self, german: Catalog, found: dict[catalog.Key, texts.Text], new: dict[str, Any]) -> None:
        for name, translation in new.items():
            context, mark, one = name.rpartition("\x04")
            place = (context if mark else None, one)
            text = found.get(place, texts.Text(place[0], one, None))
            if isinstance(translation, list) != bool(text.many):
                self.stderr.write(f"left out, one text or a list of two as the program has it: {one!r}")
                continue
            catalog.put(german, text, translation)

    def check_texts(self, found: dict[catalog.Key, texts.Text]) -> None:
        problems = list(catalog.problems(PO, found, package_texts()))
        for path in template_files():
            for line, words in texts.unmarked(path.read_text(encoding="utf-8")):
                problems.append(f"{path.relative_to(ROOT)}:{line}: not in a translate tag: {words!r}")
        if problems:
            raise CommandError("\n".join(problems))
        self.stdout.write(f"{len(found)} texts, all in German.")


def python_files() -> list[Path]:
    return [path for name in ("scoring", "dokoclub") for path in sorted((ROOT / name).rglob("*.py"))]


def template_files() -> list[Path]:
    return [path for path in sorted((ROOT / "templates").rglob("*")) if path.is_file()]


def package_texts() -> set[catalog.Key]:
    folders = [Path(django.__file__).parent / "conf" / "locale"]
    folders += [Path(app.path) / "locale" for app in apps.get_app_configs()]
    folders += [Path(app.path).parent / "locale" for app in apps.get_app_configs()]
    return catalog.texts_of_packages(folder for folder in folders if folder != ROOT / "locale")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One writer at a time, however many work on this checkout."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
