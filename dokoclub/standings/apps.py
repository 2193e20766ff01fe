from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "dokoclub.standings"
    label = "standings"
