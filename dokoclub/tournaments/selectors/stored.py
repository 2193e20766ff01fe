"""What is stored about a person: the tournaments, with what is known of an entrant."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F, Q

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Player
from dokoclub.tournaments.models import Entrant, Official

_ENTRANT: Final = {
    "club": F("tournament__club__name"),
    "of": F("tournament__name"),
    "day": F("tournament__day"),
    "start_number": F("number"),
    "of_team": F("team__name"),
}
_OWN: Final = ("home", "tags", "apart", "fill_in", "paid", "joins", "withdrawn_after", "disqualified", "reason")


def stored_about_player(player: Player) -> tuple[str, list[dict[str, Any]]]:
    """Hooked into stored_about_player. One query."""
    return "tournaments", _entrants(Q(player=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """The same for an account, and its rights. Hooked into stored_about. Two queries."""
    rights = Official.objects.filter(account=account).order_by("pk")
    return "tournaments", {
        "entered": _entrants(Q(player__account=account)),
        "rights": [dict(row) for row in rights.values("role", "given_at", of_tournament=F("tournament__name"))],
    }


def _entrants(whose: Q) -> list[dict[str, Any]]:
    return [dict(row) for row in Entrant.objects.filter(whose).order_by("pk").values(*_OWN, **_ENTRANT)]
