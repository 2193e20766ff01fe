"""The list of a tournament as a document: who, where from, each round, what ranks, and the prize."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext, pgettext

from dokoclub.exports.files.documents import Cell, Column, Document, Form, Table, as_amount
from dokoclub.exports.files.making import file_name
from dokoclub.tournaments.selectors import Day, prizes_of


def of_tournament(day: Day) -> Document:
    """As it stands now. No query."""
    tournament = day.tournament
    rounds = [
        Column(str(one.number), gettext("R %(number)s") % {"number": one.number}, under="rounds") for one in day.begun
    ]
    columns = [
        Column("start_number", gettext("Start number")),
        Column("name", gettext("Name"), width=24),
        Column("club", pgettext("tournament", "From the club (home)"), width=24),
        Column("team", gettext("Team"), width=16),
        *rounds,
        Column("total", gettext("Points")),
        Column("counts", gettext("Counts"), form=Form.NUMBER),
        Column("solos", gettext("Solos won")),
        Column("won", gettext("Games won")),
        Column("rank", pgettext("in a table", "Rank")),
        Column("prize", gettext("Prize")),
    ]
    table = Table("entrants", gettext("Entrants"), columns, list(_rows(day)))
    return Document(file_name(tournament.club, f"{tournament.name} {tournament.day}"), [table])


def _rows(day: Day) -> Iterator[Sequence[Cell]]:
    prizes = prizes_of(day).cents
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
    """A fraction as it is, so that nothing is rounded: 7/3."""
    return None if score is None else str(score)
