from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "dokoclub.operations"
    label = "operations"
