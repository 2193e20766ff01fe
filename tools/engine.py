"""Translation of the engine for phones without a network: `python -m tools.engine`; `--check` changes nothing."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.translator.module import Translation, translate_module
from tools.translator.modules import Unknown

ROOT = Path(__file__).resolve().parent.parent
SOURCE: Final = "scoring.contract.phone"
OFFERED: Final = (
    "open_sheet",
    "work_out",
    "change_row",
    "check_form",
    "preview_form",
    "format_row",
    "format_version",
    "fill_form",
    "is_same",
    "read_name",
    "find_name",
    "sit_again",
    "short_names",
)
SCRIPT: Final = "static/js/engine.js"
TEXTS: Final = "dokoclub/evenings/texts/engine.json"  # the engine's texts for users, in English
HEAD: Final = """\
// Made by `python -m tools.engine` from scoring/, and never edited. What each function takes and answers is told in
// scoring/contract/phone.py; in JavaScript open_sheet is called openSheet.

import * as exchange from "./exchange.js";
import * as py from "./python.js";"""


def main(arguments: Sequence[str]) -> None:
    """Write or check the files. Raise SystemExit with the problem."""
    for name, content in translated_files(ROOT).items():
        if "--check" not in arguments:
            (ROOT / name).write_text(content, encoding="utf-8")
        elif (ROOT / name).read_text(encoding="utf-8") != content:
            raise SystemExit(f"{name} is not what scoring/ says: please run `python -m tools.engine`.")


def translated_files(root: Path) -> dict[str, str]:
    """Return the generated files by name, from the modules below `root`.
    Raise SystemExit with file and line of an unknown construct.
    """
    try:
        made: Translation = translate_module(root, SOURCE, OFFERED, head=HEAD)
    except Unknown as unknown:
        raise SystemExit(str(unknown)) from None
    return {SCRIPT: made.javascript, TEXTS: json.dumps(made.texts, ensure_ascii=False, indent=1) + "\n"}


if __name__ == "__main__":
    main(sys.argv[1:])
