"""The league of a club: default rules, shown columns, pages that may embed its table, links, and hidden ratings."""

import re
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import load_standings_rules
from dokoclub.evenings.models.link import ReadLink
from scoring.league.rules import StandingsRules, store_standings_rules

COLUMNS_AT_FIRST: Final = ("movement", "evenings", "games", "mean_game", "points")
MOST_ORIGINS: Final = 5
LONGEST_ADDRESS: Final = 255  # characters
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN: Final = re.compile(rf"https://(?:{_LABEL}\.)+{_LABEL}(?::[1-9]\d{{0,4}})?", re.ASCII)


def rules_at_first() -> dict[str, Any]:
    return store_standings_rules(StandingsRules())


def columns_at_first() -> list[str]:
    return list(COLUMNS_AT_FIRST)


class League(models.Model):
    """The settings of a league. A club without a row here has the presets."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="league")
    rules = models.JSONField(default=rules_at_first)  # scoring.league.rules, with their version
    month_rules = models.JSONField(default=rules_at_first)  # of months and quarters
    columns = models.JSONField(default=columns_at_first)  # keys of scoring.league.columns, in no order
    framed_by = models.JSONField(default=list)  # origins of the pages that may show its table, such as https://…

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return str(self.club)

    @cached_property
    def parsed(self) -> StandingsRules:
        return load_standings_rules(self.rules)

    @cached_property
    def parsed_month(self) -> StandingsRules:
        return load_standings_rules(self.month_rules)


def is_origin(text: object) -> bool:
    """Return whether it is an origin: `https://www.example.org`, lower case, no path, a port only if not 443."""
    if not isinstance(text, str) or len(text) > LONGEST_ADDRESS or not _ORIGIN.fullmatch(text):
        return False
    port = urlsplit(text).netloc.partition(":")[2]
    return not port or (int(port) <= 65535 and port != "443")


def are_origins(some: object) -> bool:
    """Return whether these are valid origins, not too many, and none twice."""
    if not isinstance(some, list) or len(some) > MOST_ORIGINS:
        return False
    return all(map(is_origin, some)) and len({*some}) == len(some)


def get_origin(address: str) -> str | None:
    """Return the https origin of an address as people copy it, with umlauts and a path; None if there is none."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").encode("idna").decode().lower()
        port = parts.port
    except ValueError:  # also raised for names that idna cannot encode
        return None
    if parts.username is not None or parts.password is not None:
        return None
    found = f"{parts.scheme}://{host}" + ("" if port in (None, 443) else f":{port}")
    return found if is_origin(found) else None


class LeagueLink(ReadLink):
    """A read link to the tables of one league."""

    KIND = "league"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="league_links")

    class Meta(ReadLink.Meta):
        verbose_name = _("secret link to the league")
        verbose_name_plural = _("secret links to the league")


class HiddenRating(models.Model):
    """A player who hides their number from others; it still counts internally. Without a row everybody sees it."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="hidden_rating")

    def __str__(self) -> str:
        return str(self.player_id)
