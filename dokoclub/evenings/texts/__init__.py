"""Lists of names, short names that fit a column, and texts for entries other than played games."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts.games import Texts
from dokoclub.ui.texts import translate_texts
from scoring.contract import row_text
from scoring.contract.phone import short_names as shorten_names

Names = Mapping[int, str]  # by player
# Entries other than played games.
MORE: Final[Texts] = {
    "manual": gettext_lazy("By hand"),
    "penalty": gettext_lazy("Penalty points"),
    "redeal": gettext_lazy("Redeal"),
}

# Checkboxes that start a Bockrunde, by the key of the rule's trigger.
_TICKS: Final[Texts] = translate_texts(row_text.TICKS)
TICKS: Final = {key.removeprefix("bock_"): (key, text) for key, text in _TICKS.items()}


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: `Anna, Ben and Cleo`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def full_names(players: Collection[Player]) -> Names:
    return {player.pk: player.name for player in players}


def short_names(players: Collection[Player]) -> Names:
    """Return the names that fit in a column, see `phone.short_names`; former members keep their number."""
    people = {
        str(player.pk): (player.name if player.is_erased else player.short_name, player.name) for player in players
    }
    return {int(key): name for key, name in shorten_names(people).items()}
