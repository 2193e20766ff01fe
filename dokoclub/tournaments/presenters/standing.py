"""View data of results: standings, podium, teams, series, certificates and the picture."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import date_and_year, decimals, signed
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.domain.results import Totals
from dokoclub.evenings.presenters.picture import Picture, compose_picture
from dokoclub.evenings.selectors.evenings import FinalPlace
from dokoclub.standings.presenters.certificates import Certificate, name_next
from dokoclub.tournaments.models import Entrant, Series, Tournament
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.selectors.lists import SeriesTable
from scoring.league.standings import Row as LeagueRow
from scoring.terms import PLAYING
from scoring.tournament.ranking import Row, filter_ranking
from scoring.tournament.teams import rank_teams, share_match_points

ON_PODIUM: Final = 3
LONG: Final = 16  # shorter lists are not collapsed
FIRST: Final = 3
DRAWN: Final = 12  # top entrants in the picture


class StandingLine(NamedTuple):
    entrant: Entrant
    rank: int | None
    rounds: list[int | None]  # points by started round; None: absent
    points: int
    score: str  # the ranking value, if it is not the points
    solos: int
    won: int
    by_lot: bool


class Listing(NamedTuple):
    title: str  # "" for the overall list
    lines: list[StandingLine]

    @property
    def folds(self) -> bool:
        """Return True for a long list, which shows only its first lines and the reader's own."""
        return len(self.lines) >= LONG


def get_line(day: Day, row: Row[int]) -> StandingLine:
    entrant = day.entrants[row.who]
    rounds = [day.points_in(row.who, one) for one in day.begun]
    score = "" if day.tournament.rank_by == "points" and row.score == row.points else get_score(row.score)
    return StandingLine(entrant, row.rank, rounds, row.points, score, row.solos, row.won, row.by_lot)


def get_score(score: int | Fraction | None) -> str:
    """Format a score: `+4`, `+3,5`, `−1,33`; empty if there is none."""
    if score is None:
        return ""
    places = next((places for places in (0, 1, 2) if (score * 10**places) % 1 == 0), 2)
    return signed(Decimal(score.numerator) / Decimal(score.denominator), places)


def list_standing(day: Day, rows: Sequence[Row[int]] | None = None) -> list[StandingLine]:
    return [get_line(day, row) for row in (day.ranking if rows is None else rows)]


def whole_list(day: Day) -> Listing:
    """Build the overall list; it is empty until there are points."""
    return Listing("", list_standing(day) if day.has_points else [])


class Podium(NamedTuple):
    """The final result."""

    winners: list[Player]
    score: str
    first: list[StandingLine]  # exactly three; empty if others share third place


def find_podium(lines: Sequence[StandingLine]) -> Podium | None:
    """Find the podium of the overall list; None if nobody has a rank."""
    winners = [line for line in lines if line.rank == 1]
    if not winners:
        return None
    first = [line for line in lines if line.rank is not None and line.rank <= ON_PODIUM]
    score = winners[0].score or signed(winners[0].points)
    return Podium([line.entrant.player for line in winners], score, first if len(first) == ON_PODIUM else [])


def list_by_tag(day: Day) -> list[Listing]:
    """List the lists by tag with their own ranks; none until there are points."""
    found: list[Listing] = []
    if not day.has_points:
        return found
    for tag in day.tournament.lists:
        members = {number for number, entrant in day.entrants.items() if tag in entrant.tags}
        if members:
            found.append(Listing(tag, list_standing(day, filter_ranking(day.ranking, members))))
    return found


class TeamLine(NamedTuple):
    name: str
    rank: int
    points: int
    members: str
    match_points: str  # for a match-day of four teams, else empty


def list_teams(day: Day) -> list[TeamLine]:
    """List teams by their members' points, without compensation for missing members; none until there are points."""
    if not day.has_points:
        return []
    points = {row.who: row.points for row in day.ranking}
    members: dict[str, list[Entrant]] = {}
    for entrant in day.counting:
        if entrant.team is not None:
            members.setdefault(entrant.team.name, []).append(entrant)
    rows = rank_teams({team: [points.get(one.number, 0) for one in some] for team, some in members.items()})
    shared = share_match_points({row.team: row.points for row in rows}) if len(rows) == PLAYING else {}
    return [
        TeamLine(
            row.team,
            row.rank,
            row.points,
            ", ".join(one.player.name for one in members[row.team]),
            decimals(float(shared[row.team])) if shared else "",
        )
        for row in rows
    ]


class PlayedRound(NamedTuple):
    tournament: Tournament
    number: int
    points: int
    struck: bool  # does not count


class SeriesLine(NamedTuple):
    player: Player
    rank: int | None
    score: str
    points: int  # of the rounds that count
    rounds: list[PlayedRound]  # all rounds, earliest first
    counting: int
    missing: int  # rounds missing for a rank


class MatchLine(NamedTuple):
    team: str
    rank: int
    match_points: str
    points: str


def list_series(table: SeriesTable) -> list[SeriesLine]:
    return [_line(table, row) for row in table.rows]


def _line(table: SeriesTable, row: LeagueRow) -> SeriesLine:
    rounds = [
        PlayedRound(of.tournament, of.number, one.counts.balance, one.struck)
        for one in row.evenings
        for of in [table.rounds[one.evening]]
    ]
    return SeriesLine(
        player=table.players[row.player],
        rank=row.rank,
        score=get_score(row.score),
        points=row.points,
        rounds=sorted(rounds, key=lambda one: (one.tournament.day, one.tournament.pk, one.number)),
        counting=row.attended_and_counted,
        missing=row.missing,
    )


def list_match_days(table: SeriesTable) -> list[MatchLine]:
    """List the match-days' team ranking: Siegpunkte, then Spielpunkte."""
    return [MatchLine(row.team, row.rank, decimals(float(row.match_points)), signed(row.points)) for row in table.teams]


def name_score(series: Series) -> str:
    """Return the heading of the ranking column."""
    return _("Mean") if series.parsed.score == "mean_evening" else _("Points")


def format_rules(series: Series) -> list[str]:
    """Describe the ranking in a few sentences."""
    rules, number = series.parsed, series.parsed.counting_evenings or 0
    is_mean = rules.score == "mean_evening"
    told = [_("Ranked by the average per round.") if is_mean else _("Ranked by the sum of the rounds.")]
    if rules.counting == "best":
        text = ngettext("The best round counts.", "The best %(number)s rounds count.", number)
        told.append(text % {"number": number})
    elif rules.counting == "strike":
        text = ngettext("The worst round is struck.", "The worst %(number)s rounds are struck.", number)
        told.append(text % {"number": number})
    if series.months:
        text = ngettext(
            "Tournaments of the last month count.", "Tournaments of the last %(number)s months count.", series.months
        )
        told.append(text % {"number": series.months})
    if rules.minimum:
        text = ngettext("Ranked after %(number)s round.", "Ranked after %(number)s rounds.", rules.minimum)
        told.append(text % {"number": rules.minimum})
    told.append(_("Ties: solos won, then games won."))
    return told


class Awarded(NamedTuple):
    certificate: Certificate | None  # None: still running, or nobody has a rank
    ahead_of: str  # names of the second and third, for a sole winner
    first_three: list[Certificate]
    folds: bool  # the list below is collapsed


def award_certificate(day: Day, number: int | None) -> Awarded:
    """Return the certificate of a start number, else the winner's. No query."""
    everybody = _certificates(day)
    found = next((one for one in everybody if one.player == number), next(iter(everybody), None))
    first = [one for one in everybody if one.rank <= FIRST]
    has_won = found is not None and found.rank == 1 and not found.is_shared
    return Awarded(found, name_next(first) if has_won else "", first, len(everybody) >= LONG)


def _certificates(day: Day) -> list[Certificate]:
    """List the certificates; none before the end, since they are final. `player` is the start number."""
    if not (day.tournament.is_over and day.has_points):
        return []
    is_points = day.tournament.rank_by == "points"
    rows = [row for row in day.ranking if row.rank is not None and row.played]
    ranks = [row.rank for row in rows]
    return [
        Certificate(
            player=row.who,
            name=day.entrants[row.who].player.name,
            rank=row.rank or 0,
            is_shared=ranks.count(row.rank) > 1,
            score=signed(row.points) if is_points else get_score(row.score),
            column=_COLUMNS[day.tournament.rank_by](),
        )
        for row in rows
    ]


_COLUMNS = {
    "points": lambda: _("Points"),
    "place_points": lambda: _("place points"),
    "mean_round": lambda: _("points per round"),
}


def draw_tournament(day: Day) -> Picture | None:
    """Draw the picture; None if nobody has a rank. No query."""
    rows = [row for row in day.ranking if row.rank is not None and row.played][:DRAWN]
    if not (rows and day.has_points):
        return None
    tournament, heads = day.tournament, len(day.counting)
    entrants = ngettext("%(number)s entrant", "%(number)s entrants", heads) % {"number": heads}
    return compose_picture(
        club=f"{tournament.club.name} · {tournament.name}",
        when=f"{date_and_year(tournament.day)}, {entrants}",
        places=[_place(day, row, rows) for row in rows],
        totals={scoring_key(day.entrants[row.who].player): _totals(day, row) for row in rows},
    )


def _place(day: Day, row: Row[int], rows: list[Row[int]]) -> FinalPlace:
    return FinalPlace(
        rank=row.rank or 0,
        player=day.entrants[row.who].player,
        points=row.points,
        scores=row.points,
        balance=row.points,
        games=row.played,
        won=row.won,
        solos=row.solos,
        solos_won=row.solos,
        decided=row.played,
        summed=0,
        is_shared=sum(other.rank == row.rank for other in rows) > 1,
    )


def _totals(day: Day, row: Row[int]) -> Totals:
    """Return running totals by round; a missed round changes nothing."""
    return [0, *accumulate(day.points_in(row.who, one) or 0 for one in day.begun)]
