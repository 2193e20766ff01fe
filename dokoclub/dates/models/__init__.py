"""When the club meets, who says that he comes, the secret addresses by which one answers and reads along, reminders."""

from dokoclub.dates.models.date import Date, Kind, State
from dokoclub.dates.models.push import Reminder, Subscription
from dokoclub.dates.models.reply import Answer, Reply
from dokoclub.dates.models.secret import Opens, Secret

__all__ = ["Answer", "Date", "Kind", "Opens", "Reminder", "Reply", "Secret", "State", "Subscription"]
