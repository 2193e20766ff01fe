"""What pages show of dates, each at a fixed number of queries."""

from dokoclub.dates.selectors.absences import excuses_of
from dokoclub.dates.selectors.answers import (
    Coming,
    dates_of_club,
    last_date,
    open_answers_of,
    player_of_account,
    read_date,
    replies_before,
)
from dokoclub.dates.selectors.counting import club_days
from dokoclub.dates.selectors.feeds import Shown, dates_in_feed, shown_to
from dokoclub.dates.selectors.reminders import plays_anywhere, subscriptions_of
from dokoclub.dates.selectors.secrets import PlayersLink, answer_links, calendars_of, date_secret
from dokoclub.dates.selectors.starting import planned_today, propose_coming
from dokoclub.dates.selectors.stored import stored_about, stored_about_player

__all__ = [
    "Coming",
    "PlayersLink",
    "Shown",
    "answer_links",
    "calendars_of",
    "club_days",
    "date_secret",
    "dates_in_feed",
    "dates_of_club",
    "excuses_of",
    "last_date",
    "open_answers_of",
    "planned_today",
    "player_of_account",
    "plays_anywhere",
    "propose_coming",
    "read_date",
    "replies_before",
    "shown_to",
    "stored_about",
    "stored_about_player",
    "subscriptions_of",
]
