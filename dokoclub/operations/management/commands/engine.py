"""Translate the engine for phones without a network: `engine`, `engine --check`."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dokoclub.operations.translator.module import Translation, translate_module
from dokoclub.operations.translator.modules import Unknown

ROOT: Path = settings.BASE_DIR
SOURCE: Final = "scoring.contract.phone"
OFFERED: Final = (
    "open_sheet",
    "work_out",
    "change_row",
    "check_form",
    "preview_form",
    "tell_row",
    "read_form",
    "fill_form",
    "answer_sheet",
    "is_same",
    "read_name",
    "find_name",
    "move_seat",
    "sit_again",
    "short_names",
)
SCRIPT: Final = "static/js/engine.js"
TEXTS: Final = "dokoclub/evenings/words/engine.json"  # those that it may tell somebody, in English
HEAD: Final = """\
// Made by `manage.py engine` from scoring/, and never edited. What each function takes and answers is told in
// scoring/contract/phone.py; in JavaScript open_sheet is called openSheet.

import * as exchange from "./exchange.js";
import * as py from "./python.js";"""


class Command(BaseCommand):
    help = "Translate scoring/ into static/js/engine.js, as far as a phone without a network needs it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail when it is not what scoring/ says"
        )

    def handle(self, **options: Any) -> None:
        for name, content in translated_files(ROOT).items():
            if options["check"] and (ROOT / name).read_text(encoding="utf-8") != content:
                raise CommandError(f"{name} is not what scoring/ says: please run `manage.py engine`.")
            if not options["check"]:
                (ROOT / name).write_text(content, encoding="utf-8")


def translated_files(root: Path) -> dict[str, str]:
    """By name what is made of the modules below `root`. Raises CommandError with file and line of what is not known."""
    try:
        made: Translation = translate_module(root, SOURCE, OFFERED, head=HEAD)
    except Unknown as unknown:
        raise CommandError(str(unknown)) from None
    return {SCRIPT: made.javascript, TEXTS: json.dumps(made.texts, ensure_ascii=False, indent=1) + "\n"}
