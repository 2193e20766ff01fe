"""Points that the club gave or took, and what is stored about who did."""

from __future__ import annotations

from typing import Any

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player, Season
from dokoclub.standings.models import ClosedRow, Closing, Correction, LeagueLink


def corrections_of(club: Club) -> list[Correction]:
    """The newest first, those that were taken back too. One query."""
    found = Correction.objects.filter(club=club)
    return list(found.select_related("player", "counts_for", "made_by", "taken_back_by"))


_CORRECTION = ("day", "points", "reason", "made_at", "taken_back_at")


def stored_about_player(player: Player) -> tuple[str, dict[str, Any]]:
    """What the league keeps about a player. Hooked into stored_about_player. Four queries."""
    return "league", {
        "corrections": list(Correction.objects.filter(player=player).values(*_CORRECTION)),
        "closed_months": list(
            ClosedRow.objects.filter(player=player).values(
                "closing__month", "closing__number", "rank", "points", "values"
            )
        ),
        "games": player.honour.games if hasattr(player, "honour") else 0,
        "hides_rating": hasattr(player, "hidden_rating"),
    }


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """What the league keeps about an account. Hooked into stored_about."""
    return "league", {
        "players": [stored_about_player(player)[1] for player in Player.objects.filter(account=account)],
        "corrections_made": list(Correction.objects.filter(made_by=account).values("made_at", "points", "reason")),
        "corrections_taken_back": list(
            Correction.objects.filter(taken_back_by=account).values("taken_back_at", "points")
        ),
        "months_closed": list(
            Closing.objects.filter(closed_by=account).values("month", "number", "closed_at", "reason")
        ),
        "seasons_written": list(
            Season.history.filter(history_user=account).values("name", "first", "last", "history_date")
        ),
        "secret_links_made": list(LeagueLink.objects.filter(made_by=account).values("made_at", "revoked_at")),
    }
