"""Database triggers that renew a club's version tokens: no write can bypass them.

On PostgreSQL they fire at the end of a transaction, once per club: nobody blocks others while waiting for a lock.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.stamp import ClubVersion, MonthVersion, Watched

NAMED: Final = "dokoclub_stamp_"  # prefix of all their names
EVENTS: Final = ("INSERT", "UPDATE", "DELETE")
WORD: Final = {"sqlite": "lower(hex(randomblob(16)))", "postgresql": "gen_random_uuid()"}


class Trigger(NamedTuple):
    name: str
    body: str  # as the database reports it
    statements: tuple[str, ...]  # that create it


def watch_tables(watched: Sequence[Watched]) -> None:
    """Create missing triggers, and a token row for every club. Two queries if all exist."""
    make = _of_sqlite if connection.vendor == "sqlite" else _of_postgres
    wanted = [_for_new_clubs(), *(trigger for one in watched for trigger in make(one))]
    there = _read_triggers()
    if there != {trigger.name: trigger.body for trigger in wanted}:
        with transaction.atomic(), connection.cursor() as cursor:
            _drop(cursor, there)
            for trigger in wanted:
                for statement in trigger.statements:
                    cursor.execute(statement)
            renew_version_tokens()  # writes in the meantime are unknown
            for one in watched:
                if one.day and one.path == "club":
                    _add_month_tokens(cursor, one)
    ClubVersion.objects.bulk_create(ClubVersion(club=club) for club in Club.objects.filter(version=None).only("pk"))


def renew_version_tokens() -> None:
    """Renew all tokens of all clubs. Hooked into after_restore.

    After a restore, sheet versions repeat with different rows.
    """
    word = WORD[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {_table()} SET people = {word}, play = {word}, money = {word}")  # noqa: S608
        cursor.execute(f"UPDATE {MonthVersion._meta.db_table} SET word = {word}")  # noqa: S608


def _add_month_tokens(cursor: Any, watched: Watched) -> None:
    """Create tokens for months that existed before the triggers."""
    months, word = MonthVersion._meta.db_table, WORD[connection.vendor]
    month = _get_month(watched, watched.table)
    club = watched.sql_of(watched.path, watched.table)
    played = f"SELECT DISTINCT {club} AS of_club, {month} AS of_month FROM {watched.table}"  # noqa: S608
    cursor.execute(
        f"INSERT INTO {months} (club_id, month, word) SELECT of_club, of_month, {word} FROM ({played}) AS played "  # noqa: S608
        f"WHERE NOT EXISTS (SELECT 1 FROM {months} WHERE club_id = of_club AND month = of_month)"
    )


def _get_month(watched: Watched, row: str) -> str:
    day = watched.sql_of(watched.day, row)
    return f"substr({day}, 1, 7)" if connection.vendor == "sqlite" else f"to_char({day}, 'YYYY-MM')"


def unwatch_tables() -> None:
    """Drop the triggers before tables change: SQLite rebuilds tables, PostgreSQL fails while triggers are pending."""
    there = _read_triggers()
    with transaction.atomic(), connection.cursor() as cursor:
        _drop(cursor, there)


def _drop(cursor: Any, names: Iterable[str]) -> None:
    for name in names:
        cursor.execute(f"DROP TRIGGER {name}" if connection.vendor == "sqlite" else f"DROP FUNCTION {name} CASCADE")


def _read_triggers() -> dict[str, str]:
    """Return the existing triggers with their bodies. One query."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s", [f"{NAMED}%"])
        else:
            cursor.execute(
                "SELECT tgname, prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgname LIKE %s",
                [f"{NAMED}%"],
            )
        return dict(cursor.fetchall())


def _table() -> str:
    return str(ClubVersion._meta.db_table)


def _for_new_clubs() -> Trigger:
    """Build the trigger that creates the token row of every new club."""
    name, word = f"{NAMED}of_club", WORD[connection.vendor]
    values = f"SELECT NEW.id, {word}, {word}, {word} WHERE NOT EXISTS (SELECT 1 FROM {_table()} WHERE club_id = NEW.id)"  # noqa: S608
    insert = f"INSERT INTO {_table()} (club_id, people, play, money) {values};"
    club = Club._meta.db_table
    if connection.vendor == "sqlite":
        body = f"CREATE TRIGGER {name} AFTER INSERT ON {club} BEGIN {insert} END"
        return Trigger(name, body, (body,))
    body = f"BEGIN {insert} RETURN NULL; END"
    trigger = f"CREATE TRIGGER {name} AFTER INSERT ON {club} FOR EACH ROW EXECUTE FUNCTION {name}()"
    return Trigger(name, body, (_function(name, body), trigger))


def _function(name: str, body: str) -> str:
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $stamp${body}$stamp$"


def _list_events(watched: Watched) -> list[str]:
    return [f"UPDATE OF {', '.join(watched.columns)}"] if watched.columns else [*EVENTS]


def _of_all_clubs(watched: Watched) -> Trigger:
    """Build a trigger for rare changes, such as an account's name, which appears in every club it ever wrote in."""
    name, word = f"{NAMED}{watched.table}", WORD[connection.vendor]
    renew = f"UPDATE {_table()} SET {watched.kind} = {word};"  # noqa: S608
    events = " OR ".join(_list_events(watched))
    body = f"BEGIN {renew} RETURN NULL; END"
    trigger = (
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {events} ON {watched.table} "
        f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {name}()"
    )
    return Trigger(name, body, (_function(name, body), trigger))


def _of_sqlite(watched: Watched) -> Iterator[Trigger]:
    """Build one trigger per event; with one writer at a time, they may fire immediately."""
    if not watched.path:
        yield from map(partial(_of_all_clubs_sqlite, watched), _list_events(watched))
        return
    for event in EVENTS:
        name = f"{NAMED}{watched.table}_{event.lower()}"
        rows = {"INSERT": ["NEW"], "DELETE": ["OLD"]}.get(event) or (["NEW", "OLD"] if watched.day else ["NEW"])
        renew = " ".join(statement for row in rows for statement in _renew_sqlite(watched, row))
        body = f"CREATE TRIGGER {name} AFTER {event} ON {watched.table} BEGIN {renew} END"
        yield Trigger(name, body, (body,))


def _of_all_clubs_sqlite(watched: Watched, event: str) -> Trigger:
    name = f"{NAMED}{watched.table}_{event.split()[0].lower()}"
    renew = f"UPDATE {_table()} SET {watched.kind} = {WORD['sqlite']};"  # noqa: S608
    body = f"CREATE TRIGGER {name} AFTER {event} ON {watched.table} BEGIN {renew} END"
    return Trigger(name, body, (body,))


def _renew_sqlite(watched: Watched, row: str) -> Iterator[str]:
    word, club = WORD["sqlite"], watched.sql_of(watched.path, row)
    yield f"UPDATE {_table()} SET {watched.kind} = {word} WHERE club_id = {club};"  # noqa: S608
    if watched.day:
        months, month = MonthVersion._meta.db_table, _get_month(watched, row)
        yield f"UPDATE {months} SET word = {word} WHERE club_id = {club} AND month = {month};"  # noqa: S608
    if watched.day and row == "NEW":  # a deleted row adds no new month
        yield (
            f"INSERT INTO {months} (club_id, month, word) SELECT club_id, {month}, {word} FROM {_table()} "  # noqa: S608
            f"WHERE club_id = {club} AND {month} IS NOT NULL "
            f"AND NOT EXISTS (SELECT 1 FROM {months} WHERE club_id = {club} AND month = {month});"
        )


def _of_postgres(watched: Watched) -> Iterator[Trigger]:
    """Build one trigger for all events. It notes its last update, so thousands of rows cost one write per transaction.

    The club's token comes first, so that two transactions that change several months wait there instead of deadlocking.
    """
    if not watched.path:
        yield _of_all_clubs(watched)
        return
    name, word, noted = f"{NAMED}{watched.table}", WORD["postgresql"], f"dokoclub.stamp_{watched.kind}"
    renew = f"UPDATE {_table()} SET {watched.kind} = {word} WHERE club_id = of_club;"  # noqa: S608
    month = "''"
    if watched.day:
        month = _get_month(watched, "changed")
        months = MonthVersion._meta.db_table
        renew += (
            f" UPDATE {months} SET word = {word} WHERE club_id = of_club AND month = of_month;"  # noqa: S608
            f" IF NOT FOUND AND turn = 1 AND TG_OP <> 'DELETE' THEN"
            f" INSERT INTO {months} (club_id, month, word) SELECT club_id, of_month, {word} FROM {_table()}"
            " WHERE club_id = of_club ON CONFLICT (club_id, month) DO UPDATE SET word = excluded.word; END IF;"
        )
    body = f"""
DECLARE
  changed record;
  of_club bigint;
  of_month text;
  done text;
BEGIN
  FOR turn IN 1..2 LOOP
    IF turn = 1 AND TG_OP <> 'DELETE' THEN changed := NEW;
    ELSIF turn = 2 AND TG_OP <> 'INSERT' THEN changed := OLD;
    ELSE CONTINUE;
    END IF;
    of_club := {watched.sql_of(watched.path, "changed")};
    of_month := {month};
    done := pg_current_xact_id()::text || ' ' || of_club || ' ' || of_month;
    IF done IS NOT NULL AND done IS DISTINCT FROM current_setting('{noted}', true) THEN
      {renew}
      PERFORM set_config('{noted}', done, true);
    END IF;
  END LOOP;
  RETURN NULL;
END"""
    trigger = (
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {' OR '.join(EVENTS)} ON {watched.table} "
        f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {name}()"
    )
    yield Trigger(name, body, (_function(name, body), trigger))
