"""`python -m bench.sizes.fill CLUBS GAMES` fills the empty database of DATABASE_URL, and prints the plan as JSON."""

from __future__ import annotations

import json
import os
import sys
from typing import Any
from uuid import UUID


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bench.serving import signed_in
    from bench.sizes.copying import count_on, move_named, read_club, read_strides, write_copies
    from bench.sizes.template import build_club, count_rows
    from dokoclub.accounts.models import Account
    from dokoclub.accounts.services.registration import make_founder

    clubs, games = map(int, sys.argv[1:])
    with open(os.devnull, "w") as nowhere:
        call_command("prepare", stdout=nowhere)
    found = build_club(games)
    rows, strides = read_club(), read_strides()
    write_copies(rows, range(1, clubs))
    count_on()
    asked = move_named(found, clubs // 2, strides)  # one in the middle of all others
    account = Account.objects.get(pk=asked["account"])
    make_founder(account)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    print(json.dumps({"gaps": asked, "cookie": signed_in(account), "rows": count_rows(), "bytes": size}, default=tell))


def tell(value: Any) -> str:
    assert isinstance(value, UUID)
    return str(value)


if __name__ == "__main__":
    main()
