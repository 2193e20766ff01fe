"""Generator of docs/statements.md from tests/scoring/statements.jsonl: `python -m tools.statements`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.scoring.statements import PRESET_OF, TEXTS, VERDICTS, Statement, read_statements

DOCUMENT: Final = Path(__file__).resolve().parents[1] / "docs" / "statements.md"
HEAD: Final = """# What the rule texts say

Written by `python -m tools.statements` from `tests/scoring/statements.jsonl`: the five texts behind the presets, read
sentence by sentence. There each statement has its place in the code, its tests and games worked by hand, and
`tests/scoring/test_statements.py` holds them all. Only statements that a preset does not simply follow are listed here.
"""


def write_document(statements: Sequence[Statement]) -> str:
    return "\n".join([HEAD, *_count(statements), *_list_others(statements)])


def _count(statements: Sequence[Statement]) -> Iterator[str]:
    yield f"| text | preset | {' | '.join(VERDICTS)} |\n|---|---{'|---' * len(VERDICTS)}|"
    for text, name in TEXTS.items():
        counts = Counter(statement.verdict for statement in statements if statement.text == text)
        numbers = " | ".join(str(counts[verdict]) for verdict in VERDICTS)
        yield f"| {text}: {name} | `{PRESET_OF[text]}` | {numbers} |"
    yield ""
    yield from (f"- **{verdict}**: {meaning}" for verdict, meaning in VERDICTS.items())
    yield ""


def _list_others(statements: Sequence[Statement]) -> Iterator[str]:
    for text in TEXTS:
        yield f"## {text}\n"
        for one in statements:
            if one.text == text and one.verdict in ("reading", "variant", "differs"):
                yield f"- {one.verdict} `{_name(one)}`: “{one.says.replace('|', '·')}”"
        yield ""


def _name(statement: Statement) -> str:
    """Return the parameter that the statement is about, or the first place where it is obeyed."""
    return statement.reading or ", ".join(statement.otherwise) or re.findall(r"`([^`]+)`", statement.where)[0]


if __name__ == "__main__":
    DOCUMENT.write_text(write_document(read_statements()), encoding="utf-8")
