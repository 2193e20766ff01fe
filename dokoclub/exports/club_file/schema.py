"""Tables and columns of the club file, in reference order; models left out; and the upgrade of older rows."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from dokoclub.clubs.models import Club, Player, RulesVersion, Season
from dokoclub.clubs.models.features import all_features
from dokoclub.dates.models import Date, Reply
from dokoclub.dates.models.date import make_uid
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Sheet, SheetStyle
from dokoclub.exports.club_file import table as table_club_file
from dokoclub.exports.club_file.money import TABLES as OF_MONEY
from dokoclub.exports.club_file.table import FileTable
from dokoclub.exports.club_file.tournaments import TABLES as OF_TOURNAMENTS
from dokoclub.exports.models import ForeignData
from dokoclub.settlement.models import MergedMoney
from dokoclub.standings.models import ClosedRow, Closing, Correction, HiddenRating, League
from dokoclub.ui.cards import TINTS
from scoring.format.club_file import LAST
from scoring.format.club_tables import EARLIER, FOREIGN_DATA

__all__ = ["EARLIER", "LAST"]

FORMAT: Final = "dokoclub"  # of files up to version LAST; since then a club file is a Doko-Zettel with these tables

TABLES: Final = (
    FileTable(
        name="club",
        model=Club,
        club="pk",
        fields=("name", "currency", "founded_at", "features"),
        left_out=("deleted_at", "key", "moving_to", "moving_since", "moving_file", "moved_to"),
    ),
    FileTable(
        name="players",
        model=Player,
        club="club",
        refs={"club": "club"},
        fields=(
            "name",
            "short_name",
            "guest",
            "active",
            "notes",
            "tint",
            "monogram",
            "left_at",
            "erased_number",
        ),
        left_out=("account", "folded_name", "key"),
    ),
    FileTable(
        name="rules_versions",
        model=RulesVersion,
        club="club",
        refs={"club": "club"},
        fields=("number", "preset", "rules", "created_at"),
        left_out=("created_by", "key"),
    ),
    FileTable(
        name="seasons",
        model=Season,
        club="club",
        refs={"club": "club"},
        fields=("name", "first", "last", "planned", "rules", "month_rules"),
        left_out=("key",),
    ),
    FileTable(
        name="sheet_styles",
        model=SheetStyle,
        club="club",
        refs={"club": "club"},
        fields=("ranked_by", "large", "full_names"),
        left_out=("stories",),
    ),
    FileTable(
        name="evenings",
        model=Evening,
        club="club",
        refs={"club": "club"},
        fields=("date", "place", "club_evening", "stake", "opened_at", "closed_at", "deleted_at"),
        happened=("date",),
        left_out=("opened_by", "closed_by", "deleted_by", "version", "key"),
    ),
    FileTable(
        name="sheets",
        model=Sheet,
        club="evening__club",
        refs={"evening": "evenings", "first_dealer": "players"},
        fields=("round", "table", "rules", "length_kind", "length", "opened_at", "closed_at"),
        inside={"players": table_club_file.translate_keys},
        left_out=("opened_by", "closed_by", "ends_at", "pen", "version", "games", "bock_left", "counted_by"),
    ),
    FileTable(
        name="entries",
        model=Entry,
        club="sheet__evening__club",
        refs={"sheet": "sheets"},
        fields=("uuid", "position", "number", "kind", "note", "written_at", "changed_at", "struck_at"),
        inside={"facts": table_club_file.translate_facts, "attribution": table_club_file.translate_attribution},
        left_out=("version", "written_by", "changed_by", "struck_by"),
        order=("sheet", "position"),
    ),
    FileTable(
        name="merges",
        model=PlayerMerge,
        club="club",
        refs={"club": "club", "kept": "players", "merged": "players"},
        fields=("was_present", "was_active", "merged_at", "taken_back_at"),
        inside={"sheets": table_club_file.translate_ids("sheets")},
        left_out=("account", "merged_by", "taken_back_by"),
    ),
    FileTable(
        name="dates",
        model=Date,
        club="club",
        refs={"club": "club"},
        fields=(
            "uid",
            "start",
            "end",
            "day",
            "place",
            "note",
            "kind",
            "answer_until",
            "places",
            "series",
            "state",
            "sequence",
            "moves",
            "changed_at",
        ),
        inside={"kept": table_club_file.translate_keyed("players")},
        left_out=("uuid", "made_by"),
        since=3,
    ),
    FileTable(
        name="replies",
        model=Reply,
        club="date__club",
        refs={"date": "dates", "player": "players"},
        fields=("answer", "guests", "comes_at", "remark", "late", "moves", "given_at", "by_link"),
        left_out=("given_by",),
        since=3,
    ),
    FileTable(
        name="leagues",
        model=League,
        club="club",
        refs={"club": "club"},
        fields=("rules", "month_rules", "columns", "framed_by"),
    ),
    FileTable(
        name="hidden_ratings",
        model=HiddenRating,
        club="player__club",
        refs={"player": "players"},
        fields=(),
        since=3,
    ),
    FileTable(
        name="corrections",
        model=Correction,
        club="club",
        refs={"club": "club", "player": "players", "counts_for": "players"},
        fields=("day", "points", "reason", "made_at", "taken_back_at"),
        left_out=("made_by", "taken_back_by", "key"),
    ),
    FileTable(
        name="closings",
        model=Closing,
        club="club",
        refs={"club": "club"},
        fields=("month", "number", "reason", "rules", "held", "required", "closed_at"),
        left_out=("closed_by", "key"),
    ),
    FileTable(
        name="closed_rows",
        model=ClosedRow,
        club="closing__club",
        refs={"closing": "closings", "player": "players"},
        fields=("position", "rank", "former_rank", "standing", "missing", "points", "struck", "values"),
    ),
    *OF_MONEY,
    *OF_TOURNAMENTS,
    FileTable(
        name="merged_moneys",
        model=MergedMoney,
        club="merge__club",
        refs={"merge": "merges"},
        fields=(),
        inside={
            "moved": table_club_file.by_place(
                {
                    "transfer": "transfers",
                    "share": "settled_shares",
                    "payment": "payments",
                    "cash": "cash_entries",
                    "charge": "charges",
                    "exception": "due_exceptions",
                }
            )
        },
    ),
    FileTable(  # in a Doko-Zettel, these keys stand at the things themselves
        name=FOREIGN_DATA,
        model=ForeignData,
        club="club",
        refs={"club": "club", "player": "players", "evening": "evenings", "sheet": "sheets", "entry": "entries"},
        fields=("keys",),
        since=10,
    ),
)

# Besides the tables: values derived from several tables, with the version that introduced them.
TOTALS: Final = "totals"  # the totals of the ledger, by sheet and player
# the rights of players with an account, so that they can be invited with the same rights elsewhere
RIGHTS: Final = "rights"
BESIDE: Final = {TOTALS: 1, RIGHTS: 7, EARLIER: 10}
MAY: Final = ("owner", "scorer", "treasurer")

BY_NAME: Final = {table.name: table for table in TABLES}

# Models of the project that are not in the file, and why. Their histories name accounts, so they are left out too.
LEFT_OUT: Final = {
    "accounts.Account": "who signs in belongs to an install, not to a club",
    "accounts.LoginLink": "gives access",
    "accounts.FailedTries": "of people who guess here",
    "accounts.SignIn": "of an account",
    "accounts.SecurityEvent": "of an account",
    "accounts.Account_groups": "of an account",
    "accounts.Account_user_permissions": "of an account",
    "clubs.Membership": "of an account: the importing account owns the club; `rights` says what players might do",
    "clubs.Awaited": "in `rights`, beside those who have accounts here",
    "clubs.Claim": "of an account",
    "clubs.Invitation": "gives access",
    "clubs.ClubVersion": "renewed by every change, also by those of an import",
    "clubs.MonthVersion": "the same",
    "clubs.SentForm": "of forms that were sent here",
    "dates.Secret": "gives access",
    "dates.Subscription": "belongs to an account, and is a secret of its browser",
    "dates.Wish": "of an account",
    "dates.Notice": "of an account",
    "dates.Reminder": "of the install; a club that moves reminds again",
    "evenings.SecretLink": "gives access",
    "evenings.Sending": "of phones that send to this install",
    "standings.LeagueLink": "gives access",
    "settlement.BankAccount": "an IBAN",
    "settlement.ClubBank": "an IBAN",
    "evenings.Seat": "derived from the facts",
    "evenings.Posting": "derived from the facts",
    "evenings.Result": "derived from the facts; the totals are in the file and compared",
    "standings.Honour": "counted again",
    "standings.Tally": "counted again",
    "tournaments.Official": "of an account",
    "tournaments.TournamentLink": "gives access",
    "tournaments.EntryLink": "gives access",
    "tournaments.Applicant": "waits for an answer here, by a link that gives access",
    "screens.ScreenLink": "gives access",
    "screens.Code": "gives access",
    "exports.Archive": "tells what was handed out here",
    "exports.Import": "an upload, and what could be undone here",
    "exports.ImportFile": "an upload",
    "exports.ImportedSheet": "an upload",
}
Row = dict[str, Any]

# (table, column) -> the version that introduced it, and its value for an older row and row number (from 1).
ADDED: Final[Mapping[tuple[str, str], tuple[int, Callable[[Row, int], Any]]]] = {
    ("transfers", "cleared_by"): (2, lambda _row, _number: None),
    ("payments", "kept_days"): (2, lambda _row, _number: None),
    ("cash_entries", "player"): (2, lambda _row, _number: None),
    ("cash_entries", "counts_on"): (2, lambda row, _number: row.get("day")),
    ("cash_entries", "number"): (2, lambda _row, number: number),  # in booking order
    ("cash_entries", "kind"): (2, lambda _row, _number: "booked"),
    ("players", "tint"): (5, lambda _row, number: (number - 1) % TINTS + 1),  # in the order in which players were added
    ("players", "monogram"): (5, lambda _row, _number: ""),
    ("cash_entries", "table_first"): (5, lambda _row, _number: None),
    ("cash_entries", "table_last"): (5, lambda _row, _number: None),
    ("tournaments", "series"): (6, lambda _row, _number: None),
    ("dates", "uid"): (8, lambda _row, _number: make_uid()),
    ("leagues", "framed_by"): (3, lambda _row, _number: []),
}
# Tables whose amounts have a currency since version 2; before, all amounts were in the club's currency.
IN_CURRENCY: Final = frozenset({"evening_moneys", "payments", "cash_entries"})


class Older(NamedTuple):
    """What an older file says of its club in other tables, unchecked."""

    currency: Any
    is_rated: bool  # its league showed ratings, which is a feature since version 9


def bring_up(table: str, row: Row, number: int, version: int, older: Older) -> Row:
    """Add the columns that newer versions introduced to a row. Existing values stay unchanged.

    A club of an older file has all features, as it had them there.
    """
    if table in IN_CURRENCY and version < 2 and "currency" not in row:
        row["currency"] = older.currency
    if table == "club" and version < 9 and "features" not in row:
        row["features"] = [key for key in all_features() if key != "ratings" or older.is_rated]
    if table == "leagues" and version < 9:
        row.pop("rated", None)
    for (of, column), (since, value) in ADDED.items():
        if of == table and version < since and column not in row:
            row[column] = value(row, number)
    return row
