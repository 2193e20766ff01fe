"""Forget a person in what was handed in: a heading is a name, and so may be the title of a file."""

from __future__ import annotations

import re

from dokoclub.clubs.models import Player
from dokoclub.exports.models import Import, ImportedSheet, ImportFile, State
from dokoclub.look.names import folded

_WORD = re.compile(r"\w+")


def forget_player(player: Player) -> None:
    """Drafts go, titles with one of the player's names become `?`. Hooked into clubs' erase_player."""
    Import.objects.filter(club=player.club_id, state=State.DRAFT).delete()
    names = {folded(word) for text in (player.name, player.short_name) for word in _WORD.findall(text)}
    is_about = re.compile("|".join(rf"(?<![^\W_]){re.escape(name)}" for name in sorted(names)) or r"(?!)")
    for sheet in ImportedSheet.objects.filter(of__club=player.club_id).only("title"):
        if is_about.search(folded(sheet.title)):
            ImportedSheet.objects.filter(pk=sheet.pk).update(title="?")
    for file in ImportFile.objects.filter(of__club=player.club_id).only("name"):
        if is_about.search(folded(file.name)):
            ImportFile.objects.filter(pk=file.pk).update(name="?")
