"""What goes into the file of a club, table by table, and what does not. In the order in which rows name each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import models

from dokoclub.clubs.models import Club, Player, RulesVersion, Season
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Sheet, SheetStyle
from dokoclub.exports.club_file import translating
from dokoclub.exports.club_file.translating import Translator
from dokoclub.settlement.models import (
    CashEntry,
    ClubMoney,
    EveningMoney,
    MergedMoney,
    Payment,
    SettledList,
    SettledShare,
    Transfer,
)
from dokoclub.standings.models import ClosedRow, Closing, Correction, League

FORMAT: Final = "dokoclub"
VERSION: Final = 1  # one more when tables or columns change; `reading.parse_file` then brings older files up to it


@dataclass(frozen=True, kw_only=True)
class Table:
    """One model. Rows are written by primary key, and numbered from 1; a reference is that number."""

    name: str
    model: type[models.Model]
    club: str  # from a row to its club
    fields: tuple[str, ...]
    refs: Mapping[str, str] = field(default_factory=dict)  # field -> table
    inside: Mapping[str, Translator] = field(default_factory=dict)  # JSON fields in which ids stand
    left_out: tuple[str, ...] = ()  # accounts, keys of forms, and what is counted anew
    order: tuple[str, ...] = ("pk",)

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.refs, *self.fields, *self.inside)


_SETTLES: Final[Any] = Payment.settles.through

TABLES: Final = (
    Table(
        name="club",
        model=Club,
        club="pk",
        fields=("name", "currency", "founded_at"),
        left_out=("deleted_at", "key"),
    ),
    Table(
        name="players",
        model=Player,
        club="club",
        refs={"club": "club"},
        fields=("name", "short_name", "guest", "active", "notes", "left_at", "erased_number"),
        left_out=("account", "folded_name", "key"),
    ),
    Table(
        name="rules_versions",
        model=RulesVersion,
        club="club",
        refs={"club": "club"},
        fields=("number", "preset", "rules", "created_at"),
        left_out=("created_by", "key"),
    ),
    Table(
        name="seasons",
        model=Season,
        club="club",
        refs={"club": "club"},
        fields=("name", "first", "last", "planned", "rules", "month_rules"),
        left_out=("key",),
    ),
    Table(
        name="sheet_styles",
        model=SheetStyle,
        club="club",
        refs={"club": "club"},
        fields=("ranked_by", "large", "full_names"),
    ),
    Table(
        name="evenings",
        model=Evening,
        club="club",
        refs={"club": "club"},
        fields=("date", "place", "club_evening", "stake", "opened_at", "closed_at", "deleted_at"),
        left_out=("opened_by", "closed_by", "deleted_by", "version", "key"),
    ),
    Table(
        name="sheets",
        model=Sheet,
        club="evening__club",
        refs={"evening": "evenings", "first_dealer": "players"},
        fields=("round", "table", "rules", "length_kind", "length", "opened_at", "closed_at"),
        inside={"players": translating.translate_keys},
        left_out=("opened_by", "closed_by", "pen", "version", "games", "bock_left", "counted_by"),
    ),
    Table(
        name="entries",
        model=Entry,
        club="sheet__evening__club",
        refs={"sheet": "sheets"},
        fields=("uuid", "position", "number", "kind", "note", "written_at", "changed_at", "struck_at"),
        inside={"facts": translating.translate_facts, "attribution": translating.translate_attribution},
        left_out=("version", "written_by", "changed_by", "struck_by"),
        order=("sheet", "position"),
    ),
    Table(
        name="merges",
        model=PlayerMerge,
        club="club",
        refs={"club": "club", "kept": "players", "merged": "players"},
        fields=("was_present", "was_active", "merged_at", "taken_back_at"),
        inside={"sheets": translating.translate_ids("sheets")},
        left_out=("account", "merged_by", "taken_back_by"),
    ),
    Table(
        name="leagues",
        model=League,
        club="club",
        refs={"club": "club"},
        fields=("rules", "month_rules", "columns"),
    ),
    Table(
        name="corrections",
        model=Correction,
        club="club",
        refs={"club": "club", "player": "players", "counts_for": "players"},
        fields=("day", "points", "reason", "made_at", "taken_back_at"),
        left_out=("made_by", "taken_back_by", "key"),
    ),
    Table(
        name="closings",
        model=Closing,
        club="club",
        refs={"club": "club"},
        fields=("month", "number", "reason", "rules", "held", "required", "closed_at"),
        left_out=("closed_by", "key"),
    ),
    Table(
        name="closed_rows",
        model=ClosedRow,
        club="closing__club",
        refs={"closing": "closings", "player": "players"},
        fields=("position", "rank", "former_rank", "standing", "missing", "points", "struck", "values"),
    ),
    Table(name="money", model=ClubMoney, club="club", refs={"club": "club"}, fields=("rules",)),
    Table(
        name="evening_moneys",
        model=EveningMoney,
        club="club",
        refs={"club": "club", "evening": "evenings"},
        fields=("day", "rules", "frozen_at"),
        inside={"excused": translating.translate_ids("players"), "expected": translating.translate_ids("players")},
        left_out=("frozen_by",),
    ),
    Table(
        name="settled_lists",
        model=SettledList,
        club="money__club",
        refs={"money": "evening_moneys", "sheet": "sheets"},
        fields=("kind", "correction", "let_go", "place", "made_at"),
        left_out=("made_by",),
    ),
    Table(
        name="settled_shares",
        model=SettledShare,
        club="list__money__club",
        refs={"list": "settled_lists", "player": "players"},
        fields=("cents", "reason", "numbers"),
    ),
    Table(
        name="payments",
        model=Payment,
        club="club",
        refs={"club": "club", "payer": "players", "receiver": "players"},
        fields=("cents", "made_at", "taken_back_at"),
        left_out=("made_by", "taken_back_by", "key"),
    ),
    Table(
        name="transfers",
        model=Transfer,
        club="club",
        refs={
            "club": "club",
            "list": "settled_lists",
            "payer": "players",
            "receiver": "players",
            "payment": "payments",
        },
        fields=("cents", "gone"),
    ),
    Table(
        name="settled_by_payments",
        model=_SETTLES,
        club="payment__club",
        refs={"payment": "payments", "transfer": "transfers"},
        fields=(),
        order=("payment", "transfer"),
    ),
    Table(
        name="merged_moneys",
        model=MergedMoney,
        club="merge__club",
        refs={"merge": "merges"},
        fields=(),
        inside={
            "moved": translating.by_place({"transfer": "transfers", "share": "settled_shares", "payment": "payments"})
        },
    ),
    Table(
        name="cash_entries",
        model=CashEntry,
        club="club",
        refs={"club": "club", "reverses": "cash_entries"},
        fields=("cents", "purpose", "day", "written_at"),
        left_out=("written_by", "key"),
    ),
)

BY_NAME: Final = {table.name: table for table in TABLES}

# Models of the project that are not in the file, and why; their histories name accounts and are not either.
LEFT_OUT: Final = {
    "accounts.Account": "who signs in belongs to an install, not to a club",
    "accounts.LoginLink": "opens a door",
    "accounts.FailedTries": "of whoever guesses here",
    "accounts.SignIn": "of an account",
    "accounts.SecurityEvent": "of an account",
    "accounts.Account_groups": "of an account",
    "accounts.Account_user_permissions": "of an account",
    "clubs.Membership": "of an account: whoever brings the file in owns the club",
    "clubs.Invitation": "opens a door",
    "evenings.SecretLink": "opens a door",
    "standings.LeagueLink": "opens a door",
    "settlement.BankAccount": "an IBAN",
    "evenings.Seat": "derived from the facts",
    "evenings.Posting": "derived from the facts",
    "evenings.Result": "derived from the facts; the totals are in the file and compared",
    "standings.Honour": "counted anew",
    "exports.Import": "an upload, and what could be undone here",
    "exports.ImportFile": "an upload",
    "exports.ImportedSheet": "an upload",
}
