"""Tournaments and series as documents: standings with points of each round, ranking values and prizes."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext, pgettext

from dokoclub.exports.exporters.catalog import file_name
from dokoclub.exports.exporters.formats import Cell, Document, DocumentColumn, DocumentTable, Form, as_amount
from dokoclub.tournaments.models import Series
from dokoclub.tournaments.selectors.day import Day
from dokoclub.tournaments.selectors.lists import SeriesTable
from dokoclub.tournaments.selectors.prizes import get_prizes


def build_tournament_document(day: Day) -> Document:
    """Build the current standings of a tournament. No query."""
    tournament = day.tournament
    rounds = [
        DocumentColumn(str(one.number), gettext("R %(number)s") % {"number": one.number}, under="rounds")
        for one in day.begun
    ]
    columns = [
        DocumentColumn("start_number", gettext("Start number")),
        DocumentColumn("name", gettext("Name"), width=24),
        DocumentColumn("club", pgettext("tournament", "From the club (home)"), width=24),
        DocumentColumn("team", gettext("Team"), width=16),
        *rounds,
        DocumentColumn("total", gettext("Points")),
        DocumentColumn("counts", gettext("Counts"), form=Form.NUMBER),
        DocumentColumn("solos", gettext("Solos won")),
        DocumentColumn("won", gettext("Games won")),
        DocumentColumn("rank", pgettext("in a table", "Rank")),
        DocumentColumn("prize", gettext("Prize")),
    ]
    table = DocumentTable("entrants", gettext("Entrants"), columns, list(_rows(day)))
    return Document(file_name(tournament.club, f"{tournament.name} {tournament.day}"), [table])


def _rows(day: Day) -> Iterator[Sequence[Cell]]:
    prizes = get_prizes(day).cents
    for row in day.ranking:
        entrant = day.entrants[row.who]
        yield [
            row.who,
            entrant.player.name,
            entrant.home or None,
            entrant.team.name if entrant.team else None,
            *(day.points_in(row.who, one) for one in day.begun),
            row.points,
            _number(row.score),
            row.solos,
            row.won,
            row.rank,
            as_amount(prizes[row.who]) if row.who in prizes else None,
        ]


def _number(score: int | Fraction | None) -> Cell:
    """Format a fraction without rounding: 7/3."""
    return None if score is None else str(score)


def build_series_document(series: Series, table: SeriesTable) -> Document:
    """Build the current standings of a series. No query."""
    standing = DocumentTable(
        "standing",
        gettext("Standings"),
        [
            DocumentColumn("rank", pgettext("in a table", "Rank")),
            DocumentColumn("name", gettext("Name"), width=24),
            DocumentColumn("rounds", gettext("Rounds")),
            DocumentColumn("score", gettext("Counts"), form=Form.NUMBER),
            DocumentColumn("points", gettext("Points")),
        ],
        list(_standing(table)),
    )
    rounds = DocumentTable(
        "rounds",
        gettext("Rounds"),
        [
            DocumentColumn("name", gettext("Name"), width=24),
            DocumentColumn("day", gettext("Day"), width=11),
            DocumentColumn("tournament", gettext("Tournament"), width=24),
            DocumentColumn("round", gettext("Round")),
            DocumentColumn("points", gettext("Points")),
            DocumentColumn("struck", gettext("does not count")),
        ],
        list(_rounds(table)),
    )
    teams = DocumentTable(
        "teams",
        gettext("Teams"),
        [
            DocumentColumn("rank", pgettext("in a table", "Rank")),
            DocumentColumn("team", gettext("Team"), width=16),
            DocumentColumn("match_points", gettext("Match points"), form=Form.NUMBER),
            DocumentColumn("points", gettext("Points")),
        ],
        [[row.rank, row.team, str(row.match_points), row.points] for row in table.teams],
    )
    return Document(file_name(series.club, series.name), [standing, rounds, *([teams] if table.teams else [])])


def _standing(table: SeriesTable) -> Iterator[Sequence[Cell]]:
    for row in table.rows:
        score = None if row.score is None else str(row.score)  # a mean stays a fraction, so that nothing is rounded
        yield [row.rank, table.players[row.player].name, row.attended_and_counted, score, row.points]


def _rounds(table: SeriesTable) -> Iterator[Sequence[Cell]]:
    for row in table.rows:
        for one in row.evenings:
            of = table.rounds[one.evening]
            struck = gettext("yes") if one.struck else None
            name, tournament = table.players[row.player].name, of.tournament
            yield [name, tournament.day, tournament.name, of.number, one.counts.balance, struck]
