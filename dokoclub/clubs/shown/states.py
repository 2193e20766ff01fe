"""How a club stands, in few words: its rules, its people, its invitations."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from dokoclub.clubs import selectors
from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.words import compare
from dokoclub.look.words import name_of
from scoring.rules.presets import PRESETS


def rules_state(version: RulesVersion) -> str:
    """House round, changed in 2 points."""
    preset = PRESETS[version.preset]
    changes = len(compare.compare_rules(version.parsed, preset.rules))
    changed = ngettext("changed in %(number)s point", "changed in %(number)s points", changes) % {"number": changes}
    name = name_of(preset)
    return f"{name} · {changed}" if changes else name


def tell_open_invitations(number: int) -> str:
    return _some_open(number) or _("none is open")


def tell_open_links(number: int) -> str:
    return _some_open(number) or pgettext("links", "none is open")


def _some_open(number: int) -> str:
    if not number:
        return ""
    return ngettext("%(number)s is open", "%(number)s are open", number) % {"number": number}


def tell_member(member: selectors.Member) -> str:
    """`plays as Benno · writes the sheet`; who plays under the name of the account is not named twice."""
    account, rights, player = member.membership.account, member.membership, member.player
    told = [] if player else [_("does not play")]
    if player and player.name != str(account):
        told = [_("plays as %(name)s") % {"name": player.name}]
    told += [_("writes the sheet")] if rights.scorer else []
    told += [_("treasurer")] if rights.treasurer else []
    return " · ".join(told if rights.owner or rights.scorer or rights.treasurer else [*told, _("reads")])


def count_people(count: selectors.Headcount) -> str:
    """12 members · 3 guests."""
    members = ngettext("%(number)s member", "%(number)s members", count.members) % {"number": count.members}
    guests = ngettext("%(number)s guest", "%(number)s guests", count.guests) % {"number": count.guests}
    return f"{members} · {guests}"
