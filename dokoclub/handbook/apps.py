from django.apps import AppConfig


class HandbookConfig(AppConfig):
    name = "dokoclub.handbook"
    label = "handbook"
