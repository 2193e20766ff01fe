from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "dokoclub.exports"
    label = "exports"
