"""The evening in a few lines of text, to send to the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.words.games import own_names, solo_name
from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors.evenings import Place, rank_evening
from dokoclub.evenings.selectors.results import Highlights, SoloPlayed, highlights_of
from dokoclub.look.days import day
from dokoclub.look.numbers import signed


def text_to_share(evening: Evening) -> str:
    """In the reader's language. Five queries."""
    return in_text(evening, rank_evening(evening), highlights_of(evening))


def in_text(evening: Evening, places: Iterable[Place], found: Highlights) -> str:
    """The same where ranking and highlights are known. No query."""
    here = [place for place in places if place.is_here and place.rank is not None]
    lines = [
        f"{evening.club.name}, {day(evening.date)}",
        "",
        *(f"{place.rank}. {place.player.name} {signed(place.points)}" for place in here),
        "",
        *_remarks(found, is_summed=bool(here) and not found.games),
    ]
    return "\n".join(lines).strip()


def _remarks(found: Highlights, *, is_summed: bool) -> Iterator[str]:
    """`is_summed`: nobody knows how many games there were."""
    if not is_summed:
        yield ngettext("%(number)s game", "%(number)s games", found.games) % {"number": found.games}
    if found.highest:
        game = found.highest[0]
        yield _("Highest game: %(value)s (%(winners)s)") % {
            "value": game.value,
            "winners": _names(player.name for player in game.winners),
        }
    if found.solos:
        yield _("Solos: %(solos)s") % {"solos": _names(map(_solo, found.solos))}
    if found.fuechse:
        yield _("Füchse caught: %(number)s") % {"number": found.fuechse}
    if found.streaks:
        yield _("Longest series of wins: %(wins)s (%(players)s)") % {
            "wins": found.streaks[0].wins,
            "players": _names(streak.player.name for streak in found.streaks),
        }


def _solo(solo: SoloPlayed) -> str:
    name = solo_name(solo.key, own_names(solo.sheet.parsed))
    return f"{solo.player.name} ({name} {signed(solo.points)})"


def _names(some: Iterable[str]) -> str:
    return ", ".join(some)
