"""The list of a series of tournaments as a document, the rounds that it is made of, and the table of match-days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, pgettext

from dokoclub.exports.files.documents import Cell, Column, Document, Form, Table
from dokoclub.exports.files.making import file_name
from dokoclub.tournaments.models import Series
from dokoclub.tournaments.selectors import SeriesTable


def of_series(series: Series, table: SeriesTable) -> Document:
    """As it stands today. No query."""
    standing = Table(
        "standing",
        gettext("Standing"),
        [
            Column("rank", pgettext("in a table", "Rank")),
            Column("name", gettext("Name"), width=24),
            Column("rounds", gettext("Rounds")),
            Column("score", gettext("Counts"), form=Form.NUMBER),
            Column("points", gettext("Points")),
        ],
        list(_standing(table)),
    )
    rounds = Table(
        "rounds",
        gettext("Rounds"),
        [
            Column("name", gettext("Name"), width=24),
            Column("day", gettext("Day"), width=11),
            Column("tournament", gettext("Tournament"), width=24),
            Column("round", gettext("Round")),
            Column("points", gettext("Points")),
            Column("struck", gettext("does not count")),
        ],
        list(_rounds(table)),
    )
    teams = Table(
        "teams",
        gettext("Teams"),
        [
            Column("rank", pgettext("in a table", "Rank")),
            Column("team", gettext("Team"), width=16),
            Column("match_points", gettext("Match points"), form=Form.NUMBER),
            Column("points", gettext("Points")),
        ],
        [[row.rank, row.team, str(row.match_points), row.points] for row in table.teams],
    )
    return Document(file_name(series.club, series.name), [standing, rounds, *([teams] if table.teams else [])])


def _standing(table: SeriesTable) -> Iterator[Sequence[Cell]]:
    for row in table.rows:
        score = None if row.score is None else str(row.score)  # a mean as a fraction, so that nothing is rounded
        yield [row.rank, table.players[row.player].name, row.attended_and_counted, score, row.points]


def _rounds(table: SeriesTable) -> Iterator[Sequence[Cell]]:
    for row in table.rows:
        for one in row.evenings:
            of = table.rounds[one.evening]
            struck = gettext("yes") if one.struck else None
            name, tournament = table.players[row.player].name, of.tournament
            yield [name, tournament.day, tournament.name, of.number, one.counts.balance, struck]
