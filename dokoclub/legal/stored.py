"""The list of stored personal data, with durations and tables; a test ensures that every table occurs once."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Stored(NamedTuple):
    """A paragraph of the draft. `tables`: by label, without those that hold older versions of their rows."""

    title: str | Promise
    what: str | Promise
    how_long: str | Promise
    tables: tuple[str, ...]


STORED: Final = (
    Stored(
        _("Accounts"),
        _(
            "Sign-in name, display name, email address if given, dates of sign-up and last sign-in, "
            "password hash, public halves of passkeys and recovery codes, number at a connected service."
        ),
        _("Until you delete your account; then a row without anything personal stays, so that old sheets stay whole."),
        (
            "accounts.Account",
            "account.EmailAddress",
            "account.EmailConfirmation",
            "mfa.Authenticator",
            "socialaccount.SocialAccount",
            "socialaccount.SocialApp",
            "socialaccount.SocialToken",
        ),
    ),
    Stored(
        _("Sign-ins"),
        _(
            "Kind of browser, since when and how you signed in, login links made for you, and a "
            "security log of your account. IP addresses are not stored."
        ),
        _("A sign-in ends 90 days after its last use, a line of the log after 90 days, login links with the account."),
        ("sessions.Session", "accounts.SignIn", "accounts.SecurityEvent", "accounts.LoginLink"),
    ),
    Stored(
        _("Against guessing"),
        _(
            "How often a name was guessed at, and a network address guessed, typed a code, signed in or registered, "
            "both as hashes."
        ),
        _("About a day."),
        ("accounts.FailedTries",),
    ),
    Stored(
        _("Clubs and players"),
        _(
            "Names and short names of players, including guests without an account; owners' notes; "
            "members, former members, their clubs and rights; the club's origin; invitations, rules "
            "and seasons."
        ),
        _(
            "As long as the club; deleted clubs go after 30 days. Players' names until an owner or "
            "the player erases them."
        ),
        (
            "clubs.Club",
            "clubs.Membership",
            "clubs.Player",
            "clubs.Awaited",
            "clubs.Claim",
            "clubs.Invitation",
            "clubs.RulesVersion",
            "clubs.Season",
        ),
    ),
    Stored(
        _("Evenings and games"),
        _(
            "Players and times of all games, with points, calls and notes; their authors and "
            "corrections; links to watch or score."
        ),
        _("As long as the club; a deleted evening goes for good after 30 days."),
        (
            "evenings.Evening",
            "evenings.Sheet",
            "evenings.Seat",
            "evenings.Entry",
            "evenings.SecretLink",
            "evenings.PlayerMerge",
            "evenings.Posting",
            "evenings.Result",
            "evenings.Sending",
            "evenings.SheetStyle",
        ),
    ),
    Stored(
        _("Dates and answers"),
        _("Planned dates, answers with times, and secret addresses of personal links and calendars."),
        _("As long as the club."),
        ("dates.Date", "dates.Reply", "dates.Secret"),
    ),
    Stored(
        _("Reminders"),
        _("For each device with reminders, its browser's push address; what you want to hear of, and what you heard."),
        _("Until you switch them off or sign out there; messages for 30 days."),
        ("dates.Subscription", "dates.Wish", "dates.Reminder", "dates.Notice"),
    ),
    Stored(
        _("Tables and honours"),
        _("Tables of closed months, corrections with their reasons, honours, ratings, and links to the table."),
        _("As long as the club."),
        (
            "standings.Closing",
            "standings.ClosedRow",
            "standings.Correction",
            "standings.Honour",
            "standings.League",
            "standings.LeagueLink",
            "standings.HiddenRating",
        ),
    ),
    Stored(
        _("Money"),
        _(
            "Debts and payments in the club, its kitty with all entries, dues, fines and budget, and "
            "your or the club's bank details."
        ),
        _("As long as the club; your bank details until you remove them or your account."),
        (
            "settlement.BankAccount",
            "settlement.BudgetLine",
            "settlement.CashClosing",
            "settlement.CashEntry",
            "settlement.Charge",
            "settlement.Clearing",
            "settlement.ClubBank",
            "settlement.ClubMoney",
            "settlement.Due",
            "settlement.DueException",
            "settlement.EveningMoney",
            "settlement.Fine",
            "settlement.MergedMoney",
            "settlement.Payment",
            "settlement.Settled",
            "settlement.SettledList",
            "settlement.SettledShare",
            "settlement.Transfer",
        ),
    ),
    Stored(
        _("Codes to type"),
        _("Short codes that open a link, encrypted, and who made them."),
        _("Until a day after they end."),
        ("screens.Code",),
    ),
    Stored(
        _("Tournaments"),
        _("Entrants' names, teams, seats, results, penalties, directors, fees, prizes, and links."),
        _("As long as the club."),
        (
            "screens.ScreenLink",
            "tournaments.Applicant",
            "tournaments.Booking",
            "tournaments.Correction",
            "tournaments.Entrant",
            "tournaments.EntryLink",
            "tournaments.Official",
            "tournaments.Place",
            "tournaments.Round",
            "tournaments.RoundTable",
            "tournaments.Series",
            "tournaments.Team",
            "tournaments.Tournament",
            "tournaments.TournamentLink",
        ),
    ),
    Stored(
        _("Files handed in"),
        _("Old sheets imported by owners, including names."),
        _("A draft for a week; what was imported as long as the club."),
        ("exports.Import", "exports.ImportFile", "exports.ImportedSheet"),
    ),
)
# Tables without personal data: counters, derived sums, and technical data.
OF_THE_PROGRAM: Final = (
    "auth.Group",
    "auth.Permission",
    "clubs.MonthVersion",
    "clubs.SentForm",
    "clubs.ClubVersion",
    "contenttypes.ContentType",
    "standings.Tally",
)
