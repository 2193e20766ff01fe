"""No id of another club, whatever field of whatever form it is put into: refused, or of no effect, and never told.

Two clubs of two owners have one of everything. All pages that the owner of the first may read are read, and every
field of every form on them that carries an id is sent with that of the other club's instead; so are those that only
scripts fill. Ids are told from other numbers by their size: each table counts from another million on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import Value
from django.db.models.functions import Cast as Cast_
from django.db.models.functions import Concat
from django.test import Client
from django.test.utils import override_settings
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.models import Entry
from dokoclub.evenings.services.evenings import create_scoring_link
from dokoclub.settlement.models import Transfer
from dokoclub.settlement.services.freezing import freeze_evening
from dokoclub.settlement.services.payments import pay_transfer
from tests.cast import Cast, make_cast
from tests.evenings import papers
from tests.house import address_kwargs
from tests.house.access_rule import May
from tests.house.access_table import ACCESS_RULES
from tests.house.asking import HANDLERS, ask, cookies_of, url_of
from tests.house.forms import Form, Pairs, find_forms
from tests.house.test_access import FRAGMENT
from tests.once import taken_back
from tests.settlement import purse

A_MILLION: Final = 1_000_000
MODELS: Final = [
    model
    for model in apps.get_models()
    if model.__module__.startswith("dokoclub.") and isinstance(model._meta.pk, models.AutoField | models.BigAutoField)
]
AN_ID: Final = re.compile(r"(?<!\d)\d{7,8}(?!\d)")
A_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CAME_WITH_THE_CAST: Final[dict[Any, str]] = {
    Club: "pk",
    Player: "club",
    Membership: "club",
    Account: "memberships__club",
}
SAID: Final = ("name", "display_name", "purpose", "reason", "note", "notes", "place")
XENO: Final = "Xeno"  # what everything of the other club is called
WRITES: Final = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b(?! (?:INTO |FROM )?\"django_session\")", re.IGNORECASE)
Rows = dict[str, dict[Any, tuple[Any, ...]]]

pytestmark = pytest.mark.django_db


class Clubs(NamedTuple):
    cookies: str  # of Anna, who owns the first
    mine: Cast
    filled: list[dict[str, Any]]  # what stands in the gaps of addresses of hers
    pen: str
    foreign: dict[int, int]  # million -> an id of that table, of the other club
    foreign_entry: str
    all_foreign: frozenset[int]
    before: Rows
    forms: list[Form]


class Attempt(NamedTuple):
    view: str
    field: str
    action: str
    pairs: Pairs
    cookies: str
    headers: dict[str, str] = {}


@pytest.fixture(scope="module")
def clubs(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Clubs]:
    folder = tmp_path_factory.mktemp("foreign")
    with taken_back(django_db_blocker), override_settings(DATA_DIR=folder):
        count_from_millions()
        cast = make_cast()
        filled, pen = fill(cast)
        mine = ids_now()
        fill(address_kwargs.make_other(cast, XENO))
        foreign = {number: ids - mine[number] for number, ids in ids_now().items()}
        for model, where in CAME_WITH_THE_CAST.items():
            found = model._default_manager.filter(**{where: cast.other_club.pk})
            foreign[MODELS.index(model) + 1] |= set(found.values_list("pk", flat=True))
        mark_everything(foreign)
        entry = Entry.objects.filter(sheet__evening__club=cast.other_club).latest("pk")
        cookies = cookies_of(cast.anna)
        yield Clubs(
            cookies=cookies,
            mine=cast,
            filled=filled,
            pen=pen,
            foreign={number: max(ids) for number, ids in foreign.items() if ids},
            foreign_entry=str(entry.uuid),
            all_foreign=frozenset(pk for ids in foreign.values() for pk in ids),
            before=rows_now(),
            forms=list(find_all_forms(cookies, filled)),
        )


def count_from_millions() -> None:
    with connection.cursor() as cursor:
        for number, model in enumerate(MODELS, start=1):
            table, start = model._meta.db_table, number * A_MILLION
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])
            else:
                column = str(model._meta.pk and model._meta.pk.column)
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{table}"', column, start])


def fill(cast: Cast) -> tuple[list[dict[str, Any]], str]:
    """One of everything in the club, an open evening with a game, one that is settled, and a pen."""
    usual = address_kwargs.fill(cast)
    sheet = papers.sheet(cast)
    entry = papers.write(cast, sheet, papers.anna_ben(cast))
    settled = purse.evening(cast)
    owed, pen = freeze_evening(settled, by=cast.cleo), create_scoring_link(sheet)
    assert owed.frozen_at
    usual |= {"entry_id": entry.pk}
    open_one = usual | {"evening_id": sheet.evening_id, "sheet_id": sheet.pk, "uuid": entry.uuid, "pen": pen}
    other = settled.sheets.get()
    closed = usual | {"evening_id": settled.pk, "sheet_id": other.pk, "uuid": other.entries.get().uuid}
    paid, owing = purse.evening(cast), purse.evening(cast)
    freeze_evening(paid, by=cast.cleo)
    pay_transfer(Transfer.objects.open().filter(list__money__evening=paid)[0], by=cast.cleo)
    return [usual, open_one, closed, usual | {"evening_id": paid.pk}, usual | {"evening_id": owing.pk}], pen


def mark_everything(foreign: dict[int, set[int]]) -> None:
    """So that a word of it on a page of another club is seen."""
    for number, ids in foreign.items():
        model = MODELS[number - 1]
        for field in model._meta.concrete_fields:
            if field.name in SAID and isinstance(field, models.CharField | models.TextField):
                marked = Concat(Value(f"{XENO} "), Cast_("pk", models.CharField()))
                model._base_manager.filter(pk__in=ids).update(**{field.name: marked})


def ids_now() -> dict[int, set[int]]:
    return {
        number: set(model._base_manager.values_list("pk", flat=True)) for number, model in enumerate(MODELS, start=1)
    }


def rows_now() -> Rows:
    """All rows of ours, but of devices: whoever asks is noted there."""
    found: Rows = {}
    for model in MODELS:
        names = [field.attname for field in model._meta.concrete_fields]
        found[model._meta.label] = {row[0]: row[1:] for row in model._base_manager.values_list("pk", *names)}
    return found


# --- What is tried ----------------------------------------------------------------------------------------------------


def find_all_forms(cookies: str, filled: list[dict[str, Any]]) -> Iterator[Form]:
    """Of every page that the owner may read, each shape of a form once for each place that it goes to."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for address in dict.fromkeys(addresses_with(filled)):
        page = ask(cookies, "GET", address)
        if page.status_code != 200 or not page.headers["Content-Type"].startswith("text/html"):
            continue
        for form in find_forms(page.content.decode(), address):  # type: ignore[attr-defined]
            key = (resolve(urlsplit(form.action).path).view_name, form.shape)
            if key not in seen:
                seen.add(key)
                yield form


def addresses_with(filled: list[dict[str, Any]]) -> Iterator[str]:
    for name, rule in ACCESS_RULES.items():
        if (not rule.methods or "GET" in rule.methods) and rule.may is not May.ANYBODY:
            yield from (url_of(name, gaps_of_one) for gaps_of_one in filled)


def by_scripts(clubs: Clubs) -> Iterator[tuple[str, Pairs, str]]:
    """What no page here offers."""
    dora = clubs.mine.ids("Dora")[0]
    yield url_of("settlement:excuse", clubs.filled[-1]), [("player", dora), ("excused", "on")], clubs.cookies


def exchanged(text: str, clubs: Clubs) -> Iterator[tuple[str, str]]:
    """The text with each id in it replaced by a foreign one, and which table it was of."""
    for found in AN_ID.finditer(A_UUID.sub(lambda uuid: "-" * len(uuid[0]), text)):
        number = int(found[0]) // A_MILLION
        if number in clubs.foreign and int(found[0]) not in clubs.all_foreign:
            new = f"{text[: found.start()]}{clubs.foreign[number]}{text[found.end() :]}"
            yield new, MODELS[number - 1].__name__
    for found in A_UUID.finditer(text):
        if Entry.objects.filter(uuid=found[0]).exists():
            yield f"{text[: found.start()]}{clubs.foreign_entry}{text[found.end() :]}", "Entry"


def attempts(clubs: Clubs) -> Iterator[Attempt]:
    for form in clubs.forms:
        could = [(field.name, value) for field in form.fields for value in field.could]
        ways = [form.fill(), form.fill(press=False)]
        for pairs in ways if ways[0] != ways[1] else ways[:1]:
            yield from spoiled(form.action, pairs, could, clubs.cookies, clubs)
    for action, pairs, cookies in by_scripts(clubs):
        for attempt in spoiled(action, pairs, pairs, cookies, clubs):
            yield attempt._replace(headers=FRAGMENT)
            if cookies:
                yield attempt


def spoiled(action: str, pairs: Pairs, could: Pairs, cookies: str, clubs: Clubs) -> Iterator[Attempt]:
    """Each field once for each kind of id that it may carry, in its value or its name."""
    view, seen = resolve(urlsplit(action).path).view_name, set()
    for name, value in could:
        inside = [("", (name, new), table) for new, table in exchanged(value, clubs)]
        inside += [("name ", (new, value), table) for new, table in exchanged(name, clubs)]
        for place, (where, pair, table) in enumerate(inside):
            field = f"{where}{AN_ID.sub('N', name)} ({table})"
            if (field, place) not in seen:
                seen.add((field, place))
                rest = [one for one in pairs if one[0] != name]
                yield Attempt(view, field, action, [*rest, pair], cookies)


# --- What becomes of it -----------------------------------------------------------------------------------------------


def send(attempt: Attempt, *, look: Callable[[int, str, bool], str]) -> str:
    """What `look` says of the answer: its status, its words and those of the page it leads to, and whether it wrote."""
    headers = {"Cookie": attempt.cookies} if attempt.cookies else {}
    client = Client(raise_request_exception=False, headers=headers | attempt.headers)
    client.handler = HANDLERS[False]
    data: dict[str, list[str]] = {}
    for name, value in attempt.pairs:
        data.setdefault(name, []).append(value)
    wrote: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if WRITES.match(sql):
            wrote.append(sql)
        return execute(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            answer = client.post(attempt.action, data)
        words = answer.content.decode(errors="replace")  # a file is not all text
        if answer.status_code == 302:
            followed = ask(attempt.cookies, "GET", answer["Location"])
            words += followed.content.decode() if hasattr(followed, "content") else ""
        said = look(answer.status_code, words, bool(wrote))
        transaction.set_rollback(True)
    return said


def judge(clubs: Clubs) -> Callable[[int, str, bool], str]:
    def look(status: int, words: str, wrote: bool) -> str:
        if status >= 500:
            return f"answered {status}"
        if XENO in words:
            return f"told of the other club: {words[max(0, words.find(XENO) - 80) :][:160]!r}"
        return changed_wrongly(clubs) if wrote else ""

    return look


def changed_wrongly(clubs: Clubs) -> str:
    """Nothing of the other club may change, and nothing that changes may point to it."""
    for label, rows in rows_now().items():
        before = clubs.before[label]
        for pk in (before.keys() | rows.keys()) & clubs.all_foreign:
            if before.get(pk) != rows.get(pk):
                return f"changed {label} {pk} of the other club"
        for pk, row in rows.items():
            if before.get(pk) != row:
                ids = {int(found) for found in AN_ID.findall(A_UUID.sub("", repr(row)))}
                if ids & clubs.all_foreign or clubs.foreign_entry in repr(row):
                    return f"{label} points to the other club: {row}"
    return ""


@pytest.mark.promise("foreign-id")
def test_no_field_of_a_form_reaches_another_club(clubs: Clubs) -> None:
    tried = [*attempts(clubs)]
    found = [(attempt, send(attempt, look=judge(clubs))) for attempt in tried]
    wrong = [f"{attempt.view} {attempt.field}: {said}" for attempt, said in found if said]
    assert "\n".join(dict.fromkeys(wrong)) == ""
    views = {attempt.view for attempt in tried}
    print(f"{len(tried)} fields of {len(views)} places")
    assert len(tried) > 75
    assert len(views) > 15


@pytest.mark.promise("foreign-id")
def test_the_forms_are_such_as_are_taken(clubs: Clubs) -> None:
    """Or the ids in them would be refused for other reasons: most are taken as they are sent here."""
    answers = Counter(
        send(
            Attempt("", "", form.action, form.fill(), clubs.cookies),
            look=lambda status, _words, _wrote: "taken" if status < 400 else "refused",
        )
        for form in clubs.forms
    )
    print(answers)
    assert answers["taken"] > answers["refused"]
