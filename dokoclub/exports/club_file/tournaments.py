"""Tournament tables of the club file, and checks of their JSON values."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from dokoclub.exports.club_file.table import FileTable
from dokoclub.tournaments import texts
from dokoclub.tournaments.models import (
    Booking,
    Correction,
    Entrant,
    Place,
    Round,
    RoundTable,
    Series,
    Team,
    Tournament,
)

Row = Mapping[str, Any]
SINCE: Final = 4

TABLES: Final = (
    FileTable(
        name="tournament_series",
        model=Series,
        club="club",
        refs={"club": "club"},
        fields=("name", "rules", "months", "made_at"),
        left_out=("made_by", "key"),
        since=6,
    ),
    FileTable(
        name="tournaments",
        model=Tournament,
        club="club",
        refs={"club": "club", "evening": "evenings", "series": "tournament_series"},
        fields=(
            "name",
            "day",
            "place",
            "state",
            "rules",
            "rounds",
            "games",
            "minutes",
            "seating",
            "avoid",
            "uneven",
            "seed",
            "rank_by",
            "scale",
            "tie_breaks",
            "pause",
            "in_league",
            "lists",
            "fee",
            "payout",
            "extra",
            "in_kind",
            "unit",
            "prize_places",
            "shares",
            "fixed",
            "no_double",
            "loss_money",
            "loss_goes_to",
            "loss_solo",
            "loss_further_solo",
            "loss_point",
            "loss_cap",
            "made_at",
            "ended_at",
        ),
        left_out=("made_by", "version", "searched", "key"),
        since=SINCE,
    ),
    FileTable(
        name="teams",
        model=Team,
        club="tournament__club",
        refs={"tournament": "tournaments"},
        fields=("name",),
        since=SINCE,
    ),
    FileTable(
        name="entrants",
        model=Entrant,
        club="tournament__club",
        refs={"tournament": "tournaments", "player": "players", "team": "teams"},
        fields=(
            "number",
            "home",
            "tags",
            "apart",
            "fill_in",
            "paid",
            "joins",
            "withdrawn_after",
            "disqualified",
            "reason",
        ),
        since=SINCE,
    ),
    FileTable(
        name="tournament_rounds",
        model=Round,
        club="tournament__club",
        refs={"tournament": "tournaments"},
        fields=("number", "paused", "started_at"),
        since=SINCE,
    ),
    FileTable(
        name="round_tables",
        model=RoundTable,
        club="round__tournament__club",
        refs={"round": "tournament_rounds", "sheet": "sheets"},
        fields=("number", "minutes_more", "source", "games", "handed_in_at", "confirmed_at", "signed"),
        left_out=("seen", "handed_in_by"),
        since=SINCE,
    ),
    FileTable(
        name="places",
        model=Place,
        club="table__round__tournament__club",
        refs={"table": "round_tables", "entrant": "entrants"},
        fields=("number", "left", "points", "penalty", "won", "solos_won", "solos_lost", "confirmed_at"),
        left_out=("confirmed_by",),
        since=SINCE,
    ),
    FileTable(
        name="table_corrections",
        model=Correction,
        club="table__round__tournament__club",
        refs={"table": "round_tables"},
        fields=("before", "after", "reason", "made_at"),
        left_out=("made_by",),
        since=SINCE,
    ),
    FileTable(
        name="tournament_bookings",
        model=Booking,
        club="entrant__tournament__club",
        refs={"entrant": "entrants", "entry": "cash_entries"},
        fields=("reason",),
        since=SINCE,
    ),
)


def _one_of(keys: Collection[str], column: str) -> Callable[[Row], bool]:
    return lambda row: row[column] in keys


def _all_of(keys: Collection[str], column: str) -> Callable[[Row], bool]:
    return lambda row: isinstance(row[column], list) and all(key in keys for key in row[column])


def _texts(column: str) -> Callable[[Row], bool]:
    return lambda row: isinstance(row[column], list) and all(isinstance(text, str) for text in row[column])


def _numbers(column: str, *, may_be_none: bool = False) -> Callable[[Row], bool]:
    def fits(row: Row) -> bool:
        value = row[column]
        if value is None:
            return may_be_none
        return isinstance(value, list) and all(type(number) is int and number >= 0 for number in value)

    return fits


def _slips(column: str) -> Callable[[Row], bool]:
    """Return a check for points and penalty by start number."""

    def fits(row: Row) -> bool:
        return isinstance(row[column], dict) and all(
            number.isdecimal() and isinstance(slip, list) and len(slip) == 2 and all(type(one) is int for one in slip)
            for number, slip in row[column].items()
        )

    return fits


CHECKS: Final[Mapping[tuple[str, str], Callable[[Row], bool]]] = {
    ("tournaments", "seating"): _one_of(texts.SEATING, "seating"),
    ("tournaments", "avoid"): _one_of(texts.AVOID, "avoid"),
    ("tournaments", "uneven"): _one_of(texts.UNEVEN, "uneven"),
    ("tournaments", "rank_by"): _one_of(texts.RANK_BY, "rank_by"),
    ("tournaments", "scale"): _one_of(texts.SCALES, "scale"),
    ("tournaments", "pause"): _one_of(texts.PAUSES, "pause"),
    ("tournaments", "tie_breaks"): _all_of(texts.TIE_BREAKS, "tie_breaks"),
    ("tournaments", "lists"): _texts("lists"),
    ("tournaments", "shares"): _numbers("shares", may_be_none=True),
    ("tournaments", "fixed"): _numbers("fixed", may_be_none=True),
    ("tournaments", "loss_money"): _one_of(texts.LOSS_MONEY, "loss_money"),
    ("tournaments", "loss_goes_to"): _one_of(texts.LOSS_GOES_TO, "loss_goes_to"),
    ("entrants", "tags"): _texts("tags"),
    ("tournament_rounds", "paused"): _numbers("paused"),
    ("table_corrections", "before"): _slips("before"),
    ("table_corrections", "after"): _slips("after"),
}
