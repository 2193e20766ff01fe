"""Creation of evenings from a draft, step by step; none is visible before the last one is complete.

An evening of an incomplete import is hidden like one deleted long ago: it is in no list and no table, nobody can
restore it, and `purge` removes abandoned ones. A step writes some hundred games and is atomic; an import that
stopped half-way can be continued or undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, Final
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.services.locks import lock_club
from dokoclub.clubs.services.players import enter_player
from dokoclub.evenings.domain import opening
from dokoclub.evenings.domain.opening import usual_length
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.models.evening import LONGEST_PLACE
from dokoclub.evenings.services import apply_operations, entries
from dokoclub.evenings.services import sheets as sheets_evenings
from dokoclub.evenings.services.bulk_import import PastEvening, Round, close_past_evening, open_past_evening
from dokoclub.exports.models import Import, ImportedSheet, ImportState
from dokoclub.exports.services.batches import take_place, write_piece
from dokoclub.exports.services.reading import LIKE, NEW_GUEST, NEW_MEMBER, lock_import, with_ids
from dokoclub.exports.services.replacing import replace_known, store_foreign_data, store_sheet_data
from dokoclub.settlement.services.freezing import freeze_past_evenings
from dokoclub.standings.services.achievements import list_players, recount_games
from dokoclub.ui.forms import clean_name
from scoring.contract.legacy_rows import DOUBLED
from scoring.rules.rules import Rules, load_rules
from scoring.tables.checks import get_facts, rules_for
from scoring.text import fold_name

A_STEP: Final = 100  # games; a phone that writes meanwhile waits no longer than that
EVENINGS_A_STEP: Final = 5  # even if they are short
A_ROUND: Final = 400  # games per sheet: a longer list continues in the next round
HIDDEN: Final = datetime(1970, 1, 1, tzinfo=UTC)  # value of deleted_at
_IS_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BEGAN: Final = time(20)  # the files do not give the hour


@transaction.atomic
def begin_import(made: Import, *, by: Account) -> Import:
    """Start an import: create its players. A second call changes nothing.

    Raises ValidationError, and writes nothing, if anything is wrong or undecided.
    """
    club = lock_club(made.club)
    made = lock_import(made)
    if made.state != ImportState.DRAFT:
        return made
    made.club = club
    _refuse_unready(made)
    headings = {fold_name(name): name for names in made.sheets.values_list("names", flat=True) for name in names}
    created = []
    for heading, name in headings.items():
        who = _find_meant(made.players, name)
        if isinstance(who, str):
            player = _create(made, headings.get(who, name), guest=made.players[who] == NEW_GUEST, by=by)
            created.append(player.pk)
            made.players[who] = player.pk
            who = player.pk
        made.players[heading] = who
    made.state, made.made_players = ImportState.RUNNING, created
    made.save()
    store_foreign_data(made)
    return made


def _find_meant(players: Mapping[str, int | str], name: str) -> int | str | None:
    """Return the id of the player, or the heading of a new one; None if nothing was chosen."""
    heading = fold_name(name)
    said = players.get(heading)
    if isinstance(said, str) and said.startswith(LIKE):
        heading = said.removeprefix(LIKE)
        said = players.get(heading)
    return said if isinstance(said, int) else heading if said in (NEW_MEMBER, NEW_GUEST) else None


def _refuse_unready(made: Import) -> None:
    sheets = list(made.sheets.defer("games"))
    if not sheets:
        raise ValidationError(_("There is nothing to import."))
    found = Player.objects.filter(club=made.club, erased_number=None).values_list("pk", "left_at")
    here, gone = {pk for pk, _ in found}, {pk for pk, left_at in found if left_at is not None}
    for sheet in sheets:
        if sheet.problems:
            raise ValidationError(_("Fix the problems in %(title)s first.") % {"title": sheet.title})
        if sheet.day is None:
            raise ValidationError(_("%(title)s has no day yet.") % {"title": sheet.title})
        if sheet.day > timezone.localdate():
            raise ValidationError(_("%(title)s: choose a day up to today.") % {"title": sheet.title})
        _refuse_players(sheet, made.players, here)
        _refuse_gone(sheet, made.players, gone)


def _refuse_players(sheet: ImportedSheet, players: Mapping[str, int | str], here: set[int]) -> None:
    seen: dict[int | str, str] = {}
    for name in sheet.names:
        player = _find_meant(players, name)
        if player is None or (isinstance(player, int) and player not in here):
            raise ValidationError(_("Say who %(name)s is.") % {"name": name})
        if seen.setdefault(player, name) != name:
            raise ValidationError(
                _("%(one)s and %(other)s cannot be the same person: both sit at one table in %(title)s.")
                % {"one": seen[player], "other": name, "title": sheet.title}
            )


def _refuse_gone(sheet: ImportedSheet, players: Mapping[str, int | str], gone: set[int]) -> None:
    """Refuse players who sit down in the middle of a list but left the club: rows are written as if today."""
    for name in sheet.names if sheet.line else ():
        if _find_meant(players, name) in gone and name not in (sheet.line or {})["players"]:
            raise ValidationError(
                _("%(name)s has left the club, and sits down during %(title)s: let that player return first.")
                % {"name": name, "title": sheet.title}
            )


def _create(made: Import, name: str, *, guest: bool, by: Account) -> Player:
    player = Player(club=made.club, name=clean_name(name), guest=guest)
    try:
        enter_player(player, by=by)
    except ValidationError as refusal:
        raise ValidationError(f"{name}: {' '.join(refusal.messages)}") from refusal
    return player


# --- Step by step -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """The part of an evening that one step writes: usually all of it."""

    sheet: ImportedSheet
    games: Sequence[Any]  # [row of the file, points by name]
    seated: Sequence[Player]
    rules: Rules

    @property
    def table(self) -> opening.NewSheet:
        line, table = self.sheet.line, self.sheet.table_name
        if line is None:
            summed = self.sheet.is_sum
            return opening.NewSheet(players=self.seated, rules=self.rules, table=table, bygone=True, summed=summed)
        players = [self.people[name] for name in line["players"]]
        kind, length = usual_length(self.rules)
        return opening.NewSheet(
            players=players,
            first_dealer=self.people[line["first_dealer"]],
            rules=self.rules,
            table=table,
            length_kind=kind,
            length=length,
            bygone=True,
        )

    @property
    def people(self) -> dict[str, Player]:
        """Return the players by their name in the file."""
        return dict(zip(self.sheet.names, self.seated, strict=True))

    @property
    def began(self) -> datetime:
        assert self.sheet.day is not None  # noqa: S101  # `begin` has seen to it
        return timezone.make_aware(datetime.combine(self.sheet.day, BEGAN))

    @property
    def is_last(self) -> bool:
        return self.sheet.written >= self.sheet.length


@write_piece()
def go_on(made: Import, *, by: Account, games: int | None = None) -> Import:
    """Write at least the next `games` (None: one step of them); after the last, all evenings become visible."""
    made = lock_import(made)
    if made.state != ImportState.RUNNING:
        return made
    missing = made.sheets.filter(Q(evening=None) | Q(written__lt=F("length"))).order_by("number")
    sheets = _next(missing, A_STEP if games is None else games)
    if sheets:
        _write(made, sheets, by=by)
    if not missing.exists():
        _show(made, by=by)
    return made


def go_on_to_the_end(made: Import, *, by: Account) -> Import:
    """Run all remaining steps. If no place is free, the import stays as it is and can be continued later."""
    with take_place() as is_free:
        while is_free and made.state == ImportState.RUNNING:
            made = go_on(made, by=by)
    return made


def _next(missing: QuerySet[ImportedSheet], games: int) -> list[ImportedSheet]:
    """List the sheets for that many games, without reading more: an import may hold 30,000."""
    wanted = []
    for pk, evening, written, length in missing.values_list("pk", "evening", "written", "length")[:EVENINGS_A_STEP]:
        if games <= 0:
            break
        wanted.append(pk)
        games -= min(A_STEP, length - (written if evening else 0))
    return list(missing.filter(pk__in=wanted).select_related("evening__club"))


def _write(made: Import, sheets: Sequence[ImportedSheet], *, by: Account) -> None:
    """Write the rest of these sheets, at most one step of each."""
    pieces = _pieces(made, sheets)
    _open(made, [piece for piece in pieces if piece.sheet.evening is None], by=by)
    for piece in pieces:
        _write_games(made, piece, by=by)
    over = _list_complete(made, pieces)
    close_past_evening(over, by=by)
    freeze_past_evenings(over, by=by)
    ImportedSheet.objects.bulk_update(sheets, ["evening", "written"])
    Evening.objects.filter(imported_from__in=sheets).update(deleted_at=HIDDEN)


def _list_complete(made: Import, pieces: Sequence[_Piece]) -> list[Evening]:
    """Return the evenings of these pieces with no sheet left to write. One query, another for several sheets."""
    here = [piece.sheet.pk for piece in pieces]
    missing = made.sheets.filter(Q(evening=None) | Q(written__lt=F("length"))).exclude(group="").exclude(pk__in=here)
    open_groups = set(missing.values_list("group", flat=True))
    open_groups |= {piece.sheet.group for piece in pieces if not piece.is_last}
    alone = [one.sheet.evening for one in pieces if not one.sheet.group and one.is_last and one.sheet.evening]
    complete = [one.sheet for one in pieces if one.sheet.group and one.sheet.group not in open_groups]
    joined = {sheet.evening_id for sheet in complete if sheet.evening_id is not None}
    return [*alone, *(Evening.objects.filter(pk__in=joined).select_related("club") if joined else ())]


def _pieces(made: Import, sheets: Sequence[ImportedSheet]) -> list[_Piece]:
    """Build the pieces of the sheets. Two queries."""
    rules = current_rules(made.club).parsed
    people = {player.pk: player for player in Player.objects.filter(club=made.club)}
    pieces = []
    for sheet in sheets:
        begin = sheet.written if sheet.evening else 0
        games = sheet.games[begin : begin + A_STEP]
        if sheet.line is not None:  # a single sheet with rows that depend on earlier ones
            games = sheet.games[begin:]
        sheet.written = begin + len(games)
        seated = [people[made.players[fold_name(name)]] for name in sheet.names]
        pieces.append(_Piece(sheet, games, seated, _get_rules(sheet, rules)))
    return pieces


def _get_rules(sheet: ImportedSheet, rules: Rules) -> Rules:
    if sheet.line is None:
        return rules_for([points for _, points in sheet.games], rules, sheet.notation)
    own = load_rules(sheet.line["rules"])
    if not isinstance(own, Rules):
        raise ValueError([str(problem) for problem in own])  # checked when the file was read, so this is a bug
    return own


def _open(made: Import, pieces: Sequence[_Piece], *, by: Account) -> None:
    """Open the evenings, each with its first sheet; then the other sheets of these evenings."""
    groups = {piece.sheet.group for piece in pieces} - {""}
    opened = made.sheets.filter(group__in=groups).exclude(evening=None).select_related("evening__club")
    evenings = {sheet.group: sheet.evening for sheet in opened} if groups else {}
    first = {piece.sheet.group: piece for piece in reversed(pieces) if piece.sheet.group not in evenings}
    begin = [piece for piece in pieces if not piece.sheet.group or piece is first.get(piece.sheet.group)]
    _open_evenings(made, begin, by=by)
    evenings |= {piece.sheet.group: piece.sheet.evening for piece in begin}
    for piece in pieces:
        if piece not in begin:
            piece.sheet.evening = evenings[piece.sheet.group]
            piece.sheet.first_paper = _open_sheet(piece, in_round=piece.sheet.round, by=by)
            piece.sheet.joins = True


def _open_evenings(made: Import, pieces: Sequence[_Piece], *, by: Account) -> None:
    bygone = []
    club_evening = bool(made.options.get("club_evening", True))
    for piece in pieces:
        key = uuid5(made.key, f"evening {piece.sheet.number}")
        rounds = [Round(piece.began, [piece.table])]
        place = made.options.get("place") or piece.sheet.foreign_data.get("place", "")[:LONGEST_PLACE]
        bygone.append(PastEvening(rounds, key, timezone.localdate(piece.began), place, club_evening=club_evening))
    opened = open_past_evening(made.club, bygone, by=by) if bygone else []
    for piece, paper in zip(pieces, opened, strict=True):
        piece.sheet.evening = paper.evening
        piece.sheet.first_paper = paper


def _write_games(made: Import, piece: _Piece, *, by: Account) -> None:
    if piece.sheet.line is not None and piece.sheet.first_paper:
        paper, whole = piece.sheet.first_paper, list(_whole_rows(made, piece, piece.sheet.line))
        with apply_operations.write_on(paper, by=by) as work:
            work.write_all(whole)
        uuids = [(row, _uuid(made, piece, row)) for row in range(1, len(whole) + 1)]
        store_sheet_data(made, piece.sheet, paper, uuids, is_first=True)
        return
    for begin in range(0, len(piece.games), A_ROUND):
        is_first = bool(piece.sheet.first_paper)
        paper = piece.sheet.first_paper or _next_round(made, piece, by=by)
        piece.sheet.first_paper = None
        rows = list(_rows(made, piece, piece.games[begin : begin + A_ROUND]))
        with apply_operations.write_on(paper, by=by) as work:
            work.write_all(rows)
        uuids = [(row, _uuid(made, piece, row)) for row, _ in piece.games[begin : begin + A_ROUND]]
        store_sheet_data(made, piece.sheet, paper, uuids, is_first=is_first)


def _uuid(made: Import, piece: _Piece, row: int) -> UUID:
    """Return the UUID of a row: that of its file, or one that a second attempt makes again."""
    told = piece.sheet.foreign_data.get("rows", {}).get(str(row), {}).get("id", "")
    return UUID(told) if _IS_UUID.fullmatch(told) else uuid5(made.key, f"sheet {piece.sheet.number} row {row}")


def _next_round(made: Import, piece: _Piece, *, by: Account) -> Sheet:
    """Open the sheet on which a long list continues, in a round behind all of its evening."""
    of_evening = Q(group=piece.sheet.group) if piece.sheet.group else Q(pk=piece.sheet.pk)
    rounds = made.sheets.filter(of_evening).values_list("round", flat=True)
    assert piece.sheet.evening is not None  # noqa: S101  # it was opened before
    there = piece.sheet.evening.sheets.values_list("round", flat=True)
    return _open_sheet(piece, in_round=max(*rounds, *there, 0) + 1, by=by)


def _open_sheet(piece: _Piece, *, in_round: int, by: Account) -> Sheet:
    evening = piece.sheet.evening
    assert evening is not None  # noqa: S101  # it was opened before
    Evening.objects.filter(pk=evening.pk).update(deleted_at=None)
    opened = sheets_evenings.open_sheets(evening, [piece.table], in_round=in_round, by=by, at=piece.began)
    evening.refresh_from_db()
    return opened[0]


def _rows(made: Import, piece: _Piece, games: Sequence[Any]) -> Iterator[entries.NewRow]:
    keys = [str(player.pk) for player in piece.seated]
    attribution = {"times": DOUBLED} if made.options.get("double") else {}
    for row, points in games:
        facts = get_facts(keys, points, is_sum=piece.sheet.is_sum, played=piece.sheet.played)
        yield entries.NewRow(facts=facts, uuid=_uuid(made, piece, row), attribution=attribution)


def _whole_rows(made: Import, piece: _Piece, line: Mapping[str, Any]) -> Iterator[entries.NewRow]:
    """Yield the rows as written, with ids in place of names."""
    ids = {name: str(player.pk) for name, player in piece.people.items()}
    for number, row in enumerate(line["rows"], start=1):
        facts, attribution = with_ids(row, ids)
        uuid = _uuid(made, piece, number)
        yield entries.NewRow(facts=facts, attribution=attribution, note=row["note"], uuid=uuid)


def _show(made: Import, *, by: Account) -> None:
    """Make all evenings visible at once; they are already closed and without money, and count from now on."""
    mine = Evening.objects.filter(imported_from__of=made)
    told = list(made.sheets.exclude(foreign_data={}).only("foreign_data"))
    if told:
        replace_known(made, by=by)
    mine.update(deleted_at=None)
    recount_games(list_players(mine.values_list("pk", flat=True)))
    made.state, made.done_at = ImportState.DONE, timezone.now()
    made.save()
    made.files.update(content=b"")
    made.sheets.update(names=[], games=[], line=None, totals=[], foreign_data={}, problems=[], oddities=[])
    for sheet in told:
        sheet.foreign_data = {key: value for key, value in sheet.foreign_data.items() if key == "digest"}
    ImportedSheet.objects.bulk_update(told, ["foreign_data"], batch_size=200)
