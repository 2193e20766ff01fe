"""Models of dates: dates, answers, secret addresses to answer and to read calendars, and messages to browsers."""

from dokoclub.dates.models.date import Answer, Date, DateKind, DateState, Reply
from dokoclub.dates.models.secret import News, Notice, Opens, Reminder, Secret, Subscription, Wish

__all__ = [
    "Answer",
    "Date",
    "DateKind",
    "DateState",
    "News",
    "Notice",
    "Opens",
    "Reminder",
    "Reply",
    "Secret",
    "Subscription",
    "Wish",
]
