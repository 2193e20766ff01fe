from django.apps import AppConfig


class LookConfig(AppConfig):
    name = "dokoclub.look"
    label = "look"
