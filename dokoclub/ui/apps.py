from django.apps import AppConfig


class LookConfig(AppConfig):
    name = "dokoclub.ui"
    label = "ui"
