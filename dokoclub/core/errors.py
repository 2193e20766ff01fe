"""The refusal that every app knows. What else an app refuses, it names beside its services."""

from __future__ import annotations

from uuid import UUID


class Reused(Exception):  # a plain answer, not our error
    """A form was sent again with other content, or the uuid belongs to something else: what it wrote first stands."""

    def __init__(self, uuid: UUID | None = None) -> None:
        super().__init__(uuid)
        self.uuid = uuid
