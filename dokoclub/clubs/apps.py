from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class ClubsConfig(AppConfig):
    name = "dokoclub.clubs"
    label = "clubs"

    def ready(self) -> None:
        pre_migrate.connect(self.unwatch, sender=self)
        post_migrate.connect(self.watch, sender=self)

    def unwatch(self, plan: list[Any], using: str, **more: Any) -> None:
        from dokoclub.clubs.services.version_triggers import unwatch_tables

        if plan and using == "default":
            unwatch_tables()

    def watch(self, using: str, **more: Any) -> None:
        """Create the triggers after all migrations of all apps."""
        from dokoclub.clubs import hooks
        from dokoclub.clubs.services.version_triggers import watch_tables

        if using == "default":
            watch_tables(hooks.watched)
