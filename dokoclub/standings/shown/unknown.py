"""What a table says of what nobody knows: evenings without games, games of which only the points are known."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.standings.selectors.tables import LeagueTable


def unknown_in_words(live: LeagueTable) -> Iterator[str]:
    """Sentences below a table; none where everything is known. No query."""
    unknown, number = live.unknown, len(live.unknown.summed)
    if number:
        yield ngettext(
            "Of %(number)s evening only the sums are known: it counts in points and evenings, in no games.",
            "Of %(number)s evenings only the sums are known: they count in points and evenings, in no games.",
            number,
        ) % {"number": number}
    if unknown.by_hand:
        yield (
            _("Of some games only the points are known: they are not among games won, solos and announcements.")
            if unknown.known
            else _("Of the games only the points are known: who won, played alone or announced is not.")
        )
    if (number or unknown.by_hand) and live.rules.ties:
        yield _("Where not all games of somebody on an equal rank are known, they share it.")
    if doubled := len(unknown.doubled):
        yield ngettext(
            "On %(number)s evening half points were written, so all of its points are doubled.",
            "On %(number)s evenings half points were written, so all of their points are doubled.",
            doubled,
        ) % {"number": doubled}
