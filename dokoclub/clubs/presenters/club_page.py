"""View data of the club page: summaries of rules and people."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs import selectors
from dokoclub.clubs.models import Claim, Membership, Player, Right, RulesVersion
from dokoclub.clubs.texts import rulebook
from dokoclub.ui.texts import get_name
from scoring.rules.presets import PRESETS
from scoring.terms import PLAYING


def rules_state(version: RulesVersion) -> str:
    """Summarize the rules: House round, changed in 2 points."""
    preset = PRESETS[version.preset]
    changes = len(rulebook.compare_rules(version.parsed, preset.rules))
    changed = ngettext("%(number)s change", "%(number)s changes", changes) % {"number": changes}
    name = get_name(preset)
    return f"{name} · {changed}" if changes else name


def format_member(member: selectors.Member) -> str:
    """Describe a member: `plays as Benno · writes the sheet`; a player with the account's name is not repeated."""
    account, rights, player = member.membership.account, member.membership, member.player
    told = [] if player else [_("does not play")]
    if player and player.name != str(account):
        told = [_("plays as %(name)s") % {"name": player.name}]
    told += [_("keeps score")] if rights.scorer else []
    told += [_("treasurer")] if rights.treasurer else []
    return " · ".join(told if rights.owner or rights.scorer or rights.treasurer else [*told, _("follows along")])


def count_people(count: selectors.Headcount) -> str:
    """Format the numbers: 12 members · 3 guests."""
    members = ngettext("%(number)s member", "%(number)s members", count.members) % {"number": count.members}
    guests = ngettext("%(number)s guest", "%(number)s guests", count.guests) % {"number": count.guests}
    return f"{members} · {guests}"


def format_missing(playing: int) -> str:
    """Say how many players a table lacks, for all pages; "" if there are enough."""
    missing = PLAYING - playing
    if missing <= 0:
        return ""
    needed = ngettext("One more player needed.", "%(number)s more players needed.", missing)
    return needed % {"number": missing}


class Claimed(NamedTuple):
    """A member's `claim`, if any; `can_say`: there are players without an account to claim."""

    claim: Claim | None
    can_say: bool


def whether_claimed(me: Membership, players: Iterable[Player]) -> Claimed | None:
    """Return the claim of a member; None for owners, who bind accounts themselves, for players and for the visitor.

    `players`: all present players. Two queries at most.
    """
    if me.may(Right.OWN) or me.account.is_visitor or any(player.account_id == me.account_id for player in players):
        return None
    claim = selectors.find_own_claim(me)
    if claim is not None and claim.refused_at is None:
        return Claimed(claim, can_say=False)
    can_say = bool(selectors.unclaimed_players(me.club))
    return Claimed(claim, can_say) if claim is not None or can_say else None
