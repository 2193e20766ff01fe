from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "dokoclub.tournaments"
    label = "tournaments"
