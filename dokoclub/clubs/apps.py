from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "dokoclub.clubs"
    label = "clubs"
