"""Forget a person in what was handed in: a heading is a name, and so may be the title of a file."""

from __future__ import annotations

from dokoclub.clubs.models import Player
from dokoclub.evenings.services.erasure import mentions_of
from dokoclub.exports.models import Import, ImportedSheet, ImportFile, State


def forget_player(player: Player) -> None:
    """Drafts go, titles in which a name stands that the player ever had become `?`. Hooked into clubs' erase_player."""
    Import.objects.filter(club=player.club_id, state=State.DRAFT).delete()
    is_about = mentions_of(player)
    for sheet in ImportedSheet.objects.filter(of__club=player.club_id).only("title"):
        if is_about(sheet.title):
            ImportedSheet.objects.filter(pk=sheet.pk).update(title="?")
    for file in ImportFile.objects.filter(of__club=player.club_id).only("name"):
        if is_about(file.name):
            ImportFile.objects.filter(pk=file.pk).update(name="?")
