"""Make evenings of a draft: step by step, and nobody sees any of them before the last one stands.

An evening of an import that is not complete is hidden as one that was deleted long ago: it is in no list and no table,
nobody can take it back, and `purge` removes what was left lying. A step writes some hundred games and is atomic; an
import that stopped half-way is gone on with, or taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.services.players import enter
from dokoclub.clubs.services.writing import locked
from dokoclub.evenings import services as evenings
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services.writing import after_evening
from dokoclub.exports.models import Import, ImportedSheet, State
from dokoclub.exports.old_sheets.judging import rules_for
from dokoclub.exports.services.deciding import NEW_GUEST
from dokoclub.look.names import clean_name, folded
from dokoclub.settlement.rules import in_force
from dokoclub.settlement.selectors.evening import rules_of_club
from dokoclub.settlement.services import change_evening_money
from scoring.rules import Rules
from scoring.settlement import MoneyRules

A_STEP: Final = 500  # games; a phone that writes meanwhile waits for no more than that
A_ROUND: Final = 400  # games on one sheet: a longer list goes on in the next round
HIDDEN: Final = datetime(1970, 1, 1, tzinfo=UTC)  # as deleted_at
BEGAN: Final = time(20)  # the files do not know the hour
LASTED: Final = timedelta(hours=3)
WITHOUT_MONEY: Final = MoneyRules(method="none")  # what was paid then, was paid then
SETTLED_LONG_AGO: Final = MoneyRules(method="none")  # nobody shall owe anything for a sheet of last year


@transaction.atomic
def begin(made: Import, *, by: Account) -> Import:
    """From now on it is being imported: its players are there. The second time changes nothing.

    Raises ValidationError, and writes nothing, where anything is not right or not decided yet.
    """
    club = locked(made.club)
    made = Import.objects.select_for_update().get(pk=made.pk)
    if made.state != State.DRAFT:
        return made
    made.club = club
    _refuse_unready(made)
    headings = {folded(name): name for names in made.sheets.values_list("names", flat=True) for name in names}
    created = []
    for heading, name in headings.items():
        if not isinstance(made.players[heading], int):
            player = _create(made, name, guest=made.players[heading] == NEW_GUEST, by=by)
            made.players[heading] = player.pk
            created.append(player.pk)
    made.state, made.made_players = State.RUNNING, created
    made.save()
    return made


def _refuse_unready(made: Import) -> None:
    sheets = list(made.sheets.defer("games"))
    if not sheets:
        raise ValidationError(_("There is nothing to import."))
    here = set(Player.objects.filter(club=made.club, erased_number=None).values_list("pk", flat=True))
    for sheet in sheets:
        if sheet.problems:
            raise ValidationError(_("%(title)s has problems that must be solved first.") % {"title": sheet.title})
        if sheet.day is None:
            raise ValidationError(_("%(title)s has no day yet.") % {"title": sheet.title})
        _refuse_players(sheet, made.players, here)


def _refuse_players(sheet: ImportedSheet, players: Mapping[str, int | str], here: set[int]) -> None:
    seen: dict[int, str] = {}
    for name in sheet.names:
        player = players.get(folded(name))
        if player is None or (isinstance(player, int) and player not in here):
            raise ValidationError(_("Nobody has said who %(name)s is.") % {"name": name})
        if isinstance(player, int) and seen.setdefault(player, name) != name:
            raise ValidationError(
                _("%(one)s and %(other)s cannot be the same person: both sit at one table in %(title)s.")
                % {"one": seen[player], "other": name, "title": sheet.title}
            )


def _create(made: Import, name: str, *, guest: bool, by: Account) -> Player:
    player = Player(club=made.club, name=clean_name(name), guest=guest)
    try:
        enter(player, by=by)
    except ValidationError as refusal:
        raise ValidationError(f"{name}: {' '.join(refusal.messages)}") from refusal
    return player


# --- Step by step -----------------------------------------------------------------------------------------------------


@transaction.atomic
def go_on(made: Import, *, by: Account, games: int | None = None) -> Import:
    """Write the next `games` (None: a step of them) or some more; after the last all evenings come into sight."""
    made = Import.objects.select_for_update().select_related("club").get(pk=made.pk)
    if made.state != State.RUNNING:
        return made
    rules = current_rules(made.club).parsed
    left = A_STEP if games is None else games
    for sheet in _to_write(made):
        while sheet.evening is None or sheet.written < sheet.length:
            if left <= 0:
                return made
            left -= _write(made, sheet, rules, by=by)
    _show(made, by=by)
    return made


def _to_write(made: Import) -> Iterator[ImportedSheet]:
    """One at a time: an import may hold 30,000 games."""
    missing = Q(evening=None) | Q(written__lt=F("length"))
    for pk in made.sheets.filter(missing).values_list("pk", flat=True).order_by("number"):
        sheet = ImportedSheet.objects.select_related("evening").get(pk=pk)
        yield sheet


def _write(made: Import, sheet: ImportedSheet, rules: Rules, *, by: Account) -> int:
    """What is left of a sheet, at most one step of it; how many games it were."""
    players = {name: made.players[folded(name)] for name in sheet.names}
    written = sheet.written if sheet.evening else 0
    games = sheet.games[written : written + A_STEP]
    rules = rules_for([points for _, points in sheet.games], rules)
    done = 0
    while done < len(games):
        a_round = games[done : done + A_ROUND]
        paper = _open(made, sheet, players, rules, by=by)
        rows = list(_rows(made, sheet, players, a_round, rules))
        evenings.write_entries(paper, rows, by=by)
        done += len(a_round)
    sheet.written = written + done
    sheet.save(update_fields=["evening", "written"])
    Evening.objects.filter(imported_from=sheet).update(deleted_at=HIDDEN)
    return done


def _open(made: Import, sheet: ImportedSheet, players: Mapping[str, int], rules: Rules, *, by: Account) -> Sheet:
    """The evening with its first sheet; or, where it is there already, a sheet of its next round."""
    seats = Player.objects.in_bulk(list(players.values()))
    table = evenings.NewSheet(players=[seats[pk] for pk in players.values()], rules=rules, bygone=True)
    assert sheet.day is not None  # noqa: S101  # `begin` has seen to it
    began = timezone.make_aware(datetime.combine(sheet.day, BEGAN))
    if sheet.evening is None:
        sheet.evening = evenings.open_evening(
            made.club,
            [table],
            key=uuid5(made.key, f"evening {sheet.number}"),
            by=by,
            day=sheet.day,
            place=made.options.get("place", ""),
            club_evening=bool(made.options.get("club_evening", True)),
            at=began,
        )
        opened: Sheet = sheet.evening.sheets.get()
        return opened
    Evening.objects.filter(pk=sheet.evening.pk).update(deleted_at=None)
    rounds = sheet.evening.sheets.count()
    return evenings.open_sheets(sheet.evening, [table], in_round=rounds + 1, by=by, at=began)[0]


def _rows(
    made: Import, sheet: ImportedSheet, players: Mapping[str, int], games: list[Any], rules: Rules
) -> Iterator[evenings.NewRow]:
    keys = [str(pk) for pk in players.values()]
    for row, points in games:
        given = {key: value for key, value in zip(keys, points, strict=True) if value is not None}
        facts: dict[str, Any] = {"kind": "manual", "points": given}
        if len(given) < len(keys):
            facts["sitting_out"] = [key for key in keys if key not in given]
        if rules.notation != "zero_sum" or sum(given.values()):
            facts["imported"] = True
        yield evenings.NewRow(facts=facts, uuid=_uuid(made.key, sheet.number, row))


def _uuid(key: UUID, number: int, row: int) -> UUID:
    return uuid5(key, f"sheet {number} row {row}")


def _show(made: Import, *, by: Account) -> None:
    """All at once into sight, closed, and without money: the later apps are told of each evening."""
    Evening.objects.filter(imported_from__of=made).update(deleted_at=None)
    costs = in_force(rules_of_club(made.club), 0).method != WITHOUT_MONEY.method
    shown = list(Evening.objects.filter(imported_from__of=made).select_related("club").order_by("date", "pk"))
    _close(shown, by=by)
    for evening in shown:
        if costs:
            change_evening_money(evening, WITHOUT_MONEY, stake=0, by=by)
        after_evening(evening)
    made.state, made.done_at = State.DONE, timezone.now()
    made.save()
    made.files.update(content=b"")
    made.sheets.update(names=[], games=[], totals=[], problems=[], oddities=[])


def _close(shown: Sequence[Evening], *, by: Account) -> None:
    """As `close_evening` does it, for hundreds of them at a few statements."""
    sheets = list(Sheet.objects.filter(evening__in=[evening.pk for evening in shown]).select_related("evening"))
    for evening in shown:
        evening.closed_at, evening.closed_by = evening.opened_at + LASTED, by
        evening.version += 1
    for sheet in sheets:
        sheet.closed_at, sheet.closed_by = sheet.evening.opened_at + LASTED, by
        sheet.version += 1
    for rows, model in ((sheets, Sheet), (shown, Evening)):
        bulk_update_with_history(rows, model, ["closed_at", "closed_by", "version"], batch_size=100, default_user=by)
