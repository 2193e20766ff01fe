"""A club file as it is read, whole."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from dokoclub.exports.club_file.reading import open_file
from dokoclub.exports.club_file.schema import TABLES
from scoring.rules.rules import Rules, restore_rules, store_rules


def rows_in(content: bytes) -> dict[str, list[dict[str, Any]]]:
    """By table; days, moments and uuids as the models want them."""
    with open_file(BytesIO(content)) as file:
        return {table.name: [row for rows in file.rows_of(table, rows=1000) for row in rows] for table in TABLES}


def without_what_came_since(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Rows of a club file that were there when a released version wrote it.

    A date of an older file gets a uid that nobody knew. What tables of a tournament handed in counts on their sheets
    since: a row of sums each, and the totals that follow from it (stored.py compares those). An import works out
    corrections that nobody has paid, so they were made at that moment, and notes who was expected where nothing else
    is known of an evening's money.
    """
    sheets = {table["sheet"] for table in rows["round_tables"] if table["source"] == "paper"}
    kept = {
        "dates": [{key: value for key, value in date.items() if key != "uid"} for date in rows["dates"]],
        "entries": sorted(
            (row for row in rows["entries"] if not (row["kind"] == "sums" and row["sheet"] in sheets)),
            key=lambda row: (row["sheet"], row["position"]),
        ),
        "evening_moneys": [row for row in rows["evening_moneys"] if row["rules"] is not None or row["frozen_at"]],
        "settled_lists": [row | {"made_at": None} if row["correction"] else row for row in rows["settled_lists"]],
        **{
            name: [row | {"rules": _as_today(row["rules"])} for row in rows[name]]
            for name in ("rules_versions", "sheets")
        },
    }
    return rows | kept


def _as_today(stored: dict[str, Any]) -> dict[str, Any]:
    """Rules with the parameters that came later, as a Doko-Zettel tells them."""
    rules = restore_rules(stored)
    assert isinstance(rules, Rules)
    return store_rules(rules)


def lines_in(content: str) -> list[str]:
    """Each line of a club file to the letter but for its end, without what came since 76731ff wrote such a file."""
    lines = [line.rstrip("],") for line in content.splitlines()]
    paper = {sheet for line in lines if '"source":"paper"' in line for sheet in re.findall(r'"sheet":(\d+)', line)}
    came = re.compile(rf'"version": |{{"sheet":({"|".join(sorted(paper))}),("player"|.*"kind":"sums")')
    return [re.sub(r'"uid":"[^"]*",', "", line) for line in lines if not came.match(line)]
