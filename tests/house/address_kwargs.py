"""What stands in the gaps of an address: the cast's club, and one of everything in it. A new gap gets its line here."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any, Final
from uuid import uuid4

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Claim, Club, Membership
from dokoclub.clubs.services.members import claim_player
from dokoclub.clubs.services.players import add_player
from dokoclub.dates.models import Answer, Date
from dokoclub.dates.services.answering import Details, answer_date
from dokoclub.dates.services.planning import Wanted, write_dates
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Entry, PlayerMerge, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import make_secret_link, open_evening
from dokoclub.evenings.services.people import merge_players
from dokoclub.exports.models import Archive, ArchiveState
from dokoclub.exports.sandbox.requests import Upload
from dokoclub.exports.services.reading import hand_in
from dokoclub.settlement.models import Clearing, EveningMoney, Payment
from dokoclub.settlement.services.accounts import charge_player
from dokoclub.settlement.services.dues import except_player, make_due, save_fine
from dokoclub.settlement.services.kitty import book_cash
from dokoclub.standings.models import Closing
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services.league import NewSeason, correct_points, make_league_link, make_season
from dokoclub.tournaments.models import Role
from dokoclub.tournaments.services.founding import SeriesFacts, found_series, found_tournament, make_link, name_official
from dokoclub.tournaments.services.people import Listed, ask_to_enter, enter_entrants, make_entry_link
from dokoclub.tournaments.services.rounds import start_round
from dokoclub.tournaments.services.seating import plan_seating
from scoring.league.rules import StandingsRules, store_standings_rules
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules as store_game_rules
from scoring.tournament.series import series_rules
from tests.cast import Cast, account, make_player
from tests.clubs.test_show_invitation import make_invitation
from tests.evenings.rows import write_entry

INVENTED: Final = 987_654
A_DAY: Final = date(2026, 3, 12)
# Gaps that are ids or other numbers.
NUMBERS: Final = {
    "club_id",
    "evening_id",
    "date_id",
    "sheet_id",
    "link_id",
    "league_link_id",
    "season_id",
    "correction_id",
    "merge_id",
    "player_id",
    "member_id",
    "invitation_id",
    "claim_id",
    "number",
    "payment_id",
    "clearing_id",
    "cash_id",
    "charge_id",
    "due_id",
    "exception_id",
    "fine_id",
    "year",
    "archive_id",
    "import_id",
    "subscription_id",
    "tournament_id",
    "official_id",
    "hall_link_id",
    "entry_link_id",
    "applicant_id",
    "series_id",
    "start",
    "table",
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
        "preset": "ddv",
        "question": "against",
        "feature": "seasons",
        "page": "write",
        "pk": INVENTED,
        "subscription_id": INVENTED,
        "state": "normal",
        "period": month_around(A_DAY).key,
        "column": "points",
        "token": token,
        "seed": token,
        "invitation_id": invitation.pk,
        "claim_id": make_claim(cast).pk,
        "merge_id": make_merge(cast).pk,
        "evening_id": sheet.evening_id,
        "sheet_id": sheet.pk,
        "uuid": entry.uuid,
        **make_league(cast),
        "link_id": make_secret_link(sheet.evening, by=cast.ben).pk,
        "payment_id": Payment.objects.create(club=cast.club, payer=cast.player(cast.dora), cents=100).pk,
        "clearing_id": make_clearing(cast).pk,
        "cash_id": book_cash(cast.club, cents=500, purpose="Karten", day=A_DAY, key=uuid4(), by=cast.cleo).pk,
        **make_dues(cast),
        "year": A_DAY.year,
        "date_id": make_date(cast.club, cast.ben).pk,
        "archive_id": Archive.objects.create(club=cast.club, made_by=cast.anna, state=ArchiveState.MAKING).pk,
        "import_id": hand_in(cast.club, [Upload("a.csv", b"A;B;C;D")], key=uuid4(), by=cast.anna).pk,
        "format": "csv",
        **make_tournament(cast.club, cast.anna),
    }


def make_other(cast: Cast, mark: str = "Fremd") -> Cast:
    """The other club as if it were the first: the stranger is everybody in it."""
    club, owner = cast.other_club, cast.stranger
    facts: dict[str, Any] = {"short_name": "", "guest": False, "active": True, "notes": ""}
    players = {name: add_player(club, name=f"{mark} {name}", by=owner, **facts) for name in ("Anna", "Ben", "Cleo")}
    players["Dora"] = club.players.get(account=owner)
    return replace(cast, anna=owner, ben=owner, cleo=owner, dora=owner, club=club, players=players)


def make_claim(cast: Cast) -> Claim:
    """Somebody has come in and says to be Gerd, who has no account."""
    newcomer = Membership.objects.create(club=cast.club, account=account(f"Newcomer{cast.club.pk}"))
    return claim_player(newcomer, make_player(cast.club, "Gerd"))


def make_league(cast: Cast) -> dict[str, int]:
    """A season, a correction of Dora's points, the month of A_DAY closed once, and a secret link."""
    rules = StandingsRules()
    frame = NewSeason(name="Saison", first=A_DAY, last=A_DAY, rules=rules, month_rules=rules)
    season = make_season(cast.club, frame, key=uuid4(), by=cast.anna)
    dora = cast.player(cast.dora)
    correction = correct_points(cast.club, dora, day=A_DAY, points=5, reason="Kuchen", key=uuid4(), by=cast.anna)
    Closing.objects.create(
        club=cast.club,
        month=month_around(A_DAY).first,
        number=1,
        rules=store_standings_rules(rules),
        held=0,
        required=0,
    )
    link = make_league_link(cast.club, by=cast.anna)
    return {"season_id": season.pk, "correction_id": correction.pk, "league_link_id": link.pk}


def make_dues(cast: Cast) -> dict[str, int]:
    """Dues with an exception for Dora, a fine of the list, and what she owes."""
    facts: dict[str, Any] = {"cents": 500, "key": uuid4()}
    due = make_due(cast.club, name="Beitrag", every="month", first=A_DAY, last=A_DAY, by=cast.cleo, **facts)
    dora = cast.player(cast.dora)
    charge = charge_player(dora, kind="fee", cents=100, purpose="Kuchen", day=A_DAY, key=uuid4(), by=cast.cleo)
    return {
        "due_id": due.pk,
        "exception_id": except_player(due, dora, cents=0, first=None, last=None).pk,
        "fine_id": save_fine(cast.club, None, name="Zu spät", **facts | {"key": uuid4()}).pk,
        "charge_id": charge.pk,
    }


def make_clearing(cast: Cast) -> Clearing:
    """One without a payment."""
    money = EveningMoney.objects.create(club=cast.club, day=A_DAY)
    return Clearing.objects.create(club=cast.club, money=money, through_others=False)


def make_merge(cast: Cast) -> PlayerMerge:
    kept, merged = (make_player(cast.club, name) for name in ("Isabella", "Isa"))
    return merge_players(kept, merged, by=cast.anna)


def make_sheet(club: Club, by: Account) -> tuple[Sheet, Entry]:
    """A sheet with one row, at whose table nobody sits who has an account."""
    players = [make_player(club, name) for name in ("Emil", "Frieda", "Gustav", "Hilde")]
    table = NewSheet(players=players, rules=PRESETS["ddv"].rules)
    sheet = open_evening(club, [table], key=uuid4(), by=by).sheets.get()
    seats = {"kind": "table", "players": [str(player.pk) for player in players[::-1]]}
    return sheet, write_entry(sheet, seats, by=by)


def make_date(club: Club, by: Account) -> Date:
    """In a week, with an answer of everybody who plays."""
    wanted = Wanted(day=date_of_play() + timedelta(days=7), begins=time(19, 30), place="Linde")
    (made,) = write_dates(club, wanted, key=uuid4(), by=by)
    for player in club.players.active().filter(guest=False):
        answer_date(made, player, Answer.YES, Details(remark="mit Kuchen"), by=by)
    return made


def make_tournament(club: Club, owner: Account) -> dict[str, int]:
    """Of eight guests, refereed by its owner."""
    rules = {"rules": store_game_rules(PRESETS["ddv"].rules)}
    tournament = found_tournament(club, {"name": "Turnier", "day": A_DAY, **rules}, key=uuid4(), by=owner)
    enter_entrants(tournament, [], [Listed(f"Spieler {number}") for number in range(1, 9)], by=owner)
    plan_seating(tournament)
    start_round(tournament, 1, by=owner)
    more = {"hall_link_id": make_link(tournament, by=owner).pk, "start": 1, "table": 1}
    more |= {
        "entry_link_id": make_entry_link(tournament, by=owner).pk,
        "applicant_id": ask_to_enter(tournament, Listed("Zugvogel"), key=uuid4()).pk,
        "series_id": found_series(
            club, SeriesFacts("Rangliste", series_rules("sum"), None, [tournament.pk]), key=uuid4(), by=owner
        ).pk,
    }
    official = name_official(tournament, owner, Role.REFEREE, by=owner)
    return {"tournament_id": tournament.pk, "official_id": official.pk, **more}
