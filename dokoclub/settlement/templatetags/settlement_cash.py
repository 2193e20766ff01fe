"""How the cash box is put into words."""

from django.template import Library

from dokoclub.settlement.presenters.cash_texts import (
    booked_by,
    day_of_evening,
    line_in_words,
    name_item,
    name_items,
    on_page,
    voucher_of,
)
from dokoclub.settlement.presenters.owing_texts import days_of, who_pays
from dokoclub.settlement.texts import due_in_words

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
