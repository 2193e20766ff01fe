"""The pages of one person in a club, for different readers."""

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from dokoclub.clubs import hooks
from dokoclub.clubs.hooks import Fact
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.clubs.texts.games import card_name
from dokoclub.core.formatting import day_and_year


def is_own_page(me: Membership, player: Player) -> bool:
    """Return True if the player is the reader. The demo's visitor is nobody."""
    return player.account_id is not None and player.account_id == me.account_id and not me.account.is_visitor


def details_url(me: Membership, player: Player) -> str:
    """Return the address of a player's details: owners may change those of others."""
    name = "edit_player" if me.may(Right.OWN) and not is_own_page(me, player) else "show_details"
    return reverse(f"clubs:{name}", args=[me.club_id, player.pk])


def list_facts(player: Player) -> list[Fact]:
    """List the facts that every member may read: no account, no notes."""
    seen = [Fact(_("At the table"), player.called), Fact(_("Card"), card_name(player.tint))]
    played = [fact for list_more in hooks.person_facts for fact in list_more(player)]
    if player.left_at:
        return [*seen, *played, Fact(capfirst(_("has left")), day_and_year(player.left_at))]
    belongs = _("Guest") if player.guest else _("Member")
    title = _("Belongs to the club as")
    return [*seen, Fact(title, belongs if player.active else f"{belongs}, {_('inactive')}"), *played]
