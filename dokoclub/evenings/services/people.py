"""Guests added at the table, merges of two players who are one person, and the erasure of a player's mentions."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.stamp import get_people_version
from dokoclub.clubs.services import members, players
from dokoclub.clubs.services.locks import lock_club
from dokoclub.clubs.services.locks import save_row as save_player
from dokoclub.clubs.services.members import erase_player
from dokoclub.core.cache import get_or_compute
from dokoclub.evenings import hooks
from dokoclub.evenings.domain import events
from dokoclub.evenings.domain.events import without_text
from dokoclub.evenings.domain.results import list_players
from dokoclub.evenings.domain.sheet_state import SheetState, read_sheet
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Sheet
from dokoclub.evenings.services.locks import MERGE, lock_sheet, save_row
from dokoclub.evenings.services.operations import Namesake, Newcomer
from dokoclub.evenings.services.posting import post_state
from scoring.contract import attribution as attributions
from scoring.text import clean_line, fold_name

Json: TypeAlias = dict[str, Any]
_WORD: Final = re.compile(r"[^\W_]+")
_BEFORE, _AFTER = r"(?<![^\W_])", r"(?![^\W_])"  # word boundaries, also at the underscores of file names, unlike \b
_SHORTEST_STEM: Final = 3  # letters; a shorter word must match as a whole


def add_guest(club: Club, *, name: str, key: UUID, by: Account, guest: bool = True) -> Player:
    """Add a player known only by name; not `guest`: a member.

    The same key with the same name returns the player that it added.

    Raises ValidationError for a name that a player or an alias already has, and Reused.
    """
    _refuse_alias(club, name)
    return players.add_player(club, name=name, short_name="", guest=guest, active=True, notes="", by=by, key=key)


def enter_guest(club: Club, *, name: str, key: UUID, by: Account) -> Player:
    """Add a guest like `add_guest`, for services that have already locked the club."""
    _refuse_alias(club, name)
    return players.enter_once(Player(club=club, name=name, guest=True, key=key), by=by)


def _refuse_alias(club: Club, name: str) -> None:
    for merge in PlayerMerge.objects.active().filter(club=club, kept__left_at=None).select_related("kept", "merged"):
        if fold_name(merge.merged.name) == fold_name(name):
            raise ValidationError(
                {"name": _("%(alias)s plays here as %(name)s.") % {"alias": name, "name": merge.kept.name}}
            )


def find_namesake(club: Club, name: str) -> Player | None:
    """Return the player whose name makes `add_guest` refuse; `name` as it was typed. Two queries."""
    name = clean_line(name)
    for merge in PlayerMerge.objects.active().filter(club=club, kept__left_at=None).select_related("kept", "merged"):
        if fold_name(merge.merged.name) == fold_name(name):
            return merge.kept
    called = {fold_name(word): one for one in club.players.active() for word in (one.short_name, one.name) if word}
    return called.get(fold_name(name))


def number_newcomers(club: Club, newcomers: Sequence[Newcomer]) -> dict[UUID, str]:
    """Return the players for these guests, by uuid; they are found by key or as namesakes.

    One query, if there are any.
    """
    said = {one.uuid: int(one.player) for one in newcomers if isinstance(one, Namesake)}
    keys = [one.uuid for one in newcomers]
    if not keys:
        return {}
    found = Player.objects.filter(Q(key__in=keys) | Q(pk__in=said.values()), club=club).values_list("key", "pk")
    numbers = {key: str(pk) for key, pk in found if key in keys}
    here = {pk for _, pk in found}
    return numbers | {uuid: str(pk) for uuid, pk in said.items() if pk in here}


@transaction.atomic
def merge_players(kept: Player, merged: Player, *, by: Account) -> PlayerMerge:
    """Merge two players who are one person: `kept` gets the seats, facts, attributions and account of `merged`.

    The name of `merged` stays as an alias. Raises ValidationError if both sat on one sheet, or if both have accounts.
    Calls hooks.after_merge inside the transaction.
    """
    club = lock_club(kept.club)
    kept.refresh_from_db()
    merged.refresh_from_db()
    _refuse(kept, merged)
    merge = PlayerMerge(
        club=club,
        kept=kept,
        merged=merged,
        account=merged.account,
        was_present=merged.left_at is None,
        was_active=merged.active,
        sheets=[*Sheet.objects.filter(seats__player=merged).order_by("pk").distinct().values_list("pk", flat=True)],
        merged_by=by,
    )
    merge.save()
    _move(merge.sheets, merged, kept, by=by)
    merged.account, merged.active, merged.left_at = None, False, merged.left_at or timezone.now()
    save_player(merged, by=by)
    if merge.account is not None:
        kept.account = merge.account
        save_player(kept, by=by)
    members.follow_merge(kept=kept, merged=merged)
    _notify_hooks(merge)
    return merge


@transaction.atomic
def take_back_merge(merge: PlayerMerge, *, by: Account) -> None:
    """Undo `merge_players`: the sheets of `merged` name `merged` again, regardless of later changes.

    The second time changes nothing. Raises ValidationError after 30 days, and where it is no longer possible: while
    `kept` is itself merged into another player, the games belong to that one, so the last merge is undone first.
    """
    lock_club(merge.club)
    merge = PlayerMerge.objects.select_for_update(no_key=True).get(pk=merge.pk)
    if merge.taken_back_at is not None:
        return
    kept, merged = merge.kept, merge.merged
    _refuse_taking_back(merge)
    _move(merge.sheets, kept, merged, by=by)
    if merge.account_id is not None and kept.account_id == merge.account_id:
        kept.account = None
        save_player(kept, by=by)
        merged.account = merge.account
    if merge.was_present:
        merged.left_at, merged.active = None, merge.was_active
        players.refuse_taken_names(merged)
    save_player(merged, by=by)
    merge.taken_back_at, merge.taken_back_by = timezone.now(), by
    merge.save()
    _notify_hooks(merge)


def refuse_alias(player: Player) -> None:
    """Refuse to bring back a merged player alongside the other one. Hooked into clubs' return_player."""
    merge = PlayerMerge.objects.active().filter(merged=player).select_related("kept").first()
    if merge is not None:
        raise ValidationError(_("%(alias)s plays here as %(name)s.") % {"alias": player.name, "name": merge.kept.name})


def _refuse(kept: Player, merged: Player) -> None:
    if kept.pk == merged.pk or kept.club_id != merged.club_id:
        raise ValidationError(_("Choose two players of the club."))
    if kept.is_erased or merged.is_erased:
        raise ValidationError(_("This player was erased for good."))
    if PlayerMerge.objects.active().filter(merged__in=[kept, merged]).exists():
        raise ValidationError(_("One of the two is already an alias."))
    if kept.account_id is not None and merged.account_id is not None:
        raise ValidationError(
            _("%(one)s and %(other)s each have their own account.") % {"one": kept.name, "other": merged.name}
        )
    both = Sheet.objects.select_related("evening").filter(seats__player=kept).filter(seats__player=merged).first()
    if both is not None:
        raise ValidationError(
            _("%(one)s and %(other)s sat at one table: %(evening)s, round %(round)s, table %(table)s.")
            % {
                "one": kept.name,
                "other": merged.name,
                "evening": both.evening,
                "round": both.round,
                "table": both.table,
            }
        )


def _refuse_taking_back(merge: PlayerMerge) -> None:
    if not PlayerMerge.objects.to_take_back().filter(pk=merge.pk).exists():
        raise ValidationError(_("Undo is possible for 30 days only."))
    if merge.kept.is_erased or merge.merged.is_erased:
        raise ValidationError(_("This player was erased for good."))
    later = PlayerMerge.objects.active().filter(merged=merge.kept).select_related("kept", "merged").first()
    if later is not None:
        raise ValidationError(_("Undo %(merge)s first.") % {"merge": later})
    if Sheet.objects.filter(pk__in=merge.sheets, seats__player=merge.merged).exists():
        raise ValidationError(
            _("%(one)s and %(other)s have sat at one table since.")
            % {"one": merge.kept.name, "other": merge.merged.name}
        )


def _move(sheets: list[int], old: Player, new: Player, *, by: Account) -> None:
    """Replace `old` by `new` on these sheets, including closed ones and those of deleted evenings."""
    before, after = events.scoring_key(old), events.scoring_key(new)
    for sheet in Sheet.objects.filter(pk__in=sheets).order_by("pk"):
        sheet = lock_sheet(sheet)
        sheet.players = events.replace_player(sheet.players, before, after)
        if sheet.first_dealer_id == old.pk:
            sheet.first_dealer = new
        save_row(sheet, by=by, why=MERGE)
        for entry in sheet.entries.all():
            changed = events.with_other_player(entry.facts, before, after)
            attributed = attributions.with_other_player(entry.attribution, before, after)
            if (changed, attributed) != (entry.facts, entry.attribution):
                entry.facts, entry.attribution = changed, attributed
                save_row(entry, by=by, why=MERGE)
        post_state(read_sheet(sheet), since=0, version=sheet.version + 1)


def _notify_hooks(merge: PlayerMerge) -> None:
    for after_merge in hooks.after_merge:
        after_merge(merge)


class Moves(NamedTuple):
    """The replacements of players on one sheet, in the order in which they happened: ids (old, new)."""

    steps: tuple[tuple[str, str], ...]

    def facts(self, facts: Json) -> Json:
        for old, new in self.steps:
            facts = events.with_other_player(facts, old, new)
        return facts

    def attribution(self, attribution: Json) -> Json:
        for old, new in self.steps:
            attribution = attributions.with_other_player(attribution, old, new)
        return attribution


def get_moves(sheet: Sheet) -> Moves:
    """Return the merges on this sheet and their reversals.

    Content with today's ids stays unchanged. One query. That holds because two merged players never sat on the same
    sheet.
    """
    happened = []
    for merge in PlayerMerge.objects.filter(club=sheet.evening.club_id):
        if sheet.pk in merge.sheets:
            kept, merged = str(merge.kept_id), str(merge.merged_id)
            happened.append((merge.merged_at, merged, kept))
            if merge.taken_back_at is not None:
                happened.append((merge.taken_back_at, kept, merged))
    return Moves(tuple((old, new) for _, old, new in sorted(happened)))


def moved_ids(state: SheetState) -> dict[str, str]:
    """Return the ids of merged players that are no longer on the sheet, with their current ids.

    It is for input written before the merge that arrives now. Players who never sat there may also have been merged.
    One query, which is cached outside of transactions.
    """
    happened = []
    for merge in _list_merges(state.sheet.evening.club):
        kept, merged, sat = str(merge.kept_id), str(merge.merged_id), state.sheet.pk in merge.sheets
        if sat or merge.taken_back_at is None:
            happened.append((merge.merged_at, merged, kept))
        if sat and merge.taken_back_at is not None:
            happened.append((merge.taken_back_at, kept, merged))
    return _followed([(old, new) for _, old, new in sorted(happened)], besides=list_players(state))


def _list_merges(club: Club) -> list[PlayerMerge]:
    return get_or_compute(
        f"merges {club.pk}", get_people_version(club), lambda: list(PlayerMerge.objects.filter(club=club))
    )


def _followed(steps: list[tuple[str, str]], *, besides: Iterable[str]) -> dict[str, str]:
    here = {*besides}
    found = {}
    for player in dict.fromkeys(step[0] for step in steps):
        now = player
        for old, new in steps:
            now = new if now == old else now
        if now != player and player not in here:
            found[player] = now
    return found


def with_moved_ids(facts: Json, attribution: Json, moved: Mapping[str, str]) -> tuple[Json, Json]:
    """Return facts and attribution with former ids replaced."""
    for old, new in moved.items():
        facts = events.with_other_player(facts, old, new)
        attribution = attributions.with_other_player(attribution, old, new)
    return facts, attribution


def forget_player(player: Player) -> None:
    """Empty the notes, reasons, places and table names of the club that contain the player's name.

    This includes their change history; other names merged into this player are erased as well. Hooked into clubs'
    erase_player, inside its transaction and before the name is removed.
    """
    is_about = get_mentions(player)
    _forget_notes(player, is_about)
    _forget_places(player, is_about)
    _forget_tables(player, is_about)
    for merge in PlayerMerge.objects.active().filter(kept=player).select_related("merged__club"):
        erase_player(merge.merged, by=None)


def get_mentions(player: Player) -> Callable[[str], bool]:
    """Return a function that says whether a text contains any name that the player ever had."""
    return _search(_names(player))


def _names(player: Player) -> set[str]:
    """Return all words ever used for the player."""
    named = [(player.name, player.short_name), *player.history.values_list("name", "short_name")]
    return {word for pair in named for text in pair for word in _WORD.findall(fold_name(text))}


def _search(words: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that says whether a text contains one of these words. Inflected ones count: `Annas Tisch`."""
    patterns = [f"{_BEFORE}{re.escape(word)}{'' if len(word) >= _SHORTEST_STEM else _AFTER}" for word in sorted(words)]
    found = re.compile("|".join(patterns) or r"(?!)")
    return lambda text: bool(found.search(fold_name(text)))


def _forget_notes(player: Player, is_about: Callable[[str], bool]) -> None:
    for rows in _now_and_before(Entry):
        of_club = rows.filter(sheet__evening__club=player.club_id)
        for entry in of_club.exclude(note=""):
            if is_about(entry.note):
                rows.filter(pk=entry.pk).update(note="")
        for entry in of_club.filter(kind="penalty"):
            if is_about(entry.facts.get("reason", "")):
                rows.filter(pk=entry.pk).update(facts=without_text(entry.facts))


def _forget_places(player: Player, is_about: Callable[[str], bool]) -> None:
    for rows in _now_and_before(Evening):
        for evening in rows.filter(club=player.club_id).exclude(place=""):
            if is_about(evening.place):
                rows.filter(pk=evening.pk).update(place="")


def _forget_tables(player: Player, is_about: Callable[[str], bool]) -> None:
    """Rename tables that mention the player.

    A table needs a unique name, so it gets the number of its sheet.
    """
    for rows in _now_and_before(Sheet):
        for sheet in rows.filter(evening__club=player.club_id):
            if is_about(sheet.table):
                rows.filter(pk=sheet.pk).update(table=f"#{sheet.id}")


def _now_and_before(model: type[Entry | Evening | Sheet]) -> list[QuerySet[Any]]:
    """Return querysets of the current rows and of their history."""
    return [model.objects.all(), model.history.all()]
