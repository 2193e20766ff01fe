"""By which rules the club ranks, where no season says otherwise; which columns it wants to see."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.standings.models import League
from dokoclub.standings.models.framing import are_origins
from dokoclub.standings.words import refuse_problems
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules, find_problems, store_rules
from scoring.rules.stored import plain_parameters

MONTH = "month_"  # before the fields of months and quarters


@transaction.atomic
def change_league(club: Club, rules: StandingsRules, month_rules: StandingsRules) -> League:
    """Raises ValidationError by field; those of months and quarters begin with `month_`."""
    lock_club(club)
    refuse_rules(rules, month_rules)
    wanted = {"rules": store_rules(rules), "month_rules": store_rules(month_rules)}
    return League.objects.update_or_create(club=club, defaults=wanted)[0]


@transaction.atomic
def choose_columns(club: Club, columns: Collection[str]) -> League:
    """Raises ValidationError for a column that there is not."""
    lock_club(club)
    if set(columns) - COLUMNS.keys():
        raise ValidationError({"columns": _("There is no such column.")})
    chosen = [key for key in COLUMNS if key in columns]
    return League.objects.update_or_create(club=club, defaults={"columns": chosen})[0]


@transaction.atomic
def choose_frames(club: Club, origins: Collection[str]) -> League:
    """Which pages elsewhere may show the table inside them. Raises ValidationError for what is no https origin."""
    lock_club(club)
    if not are_origins([*origins]):
        raise ValidationError({"origins": _("At most five addresses that begin with https://, each once.")})
    return League.objects.update_or_create(club=club, defaults={"framed_by": [*origins]})[0]


def refuse_rules(rules: StandingsRules, month_rules: StandingsRules, evenings: int | None = None) -> None:
    """Raises ValidationError by field where rules cannot be; `evenings`: how many the season has, if known."""
    found: dict[str, list[str]] = {}
    for some, prefix in ((rules, ""), (month_rules, MONTH)):
        if wrong := find_problems(plain_parameters(some), evenings):
            found |= refuse_problems(wrong, prefix).message_dict
    if found:
        raise ValidationError(found)
