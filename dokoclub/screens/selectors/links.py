"""Links of screens: the one that holds, and in what state all that it shows is."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from django.db.models import CharField, Count, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.translation import get_language

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.models.stamp import stamp_of_people, stamp_of_play
from dokoclub.evenings.models import Evening, SecretLink, Sheet, SheetStyle, tokens
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.models.link import ReadLink
from dokoclub.screens.models import Code, ScreenLink
from dokoclub.standings.models import LeagueLink
from dokoclub.tournaments.models import Tournament, TournamentLink

OPENED_BY: Final[dict[str, type[ReadLink]]] = {
    "evening": SecretLink,
    "tournament": TournamentLink,
    "league": LeagueLink,
}  # what is to be read along on a phone


def with_state(links: QuerySet[ScreenLink]) -> QuerySet[ScreenLink]:
    """The same with all that `version_of`, `style_of_screen` and `phone_token` ask. Still one query."""
    of_evening = Coalesce(OuterRef("evening"), OuterRef("tournament__evening"))
    sheets = Sheet.objects.filter(evening=of_evening).order_by().values("evening")
    return links.select_related(
        "club__stamp", "club__sheet_style", "club__league", "evening", "tournament__evening"
    ).annotate(
        newest=Subquery(sheets.annotate(newest=Max("version")).values("newest")),
        written=Subquery(sheets.annotate(written=Sum("version")).values("written")),
        tables=Subquery(sheets.annotate(tables=Count("pk")).values("tables")),
        played=Subquery(Evening.objects.alive().filter(club=OuterRef("club")).order_by("-date").values("date")[:1]),
        phone_evening=_phone(SecretLink.objects.open().filter(evening=OuterRef("evening"))),
        phone_tournament=_phone(TournamentLink.objects.open().filter(tournament=OuterRef("tournament"))),
        phone_league=_phone(LeagueLink.objects.open().filter(club=OuterRef("club"))),
    )


def _phone(links: QuerySet[Any]) -> Subquery:
    """`17:abc`, of which the token is worked out."""
    told = Concat(Cast("pk", CharField()), Value(":"), "random", output_field=CharField())
    return Subquery(links.order_by("-made_at", "-pk").annotate(told=told).values("told")[:1])


def kind_of(link: ScreenLink) -> str:
    """`evening`, `tournament` or `league`."""
    return "evening" if link.evening is not None else "tournament" if link.tournament is not None else "league"


def phone_token(link: Any) -> str:
    """Of the link by which phones read along, where one is open; "" where none is. Of `with_state`; no query."""
    kind = kind_of(link)
    pk, _colon, random = (getattr(link, f"phone_{kind}") or "").partition(":")
    return tokens.make_token(OPENED_BY[kind].KIND, int(pk), random) if pk else ""


def style_of_screen(link: ScreenLink) -> SheetStyle:
    """The presets where the club chose nothing. Of `with_state`; no query."""
    return getattr(link.club, "sheet_style", None) or SheetStyle(club_id=link.club_id)


def version_of(link: Any) -> str:
    """Another word as soon as anything on the screen is another. Of `with_state`; no query."""
    state: list[object] = [link.pk, link.scene, link.light, phone_token(link), date_of_play(), get_language()]
    state += [stamp_of_people(link.club), link.newest, link.written, link.tables]
    if link.evening is not None:
        state.append(link.evening.version)
    elif link.tournament is not None:
        tournament: Tournament = link.tournament
        state += [tournament.version, tournament.evening and tournament.evening.version]
    else:
        state.append(stamp_of_play(link.club))
    return blake2b(repr(state).encode(), digest_size=8).hexdigest()


def screen_of(club: Club, evening: Evening | None, tournament: Tournament | None) -> ScreenLink | None:
    """The link that holds. One query."""
    found = ScreenLink.objects.open().filter(club=club, evening=evening, tournament=tournament).first()
    if found is not None:
        found.club, found.evening, found.tournament = club, evening, tournament
    return found


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """What screens keep about an account. Hooked into stored_about. Two queries."""
    made = ScreenLink.objects.filter(made_by=account).values("made_at", "revoked_at")
    codes = Code.objects.filter(made_by=account).values("kind", "made_at", "until")
    return "screens", {"secret_links_made": list(made), "codes_made": list(codes)}
