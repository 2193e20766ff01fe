from django.apps import AppConfig


class DatesConfig(AppConfig):
    name = "dokoclub.dates"
    label = "dates"
