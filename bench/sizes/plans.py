"""Query plans of each page: `python -m bench.sizes.plans FILE`. FILE: the output of `bench.sizes.fill`.
Prints as JSON each table that a page reads from end to end although it grows with the number of clubs: by a sequential
scan, or by an index without any condition.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.games import make_batch

Plan = dict[str, Any]
FEW: Final = 1000  # rows: below that, an index read without a condition does not matter
ENDED: Final = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "SET ")


class Found(NamedTuple):
    page: str
    table: str
    how: str
    rows: float
    sql: str


def main() -> None:
    import django

    django.setup()
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    growing = set(told["growing"])
    asked, found = 0, []
    for name, queries in ask_all(told):
        asked += len(queries)
        found += [one for sql, params in queries for one in scans_of(name, sql, params, growing)]
    print(json.dumps({"queries": asked, "found": [one._asdict() for one in found]}))


def ask_all(told: dict[str, Any]) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    """Yield each page with its queries."""
    from itertools import islice

    from bench.sizes.pages import list_pages, save_pages
    from dokoclub.evenings.models import Sheet

    gaps = told["gaps"]
    pages = [*list_pages(gaps), *islice(save_pages(gaps, Sheet.objects.get(pk=gaps["waiting"][0]).version), 2)]
    for page in pages:
        if page.name in told["pages"]:
            yield page.name, queries_of(page, told["cookie"])


def queries_of(page: Any, cookie: str) -> list[tuple[str, Any]]:
    from django.db import connection
    from django.test import Client

    asked: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not many and not sql.lstrip().upper().startswith(ENDED):
            asked.append((sql, params))
        return execute(sql, params, many, context)

    client = Client(headers={"cookie": cookie, "host": "localhost"})
    with connection.execute_wrapper(note):
        if page.form is None:
            answer = client.get(page.path)
        else:
            answer = client.post(page.path, make_batch(page.form, page.base), content_type="application/json")
        if getattr(answer, "streaming", False):
            b"".join(answer)
    assert answer.status_code == 200, (page, answer.status_code)
    return asked


def scans_of(name: str, sql: str, params: Any, growing: set[str]) -> Iterator[Found]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (told,) = cursor.fetchone()
    plan = json.loads(told) if isinstance(told, str) else told
    for node in walk(plan[0]["Plan"]):
        if is_whole(node, growing):
            yield Found(name, node["Relation Name"], node["Node Type"], node["Plan Rows"], sql[:400])


def walk(node: Plan) -> Iterator[Plan]:
    """Yield the node, and all below it; nodes below a limit are not read beyond that limit."""
    yield node
    for below in node.get("Plans", []):
        yield from walk(below if node["Node Type"] != "Limit" else below | {"Limited": True})


def is_whole(node: Plan, growing: set[str]) -> bool:
    """Return whether a growing table is read from end to end."""
    if node.get("Relation Name") not in growing:
        return False
    if node["Node Type"] == "Seq Scan":
        return True
    unbounded = node["Node Type"] in ("Index Scan", "Index Only Scan") and "Index Cond" not in node
    return unbounded and "Limited" not in node and node["Plan Rows"] > FEW


if __name__ == "__main__":
    main()
