"""Legal texts of this install, Impressum and privacy notice, with the list of stored personal data.

The texts are files in DATA_DIR, one for each language, not a table: the foot of every page checks which exist, and
that must not cost a query. A test ensures that every table occurs once in the list.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from dokoclub.core.cookies import own_name


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
        ("exports.Import", "exports.ImportFile", "exports.ImportedSheet", "exports.ForeignData"),
    ),
    Stored(
        _("Archives made"),
        _("When an owner made an archive of the club, and what was in it."),
        _("As long as the club; a large file until its download, at most a day."),
        ("exports.Archive",),
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


KINDS: Final = {"imprint": _("Legal notice"), "privacy": _("Privacy")}
LONGEST: Final = 40_000  # characters
Key = tuple[str, str]  # kind, language
COOKIES: Final = ("session", "csrf", "messages", "holder", "language", "theme", "sheet_order")
OPEN: Final = "[["  # start of a placeholder to fill in


class Block(NamedTuple):
    """A heading, which begins with # in the text, or a paragraph."""

    is_heading: bool
    text: str


def list_kinds() -> list[str]:
    """List the kinds with a text in any language. Reads one folder, and no database."""
    try:
        there = {name.partition(".")[0] for name in os.listdir(_folder())}
    except OSError:
        return []
    return [kind for kind in KINDS if kind in there]


def list_keys() -> list[Key]:
    """List every kind in every language of the site."""
    return [(kind, language) for kind in KINDS for language, _name in settings.LANGUAGES]


def read_texts() -> dict[Key, str]:
    """Return the existing texts."""
    return {key: text for key in list_keys() if (text := _read(key))}


def find_text(kind: str) -> tuple[str, str] | None:
    """Return language and text: in the reader's language if possible, else in another."""
    reader = str(get_language())
    languages = sorted((language for language, _name in settings.LANGUAGES), key=lambda one: one != reader)
    found = ((language, _read((kind, language))) for language in languages)
    return next(((language, text) for language, text in found if text), None)


def save_texts(texts: Mapping[Key, str]) -> None:
    """Save each text atomically; empty ones are deleted. Raises OSError."""
    _folder().mkdir(mode=0o700, exist_ok=True)
    for key, text in texts.items():
        path = _path(key)
        if not text:
            path.unlink(missing_ok=True)
            continue
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def split_blocks(text: str) -> list[Block]:
    """Split the text into paragraphs at empty lines."""
    paragraphs = "\n".join(line.strip() for line in text.splitlines()).split("\n\n")
    stripped = (paragraph.strip() for paragraph in paragraphs)
    return [Block(one.startswith("#"), one.lstrip("# ")) for one in stripped if one]


def _read(key: Key) -> str:
    try:
        return _path(key).read_text(encoding="utf-8", errors="replace")  # it may have been edited by hand
    except OSError:
        return ""


def _path(key: Key) -> Path:
    return _folder() / ".".join((*key, "txt"))


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "texts"


def write_drafts() -> dict[Key, str]:
    return {key: _write(*key) for key in list_keys()}


def _write(kind: str, language: str) -> str:
    facts = {
        "site": settings.PUBLIC_URL,
        "stored": STORED,
        "is_file": "sqlite" in settings.DATABASES["default"]["ENGINE"],
        "copies_kept": settings.BACKUPS_KEPT if settings.NIGHTLY else 0,
        "copies_leave": bool(settings.BACKUP_COMMAND),
        "copies_encrypted": bool(settings.BACKUP_ENCRYPT),
        "reminds": bool(settings.PUSH_CONTACT),
        "mails": settings.MAIL,
        "cookies": {word: own_name(word) for word in COOKIES} | {"device": own_name("device", path="/account/")},
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
    }
    with translation.override(language):
        return render_to_string(f"operations/drafts/{kind}.txt", facts).strip() + "\n"
