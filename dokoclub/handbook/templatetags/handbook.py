"""The tag `{% find_help as help %}`: the handbook page for the current page."""

from django import template
from django.template import Context

from dokoclub.handbook import presenters
from dokoclub.ui.templatetags.ui import get_request

register = template.Library()


@register.simple_tag(takes_context=True)
def find_help(context: Context) -> presenters.Help:
    return presenters.find_help(get_request(context))
