"""What stands in the gaps of an address: the cast's club, and one of everything in it. A new gap gets its line here."""

from __future__ import annotations

from datetime import date
from typing import Any, Final
from uuid import uuid4

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Entry, PlayerMerge, Sheet
from dokoclub.evenings.services import NewSheet, make_secret_link, merge_players, open_evening, write_entry
from dokoclub.exports.apart.sheets import Upload
from dokoclub.exports.services.reading import hand_in
from dokoclub.settlement.models import Payment
from dokoclub.settlement.services.cash_box import book_cash
from dokoclub.standings.models import Closing
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services import NewSeason, correct_points, make_league_link, make_season
from scoring.league.rules import StandingsRules, store_rules
from scoring.rules.presets import PRESETS
from tests.cast import Cast, make_player
from tests.clubs.test_show_invitation import make_invitation

INVENTED: Final = 987_654
A_DAY: Final = date(2026, 3, 12)
# Gaps that are ids or other numbers.
NUMBERS: Final = {
    "club_id",
    "evening_id",
    "sheet_id",
    "link_id",
    "league_link_id",
    "season_id",
    "correction_id",
    "merge_id",
    "player_id",
    "member_id",
    "invitation_id",
    "number",
    "payment_id",
    "cash_id",
    "year",
    "import_id",
}


def fill(cast: Cast) -> dict[str, Any]:
    """Of the cast's club, with Dora for a player and for a member."""
    token, invitation = make_invitation(cast)
    sheet, entry = make_sheet(cast.club, cast.ben)
    return {
        "club_id": cast.club.pk,
        "player_id": cast.player(cast.dora).pk,
        "member_id": cast.member(cast.dora).pk,
        "number": 1,
        "pk": INVENTED,
        "state": "normal",
        "period": month_around(A_DAY).key,
        "column": "points",
        "token": token,
        "invitation_id": invitation.pk,
        "merge_id": make_merge(cast).pk,
        "evening_id": sheet.evening_id,
        "sheet_id": sheet.pk,
        "uuid": entry.uuid,
        **make_league(cast),
        "link_id": make_secret_link(sheet.evening, by=cast.ben).pk,
        "payment_id": Payment.objects.create(club=cast.club, payer=cast.player(cast.dora), cents=100).pk,
        "cash_id": book_cash(cast.club, cents=500, purpose="Karten", day=A_DAY, key=uuid4(), by=cast.cleo).pk,
        "year": A_DAY.year,
        "import_id": hand_in(cast.club, [Upload("a.csv", b"A;B;C;D")], key=uuid4(), by=cast.anna).pk,
        "format": "csv",
    }


def fill_elsewhere(cast: Cast) -> dict[str, Any]:
    """Of the other club: what is not to be found under an address of the cast's club."""
    sheet, _entry = make_sheet(cast.other_club, cast.stranger)
    return {
        "club_id": cast.other_club.pk,
        "evening_id": sheet.evening_id,
        "sheet_id": sheet.pk,
        "player_id": make_player(cast.other_club, "Fremd").pk,
        "member_id": cast.other_club.memberships.get().pk,
    }


def make_league(cast: Cast) -> dict[str, int]:
    """A season, a correction of Dora's points, the month of A_DAY closed once, and a secret link."""
    rules = StandingsRules()
    frame = NewSeason(name="Saison", first=A_DAY, last=A_DAY, rules=rules, month_rules=rules)
    season = make_season(cast.club, frame, key=uuid4(), by=cast.anna)
    dora = cast.player(cast.dora)
    correction = correct_points(cast.club, dora, day=A_DAY, points=5, reason="Kuchen", key=uuid4(), by=cast.anna)
    Closing.objects.create(
        club=cast.club, month=month_around(A_DAY).first, number=1, rules=store_rules(rules), held=0, required=0
    )
    link = make_league_link(cast.club, by=cast.anna)
    return {"season_id": season.pk, "correction_id": correction.pk, "league_link_id": link.pk}


def make_merge(cast: Cast) -> PlayerMerge:
    kept, merged = (make_player(cast.club, name) for name in ("Isabella", "Isa"))
    return merge_players(kept, merged, by=cast.anna)


def make_sheet(club: Club, by: Account) -> tuple[Sheet, Entry]:
    """A sheet with one row, at whose table nobody sits who has an account."""
    players = [make_player(club, name) for name in ("Emil", "Frieda", "Gustav", "Hilde")]
    table = NewSheet(players=players, rules=PRESETS["ddv"].rules)
    sheet = open_evening(club, [table], key=uuid4(), by=by).sheets.get()
    return sheet, write_entry(sheet, {"kind": "redeal"}, uuid=uuid4(), expected=None, by=by).entry
