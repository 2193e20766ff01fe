from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "dokoclub.evenings"
    label = "evenings"
