"""Data of screens: the active link with its state, codes, and rooms of an evening, a tournament and the league."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from django.db.models import CharField, Count, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.translation import get_language

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.stamp import get_people_version, get_play_version
from dokoclub.evenings.domain.results import list_players, list_results
from dokoclub.evenings.domain.sheet_state import SheetState, read_cached_sheets
from dokoclub.evenings.models import Evening, Result, SecretLink, Sheet, SheetStyle
from dokoclub.evenings.models import link as link_models
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.models.link import ReadLink
from dokoclub.evenings.selectors.evenings import FinalPlace, final_ranking, rank_results
from dokoclub.evenings.selectors.people import Names, fetch_players
from dokoclub.evenings.selectors.sheets import SheetPage, page_with
from dokoclub.screens.models import Code, LinkKind, ScreenLink, hash_code
from dokoclub.standings.access import find_season, get_league, get_rules
from dokoclub.standings.models import ClosedRow, LeagueLink
from dokoclub.standings.models.periods import Period, month_around
from dokoclub.standings.selectors.closings import Month, Since
from dokoclub.standings.selectors.tables import MOVEMENT, LeagueTable, league_table
from dokoclub.tournaments.models import Round, RoundTable, Tournament, TournamentLink
from dokoclub.tournaments.selectors.day import Day, get_day, tables_with_sheet

OPENED_BY: Final[dict[str, type[ReadLink]]] = {
    "evening": SecretLink,
    "tournament": TournamentLink,
    "league": LeagueLink,
}  # links for phones to read along
LEAGUE_COLUMNS = ("games", MOVEMENT)


def with_state(links: QuerySet[ScreenLink]) -> QuerySet[ScreenLink]:
    """Add all data that `get_version`, `style_of_screen` and `phone_token` need. Still one query."""
    of_evening = Coalesce(OuterRef("evening"), OuterRef("tournament__evening"))
    sheets = Sheet.objects.filter(evening=of_evening).order_by().values("evening")
    return links.select_related(
        "club__version", "club__sheet_style", "club__league", "evening", "tournament__evening"
    ).annotate(
        newest=Subquery(sheets.annotate(newest=Max("version")).values("newest")),
        written=Subquery(sheets.annotate(written=Sum("version")).values("written")),
        tables=Subquery(sheets.annotate(tables=Count("pk")).values("tables")),
        played=Subquery(
            Evening.objects.not_deleted().filter(club=OuterRef("club")).order_by("-date").values("date")[:1]
        ),
        phone_evening=_phone(SecretLink.objects.open().filter(evening=OuterRef("evening"))),
        phone_tournament=_phone(TournamentLink.objects.open().filter(tournament=OuterRef("tournament"))),
        phone_league=_phone(LeagueLink.objects.open().filter(club=OuterRef("club"))),
    )


def _phone(links: QuerySet[Any]) -> Subquery:
    """Return `17:abc`, from which the token is derived."""
    told = Concat(Cast("pk", CharField()), Value(":"), "random", output_field=CharField())
    return Subquery(links.order_by("-made_at", "-pk").annotate(told=told).values("told")[:1])


def get_kind(link: ScreenLink) -> str:
    """Return `evening`, `tournament` or `league`."""
    return "evening" if link.evening is not None else "tournament" if link.tournament is not None else "league"


def phone_token(link: Any) -> str:
    """Return the token of the link by which phones read along, "" if none is open. Of `with_state`; no query."""
    kind = get_kind(link)
    pk, _colon, random = (getattr(link, f"phone_{kind}") or "").partition(":")
    return link_models.make_token(OPENED_BY[kind].KIND, int(pk), random) if pk else ""


def style_of_screen(link: ScreenLink) -> SheetStyle:
    """Return the club's style, presets if it chose nothing. Of `with_state`; no query."""
    return getattr(link.club, "sheet_style", None) or SheetStyle(club_id=link.club_id)


def get_version(link: Any) -> str:
    """Return a version token that changes with anything on the screen. Of `with_state`; no query."""
    state: list[object] = [link.pk, link.scene, link.light, phone_token(link), date_of_play(), get_language()]
    state += [get_people_version(link.club), link.newest, link.written, link.tables]
    if link.evening is not None:
        state.append(link.evening.version)
    elif link.tournament is not None:
        tournament: Tournament = link.tournament
        state += [tournament.version, tournament.evening and tournament.evening.version]
    else:
        state.append(get_play_version(link.club))
    return blake2b(repr(state).encode(), digest_size=8).hexdigest()


def find_screen(club: Club, evening: Evening | None, tournament: Tournament | None) -> ScreenLink | None:
    """Return the active link. One query."""
    found = ScreenLink.objects.open().filter(club=club, evening=evening, tournament=tournament).first()
    if found is not None:
        found.club, found.evening, found.tournament = club, evening, tournament
    return found


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the screens' data about an account. Hooked into stored_about. Two queries."""
    made = ScreenLink.objects.filter(made_by=account).values("made_at", "revoked_at")
    codes = Code.objects.filter(made_by=account).values("kind", "made_at", "until")
    return "screens", {"secret_links_made": list(made), "codes_made": list(codes)}


def find_code(kind: LinkKind, subject: int, token: str) -> Code | None:
    """Return the open code of the link of `token`, used up or not. One query."""
    code = Code.objects.open().filter(kind=kind, subject=subject).first()
    return code if code is not None and code.token == token else None


def code_typed(signs: str, *, for_screens: bool) -> Code | None:
    """Return the open code of these signs, with its maker. One query."""
    hashed = hash_code(signs, LinkKind.SCREEN if for_screens else LinkKind.WRITE)
    return Code.objects.open().select_related("made_by").filter(hash=hashed).first()


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRoom:
    evening: Evening
    pages: tuple[SheetPage, ...]  # every sheet, replayed, in the order of the rounds
    players: tuple[Player, ...]  # all players at these tables
    style: SheetStyle

    @property
    def now(self) -> tuple[SheetPage, ...]:
        """Return the tables of the last round."""
        last = max((page.sheet.round for page in self.pages), default=0)
        return tuple(page for page in self.pages if page.sheet.round == last)

    @property
    def ranking(self) -> list[FinalPlace]:
        """Return the current ranking with all games; once closed, with the tie-breaks of its tournament."""
        places = rank_results(self._results(), self.style)
        return places if self.evening.is_open else list(final_ranking(self.evening, places))

    def _results(self) -> Iterable[Result]:
        for page in self.pages:
            for result in list_results(page.state):
                result.player = page.names[str(result.player_id)]
                yield result


def read_evening(evening: Evening, style: SheetStyle) -> EveningRoom:
    """Return the evening with its sheets; `evening` with its club and version token.

    Three queries for any number of tables and games.
    """
    sheets = list(Sheet.objects.filter(evening=evening).order_by("round", "pk"))
    states = _read_states(sheets, evening)
    names = fetch_players({player for one in states.values() for player in list_players(one)})
    return EveningRoom(
        evening=evening,
        pages=tuple(page_with(states[sheet.pk], names, style) for sheet in sheets),
        players=tuple(names.values()),
        style=style,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRoom:
    day: Day
    pages: dict[int, SheetPage]  # of tables that still play, by their primary key
    players: tuple[Player, ...]


def read_tournament(tournament: Tournament, style: SheetStyle) -> TournamentRoom:
    """Return the tournament with its tables.

    Four queries for any size; `tournament` with evening, club and version token.
    """
    tables = list(
        RoundTable.objects.filter(round__tournament=tournament)
        .select_related("round", "sheet")
        .order_by("round__number", "number")
    )
    live = [table for table in tables_with_sheet(tables) if table.sheet is not None]
    sheets = [table.sheet for table in live if table.sheet is not None]
    states = _read_states(sheets, tournament.evening) if tournament.evening is not None else {}
    results = [result for one in states.values() for result in list_results(one)]
    on_sheets = {(result.sheet_id, result.player_id): result for result in results}
    day = get_day(tournament, _rounds(tables), tables, on_sheets)
    players = {str(entrant.player_id): entrant.player for entrant in day.entrants.values()}
    names = {**players, **_missing(states.values(), players)}
    return TournamentRoom(
        day=day,
        pages={table.pk: page_with(states[table.sheet_id or 0], names, style) for table in live},
        players=tuple(names.values()),
    )


def _rounds(tables: Sequence[RoundTable]) -> list[Round]:
    """List the rounds; each has tables from the moment it is planned."""
    return list({table.round_id: table.round for table in tables}.values())


def _missing(states: Iterable[SheetState], known: Names) -> Names:
    """Return the players at tables of the tournament who did not enter it. A query only if there are any."""
    others = {player for one in states for player in list_players(one)} - known.keys()
    return fetch_players(others) if others else {}


def _read_states(sheets: Sequence[Sheet], evening: Evening) -> dict[int, SheetState]:
    for sheet in sheets:
        sheet.evening = evening
    return read_cached_sheets(sheets)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRoom:
    period: Period
    live: LeagueTable
    closed: Month | None  # the stored version


def read_league(link: ScreenLink) -> LeagueRoom:
    """Return the month in which the club last played. Four queries; `link` of `with_state`."""
    club, today = link.club, date_of_play()
    season, period = find_season(club, month_around(getattr(link, "played", None) or today))
    rules = get_rules(get_league(club), season, period)
    live = league_table(club, period, rules, today=today, columns=LEAGUE_COLUMNS)
    return LeagueRoom(period=period, live=live, closed=_closed(club, period))


def _closed(club: Club, month: Period) -> Month | None:
    """Return the newest version of a closed month. One query."""
    kept = ClosedRow.objects.filter(closing__club=club, closing__month=month.first).select_related("closing")
    rows = list(kept.order_by("-closing__number", "pk"))
    if not rows:
        return None
    newest = rows[0].closing
    return Month([newest], newest, [row for row in rows if row.closing_id == newest.pk], Since())
