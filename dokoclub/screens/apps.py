from django.apps import AppConfig


class ScreensConfig(AppConfig):
    name = "dokoclub.screens"
    label = "screens"
