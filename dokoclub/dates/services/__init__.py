"""Plan dates, move and cancel them, answer them, hand out secret addresses, remember browsers that are reminded."""

from dokoclub.dates.services.answering import Details, answer_date
from dokoclub.dates.services.guests import enter_guests
from dokoclub.dates.services.planning import Wanted, cancel_date, change_date, renew_date, write_dates
from dokoclub.dates.services.refusals import TooLate
from dokoclub.dates.services.secrets import make_answer_link, make_calendar, make_own_calendar, revoke_secret
from dokoclub.dates.services.subscribing import end_subscription, subscribe_browser

__all__ = [
    "Details",
    "TooLate",
    "Wanted",
    "answer_date",
    "cancel_date",
    "change_date",
    "end_subscription",
    "enter_guests",
    "make_answer_link",
    "make_calendar",
    "make_own_calendar",
    "renew_date",
    "revoke_secret",
    "subscribe_browser",
    "write_dates",
]
