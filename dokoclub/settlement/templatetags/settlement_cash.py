"""How the cash box is put into words."""

from django.template import Library

from dokoclub.settlement.shown.cash_words import what_for
from dokoclub.settlement.shown.owing_words import days_of

register = Library()

register.filter("what_for", what_for)
register.filter("days_of", days_of)
