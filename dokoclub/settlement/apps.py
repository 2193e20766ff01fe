from django.apps import AppConfig


class SettlementConfig(AppConfig):
    name = "dokoclub.settlement"
    label = "settlement"
