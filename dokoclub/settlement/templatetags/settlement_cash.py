"""How the cash box is put into words."""

from django.template import Library

from dokoclub.settlement.shown.account_words import line_in_words, name_item, name_items
from dokoclub.settlement.shown.cash_words import booked_by, day_of_evening, on_page, voucher_of
from dokoclub.settlement.shown.owing_words import days_of, who_pays
from dokoclub.settlement.words import due_in_words

register = Library()

register.filter("on_page", on_page)
register.filter("booked_by", booked_by)
register.filter("day_of_evening", day_of_evening)
register.filter("days_of", days_of)
register.filter("who_pays", who_pays)
register.filter("voucher_of", voucher_of)
register.filter("line_in_words", line_in_words)
register.filter("name_item", name_item)
register.filter("name_items", name_items)
register.filter("due_period", due_in_words)
