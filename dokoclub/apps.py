from django.apps import AppConfig


class Wiring(AppConfig):
    """The last of the apps: it ties the others together."""

    name = "dokoclub"

    def ready(self) -> None:
        from dokoclub import wiring  # noqa: F401  # when all models are there
