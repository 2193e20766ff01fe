"""What is written for the league: rules, seasons, corrections, closed months, links, honours."""

from dokoclub.standings.services.closings import Overtaken, close_month
from dokoclub.standings.services.corrections import correct_points, take_back_correction
from dokoclub.standings.services.honours import count_club
from dokoclub.standings.services.links import make_league_link
from dokoclub.standings.services.ratings import hide_rating, switch_rating
from dokoclub.standings.services.rules import change_league, choose_columns, choose_frames
from dokoclub.standings.services.seasons import NewSeason, change_season, delete_season, make_season

__all__ = [
    "NewSeason",
    "Overtaken",
    "change_league",
    "change_season",
    "choose_columns",
    "choose_frames",
    "close_month",
    "correct_points",
    "count_club",
    "delete_season",
    "hide_rating",
    "make_league_link",
    "make_season",
    "switch_rating",
    "take_back_correction",
]
