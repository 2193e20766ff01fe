"""What every page of a club may use."""

from django.template import Library

from dokoclub.clubs import hooks
from dokoclub.clubs.models import Club

register = Library()


@register.simple_tag
def ways(club: Club) -> list[hooks.Way]:
    """The links that later apps put into the head of the page."""
    return hooks.collect_pieces(hooks.club_ways, club)
