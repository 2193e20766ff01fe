"""Forget a person in the texts of the evenings. The ledger itself knows players by number only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.db.models import QuerySet

from dokoclub.clubs.models import Player
from dokoclub.clubs.services.erasure import erase_player
from dokoclub.evenings.ledger.facts import without_text
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Sheet
from scoring.text import fold_name

_WORD: Final = re.compile(r"[^\W_]+")
_BEFORE, _AFTER = r"(?<![^\W_])", r"(?![^\W_])"  # a word; unlike \b: in the name of a file an underscore parts words
_SHORTEST_STEM: Final = 3  # letters; a shorter word must stand alone


def forget_player(player: Player) -> None:
    """Empty the notes, reasons, places and table names of the club in which the player's name stands.

    In their change history, too; who is the same person under another name is erased with it. Hooked into
    clubs' ERASE_PLAYER, inside its transaction and before the name goes.
    """
    is_about = mentions_of(player)
    _forget_notes(player, is_about)
    _forget_places(player, is_about)
    _forget_tables(player, is_about)
    for merge in PlayerMerge.objects.standing().filter(kept=player).select_related("merged__club"):
        erase_player(merge.merged, by=None)


def mentions_of(player: Player) -> Callable[[str], bool]:
    """Does a text hold a name that the player ever had?"""
    return _search(_names(player))


def _names(player: Player) -> set[str]:
    """All words that were ever used for the player."""
    named = [(player.name, player.short_name), *player.history.values_list("name", "short_name")]
    return {word for pair in named for text in pair for word in _WORD.findall(fold_name(text))}


def _search(words: Iterable[str]) -> Callable[[str], bool]:
    """Does a text hold one of these words? Inflected ones count: `Annas Tisch`."""
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
    """A table must be called something, and by no other's name: it gets the number of its sheet."""
    for rows in _now_and_before(Sheet):
        for sheet in rows.filter(evening__club=player.club_id):
            if is_about(sheet.table):
                rows.filter(pk=sheet.pk).update(table=f"#{sheet.id}")


def _now_and_before(model: type[Entry | Evening | Sheet]) -> list[QuerySet[Any]]:
    """The rows as they are, and as they were."""
    return [model.objects.all(), model.history.all()]
