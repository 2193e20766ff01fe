"""Models of dates: dates, answers, secret addresses to answer and to read calendars, and reminders."""

from dokoclub.dates.models.date import Answer, Date, DateKind, DateState, Reply
from dokoclub.dates.models.secret import Opens, Reminder, Secret, Subscription

__all__ = ["Answer", "Date", "DateKind", "DateState", "Opens", "Reminder", "Reply", "Secret", "Subscription"]
