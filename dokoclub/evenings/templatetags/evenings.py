"""Template tags and filters for evenings: players' names and cards, tables, list lengths, results of games."""

from collections.abc import Iterable, Mapping

from django.template import Context, Library
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs.models import Player
from dokoclub.clubs.texts import games
from dokoclub.clubs.texts.games import PARTIES
from dokoclub.evenings.models import Length, Sheet
from dokoclub.evenings.selectors.evenings import EveningPage, TableLine
from dokoclub.evenings.selectors.glances import Glance
from dokoclub.evenings.selectors.results import SoloPlayed
from dokoclub.evenings.texts import join_names
from dokoclub.ui.cards import render_card
from dokoclub.ui.rows import render_name
from scoring.game.sheet import Line

register = Library()


@register.simple_tag(takes_context=True)
def called(context: Context, player: Player) -> str:
    """Return a player's name, or the name that `names` gives them on this page."""
    names: Mapping[int, str] = context.get("names") or {}
    return names.get(player.pk, player.name)


@register.simple_tag
def eye_name(player: Player, names: Mapping[int, str]) -> SafeString:
    """Render a player's name: the one in `names` for eyes, the whole for ears."""
    return render_name(player.name, names.get(player.pk, ""))


@register.simple_tag(takes_context=True)
def card_called(context: Context, player: Player) -> SafeString:
    """Render a player's card.

    Return "" if the page gives players other names, as the card's letters come from the real name.
    """
    return SafeString() if context.get("names") else render_card(player.card)


@register.simple_tag(takes_context=True)
def named(context: Context, players: Iterable[Player]) -> str:
    """Return the names of players as a list: `Anna, Ben and Cleo`."""
    return join_names([called(context, player) for player in players])


@register.simple_tag
def at_table(page: EveningPage, sheet: Sheet) -> str:
    """Return round and table, each only if there are several: `table 2, `."""
    said = [_("round %(round)s") % {"round": sheet.round}] if len(page.rounds) > 1 else []
    said += [_("table %(table)s") % {"table": sheet.table}] if page.names_tables else []
    return "".join(f"{word}, " for word in said)


@register.filter
def length_meant(line: TableLine) -> str:
    """Return the planned length of the list at this table: `30 games`, `3 rounds`; "" for an open end."""
    sheet = line.sheet
    match sheet.length_kind:
        case Length.GAMES:
            return ngettext("%(number)s game", "%(number)s games", line.games_meant or 0) % {"number": line.games_meant}
        case Length.ROUNDS:
            return ngettext("%(number)s round", "%(number)s rounds", sheet.length or 0) % {"number": sheet.length}
        case _:
            return ""


@register.filter
def solo_name(solo: SoloPlayed) -> str:
    return games.solo_name(solo.key, games.own_names(solo.sheet.parsed))


@register.filter
def outcome(line: Line) -> str:
    """Return the winner and value of a game: `Re · 5`."""
    reckoning = line.score.reckoning
    if reckoning.winner is None:
        return _("By hand")
    return f"{PARTIES[reckoning.winner]} · {reckoning.value}"


@register.filter
def in_a_line(glance: Glance) -> str:
    """Return an evening in a line: `Dora wins, 30 games`; `running, game 14`."""
    runs = glance.evening.is_open and not glance.evening.is_of_earlier_day
    said = [_("Tournament") if glance.winners else glance.name] if glance.name else []
    if glance.evening.is_open:
        said.append(_("running") if runs else pgettext("evening", "open"))
    elif glance.winners:
        text = ngettext("%(name)s wins", "%(name)s win", len(glance.winners))
        said.append(text % {"name": join_names([player.called for player in glance.winners])})
    if glance.tables > 1 and not glance.name:
        said.append(ngettext("%(number)s table", "%(number)s tables", glance.tables) % {"number": glance.tables})
    if glance.is_summed:
        said.append(_("games unknown"))
    elif runs and glance.tables == 1:
        said.append(_("game %(number)s") % {"number": glance.games + 1})
    else:
        said.append(ngettext("%(number)s game", "%(number)s games", glance.games) % {"number": glance.games})
    return ", ".join(said)
