from django.apps import AppConfig
from django.db.backends.signals import connection_created

from dokoclub.serving.turns import take_turns


class Wiring(AppConfig):
    """The last of the apps, which connects the others."""

    name = "dokoclub"

    def ready(self) -> None:
        from dokoclub import wiring  # noqa: F401  # when all models are there

        connection_created.connect(take_turns)
