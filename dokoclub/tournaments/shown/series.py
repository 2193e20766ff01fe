"""The list of a series as it is printed: who, how many rounds, what counts, and of which rounds it is made."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Player
from dokoclub.look.numbers import decimals, signed
from dokoclub.tournaments.models import Series, Tournament
from dokoclub.tournaments.selectors.series import SeriesTable
from dokoclub.tournaments.shown.standing import score_of
from scoring.league.standings import Row


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
    rounds: list[PlayedRound]  # all, the first first
    counting: int
    missing: int  # rounds to a rank


class MatchLine(NamedTuple):
    team: str
    rank: int
    match_points: str
    points: str


def list_series(table: SeriesTable) -> list[SeriesLine]:
    return [_line(table, row) for row in table.rows]


def _line(table: SeriesTable, row: Row) -> SeriesLine:
    rounds = [
        PlayedRound(of.tournament, of.number, one.counts.balance, one.struck)
        for one in row.evenings
        for of in [table.rounds[one.evening]]
    ]
    return SeriesLine(
        player=table.players[row.player],
        rank=row.rank,
        score=score_of(row.score),
        points=row.points,
        rounds=sorted(rounds, key=lambda one: (one.tournament.day, one.tournament.pk, one.number)),
        counting=row.attended_and_counted,
        missing=row.missing,
    )


def list_match_days(table: SeriesTable) -> list[MatchLine]:
    """Siegpunkte, then Spielpunkte."""
    return [MatchLine(row.team, row.rank, decimals(float(row.match_points)), signed(row.points)) for row in table.teams]


def name_score(series: Series) -> str:
    """What stands above that by which it is ranked."""
    return _("Mean") if series.parsed.score == "mean_evening" else _("Points")


def rules_in_words(series: Series) -> list[str]:
    """How it is ranked, in a few sentences."""
    rules, number = series.parsed, series.parsed.counting_evenings or 0
    is_mean = rules.score == "mean_evening"
    told = [_("The mean a round ranks.") if is_mean else _("The sum of the rounds ranks.")]
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
        text = ngettext("A rank needs %(number)s round.", "A rank needs at least %(number)s rounds.", rules.minimum)
        told.append(text % {"number": rules.minimum})
    told.append(_("With equal points: solos won, then games won."))
    return told
