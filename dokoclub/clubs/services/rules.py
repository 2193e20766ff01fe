"""The club plays by other rules from now on."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, RulesVersion
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from scoring.rules.rules import Rules, store_rules


class Overtaken(Exception):  # a plain answer, not our error
    """Somebody else changed the rules since the form was opened."""

    def __init__(self, newer: RulesVersion) -> None:
        self.newer = newer


@transaction.atomic
def change_rules(club: Club, rules: Rules, *, preset: str, expected: int, key: UUID, by: Account) -> RulesVersion:
    """A new version, or the current one where nothing differs. Sheets that are open keep theirs.

    `expected` is the number of the version that was on the page; raises Overtaken when it is no longer the newest.
    The same key returns the version it wrote.
    """
    club = lock_club(club)
    refuse_other_content(key, club, store_rules(rules), preset)
    if written := RulesVersion.objects.filter(key=key, club=club).first():
        return written
    newest = RulesVersion.objects.filter(club=club).latest("number")
    if newest.parsed == rules and newest.preset == preset:
        return newest
    if newest.number != expected:
        raise Overtaken(newest)
    return RulesVersion.objects.create(
        club=club, number=newest.number + 1, preset=preset, rules=store_rules(rules), key=key, created_by=by
    )
