"""When the club meets, who says that he comes, the secret addresses by which one answers and reads along, reminders."""

from dokoclub.dates.models.date import Answer, Date, DateKind, DateState, Reply
from dokoclub.dates.models.secret import Opens, Reminder, Secret, Subscription

__all__ = ["Answer", "Date", "DateKind", "DateState", "Opens", "Reminder", "Reply", "Secret", "Subscription"]
