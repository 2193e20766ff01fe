"""Queries for imports: the list, a draft before it is imported, progress, results, and proposed players."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Prefetch, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.selectors.people import get_aliases
from dokoclub.exports.importers.problems import TranslatedNote
from dokoclub.exports.models import ForeignData, Import, ImportedSheet, ImportFile, ImportState
from scoring.tables.notes import FALLS_SHORT
from scoring.text import fold_name

RECALLED: Final = 50  # imports whose answers are used again
MOST_NAMED: Final = 6  # odd rows listed above all sheets
_WORDS: Final = re.compile(r"[\s.,_-]+")
_SHORTEST: Final = 3  # fewest letters for a one-letter difference
_LONG: Final = 5  # from this length on, a letter may also be replaced


def list_imports(club: Club) -> list[Import]:
    """List the imports, newest first, with .evenings and .games. Two queries."""
    files = Prefetch("files", ImportFile.objects.defer("content"))
    counted = (
        Import.objects.filter(club=club)
        .exclude(state=ImportState.DISCARDED)
        .annotate(evenings=Count("sheets"), games=Coalesce(Sum("sheets__length"), 0))
    )
    return list(counted.select_related("made_by").prefetch_related(files).order_by("-made_at", "-pk"))


def clubs_to_import_into(account: Account) -> list[Club]:
    """List the clubs that the account owns and may write in, by name. One query."""
    owned = Club.objects.not_deleted().filter(memberships__account=account, memberships__owner=True, moving_to="")
    return list(owned.order_by("name", "pk"))


def number_of_imports(club: Club) -> int:
    """Count the finished imports. One query."""
    return Import.objects.filter(club=club, state=ImportState.DONE).count()


def list_sheets(made: Import) -> list[ImportedSheet]:
    """List the sheets of an import without their games. One query."""
    return list(made.sheets.defer("games", "line").select_related("evening"))


def get_headings(some: Iterable[ImportedSheet]) -> dict[str, str]:
    """Return the names on these sheets as folded -> written, in order of appearance. No query."""
    found: dict[str, str] = {}
    for sheet in some:
        for name in sheet.names:
            found.setdefault(fold_name(name), name)
    return found


class ImportPerson(NamedTuple):
    player: Player
    label: str
    words: set[str]  # possible names of the player, folded


def get_people(club: Club) -> list[ImportPerson]:
    """List the players that a heading may mean: present ones first, then those who left. Two queries."""
    others = get_aliases(club)
    players = Player.objects.filter(club=club, erased_number=None).order_by(F("left_at").asc(nulls_first=True), "name")
    merged = {alias.merge.merged_id for some in others.values() for alias in some}
    return [
        ImportPerson(
            player,
            player.name if player.left_at is None else _("%(name)s (has left)") % {"name": player.name},
            {
                fold_name(word)
                for word in (player.name, player.short_name, *(alias.name for alias in others.get(player.pk, [])))
                if word
            },
        )
        for player in players
        if player.pk not in merged
    ]


def propose_people(names: Mapping[str, str], some: Iterable[ImportPerson]) -> dict[str, int]:
    """Return the players by folded heading, for exact names; other headings are new players. No query."""
    found: dict[str, int] = {}
    for person in some:
        for heading in person.words & names.keys():
            found.setdefault(heading, person.player.pk)
    return found


def imported_before(made: Import) -> list[str]:
    """List the names of files with content that was already imported. One query."""
    same = ImportFile.objects.filter(of__club=made.club_id, of__state=ImportState.DONE).exclude(of=made)
    return list(made.files.filter(digest__in=same.values("digest")).values_list("name", flat=True))


def taken_days(made: Import, days: Iterable[date | None]) -> list[date]:
    """List the days on which the club already has an evening. One query."""
    wanted = {day for day in days if day is not None}
    found = Evening.objects.not_deleted().filter(club=made.club_id, date__in=wanted)
    return list(found.values_list("date", flat=True).distinct().order_by("date"))


class Odd(NamedTuple):
    """Oddities of a draft, each with its sheet: rows that do not sum to 0, and all others."""

    sums: list[tuple[ImportedSheet, TranslatedNote]]
    others: list[tuple[ImportedSheet, TranslatedNote]]

    @property
    def number(self) -> int:
        return len(self.sums) + len(self.others)

    @property
    def first(self) -> list[tuple[ImportedSheet, TranslatedNote]]:
        return [*self.others, *self.sums][:MOST_NAMED]

    @property
    def more(self) -> int:
        return max(0, self.number - MOST_NAMED)


def format_odd(some: Iterable[ImportedSheet]) -> Odd:
    """Collect the oddities of the sheets. No query."""
    found = Odd([], [])
    for sheet in some:
        for note in sheet.all_oddities:
            (found.sums if note.text == FALLS_SHORT else found.others).append((sheet, note))
    return found


class Progress(NamedTuple):
    written: int  # games
    of: int


def get_progress(made: Import) -> Progress:
    """Count the games written so far, and all games. One query."""
    written = Sum("written", filter=Q(evening__isnull=False))
    sums = made.sheets.aggregate(written=Coalesce(written, 0), of=Coalesce(Sum("length"), 0))
    return Progress(**sums)


class ImportOutcome(NamedTuple):
    evenings: list[Evening]
    made_players: list[Player]
    changed: int  # number of these evenings changed since the import
    replaced: int  # number of evenings that undoing brings back


def get_outcome(made: Import) -> ImportOutcome:
    """Return the evenings and players of an import. Three queries."""
    evenings = Evening.objects.not_deleted().filter(imported_from__of=made).distinct()
    changed = Q(sheets__entries__changed_at__isnull=False) | Q(sheets__entries__struck_at__isnull=False)
    if made.done_at:
        changed |= Q(sheets__entries__written_at__gt=made.done_at)
    return ImportOutcome(
        list(evenings.order_by("date", "pk")),
        list(Player.objects.filter(pk__in=made.made_players)),
        evenings.filter(changed).count(),
        len(made.replaced.get("evenings", ())),
    )


def stored_about(account: Account) -> tuple[str, list[dict[str, Any]]]:
    """Return the imports made by an account. Hooked into stored_about. Two queries."""
    files = Prefetch("files", ImportFile.objects.defer("content"))
    made = Import.objects.filter(made_by=account).prefetch_related(files)
    return "imports", [{"made_at": one.made_at, "files": [file.name for file in one.files.all()]} for one in made]


def propose_nearly(
    headings: Collection[str], tables: Iterable[Collection[str]], some: Iterable[ImportPerson], known: Mapping[str, int]
) -> dict[str, int]:
    """Propose the most likely player by folded heading, if there is only one. No query.

    `tables`: the headings of each sheet; players on the same sheet under their own name, or under one just as near,
    are excluded. `known`: players with exactly this name.
    """
    seated = [frozenset(table) for table in tables]
    people = list(some)
    meant: dict[str, int] = {}
    for heading in headings:
        if heading in known:
            continue
        found = [person.player.pk for person in people if any(is_nearly(heading, word) for word in person.words)]
        if len(found) == 1 and not any(found[0] == known.get(other) for other in _beside(heading, seated)):
            meant[heading] = found[0]
    return {
        heading: player
        for heading, player in meant.items()
        if not any(meant.get(other) == player for other in _beside(heading, seated))
    }


def find_twins(
    headings: Collection[str], tables: Iterable[Collection[str]], known: Mapping[str, int]
) -> dict[str, str]:
    """Return the earlier headings that later ones are nearly called like, if nobody is known by either. No query.

    `tables`: the headings of each sheet; who sits at one table is no twin.
    """
    seated = [frozenset(table) for table in tables]
    unknown = [heading for heading in headings if heading not in known]
    found: dict[str, str] = {}
    for place, heading in enumerate(unknown):
        beside = _beside(heading, seated)
        near = [one for one in unknown[:place] if one not in beside and one not in found and is_nearly(one, heading)]
        if len(near) == 1:
            found[heading] = near[0]
    return found


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST and long.startswith(short)


def _beside(heading: str, tables: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the headings that share a table with this one."""
    return frozenset[str]().union(*(table for table in tables if heading in table)) - {heading}


def is_nearly(one: str, other: str) -> bool:
    """Compare folded names: `cemm` and `cem`, `alex` and `alexandra`, `doro s.` and `doro schmidt`, or `doro` alone."""
    mine, theirs = (list(filter(None, _WORDS.split(name))) for name in (one, other))
    if not mine or not theirs:
        return False
    if len(mine) == len(theirs) == 1 and _begins(mine[0], theirs[0]):
        return True
    if len(mine) != len(theirs) and mine[0] == theirs[0] and 1 in (len(mine), len(theirs)):
        return True
    if mine[0] == theirs[0] and len(mine) == len(theirs) == 2 and 1 in (len(mine[1]), len(theirs[1])):
        return bool(mine[1][0] == theirs[1][0])
    return _differs_by_a_letter("".join(mine), "".join(theirs))


def _differs_by_a_letter(one: str, other: str) -> bool:
    """Return True for one extra letter; in longer names also for one replaced letter or two swapped ones."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST or short[0] != long[0] or len(long) - len(short) > 1:
        return False
    if len(long) > len(short):
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    wrong = [place for place, (mine, theirs) in enumerate(zip(short, long, strict=True)) if mine != theirs]
    if len(short) < _LONG or not wrong:
        return False
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1 and short[wrong[0]] == long[wrong[1]]
    return len(wrong) == 1 or (swapped and short[wrong[1]] == long[wrong[0]])


def recall_answers(club: Club) -> dict[str, dict[str, Any]]:
    """Return what was answered about tables in the club's last imports, by their shape. One query."""
    done = Import.objects.filter(club=club, state=ImportState.DONE).order_by("-made_at", "-pk")
    found: dict[str, dict[str, Any]] = {"columns": {}, "answers": {}}
    for options, tables in reversed(list(done.values_list("options", "tables")[:RECALLED])):
        found["columns"] |= options.get("columns") or {}
        by_form = {table["shape"]: options["points"] for table in tables} if options.get("points") else {}
        found["answers"] |= by_form | (options.get("answers") or {})
    return found


def count_sheets_without_rules(club: Club) -> int:
    """Count the sheets whose file did not tell the rules: their games came in as points. One query."""
    return ForeignData.objects.filter(club=club, keys__rules__preset=None).exclude(sheet=None).count()


def get_points(evenings: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return the points of everybody by evening and folded name. At most one query."""
    found: dict[int, dict[str, int]] = {}
    results = Result.objects.filter(sheet__evening__in=list(evenings))
    for evening, name, points in results.values_list("sheet__evening", "player__name", "scores"):
        of = found.setdefault(evening, {})
        of[fold_name(name)] = of.get(fold_name(name), 0) + points
    return found
