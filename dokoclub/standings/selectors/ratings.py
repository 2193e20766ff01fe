"""What the rating of a club is made of, and who is shown in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Sheet
from dokoclub.standings.models import HiddenRating
from dokoclub.standings.selectors.aliases import resolve_aliases
from dokoclub.standings.selectors.statistics import OnEvening, Written, fetch_rows, fetch_sheets
from scoring.contract.old_paper import load_row
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.league.rated import Rated, rate_games


class Member(NamedTuple):
    """Who belongs to the club and is no guest."""

    player: Player
    is_hidden: bool

    @property
    def key(self) -> str:
        """As `scoring` knows him."""
        return str(self.player.pk)


def rated_members(club: Club) -> list[Member]:
    """By name, hidden ones too. Three queries."""
    hidden = hidden_players(club)
    members = club.players.present().filter(guest=False).order_by("folded_name", "pk")
    return [Member(player, player.pk in hidden) for player in members]


def hidden_players(club: Club) -> frozenset[int]:
    """Whoever hides the number, as whom he plays by now. Two queries."""
    aliases = resolve_aliases(club)
    hidden = HiddenRating.objects.filter(player__club=club).values_list("player", flat=True)
    return frozenset(aliases.get(player, player) for player in hidden)


def own_player(club: Club, account: Account) -> Player | None:
    """Who belongs to the club with that account. One query."""
    return club.players.present().filter(account=account).first()


def rate_evenings(evenings: Iterable[OnEvening]) -> dict[int, Rated]:
    """What the games of each of these evenings say, by its number. Two queries, whatever their number."""
    wanted = {one.number: one.day for one in evenings}
    sheets, rows = fetch_sheets(wanted), fetch_rows(wanted)
    return {number: rate_games(day, _scored(sheets.get(number, []), rows)) for number, day in wanted.items()}


def _scored(sheets: Sequence[Sheet], rows: Mapping[int, list[Written]]) -> Iterator[tuple[Scorer, list[Game]]]:
    """The games with parties alone: rows by hand have none."""
    for sheet in sheets:
        scorer = sheet.scorer
        found = (load_row(stored, scorer.rules) for _, stored, _ in rows.get(sheet.pk, ()))
        yield scorer, [row for row in found if isinstance(row, Game)]
