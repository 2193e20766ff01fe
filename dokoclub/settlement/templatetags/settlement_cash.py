"""Template filters for texts of the kitty."""

from django.template import Library

from dokoclub.settlement.presenters import cash_texts
from dokoclub.settlement.presenters.owing_texts import get_days, who_pays
from dokoclub.settlement.texts import format_due

register = Library()

register.filter("on_page", cash_texts.on_page)
register.filter("booked_by", cash_texts.booked_by)
register.filter("day_of_evening", cash_texts.day_of_evening)
register.filter("days_of", get_days)
register.filter("who_pays", who_pays)
register.filter("voucher_of", cash_texts.get_voucher)
register.filter("line_in_words", cash_texts.format_line)
register.filter("name_item", cash_texts.name_item)
register.filter("name_items", cash_texts.name_items)
register.filter("due_period", format_due)
