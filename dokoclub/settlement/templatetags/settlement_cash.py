"""Template filters for texts of the cash box."""

from django.template import Library

from dokoclub.settlement.presenters.cash_texts import (
    booked_by,
    day_of_evening,
    format_line,
    get_voucher,
    name_item,
    name_items,
    on_page,
)
from dokoclub.settlement.presenters.owing_texts import get_days, who_pays
from dokoclub.settlement.texts import format_due

register = Library()

register.filter("on_page", on_page)
register.filter("booked_by", booked_by)
register.filter("day_of_evening", day_of_evening)
register.filter("days_of", get_days)
register.filter("who_pays", who_pays)
register.filter("voucher_of", get_voucher)
register.filter("line_in_words", format_line)
register.filter("name_item", name_item)
register.filter("name_items", name_items)
register.filter("due_period", format_due)
